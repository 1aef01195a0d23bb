#include "match/external/external_engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/quote.hpp"

namespace inarow {
namespace {

constexpr std::size_t most_name_bytes = 40;
constexpr std::array all_protocols{EngineProtocol::connect6, EngineProtocol::gomocup,
                                   EngineProtocol::json};

bool is_connect6(const GameSpec& spec) {
  return spec.placement() != nullptr &&
         *spec.placement() == PlacementSpec{BoardSize{19, 19}, 6, 2, 1};
}

bool is_five_in_a_row(const GameSpec& spec) {
  const PlacementSpec* game = spec.placement();
  return game != nullptr && game->board && game->board->columns >= 5 && game->board->rows >= 5 &&
         game->k == 5 && game->p == 1 && game->q == 1;
}

bool belongs_to_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
         c == '-' || c == '_';
}

}  // namespace

const char* name_of(EngineProtocol protocol) {
  switch (protocol) {
    case EngineProtocol::connect6:
      return "connect6";
    case EngineProtocol::gomocup:
      return "gomocup";
    case EngineProtocol::json:
      return "json";
  }
  return "";
}

std::optional<EngineProtocol> protocol_named(std::string_view name) {
  for (const EngineProtocol protocol : all_protocols) {
    if (name == name_of(protocol)) return protocol;
  }
  return std::nullopt;
}

EngineProtocol default_protocol(const GameSpec& spec) {
  return is_connect6(spec)        ? EngineProtocol::connect6
         : is_five_in_a_row(spec) ? EngineProtocol::gomocup
                                  : EngineProtocol::json;
}

std::optional<std::string> fault_of_engine_name(std::string_view name) {
  if (!name.empty() && name.size() <= most_name_bytes &&
      std::all_of(name.begin(), name.end(), belongs_to_name)) {
    return std::nullopt;
  }
  return fmt::format(
      "{} is no name of an engine: take 1 to {} letters, digits, dots, hyphens and underscores",
      quoted(name), most_name_bytes);
}

Result<ExternalEngine> parse_external_engine(std::string_view text) {
  constexpr const char* how =
      "write NAME=COMMAND, or NAME:connect6=, NAME:gomocup= or NAME:json= with the protocol that "
      "it speaks";
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) {
    return failure(fmt::format("{} names no command; {}", quoted(text), how));
  }
  const std::string_view head = text.substr(0, equals);
  const std::size_t colon = head.find(':');
  ExternalEngine engine;
  engine.name = head.substr(0, colon);
  engine.command = text.substr(equals + 1);
  if (const auto fault = fault_of_engine_name(engine.name)) return failure(*fault + "; " + how);
  if (engine.command.find_first_not_of(" \t") == std::string::npos) {
    return failure(fmt::format("there is no command after {}=; {}", engine.name, how));
  }
  if (engine.command.find('\0') != std::string::npos) {
    return failure(fmt::format("the command of {} has a null byte", engine.name));
  }
  if (colon != std::string_view::npos) {
    engine.protocol = protocol_named(head.substr(colon + 1));
    if (!engine.protocol) {
      return failure(
          fmt::format("there is no protocol {}; {}", quoted(head.substr(colon + 1)), how));
    }
  }
  return engine;
}

std::optional<std::string> obstacle_of_engine(const ExternalEngine& engine, const GameSpec& spec) {
  switch (engine.protocol_for(spec)) {
    case EngineProtocol::connect6:
      if (is_connect6(spec)) return std::nullopt;
      return fmt::format("{} speaks the protocol connect6, which is for Connect6 on 19 x 19 only",
                         engine.name);
    case EngineProtocol::gomocup:
      if (is_five_in_a_row(spec)) return std::nullopt;
      return fmt::format(
          "{} speaks the protocol gomocup, which is for five in a row with one stone a move only",
          engine.name);
    case EngineProtocol::json:
      return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace inarow
