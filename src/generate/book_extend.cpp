#include "generate/book_extend.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "ask/asker.hpp"
#include "rules/notation.hpp"

namespace inarow {
namespace {

Question question_of(const Game& game, bool defenses, const ExtendOptions& options) {
  Question question{game};
  question.wanted = {.best = !defenses, .defenses = defenses};
  question.limits.order = options.order;
  question.limits.seconds = options.seconds;
  return question;
}

// What is found is put into the book at once.
void keep(BookStore& store, const Game& before, const Move& move, const Game& here,
          const Answer& answer, const ExtendOptions& options) {
  PositionFacts facts;
  if (answer.value) {
    facts.proved = bounds_of_value(here.spec(), *answer.value);
    facts.source = {name_of(answer.source),
                    fmt::format("order {}, {} s", options.order, options.seconds), INAROW_VERSION,
                    ""};
    if (answer.best) facts.best = *answer.best;
  } else if (answer.estimate) {
    facts.estimate = answer.estimate->win;
  }
  BookStore::Batch batch(store);
  const Result<BookPlace> place = store.put(here, facts);
  if (!place) throw BookError(place.error().message);
  store.link(*store.put(before, {}), move, *place);
  batch.commit();
}

}  // namespace

std::string words_of(const GameSpec& spec, const TriedDefense& tried) {
  if (tried.free > 0) return fmt::format("and {} other stones: not tried", tried.free);
  if (tried.refuted()) {
    return fmt::format("refuted by {}",
                       tried.answer.empty() ? "threats" : format_move(spec, tried.answer));
  }
  if (tried.value == GameValue::loss) return "wins";
  return tried.value == GameValue::draw ? "draws" : "holds so far";
}

bool ExtendReport::settled() const {
  return won || (complete && open_defenses > 0 && tried.size() == open_defenses &&
                 std::all_of(tried.begin(), tried.end(),
                             [](const TriedDefense& one) { return one.refuted(); }));
}

Result<Game> position_to_extend(const Game& game, const Move& move) {
  if (game.spec().placement() == nullptr) {
    return failure(
        "extend lists defenses against threats, in placement games; drop games have "
        "few moves: solve or grow");
  }
  Game after = game;
  if (const Result<void> played = after.play(move); !played) {
    return tl::unexpected<Error>(played.error());
  }
  if (after.over()) return failure("the game is over after this move; there is nothing to defend");
  return after;
}

Result<ExtendReport> extend_book(BookStore& store, const Game& game, const Move& move,
                                 const ExtendOptions& options, const Work& work) {
  Result<Game> after = position_to_extend(game, move);
  if (!after) return tl::unexpected<Error>(after.error());
  ExtendReport report{.after = std::move(*after)};
  Asker asker(work);
  const Result<Answer> listed = asker.ask(question_of(report.after, true, options));
  if (!listed) return tl::unexpected<Error>(listed.error());
  keep(store, game, move, report.after, *listed, options);
  report.won = listed->value == GameValue::loss;
  if (!listed->defenses) return report;
  report.open_defenses = listed->defenses->open.size();
  report.refuted = listed->defenses->refuted.size();
  report.complete = listed->defenses->complete;
  if (listed->value) return report;
  for (const OpenDefense& defense : listed->defenses->open) {
    if (stopped(work.stop) || report.tried.size() >= options.most) break;
    TriedDefense tried{.stones = defense.stones, .free = defense.free};
    // A defense that leaves stones free stands for many moves, which are for you to try.
    if (defense.free == 0 && !defense.stones.empty()) {
      Game here = report.after;
      (void)here.play(defense.stones);
      const Result<Answer> found = asker.ask(question_of(here, false, options));
      if (found) {
        keep(store, report.after, defense.stones, here, *found, options);
        tried.value = found->value;
        if (found->best && !found->best->empty()) tried.answer = found->best->front();
      }
    }
    report.tried.push_back(std::move(tried));
  }
  return report;
}

nlohmann::ordered_json extend_json(const ExtendReport& report) {
  using Json = nlohmann::ordered_json;
  const GameSpec& spec = report.after.spec();
  Json rows = Json::array();
  for (const TriedDefense& tried : report.tried) {
    Json row{{"defense", format_move(spec, tried.stones)}, {"free", tried.free}};
    if (tried.free == 0) {
      row["value"] = tried.value ? Json(name_of(*tried.value)) : Json(nullptr);
      if (!tried.answer.empty()) row["answer"] = format_move(spec, tried.answer);
    }
    rows.push_back(std::move(row));
  }
  return {{"game", spec.to_string()},    {"moves", format_moves(spec, report.after.moves())},
          {"won", report.won},           {"open_defenses", report.open_defenses},
          {"complete", report.complete}, {"refuted", report.refuted},
          {"tried", std::move(rows)}};
}

}  // namespace inarow
