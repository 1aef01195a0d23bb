#include "search/cannot_lose/format.hpp"

#include <fmt/format.h>

#include <charconv>
#include <vector>

#include "rules/game_spec.hpp"
#include "rules/notation.hpp"

namespace inarow::cannot_lose {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

std::string reply_text(const Reply& reply) {
  switch (reply.kind) {
    case ReplyKind::none:
      return ".";
    case ReplyKind::follow:
      return "F";
    case ReplyKind::place:
      return fmt::format("P{}", column_name(Column{reply.column}));
    case ReplyKind::win:
      return fmt::format("W{}", column_name(Column{reply.column}));
  }
  return ".";
}

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  while (!line.empty()) {
    const std::size_t end = line.find(' ');
    if (end != 0) words.push_back(line.substr(0, end));
    line.remove_prefix(end == std::string_view::npos ? line.size() : end + 1);
  }
  return words;
}

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Result<Strategy> run() {
    if (next() != "inarow cannot-lose 1") return wrong("write \"inarow cannot-lose 1\" first");
    const std::string_view game = next();
    if (!game.starts_with("game ")) return wrong("write the game, as in \"game drop:6xinf:cyl\"");
    const Result<GameSpec> spec = GameSpec::parse(game.substr(5));
    if (!spec) return wrong(spec.error().message);
    const DropSpec* drop = spec->drop();
    if (drop == nullptr || drop->k != 4 || drop->width > max_width ||
        drop->height.value_or(0) > max_height) {
      return wrong(
          fmt::format("strategies are for drop games with k = 4, up to {} columns and {} "
                      "rows or infinitely many",
                      max_width, max_height));
    }
    ground_ = {drop->width, drop->cylinder, drop->height.value_or(0)};
    const std::vector<std::string_view> who = words_of(next());
    if (who.size() < 2 || who[0] != "for" || (who[1] != "first" && who[1] != "second")) {
      return wrong("write the player, as in \"for second\" or \"for first a\"");
    }
    const Player player = who[1] == "first" ? Player::first : Player::second;
    const std::optional<int> first = player == Player::second
                                         ? std::optional<int>(0)
                                         : (who.size() == 3 ? column(who[2]) : std::nullopt);
    if (!first || (player == Player::second && who.size() != 2)) {
      return wrong("the first player's opening column follows, as in \"for first a\"");
    }
    Strategy strategy(ground_, player, *first);
    std::size_t states = 0;
    while (true) {
      if (text_.empty()) return wrong("the text ends before its \"end\" line");
      const std::string_view line = next();
      const std::vector<std::string_view> words = words_of(line);
      if (words.size() == 2 && words[0] == "end") {
        if (words[1] != std::to_string(states)) return wrong("not the number of states above");
        if (!text_.empty()) return wrong("something follows the last line");
        return strategy;
      }
      const Result<void> read = read_state(words, strategy);
      if (!read) return tl::unexpected<Error>(read.error());
      ++states;
    }
  }

 private:
  std::string_view next() {
    ++line_;
    const std::size_t end = text_.find('\n');
    const std::string_view line = text_.substr(0, end);
    text_.remove_prefix(end == std::string_view::npos ? text_.size() : end + 1);
    return line;
  }

  tl::unexpected<Error> wrong(const std::string& what) const {
    return failure(fmt::format("line {}: {}", line_, what), line_);
  }

  std::optional<int> column(std::string_view name) const {
    for (int c = 0; c < ground_.width; ++c) {
      if (column_name(Column{c}) == name) return c;
    }
    return std::nullopt;
  }

  Result<void> read_state(const std::vector<std::string_view>& words, Strategy& strategy) {
    const auto width = at(ground_.width);
    if (words.size() < width + 3 || words[0] != "state" || words[width + 1] != ":") {
      return wrong(fmt::format("write \"state\", {} columns, \":\" and the plan", ground_.width));
    }
    State state = State::empty(ground_.width);
    for (int c = 0; c < ground_.width; ++c) {
      std::string_view word = words[at(c) + 1];
      const bool frozen = word.ends_with('*');
      if (frozen) word.remove_suffix(1);
      if (word != "-") {
        if (word.empty() || word.size() > at(max_stack) ||
            word.find_first_not_of("AD") != std::string_view::npos ||
            (ground_.height != 0 && word.size() > at(ground_.height))) {
          return wrong(
              fmt::format("column {} is not a stack of up to {} A and D, or -", c + 1, max_stack));
        }
        for (const char stone : word) state.push(c, stone == 'A');
      }
      if (frozen) state.freeze(c);
    }
    // Entries are kept by canonical state: what is written in another form cannot be looked up.
    if (canonical(ground_, state).state != state) return wrong("the state is not the least image");
    if (strategy.entries().contains(state)) return wrong("the state stands there twice");
    Plan plan;
    if (words[width + 2] == "all" && words.size() == width + 3) {
      plan.freeze = low_bits<std::uint32_t>(ground_.width);
    } else if (words[width + 2] == "freeze") {
      for (std::size_t i = width + 3; i < words.size(); ++i) {
        const std::optional<int> c = column(words[i]);
        if (!c) return wrong("no such column to freeze");
        plan.freeze |= 1U << *c;
      }
      if (plan.freeze == 0) return wrong("no column to freeze");
    } else {
      if (words.size() != 2 * width + 2) return wrong("write one reply for each column");
      for (std::size_t c = 0; c < width; ++c) {
        const Result<Reply> reply = read_reply(words[width + 2 + c], static_cast<int>(c));
        if (!reply) return tl::unexpected<Error>(reply.error());
        plan.replies[c] = *reply;
      }
    }
    strategy.set(state, plan);
    return {};
  }

  Result<Reply> read_reply(std::string_view word, int c) const {
    if (word == ".") return Reply{};
    if (word == "F") return Reply{ReplyKind::follow, static_cast<std::int8_t>(c)};
    const std::optional<int> d = column(word.substr(1));
    if (!d || (word[0] != 'P' && word[0] != 'W')) {
      return wrong("a reply is F, P or W with a column as in Pb, or .");
    }
    return Reply{word[0] == 'P' ? ReplyKind::place : ReplyKind::win, static_cast<std::int8_t>(*d)};
  }

  std::string_view text_;
  std::size_t line_ = 0;
  Ground ground_;
};

}  // namespace

std::string game_text(const Ground& ground) {
  DropSpec spec;
  spec.width = ground.width;
  spec.height = ground.height == 0 ? std::nullopt : std::optional<int>(ground.height);
  spec.cylinder = ground.cylinder;
  return GameSpec(spec).to_string();
}

std::string format_strategy(const Strategy& strategy) {
  const Ground& ground = strategy.ground();
  std::string text = fmt::format("inarow cannot-lose 1\ngame {}\nfor {}", game_text(ground),
                                 name_of(strategy.defender()));
  if (strategy.defender() == Player::first) {
    text += fmt::format(" {}", column_name(Column{strategy.first_column()}));
  }
  text += "\n";
  for (const auto& [state, plan] : strategy.entries()) {
    text += fmt::format("state {} :", to_string(ground, state));
    if (plan.freeze == low_bits<std::uint32_t>(ground.width)) {
      text += " all";
    } else if (plan.freeze != 0) {
      text += " freeze";
      for (int c = 0; c < ground.width; ++c) {
        if ((plan.freeze >> c & 1U) != 0) text += fmt::format(" {}", column_name(Column{c}));
      }
    } else {
      for (int c = 0; c < ground.width; ++c)
        text += fmt::format(" {}", reply_text(plan.replies[at(c)]));
    }
    text += "\n";
  }
  return text + fmt::format("end {}\n", strategy.entries().size());
}

Result<Strategy> parse_strategy(std::string_view text) { return Parser(text).run(); }

}  // namespace inarow::cannot_lose
