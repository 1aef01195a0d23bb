// The first byte chooses a game, the rest is a picture: read or refused; a position that some game
// reaches is drawn and read back.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/expects.hpp"
#include "rules/picture.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace inarow;
  constexpr std::array<const char*, 5> games{"drop:4x4", "drop:5x3:cyl", "tictactoe",
                                             "Connect(4,4,3,2,1)", "drop:27x2"};
  if (size == 0) return 0;
  const GameSpec spec = *GameSpec::parse(games[data[0] % games.size()]);
  const std::string_view text(reinterpret_cast<const char*>(data + 1), size - 1);
  const Result<std::vector<Stone>> stones = read_picture(spec, text);
  if (!stones) return 0;
  const Result<Game> game = game_with_stones(spec, *stones);
  if (!game) return 0;
  EXPECTS(game->stones() == *stones);
  const Result<std::vector<Stone>> again = read_picture(spec, draw(*game));
  EXPECTS(again.has_value() && *again == *stones);
  return 0;
}
