#include "ask/rule_answer.hpp"

#include <algorithm>
#include <optional>

#include "rules/notation.hpp"
#include "search/proof_number/df_pn.hpp"
#include "search/victor/line_book.hpp"
#include "search/victor/proof_lines.hpp"
#include "search/victor/three_level_search.hpp"

namespace inarow {
namespace {

using victor::Verdict;

// The bounds of the score of the player to move that a verdict gives.
Bounds bounds_of(Verdict verdict, const Game& game) {
  const int most = (*game.spec().cells() + 1) / 2;
  const int low = verdict == Verdict::white_wins ? 1 : -most;
  const int high = verdict == Verdict::black_holds ? 0 : most;
  if (game.to_move() == Player::first) return {low, high};
  return {-high, -low};
}

std::optional<GameValue> value_of_verdict(Verdict verdict, Player player) {
  if (verdict != Verdict::white_wins) return std::nullopt;
  return player == Player::first ? GameValue::win : GameValue::loss;
}

RuleClaim claim_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::white_wins:
      return RuleClaim::first_wins;
    case Verdict::black_holds:
      return RuleClaim::second_not_lose;
    case Verdict::unclear:
      break;
  }
  return RuleClaim::none;
}

template <class B>
class RuleSearchOn final : public RuleSearch, private MoveGuide {
 public:
  RuleSearchOn(const Question& question, const Work& work)
      : question_(question), stop_(work.stop), board_(*game_.spec().drop()) {
    const victor::SearchLimits limits{
        .memory_bytes = memory_for(work) / (question.certificate ? 2 : 1),
        .stop = work.stop,
        .observer = work.observer};
    if (question.method == Method::proof_number) {
      df_pn_.emplace(board_, limits);
    } else {
      three_level_.emplace(board_, static_cast<std::size_t>(question.limits.tree_size), limits);
    }
    root_ = victor::position_of(board_, game_);
  }

  Answer answer() override {
    Answer answer;
    const Verdict verdict = search(root_);
    answer.source = df_pn_ ? Source::proof_number : Source::victor;
    answer.complete = verdict != Verdict::unclear;
    answer.value = value_of_verdict(verdict, game_.to_move());
    answer.bounds = bounds_of(verdict, game_);
    answer.axioms = {allis_axiom};
    answer.by_rules.emplace();
    answer.by_rules->claim = claim_of(verdict);
    if (question_.wanted.all_moves) list_moves(answer);
    if (question_.wanted.best) answer.best.emplace();
    if (verdict != Verdict::unclear) show_lines(verdict, answer);
    if (question_.wanted.line) {
      const auto& lines = answer.by_rules->critical_lines;
      answer.line = lines.empty() ? forced_ : lines.front().moves;
    }
    const victor::SearchStatistics s = df_pn_ ? df_pn_->statistics() : three_level_->statistics();
    answer.nodes = s.expansions;
    answer.by_rules->evaluations = s.evaluations;
    answer.by_rules->table = s.table;
    if (three_level_) {
      answer.by_rules->trees = s.trees;
      answer.by_rules->largest_tree = s.largest_tree;
    }
    return answer;
  }

  MoveGuide& guide() override { return *this; }

  Result<void> write_lines(const std::string& path) override {
    std::vector<victor::LineBook::Code> codes;
    lines_->book().for_each(
        [&](const victor::Key<B>& key, Verdict) { codes.emplace_back(key.first, key.second); });
    return victor::LineBook(*game_.spec().drop(), format_moves(game_.spec(), game_.moves()), codes)
        .write(path);
  }

 private:
  using Word = typename B::Word;
  using Position = victor::Position<B>;

  std::optional<int> column(const ProofPosition& p) override {
    const bool white = lines_->goal() == Verdict::white_wins;
    const Position position{static_cast<Word>(white ? p.prover : p.opponent),
                            static_cast<Word>(white ? p.opponent : p.prover)};
    const std::optional<Word> move = lines_->move(position);
    if (!move) return std::nullopt;
    return board_.cell(*move).x;
  }

  // The rules look at the stop while they search, but not afterwards: the lines of a proof ask them
  // again what they have said before.
  Verdict search(const Position& position) {
    judge().evaluator().set_stop(stop_);
    const Verdict verdict = df_pn_ ? df_pn_->solve(position) : three_level_->solve(position);
    judge().evaluator().set_stop(nullptr);
    return verdict;
  }
  Verdict known(const Position& position) {
    if (df_pn_) return df_pn_->known(position);
    const Verdict* verdict = three_level_->table().find(victor::key_of(board_, position));
    return verdict == nullptr ? Verdict::unclear : *verdict;
  }
  victor::Judge<B>& judge() { return df_pn_ ? df_pn_->judge() : three_level_->judge(); }
  Move move_to(Word square) const { return {board_.cell(square)}; }
  bool wins_at_once(const Position& next) const {
    return board_.geometry().has_line(root_.first_to_move() ? next.first : next.second);
  }

  template <class F>
  void for_each_move(F&& f) {
    victor::for_each_square(board_.landing_squares(root_.stones()),
                            [&](Word square) { f(square, root_.after(square)); });
  }

  void list_moves(Answer& answer) {
    answer.moves.emplace();
    for_each_move([&](Word square, const Position& next) {
      const Verdict verdict = !wins_at_once(next)     ? search(next)
                              : root_.first_to_move() ? Verdict::white_wins
                                                      : Verdict::black_holds;
      answer.complete = answer.complete && verdict != Verdict::unclear;
      answer.moves->moves.push_back({move_to(square), value_of_verdict(verdict, game_.to_move()),
                                     std::nullopt, claim_of(verdict)});
    });
  }

  // The hardest line after each answer of the side that the claim is against.
  void show_lines(Verdict verdict, Answer& answer) {
    known_ = [this](const Position& p) { return known(p); };
    lines_.emplace(judge(), known_, root_);
    answer.by_rules->line_positions = lines_->size();
    answer.by_rules->book_positions = lines_->book().size();
    Position at = root_;
    MoveList start;
    if (root_.first_to_move() == (verdict == Verdict::white_wins)) {
      Position settled = root_;
      if (judge().play_forced(settled) != Verdict::unclear || settled != root_) {
        for (const Word square : lines_->critical_line(root_)) forced_.push_back(move_to(square));
        if (forced_.empty()) forced_ = winning_move();
        if (!forced_.empty() && answer.best) answer.best = {forced_[0]};
        return;
      }
      const std::optional<Word> move = lines_->move(root_);
      if (!move) return;
      start.push_back(move_to(*move));
      if (answer.best) answer.best = {start[0]};
      at = root_.after(*move);
    }
    add_critical_lines(at, start, answer.by_rules->critical_lines);
  }

  void add_critical_lines(const Position& at, const MoveList& start,
                          std::vector<CriticalLine>& critical) {
    std::vector<victor::Key<B>> shown;  // mirror images are the same
    victor::for_each_square(judge().moves(at), [&](Word square) {
      const Position next = at.after(square);
      const victor::Key<B> key = victor::key_of(board_, next);
      if (std::find(shown.begin(), shown.end(), key) != shown.end()) return;
      shown.push_back(key);
      CriticalLine line{start, lines_->weight(next)};
      line.moves.push_back(move_to(square));
      for (const Word reply : lines_->critical_line(next)) line.moves.push_back(move_to(reply));
      critical.push_back(std::move(line));
    });
    std::stable_sort(critical.begin(), critical.end(),
                     [](const auto& a, const auto& b) { return a.weight > b.weight; });
  }

  MoveList winning_move() {
    MoveList moves;
    for_each_move([&](Word square, const Position& next) {
      if (moves.empty() && wins_at_once(next)) moves.push_back(move_to(square));
    });
    return moves;
  }

  Question question_;
  const Game& game_ = question_.game;
  const StopToken* stop_;
  B board_;
  Position root_;
  std::optional<victor::DfPnSearch<B>> df_pn_;
  std::optional<victor::ThreeLevelSearch<B>> three_level_;
  typename victor::ProofLines<B>::Known known_;
  std::optional<victor::ProofLines<B>> lines_;
  MoveList forced_;
};

}  // namespace

std::unique_ptr<RuleSearch> make_rule_search(const Question& question, const Work& work) {
  if (victor::SmallBoard::fits(*question.game.spec().drop())) {
    return std::make_unique<RuleSearchOn<victor::SmallBoard>>(question, work);
  }
  return std::make_unique<RuleSearchOn<victor::LargeBoard>>(question, work);
}

}  // namespace inarow
