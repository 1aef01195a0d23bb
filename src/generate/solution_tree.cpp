#include "generate/solution_tree.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "ask/asker.hpp"
#include "generate/placement_line.hpp"
#include "rules/notation.hpp"
#include "rules/score.hpp"
#include "search/threat_space/threat_prover.hpp"

namespace inarow::puzzles {
namespace {

constexpr std::size_t most_nodes = 150;  // of the tree of a placement game
constexpr std::size_t longest_refutation = 6;
constexpr int higher_orders = 2;  // that a try is looked at by, beyond the puzzle's
constexpr int highest_order = 3;

std::string moves_in_words(int number) {
  return fmt::format("{} move{}", number, number == 1 ? "" : "s");
}

// --- drop games

class DropSolution {
 public:
  DropSolution(const Puzzle& puzzle, const Work& work)
      : puzzle_(puzzle), spec_(puzzle.game.spec()), asker_(work) {}

  std::optional<Answer> ask(const Game& game, bool all, bool line) {
    Question question{game};
    question.method = Method::alphabeta;
    question.wanted.score = true;
    question.wanted.all_moves = all;
    question.wanted.line = line;
    question.limits.rules = false;
    Result<Answer> answer = asker_.ask(question);
    if (!answer || !answer->complete) return std::nullopt;
    return std::move(*answer);
  }

  // What a score means for the player to move in this position.
  std::string in_words(const Game& game, int score) const {
    if (score == 0) return "drawn";
    const int plies = plies_to_end(*spec_.cells(), game.stone_count(), score);
    return fmt::format("{} wins in {}",
                       spec_.colour(score > 0 ? game.to_move() : opponent(game.to_move())),
                       moves_in_words((plies + 1) / 2));
  }

  void add_solution(GameTree& tree, std::size_t node) {
    Game game = puzzle_.game;
    for (std::size_t i = 0; i < puzzle_.line.size(); ++i) {
      node = tree.add(node, puzzle_.line[i]);
      if (!game.play(puzzle_.line[i]) || game.over()) return;
      if (i == 0) tree.nodes[node].comment = "The only move.";
      if (i % 2 == 0) note_defenses(node, game, i + 1);
    }
  }

  // The main line's own defense comes first, so that it stays the main line.
  void note_defenses(std::size_t node, const Game& game, std::size_t at) {
    for (const Cell cell : game.playable_cells()) {
      if (at < puzzle_.line.size() && puzzle_.line[at][0] == cell) continue;
      Game after = game;
      if (!after.play({cell})) continue;
      const std::optional<Answer> answer = after.over() ? std::nullopt : ask(after, false, false);
      if (!answer || !answer->score || answer->best->empty()) continue;
      waiting_.push_back({node, {cell}, answer->best->front(), in_words(after, *answer->score)});
    }
  }

  // Variations, after the main line is there.
  void add_waiting(GameTree& tree) {
    for (const Variation& v : waiting_) {
      const std::size_t defense = tree.add(v.parent, v.defense);
      tree.add(defense, v.answer, v.words);
    }
    waiting_.clear();
  }

  void add_tries(GameTree& tree, std::size_t root) {
    for (const Cell cell : puzzle_.game.playable_cells()) {
      if (cell == puzzle_.solution[0]) continue;
      const Verdict verdict = judge({cell});
      std::size_t node = tree.add(root, {cell}, "Wrong: " + verdict.words);
      for (std::size_t i = 1; i < std::min(verdict.line.size(), longest_refutation + 1); ++i) {
        node = tree.add(node, verdict.line[i]);
      }
    }
  }

  Verdict judge(const Move& move) {
    Verdict verdict;
    verdict.right = same_stones(move, puzzle_.solution);
    verdict.line = {move};
    Game after = puzzle_.game;
    if (!after.play(move) || after.over()) return verdict;
    const std::optional<Answer> answer = ask(after, false, true);
    if (!answer || !answer->score) {
      verdict.words = "not looked at to the end.";
      return verdict;
    }
    for (const Move& next : *answer->line) verdict.line.push_back(next);
    if (!answer->best->empty()) verdict.answer = answer->best->front();
    const std::string reply =
        verdict.answer.empty() ? "" : fmt::format(" after {}", format_move(spec_, verdict.answer));
    verdict.words = fmt::format("{}{}.", in_words(after, *answer->score), reply);
    return verdict;
  }

  Continuation go_on(const Game& game) {
    Continuation next;
    if (game.over()) return next;
    const std::optional<Answer> answer = ask(game, false, false);
    if (!answer || answer->best->empty()) return next;
    // Of the opponent, who is to move.
    next.keeps = answer->value == GameValue::loss ||
                 (puzzle_.task != Task::win && answer->value == GameValue::draw);
    next.defense = answer->best->front();
    Game after = game;
    if (!after.play(next.defense) || after.over()) return next;
    const std::optional<Answer> reply = ask(after, false, false);
    if (reply && !reply->best->empty()) next.next = reply->best->front();
    return next;
  }

 private:
  struct Variation {
    std::size_t parent;
    Move defense;
    Move answer;
    std::string words;
  };

  const Puzzle& puzzle_;
  GameSpec spec_;
  Asker asker_;
  std::vector<Variation> waiting_;
};

// --- placement games

class PlacementSolution {
 public:
  PlacementSolution(const Puzzle& puzzle, const StopToken* stop)
      : puzzle_(puzzle), spec_(puzzle.game.spec()), solver_(puzzle.game.to_move()), stop_(stop) {}

  void add_solution(GameTree& tree, std::size_t root) {
    WinWalker walker(puzzle_.game, solver_, puzzle_.order, stop_);
    std::size_t node = root;
    std::vector<std::size_t> nodes;
    for (const Move& move : puzzle_.line) {
      completes_ = puzzle_.task == Task::win && nodes.size() + 1 == puzzle_.line.size();
      node = tree.add(node, whole(move));
      nodes.push_back(node);
    }
    completes_ = false;
    tree.nodes[nodes[0]].comment =
        puzzle_.task == Task::win ? "The only move." : "The only move that holds.";
    if (puzzle_.task != Task::win) return;
    for (std::size_t i = 0; i < puzzle_.line.size(); ++i) {
      walker.place(puzzle_.line[i], i % 2 == 0 ? solver_ : opponent(solver_));
      if (i % 2 == 1) continue;
      if (walker.is_held()) {
        if (!walker.has_won()) tree.nodes[nodes[i]].comment = "More threats than can be stopped.";
        return;
      }
      const Move* main = i + 1 < puzzle_.line.size() ? &puzzle_.line[i + 1] : nullptr;
      add_defenses(tree, nodes[i], walker, main);
    }
  }

  void add_tries(GameTree& tree, std::size_t root) const {
    for (const WrongTry& wrong : puzzle_.tries) {
      const std::string words = puzzle_.task == Task::win
                                    ? "Wrong: no win by these threats; the answer holds."
                                    : "Wrong: the answer wins.";
      const std::size_t node = tree.add(root, wrong.move, words);
      if (!wrong.answer.empty()) tree.add(node, whole(wrong.answer));
    }
  }

  Verdict judge(const Move& move) const {
    Verdict verdict;
    verdict.line = {move};
    verdict.right = same_stones(move, puzzle_.solution);
    Game after = puzzle_.game;
    if (verdict.right || !after.play(move) || after.over()) return verdict;
    const char* const other = spec_.colour(opponent(solver_));
    const int order = std::min(highest_order, std::max(puzzle_.order, higher_orders));
    threats::ThreatLimits limits;
    limits.order = order;
    limits.nodes = 2'000'000;
    threats::ThreatProver prover(*spec_.placement(), after.stones(), after.to_move(), limits,
                                 stop_);
    if (const auto win = prover.find_winner(order)) {
      if (win->winner != solver_) {
        verdict.answer = win->move;
        verdict.line.push_back(win->move);
        verdict.words = fmt::format("{} wins by {}.", other, format_move(spec_, win->move));
        return verdict;
      }
      verdict.wins = puzzle_.task == Task::win;
      verdict.words = fmt::format(
          "that wins too, by threats of order {}, which this puzzle does not look at.", win->order);
      return verdict;
    }
    if (puzzle_.task != Task::win) {
      verdict.words = "no refutation was found.";
      return verdict;
    }
    verdict.answer = holding_answer(puzzle_.game, move, order, stop_);
    if (!verdict.answer.empty()) verdict.line.push_back(verdict.answer);
    verdict.words = verdict.answer.empty() ? "no win by threats is found after it."
                                           : fmt::format("{} holds with {}.", other,
                                                         format_move(spec_, verdict.answer));
    return verdict;
  }

  Continuation go_on(const Game& game) const {
    Continuation next;
    if (game.over() || puzzle_.task != Task::win) return next;
    WinWalker walker(game, solver_, puzzle_.order, stop_);
    next.keeps = still_wins(game);
    next.defense = next.keeps ? walker.longest_defense() : held_by(game);
    if (next.defense.empty() || !next.keeps) return next;
    walker.place(next.defense, opponent(solver_));
    next.defense = whole(next.defense);
    next.next = walker.attack().move;
    return next;
  }

 private:
  // The opponent is to move.
  bool still_wins(const Game& game) const {
    threats::ThreatLimits limits;
    limits.order = puzzle_.order;
    threats::ThreatProver prover(*spec_.placement(), game.stones(), game.to_move(), limits, stop_);
    return prover.find_win(solver_, puzzle_.order).has_value();
  }
  Move held_by(const Game& game) const {
    Game before = game;
    const Move last = game.moves().back();
    before.undo();
    return holding_answer(before, last, puzzle_.order, stop_);
  }

  // Free stones are written as null stones.
  Move whole(Move move) const {
    const auto p = static_cast<std::size_t>(spec_.placement()->p);
    if (move.size() < p && !completes_) move.resize(p, null_stone);
    return move;
  }

  void add_defenses(GameTree& tree, std::size_t node, WinWalker& walker, const Move* main) {
    for (const Move& defense : walker.defenses()) {
      if (main != nullptr && same_stones(defense, *main)) continue;
      if (tree.nodes.size() > most_nodes || stopped(stop_)) return;
      walker.place(defense, opponent(solver_));
      const Move answer = walker.attack().move;
      if (!answer.empty()) {
        const std::size_t child = tree.add(node, whole(defense));
        add_attack(tree, child, walker, answer);
      }
      walker.take_back(defense);
    }
  }

  void add_attack(GameTree& tree, std::size_t parent, WinWalker& walker, const Move& move) {
    walker.place(move, solver_);
    completes_ = walker.has_won();
    const std::size_t node = tree.add(parent, whole(move));
    if (completes_) {
      completes_ = false;
    } else if (walker.is_held()) {
      tree.nodes[node].comment = "More threats than can be stopped.";
    } else {
      add_defenses(tree, node, walker, nullptr);
    }
    walker.take_back(move);
  }

  const Puzzle& puzzle_;
  GameSpec spec_;
  Player solver_;
  const StopToken* stop_;
  bool completes_ = false;  // the move at hand completes a line, so that it may be short
};

}  // namespace

GameTree solution_tree(const Puzzle& puzzle, const Work& work) {
  GameTree tree(puzzle.game.spec());
  std::size_t root = 0;
  for (const Move& move : puzzle.game.moves()) root = tree.add(root, move);
  tree.nodes[root].comment = fmt::format("{}: {}.", puzzle.id, task_in_words(puzzle));
  if (puzzle.game.spec().drop() != nullptr) {
    DropSolution solution(puzzle, work);
    solution.add_solution(tree, root);
    solution.add_waiting(tree);
    solution.add_tries(tree, root);
  } else {
    PlacementSolution solution(puzzle, work.stop);
    solution.add_solution(tree, root);
    solution.add_tries(tree, root);
  }
  return tree;
}

Verdict judge(const Puzzle& puzzle, const Move& move, const Work& work) {
  if (puzzle.game.spec().drop() != nullptr) return DropSolution(puzzle, work).judge(move);
  return PlacementSolution(puzzle, work.stop).judge(move);
}

Continuation go_on(const Puzzle& puzzle, const Game& game, const Work& work) {
  if (puzzle.game.spec().drop() != nullptr) return DropSolution(puzzle, work).go_on(game);
  return PlacementSolution(puzzle, work.stop).go_on(game);
}

}  // namespace inarow::puzzles
