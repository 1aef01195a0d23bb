#include "search/threat_space/threat_prover.hpp"

#include <algorithm>

#include "base/expects.hpp"

namespace inarow::threats {

ThreatProver::ThreatProver(const PlacementSpec& spec, std::vector<Stone> stones, Player to_move,
                           const ThreatLimits& limits, const StopToken* stop)
    : spec_(spec),
      stones_(std::move(stones)),
      to_move_(to_move),
      limits_(limits),
      stop_(stop),
      positions_(1) {}

ThreatSearch& ThreatProver::search_of(Player attacker) {
  const auto at = static_cast<std::size_t>(attacker);
  if (!searches_[at]) {
    searches_[at] = std::make_unique<ThreatSearch>(spec_, stones_, attacker, limits_, stop_);
    searches_[at]->set_observer(observer_);
    begun_[at].store(searches_[at].get(), std::memory_order_release);
    Player player = played_.size() % 2 == 0 ? to_move_ : opponent(to_move_);
    for (const Move& move : played_) {
      // The window depends on the first stones only, and these lay well inside it.
      const bool placed = searches_[at]->play(move, player);
      EXPECTS(placed);
      player = opponent(player);
    }
  }
  return *searches_[at];
}

void ThreatProver::set_stop(const StopToken* stop) {
  stop_ = stop;
  for (const auto& search : searches_) {
    if (search) search->set_stop(stop);
  }
}

std::uint64_t ThreatProver::nodes() const {
  std::uint64_t sum = 0;
  for (const auto& begun : begun_) {
    const ThreatSearch* search = begun.load(std::memory_order_acquire);
    if (search != nullptr) sum += search->nodes();
  }
  return sum;
}

void ThreatProver::search_next_order(Question question) {
  Progress& now = progress(question);
  const int order = now.order + 1;
  order_.store(order, std::memory_order_relaxed);
  if (observer_ != nullptr) observer_->set_order(order);
  const Player attacker = question == Question::mover ? to_move_ : opponent(to_move_);
  ThreatSearch& search = search_of(attacker);
  std::unique_ptr<WinRecorder>& recorder = recorders_[static_cast<std::size_t>(attacker)];
  if (recording_ && !recorder) recorder = std::make_unique<WinRecorder>(search.board());
  search.set_tracer(recorder.get());
  const std::uint64_t before = search.nodes();
  search.allow(limits_.nodes - now.nodes);
  now.win = question == Question::opponent ? search.find_win_after_defense_of_order(order)
                                           : search.find_win_of_order(order);
  now.nodes += search.nodes() - before;
  search.set_tracer(nullptr);
  if (now.win && recorder) now.win->record = std::make_shared<const WinRecord>(recorder->take());
  now.cut = !now.win && search.stopped();
  if (!now.cut) now.order = order;
}

const std::optional<ThreatWin>& ThreatProver::find(Question question, int order) {
  Progress& now = progress(question);
  while (!now.win && now.order < order && now.nodes < limits_.nodes) {
    if (is_stopped()) {
      now.cut = true;
      break;
    }
    search_next_order(question);
    if (now.cut) break;
  }
  return now.win;
}

std::optional<ThreatWin> ThreatProver::find_winner(int order) {
  for (int r = 1; r <= order; ++r) {
    for (const Question question : {Question::mover, Question::opponent}) {
      const std::optional<ThreatWin>& win = find(question, r);
      if (win && win->order <= r) return win;
    }
  }
  return std::nullopt;
}

std::optional<ThreatWin> ThreatProver::find_win(Player attacker, int order) {
  const std::optional<ThreatWin>& win =
      find(attacker == to_move_ ? Question::mover : Question::opponent, order);
  return win && win->order <= order ? win : std::nullopt;
}

std::optional<ThreatWin> ThreatProver::find_win_if_passed(int order) {
  const std::optional<ThreatWin>& win = find(Question::opponent_if_passed, order);
  return win && win->order <= order ? win : std::nullopt;
}

bool ThreatProver::play(const Move& cells) {
  (void)search_of(to_move_);  // its window says which cells are safe
  for (const auto& search : searches_) {
    if (search && !search->play(cells, to_move_)) return false;  // the first of them, or none
  }
  played_.push_back(cells);
  positions_.emplace_back();
  to_move_ = opponent(to_move_);
  return true;
}

void ThreatProver::take_back() {
  EXPECTS(!played_.empty());
  for (const auto& search : searches_) {
    if (search) search->take_back(played_.back());
  }
  played_.pop_back();
  positions_.pop_back();
  to_move_ = opponent(to_move_);
}

int ThreatProver::searched_order() const {
  return std::min(progress(Question::mover).order, progress(Question::opponent).order);
}

bool ThreatProver::complete() const {
  for (const Progress& one : positions_.back()) {
    if (one.cut) return false;
  }
  return true;
}

}  // namespace inarow::threats
