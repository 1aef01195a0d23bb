// The first byte chooses a game, the rest are moves: played or refused; what is played is printed
// and read back, and undone to the empty board.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/expects.hpp"
#include "rules/notation.hpp"
#include "rules/picture.hpp"
#include "rules/symmetry.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace inarow;
  constexpr std::array<const char*, 12> games{"connect4",
                                              "drop:10x6:cyl",
                                              "drop:30x3",
                                              "cylinder:6",
                                              "drop:1x127",
                                              "tictactoe",
                                              "connect6",
                                              "gomoku",
                                              "Connect(6,2,3)",
                                              "Connect(3,1,1)",
                                              "Connect(64,3,3,2,5)",
                                              "drop:2x6:k3:cyl"};
  if (size == 0) return 0;
  const GameSpec spec = *GameSpec::parse(games[data[0] % games.size()]);
  const std::string_view text(reinterpret_cast<const char*>(data + 1), size - 1);
  Result<Game> game = read_game(spec, text);
  if (!game) {
    EXPECTS(!game.error().message.empty());
    EXPECTS(game.error().message.find('\n') == std::string::npos);
    return 0;
  }
  const Result<Game> again = read_game(spec, format_moves(spec, game->moves()));
  EXPECTS(again.has_value() && again->moves() == game->moves());
  EXPECTS(again->outcome() == game->outcome());
  EXPECTS(canonical_stones(spec, game->stones()).size() == game->stones().size());
  if (game->stone_count() < 40) EXPECTS(!draw(*game).empty());
  while (!game->moves().empty()) game->undo();
  EXPECTS(game->stones().empty() && game->outcome() == Outcome::undecided);
  return 0;
}
