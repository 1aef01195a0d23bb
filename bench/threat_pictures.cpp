// The pictures of docs/threat-search.md, drawn from what the search finds.
//
//   threat_pictures docs/images

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "knowledge/threats/defenses.hpp"
#include "rules/notation.hpp"
#include "search/threat_space/open_defenses.hpp"

namespace inarow::threats {
namespace {

constexpr int pitch = 24;

// A part of the board, with stones and texts on its cells.
class Picture {
 public:
  Picture(const GameSpec& spec, Cell low, Cell high) : spec_(spec), low_(low), high_(high) {}

  void stones(const std::vector<Stone>& stones) {
    for (const Stone& stone : stones) {
      const bool first = stone.player == Player::first;
      body_ += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"10\" fill=\"{}\" stroke=\"#222\"/>\n",
                           x(stone.cell), y(stone.cell), first ? "#222" : "#fff");
    }
  }
  void shade(Cell cell, const std::string& colour) {
    body_ +=
        fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>\n",
                    x(cell) - pitch / 2 + 1, y(cell) - pitch / 2 + 1, pitch - 2, pitch - 2, colour);
  }
  void text(Cell cell, const std::string& words, const std::string& colour = "#222") {
    body_ += fmt::format(
        "<text x=\"{}\" y=\"{}\" font-size=\"12\" text-anchor=\"middle\" fill=\"{}\">{}</text>\n",
        x(cell), y(cell) + 4, colour, words);
  }
  void write(const std::string& path, const std::string& title) const {
    const int width = (high_.x - low_.x + 2) * pitch;
    const int height = (high_.y - low_.y + 2) * pitch;
    std::ofstream file(path);
    file << fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
        "height=\"{1}\" font-family=\"sans-serif\" role=\"img\">\n<title>{2}</title>\n"
        "<rect width=\"{0}\" height=\"{1}\" fill=\"#f4e7c8\"/>\n<path stroke=\"#b9a675\" d=\"",
        width, height, title);
    for (int column = low_.x; column <= high_.x; ++column) {
      file << fmt::format("M{} {}V{}", x({column, 0}), y({0, high_.y}), y({0, low_.y}));
    }
    for (int row = low_.y; row <= high_.y; ++row) {
      file << fmt::format("M{} {}H{}", x({low_.x, 0}), y({0, row}), x({high_.x, 0}));
    }
    file << "\"/>\n" << body_ << "</svg>\n";
  }
  bool shows(Cell cell) const {
    return cell.x >= low_.x && cell.x <= high_.x && cell.y >= low_.y && cell.y <= high_.y;
  }

 private:
  int x(Cell cell) const { return (cell.x - low_.x + 1) * pitch; }
  int y(Cell cell) const { return (high_.y - cell.y + 1) * pitch; }

  GameSpec spec_;
  Cell low_;
  Cell high_;
  std::string body_;
};

std::pair<Cell, Cell> frame(const std::vector<Stone>& stones,
                            const std::vector<std::vector<Cell>>& zones, int margin) {
  Cell low = stones[0].cell;
  Cell high = low;
  const auto include = [&](Cell cell) {
    low = {std::min(low.x, cell.x), std::min(low.y, cell.y)};
    high = {std::max(high.x, cell.x), std::max(high.y, cell.y)};
  };
  for (const Stone& stone : stones) include(stone.cell);
  for (const auto& zone : zones) {
    for (const Cell cell : zone) include(cell);
  }
  return {{low.x - margin, low.y - margin}, {high.x + margin, high.y + margin}};
}

// Zone numbers as the paper writes them: the lowest zone of each cell.
void draw_zones(Picture& picture, const std::vector<std::vector<Cell>>& zones) {
  const std::vector<std::string> colours{"#e9a15b", "#f2cf94", "#f7e3bd"};
  std::map<Cell, std::size_t> lowest;
  for (std::size_t i = zones.size(); i-- > 0;) {
    for (const Cell cell : zones[i]) lowest[cell] = i;
  }
  for (const auto& [cell, i] : lowest) {
    picture.shade(cell, colours[std::min(i, colours.size() - 1)]);
    picture.text(cell, std::to_string(i + 1));
  }
}

// A line of Connect6 with two threats, and the cells of its critical defenses.
void draw_defenses(const std::string& folder) {
  const GameSpec spec = *GameSpec::parse("connect6");
  std::vector<Stone> stones;
  for (int i = 8; i < 12; ++i) stones.push_back({{i, 9}, Player::first});
  Picture picture(spec, {4, 8}, {15, 10});
  const ThreatBoard board(*spec.placement(), stones);
  std::vector<CellSet> sets;
  threat_sets(board, Player::first, sets);
  std::map<Cell, std::string> names;
  int number = 0;
  for (const CellSet& defense : critical_defenses(sets, spec.placement()->p)) {
    ++number;
    for (const CellIndex cell : defense) names[board.cell(cell)] += std::to_string(number);
  }
  for (const auto& [cell, name] : names) {
    picture.shade(cell, "#bcd7ee");
    picture.text(cell, name);
  }
  picture.stones(stones);
  picture.write(folder + "/threat-defenses.svg",
                "An open four of Connect6 and its critical defenses");
}

// The win against a pass after the V of Connect(6,2,3): its first move and its zones.
void draw_zones_of_the_pass(const std::string& folder) {
  const GameSpec spec = *GameSpec::parse("Connect(6,2,3)");
  const Game game = *read_game(spec, "0,0 -1,1 1,1");
  ThreatLimits limits;
  limits.order = 1;
  ThreatSearch search(*spec.placement(), game.stones(), Player::first, limits);
  const std::optional<ThreatWin> win = search.find_win();
  std::vector<std::vector<Cell>> zones = win->zones;
  zones.resize(2);
  const auto [low, high] = frame(game.stones(), zones, 1);
  Picture picture(spec, low, high);
  draw_zones(picture, zones);
  picture.stones(game.stones());
  for (const Cell cell : win->move) {
    picture.stones({{cell, Player::first}});
    picture.text(cell, "3", "#fff");
  }
  picture.write(folder + "/threat-zones.svg", "Zones of Black's win if White passes");
}

// The defenses against an open three of Gomoku.
void draw_open_defenses(const std::string& folder) {
  const GameSpec spec = *GameSpec::parse("gomoku");
  const Game game = *read_game(spec, "g8 a1 h8 a15 i8");
  ThreatLimits limits;
  limits.order = 2;
  const DefensesResult result =
      find_open_defenses(*spec.placement(), game.stones(), Player::first, limits);
  Picture picture(spec, {2, 3}, {12, 11});
  std::vector<Stone> stones = game.stones();
  std::erase_if(stones, [&](const Stone& stone) { return !picture.shows(stone.cell); });
  for (const RefutedDefense& defense : result.refuted) {
    for (const Cell cell : defense.stones) {
      picture.shade(cell, "#f2cf94");
      picture.text(cell, "-");
    }
  }
  for (const OpenDefense& defense : result.open) {
    for (const Cell cell : defense.stones) {
      picture.shade(cell, "#bcd7ee");
      picture.text(cell, "?");
    }
  }
  picture.stones(stones);
  picture.write(folder + "/threat-open-defenses.svg", "Defenses against an open three");
}

}  // namespace
}  // namespace inarow::threats

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "usage: threat_pictures FOLDER\n");
    return 2;
  }
  const std::string folder = argv[1];
  inarow::threats::draw_defenses(folder);
  inarow::threats::draw_zones_of_the_pass(folder);
  inarow::threats::draw_open_defenses(folder);
  return 0;
}
