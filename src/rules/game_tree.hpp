#pragma once

// A game with variations and comments, read from SGF files of several programs and written as
// FF[4].
//
//   our own        GAME[drop:7x6] in the root; ;W[d1];B[d2], ;B[j10];W[k11i11], ;B[0,0];W[-1,1 1,1]
//   LittleGolem    no GAME; ;B[j10];W[j9l11]: two stones a property
//   NCTU6          no GAME; ;B[JJ];W[LJ];W[KI]: one stone a node, both coordinates A-S, row A below
//   standard       two small letters, ;B[hh]: the second counts the rows from the top
//
// docs/formats/sgf.md has the details. Properties that mean nothing here are kept and written back.

#include <string>
#include <string_view>
#include <vector>

#include "rules/game.hpp"
#include "rules/sgf.hpp"

namespace inarow {

struct GameTreeNode {
  std::size_t parent = 0;  // the root is its own parent
  std::vector<std::size_t> children;
  Move move;  // empty in the root
  std::string comment;
  std::vector<SgfProperty> other;
};

struct GameTree {
  explicit GameTree(const GameSpec& s) : spec(s), nodes(1) {}

  GameSpec spec;
  std::vector<GameTreeNode> nodes;  // nodes[0] is the root; parents before their children

  // Adds a move after `parent`, not checked; returns its index.
  std::size_t add(std::size_t parent, Move move, std::string comment = {});

  // The moves from the root to a node.
  MoveList moves_to(std::size_t node) const;

  // The node at the end of the first variations.
  std::size_t end_of_main_line() const;
};

// A move of Connect(k,1000,q) has 1000 stones, and variations can share all but one of them: a
// small file can have more stones than memory holds. Files of people have a few thousand.
inline constexpr std::size_t most_stones_of_a_tree = 2'000'000;

// Reads the first game of the text and checks every move of every variation, in time that is linear
// in its size. `game` says which game it is if the file does not.
Result<GameTree> read_game_tree(std::string_view text, const GameSpec* game = nullptr);

// A node of a tree that is given as a list, in which parents stand before their children; the first
// is the root, without a move.
struct ListedNode {
  std::size_t parent = 0;
  std::string move;
  std::string comment;
  std::vector<SgfProperty> other;
};

// The tree of a list that is not empty, every move checked in its place; Error::place is the number
// of the node.
Result<GameTree> game_tree_of(const GameSpec& spec, std::vector<ListedNode> list);

std::string write_game_tree(const GameTree& tree);

}  // namespace inarow
