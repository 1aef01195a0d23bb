#pragma once

// A book as one tree of moves from the empty board, for formats that are trees. A position that
// several ways lead to stands in full at one of them; at the others it is a leaf that says where.

#include <functional>

#include "base/stop.hpp"
#include "book/book_store.hpp"
#include "rules/game_tree.hpp"

namespace inarow {

struct BookTree {
  GameTree tree;  // only the moves
  // For each node the one where its position stands in full: itself or another.
  std::vector<std::size_t> stands_at;
};

// Along the moves of the book, in their order; positions that no move of it leads to are put at the
// end of the way they are stored with, whose positions need not be in the book. A stop leaves it
// incomplete.
BookTree book_tree(const BookStore& store, const StopToken* stop);

// All nodes, parents before their children and children in their order, with the game at each.
void walk(const GameTree& tree, const std::function<void(std::size_t, const Game&)>& visit);

}  // namespace inarow
