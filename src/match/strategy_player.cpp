#include "match/strategy_player.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "book/installed.hpp"
#include "proof/certificate_reader.hpp"
#include "rules/notation.hpp"
#include "search/cannot_lose/column_rules.hpp"
#include "search/cannot_lose/format.hpp"
#include "search/cannot_lose/player.hpp"
#include "search/cannot_lose/search.hpp"
#include "search/cannot_lose/verify.hpp"

namespace inarow {
namespace {

// Wider boards of finite height may be lost (7x6 is: Allis 1988), and then the search has no end.
constexpr int max_even_width = 6;
constexpr int max_rules_width = 7;

class CannotLose final : public ComputerPlayer {
 public:
  CannotLose(const GameSpec& spec, cannot_lose::Strategy strategy)
      : ComputerPlayer(spec, strategy.defender()), strategy_(std::move(strategy)) {}

  std::string promise() const override {
    return fmt::format("cannot lose (a verified strategy of {} states)",
                       strategy_.entries().size());
  }

  std::size_t bytes() const override {
    // An entry of a std::map and what the allocator adds.
    return strategy_.entries().size() *
           (sizeof(cannot_lose::State) + sizeof(cannot_lose::Plan) + 64);
  }

  Result<Commitment> commitment(const Game& game) const override {
    const std::optional<Walked> walked = walk(game);
    if (!walked || walked->due) return left_the_strategy();
    Commitment commitment;
    const cannot_lose::Ground& ground = strategy_.ground();
    const cannot_lose::State state = strategy_.after_free_freezing(walked->defender.state());
    for (int c = 0; c < ground.width; ++c) {
      if (!game.landing_cell(Column{c})) continue;
      if (state.frozen(c)) {
        commitment.frozen.push_back(Column{c});
        continue;
      }
      const std::optional<cannot_lose::Answer> answer = strategy_.answer(state, c);
      if (!answer) continue;
      commitment.replies.push_back({Column{c}, Column{answer->reply.column},
                                    answer->reply.kind == cannot_lose::ReplyKind::follow,
                                    answer->won});
    }
    commitment.text = text_of(commitment);
    return commitment;
  }

 private:
  Result<Choice> think(const Game& game, const Thinking& /*thinking*/) const override {
    const std::optional<Walked> walked = walk(game);
    if (!walked || !walked->due) return left_the_strategy();
    const std::optional<Cell> cell = game.landing_cell(Column{*walked->due});
    if (!cell) return left_the_strategy();
    return Choice{{*cell}};
  }

  // The game so far as the strategy sees it, and D's column if it is his turn.
  struct Walked {
    cannot_lose::Defender defender;
    std::optional<int> due;
  };

  std::optional<Walked> walk(const Game& game) const {
    Walked walked{cannot_lose::Defender(strategy_), std::nullopt};
    if (strategy_.defender() == Player::first) walked.due = strategy_.first_column();
    for (std::size_t i = 0; i < game.moves().size(); ++i) {
      const int column = game.moves()[i][0].x;
      if ((i % 2 == 0) == (strategy_.defender() == Player::first)) {
        if (walked.due != column) return std::nullopt;
        walked.due.reset();
      } else {
        walked.due = walked.defender.answer(column);
        if (!walked.due) return std::nullopt;
      }
    }
    return walked;
  }

  static std::string text_of(const Commitment& commitment) {
    const auto list = [](const std::vector<Column>& columns) {
      std::string names;
      for (const Column column : columns) {
        if (!names.empty()) names += ", ";
        names += column_name(column);
      }
      return names;
    };
    if (commitment.replies.empty()) {
      return "It has promised to answer every move on top of it, for ever.";
    }
    if (commitment.frozen.empty()) {
      return "It has promised nothing for ever yet, but has an answer ready to every move.";
    }
    return fmt::format(
        "It has promised to answer every move in column{} {} on top of it, and not to play there "
        "otherwise.",
        commitment.frozen.size() == 1 ? "" : "s", list(commitment.frozen));
  }

  cannot_lose::Strategy strategy_;
};

// Rules for columns, of the second player on a flat board of even height. On seven columns they
// depend on the first move, and there are none after a move in the middle.
class ColumnRulesPlayer final : public ComputerPlayer {
 public:
  ColumnRulesPlayer(const DropSpec& spec, std::map<int, cannot_lose::ColumnRules> by_opening)
      : ComputerPlayer(GameSpec(spec), Player::second), by_opening_(std::move(by_opening)) {}

  std::string promise() const override {
    return width() == 7 ? "cannot lose unless you begin in the middle (rules for columns, "
                          "Allis 1988)"
                        : "cannot lose (rules for columns, Allis 1988)";
  }

  Result<Commitment> commitment(const Game& game) const override {
    Commitment commitment;
    if (game.moves().empty()) {
      commitment.text = "It has promised nothing yet; its rules depend on your first move.";
      if (width() == 7) return commitment;
    }
    const Result<Walked> walked = walk(game);
    if (!walked) return tl::unexpected<Error>(walked.error());
    if (walked->due) return left_the_strategy();
    const cannot_lose::ColumnRules& rules = *walked->rules;
    std::string pairs;
    for (const auto& list : {rules.pairs, rules.begun}) {
      for (const auto& [c, d] : list) {
        pairs +=
            fmt::format(" {} and {} are a pair;", column_name(Column{c}), column_name(Column{d}));
      }
    }
    commitment.text = "It answers every move on top of it.";
    if (!pairs.empty()) {
      commitment.text = fmt::format(
          "It answers every move on top of it, with one exception:{} the first move in a pair, and "
          "the move that fills one of its columns, are answered in the other column.",
          pairs);
    }
    for (int c = 0; c < width(); ++c) {
      if (!game.landing_cell(Column{c})) continue;
      std::vector<int> stones = walked->stones;
      ++stones[static_cast<std::size_t>(c)];
      const int reply = cannot_lose::answer_by_rules(rules, stones, c);
      const bool single =
          std::find(rules.singles.begin(), rules.singles.end(), c) != rules.singles.end();
      if (single) {
        commitment.frozen.push_back(Column{c});
      } else {
        commitment.replies.push_back({Column{c}, Column{reply}, false, false});
      }
    }
    return commitment;
  }

 private:
  int width() const { return spec().drop()->width; }

  Result<Choice> think(const Game& game, const Thinking& /*thinking*/) const override {
    const Result<Walked> walked = walk(game);
    if (!walked) return tl::unexpected<Error>(walked.error());
    if (!walked->due) return left_the_strategy();
    const std::optional<Cell> cell = game.landing_cell(Column{*walked->due});
    if (!cell) return left_the_strategy();
    return Choice{{*cell}};
  }

  struct Walked {
    const cannot_lose::ColumnRules* rules = nullptr;
    std::vector<int> stones;
    std::optional<int> due;
  };

  Result<Walked> walk(const Game& game) const {
    Walked walked;
    walked.stones.resize(static_cast<std::size_t>(width()));
    const int opening = width() < 7 || game.moves().empty() ? -1 : game.moves()[0][0].x;
    const auto found = by_opening_.find(opening);
    if (found == by_opening_.end()) {
      return failure("after a first move in the middle of seven columns there are no such rules");
    }
    walked.rules = &found->second;
    for (const Move& move : game.moves()) {
      const int column = move[0].x;
      ++walked.stones[static_cast<std::size_t>(column)];
      if (walked.due) {
        if (*walked.due != column) return left_the_strategy();
        walked.due.reset();
      } else {
        walked.due = cannot_lose::answer_by_rules(*walked.rules, walked.stones, column);
      }
    }
    return walked;
  }

  std::map<int, cannot_lose::ColumnRules> by_opening_;  // -1: whatever the first move
};

// Null if no rules pass the check.
std::unique_ptr<ComputerPlayer> make_rules_player(const DropSpec& spec, const StopToken& stop) {
  std::map<int, cannot_lose::ColumnRules> by_opening;
  const auto add = [&](int key, std::optional<int> opening) {
    const std::optional<cannot_lose::ColumnRules> rules =
        cannot_lose::find_column_rules(spec.width, *spec.height, opening, &stop);
    if (rules && cannot_lose::check_column_rules(*rules, &stop)) by_opening.emplace(key, *rules);
  };
  if (spec.width < 7) {
    add(-1, std::nullopt);
  } else {
    for (const int opening : {0, 1, 2, 4, 5, 6}) add(opening, opening);
  }
  if (by_opening.empty() || stop.stopped()) return nullptr;
  return std::make_unique<ColumnRulesPlayer>(spec, std::move(by_opening));
}

// The strategy that comes with the program if there is one and it is sound, else one searched for.
MadePlayer make_cannot_lose(const GameSpec& spec, Player side, std::size_t memory_bytes,
                            const StopToken& stop, Observer& observer) {
  std::string note;
  const std::string file =
      fmt::format("{}/certificates/{}", data_folder(), strategy_file_name(*spec.drop(), side));
  std::error_code error;
  if (std::filesystem::exists(file, error)) {
    observer.set_stage(fmt::format("verifying {}", file));
    MadePlayer shipped = read_strategy_player(spec, side, file, &stop);
    if (shipped) return shipped;
    if (stop.stopped()) return shipped;
    note = shipped.error().message + "; a strategy was searched for instead";
  }
  const cannot_lose::Ground ground{spec.drop()->width, spec.drop()->cylinder,
                                   spec.drop()->height.value_or(0)};
  cannot_lose::SearchLimits limits;
  // The strategy that is found takes memory beside the table of the search.
  if (memory_bytes > 0) limits.memory_bytes = memory_bytes / 4 * 3;
  cannot_lose::SearchResult result =
      cannot_lose::find_strategy(ground, side, limits, stop, observer);
  if (!result.strategy) {
    return failure(fmt::format("{}no cannot-lose strategy of the {} player was found for {}{}",
                               note.empty() ? "" : note + ", and ", name_of(side), spec.to_string(),
                               result.complete ? "" : " in the time and memory allowed"));
  }
  const Result<cannot_lose::Verified> verified = cannot_lose::verify(*result.strategy, &stop);
  if (!verified) return tl::unexpected<Error>(verified.error());
  auto player = std::make_unique<CannotLose>(spec, std::move(*result.strategy));
  player->set_note(note);
  return player;
}

bool has_rules(const DropSpec& spec, Player side) {
  const int height = spec.height.value_or(0);
  return spec.k == 4 && !spec.cylinder && height > 0 && height % 2 == 0 &&
         height <= cannot_lose::max_rules_height && spec.width <= max_rules_width &&
         side == Player::second;
}

bool has_cannot_lose(const DropSpec& spec, Player side) {
  const int height = spec.height.value_or(0);
  return spec.k == 4 && spec.width <= cannot_lose::max_width && height % 2 == 0 &&
         height <= cannot_lose::max_height &&
         (height == 0 || (side == Player::second && spec.width <= max_even_width));
}

}  // namespace

std::string strategy_file_name(const DropSpec& spec, Player side) {
  if (spec.cylinder && !spec.height && spec.k == 4) {
    return fmt::format("cannot-lose-cylinder-{}-{}.cert", spec.width, name_of(side));
  }
  std::string name = GameSpec(spec).to_string();
  std::replace(name.begin(), name.end(), ':', '-');
  return fmt::format("cannot-lose-{}-{}.cert", name, name_of(side));
}

MadePlayer read_strategy_player(const GameSpec& spec, Player side, const std::string& path,
                                const StopToken* stop) {
  Result<cannot_lose::Strategy> strategy = read_cannot_lose(path, stop);
  if (!strategy) return tl::unexpected<Error>(strategy.error());
  const std::string game = cannot_lose::game_text(strategy->ground());
  if (game != spec.to_string() || strategy->defender() != side) {
    return failure(
        fmt::format("{}: it is a strategy of the {} player of {}, not of the {} player of {}", path,
                    name_of(strategy->defender()), game, name_of(side), spec.to_string()));
  }
  return std::make_unique<CannotLose>(spec, std::move(*strategy));
}

bool has_strategy(const DropSpec& spec, Player side) {
  return has_rules(spec, side) || has_cannot_lose(spec, side);
}

MadePlayer find_strategy_player(const DropSpec& spec, Player side, std::size_t memory_bytes,
                                const StopToken& stop, Observer& observer) {
  if (has_rules(spec, side)) {
    if (std::unique_ptr<ComputerPlayer> player = make_rules_player(spec, stop)) return player;
    if (stop.stopped()) return failure("the search for the strategy was stopped");
  }
  if (has_cannot_lose(spec, side)) {
    return make_cannot_lose(GameSpec(spec), side, memory_bytes, stop, observer);
  }
  return failure(
      fmt::format("no rules for the columns of {} were found", GameSpec(spec).to_string()));
}

}  // namespace inarow
