#include "match/tournament/standings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace inarow::tournament {
namespace {

// "2", "1.5".
std::string points_text(double points) {
  return points == std::floor(points) ? fmt::format("{:.0f}", points)
                                      : fmt::format("{:.1f}", points);
}

std::string elo_text(const Rating& rating) {
  if (!std::isfinite(rating.error)) return "-";
  return fmt::format("{:+.0f}", rating.elo);
}

std::string error_text(const Rating& rating) {
  if (!std::isfinite(rating.error)) return "-";
  return fmt::format("+-{:.0f}", rating.error);
}

// The beginnings of the names, as long as it takes to tell them apart, 4 to 8 letters.
std::vector<std::string> short_names(const Plan& plan) {
  constexpr std::size_t least = 4;
  constexpr std::size_t most = 8;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < plan.players.size(); ++i) {
    const std::string& name = plan.players[i].name;
    std::size_t length = least;
    const auto is_ambiguous = [&] {
      return std::any_of(plan.players.begin(), plan.players.end(), [&](const Entrant& other) {
        return other.name != name && other.name.substr(0, length) == name.substr(0, length);
      });
    };
    while (length < most && is_ambiguous()) ++length;
    names.push_back(name.substr(0, length));
  }
  return names;
}

// Columns of text: the first two to the left, the others to the right.
std::string aligned(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths(rows.front().size(), 0);
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      line += i == 0   ? fmt::format("{:>{}}", row[i], widths[i])
              : i == 1 ? fmt::format("  {:<{}}", row[i], widths[i])
                       : fmt::format("  {:>{}}", row[i], widths[i]);
    }
    text += line + '\n';
  }
  return text;
}

}  // namespace

PairCounts pairs_of(const std::vector<PlayedGame>& games) {
  // Games 2n - 1 and 2n are one opening with the colours swapped.
  std::map<int, std::vector<const PlayedGame*>> pairs;
  for (const PlayedGame& game : games) pairs[(game.pairing.number + 1) / 2].push_back(&game);
  PairCounts counts{};
  for (const auto& [number, pair] : pairs) {
    if (pair.size() != 2) continue;
    double points = 0;
    for (const PlayedGame* game : pair) {
      const double of_first = points_of_first(game->outcome);
      points += game->pairing.first == 0 ? of_first : 1 - of_first;
    }
    ++counts[static_cast<std::size_t>(std::lround(2 * points))];
  }
  return counts;
}

Standings standings_of(const Plan& plan, const std::vector<PlayedGame>& games, int scheduled) {
  const std::size_t n = plan.players.size();
  Standings standings;
  standings.points.assign(n, std::vector<double>(n, 0));
  standings.games = standings.points;
  standings.finished = static_cast<int>(games.size());
  standings.scheduled = scheduled;
  standings.lines.resize(n);
  for (std::size_t i = 0; i < n; ++i) standings.lines[i].player = i;
  for (const PlayedGame& game : games) {
    const double of_first = points_of_first(game.outcome);
    (game.outcome == Outcome::draw         ? standings.draws
     : game.outcome == Outcome::first_wins ? standings.first_wins
                                           : standings.second_wins) += 1;
    const bool by_fault = game.ending == Ending::fault || game.ending == Ending::late;
    for (const Player side : {Player::first, Player::second}) {
      const bool first = side == Player::first;
      const std::size_t me = first ? game.pairing.first : game.pairing.second;
      const std::size_t other = first ? game.pairing.second : game.pairing.first;
      const double points = first ? of_first : 1 - of_first;
      Line& line = standings.lines[me];
      standings.points[me][other] += points;
      standings.games[me][other] += 1;
      line.points += points;
      ++line.games;
      ++(points == 1 ? line.wins : points == 0 ? line.losses : line.draws);
      if (points == 0 && by_fault) ++line.faults;
      line.slowest = std::max(line.slowest, game.slowest[first ? 0 : 1]);
      if (!first) continue;
      line.as_first += points;
      ++line.games_as_first;
    }
  }
  const Ratings ratings = rate(standings.points, standings.games);
  standings.is_bounded = ratings.is_bounded;
  for (Line& line : standings.lines) line.rating = ratings.players[line.player];
  std::stable_sort(
      standings.lines.begin(), standings.lines.end(), [](const Line& a, const Line& b) {
        return a.points != b.points ? a.points > b.points : a.rating.elo > b.rating.elo;
      });
  // A gauntlet is played by one against many, whose points do not compare with his.
  if (plan.kind == Kind::gauntlet) {
    std::stable_sort(standings.lines.begin(), standings.lines.end(),
                     [](const Line& a, const Line& b) { return a.rating.elo > b.rating.elo; });
  }
  if (plan.sprt) {
    const PairCounts pairs = pairs_of(games);
    standings.sprt = SprtReport{sprt_state(*plan.sprt, pairs), pairs, elo_difference(pairs)};
  }
  return standings;
}

std::string crosstable(const Plan& plan, const Standings& standings) {
  const std::vector<std::string> names = short_names(plan);
  std::vector<std::vector<std::string>> rows{{"#", "Program"}};
  for (const Line& line : standings.lines) rows[0].push_back(names[line.player]);
  for (const char* title : {"Points", "Games", "Won", "Drawn", "Lost", "Faults", "Elo", "95 %"}) {
    rows[0].emplace_back(title);
  }
  int rank = 0;
  for (const Line& line : standings.lines) {
    std::vector<std::string> row{std::to_string(++rank), plan.players[line.player].name};
    for (const Line& other : standings.lines) {
      row.push_back(other.player == line.player ? "-"
                    : standings.games[line.player][other.player] == 0
                        ? ""
                        : points_text(standings.points[line.player][other.player]));
    }
    row.push_back(points_text(line.points));
    for (const int number : {line.games, line.wins, line.draws, line.losses, line.faults}) {
      row.push_back(std::to_string(number));
    }
    row.push_back(elo_text(line.rating));
    row.push_back(error_text(line.rating));
    rows.push_back(std::move(row));
  }
  std::string text = aligned(rows);
  if (standings.is_bounded) {
    text +=
        "(Somebody has won or lost all games against others: half a drawn game was added for "
        "each pair, and differences may be larger.)\n";
  }
  return text;
}

std::string in_words(const Plan& plan, const SprtReport& report) {
  const SprtSpec& spec = *plan.sprt;
  const char* verdict = report.state.verdict == SprtVerdict::elo1   ? "accepted: elo1"
                        : report.state.verdict == SprtVerdict::elo0 ? "accepted: elo0"
                                                                    : "not decided";
  const auto& n = report.pairs;
  return fmt::format(
      "SPRT of {} against {}, elo0 = {}, elo1 = {}, alpha = {}, beta = {}: {}\n"
      "LLR {:.2f} ({:.2f}, {:.2f}); pairs with 0, 1/2, 1, 3/2, 2 points: {} {} {} {} {}\n"
      "Elo difference {:+.1f} (95 %: {:+.1f} to {:+.1f})\n",
      plan.players[0].name, plan.players[1].name, spec.elo0, spec.elo1, spec.alpha, spec.beta,
      verdict, report.state.llr, report.state.lower, report.state.upper, n[0], n[1], n[2], n[3],
      n[4], report.difference.elo, report.difference.low, report.difference.high);
}

}  // namespace inarow::tournament
