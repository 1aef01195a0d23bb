#include "ask/asker.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

#include "ask/certificate_answer.hpp"
#include "ask/checkpoint_keeper.hpp"
#include "ask/drop_answer.hpp"
#include "ask/drop_reason.hpp"
#include "ask/expand_answer.hpp"
#include "ask/placement_answer.hpp"
#include "ask/player_tools.hpp"
#include "ask/rule_answer.hpp"
#include "ask/strategy_answer.hpp"
#include "ask/tables.hpp"
#include "ask/why.hpp"
#include "rules/notation.hpp"

namespace inarow {

// Reasons are for people: who has set no limit does not want to wait for ever.
constexpr double reason_seconds = 12;

class Asker::Seat {
 public:
  explicit Seat(const Work& work) : all_(work) {
    if (all_.tables == nullptr) {
      own_tables_ = std::make_unique<Tables>();
      all_.tables = own_tables_.get();
    }
    work_ = all_;
  }

  Result<Answer> ask(const Question& question) {
    if (const Result<void> fits = check(question); !fits) {
      return tl::unexpected<Error>(fits.error());
    }
    const auto start = Ticker::Clock::now();
    Result<Answer> answer = failure("");
    const bool reasons = question.wanted.reason || question.why_not;
    if (question.limits.seconds > 0 || reasons) {
      StopToken limit(all_.stop);
      limit.limit_time(question.limits.seconds > 0 ? seconds_to_stop(question, *all_.tables)
                                                   : reason_seconds);
      sit_down_with(&limit);
      answer = find(question);
      sit_down_with(all_.stop);
    } else {
      answer = find(question);
    }
    if (answer) answer->seconds = seconds_since(start);
    return answer;
  }

 private:
  // What a thread keeps between questions polls the token of the question.
  void sit_down_with(const StopToken* stop) {
    drop_.reset();
    placement_.reset();
    work_.stop = stop;
  }

  Result<Answer> find(const Question& question) {
    Answer answer;
    answer.complete = true;
    rules_.reset();
    std::unique_ptr<CheckpointKeeper> keeper;
    if (!question.checkpoint_path.empty()) {
      auto begun = CheckpointKeeper::begin(question.checkpoint_path, drop(question).game());
      if (!begun) return tl::unexpected<Error>(begun.error());
      keeper = std::move(*begun);
    }
    if (question.expand) {
      answer = expand(question);
    } else if (question.wanted.defenses) {
      answer = placement(question).defenses(question);
    } else if (question.wanted.value) {
      answer = value(question);
    }
    if (question.wanted.why) {
      answer.why = why(question);
      answer.complete = answer.complete &&
                        std::visit([](const auto& e) { return e.complete; }, answer.why->reasons) &&
                        (!answer.why->plans || answer.why->plans->complete) &&
                        (!answer.why->why_not || answer.why->why_not->after.complete);
    }
    if (question.move) {
      Result<PlayedMove> move = play(question);
      if (!move) return tl::unexpected<Error>(move.error());
      answer.played = std::move(*move);
    }
    if (!question.lines_path.empty()) write_lines(question, answer);
    if (question.certificate) certify(question, answer);
    if (keeper) {
      const Result<void> written = keeper->finish();
      if (!written && !answer.complete) throw EnvironmentError(written.error().message);
    }
    return answer;
  }

  Answer expand(const Question& question) {
    if (question.game.spec().placement() != nullptr) return expand_placement(question, work_);
    return expand_drop(question, work_, drop(question));
  }

  Answer value(const Question& question) {
    const GameSpec& spec = question.game.spec();
    if (question.method == Method::victor || question.method == Method::proof_number) {
      rules_ = make_rule_search(question, work_);
      return rules_->answer();
    }
    if (spec.drop() != nullptr) {
      if (spec.drop()->height) return drop(question).answer(question);
      return answer_by_strategies(question, work_, *work_.tables);
    }
    // Where a strategy decides a game on the infinite board at all, it does so sooner than threats.
    if (question.method == Method::automatic && strategies_fit(spec) && !question.game.over()) {
      Answer answer = answer_by_strategies(question, work_, *work_.tables);
      if (answer.value || stopped(work_.stop)) return answer;
    }
    return placement(question).answer(question);
  }

  DropSeat& drop(const Question& question) {
    if (!drop_ || !drop_->fits(question)) {
      drop_.reset();
      drop_.emplace(question, work_, *work_.tables);
    }
    return *drop_;
  }

  PlacementSeat& placement(const Question& question) {
    if (!placement_ || !placement_->fits(question)) placement_.emplace(question, work_);
    return *placement_;
  }

  std::shared_ptr<const Why> why(const Question& question) {
    const GameSpec& spec = question.game.spec();
    if (spec.placement() != nullptr) {
      ExplainLimits limits;
      limits.order = question.limits.order.value_or(limits.order);
      limits.table_bytes = std::min(limits.table_bytes, memory_for(work_) / 2);
      limits.threat_entries = std::min(limits.threat_entries, threat_entries_for(work_));
      auto why = std::make_shared<Why>(Why{explain_placement(question.game, limits, work_.stop)});
      const auto& found = std::get<PlacementExplanation>(why->reasons);
      // A quiet position: what the engine sees.
      if (question.wanted.estimate && !found.win && !found.value && !question.game.over()) {
        Question several = question;
        several.wanted.all_moves = true;
        why->estimate = placement(question).estimate(several);
      }
      return why;
    }
    if (!explainer_ || explained_ != *spec.drop()) {
      explainer_.emplace(*spec.drop());
      explained_ = *spec.drop();
    }
    auto why = std::make_shared<Why>(Why{explainer_->explain(question.game, work_.stop)});
    if (!question.wanted.reason && !question.why_not) return why;
    DropReasoner reasoner(drop(question), *explainer_, question, work_);
    if (question.why_not) {
      why->why_not = reasoner.find_why_not(question.game, *question.why_not);
    } else {
      why->plans = reasoner.find(question.game).reason;
      if (!why->plans->verdict.value && question.wanted.estimate && !question.game.over()) {
        why->estimate = drop(question).estimate(question.game, true);
      }
    }
    return why;
  }

  Result<PlayedMove> play(const Question& question) {
    const Game& game = question.game;
    const PlayerTools tools = player_tools(work_, *work_.tables);
    const bool external = engine_named(question.move->player, tools.engines) != nullptr;
    const auto place = external ? work_.tables->engine_place(work_.stop) : nullptr;
    if (external && place == nullptr) {
      return failure("stopped before " + question.move->player + " could be asked");
    }
    const auto player =
        work_.tables->players().get(question.move->player, game.spec(), game.to_move(), tools);
    if (!player) return tl::unexpected<Error>(player.error());
    Result<Choice> choice = (*player)->choose(game,
                                              {.seconds = question.limits.seconds,
                                               .threads = work_.threads,
                                               .memory_bytes = tools.memory_bytes,
                                               .stop = work_.stop},
                                              work_.observer);
    if (!choice) {
      if (external && !stopped(work_.stop)) throw EnvironmentError(choice.error().message);
      return tl::unexpected<Error>(choice.error());
    }
    PlayedMove played;
    played.move = std::move(choice->move);
    played.player = question.move->player;
    played.promise = (*player)->promise();
    played.note = (*player)->note();
    played.says = std::move(choice->says);
    played.estimate = std::move(choice->estimate);
    return played;
  }

  void write_lines(const Question& question, const Answer& answer) {
    if (!answer.by_rules || answer.by_rules->claim != RuleClaim::first_wins) return;
    if (const Result<void> written = rules_->write_lines(question.lines_path); !written) {
      throw EnvironmentError(written.error().message);
    }
  }

  void certify(const Question& question, Answer& answer) {
    // A value that was asked for and not found leaves nothing to write.
    const bool claimed = answer.by_rules && answer.by_rules->claim != RuleClaim::none;
    if (question.wanted.value && !answer.value && !claimed) return;
    if (answer.source == Source::strategy) {
      answer.proof = ProofReport{};
      answer.proof->ending = ProofEnding::impossible;
      answer.proof->claim = "value";
      answer.proof->player = question.game.to_move();
      answer.proof->reason =
          "this draw rests on two strategies, one a side; inarow prove cannot-lose and inarow "
          "prove "
          "drawn write such proofs";
    } else if (question.game.spec().placement() != nullptr) {
      answer.proof = prove_placement_claim(question, work_, placement(question));
    } else if (rules_) {
      answer.proof = prove_rule_claim(question, *answer.by_rules);
    } else {
      answer.proof = prove_drop_claim(question, work_, drop(question).engine(), nullptr);
    }
    answer.complete = answer.complete && answer.proof->ending != ProofEnding::stopped;
  }

  // The solver is asked only where the lines leave off.
  ProofReport prove_rule_claim(const Question& question, const RuleProof& found) {
    Question narrowed = question;
    const bool wins = found.claim == RuleClaim::first_wins;
    narrowed.certificate->claim = wins ? "win" : "not-lose";
    narrowed.certificate->player = wins ? Player::first : Player::second;
    return prove_drop_claim(narrowed, work_, drop(question).engine(), &rules_->guide());
  }

  Work all_;   // as given
  Work work_;  // with the question's own stop
  std::unique_ptr<Tables> own_tables_;
  std::optional<DropSeat> drop_;
  std::optional<PlacementSeat> placement_;
  std::unique_ptr<RuleSearch> rules_;  // of the question at hand
  std::optional<victor::Explainer> explainer_;
  DropSpec explained_;
};

Asker::Asker(const Work& work) : seat_(std::make_unique<Seat>(work)) {}
Asker::~Asker() = default;
Asker::Asker(Asker&&) noexcept = default;
Asker& Asker::operator=(Asker&&) noexcept = default;
Result<Answer> Asker::ask(const Question& question) { return seat_->ask(question); }

Result<Answer> ask(const Question& question, const Work& work) { return Asker(work).ask(question); }

void ask_each(const Question& pattern, const std::vector<std::string>& moves, const Work& work,
              const AnswerTaker& take) {
  Tables own;
  Work shared = work;
  if (shared.tables == nullptr) shared.tables = &own;
  shared.many = true;
  shared.seats = std::max(1, work.threads);
  shared.threads = 1;
  const auto threads_wanted = static_cast<std::size_t>(shared.seats);
  // A few at a time: neighbours are answered by one thread, and the counter is touched seldom. Of a
  // short batch one at a time, for each position may be hard.
  const std::size_t at_once =
      std::clamp(moves.size() / (threads_wanted * 64), std::size_t{1}, std::size_t{16});
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::exception_ptr failed;
  const auto answer_some = [&] {
    Asker asker(shared);
    Question question = pattern;
    for (std::size_t i = next.fetch_add(at_once); i < moves.size(); i = next.fetch_add(at_once)) {
      for (std::size_t j = i; j < std::min(i + at_once, moves.size()); ++j) {
        if (stopped(work.stop)) return;
        Result<Game> game = read_game(pattern.game.spec(), moves[j]);
        if (!game) {
          take(j, nullptr, tl::unexpected<Error>(game.error()));
          continue;
        }
        question.game = std::move(*game);
        take(j, &question.game, asker.ask(question));
      }
    }
  };
  const auto work_on = [&] {
    try {
      answer_some();
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!failed) failed = std::current_exception();
      next = moves.size();
    }
  };
  std::vector<std::jthread> threads;
  for (std::size_t t = 1; t < std::min(threads_wanted, moves.size()); ++t) {
    threads.emplace_back(work_on);
  }
  work_on();
  threads.clear();
  if (failed) std::rethrow_exception(failed);
}

std::vector<Result<PositionAnswer>> ask_each(const Question& pattern,
                                             const std::vector<std::string>& moves,
                                             const Work& work) {
  std::vector<Result<PositionAnswer>> answers(
      moves.size(), failure("stopped before this position was looked at"));
  ask_each(pattern, moves, work, [&](std::size_t index, const Game* game, Result<Answer> answer) {
    if (answer) {
      answers[index] = PositionAnswer{*game, std::move(*answer)};
    } else {
      answers[index] = tl::unexpected<Error>(answer.error());
    }
  });
  return answers;
}

}  // namespace inarow
