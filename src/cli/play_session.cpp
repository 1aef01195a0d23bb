#include "cli/play_session.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "answer/words.hpp"
#include "ask/asker.hpp"
#include "base/files.hpp"
#include "base/quote.hpp"
#include "cli/engines.hpp"
#include "cli/progress_line.hpp"
#include "rules/notation.hpp"
#include "rules/picture.hpp"

namespace inarow::cli {

// What can be typed. A line that begins with none of these is a move.
struct PlaySession::Command {
  std::string_view name;
  std::string_view other;  // another name of it, or nothing
  std::string_view argument;
  std::string_view meaning;
  void (PlaySession::*obey)(const std::string& rest);  // null: leave
};

const PlaySession::Command PlaySession::table[] = {
    {"hint", "", "", "the best moves and what they bring", &PlaySession::hint},
    {"values", "", "on|off", "what every move is worth, now or before each of your moves",
     &PlaySession::values},
    {"undo", "back", "", "takes back your last move and the answer", &PlaySession::take_back},
    {"why", "", "", "what the other player has promised", &PlaySession::why},
    {"explain", "", "", "threats, rules and reasons of the position", &PlaySession::explain},
    {"level", "", "NAME", "another opponent from now on; without a name, which there are",
     &PlaySession::level},
    {"clock", "", "5+3|off", "minutes for each side and seconds a move; alone, what is left",
     &PlaySession::clock},
    {"save", "", "FILE", "keeps the game in the file, from now on after every move",
     &PlaySession::save},
    {"resign", "", "", "gives the game up", &PlaySession::resign},
    {"new", "", "SIDE", "begins another game, if you like with the other side",
     &PlaySession::begin_anew},
    {"moves", "", "", "the moves so far, for --moves", &PlaySession::list_moves},
    {"board", "", "", "the board again", &PlaySession::board},
    {"help", "?", "", "this list", &PlaySession::help},
    {"quit", "q", "", "leaves the game (so do the end of the input and Ctrl-C)", nullptr},
};

namespace {

constexpr double hint_seconds = 5;
constexpr double values_seconds = 2;
constexpr int few_cells =
    25;  // so many empty cells of a placement board: every move is asked about

const char* mark_of(Player player) { return player == Player::first ? "x" : "o"; }

Player winner_of(Outcome outcome) {
  return outcome == Outcome::first_wins ? Player::first : Player::second;
}

// The stones of a picture in two colours, if a terminal shows it that wants colours.
std::string paint(const std::string& picture) {
  if (isatty(STDOUT_FILENO) == 0 || std::getenv("NO_COLOR") != nullptr) return picture;
  constexpr std::string_view yellow = "\x1b[1;33m";
  constexpr std::string_view red = "\x1b[1;31m";
  constexpr std::string_view plain = "\x1b[0m";
  std::string text;
  bool row = false;  // a line of squares begins with its number, the names of columns do not
  bool begun = false;
  for (const char c : picture) {
    if (!begun && c != ' ') {
      begun = true;
      row = c == '-' || (c >= '0' && c <= '9');
    }
    if (c == '\n') begun = false;
    if (row && begun && (c == 'x' || c == 'o')) {
      text.append(c == 'x' ? yellow : red).append(1, c).append(plain);
    } else {
      text += c;
    }
  }
  return text;
}

}  // namespace

std::optional<Player> side_named(const GameSpec& spec, std::string_view text) {
  std::string name(text);
  for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  for (const Player player : {Player::first, Player::second}) {
    std::string colour = spec.colour(player);
    colour[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(colour[0])));
    if (name == name_of(player) || name == colour || name == mark_of(player)) return player;
  }
  return std::nullopt;
}

Result<void> check_new_file(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return {};
  return failure(fmt::format(
      "{} is there already; choose another name, or go on with it: inarow play --resume {}",
      quoted(path, 200), printable(shell_word(path))));
}

PlaySession::PlaySession(const CommonOptions& options, SavedGame saved, PlaySettings settings,
                         const StopToken& stop)
    : options_(options),
      saved_(std::move(saved)),
      settings_(std::move(settings)),
      stop_(stop),
      tables_({.books = settings_.books, .engines = settings_.engines}),
      reader_(STDIN_FILENO, stop) {}

std::string PlaySession::commands() {
  std::string text =
      "a move           as in docs/formats/games-and-moves.md: a column, or cells such as j10k11\n";
  for (const Command& command : table) {
    std::string name(command.name);
    if (!command.other.empty()) name.append(", ").append(command.other);
    if (!command.argument.empty()) name.append(" ").append(command.argument);
    text += fmt::format("{:<16} {}\n", name, command.meaning);
  }
  text.pop_back();
  return text;
}

// --- the course of the game

PlayerTools PlaySession::tools() {
  PlayerTools tools = player_tools(options_.work_with(&stop_, &observer_, &tables_), tables_);
  tools.seed = settings_.seed;
  return tools;
}

bool PlaySession::is_engine(const std::string& name) const {
  return engine_named(name, settings_.engines) != nullptr;
}

Result<std::unique_ptr<ComputerPlayer>> PlaySession::make_opponent(const std::string& name,
                                                                   const std::string& strategy_file,
                                                                   Player persons_side) {
  PlayerTools with = tools();
  with.strategy_file = strategy_file;
  const ProgressLine line(options_.quiet, observer_);
  auto made = make_player(strategy_file.empty() ? name : "strategy", saved_.game.spec(),
                          opponent(persons_side), with);
  if (!made) return made;
  if (const Result<void> ready = (*made)->prepare(&stop_); !ready) {
    return tl::unexpected<Error>(ready.error());
  }
  return made;
}

Result<void> PlaySession::begin() {
  auto made = make_opponent(saved_.against, saved_.strategy_file, saved_.side);
  if (!made) return tl::unexpected<Error>(made.error());
  opponent_ = std::move(*made);
  if (!settings_.file.empty()) {
    if (Result<void> written = write(settings_.file); !written) return written;
  }
  if (!opponent_->note().empty()) complain(opponent_->note());
  if (!options_.json) {
    fmt::print("You are {} ({}). The other {}.\n", saved_.game.spec().colour(saved_.side),
               mark_of(saved_.side), opponent_->promise());
  }
  return {};
}

Exit PlaySession::run() {
  show();
  turn_ = Ticker::Clock::now();
  while (true) {
    if (stop_.stop_requested()) return leave(Exit::stopped);
    if (!finished() && !persons_turn() && !without_answer_) {
      if (const std::optional<Exit> exit = let_it_answer()) return *exit;
      continue;
    }
    if (finished() && options_.json) return Exit::done;
    std::string line;
    switch (wait(line)) {
      case LineReader::Event::line:
        typed_ = true;
        if (!obey(line)) return leave(Exit::done);
        break;
      case LineReader::Event::end:
        return leave(Exit::done);
      case LineReader::Event::stopped:
        return leave(Exit::stopped);
      case LineReader::Event::late:
        spend(saved_.side, seconds_since(turn_));
        break;
    }
  }
}

// The opponent's move, or why the program ends here.
std::optional<Exit> PlaySession::let_it_answer() {
  const Player side = opponent(saved_.side);
  const bool clock = saved_.clock && !saved_.clock->fallen(side);
  const auto start = Ticker::Clock::now();
  Result<Choice> choice = failure("");
  {
    observer_.set_stage("thinking");
    const ProgressLine line(options_.quiet, observer_);
    const Work work = options_.work_with(&stop_, &observer_, &tables_);
    choice = opponent_->choose(saved_.game,
                               {.seconds = clock ? saved_.clock->share(side) : 0,
                                .left = clock ? saved_.clock->left(side) : 0,
                                .threads = work.threads,
                                .memory_bytes = work.memory_bytes > 0 ? memory_for(work) : 0,
                                .stop = &stop_},
                               &observer_);
  }
  if (!choice) {
    if (stop_.stop_requested()) return leave(Exit::stopped);
    if (!typed_) {
      const std::string& message = choice.error().message;
      return is_engine(saved_.against) ? environment_failed(message) : bad_input(message);
    }
    say(fmt::format("The other player has no move: {} (undo takes back, level chooses another)",
                    choice.error().message));
    without_answer_ = true;
    return std::nullopt;
  }
  answer_ = format_move(saved_.game.spec(), choice->move);
  says_ = words_of(saved_.game.spec(), *choice);
  if (const Result<void> played = saved_.game.play(choice->move); !played) {
    return environment_failed("a fault in the player: " + played.error().message);
  }
  spend(side, seconds_since(start));
  turn_ = Ticker::Clock::now();
  keep();
  show();
  return std::nullopt;
}

LineReader::Event PlaySession::wait(std::string& line) {
  const bool terminal = isatty(STDIN_FILENO) != 0;
  const bool prompts = !options_.json && (terminal || !options_.quiet);
  if (prompts) {
    fmt::print("{}", finished()        ? "new, undo, save or quit: "
                     : without_answer_ ? "undo, level or quit: "
                                       : "your move: ");
  }
  std::fflush(stdout);
  std::optional<double> seconds;
  if (saved_.clock && !finished() && persons_turn() && !saved_.clock->fallen(saved_.side)) {
    seconds = std::max(0.0, saved_.clock->left(saved_.side) - seconds_since(turn_));
  }
  const LineReader::Event event = reader_.next(line, seconds);
  // A person has typed the end of the line; of a script it is not seen.
  if (prompts && !(terminal && event == LineReader::Event::line)) fmt::print("\n");
  return event;
}

bool PlaySession::obey(const std::string& line) {
  const std::size_t begin = line.find_first_not_of(' ');
  if (begin == std::string::npos) {
    show();
    return true;
  }
  const std::size_t end = std::min(line.find(' ', begin), line.size());
  const std::string word = line.substr(begin, end - begin);
  const std::size_t after = std::min(line.find_first_not_of(' ', end), line.size());
  const std::string rest = line.substr(after);
  for (const Command& command : table) {
    if (word != command.name && (command.other.empty() || word != command.other)) continue;
    if (command.obey == nullptr) return false;
    if (command.argument.empty() && !rest.empty()) {
      say(fmt::format("{} stands alone, without {} (help tells what you can type)", word,
                      quoted(rest)));
    } else {
      (this->*command.obey)(rest);
    }
    return true;
  }
  play(line);
  return true;
}

void PlaySession::play(const std::string& text) {
  if (finished()) return say("the game is over; new begins another one, undo takes back");
  if (!persons_turn()) return say("it is the other player's turn; take back with undo");
  const Result<Move> move = read_move(saved_.game, text);
  const Result<void> played = move ? saved_.game.play(*move) : tl::unexpected<Error>(move.error());
  if (!played) {
    return say(fmt::format("{} (help tells what you can type)", played.error().message));
  }
  answer_.clear();
  says_.clear();
  spend(saved_.side, seconds_since(turn_));
  keep();
  if (saved_.game.over()) show();
}

void PlaySession::spend(Player player, double seconds) {
  if (!saved_.clock || !saved_.clock->spend(player, seconds)) return;
  if (saved_.ending == Ending::none && !saved_.game.over()) {
    saved_.ending = Ending::on_time;
    saved_.loser = player;
  }
  say(fmt::format("{} time is up: {} has won on the clock. The game may go on.",
                  player == saved_.side ? "Your" : "The other player's",
                  saved_.game.spec().colour(opponent(player))));
}

void PlaySession::keep() {
  if (settings_.file.empty()) return;
  if (const Result<void> written = write(settings_.file); !written) {
    say(fmt::format("the game is not in its file: {}", written.error().message));
  }
}

Result<void> PlaySession::write(const std::string& path) {
  return write_whole_file(path, write_saved_game(saved_));
}

Exit PlaySession::leave(Exit exit) {
  if (saved_.clock && persons_turn() && !finished()) {
    // What he has thought of this move so far; he goes on with at least a moment.
    constexpr double moment = 1;
    const double left = saved_.clock->left(saved_.side);
    saved_.clock->set_left(saved_.side,
                           std::min(left, std::max(moment, left - seconds_since(turn_))));
  }
  keep();
  if (!options_.json && !options_.quiet && !finished() && !saved_.game.moves().empty()) {
    fmt::print("To go on later: {}\n", how_to_go_on());
  }
  return exit;
}

std::string PlaySession::how_to_go_on() const {
  const std::string engines =
      is_engine(saved_.against) ? engine_words(settings_.engines) : std::string();
  if (!settings_.file.empty()) {
    return "inarow play --resume " + printable(shell_word(settings_.file)) + engines;
  }
  const GameSpec& spec = saved_.game.spec();
  std::string text =
      fmt::format("inarow play {} --moves {} --side {}", shell_word(spec.to_string()),
                  shell_word(format_moves(spec, saved_.game.moves())), name_of(saved_.side));
  if (!saved_.strategy_file.empty()) {
    text += " --strategy " + printable(shell_word(saved_.strategy_file));
  } else {
    text += " --against " + saved_.against + engines;
  }
  if (saved_.clock) text += " --clock " + saved_.clock->spec().to_string();
  return text;
}

// --- what can be typed

void PlaySession::help(const std::string& /*rest*/) { say(commands()); }

void PlaySession::board(const std::string& /*rest*/) { show(); }

void PlaySession::list_moves(const std::string& /*rest*/) {
  say(format_moves(saved_.game.spec(), saved_.game.moves()));
}

void PlaySession::take_back(const std::string& /*rest*/) {
  if (finished() || without_answer_) turn_ = Ticker::Clock::now();  // else the time runs on
  if (saved_.ending == Ending::resigned) {
    saved_.ending = Ending::none;
  } else {
    const std::size_t number = persons_turn() ? 2 : 1;
    if (saved_.game.moves().size() < number) return say("there is no move of yours to take back");
    for (std::size_t i = 0; i < number; ++i) saved_.game.undo();
  }
  answer_.clear();
  says_.clear();
  without_answer_ = false;
  keep();
  show();
}

Result<Answer> PlaySession::ask_about_moves(double seconds) {
  const Game& game = saved_.game;
  const DropSpec* drop = game.spec().drop();
  Question question{game};
  question.wanted.score = drop != nullptr && drop->height;
  question.wanted.all_moves =
      drop != nullptr ||
      (game.spec().cells() && *game.spec().cells() - game.stone_count() <= few_cells);
  question.limits.seconds = seconds;
  observer_.set_stage("looking for the best move");
  const ProgressLine line(options_.quiet, observer_);
  return ask(question, options_.work_with(&stop_, &observer_, &tables_));
}

void PlaySession::hint(const std::string& /*rest*/) {
  const Result<Answer> answer = ask_about_moves(hint_seconds);
  std::string text = answer ? hint_in_words(saved_.game, *answer) : answer.error().message;
  const std::string others = opinions();
  if (!others.empty()) text += (text.empty() || text.back() == '\n' ? "" : "\n") + others;
  say(text);
}

// Those of the engines; empty where there are none.
std::string PlaySession::opinions() {
  if (settings_.engines.empty() || saved_.game.over()) return {};
  observer_.set_stage("asking the engines");
  const ProgressLine line(options_.quiet, observer_);
  return engine_opinions(saved_.game, tables_, tools(), {.stop = &stop_});
}

void PlaySession::values(const std::string& rest) {
  if (rest != "on" && rest != "off" && !rest.empty()) {
    return say(fmt::format("write values, values on or values off, not {}", quoted(rest)));
  }
  if (rest == "off") {
    settings_.values = false;
    return say("The values are not shown any more.");
  }
  if (rest == "on") settings_.values = true;
  if (finished()) return say("the game is over");
  show_values();
}

void PlaySession::why(const std::string& /*rest*/) {
  const Result<Commitment> commitment = opponent_->commitment(saved_.game);
  if (!commitment) return say(commitment.error().message);
  std::string text = commitment->text;
  if (!says_.empty()) text += fmt::format(" Of its last move it says: {}", says_);
  std::string answers;
  for (const Commitment::Reply& reply : commitment->replies) {
    answers += fmt::format("{}{}: {}{}", answers.empty() ? "" : ", ", column_name(reply.move),
                           column_name(reply.reply), reply.wins ? " and wins" : "");
  }
  if (!answers.empty()) {
    text += fmt::format("\nIts answers to moves in the other columns: {}.", answers);
  }
  say(text);
}

void PlaySession::explain(const std::string& /*rest*/) {
  Question question{saved_.game};
  question.wanted = {.value = false, .best = false, .why = true};
  question.limits.seconds = hint_seconds;
  const Result<Answer> answer = ask(question, options_.work_with(&stop_, &observer_, &tables_));
  if (!answer) return say(answer.error().message);
  std::string text = in_words(saved_.game, *answer->why);
  while (!text.empty() && text.back() == '\n') text.pop_back();
  say(text);
}

void PlaySession::level(const std::string& rest) {
  const GameSpec& spec = saved_.game.spec();
  if (rest.empty()) {
    std::string text = fmt::format("The other {}. There are:", opponent_->promise());
    for (const PlayerKind& kind : players_of(spec, opponent(saved_.side), tools())) {
      text += fmt::format("\n{:<12} {}", kind.name, kind.meaning);
    }
    return say(text);
  }
  auto made = make_opponent(rest, "", saved_.side);
  if (!made) return say(made.error().message);
  opponent_ = std::move(*made);
  saved_.against = rest;
  saved_.strategy_file.clear();
  without_answer_ = false;
  says_.clear();
  keep();
  say(fmt::format("The other {}.", opponent_->promise()));
}

void PlaySession::clock(const std::string& rest) {
  if (rest.empty()) return say(saved_.clock ? clocks() : "there is no clock; clock 5+3 starts one");
  without_answer_ = false;  // it may find one with another clock
  if (rest == "off") {
    saved_.clock.reset();
    return say("The clock is off.");
  }
  const Result<ClockSpec> spec = ClockSpec::parse(rest);
  if (!spec) return say(spec.error().message);
  saved_.clock.emplace(*spec);
  turn_ = Ticker::Clock::now();
  keep();
  say(clocks());
}

void PlaySession::save(const std::string& rest) {
  if (rest.empty() && settings_.file.empty()) return say("write save FILE, such as save game.sgf");
  const std::string& path = rest.empty() ? settings_.file : rest;
  if (path != settings_.file) {
    if (const Result<void> fresh = check_new_file(path); !fresh) return say(fresh.error().message);
  }
  if (const Result<void> written = write(path); !written) return say(written.error().message);
  settings_.file = path;
  say(fmt::format("The game is in {} and stays there after every move. To go on later: {}",
                  printable(path), how_to_go_on()));
}

void PlaySession::resign(const std::string& /*rest*/) {
  if (finished()) return say("the game is over already");
  saved_.ending = Ending::resigned;
  saved_.loser = saved_.side;
  keep();
  say(fmt::format("You have given up: {} has won.",
                  saved_.game.spec().colour(opponent(saved_.side))));
}

void PlaySession::begin_anew(const std::string& rest) {
  const GameSpec& spec = saved_.game.spec();
  const std::optional<Player> side = rest.empty() ? saved_.side : side_named(spec, rest);
  if (!side) {
    return say(fmt::format("write new, new first or new second, not {}", quoted(rest)));
  }
  if (*side != saved_.side) {
    auto made = make_opponent(saved_.against, saved_.strategy_file, *side);
    if (!made) return say(made.error().message);
    opponent_ = std::move(*made);
  }
  saved_.side = *side;
  saved_.game = Game(spec);
  saved_.ending = Ending::none;
  if (saved_.clock) saved_.clock.emplace(saved_.clock->spec());
  answer_.clear();
  says_.clear();
  without_answer_ = false;
  turn_ = Ticker::Clock::now();
  keep();
  say(fmt::format("A new game: you are {} ({}).", spec.colour(*side), mark_of(*side)));
  show();
}

// --- what is shown

void PlaySession::say(const std::string& text) const {
  if (options_.json) {
    print_json({{"message", text}});
  } else {
    fmt::print("{}\n", text);
  }
}

void PlaySession::show() {
  const Game& game = saved_.game;
  if (options_.json) {
    const char* outcome = game.outcome() == Outcome::undecided ? "undecided"
                          : game.outcome() == Outcome::draw    ? "draw"
                                                               : name_of(winner_of(game.outcome()));
    print_json({{"moves", format_moves(game.spec(), game.moves())},
                {"answer", answer_.empty() ? Json(nullptr) : Json(answer_)},
                {"outcome", outcome}});
  } else {
    if (!options_.quiet) fmt::print("{}", paint(draw(game)));
    if (!answer_.empty()) fmt::print("answer: {}\n", answer_);
    if (game.outcome() == Outcome::draw) fmt::print("drawn\n");
    if (game.over() && game.outcome() != Outcome::draw) {
      fmt::print("{} has won\n", game.spec().colour(winner_of(game.outcome())));
    }
    show_clock();
  }
  if (settings_.values && !finished() && persons_turn()) show_values();
}

void PlaySession::show_clock() const {
  if (saved_.clock && !finished() && !options_.quiet) fmt::print("{}\n", clocks());
}

std::string PlaySession::clocks() const {
  const double running = persons_turn() && !finished() ? seconds_since(turn_) : 0;
  return fmt::format("clock: you {}, the other {}",
                     clock_text(saved_.clock->left(saved_.side) - running),
                     clock_text(saved_.clock->left(opponent(saved_.side))));
}

void PlaySession::show_values() {
  const Result<Answer> answer = ask_about_moves(values_seconds);
  say(answer ? values_in_words(saved_.game, *answer) : answer.error().message);
}

}  // namespace inarow::cli
