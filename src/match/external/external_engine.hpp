#pragma once

// Programs of other authors that play: who they are, how they are started, what they speak.
//
//   parse_external_engine("cloud=./cloudict")            speaks what its game asks for
//   parse_external_engine("rapfi:gomocup=cd rapfi && ./pbrain-rapfi")
//
//   protocol   games                                      what it is
//   connect6   connect6                                   that of Connect6 contests
//   gomocup    five in a row, one stone a move            that of Gomocup and its manager Piskvork
//   json       all                                        one question a line (docs/formats)
//
// Unless it is told, an engine speaks connect6 in Connect6, gomocup in Gomoku and json elsewhere.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "rules/game_spec.hpp"

namespace inarow {

enum class EngineProtocol : unsigned char { connect6, gomocup, json };

const char* name_of(EngineProtocol protocol);
std::optional<EngineProtocol> protocol_named(std::string_view name);
EngineProtocol default_protocol(const GameSpec& spec);

struct ExternalEngine {
  std::string name;
  std::string command;                       // for /bin/sh -c
  std::optional<EngineProtocol> protocol{};  // nothing: by the game
  std::size_t memory_bytes = 0;              // of each of its processes; 0: no limit
  std::optional<int> depth{};                // told to engines of Connect6, which have no clock
  double move_seconds = 0;                   // for a move at most, where there is no clock; 0: any
  double start_seconds = 10;                 // until it has said that it is there
  double grace_seconds = 0.5;                // how long its move is waited for after its time
  std::string error_file{};                  // its standard error is added to it; empty: to none

  EngineProtocol protocol_for(const GameSpec& spec) const {
    return protocol ? *protocol : default_protocol(spec);
  }
};

// "NAME=COMMAND" or "NAME:PROTOCOL=COMMAND". A name has up to 40 letters, digits, dots, hyphens and
// underscores.
Result<ExternalEngine> parse_external_engine(std::string_view text);

// What is wrong with a name, as a sentence.
std::optional<std::string> fault_of_engine_name(std::string_view name);

// Why its protocol has no words for this game: a sentence.
std::optional<std::string> obstacle_of_engine(const ExternalEngine& engine, const GameSpec& spec);

}  // namespace inarow
