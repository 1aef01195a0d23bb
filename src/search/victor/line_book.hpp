#pragma once

// The database of winning lines of the thesis (14.3) as a file: the positions after White's moves
// that the rules alone do not decide, sorted, so that looking one up is a binary search. With it
// and the rules a player wins every game as White (line_player.hpp). docs/formats/lines.md
// describes the file.

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "knowledge/victor/verdict.hpp"

namespace inarow::victor {

class LineBook {
 public:
  // A generalised position (Key): live men of White; live men of Black and the skyline.
  using Code = std::pair<Word128, Word128>;

  // `moves` lead to the position that is won, in the notation of format_moves.
  LineBook(DropSpec spec, std::string moves, std::vector<Code> codes);

  const DropSpec& spec() const { return spec_; }
  const std::string& moves() const { return moves_; }
  std::size_t size() const { return codes_.size(); }

  template <class B>
  bool contains(const Key<B>& key) const {
    return std::binary_search(codes_.begin(), codes_.end(), Code{key.first, key.second});
  }

  std::string serialise() const;
  static Result<LineBook> parse(std::string_view text);
  static Result<LineBook> read(const std::string& path);
  Result<void> write(const std::string& path) const;

 private:
  DropSpec spec_;
  std::string moves_;
  std::vector<Code> codes_;  // sorted, all different
};

}  // namespace inarow::victor
