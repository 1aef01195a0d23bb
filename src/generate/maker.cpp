#include "generate/maker.hpp"

#include <fmt/format.h>

#include "search/alphabeta/analysis.hpp"
#include "search/threat_space/threat_search.hpp"

namespace inarow::puzzles {

const char* name_of(Filter filter) {
  static constexpr std::array<const char*, number_of_filters> names{
      "positions", "open", "decided", "single", "sound", "verified", "distinct"};
  return names[static_cast<std::size_t>(filter)];
}

int default_order(const GameSpec& spec) {
  if (spec.placement() == nullptr) return 0;
  return spec.placement()->p == 1 ? 2 : 1;
}

std::optional<std::string> puzzle_obstacle(const GameSpec& spec) {
  if (const DropSpec* drop = spec.drop()) {
    if (drop->height && DropAnalyst::needs_engine(*drop)) return std::nullopt;
    return fmt::format("there are puzzles of drop games of finite height; {} is none",
                       spec.to_string());
  }
  if (const auto obstacle = threats::ThreatSearch::obstacle(spec)) return obstacle;
  if (!spec.placement()->board || spec.placement()->p > 2) {
    return fmt::format(
        "there are puzzles of placement games on finite boards with one or two stones a move; {} "
        "is none",
        spec.to_string());
  }
  return std::nullopt;
}

std::unique_ptr<Maker> make_maker(const GameSpec& spec, const MakerOptions& options,
                                  const Work& work) {
  return spec.drop() != nullptr ? make_drop_maker(spec, options, work)
                                : make_placement_maker(spec, options, work);
}

}  // namespace inarow::puzzles
