#include "protocol/gomocup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/quote.hpp"
#include "protocol/text.hpp"

namespace inarow::protocol {
namespace {

constexpr int least_side = 5;
constexpr int most_side = max_placement_side;
constexpr int five = 5;
constexpr double usual_seconds = 5;   // for a move, if nobody says anything
constexpr double fast_seconds = 0.1;  // if the manager wants it as fast as possible
constexpr double least_seconds = 0.001;
constexpr int moves_to_come = 15;  // the part of the time left that a move may take

Reaction say(std::string line) { return {.lines = {std::move(line)}}; }

Reaction error(std::string_view message) { return say("ERROR " + printable(message)); }

std::string text_of(Cell cell) { return fmt::format("{},{}", cell.x, cell.y); }

// What a manager may show of the engine's thoughts, before the move.
void add_message(const Thought& thought, Reaction& reaction) {
  std::string text = thought.says;
  if (const std::optional<Estimate>& estimate = thought.estimate) {
    text = fmt::format("depth {} score {} chance {:.2f} line", estimate->depth, estimate->score,
                       estimate->win);
    for (const Move& move : estimate->line) {
      for (const Cell cell : move) text += fmt::format(" {},{}", cell.x, cell.y);
    }
  }
  if (!text.empty()) reaction.lines.push_back(fmt::format("MESSAGE {}", text));
}

// The first three stones of a swap2 game, which should leave the other one in doubt about who is
// better: two of Black apart from each other near an edge, where lines are short.
std::array<Cell, 3> opening(BoardSize size) {
  const int middle = size.columns / 2;
  return {Cell{middle - 1, 1}, Cell{middle, 0}, Cell{std::min(middle + 2, size.columns - 1), 2}};
}

}  // namespace

double seconds_for_move(const GomocupClock& clock, double most) {
  constexpr double milliseconds = 1000;
  double seconds = usual_seconds;
  if (clock.turn) {
    seconds = *clock.turn > 0 ? static_cast<double>(*clock.turn) / milliseconds : fast_seconds;
  }
  const bool limited = !clock.match || *clock.match > 0;
  if (clock.left && limited) {
    seconds = std::min(seconds, static_cast<double>(*clock.left) / milliseconds / moves_to_come);
  }
  if (most > 0) seconds = std::min(seconds, most);
  return std::max(seconds, least_seconds);
}

const Gomocup::Command* Gomocup::find(std::string_view name) {
  static constexpr std::array<Command, 14> commands{{
      {"START", &Gomocup::start},
      {"RECTSTART", &Gomocup::start_rectangle},
      {"RESTART", &Gomocup::restart},
      {"BEGIN", &Gomocup::begin},
      {"TURN", &Gomocup::turn},
      {"PLAY", &Gomocup::play},
      {"TAKEBACK", &Gomocup::take_back},
      {"BOARD", &Gomocup::begin_board},
      {"SWAP2BOARD", &Gomocup::begin_swap2},
      {"INFO", &Gomocup::info},
      {"ABOUT", &Gomocup::about},
      {"END", &Gomocup::end},
      {"STOP", &Gomocup::stop},
      {"YXSTOP", &Gomocup::stop},
  }};
  const std::string upper = upper_case(name);
  const auto* found = std::find_if(commands.begin(), commands.end(),
                                   [&](const Command& command) { return upper == command.name; });
  return found == commands.end() ? nullptr : found;
}

Urgency Gomocup::urgency(std::string_view line) const {
  std::string_view rest;
  const Command* command = find(first_word(line, rest));
  if (command == nullptr) return Urgency::waits;
  if (command->run == &Gomocup::end) return Urgency::quit;
  return command->run == &Gomocup::stop ? Urgency::move_now : Urgency::waits;
}

Reaction Gomocup::too_long(std::size_t most) {
  if (list_ != List::none) spoiled_ = true;
  return error(fmt::format("a line has more than {} bytes", most));
}

Reaction Gomocup::handle(std::string_view line) {
  line = trimmed(line);
  if (line.empty()) return {};
  std::string_view rest;
  const std::string_view word = first_word(line, rest);
  const Command* command = find(word);
  if (list_ != List::none && command == nullptr) return read_list(line);
  if (command == nullptr) return say(fmt::format("UNKNOWN command {}", quoted(word)));
  if (list_ == List::none) return (this->*command->run)(rest);
  // A manager that has given up on its list is not left waiting for DONE.
  list_ = List::none;
  Reaction reaction = (this->*command->run)(rest);
  if (reaction.quit) return reaction;
  Reaction with_error = error("the list of stones has no DONE");
  for (std::string& one : reaction.lines) with_error.lines.push_back(std::move(one));
  with_error.order = std::move(reaction.order);
  return with_error;
}

// --- the board

Reaction Gomocup::new_board(BoardSize size) {
  if (std::min(size.columns, size.rows) < least_side ||
      std::max(size.columns, size.rows) > most_side) {
    return error(fmt::format("unsupported size; boards have {} to {} rows and columns", least_side,
                             most_side));
  }
  size_ = size;
  return restart("");
}

Reaction Gomocup::start(std::string_view rest) {
  const std::optional<std::vector<int>> size = numbers_of(rest, 1);
  if (!size) return error("write START 15 or START 20");
  return new_board({(*size)[0], (*size)[0]});
}

Reaction Gomocup::start_rectangle(std::string_view rest) {
  const std::optional<std::vector<int>> size = numbers_of(rest, 2);
  if (!size) return error("write RECTSTART 20,15");
  return new_board({(*size)[0], (*size)[1]});
}

Reaction Gomocup::restart(std::string_view /*rest*/) {
  if (!size_) return error("there is no board; START comes first");
  stones_.clear();
  if (!manager_counts_) clock_.left = clock_.match;
  return say("OK");
}

Result<Cell> Gomocup::empty_cell(int x, int y, const std::vector<OwnStone>& stones) const {
  if (!size_) return failure("there is no board; START comes first");
  if (x < 0 || x >= size_->columns || y < 0 || y >= size_->rows) {
    return failure(fmt::format("{},{} is outside of the board, whose cells are 0,0 to {},{}", x, y,
                               size_->columns - 1, size_->rows - 1));
  }
  const Cell cell{x, y};
  if (std::any_of(stones.begin(), stones.end(),
                  [&](const OwnStone& stone) { return stone.cell == cell; })) {
    return failure(fmt::format("{},{} is taken", x, y));
  }
  return cell;
}

Result<Cell> Gomocup::empty_cell(std::string_view text, const std::vector<OwnStone>& stones) const {
  const std::optional<std::vector<int>> numbers = numbers_of(text, 2);
  if (!numbers) return failure("a cell must be written as column,row, such as 7,8");
  return empty_cell((*numbers)[0], (*numbers)[1], stones);
}

// --- moves

Reaction Gomocup::begin(std::string_view /*rest*/) {
  if (!size_) return error("there is no board; START comes first");
  if (!stones_.empty()) return error("BEGIN is for the empty board; RESTART comes first");
  return order_move();
}

Reaction Gomocup::turn(std::string_view rest) {
  const Result<Cell> cell = empty_cell(rest, stones_);
  if (!cell) return error(cell.error().message);
  stones_.push_back({*cell, false});
  return order_move();
}

// The manager says where the engine plays.
Reaction Gomocup::play(std::string_view rest) {
  const Result<Cell> cell = empty_cell(rest, stones_);
  if (!cell) return error(cell.error().message);
  stones_.push_back({*cell, true});
  return say(text_of(*cell));
}

Reaction Gomocup::take_back(std::string_view rest) {
  const std::optional<std::vector<int>> numbers = numbers_of(rest, 2);
  if (!numbers) return error("write TAKEBACK 7,8");
  const Cell cell{(*numbers)[0], (*numbers)[1]};
  const auto stone = std::find_if(stones_.begin(), stones_.end(),
                                  [&](const OwnStone& one) { return one.cell == cell; });
  if (stone == stones_.end()) return error(fmt::format("there is no stone on {}", text_of(cell)));
  stones_.erase(stone);
  return say("OK");
}

// Who has more stones has begun; the one to move if both have as many.
Player Gomocup::own_colour() const {
  const auto own = std::count_if(stones_.begin(), stones_.end(),
                                 [](const OwnStone& stone) { return stone.own; });
  return 2 * own >= static_cast<std::ptrdiff_t>(stones_.size()) ? Player::first : Player::second;
}

std::vector<Stone> Gomocup::coloured() const {
  const Player own = own_colour();
  std::vector<Stone> stones;
  stones.reserve(stones_.size());
  for (const OwnStone& stone : stones_) {
    stones.push_back({stone.cell, stone.own ? own : opponent(own)});
  }
  return stones;
}

MoveOrder Gomocup::order(std::vector<Stone> stones, Player to_move) const {
  std::size_t memory = max_memory_;
  if (options_.memory_bytes > 0) {
    memory = memory > 0 ? std::min(memory, options_.memory_bytes) : options_.memory_bytes;
  }
  return {.spec = GameSpec(PlacementSpec{.board = size_, .k = five}),
          .stones = std::move(stones),
          .to_move = to_move,
          .exactly = exactly_five_,
          .seconds = seconds_for_move(clock_, options_.seconds),
          .memory_bytes = memory};
}

Reaction Gomocup::order_move() {
  const Rows rows(*size_, coloured());
  if (const std::optional<Player> winner = rows.owner({five, exactly_five_})) {
    return error(fmt::format("the game is over: {} five in a row",
                             *winner == own_colour() ? "I have" : "the opponent has"));
  }
  if (rows.empty_cells().empty()) return error("the game is over: the board is full");
  choosing_ = false;
  return {.lines = {}, .order = order(coloured(), own_colour())};
}

Reaction Gomocup::moved(const Thought& thought) {
  if (clock_.left) *clock_.left -= static_cast<std::int64_t>(thought.seconds * 1000);
  Reaction reaction;
  add_message(thought, reaction);
  if (choosing_ && swaps(thought)) {
    reaction.lines.emplace_back("SWAP");
  } else {
    stones_.push_back({thought.move[0], true});
    reaction.lines.push_back(text_of(thought.move[0]));
  }
  choosing_ = false;
  return reaction;
}

// --- lists of stones

Reaction Gomocup::begin_list(List list) {
  if (!size_) return error("there is no board; START comes first");
  list_ = list;
  listed_.clear();
  spoiled_ = false;
  return {};
}

Reaction Gomocup::begin_board(std::string_view /*rest*/) { return begin_list(List::board); }
Reaction Gomocup::begin_swap2(std::string_view /*rest*/) { return begin_list(List::swap2); }

Reaction Gomocup::read_list(std::string_view line) {
  const bool board = list_ == List::board;
  if (upper_case(line) == "DONE") {
    list_ = List::none;
    if (spoiled_) return error("the list of stones had a bad line; nothing is changed");
    return board ? finish_board() : finish_swap2();
  }
  const std::optional<std::vector<int>> numbers = numbers_of(line, board ? 3 : 2);
  const auto refuse = [&](std::string_view message) {
    spoiled_ = true;
    return error(message);
  };
  if (!numbers) {
    return refuse(fmt::format("{} is no line of {}; write {} or DONE", quoted(line),
                              board ? "BOARD" : "SWAP2BOARD", board ? "7,8,1" : "7,8"));
  }
  const Result<Cell> cell = empty_cell((*numbers)[0], (*numbers)[1], listed_);
  if (!cell) return refuse(cell.error().message);
  constexpr int own = 1;
  constexpr int others = 2;
  if (board && (*numbers)[2] != own && (*numbers)[2] != others) {
    return refuse("the field must be 1 (my stone) or 2 (the opponent's)");
  }
  listed_.push_back({*cell, board && (*numbers)[2] == own});
  return {};
}

Reaction Gomocup::finish_board() {
  stones_ = listed_;
  return order_move();
}

// Stones come in the order in which they were played: black, white, black, then white and black.
Reaction Gomocup::finish_swap2() {
  constexpr std::size_t proposed = 3;
  constexpr std::size_t extended = 5;
  if (listed_.empty()) {
    stones_.clear();
    std::string line;
    for (const Cell cell : opening(*size_)) {
      if (!line.empty()) line += ' ';
      line += text_of(cell);
    }
    return say(line);
  }
  if (listed_.size() != proposed && listed_.size() != extended) {
    return error("SWAP2BOARD has no stones, three or five");
  }
  // As White, whose turn it is in both cases; swaps() turns them around.
  for (std::size_t i = 0; i < listed_.size(); ++i) listed_[i].own = i % 2 == 1;
  stones_ = listed_;
  Reaction reaction = order_move();
  choosing_ = reaction.order.has_value();
  return reaction;
}

bool Gomocup::swaps(const Thought& thought) {
  if (thought.chance >= 0.5) return false;
  for (OwnStone& stone : stones_) stone.own = !stone.own;
  return true;
}

// --- the rest

Reaction Gomocup::set_rule(std::int64_t rule) {
  constexpr std::int64_t exactly = 1;
  constexpr std::int64_t free_style = 0;
  if (rule != free_style && rule != exactly) {
    return error(fmt::format(
        "unsupported rule {}; I play 0 (five or more) and 1 (exactly five), not continuous games, "
        "renju and caro",
        rule));
  }
  exactly_five_ = rule == exactly;
  return {};
}

Reaction Gomocup::info(std::string_view rest) {
  std::string_view value;
  const std::string key = lower_case(first_word(rest, value));
  if (key.empty()) return error("write INFO key value");
  if (key == "folder") return {};  // for files that stay; there are none
  if (key == "evaluate") {
    if (!numbers_of(value, 2)) return error("write INFO evaluate 7,8");
    return {};  // where the mouse is
  }
  static constexpr std::array<std::string_view, 6> keys{
      "timeout_turn", "timeout_match", "time_left", "max_memory", "game_type", "rule"};
  if (std::find(keys.begin(), keys.end(), key) == keys.end()) {
    // By the protocol, no error: a manager may know keys that a program does not.
    return say(fmt::format("DEBUG ignored: INFO {}", quoted(key)));
  }
  const std::optional<std::int64_t> number = number_of(value);
  // Only the time that is left may be less than nothing.
  if (!number || (*number < 0 && key != "time_left")) {
    return error(fmt::format("INFO {} must be a number, not {}", key, quoted(value)));
  }
  if (key == "rule") return set_rule(*number);
  if (key == "timeout_turn") clock_.turn = number;
  if (key == "timeout_match") {
    clock_.match = number;
    if (!manager_counts_) clock_.left = number;
  }
  if (key == "time_left") {
    clock_.left = std::max<std::int64_t>(*number, 0);
    manager_counts_ = true;
  }
  if (key == "max_memory") max_memory_ = static_cast<std::size_t>(*number);
  return {};
}

Reaction Gomocup::about(std::string_view /*rest*/) {
  return say(
      fmt::format(R"(name="Inarow", version="{}", author="The Inarow authors", country="none")",
                  INAROW_VERSION));
}

Reaction Gomocup::end(std::string_view /*rest*/) { return {.lines = {}, .quit = true}; }

Reaction Gomocup::stop(std::string_view /*rest*/) {
  return error("no move is being thought about");
}

}  // namespace inarow::protocol
