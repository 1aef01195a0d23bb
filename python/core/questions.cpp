#include "questions.hpp"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>

#include "answer/codec.hpp"
#include "answer/words.hpp"
#include "ask/asker.hpp"
#include "ask/strategy_claims.hpp"
#include "ask/tables.hpp"
#include "base/quote.hpp"
#include "board.hpp"
#include "records.hpp"
#include "rules/exact_count.hpp"
#include "rules/notation.hpp"
#include "waiting.hpp"

namespace py = pybind11;

namespace inarow::python {
namespace {

// Never destroyed: at the end of the interpreter a thread may still be at work with them.
Tables& tables() {
  static Tables* const all = new Tables();
  return *all;
}

// The keyword arguments of a function of inarow/__init__.py; who wrote None left it open.
class Options {
 public:
  explicit Options(const py::dict& dict) : dict_(dict) {}

  template <class T>
  std::optional<T> find(const char* name) const {
    if (!dict_.contains(name) || dict_[name].is_none()) return std::nullopt;
    try {
      return dict_[name].cast<T>();
    } catch (const py::cast_error&) {
      throw py::type_error(
          fmt::format("{} cannot be {}", name, py::repr(dict_[name]).cast<std::string>()));
    }
  }
  bool flag(const char* name) const {
    return dict_.contains(name) && py::bool_(py::object(dict_[name]));
  }

 private:
  const py::dict& dict_;
};

std::optional<Player> player_named(const std::optional<std::string>& name) {
  if (!name) return std::nullopt;
  if (*name == "first") return Player::first;
  if (*name == "second") return Player::second;
  throw py::value_error(fmt::format("no player {}; write first or second", quoted(*name)));
}

Method method_of(const Options& options) {
  const std::string name = options.find<std::string>("method").value_or("auto");
  const std::optional<Method> method = method_named(name);
  if (method) return *method;
  throw py::value_error(
      fmt::format("no method {}; the methods are auto, alphabeta, victor, proof-number and threat",
                  quoted(name)));
}

// The stop must outlive the work; its time runs from now on.
Work work_of(const Options& options, StopToken& stop) {
  Work work{.tables = &tables(), .stop = &stop};
  if (const std::optional<double> seconds = options.find<double>("time")) {
    if (!(*seconds > 0) || std::isinf(*seconds)) {
      throw py::value_error("time must be a positive number of seconds");
    }
    stop.limit_time(*seconds);
  }
  const std::optional<int> threads = options.find<int>("threads");
  if (threads && (*threads < 1 || *threads > 1024)) {
    throw py::value_error("threads must be a number from 1 to 1024");
  }
  work.threads =
      threads.value_or(std::max(1, static_cast<int>(std::thread::hardware_concurrency())));
  if (const std::optional<double> megabytes = options.find<double>("memory")) {
    constexpr double most = 1 << 24;
    if (!(*megabytes > 0) || *megabytes > most) {
      throw py::value_error(
          fmt::format("memory must be a number of megabytes above 0 and up to {}", most));
    }
    work.memory_bytes = static_cast<std::size_t>(*megabytes * 1024 * 1024);
  }
  return work;
}

Question question_of(const Game& game, const Options& options) {
  Question question{game};
  question.method = method_of(options);
  question.wanted = {.value = !options.flag("only_why") && !options.find<std::string>("player"),
                     .score = options.flag("score"),
                     .best = options.flag("best"),
                     .all_moves = options.flag("all_moves"),
                     .line = options.flag("line"),
                     .why = options.flag("why") || options.flag("only_why"),
                     .reason = options.flag("reason") && game.spec().drop() != nullptr,
                     .defenses = options.flag("defenses")};
  question.limits = {.order = options.find<int>("order"),
                     .book = options.flag("book"),
                     .rules = options.flag("rules")};
  if (const auto why_not = options.find<std::string>("why_not")) {
    question.why_not = or_value_error(read_move(game, *why_not));
  }
  if (const auto player = options.find<std::string>("player")) {
    question.move = MoveWish{*player};
  }
  if (const auto certificate = options.find<std::string>("certificate")) {
    question.certificate.emplace();
    question.certificate->path = *certificate;
  }
  return question;
}

py::object ask_about(const Game& game, const py::dict& keywords) {
  const Options options(keywords);
  const Question question = question_of(game, options);
  StopToken stop;
  const Work work = work_of(options, stop);
  Answer answer = or_value_error(wait_for(stop, [&] { return ask(question, work); }));
  return new_record(question.game, std::move(answer));
}

using PositionErrors = std::map<std::size_t, std::string>;  // by index

struct BatchAnswers {
  std::shared_ptr<Records> records;  // that of an error says nothing
  PositionErrors errors;
};

// After a stop: what was not looked at is not known, but what cannot be asked is still an error.
void fill_the_rest(const Question& pattern, const std::vector<std::string>& moves, std::size_t end,
                   BatchAnswers& all) {
  Question question = pattern;
  for (std::size_t i = 0; i < end; ++i) {
    if (all.records->is_set(i) || all.errors.count(i) != 0) continue;
    Result<Game> game = read_game(pattern.game.spec(), moves[i]);
    if (!game) {
      all.errors[i] = game.error().message;
      continue;
    }
    question.game = std::move(*game);
    if (const Result<void> fits = check(question); !fits) {
      all.errors[i] = fits.error().message;
    } else {
      all.records->set(i, moves[i], Answer{});
    }
  }
}

BatchAnswers ask_about_all(const Question& pattern, const std::vector<std::string>& moves,
                           const Work& work, StopToken& stop, bool keep_errors) {
  BatchAnswers all{std::make_shared<Records>(pattern.game.spec(), moves.size()), {}};
  std::mutex mutex;
  ask_each(pattern, moves, work, [&](std::size_t index, const Game*, Result<Answer> answer) {
    if (answer) return all.records->set(index, moves[index], std::move(*answer));
    const std::lock_guard lock(mutex);
    all.errors[index] = answer.error().message;
    if (!keep_errors) stop.request_stop();
  });
  if (stop.stopped()) {
    // Of several errors the first one is reported, whichever thread was faster.
    const bool raise = !keep_errors && !all.errors.empty();
    fill_the_rest(pattern, moves, raise ? all.errors.begin()->first : moves.size(), all);
  }
  return all;
}

py::list ask_batch(const std::string& game, const std::vector<std::string>& moves,
                   const py::dict& keywords, bool keep_errors) {
  const Options options(keywords);
  const Question pattern = question_of(Game(spec_named(game)), options);
  or_value_error(check_game(pattern));
  StopToken stop;
  const Work work = work_of(options, stop);
  BatchAnswers all =
      wait_for(stop, [&] { return ask_about_all(pattern, moves, work, stop, keep_errors); });
  if (!keep_errors && !all.errors.empty()) {
    const auto& [index, message] = *all.errors.begin();
    throw py::value_error(fmt::format("position {}: {}", index, message));
  }
  py::list list(moves.size());
  for (std::size_t i = 0; i < moves.size(); ++i) {
    PyList_SET_ITEM(list.ptr(), static_cast<Py_ssize_t>(i),
                    new_record(all.records, i).release().ptr());
  }
  for (const auto& [index, message] : all.errors) {
    list[index] = py::reinterpret_borrow<py::object>(PyExc_ValueError)(message);
  }
  return list;
}

py::tuple proof_tuple(ProofEnding ending, const std::string& json, const std::string& words) {
  const char* const name = ending == ProofEnding::written       ? "written"
                           : ending == ProofEnding::false_claim ? "false"
                           : ending == ProofEnding::not_found   ? "not found"
                           : ending == ProofEnding::impossible  ? "impossible"
                                                                : "stopped";
  return py::make_tuple(name, json, words);
}

void require_kind(const std::string& kind) {
  std::string names;
  for (const ClaimMeaning& known : claim_meanings()) {
    if (known.name == kind) return;
    names += (names.empty() ? "" : ", ") + known.name;
  }
  throw py::value_error(fmt::format("no kind of claim {}; the kinds are {}", quoted(kind), names));
}

py::tuple prove_claim(const std::string& kind, const std::string& game, const std::string& moves,
                      const std::string& file, const py::dict& keywords) {
  const Options options(keywords);
  require_kind(kind);
  const std::string strategy = options.find<std::string>("strategy").value_or("auto");
  const std::optional<Player> player = player_named(options.find<std::string>("player"));
  StopToken stop;
  const Work work = work_of(options, stop);
  if (is_strategy_claim(kind)) {
    const StrategyProof proof = or_value_error(wait_for(stop, [&] {
      return prove_by_strategy({.claim = kind,
                                .game = game,
                                .moves = moves,
                                .player = player,
                                .strategy = strategy,
                                .path = file,
                                .plain = options.flag("plain")},
                               work);
    }));
    return proof_tuple(proof.ending, strategy_proof_json(proof), in_words(proof));
  }
  if (strategy != "auto") throw py::value_error("strategy is for claims of kind cannot-lose");
  Question question{or_value_error(read_game(spec_named(game), moves))};
  question.wanted = {.value = false, .best = false};
  question.limits.order = options.find<int>("order").value_or(3);
  question.certificate = CertificateWish{.path = file,
                                         .claim = kind,
                                         .player = player,
                                         .score = options.find<int>("score").value_or(1),
                                         .rules = options.flag("rules"),
                                         .tree = options.flag("tree"),
                                         .plain = options.flag("plain")};
  const Answer answer = or_value_error(wait_for(stop, [&] { return ask(question, work); }));
  const ProofReport& proof = *answer.proof;
  return proof_tuple(proof.ending, proof_json(question.game, proof),
                     in_words(question.game, proof));
}

py::int_ python_int(const mpz_class& number) {
  return py::reinterpret_steal<py::int_>(PyLong_FromString(number.get_str().c_str(), nullptr, 10));
}

struct Counts {
  PositionBound bound;
  std::optional<PositionEstimate> estimate;
  std::optional<ExactCount> exact;
  double bytes = 0;
};

py::dict exact_dict(const ExactCount& exact, bool all) {
  py::dict per_men;
  py::dict won;
  std::uint64_t total = 0;
  for (const ExactCount::Row& row : exact.rows) {
    per_men[py::int_(row.men)] = row.positions;
    won[py::int_(row.men)] = row.won;
    total += row.positions;
  }
  py::dict dict;
  dict["total"] = total;
  dict["complete"] = all && exact.end == ExactCount::End::complete;
  dict["per_men"] = per_men;
  dict["won_by_last_move"] = won;
  return dict;
}

py::dict count_positions(const std::string& game, const py::dict& keywords) {
  const Options options(keywords);
  const GameSpec spec = spec_named(game);
  if (!spec.finite_board()) {
    throw py::value_error(
        fmt::format("{} has infinitely many positions; take a finite board such as "
                    "drop:7x6 or Connect(15,15,5,1,1)",
                    spec.to_string()));
  }
  const bool exact = options.flag("exact");
  if (exact && spec.placement() != nullptr && *spec.cells() > 64) {
    throw py::value_error("placement boards are enumerated up to 64 cells");
  }
  const int max_men = options.find<int>("max_men").value_or(0);
  if (max_men < 0) throw py::value_error("max_men must be a positive number");
  StopToken stop;
  const Work work = work_of(options, stop);
  const auto limit = static_cast<double>(memory_for(work));
  constexpr int samples_a_row = 10'000;
  const bool estimate = options.flag("estimate");
  Observer observer;
  const Counts counts = wait_for(stop, [&] {
    Counts found{position_bound(spec), std::nullopt, std::nullopt, 0};
    found.bytes = exact_count_bytes(spec, found.bound, max_men);
    if (estimate || (exact && found.bytes > limit)) {
      found.estimate = estimate_positions(spec, found.bound, samples_a_row, stop);
      found.bytes = exact_count_bytes(spec, *found.estimate, max_men);
    }
    if (exact && found.bytes <= limit) {
      found.exact = count_exactly(spec, {work.threads, memory_for(work), max_men}, stop, observer);
    }
    return found;
  });
  const bool too_large = exact && !counts.exact && !stop.stopped();
  if (too_large || (counts.exact && counts.exact->end == ExactCount::End::out_of_memory)) {
    PyErr_SetString(
        PyExc_MemoryError,
        fmt::format("the count needs about {:.3g} GB, {:.3g} GB are allowed; raise memory, or "
                    "count the first plies only with max_men",
                    counts.bytes / 1e9, limit / 1e9)
            .c_str());
    throw py::error_already_set();
  }
  py::dict per_men;
  for (const PositionBound::Row& row : counts.bound.rows) {
    per_men[py::int_(row.men)] = python_int(row.positions);
  }
  py::dict bound;
  bound["total"] = python_int(counts.bound.total);
  bound["per_men"] = per_men;
  py::dict answer;
  answer["game"] = spec.to_string();
  answer["bound"] = bound;
  if (estimate) {
    py::dict dict;
    dict["total"] = counts.estimate->total;
    dict["standard_error"] = counts.estimate->standard_error;
    answer["estimate"] = dict;
  }
  if (counts.exact) answer["exact"] = exact_dict(*counts.exact, max_men == 0);
  return answer;
}

}  // namespace

void add_questions(py::module_& module) {
  module.def("ask", ask_about);
  module.def("ask_batch", ask_batch);
  module.def("prove", prove_claim);
  module.def("count", count_positions);
  module.def("claims", [] {
    py::dict kinds;
    for (const ClaimMeaning& kind : claim_meanings()) kinds[py::str(kind.name)] = kind.meaning;
    return kinds;
  });
}

}  // namespace inarow::python
