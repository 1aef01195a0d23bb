#pragma once

// GameSpec: which game is played. It is read from the texts that users write and printed back in
// one canonical form, so that two specs are the same game exactly if their texts are equal.
//
//   GameSpec::parse("connect4")->to_string()            "drop:7x6"
//   GameSpec::parse("cylinder:6")->to_string()          "drop:6xinf:cyl"
//   GameSpec::parse("connect6")->to_string()            "Connect(19,19,6,2,1)"
//   GameSpec::parse("drop:7x").error().message          what is wrong, where, how to write it
//
//   drop game       WxH with optional :kN and :cyl; H may be inf; `cylinder:W` is drop:Wxinf:cyl
//   placement game  Connect(m,n,k,p,q) on m columns and n rows; Connect(k,p,q) on the infinite
//   board

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "base/result.hpp"
#include "rules/types.hpp"

namespace inarow {

// Bits of the largest bitboard of a drop game: width * (height + 1) may not exceed it.
inline constexpr int max_drop_bits = 128;
inline constexpr int max_drop_width = 64;       // of boards of infinite height
inline constexpr int max_placement_side = 64;   // of finite placement boards
inline constexpr int max_line_length = 1000;    // k
inline constexpr int max_stones_a_move = 1000;  // p and q

struct DropSpec {
  int width = 7;
  std::optional<int> height = 6;  // nothing: infinite
  int k = 4;
  bool cylinder = false;
  friend bool operator==(const DropSpec&, const DropSpec&) = default;

  // Bits of a bitboard in Tromp's layout; the height must be finite.
  int bits() const { return width * (*height + 1); }
};

struct BoardSize {
  int columns = 0;
  int rows = 0;
  friend bool operator==(const BoardSize&, const BoardSize&) = default;
};

struct PlacementSpec {
  std::optional<BoardSize> board;  // nothing: infinite
  int k = 5;
  int p = 1;  // stones a move
  int q = 1;  // stones of the first move
  friend bool operator==(const PlacementSpec&, const PlacementSpec&) = default;
};

class GameSpec {
 public:
  explicit GameSpec(DropSpec spec) : spec_(spec) {}
  explicit GameSpec(PlacementSpec spec) : spec_(spec) {}

  static Result<GameSpec> parse(std::string_view text);
  std::string to_string() const;

  // Null if the game is of the other family.
  const DropSpec* drop() const { return std::get_if<DropSpec>(&spec_); }
  const PlacementSpec* placement() const { return std::get_if<PlacementSpec>(&spec_); }

  int k() const { return drop() != nullptr ? drop()->k : placement()->k; }

  // Columns and rows of a finite board; nothing if the board is infinite in any direction.
  std::optional<BoardSize> finite_board() const;
  std::optional<int> cells() const;

  // "White" or "Black", as the literature of the family has it.
  const char* colour(Player player) const;

  friend bool operator==(const GameSpec&, const GameSpec&) = default;

 private:
  std::variant<DropSpec, PlacementSpec> spec_;
};

// True if `cell` lies on the board of `game`.
bool on_board(const GameSpec& game, Cell cell);

}  // namespace inarow
