#pragma once

// A program of another author as a computer player. It promises nothing.
//
// Its process lives as long as the player and the game that it plays: it is started by prepare() or
// the first move, and anew when the game is another than the one it knows (a move was taken back, a
// new game begun). A position in the middle of a game is set up by the protocol's own words.
//
// What goes wrong is an error that names the engine and says what happened, with the last lines of
// its standard error: a move that is illegal or none, silence longer than its time and its grace,
// the end of the program, a flood. Its process is ended then; asked again, a new one is started.

#include "match/external/external_engine.hpp"
#include "match/player.hpp"

namespace inarow {

// obstacle_of_engine() has found nothing.
std::unique_ptr<ComputerPlayer> make_external_player(const GameSpec& spec, Player side,
                                                     ExternalEngine engine);

}  // namespace inarow
