#include "ask/expand_answer.hpp"

#include <algorithm>
#include <set>

#include "proof/bound_proof.hpp"
#include "proof/defense_cover.hpp"
#include "proof/zone_record.hpp"
#include "rules/symmetry.hpp"
#include "search/engine/engine.hpp"
#include "search/threat_space/open_defenses.hpp"

namespace inarow {
namespace {

using threats::ThreatLimits;
using threats::ThreatProver;
using threats::ThreatWin;

constexpr double default_seconds = 2;
// Of the time, until when it may go on.
constexpr double share_of_wins = 0.3;
constexpr double share_of_defenses = 0.65;
constexpr int default_order = 2;
constexpr int order_of_defenses = 3;
constexpr std::size_t most_open = 100;
constexpr double chance_of_the_rest = 0.75;

// The steps of a placement game's expansion.
class PlacementExpansion {
 public:
  PlacementExpansion(const Question& question, const Work& work)
      : question_(question),
        game_(question.game),
        work_(work),
        attacker_(question.expand->attacker),
        position_(zone_position(question.game, question.expand->attacker)),
        seconds_(question.limits.seconds > 0 ? question.limits.seconds : default_seconds),
        begin_(Ticker::Clock::now()) {
    answer_.expansion.emplace();
    answer_.source = Source::threat;
    limits_.table = std::min<std::size_t>(threat_entries_for(work), std::size_t{1} << 17);
  }

  Answer run() {
    if (!by_wins() && !by_defenses()) list_moves();
    answer_.complete = true;
    return std::move(answer_);
  }

 private:
  double left(double share) const { return share * seconds_ - seconds_since(begin_); }

  void decide(Player winner, PlacementProof&& proof) {
    answer_.value = winner == game_.to_move() ? GameValue::win : GameValue::loss;
    answer_.expansion->proof = std::move(proof.body);
  }

  bool by_wins() {
    StopToken stop(work_.stop);
    stop.limit_time(left(share_of_wins));
    ThreatProver prover(position_.spec, position_.stones, game_.to_move(), limits_, &stop);
    prover.set_observer(work_.observer);
    prover.record_wins();
    const std::optional<ThreatWin> win =
        prover.find_winner(question_.limits.order.value_or(default_order));
    answer_.nodes += prover.nodes();
    std::optional<PlacementProof> proof = win ? proof_of_win(game_, *win) : std::nullopt;
    if (!proof) return false;
    decide(win->winner, std::move(*proof));
    return true;
  }

  bool by_defenses() {
    if (game_.to_move() == attacker_) return false;
    cover_.emplace(position_);
    StopToken stop(work_.stop);
    stop.limit_time(left(share_of_defenses));
    ThreatLimits limits = limits_;
    limits.order = std::max(order_of_defenses, question_.limits.order.value_or(default_order));
    const threats::DefensesResult found = find_open_defenses(
        position_.spec, position_.stones, attacker_, limits, &stop, work_.observer, true);
    answer_.nodes += found.nodes;
    open_ = found.open;
    if (!found.record) return false;
    if (found.proved) {
      std::optional<PlacementProof> proof = proof_of_record(position_, *found.record);
      if (proof) decide(attacker_, std::move(*proof));
      return proof.has_value();
    }
    for (CoverWin& win : wins_of_cover(*found.record)) {
      std::optional<PlacementProof> proof =
          proof_of_record(after_defense(position_, win.stones), win.record);
      if (!proof) continue;
      cover_->add(win.stones, proof->zones);
      answer_.expansion->cover.push_back(
          {std::move(win.stones), win.further, std::move(proof->body)});
    }
    return false;
  }

  void list_moves() {
    const ExpandWish& wish = *question_.expand;
    const auto skip = [&](const Move& move) {
      return std::any_of(wish.known.begin(), wish.known.end(),
                         [&](const Move& known) { return same_stones(known, move); }) ||
             (cover_ && cover_->covers(move));
    };
    engine::Engine engine(position_.spec, {.memory_bytes = std::size_t{8} << 20});
    // In a position with symmetries of its own the best moves are images of each other.
    const int images = own_symmetries(game_.spec(), game_.stones());
    const engine::EngineResult found = engine.think(game_, {.seconds = std::max(0.1, left(1.0)),
                                                            .moves = wish.moves * images,
                                                            .stop = work_.stop,
                                                            .skip = skip});
    answer_.nodes += found.nodes;
    const bool attacks = game_.to_move() == attacker_;
    std::set<std::vector<Stone>> seen;
    for (const auto& choice : found.choices) {
      if (static_cast<int>(answer_.expansion->moves.size()) == wish.moves) break;
      if (images > 1) {
        Game after = game_;
        if (!after.play(choice.line.front()) ||
            !seen.insert(canonical_stones(after.spec(), after.stones())).second) {
          continue;
        }
      }
      const double chance = engine::chance_of(choice.score);
      answer_.expansion->moves.push_back({choice.line.front(), attacks ? chance : 1 - chance});
    }
    // Then the other defenses that are open, for who asks to go on with.
    for (const threats::OpenDefense& defense : open_) {
      if (answer_.expansion->moves.size() >= most_open) return;
      if (defense.free > 0 || skip(defense.stones) || is_listed(defense.stones)) continue;
      answer_.expansion->moves.push_back({defense.stones, chance_of_the_rest});
    }
  }

  bool is_listed(const Move& move) const {
    const auto& moves = answer_.expansion->moves;
    return std::any_of(moves.begin(), moves.end(),
                       [&](const ExpandedMove& listed) { return same_stones(listed.move, move); });
  }

  const Question& question_;
  const Game& game_;
  const Work& work_;
  Player attacker_;
  ZonePosition position_;
  double seconds_;
  Ticker::Clock::time_point begin_;
  ThreatLimits limits_;
  std::optional<DefenseCover> cover_;
  std::vector<threats::OpenDefense> open_;
  Answer answer_;
};

}  // namespace

Answer expand_placement(const Question& question, const Work& work) {
  return PlacementExpansion(question, work).run();
}

Answer expand_drop(const Question& question, const Work& work, DropSeat& seat) {
  const Game& game = question.game;
  const Player attacker = question.expand->attacker;
  Question value = question;
  value.expand.reset();
  value.wanted = {.best = false, .estimate = false};
  value.limits.rules = false;  // a proof without axioms
  value.limits.book = false;
  Answer answer = seat.answer(value);
  answer.expansion.emplace();
  if (answer.value) {
    const Player winner =
        *answer.value == GameValue::win ? game.to_move() : opponent(game.to_move());
    const bool wins = *answer.value != GameValue::draw && winner == attacker;
    const ProofBound bound{wins ? attacker : opponent(attacker), wins ? 1 : 0};
    StringSink body;
    ProofCounts counts;
    BoundProof proof(*game.spec().drop(), bound,
                     {.engine = seat.engine(),
                      .threads = work.threads,
                      .memory_bytes = memory_for(work) / 2,
                      .stop = work.stop,
                      .observer = work.observer},
                     body, counts);
    if (proof.write(game) == ProofEnd::complete) {
      answer.expansion->proof = std::move(body.text);
      return answer;
    }
    answer.value.reset();
  }
  answer.complete = true;
  for (int x = 0; x < game.spec().drop()->width; ++x) {
    const std::optional<Cell> cell = game.landing_cell(Column{x});
    if (cell) answer.expansion->moves.push_back({{*cell}, 0.5});
  }
  return answer;
}

}  // namespace inarow
