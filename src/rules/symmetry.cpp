#include "rules/symmetry.hpp"

#include <algorithm>

namespace inarow {

Cell Symmetry::operator()(Cell c) const {
  if (c == null_stone) return c;
  Cell image{xx * c.x + xy * c.y + dx, yx * c.x + yy * c.y + dy};
  if (wrap != 0) image.x = ((image.x % wrap) + wrap) % wrap;
  return image;
}

Symmetry composed(const Symmetry& outer, const Symmetry& inner) {
  Symmetry both;
  both.xx = outer.xx * inner.xx + outer.xy * inner.yx;
  both.xy = outer.xx * inner.xy + outer.xy * inner.yy;
  both.yx = outer.yx * inner.xx + outer.yy * inner.yx;
  both.yy = outer.yx * inner.xy + outer.yy * inner.yy;
  const Cell origin = outer(inner(Cell{0, 0}));
  both.dx = origin.x;
  both.dy = origin.y;
  both.wrap = inner.wrap;
  return both;
}

// The matrix has one entry of 1 or -1 in each row and column, so its inverse is its transpose.
Symmetry inverse(const Symmetry& symmetry) {
  Symmetry back;
  back.xx = symmetry.xx;
  back.xy = symmetry.yx;
  back.yx = symmetry.xy;
  back.yy = symmetry.yy;
  back.dx = -(back.xx * symmetry.dx + back.xy * symmetry.dy);
  back.dy = -(back.yx * symmetry.dx + back.yy * symmetry.dy);
  back.wrap = symmetry.wrap;
  return back;
}

std::vector<Symmetry> symmetries(const GameSpec& spec) {
  std::vector<Symmetry> all;
  if (const DropSpec* drop = spec.drop()) {
    const int turns = drop->cylinder ? drop->width : 1;
    for (const bool mirrored : {false, true}) {
      for (int turn = 0; turn < turns; ++turn) {
        Symmetry s;
        s.xx = mirrored ? -1 : 1;
        s.dx = mirrored ? drop->width - 1 - turn : turn;
        s.wrap = drop->cylinder ? drop->width : 0;
        all.push_back(s);
      }
    }
    return all;
  }
  const std::optional<BoardSize> size = spec.finite_board();
  const int right = size ? size->columns - 1 : 0;  // infinite: around the origin
  const int top = size ? size->rows - 1 : 0;
  const bool square = !size || size->columns == size->rows;
  for (const bool transposed : {false, true}) {
    if (transposed && !square) break;
    for (const int flip : {0, 1, 2, 3}) {
      const int sx = (flip & 1) != 0 ? -1 : 1;
      const int sy = (flip & 2) != 0 ? -1 : 1;
      Symmetry s;
      s.xx = transposed ? 0 : sx;
      s.xy = transposed ? sx : 0;
      s.yx = transposed ? sy : 0;
      s.yy = transposed ? 0 : sy;
      s.dx = sx < 0 ? right : 0;
      s.dy = sy < 0 ? top : 0;
      all.push_back(s);
    }
  }
  return all;
}

namespace {

// The image of the stones, sorted; on an infinite placement board moved to the corner, and the
// symmetry with it.
std::vector<Stone> image_of(const std::vector<Stone>& stones, Symmetry& symmetry, bool translate) {
  std::vector<Stone> image;
  image.reserve(stones.size());
  for (const Stone& stone : stones) image.push_back(Stone{symmetry(stone.cell), stone.player});
  if (translate && !image.empty()) {
    Cell corner = image[0].cell;
    for (const Stone& stone : image) {
      corner.x = std::min(corner.x, stone.cell.x);
      corner.y = std::min(corner.y, stone.cell.y);
    }
    for (Stone& stone : image) {
      stone.cell.x -= corner.x;
      stone.cell.y -= corner.y;
    }
    symmetry.dx -= corner.x;
    symmetry.dy -= corner.y;
  }
  std::sort(image.begin(), image.end());
  return image;
}

bool has_translations(const GameSpec& spec) {
  return spec.placement() != nullptr && !spec.finite_board();
}

}  // namespace

CanonicalForm canonical_form(const GameSpec& spec, const std::vector<Stone>& stones) {
  CanonicalForm best;
  bool first = true;
  for (Symmetry symmetry : symmetries(spec)) {
    std::vector<Stone> image = image_of(stones, symmetry, has_translations(spec));
    if (first || image < best.stones) {
      best.stones = std::move(image);
      best.to_canonical = symmetry;
    }
    first = false;
  }
  return best;
}

int own_symmetries(const GameSpec& spec, const std::vector<Stone>& stones) {
  Symmetry identity;
  const std::vector<Stone> same = image_of(stones, identity, has_translations(spec));
  const std::vector<Symmetry> all = symmetries(spec);
  return static_cast<int>(std::count_if(all.begin(), all.end(), [&](Symmetry symmetry) {
    return image_of(stones, symmetry, has_translations(spec)) == same;
  }));
}

std::vector<Stone> canonical_stones(const GameSpec& spec, const std::vector<Stone>& stones) {
  return canonical_form(spec, stones).stones;
}

}  // namespace inarow
