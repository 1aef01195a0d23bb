#include "book/book_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace inarow {
namespace {

constexpr double width = 760;
constexpr double left = 60;
constexpr double bar_height = 18;

struct Kind {
  const char* name;
  const char* colour;
  std::uint64_t BookStore::Depth::* count;
};
constexpr Kind kinds[] = {{"won by the player to move", "#2a7f4f", &BookStore::Depth::won},
                          {"drawn", "#8a8f98", &BookStore::Depth::drawn},
                          {"lost", "#b3402e", &BookStore::Depth::lost},
                          {"bounded", "#c9a227", &BookStore::Depth::bounded},
                          {"claimed", "#7a5fa8", &BookStore::Depth::claimed}};
constexpr const char* open_colour = "#cfd6df";

std::string text(double x, double y, const std::string& words, const char* more = "") {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\"{}>{}</text>\n", x, y, more, words);
}

// Lengths by the logarithm: the last rows have a hundred times as many positions as the first.
std::string bars(const std::vector<BookStore::Depth>& depths, double top) {
  std::uint64_t most = 1;
  for (const BookStore::Depth& depth : depths) most = std::max(most, depth.positions);
  const double unit = (width - left - 90) / std::log10(static_cast<double>(most) + 1);
  std::string svg;
  double y = top;
  for (const BookStore::Depth& depth : depths) {
    svg += text(left - 8, y + 13, fmt::format("{}", depth.stones), " text-anchor=\"end\"");
    const double length = unit * std::log10(static_cast<double>(depth.positions) + 1);
    double x = left;
    std::uint64_t known = 0;
    const auto part = [&](std::uint64_t count, const char* colour) {
      if (count == 0) return;
      const double w = length * static_cast<double>(count) / static_cast<double>(depth.positions);
      svg += fmt::format(
          "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{}\" fill=\"{}\"/>\n", x, y, w,
          bar_height - 4, colour);
      x += w;
    };
    for (const Kind& kind : kinds) {
      part(depth.*kind.count, kind.colour);
      known += depth.*kind.count;
    }
    part(depth.positions - std::min(known, depth.positions), open_colour);
    svg += text(left + length + 6, y + 13, fmt::format("{}", depth.positions));
    y += bar_height;
  }
  return svg;
}

std::string growth_curve(const std::vector<BookStore::Growth>& growth, double top, double height) {
  if (growth.size() < 2) return "";
  double most_seconds = 1;
  std::uint64_t most = 1;
  for (const BookStore::Growth& point : growth) {
    most_seconds = std::max(most_seconds, point.work_seconds);
    most = std::max(most, point.positions);
  }
  const auto line = [&](std::uint64_t BookStore::Growth::* count, const char* colour) {
    std::string points;
    for (const BookStore::Growth& point : growth) {
      points += fmt::format(
          "{:.1f},{:.1f} ", left + (width - left - 40) * point.work_seconds / most_seconds,
          top + height - height * static_cast<double>(point.*count) / static_cast<double>(most));
    }
    return fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"/>\n",
                       points, colour);
  };
  std::string svg = fmt::format("<path d=\"M{0} {1}V{2}H{3}\" fill=\"none\" stroke=\"#8a8f98\"/>\n",
                                left, top, top + height, width - 40);
  svg += line(&BookStore::Growth::positions, "#2b5c9e");
  svg += line(&BookStore::Growth::proved, "#2a7f4f");
  svg += text(left - 8, top + 8, fmt::format("{}", most), " text-anchor=\"end\"");
  svg += text(width - 40, top + height + 16, fmt::format("{:.0f} s of work", most_seconds),
              " text-anchor=\"end\"");
  svg += text(left + 8, top + 12, "positions (blue) and decided ones (green)");
  return svg;
}

}  // namespace

std::string book_picture(const BookStore& book) {
  const std::vector<BookStore::Depth> depths = book.depths();
  const std::vector<BookStore::Growth> growth = book.growth();
  const double bars_top = 84;
  const double bars_end = bars_top + bar_height * static_cast<double>(depths.size());
  const double curve_height = growth.size() < 2 ? 0 : 160;
  const double height = bars_end + 24 + (curve_height > 0 ? curve_height + 50 : 0);
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\" font-family=\"sans-serif\" font-size=\"12\" fill=\"#1d2530\">\n"
      "<rect width=\"{0}\" height=\"{1}\" fill=\"#ffffff\"/>\n",
      width, height);
  svg += text(left, 24,
              fmt::format("book of {}: {} positions by the number of their stones",
                          book.spec().to_string(), book.size()),
              " font-size=\"15\" font-weight=\"bold\"");
  double x = left;
  const auto legend = [&](const char* colour, const char* name) {
    svg += fmt::format("<rect x=\"{:.1f}\" y=\"40\" width=\"12\" height=\"12\" fill=\"{}\"/>\n", x,
                       colour);
    svg += text(x + 17, 50, name);
    x += 34 + 6.4 * static_cast<double>(std::string_view(name).size());
  };
  for (const Kind& kind : kinds) legend(kind.colour, kind.name);
  legend(open_colour, "open");
  svg += text(left, 74, "lengths are logarithms");
  svg += bars(depths, bars_top);
  if (curve_height > 0) svg += growth_curve(growth, bars_end + 24, curve_height);
  return svg + "</svg>\n";
}

}  // namespace inarow
