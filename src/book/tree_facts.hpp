#pragma once

// What a book knows of a position, as the nodes of trees carry it, both ways.
//
//   SGF      C[comment] LB[h8:A] MA[i9] N[Black wins, proved] FACTS[{"lower":1,"upper":1}]
//   RenLib   comment, and below it [inarow: Black wins, proved {"lower":1,"upper":1}]
//
// A node whose position stands elsewhere has SEE[moves] and a comment in SGF, and nothing is read
// from it. In a library it is a bare leaf: RenLib itself finds positions that have several ways.

#include <string>

#include "book/position_facts.hpp"
#include "rules/game_tree.hpp"

namespace inarow {

void set_sgf_facts(GameTreeNode& node, const Game& game, const PositionFacts& facts);
// Properties that mean nothing here, and marks that lie on no cell, are dropped.
Result<PositionFacts> sgf_facts(const GameTreeNode& node, const Game& game);
void set_sgf_reference(GameTreeNode& node, const GameSpec& spec, const MoveList& way);

// Without the marks, which are nodes of their own in a library.
std::string renlib_comment(const Game& game, const PositionFacts& facts);
Result<PositionFacts> renlib_facts(const Game& game, const std::string& comment);

}  // namespace inarow
