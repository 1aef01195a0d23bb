#pragma once

// The finite test behind every cannot-lose strategy. What it can prove: not-losing only.
//
// A line L is *potential* in a state if each of its four cells holds a stone of A or is a cell of a
// frozen column that will be A's. Let N be the frozen columns in which L has a cell above the
// stack, and m_c the highest row of L in column c of N. A can complete L by a last move in column l
// only if, in every other column of N, cell m_c was played and answered on m_c + 1, and in l all
// cells below m_l are filled. Those cells have the promised colours, so if D has a line in his real
// stones and his part of
//
//   fill_l = rows h_c .. m_c + 1 of the columns c of N other than l, and rows h_l .. m_l - 1 of l
//
// then D had won before A could complete L: L is *undercut*. A state is safe if every potential
// line is undercut for every l in N; an empty N means that A has completed L.
//
// A move of A in an unfrozen column u is safe if every line through the new stone whose other cells
// are A's or will be is undercut with l = u: fill_u = rows h_c .. m_c + 1 of all columns of N.
//
// Above the highest stack everything repeats every two rows and fill only grows, so lines whose
// lowest row is more than two rows above the highest stack need no test.

#include "search/cannot_lose/state.hpp"

namespace inarow::cannot_lose {

// Every potential line of the state is undercut.
bool safe(const Ground& ground, const State& state);

// The same for the state with all columns frozen: D follows up everywhere from now on. Columns of
// finite height must have an even number of cells left (all_freezable).
bool safe_if_all_frozen(const Ground& ground, const State& state);

// `state` is the one after A's move, whose stone is on top of the unfrozen column `u`.
bool safe_after_move(const Ground& ground, const State& state, int u);

// D's stone on top of column c completes a line of real stones.
bool completes_line(const Ground& ground, const State& state, int c);

}  // namespace inarow::cannot_lose
