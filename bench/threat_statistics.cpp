// How often does threat search find the winner's forced win in real games, and how fast?
//
//   threat_statistics --csv games.csv --games 300          Connect6: game_id,"j10,k11,...",winner
//   threat_statistics --self-play 300 --game gomoku        games between two simple players
//
// For the winner to move, 1, 2, 3 and 4 of his own moves before the end: the share of positions in
// which a win is proved within --seconds of processor time, and the median time of those. With
// --replay every claimed win is played out against all critical defenses by a referee that knows
// only the rules; with --certify a certificate is written of every claimed win, and the checker,
// which shares no code with the search, has to accept it. --list prints the positions won, from
// which tests/data/threat_wins.txt was chosen.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <ctime>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "placement.hpp"
#include "proof/placement_proof.hpp"
#include "refusal.hpp"
#include "rules/notation.hpp"
#include "search/threat_space/threat_prover.hpp"
#include "support/referee.hpp"

namespace inarow::threats {
namespace {

struct Record {
  std::vector<Cell> cells;  // in the order they were placed
  Player winner = Player::first;
};

// The player and the move, from 0, of the stone with this number, from 0.
int move_of(const PlacementSpec& spec, int stone) {
  return stone < spec.q ? 0 : 1 + (stone - spec.q) / spec.p;
}
Player player_of(const PlacementSpec& spec, int stone) {
  return move_of(spec, stone) % 2 == 0 ? Player::first : Player::second;
}

std::vector<Record> read_csv(const GameSpec& spec, const std::string& path) {
  std::vector<Record> records;
  std::ifstream file(path);
  std::string line;
  while (std::getline(file, line)) {
    const std::size_t from = line.find('"');
    const std::size_t to = line.find('"', from + 1);
    if (from == std::string::npos || to == std::string::npos) continue;
    Record record;
    std::string cell;
    bool good = true;
    for (std::size_t i = from + 1; i <= to; ++i) {
      if (line[i] != ',' && line[i] != '"') {
        cell += line[i];
        continue;
      }
      const Result<Cell> read = read_cell(spec, cell);
      good = good && read.has_value();
      if (read) record.cells.push_back(*read);
      cell.clear();
    }
    record.winner = line.substr(to + 2, 5) == "black" ? Player::first : Player::second;
    if (good) records.push_back(record);
  }
  return records;
}

// Two players who complete and block lines, and otherwise take one of the best cells by the
// stones in the segments through it.
std::optional<Record> self_play(const PlacementSpec& spec, Random& random) {
  PlacementBoard board(spec);
  Record record;
  const BoardSize size = *spec.board;
  for (int stone = 0; stone < size.columns * size.rows; ++stone) {
    const Player player = player_of(spec, stone);
    std::vector<std::pair<double, Cell>> cells;
    for (int x = 0; x < size.columns; ++x) {
      for (int y = 0; y < size.rows; ++y) {
        if (board.at({x, y})) continue;
        double weight = 1 + random.unit();
        board.for_segments_through({x, y}, [&](auto segment, Cell, Direction) {
          const int mine = board.stones_in(segment, player);
          const int his = board.stones_in(segment, opponent(player));
          if (his == 0) weight += 3 << (3 * mine);
          if (mine == 0) weight += 2 << (3 * his);
        });
        const int middle = std::abs(2 * x - size.columns) + std::abs(2 * y - size.rows);
        weight -= 0.1 * middle;
        cells.push_back({weight * (0.5 + random.unit()), {x, y}});
      }
    }
    const Cell cell = std::max_element(cells.begin(), cells.end())->second;
    board.place(cell, player);
    record.cells.push_back(cell);
    if (board.complete_segments(player) > 0) {
      record.winner = player;
      return record;
    }
  }
  return std::nullopt;
}

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// Stops when the process has used so much processor time.
class Alarm {
 public:
  explicit Alarm(double end)
      : ticks_(Ticker::every(std::chrono::milliseconds(5), [this, end] {
          if (cpu_seconds() >= end) stop_.request_stop();
        })) {}
  const StopToken* stop() const { return &stop_; }

 private:
  StopToken stop_;
  Ticker::Handle ticks_;
};

struct Tally {
  int positions = 0;
  int found = 0;
  int by_order[5] = {};
  int replayed = 0;
  int cut = 0;        // replays that were ended early
  int failed = 0;     // replays in which a fresh search found no win
  int accepted = 0;   // certificates
  int unwritten = 0;  // no certificate was found
  int refuted = 0;    // the checker refuses it
  std::vector<double> times;
  std::vector<double> writing_times;
  std::vector<double> checking_times;
  std::vector<std::size_t> bytes;
};

struct Settings {
  int order = 2;
  double seconds = 1;
  bool replay = false;
  bool certify = false;
  bool list = false;
};

// Whether the checker accepts the body of a certificate of this win.
bool is_accepted(const Game& game, Player winner, const std::string& text) {
  const PlacementSpec& spec = *game.spec().placement();
  std::vector<std::pair<int, int>> cells;
  for (const Stone& stone : game.stones()) cells.emplace_back(stone.cell.x, stone.cell.y);
  check::Stones stones({spec.board->columns, spec.board->rows, spec.k, spec.p, spec.q}, cells);
  for (const Stone& stone : game.stones()) {
    stones.place(stones.cell(stone.cell.x, stone.cell.y), index_of(stone.player));
  }
  check::Sha256 hash;
  hash.add(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
  check::Header header;
  header.length = text.size();
  header.sha256 = hash.finish();
  std::istringstream file(text);
  check::Body body(file, header);
  check::Counts counts{};
  try {
    check::verify_placement_bound(stones, index_of(game.to_move()), {index_of(winner), 1}, body,
                                  counts);
    body.finish();
  } catch (const check::Refuted& fault) {
    fmt::print("refuted: {}\n", fault.what());
    return false;
  }
  return true;
}

Game game_of(const GameSpec& spec, const std::vector<Stone>& stones) {
  Game game(spec);
  for (std::size_t i = 0; i < stones.size();) {
    Move move;
    for (int left = game.stones_due(); left > 0; --left) move.push_back(stones[i++].cell);
    if (!game.play(move)) throw std::logic_error("stones of no game");
  }
  return game;
}

void certify(const Game& game, const ThreatWin& win, Tally& tally) {
  const double start = cpu_seconds();
  const std::optional<PlacementProof> proof = proof_of_win(game, win);
  const double written = cpu_seconds();
  tally.writing_times.push_back(written - start);
  if (!proof) {
    fmt::print("no certificate, order {}, {:.3f} s: {}\n", win.order, written - start,
               format_moves(game.spec(), game.moves()));
    ++tally.unwritten;
    return;
  }
  const bool accepted = is_accepted(game, win.winner, proof->body);
  tally.checking_times.push_back(cpu_seconds() - written);
  tally.bytes.push_back(proof->body.size());
  if (!accepted) fmt::print("refuted: {}\n", format_moves(game.spec(), game.moves()));
  ++(accepted ? tally.accepted : tally.refuted);
}

template <class Number>
Number middle(std::vector<Number> numbers) {
  std::sort(numbers.begin(), numbers.end());
  return numbers.empty() ? Number() : numbers[numbers.size() / 2];
}
template <class Number>
Number largest(const std::vector<Number>& numbers) {
  return numbers.empty() ? Number() : *std::max_element(numbers.begin(), numbers.end());
}

void measure(const GameSpec& spec, const Record& record, int before, const Settings& settings,
             Tally& tally) {
  const PlacementSpec& placement = *spec.placement();
  const int last = move_of(placement, static_cast<int>(record.cells.size()) - 1);
  const int turn = last - 2 * (before - 1);
  if (turn < 1) return;
  std::vector<Stone> stones;
  PlacementBoard board(placement);
  for (int i = 0; move_of(placement, i) < turn; ++i) {
    const Cell cell = record.cells[static_cast<std::size_t>(i)];
    if (!board.contains(cell) || board.at(cell)) return;
    stones.push_back({cell, player_of(placement, i)});
    board.place(cell, stones.back().player);
  }
  if (board.complete_segments(Player::first) + board.complete_segments(Player::second) > 0) return;
  ++tally.positions;
  ThreatLimits limits;
  limits.order = settings.order;
  const double start = cpu_seconds();
  std::optional<ThreatWin> win;
  {
    Alarm alarm(start + settings.seconds);
    ThreatProver prover(placement, stones, record.winner, limits, alarm.stop());
    if (settings.certify) prover.record_wins();
    win = prover.find_win(record.winner, settings.order);
  }
  const double time = cpu_seconds() - start;
  if (!win) return;
  ++tally.found;
  ++tally.by_order[win->order];
  tally.times.push_back(time);
  if (settings.list) {
    fmt::print("{} | {} | {} | {}\n", spec.to_string(),
               format_moves(spec, game_of(spec, stones).moves()), name_of(record.winner),
               win->order);
  }
  if (settings.certify) certify(game_of(spec, stones), *win, tally);
  if (!settings.replay) return;
  limits.order = win->order;
  limits.table = 1 << 14;
  Referee referee(spec, record.winner, limits, 2);
  referee.most_turns = 60;
  ++tally.replayed;
  if (!referee.wins(board, 40)) ++tally.failed;
  if (!referee.complete()) ++tally.cut;
}

}  // namespace
}  // namespace inarow::threats

int main(int argc, char** argv) {
  using namespace inarow;
  using namespace inarow::threats;
  std::string csv;
  std::string game_text = "connect6";
  int games = 300;
  int played = 0;
  std::uint64_t seed = 1;
  Settings settings;
  CLI::App app("forced wins before the end of games");
  app.add_option("--game", game_text, "the game");
  app.add_option("--csv", csv, "file with games: id,\"cells\",winner");
  app.add_option("--games", games, "of the file, evenly spread");
  app.add_option("--self-play", played, "games between simple players instead of a file");
  app.add_option("--seed", seed, "of the players");
  app.add_option("--order", settings.order, "highest order")->check(CLI::Range(1, 4));
  app.add_option("--seconds", settings.seconds, "of processor time for each position");
  app.add_flag("--replay", settings.replay, "play claimed wins out");
  app.add_flag("--certify", settings.certify, "write certificates of claimed wins and check them");
  app.add_flag("--list", settings.list, "print the positions won: game | moves | winner | order");
  CLI11_PARSE(app, argc, argv);
  const Result<GameSpec> spec = GameSpec::parse(game_text);
  if (!spec || spec->placement() == nullptr || !spec->placement()->board ||
      ThreatSearch::obstacle(*spec)) {
    fmt::print(stderr, "{} is no placement game on a finite board for threat search\n", game_text);
    return 2;
  }
  std::vector<Record> records;
  if (played > 0) {
    Random random(seed);
    while (static_cast<int>(records.size()) < played) {
      if (const auto record = self_play(*spec->placement(), random)) records.push_back(*record);
    }
  } else {
    const std::vector<Record> all = read_csv(*spec, csv);
    if (all.empty()) {
      fmt::print(stderr, "no games in '{}'\n", csv);
      return 2;
    }
    for (int i = 0; i < games; ++i) {
      records.push_back(all[static_cast<std::size_t>(i) * all.size() /
                            static_cast<std::size_t>(std::max(games, 1))]);
    }
  }
  int failed = 0;
  fmt::print("{}: {} games, order {}, {} s\n", spec->to_string(), records.size(), settings.order,
             settings.seconds);
  for (int before = 1; before <= 4; ++before) {
    Tally tally;
    for (const Record& record : records) measure(*spec, record, before, settings, tally);
    std::sort(tally.times.begin(), tally.times.end());
    fmt::print(
        "{} before the end: {} positions, {} won ({:.1f} %), of order 1: {}, 2: {}, 3: {}, "
        "4: {}; median {:.1f} ms, slowest {:.0f} ms",
        before, tally.positions, tally.found, 100.0 * tally.found / std::max(tally.positions, 1),
        tally.by_order[1], tally.by_order[2], tally.by_order[3], tally.by_order[4],
        tally.times.empty() ? 0.0 : 1e3 * tally.times[tally.times.size() / 2],
        tally.times.empty() ? 0.0 : 1e3 * tally.times.back());
    if (settings.replay) {
      fmt::print("; replayed {}, ended early {}, failed {}", tally.replayed, tally.cut,
                 tally.failed);
    }
    fmt::print("\n");
    if (settings.certify) {
      fmt::print(
          "  certificates: {} verified, {} not written, {} refuted; written in {:.1f} ms (median), "
          "{:.0f} ms (slowest); checked in {:.1f} and {:.0f} ms; {} and {} bytes\n",
          tally.accepted, tally.unwritten, tally.refuted, 1e3 * middle(tally.writing_times),
          1e3 * largest(tally.writing_times), 1e3 * middle(tally.checking_times),
          1e3 * largest(tally.checking_times), middle(tally.bytes), largest(tally.bytes));
    }
    std::fflush(stdout);
    failed += tally.failed + tally.unwritten + tally.refuted;
  }
  return failed == 0 ? 0 : 1;
}
