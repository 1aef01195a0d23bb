#include "protocol/connect6.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "base/quote.hpp"
#include "protocol/text.hpp"
#include "rules/contest_letters.hpp"
#include "rules/picture.hpp"

namespace inarow::protocol {
namespace {

constexpr int side = contest_side;
constexpr int six = 6;
constexpr int stones_a_move = 2;
constexpr BoardSize board{side, side};
constexpr double usual_seconds = 5;

GameSpec game_spec() {
  return GameSpec(PlacementSpec{.board = board, .k = six, .p = stones_a_move, .q = 1});
}

Reaction say(std::string line) { return {.lines = {std::move(line)}}; }
Reaction error(std::string_view message) { return say("error " + printable(message)); }

const char* colour(Player player) { return player == Player::first ? "black" : "white"; }

}  // namespace

const Connect6::Command* Connect6::find(std::string_view name) {
  static constexpr std::array<Command, 13> commands{{
      {"name", &Connect6::tell_name},
      {"new", &Connect6::new_game},
      {"move", &Connect6::opponent_moves},
      {"black", &Connect6::put_black},
      {"white", &Connect6::put_white},
      {"next", &Connect6::next},
      {"depth", &Connect6::depth},
      {"vcf", &Connect6::threats},
      {"unvcf", &Connect6::threats},
      {"print", &Connect6::print},
      {"help", &Connect6::help},
      {"quit", &Connect6::quit},
      {"exit", &Connect6::quit},
  }};
  const std::string lower = lower_case(name);
  const auto* found = std::find_if(commands.begin(), commands.end(),
                                   [&](const Command& command) { return lower == command.name; });
  return found == commands.end() ? nullptr : found;
}

Urgency Connect6::urgency(std::string_view line) const {
  std::string_view rest;
  const Command* command = find(first_word(line, rest));
  return command != nullptr && command->run == &Connect6::quit ? Urgency::quit : Urgency::waits;
}

Reaction Connect6::too_long(std::size_t most) {
  return error(fmt::format("a line has more than {} bytes", most));
}

Reaction Connect6::handle(std::string_view line) {
  std::string_view rest;
  const std::string_view word = first_word(line, rest);
  if (word.empty()) return {};
  const Command* command = find(word);
  if (command == nullptr) return error(fmt::format("no command {}; help lists them", quoted(word)));
  return (this->*command->run)(rest);
}

// --- stones

Result<std::vector<Cell>> Connect6::read_cells(std::string_view text) const {
  const std::optional<Move> read = read_contest_letters(text);
  if (!read) {
    return failure(fmt::format("{} are no cells; write pairs of letters from A to S, such as JJ",
                               quoted(text)));
  }
  std::vector<Cell> cells;
  for (const Cell cell : *read) {
    const bool taken = std::any_of(stones_.begin(), stones_.end(),
                                   [&](const Stone& stone) { return stone.cell == cell; });
    if (taken) return failure(contest_letters({cell}) + " is taken");
    if (std::find(cells.begin(), cells.end(), cell) != cells.end()) {
      // Some write the single stone of the first move twice.
      if (stones_.empty() && cells.size() == 1 && read->size() == 2) break;
      return failure(contest_letters({cell}) + " is there twice");
    }
    cells.push_back(cell);
  }
  return cells;
}

std::optional<std::string> Connect6::over() const {
  const std::optional<Player> winner = Rows(board, stones_).owner({six});
  if (winner) return fmt::format("the game is over: {} has six in a row", colour(*winner));
  if (stones_due() == 0) return "the game is over: the board is full";
  return std::nullopt;
}

int Connect6::stones_due() const {
  if (stones_.empty() && next_ == Player::first) return 1;
  return std::min(stones_a_move, side * side - static_cast<int>(stones_.size()));
}

Reaction Connect6::order_move() {
  if (const std::optional<std::string> reason = over()) return error(*reason);
  return {.lines = {},
          .order = MoveOrder{.spec = game_spec(),
                             .stones = stones_,
                             .to_move = next_,
                             .due = stones_due(),
                             .seconds = options_.seconds > 0 ? options_.seconds : usual_seconds,
                             .memory_bytes = options_.memory_bytes}};
}

Reaction Connect6::moved(const Thought& thought) {
  for (const Cell cell : thought.move) stones_.push_back({cell, next_});
  next_ = opponent(next_);
  return say("move " + contest_letters(thought.move));
}

// --- commands

Reaction Connect6::tell_name(std::string_view /*rest*/) { return say("name Inarow"); }

Reaction Connect6::new_game(std::string_view rest) {
  const std::string who = lower_case(rest);
  if (who != "black" && who != "white") return error("write new black or new white");
  stones_.clear();
  next_ = Player::first;
  own_ = who == "black" ? Player::first : Player::second;
  if (own_ == Player::second) return {};
  // The middle: no other first stone is better known.
  return moved({.move = {Cell{side / 2, side / 2}}});
}

Reaction Connect6::opponent_moves(std::string_view rest) {
  if (const std::optional<std::string> reason = over()) return error(*reason);
  const Result<std::vector<Cell>> cells = read_cells(rest);
  if (!cells) return error(cells.error().message);
  next_ = opponent(own_);
  const int due = stones_due();
  std::vector<Stone> after = stones_;
  for (const Cell cell : *cells) after.push_back({cell, next_});
  // The last stones of a win may be missing.
  const bool wins = Rows(board, after).owner({six}).has_value();
  const int given = static_cast<int>(cells->size());
  if (given > due || (given < due && !wins)) {
    return error(fmt::format("the move must have {} stone{}", due, due == 1 ? "" : "s"));
  }
  stones_ = std::move(after);
  next_ = own_;
  return order_move();
}

Reaction Connect6::put(std::string_view text, Player player) {
  const Result<std::vector<Cell>> cells = read_cells(text);
  if (!cells) return error(cells.error().message);
  for (const Cell cell : *cells) stones_.push_back({cell, player});
  next_ = opponent(player);
  return {};
}

Reaction Connect6::put_black(std::string_view rest) { return put(rest, Player::first); }
Reaction Connect6::put_white(std::string_view rest) { return put(rest, Player::second); }

Reaction Connect6::next(std::string_view /*rest*/) {
  own_ = next_;
  return order_move();
}

// The time decides how deep the search goes, and wins by threats are always looked for.
Reaction Connect6::depth(std::string_view rest) {
  const std::optional<std::int64_t> number = number_of(rest);
  if (!number || *number < 1) return error("write depth N, a number from 1 on");
  return {};
}

Reaction Connect6::threats(std::string_view /*rest*/) { return {}; }

Reaction Connect6::print(std::string_view /*rest*/) {
  // As marks on the empty board, for no game need lead to these stones.
  std::map<Cell, char> marks;
  for (const Stone& stone : stones_) marks[stone.cell] = stone.player == Player::first ? 'x' : 'o';
  const std::string picture = draw(Game(game_spec()), marks);
  Reaction reaction;
  for (std::size_t begin = 0; begin < picture.size();) {
    const std::size_t end = std::min(picture.find('\n', begin), picture.size());
    reaction.lines.push_back(picture.substr(begin, end - begin));
    begin = end + 1;
  }
  reaction.lines.push_back(fmt::format("x black, o white, {} to move", colour(next_)));
  return reaction;
}

Reaction Connect6::help(std::string_view /*rest*/) {
  return {.lines = {"name              who I am",
                    "new black|white   a new game in which I have this colour",
                    "move IHHI         the opponent's move; I answer with mine",
                    "black|white IHHI  puts stones on the board",
                    "next              I move for the side whose turn it is",
                    "depth N           accepted; the time decides",
                    "vcf, unvcf        accepted; wins by threats are always looked for",
                    "print             the board", "quit              ends the program"}};
}

Reaction Connect6::quit(std::string_view /*rest*/) { return {.lines = {}, .quit = true}; }

}  // namespace inarow::protocol
