#include "match/saved_game.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/quote.hpp"

namespace inarow {
namespace {

constexpr std::string_view play_property = "PLAY";

std::optional<double> number_of(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  constexpr double most = 1e7;
  if (!(number >= 0 && number <= most)) return std::nullopt;
  return number;
}

tl::unexpected<Error> not_ours(std::string_view value) {
  return failure(fmt::format(
      "the property PLAY has {}; written are side, against, strategy, moves, clock, left and "
      "ended (docs/formats/sgf.md)",
      quoted(value)));
}

// What the values of PLAY say; those with other names are left to later versions.
struct Play {
  std::optional<std::size_t> moves;
  std::optional<ClockSpec> clock;
  std::optional<std::array<double, 2>> left;
};

Result<void> read_value(std::string_view value, SavedGame& saved, Play& play) {
  const std::size_t space = value.find(' ');
  if (space == std::string_view::npos) return not_ours(value);
  const std::string_view name = value.substr(0, space);
  const std::string_view rest = value.substr(space + 1);
  if (name == "side") {
    if (rest != "first" && rest != "second") return not_ours(value);
    saved.side = rest == "first" ? Player::first : Player::second;
  } else if (name == "against") {
    saved.against = rest;
  } else if (name == "strategy") {
    saved.strategy_file = rest;
  } else if (name == "moves") {
    const std::optional<double> number = number_of(rest);
    if (!number) return not_ours(value);
    play.moves = static_cast<std::size_t>(*number);
  } else if (name == "clock") {
    const Result<ClockSpec> clock = ClockSpec::parse(rest);
    if (!clock) return tl::unexpected<Error>(clock.error());
    play.clock = *clock;
  } else if (name == "left") {
    const std::size_t middle = rest.find(' ');
    if (middle == std::string_view::npos) return not_ours(value);
    const std::optional<double> first = number_of(rest.substr(0, middle));
    const std::optional<double> second = number_of(rest.substr(middle + 1));
    if (!first || !second) return not_ours(value);
    play.left = std::array<double, 2>{*first, *second};
  } else if (name == "ended") {
    const bool resigned = rest == "resigned first" || rest == "resigned second";
    const bool on_time = rest == "time first" || rest == "time second";
    if (!resigned && !on_time) return not_ours(value);
    saved.ending = resigned ? Ending::resigned : Ending::on_time;
    saved.loser = rest.back() == 't' ? Player::first : Player::second;
  }
  return {};
}

bool black(const GameSpec& spec, Player player) { return spec.colour(player)[0] == 'B'; }

// For other programs: B+, W+R, Draw.
std::string result_of(const SavedGame& saved) {
  const auto won_by = [&](Player player, const char* how) {
    return fmt::format("{}+{}", black(saved.game.spec(), player) ? "B" : "W", how);
  };
  if (saved.game.outcome() == Outcome::draw) return "Draw";
  if (saved.game.over()) {
    return won_by(saved.game.outcome() == Outcome::first_wins ? Player::first : Player::second, "");
  }
  if (saved.ending == Ending::resigned) return won_by(opponent(saved.loser), "R");
  if (saved.ending == Ending::on_time) return won_by(opponent(saved.loser), "T");
  return {};
}

// The moves as the first variations of the tree.
void put_main_line(GameTree& tree, const MoveList& moves) {
  std::size_t node = 0;
  for (const Move& move : moves) {
    std::size_t next = 0;
    for (const std::size_t child : tree.nodes[node].children) {
      if (next == 0 && tree.nodes[child].move == move) next = child;
    }
    if (next == 0) next = tree.add(node, move);
    std::vector<std::size_t>& children = tree.nodes[node].children;
    std::stable_partition(children.begin(), children.end(),
                          [&](std::size_t child) { return child == next; });
    node = next;
  }
}

}  // namespace

Result<SavedGame> read_saved_game(std::string_view text, const GameSpec* game) {
  Result<GameTree> tree = read_game_tree(text, game);
  if (!tree) return tl::unexpected<Error>(tree.error());
  SavedGame saved{Game(tree->spec)};
  Play play;
  for (const SgfProperty& property : tree->nodes[0].other) {
    if (property.name != play_property) continue;
    for (const std::string& value : property.values) {
      if (const Result<void> read = read_value(value, saved, play); !read) {
        return tl::unexpected<Error>(read.error());
      }
    }
  }
  MoveList moves = tree->moves_to(tree->end_of_main_line());
  if (play.moves && *play.moves < moves.size()) moves.resize(*play.moves);
  for (const Move& move : moves) {
    if (const Result<void> played = saved.game.play(move); !played) {
      return tl::unexpected<Error>(played.error());
    }
  }
  if (play.clock) {
    saved.clock.emplace(*play.clock);
    if (play.left) {
      saved.clock->set_left(Player::first, (*play.left)[0]);
      saved.clock->set_left(Player::second, (*play.left)[1]);
    }
  }
  saved.tree = std::move(*tree);
  return saved;
}

std::string write_saved_game(SavedGame& saved) {
  put_main_line(saved.tree, saved.game.moves());
  SgfProperty play{std::string(play_property), {}};
  play.values.push_back(fmt::format("side {}", name_of(saved.side)));
  play.values.push_back("against " + saved.against);
  if (!saved.strategy_file.empty()) play.values.push_back("strategy " + saved.strategy_file);
  play.values.push_back(fmt::format("moves {}", saved.game.moves().size()));
  if (saved.clock) {
    play.values.push_back("clock " + saved.clock->spec().to_string());
    play.values.push_back(fmt::format("left {:.1f} {:.1f}", saved.clock->left(Player::first),
                                      saved.clock->left(Player::second)));
  }
  if (saved.ending != Ending::none) {
    play.values.push_back(fmt::format("ended {} {}",
                                      saved.ending == Ending::resigned ? "resigned" : "time",
                                      name_of(saved.loser)));
  }
  const bool person_is_black = black(saved.game.spec(), saved.side);
  std::vector<SgfProperty>& root = saved.tree.nodes[0].other;
  const auto set = [&](SgfProperty property) {
    root.erase(std::remove_if(root.begin(), root.end(),
                              [&](const SgfProperty& p) { return p.name == property.name; }),
               root.end());
    if (!property.values.empty()) root.push_back(std::move(property));
  };
  set({person_is_black ? "PB" : "PW", {"you"}});
  set({person_is_black ? "PW" : "PB", {saved.against}});
  const std::string result = result_of(saved);
  set({"RE", result.empty() ? std::vector<std::string>{} : std::vector<std::string>{result}});
  set(std::move(play));
  return write_game_tree(saved.tree);
}

}  // namespace inarow
