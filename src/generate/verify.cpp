#include "generate/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <map>
#include <mutex>
#include <thread>

#include "ask/asker.hpp"
#include "ask/tables.hpp"
#include "generate/placement_line.hpp"
#include "generate/winning_moves.hpp"
#include "rules/notation.hpp"

namespace inarow::puzzles {
namespace {

constexpr std::uint64_t nodes_to_defend = 3'000'000;

// Larger than those of the makers, so that they find what the makers may have overlooked.
threats::ThreatLimits larger_limits(int order) {
  threats::ThreatLimits limits;
  limits.order = order;
  limits.depth = 16;
  limits.nodes_a_search = 60'000;
  limits.width = 20;
  limits.table = std::size_t{1} << 16;
  return limits;
}

tl::unexpected<Error> refuse(const Puzzle& puzzle, const std::string& reason) {
  return failure(fmt::format("{}: {}", puzzle.id, reason));
}

Result<void> verify_drop(const Puzzle& puzzle, const Work& work) {
  Question question{puzzle.game};
  question.method = Method::alphabeta;
  question.wanted.score = puzzle.task == Task::win;
  question.wanted.all_moves = true;
  question.limits.rules = false;
  question.limits.book = false;
  const Result<Answer> answer = ask(question, work);
  if (!answer) return refuse(puzzle, answer.error().message);
  if (!answer->complete) return refuse(puzzle, "stopped before everything was known");
  const GameValue wanted = puzzle.task == Task::win ? GameValue::win : GameValue::draw;
  if (answer->value != wanted) {
    return refuse(puzzle, fmt::format("the position is a {}", inarow::name_of(*answer->value)));
  }
  for (const MoveValue& move : answer->moves->moves) {
    const bool fulfils = move.value == wanted;
    if (fulfils != same_stones(move.move, puzzle.solution)) {
      return refuse(puzzle,
                    fmt::format("{} {} the task", format_move(puzzle.game.spec(), move.move),
                                fulfils ? "fulfils" : "does not fulfil"));
    }
  }
  if (puzzle.task == Task::win && puzzle.length != (*answer->plies_to_end + 1) / 2) {
    return refuse(puzzle, fmt::format("the win takes {} moves", (*answer->plies_to_end + 1) / 2));
  }
  return {};
}

Result<void> verify_win(const Puzzle& puzzle, const Work& work) {
  const GameSpec& spec = puzzle.game.spec();
  const threats::ThreatBoard board(*spec.placement(), puzzle.game.stones());
  if (board.has_threat(puzzle.game.to_move())) return refuse(puzzle, "a line can be completed");
  WinningMovesQuestion question;
  question.order = puzzle.order;
  question.limits = larger_limits(puzzle.order);
  question.nodes_a_move = 2'000'000;
  question.stop = work.stop;
  const WinningMoves found =
      find_winning_moves(*spec.placement(), puzzle.game.stones(), puzzle.game.to_move(), question);
  for (const Move& move : found.winning) {
    if (!same_stones(move, puzzle.solution)) {
      return refuse(puzzle, fmt::format("{} wins too", format_move(spec, move)));
    }
  }
  if (!found.complete) return refuse(puzzle, "stopped before everything was known");
  if (found.winning.empty()) return refuse(puzzle, "no win is found");
  return {};
}

Result<void> verify_defense(const Puzzle& puzzle, const Work& work) {
  const std::optional<OnlyDefense> only =
      find_only_defense(puzzle.game, puzzle.order, nodes_to_defend, work.stop);
  if (!only) return refuse(puzzle, "it is not known which moves lose");
  if (!only->single) return refuse(puzzle, "more than one move is not refuted");
  if (!same_stones(only->move, puzzle.solution)) {
    return refuse(puzzle, fmt::format("{} holds", format_move(puzzle.game.spec(), only->move)));
  }
  return {};
}

}  // namespace

std::vector<PuzzleClaim> claims_of(const Puzzle& puzzle) {
  const Player solver = puzzle.game.to_move();
  const Player other = opponent(solver);
  std::vector<PuzzleClaim> claims;
  if (puzzle.game.spec().drop() == nullptr) {
    if (puzzle.task == Task::win) return {{puzzle.solution, "win", solver}};
    for (const WrongTry& wrong : puzzle.tries) claims.push_back({wrong.move, "win", other});
    return claims;
  }
  for (const Cell cell : puzzle.game.playable_cells()) {
    const bool right = cell == puzzle.solution[0];
    if (puzzle.task == Task::win) {
      claims.push_back({{cell}, right ? "win" : "not-lose", right ? solver : other});
    } else {
      claims.push_back({{cell}, right ? "not-lose" : "win", right ? solver : other});
      if (right) claims.push_back({{cell}, "not-lose", other});
    }
  }
  return claims;
}

Result<void> verify(const Puzzle& puzzle, const Work& work) {
  if (puzzle.game.spec().drop() != nullptr) return verify_drop(puzzle, work);
  return puzzle.task == Task::win ? verify_win(puzzle, work) : verify_defense(puzzle, work);
}

Result<std::vector<std::string>> write_certificates(const Puzzle& puzzle, const std::string& folder,
                                                    const Work& work) {
  std::vector<std::string> files;
  Asker asker(work);
  for (const PuzzleClaim& claim : claims_of(puzzle)) {
    Game after = puzzle.game;
    if (const Result<void> played = after.play(claim.move); !played) {
      return refuse(puzzle, played.error().message);
    }
    if (after.over()) continue;  // the rules say it
    Question question{after};
    question.wanted.value = false;
    question.wanted.best = false;
    question.limits.rules = false;
    question.limits.book = false;
    const std::string file = fmt::format("{}/{}-{}-{}-{}.cert", folder, puzzle.id,
                                         format_move(puzzle.game.spec(), claim.move),
                                         inarow::name_of(claim.player), claim.claim);
    question.certificate =
        CertificateWish{.path = file, .claim = claim.claim, .player = claim.player, .plain = true};
    if (puzzle.order > 0) question.limits.order = puzzle.order;
    const Result<Answer> answer = asker.ask(question);
    if (!answer) return refuse(puzzle, answer.error().message);
    if (!answer->proof || answer->proof->ending != ProofEnding::written) {
      return refuse(puzzle, fmt::format("no proof was found of {} after {}", claim.claim,
                                        format_move(puzzle.game.spec(), claim.move)));
    }
    files.push_back(file);
  }
  return files;
}

VerifyReport verify_each(const std::vector<Puzzle>& puzzles, const std::string& folder,
                         const Work& work) {
  Tables own;
  Work one = work;
  if (one.tables == nullptr) one.tables = &own;
  one.seats = std::max(1, work.threads);
  one.threads = 1;
  one.many = true;
  one.observer = nullptr;
  std::mutex mutex;
  std::atomic<std::size_t> next{0};
  VerifyReport report;
  std::map<std::size_t, std::string> refused;
  std::exception_ptr failed;
  const auto check = [&](std::size_t i) {
    Result<void> verified = verify(puzzles[i], one);
    Result<std::vector<std::string>> files = std::vector<std::string>();
    if (verified && !folder.empty()) files = write_certificates(puzzles[i], folder, one);
    const std::lock_guard lock(mutex);
    if (verified && files) {
      ++report.verified;
      report.certificates += files->size();
    } else {
      refused[i] = verified ? files.error().message : verified.error().message;
    }
    if (work.observer != nullptr) {
      work.observer->set_stage(fmt::format("{} of {} puzzles verified, {} refused", report.verified,
                                           puzzles.size(), refused.size()));
    }
  };
  const auto work_on = [&] {
    try {
      for (std::size_t i = next++; i < puzzles.size() && !stopped(work.stop); i = next++) check(i);
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!failed) failed = std::current_exception();
      next = puzzles.size();
    }
  };
  std::vector<std::jthread> threads;
  for (int t = 1; t < one.seats; ++t) threads.emplace_back(work_on);
  work_on();
  threads.clear();
  if (failed) std::rethrow_exception(failed);
  for (auto& [number, message] : refused) report.refused.push_back(std::move(message));
  return report;
}

}  // namespace inarow::puzzles
