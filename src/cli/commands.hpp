#pragma once

// The subcommands, one file each.

#include "cli/command.hpp"

namespace inarow::cli {

void add_bench(Program& program);
void add_book(Program& program);
void add_count(Program& program);
void add_engine(Program& program);
void add_explain(Program& program);
void add_grid(Program& program);
void add_kdraw(Program& program);
void add_perft(Program& program);
void add_play(Program& program);
void add_prove(Program& program);
void add_puzzle(Program& program);
void add_serve(Program& program);
void add_show(Program& program);
void add_solve(Program& program);
void add_tournament(Program& program);
void add_version(Program& program);
void add_worker(Program& program);

}  // namespace inarow::cli
