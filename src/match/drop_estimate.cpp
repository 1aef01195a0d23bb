#include "match/drop_estimate.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>
#include <vector>

#include "base/expects.hpp"
#include "rules/drop_board.hpp"
#include "rules/drop_tables.hpp"

namespace inarow {
namespace {

// Hundredths of the logarithm of the odds, in the order of features_of().
constexpr std::array<int, drop_features> weights{30, 210, 75, 36, 12};
constexpr int certain = 10'000;  // a line in sight; sooner is more
constexpr int most_depth = 40;

struct Stones {
  Word128 me = 0;  // of the player to move
  Word128 opponent = 0;
  int count = 0;
};

class Looker {
 public:
  Looker(const DropSpec& spec, const DropEstimateLimits& limits)
      : geometry_(spec), limits_(limits), even_(*spec.height % 2 == 0) {
    lines_ = lines_as_words(spec);
    for (const Column column : columns_from_the_centre(spec.width)) order_.push_back(column.index);
    for (int x = 0; x < spec.width; ++x) {
      for (int y = 0; y < *spec.height; y += 2) odd_rows_ |= geometry_.bit(Cell{x, y});
    }
  }

  const DropGeometry<Word128>& geometry() const { return geometry_; }

  std::array<int, drop_features> features(const Stones& s) const {
    const int k = geometry_.k();
    std::array<int, drop_features> f{1, 0, 0, 0, 0};
    Word128 mine = 0;
    Word128 his = 0;
    const Word128 all = s.me | s.opponent;
    for (const Word128 line : lines_) {
      const bool own = (line & s.me) != 0;
      if (own && (line & s.opponent) != 0) continue;
      const int lacks = k - popcount(line & all);
      const int sign = own ? 1 : -1;
      if (lacks == 1) (own ? mine : his) |= line & ~all;
      if (lacks == 2) f[3] += sign;
      if (lacks == 3 && k > 3) f[4] += sign;
    }
    // The first player has moved as often as the second when he is to move.
    const bool first = s.count % 2 == 0;
    const Word128 good_for_me = !even_ ? geometry_.board() : first ? odd_rows_ : ~odd_rows_;
    const Word128 good_for_him = !even_ ? geometry_.board() : ~good_for_me;
    f[1] = popcount(mine & good_for_me) - popcount(his & good_for_him);
    f[2] = popcount(mine & ~good_for_me) - popcount(his & ~good_for_him);
    return f;
  }

  Estimate look(const Stones& root) {
    std::vector<Found> best;
    std::vector<Found> shallower;
    for (int depth = 1; depth <= most_depth; ++depth) {
      std::vector<Found> found;
      for (const int x : order_) {
        const Word128 bit = geometry_.landing(root.me | root.opponent, Column{x});
        if (bit == 0) continue;
        Found move = try_move(root, bit, depth);
        if (spent()) break;
        found.push_back(std::move(move));
      }
      if (spent() && depth > 1) break;
      std::stable_sort(found.begin(), found.end(),
                       [](const Found& a, const Found& b) { return a.score > b.score; });
      shallower = std::exchange(best, std::move(found));
      depth_ = depth;
      if (spent() || root.count + depth >= geometry_.cells()) break;
      // Nothing changes any more.
      if (best[0].score >= certain / 2 || (best[0].score <= -certain / 2)) break;
    }
    balance(best, shallower);
    return told(best);
  }

 private:
  struct Found {
    int score = 0;
    std::vector<Word128> line;
  };

  // Whoever places the last stone of a look ahead seems to stand better. The mean of two depths has
  // none of that, so that the chances along a game can be compared.
  static void balance(std::vector<Found>& best, const std::vector<Found>& shallower) {
    const auto open = [](int score) { return std::abs(score) < certain / 2; };
    for (Found& found : best) {
      for (const Found& before : shallower) {
        if (before.line.front() != found.line.front() || !open(before.score)) continue;
        if (open(found.score)) found.score = (found.score + before.score) / 2;
      }
    }
    std::stable_sort(best.begin(), best.end(),
                     [](const Found& a, const Found& b) { return a.score > b.score; });
  }

  bool spent() const {
    return nodes_ >= limits_.nodes || (limits_.stop != nullptr && limits_.stop->stop_requested());
  }

  int evaluate(const Stones& s) const {
    const std::array<int, drop_features> f = features(s);
    int score = 0;
    for (std::size_t i = 0; i < f.size(); ++i) score += weights[i] * f[i];
    return std::clamp(score, -certain / 4, certain / 4);  // never as much as a line in sight
  }

  Found try_move(const Stones& s, Word128 bit, int depth) {
    Found found;
    found.line.push_back(bit);
    if (geometry_.has_line(s.me | bit)) {
      found.score = certain - s.count;
      return found;
    }
    std::vector<Word128> rest;
    found.score =
        -search({s.opponent, s.me | bit, s.count + 1}, depth - 1, -2 * certain, 2 * certain, rest);
    found.line.insert(found.line.end(), rest.begin(), rest.end());
    return found;
  }

  int search(const Stones& s, int depth, int alpha, int beta, std::vector<Word128>& line) {
    ++nodes_;
    if (s.count == geometry_.cells()) return 0;
    const Word128 all = s.me | s.opponent;
    // A line at once; one threat of his must be stopped, two cannot be.
    Word128 forced = 0;
    for (const int x : order_) {
      const Word128 bit = geometry_.landing(all, Column{x});
      if (bit == 0) continue;
      if (geometry_.has_line(s.me | bit)) {
        line.assign(1, bit);
        return certain - s.count;
      }
      if (geometry_.has_line(s.opponent | bit)) forced |= bit;
    }
    if (depth <= 0 && forced == 0) return evaluate(s);
    if (spent()) return evaluate(s);
    int best = -2 * certain;
    for (const int x : order_) {
      const Word128 bit = geometry_.landing(all, Column{x});
      if (bit == 0 || (forced != 0 && (bit & forced) == 0)) continue;
      std::vector<Word128> rest;
      const int score =
          -search({s.opponent, s.me | bit, s.count + 1}, depth - 1, -beta, -alpha, rest);
      if (score > best) {
        best = score;
        line.assign(1, bit);
        line.insert(line.end(), rest.begin(), rest.end());
      }
      alpha = std::max(alpha, score);
      if (alpha >= beta) break;
    }
    return best;
  }

  static double chance(int score) { return 1 / (1 + std::exp(-score / 100.0)); }
  MoveList cells(const std::vector<Word128>& line) const {
    MoveList moves;
    for (const Word128 bit : line) moves.push_back({geometry_.cell(lowest_index(bit))});
    return moves;
  }

  Estimate told(const std::vector<Found>& best) const {
    Estimate estimate;
    estimate.depth = depth_;
    if (best.empty()) return estimate;
    const auto bounded = [](int score) {
      return std::clamp(score, -Estimate::most_score, Estimate::most_score);
    };
    estimate.score = bounded(best[0].score);
    estimate.win = chance(estimate.score);
    estimate.line = cells(best[0].line);
    if (limits_.moves <= 1) return estimate;
    for (const Found& found : best) {
      if (estimate.moves.size() == static_cast<std::size_t>(limits_.moves)) break;
      const int score = bounded(found.score);
      estimate.moves.push_back({chance(score), score, cells(found.line)});
    }
    return estimate;
  }

  DropGeometry<Word128> geometry_;
  DropEstimateLimits limits_;
  bool even_;
  Word128 odd_rows_ = 0;  // rows 1, 3, 5, ...
  std::vector<Word128> lines_;
  std::vector<int> order_;
  std::uint64_t nodes_ = 0;
  int depth_ = 0;
};

Stones stones_in(const Game& game, const DropGeometry<Word128>& geometry) {
  Stones s;
  for (const Stone& stone : game.stones()) {
    (stone.player == game.to_move() ? s.me : s.opponent) |= geometry.bit(stone.cell);
  }
  s.count = game.stone_count();
  return s;
}

}  // namespace

Estimate estimate_drop(const Game& game, const DropEstimateLimits& limits) {
  EXPECTS(game.spec().drop() != nullptr && game.spec().drop()->height && !game.over());
  Looker looker(*game.spec().drop(), limits);
  return looker.look(stones_in(game, looker.geometry()));
}

std::array<int, drop_features> features_of(const Game& game) {
  const Looker looker(*game.spec().drop(), {});
  return looker.features(stones_in(game, looker.geometry()));
}

}  // namespace inarow
