#include "match/opponent.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "book/installed.hpp"
#include "match/placement_player.hpp"
#include "proof/certificate_reader.hpp"
#include "rules/notation.hpp"
#include "search/cannot_lose/column_rules.hpp"
#include "search/cannot_lose/format.hpp"
#include "search/cannot_lose/player.hpp"
#include "search/cannot_lose/search.hpp"
#include "search/cannot_lose/verify.hpp"
#include "search/maker_breaker/band_breaker.hpp"
#include "search/maker_breaker/breaker.hpp"

namespace inarow {
namespace {

// Wider boards of finite height may be lost (7x6 is: Allis 1988), and then the search has no end.
constexpr int max_even_width = 6;
constexpr int max_rules_width = 7;
// A move of Breaker's: his first stones lie side by side, and there must be room on the board.
constexpr int max_stones = 1000;

tl::unexpected<Error> left_the_strategy() {
  return failure("the game so far does not follow the strategy, so nothing is proved of it");
}

class CannotLose final : public Opponent {
 public:
  explicit CannotLose(cannot_lose::Strategy strategy) : strategy_(std::move(strategy)) {}

  std::string promise() const override {
    return fmt::format("cannot lose (a verified strategy of {} states)",
                       strategy_.entries().size());
  }

  Result<Move> move(const Game& game) override {
    const std::optional<Walked> walked = walk(game);
    if (!walked || !walked->due) return left_the_strategy();
    const std::optional<Cell> cell = game.landing_cell(Column{*walked->due});
    if (!cell) return left_the_strategy();
    return Move{*cell};
  }

  Result<Commitment> commitment(const Game& game) override {
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
class ColumnRulesPlayer final : public Opponent {
 public:
  ColumnRulesPlayer(const DropSpec& spec, std::map<int, cannot_lose::ColumnRules> by_opening)
      : spec_(spec), by_opening_(std::move(by_opening)) {}

  std::string promise() const override {
    return spec_.width == 7 ? "cannot lose unless you begin in the middle (rules for columns, "
                              "Allis 1988)"
                            : "cannot lose (rules for columns, Allis 1988)";
  }

  Result<Move> move(const Game& game) override {
    const Result<Walked> walked = walk(game);
    if (!walked) return tl::unexpected<Error>(walked.error());
    if (!walked->due) return left_the_strategy();
    const std::optional<Cell> cell = game.landing_cell(Column{*walked->due});
    if (!cell) return left_the_strategy();
    return Move{*cell};
  }

  Result<Commitment> commitment(const Game& game) override {
    Commitment commitment;
    if (game.moves().empty()) {
      commitment.text = "It has promised nothing yet; its rules depend on your first move.";
      if (spec_.width == 7) return commitment;
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
    for (int c = 0; c < spec_.width; ++c) {
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
  struct Walked {
    const cannot_lose::ColumnRules* rules = nullptr;
    std::vector<int> stones;
    std::optional<int> due;
  };

  Result<Walked> walk(const Game& game) const {
    Walked walked;
    walked.stones.resize(static_cast<std::size_t>(spec_.width));
    const int opening = spec_.width < 7 || game.moves().empty() ? -1 : game.moves()[0][0].x;
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

  DropSpec spec_;
  std::map<int, cannot_lose::ColumnRules> by_opening_;  // -1: whatever the first move
};

std::unique_ptr<Opponent> make_rules_player(const DropSpec& spec) {
  std::map<int, cannot_lose::ColumnRules> by_opening;
  const auto add = [&](int key, std::optional<int> opening) {
    const std::optional<cannot_lose::ColumnRules> rules =
        cannot_lose::find_column_rules(spec.width, *spec.height, opening);
    if (rules && cannot_lose::check_column_rules(*rules)) by_opening.emplace(key, *rules);
  };
  if (spec.width < 7) {
    add(-1, std::nullopt);
  } else {
    for (const int opening : {0, 1, 2, 4, 5, 6}) add(opening, opening);
  }
  if (by_opening.empty()) return nullptr;
  return std::make_unique<ColumnRulesPlayer>(spec, std::move(by_opening));
}

class InfiniteBreaker final : public Opponent {
 public:
  InfiniteBreaker(std::unique_ptr<maker_breaker::PlaneBreaker> fresh, Player side, int p)
      : fresh_(std::move(fresh)), side_(side), p_(p) {}

  std::string promise() const override {
    return "never lets you complete a line (a proved strategy on a tiling of the board)";
  }

  Result<Move> move(const Game& game) override {
    Walked walked = walk(game);
    if (!walked.breaker || game.to_move() != side_) return left_the_strategy();
    if (!walked.begun) {
      // He begins: his first stones may lie anywhere.
      for (int x = 0; x < game.stones_due(); ++x) walked.due.push_back({x, 0});
    }
    return walked.due;
  }

  Result<Commitment> commitment(const Game& game) override {
    const Walked walked = walk(game);
    if (!walked.breaker || game.to_move() == side_) return left_the_strategy();
    Commitment commitment;
    commitment.watch = walked.breaker->watch();
    const auto& lines = commitment.watch.lines;
    const auto broken =
        std::count_if(lines.begin(), lines.end(), [](const auto& line) { return line.broken; });
    commitment.text =
        fmt::format("Every {} in a row contains a line of its tiling, and you will complete none",
                    game.spec().placement()->k);
    // Before the first stone there is nothing to count.
    commitment.text += lines.empty()
                           ? "."
                           : fmt::format(
                                 ": of {} lines with a stone of yours {} are broken, and of the "
                                 "others you need at least {} more stones.",
                                 lines.size(), broken, commitment.watch.missing);
    return commitment;
  }

 private:
  struct Walked {
    std::unique_ptr<maker_breaker::PlaneBreaker> breaker;  // null if he left the strategy
    Move due;                                              // his answer to the last move
    bool begun = false;
  };

  Walked walk(const Game& game) const {
    Walked walked;
    walked.breaker = fresh_->clone();
    for (std::size_t i = 0; i < game.moves().size(); ++i) {
      if ((i % 2 == 0) != (side_ == Player::first)) {
        walked.due = walked.breaker->answer(game.moves()[i], p_);
        walked.begun = true;
      } else if (!walked.begun) {
        for (const Cell cell : game.moves()[i]) walked.breaker->add_own(cell);
      } else if (game.moves()[i] != walked.due) {
        return {};
      }
    }
    return walked;
  }

  std::unique_ptr<maker_breaker::PlaneBreaker> fresh_;
  Player side_;
  int p_;
};

// The strategy that comes with the program if there is one and it is sound, else one searched for.
Result<std::unique_ptr<Opponent>> make_cannot_lose(const GameSpec& spec,
                                                   const cannot_lose::Ground& ground, Player side,
                                                   const StopToken& stop, ProgressSink& progress) {
  std::string note;
  const std::string file =
      fmt::format("{}/certificates/{}", data_folder(), strategy_file_name(*spec.drop(), side));
  std::error_code error;
  if (std::filesystem::exists(file, error)) {
    progress.report(fmt::format("verifying {}", file));
    Result<std::unique_ptr<Opponent>> shipped = make_strategy_player(spec, side, file);
    if (shipped) return shipped;
    note = shipped.error().message + "; a strategy was searched for instead";
  }
  cannot_lose::SearchResult result = cannot_lose::find_strategy(ground, side, {}, stop, progress);
  if (!result.strategy) {
    return failure(fmt::format("{}no cannot-lose strategy of the {} player was found for {}{}",
                               note.empty() ? "" : note + ", and ", name_of(side), spec.to_string(),
                               result.complete ? "" : " in the time and memory allowed"));
  }
  const Result<cannot_lose::Verified> verified = cannot_lose::verify(*result.strategy);
  if (!verified) return tl::unexpected<Error>(verified.error());
  auto opponent = std::make_unique<CannotLose>(std::move(*result.strategy));
  opponent->set_note(note);
  return opponent;
}

}  // namespace

Result<Commitment> Opponent::commitment(const Game& /*game*/) {
  Commitment commitment;
  commitment.text = fmt::format("It {}.", promise());
  return commitment;
}

std::string strategy_file_name(const DropSpec& spec, Player side) {
  if (spec.cylinder && !spec.height && spec.k == 4) {
    return fmt::format("cannot-lose-cylinder-{}-{}.cert", spec.width, name_of(side));
  }
  std::string name = GameSpec(spec).to_string();
  std::replace(name.begin(), name.end(), ':', '-');
  return fmt::format("cannot-lose-{}-{}.cert", name, name_of(side));
}

Result<std::unique_ptr<Opponent>> make_strategy_player(const GameSpec& spec, Player side,
                                                       const std::string& path) {
  Result<cannot_lose::Strategy> strategy = read_cannot_lose(path);
  if (!strategy) return tl::unexpected<Error>(strategy.error());
  const std::string game = cannot_lose::game_text(strategy->ground());
  if (game != spec.to_string() || strategy->defender() != side) {
    return failure(
        fmt::format("{}: it is a strategy of the {} player of {}, not of the {} player of {}", path,
                    name_of(strategy->defender()), game, name_of(side), spec.to_string()));
  }
  return std::make_unique<CannotLose>(std::move(*strategy));
}

Result<std::unique_ptr<Opponent>> make_strategy(const GameSpec& spec, Player side,
                                                const StopToken& stop, ProgressSink& progress) {
  if (const DropSpec* drop = spec.drop(); drop != nullptr) {
    const int height = drop->height.value_or(0);
    if (drop->k == 4 && !drop->cylinder && height > 0 && height % 2 == 0 &&
        height <= cannot_lose::max_rules_height && drop->width <= max_rules_width &&
        side == Player::second) {
      if (std::unique_ptr<Opponent> player = make_rules_player(*drop)) return player;
    }
    if (drop->k == 4 && drop->width <= cannot_lose::max_width && height % 2 == 0 &&
        height <= cannot_lose::max_height &&
        (height == 0 || (side == Player::second && drop->width <= max_even_width))) {
      return make_cannot_lose(spec, {drop->width, drop->cylinder, height}, side, stop, progress);
    }
  }
  if (const PlacementSpec* placement = spec.placement();
      placement != nullptr && !placement->board && placement->q <= placement->p) {
    const int p = placement->p;
    if (p >= 3 && p <= max_stones && placement->k >= maker_breaker::theorem_2_k(p)) {
      return std::make_unique<InfiniteBreaker>(std::make_unique<maker_breaker::BandBreaker>(p),
                                               side, p);
    }
    if ((p == 1 && placement->k >= 8) || (p == 2 && placement->k >= 11)) {
      const maker_breaker::StripTiling tiling(2 * p + 2, p + 2, 2 * p + 2);
      auto breaker = std::make_unique<maker_breaker::Breaker>(tiling, p, stop);
      if (!breaker->ready()) return failure("the search for the strategy was stopped");
      return std::make_unique<InfiniteBreaker>(std::move(breaker), side, p);
    }
  }
  return nullptr;
}

Error no_strategy(const GameSpec& spec, Player side) {
  return {fmt::format(
      "there is no proved strategy of the {} side of {}; there are those of cylinder:W and "
      "drop:Wxinf (both sides), of drop:WxH with W <= 7 and H even (second), and of Connect(k,p,q) "
      "on the infinite board with k >= 8, 11 and 17 for p = 1, 2 and 3 and so on (inarow kdraw), "
      "q <= p; other placement games have a player without a promise",
      name_of(side), spec.to_string())};
}

Result<std::unique_ptr<Opponent>> make_opponent(const GameSpec& spec, Player side,
                                                const StopToken& stop, ProgressSink& progress) {
  Result<std::unique_ptr<Opponent>> strategy = make_strategy(spec, side, stop, progress);
  if (!strategy || *strategy) return strategy;
  if (spec.placement() != nullptr) {
    constexpr double seconds_a_move = 5;
    return make_placement_player(spec, PlacementLevel::strong, seconds_a_move, stop);
  }
  return tl::unexpected<Error>(no_strategy(spec, side));
}

}  // namespace inarow
