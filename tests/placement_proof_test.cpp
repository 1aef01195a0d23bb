// Certificates of placement games against exhaustive search: what the checker accepts is true,
// whatever bytes it is given. The writer (src/proof) and the checker share no code; this test sees
// both, and a third program, the search below, which knows only the rules.

#include "proof/placement_proof.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <unordered_map>

#include "ask/placement_why.hpp"
#include "placement_claims.hpp"
#include "rules/notation.hpp"
#include "rules/random_games.hpp"

namespace inarow {
namespace {

using Bits = std::uint64_t;

// Exhaustive search: places stones one by one and tries every cell.
class Exhaustive {
 public:
  explicit Exhaustive(const GameSpec& spec) : p_(spec.placement()->p) {
    const BoardSize size = *spec.placement()->board;
    const int k = spec.placement()->k;
    all_ = (Bits{1} << (size.columns * size.rows)) - 1;
    for (int y = 0; y < size.rows; ++y) {
      for (int x = 0; x < size.columns; ++x) {
        for (const auto& [dx, dy] : {std::pair{1, 0}, {0, 1}, {1, 1}, {1, -1}}) {
          const int ex = x + (k - 1) * dx;
          const int ey = y + (k - 1) * dy;
          if (ex >= size.columns || ey < 0 || ey >= size.rows) continue;
          Bits line = 0;
          for (int i = 0; i < k; ++i) line |= Bits{1} << ((y + i * dy) * size.columns + x + i * dx);
          lines_.push_back(line);
        }
      }
    }
  }

  struct Position {
    std::array<Bits, 2> stones{};
    int player = 0;  // whose turn it is
    int left = 1;    // stones of this turn
    bool operator==(const Position&) const = default;
  };

  // Whether `winner` wins.
  bool wins(const Position& position, int winner) {
    const Bits empty = all_ & ~(position.stones[0] | position.stones[1]);
    if (empty == 0) return false;
    const auto [entry, fresh] =
        known_[static_cast<std::size_t>(winner)].try_emplace(position, false);
    if (!fresh) return entry->second;
    bool result = position.player != winner;
    for (Bits rest = empty; rest != 0; rest &= rest - 1) {
      Position next = position;
      next.stones[static_cast<std::size_t>(position.player)] |= rest & -rest;
      bool won = false;
      if (has_line(next.stones[static_cast<std::size_t>(position.player)])) {
        won = position.player == winner;
      } else {
        if (--next.left == 0) {
          next.player = 1 - position.player;
          next.left = p_;
        }
        won = wins(next, winner);
      }
      if (won == (position.player == winner)) {
        result = won;
        break;
      }
    }
    known_[static_cast<std::size_t>(winner)][position] = result;
    return result;
  }

  bool has_line(Bits stones) const {
    return std::any_of(lines_.begin(), lines_.end(),
                       [&](Bits line) { return (line & stones) == line; });
  }
  void forget() {
    for (auto& map : known_) map.clear();
  }

 private:
  struct Hash {
    std::size_t operator()(const Position& p) const {
      return mix(p.stones[0] ^ mix(p.stones[1] + static_cast<Bits>(2 * p.left + p.player)));
    }
  };
  int p_;
  Bits all_ = 0;
  std::vector<Bits> lines_;
  std::array<std::unordered_map<Position, bool, Hash>, 2> known_;
};

// The truth about a claim at the beginning of a turn, in which nobody has a line.
bool is_true(Exhaustive& exhaustive, const Claim& claim) {
  Exhaustive::Position position;
  for (std::size_t player = 0; player < 2; ++player) {
    for (const auto& [x, y] : claim.cells[player]) {
      position.stones[player] |= Bits{1} << (y * claim.game.columns + x);
    }
  }
  position.player = claim.to_move;
  position.left = claim.game.p;
  const int prover = claim.bound.prover;
  return claim.bound.threshold > 0 ? exhaustive.wins(position, prover)
                                   : !exhaustive.wins(position, 1 - prover);
}

std::string mutate(const std::string& body, Random& random) {
  std::string result = body;
  const auto place = [&] {
    return static_cast<std::size_t>(1 + random.below(static_cast<int>(result.size())));
  };
  for (int i = 1 + random.below(2); i > 0; --i) {
    const std::size_t at = std::min(place(), result.size() - 1);
    switch (random.below(6)) {
      case 0:
        result[at] = static_cast<char>(random.below(256));
        break;
      case 1:
        result[at] = static_cast<char>(random.below(12));
        break;
      case 2:
        result.insert(place(), 1, static_cast<char>(random.below(12)));
        break;
      case 3:
        result.erase(at, 1 + static_cast<std::size_t>(random.below(6)));
        break;
      case 4:
        result.resize(at);
        break;
      default:
        result += result.substr(at);
        break;
    }
    if (result.size() < 2) return result;
  }
  return result;
}

constexpr int rounds_on_larger_boards = 250;

TEST(PlacementCertificates, WhatTheCheckerAcceptsIsTrue) {
  Random random(71);
  int proofs = 0;
  int mutants = 0;
  int accepted_mutants = 0;
  int false_claims = 0;
  for (const SmallGame& small : small_games) {
    const GameSpec spec = *GameSpec::parse(small.text);
    Exhaustive exhaustive(spec);
    for (int round = 0; round < 60; ++round) {
      exhaustive.forget();
      const std::optional<Game> game = random_position(spec, small.empty - random.below(3), random);
      if (!game) continue;
      for (const Player attacker : {Player::first, Player::second}) {
        const std::optional<PlacementProof> proof = prove_by_zones(*game, attacker, 4, nullptr);
        if (!proof) continue;
        ++proofs;
        const Claim claim = claim_of(*game, attacker, 1);
        const Verdict verdict = check_body(claim, proof->body);
        ASSERT_TRUE(verdict.accepted) << small.text << ' ' << format_moves(spec, game->moves());
        EXPECT_EQ(verdict.counts[check::positions], proof->counts.positions);
        EXPECT_EQ(verdict.counts[check::wins], proof->counts.wins);
        EXPECT_EQ(verdict.counts[check::held], proof->counts.held);
        ASSERT_TRUE(is_true(exhaustive, claim));
        // Other bytes for the same claim need not be refused, as it is true. But for other claims:
        // the other player, the other one to move, a stone more or less.
        for (int i = 0; i < 150; ++i) {
          Claim other = claim;
          const int kind = random.below(6);
          if (kind == 0) other.bound.prover = 1 - other.bound.prover;
          if (kind == 1) other.to_move = 1 - other.to_move;
          if (kind >= 2) {
            auto& cells = other.cells[random.below(2)];
            if (kind == 2 && !cells.empty())
              cells.erase(cells.begin() + random.below(static_cast<int>(cells.size())));
            const std::pair cell{random.below(other.game.columns), random.below(other.game.rows)};
            const auto taken = [&](const auto& list) {
              return std::find(list.begin(), list.end(), cell) != list.end();
            };
            if (kind > 2 && !taken(other.cells[0]) && !taken(other.cells[1])) {
              other.cells[kind == 3 ? 1 - other.bound.prover : random.below(2)].push_back(cell);
            }
          }
          bool over = other.cells[0].empty() && other.cells[1].empty();
          for (const auto& list : other.cells) {
            Bits bits = 0;
            for (const auto& [x, y] : list) bits |= Bits{1} << (y * other.game.columns + x);
            over = over || exhaustive.has_line(bits);
          }
          if (over) continue;
          const std::string body = i % 2 == 0 ? proof->body : mutate(proof->body, random);
          ++mutants;
          const bool accepted = check_body(other, body).accepted;
          accepted_mutants += accepted ? 1 : 0;
          const bool truth = is_true(exhaustive, other);
          false_claims += truth ? 0 : 1;
          ASSERT_TRUE(truth || !accepted)
              << small.text << ' ' << format_moves(spec, game->moves()) << " mutant " << i;
        }
      }
    }
  }
  EXPECT_GT(proofs, 200);
  EXPECT_GT(false_claims, 10000);
  EXPECT_GT(accepted_mutants, 500);  // the test looks at claims that are nearly proved
  std::printf("%d proofs, %d other claims, %d of them false, %d accepted\n", proofs, mutants,
              false_claims, accepted_mutants);
}

// The zones of a proof by the checker's own code.
std::vector<std::vector<Cell>> zones_by_checker(const Claim& claim, const std::string& text) {
  check::Stones stones(claim.game, claim.cells[0]);
  for (int player = 0; player < 2; ++player) {
    for (const auto& [x, y] : claim.cells[player]) stones.place(stones.cell(x, y), player);
  }
  check::Header header;
  header.length = text.size();
  std::istringstream file(text);
  check::Body body(file, header);
  (void)body.next();
  check::Counts counts{};
  std::vector<std::vector<Cell>> zones;
  for (const std::vector<int>& cells :
       check::verify_by_zones(stones, claim.to_move, claim.bound.prover, body, counts)) {
    zones.emplace_back();
    for (const int cell : cells) {
      zones.back().push_back({cell % claim.game.columns, cell / claim.game.columns});
    }
  }
  return zones;
}

// Definition 3 of Wu and Lin: stones of the defender outside the zones do not matter, the first
// outside Z1, the second outside Z2, and so on.
TEST(PlacementCertificates, StonesOutsideTheZonesDoNotMatter) {
  Random random(76);
  int sequences = 0;
  int longer = 0;
  for (const SmallGame& small : small_games) {
    const GameSpec spec = *GameSpec::parse(small.text);
    Exhaustive exhaustive(spec);
    for (int round = 0; round < 150; ++round) {
      exhaustive.forget();
      const std::optional<Game> game = random_position(spec, small.empty, random);
      if (!game) continue;
      for (const Player attacker : {Player::first, Player::second}) {
        const auto proof = prove_by_zones(*game, attacker, 3, nullptr, 20000);
        if (!proof) continue;
        const Claim claim = claim_of(*game, attacker, 1);
        const std::vector<std::vector<Cell>> zones = zones_by_checker(claim, proof->body);
        // Two programs that share nothing find the same zones.
        ASSERT_EQ(zones, proof->zones) << small.text << ' ' << format_moves(spec, game->moves());
        for (int i = 0; i < 12; ++i) {
          Claim more = claim;
          std::vector<Cell> empty = game->playable_cells();
          std::size_t stones = 0;
          for (const std::vector<Cell>& zone : zones) {
            std::vector<Cell> outside;
            for (const Cell cell : empty) {
              if (std::find(zone.begin(), zone.end(), cell) == zone.end()) outside.push_back(cell);
            }
            if (outside.empty()) break;
            const Cell cell = one_of(outside, random);
            std::erase(empty, cell);
            more.cells[1 - more.bound.prover].emplace_back(cell.x, cell.y);
            ++stones;
          }
          if (stones == 0) break;
          ++sequences;
          longer += stones > 1 ? 1 : 0;
          ASSERT_TRUE(is_true(exhaustive, more))
              << small.text << ' ' << format_moves(spec, game->moves());
        }
      }
    }
  }
  EXPECT_GT(sequences, 3000);
  EXPECT_GT(longer, 300);
  std::printf("%d sequences of stones, %d of them longer than one\n", sequences, longer);
}

// Boards with more room, where free stones matter; the truth comes from the exact solver, which its
// own tests compare with exhaustive search.
TEST(PlacementCertificates, WhatTheCheckerAcceptsIsTrueOnLargerBoards) {
  Random random(75);
  int proofs = 0;
  int false_claims = 0;
  int accepted = 0;
  for (const char* text : {"Connect(5,5,4,1,1)", "Connect(6,4,4,1,1)", "Connect(6,5,4,1,1)",
                           "Connect(6,6,4,1,1)", "Connect(6,5,5,2,1)", "Connect(6,4,5,2,1)"}) {
    const GameSpec spec = *GameSpec::parse(text);
    ExactSolver solver(*spec.placement(), std::size_t{4} << 20);
    const auto truth = [&](const Claim& claim) {
      StonePair stones;
      for (int player = 0; player < 2; ++player) {
        for (const auto& [x, y] : claim.cells[player]) {
          (player == 0 ? stones.first : stones.second) |= Bits{1} << (y * claim.game.columns + x);
        }
      }
      return *solver.wins(stones, claim.bound.prover == 0 ? Player::first : Player::second,
                          nullptr);
    };
    const Exhaustive lines(spec);
    for (int round = 0; round < rounds_on_larger_boards; ++round) {
      const std::optional<Game> game = random_position(spec, 14 + random.below(5), random);
      if (!game) continue;
      for (const Player attacker : {Player::first, Player::second}) {
        const std::optional<PlacementProof> proof =
            prove_by_zones(*game, attacker, 3, nullptr, 20000);
        if (!proof) continue;
        ++proofs;
        const Claim claim = claim_of(*game, attacker, 1);
        const std::string where = text + std::string(" ") + format_moves(spec, game->moves());
        ASSERT_TRUE(check_body(claim, proof->body).accepted) << where;
        ASSERT_TRUE(truth(claim)) << where;
        // One stone lies elsewhere.
        for (int i = 0; i < 20; ++i) {
          Claim other = claim;
          auto& cells = other.cells[random.below(2)];
          if (cells.empty()) continue;
          const std::pair to{random.below(other.game.columns), random.below(other.game.rows)};
          bool bad = false;
          for (const auto& list : other.cells) {
            bad = bad || std::find(list.begin(), list.end(), to) != list.end();
          }
          if (bad) continue;
          one_of(cells, random) = to;
          for (const auto& list : other.cells) {
            Bits bits = 0;
            for (const auto& [x, y] : list) bits |= Bits{1} << (y * other.game.columns + x);
            bad = bad || lines.has_line(bits);
          }
          if (bad) continue;
          const bool liked = check_body(other, proof->body).accepted;
          const bool holds = truth(other);
          accepted += liked ? 1 : 0;
          false_claims += holds ? 0 : 1;
          ASSERT_TRUE(holds || !liked) << where;
        }
      }
    }
  }
  EXPECT_GT(proofs, 500);
  EXPECT_GT(accepted, 2000);
  EXPECT_GT(false_claims, 1000);
  std::printf("%d proofs; %d other claims accepted, %d false ones refused\n", proofs, accepted,
              false_claims);
}

// Grows proofs byte by byte: the checker says how far a body is right, and pieces that it likes are
// kept. So it finds whatever it can be made to accept, also for claims that are false.
class Forger {
 public:
  Forger(const Claim& claim, Random& random) : claim_(claim), random_(random) {
    for (int x = 0; x < claim.game.columns; ++x) {
      for (int y = 0; y < claim.game.rows; ++y) {
        const std::pair cell{x, y};
        const auto has = [&](const auto& list) {
          return std::find(list.begin(), list.end(), cell) != list.end();
        };
        if (!has(claim.cells[0]) && !has(claim.cells[1])) empty_.push_back(cell);
      }
    }
  }

  bool succeeds(int tries) {
    std::vector<std::string> pieces{"Z"};
    std::string body = "Z";
    int failures = 0;  // since a piece was liked
    for (int i = 0; i < tries; ++i) {
      const std::string piece = random_piece();
      const Verdict verdict = check_body(claim_, body + piece);
      if (verdict.accepted) return true;
      if (verdict.too_short) {
        pieces.push_back(piece);
        body += piece;
        failures = 0;
      } else if (++failures > patience) {
        // What was liked before leads nowhere: take some of it back.
        for (int drop = 1 + random_.below(8); drop > 0 && pieces.size() > 1; --drop) {
          body.resize(body.size() - pieces.back().size());
          pieces.pop_back();
        }
        failures = 0;
      }
    }
    return false;
  }

 private:
  static constexpr int patience = 60;

  std::string random_piece() {
    if (random_.below(5) == 0) return std::string(1, static_cast<char>(random_.below(3)));
    std::string piece;
    int stones = random_.below(4) == 0 ? 1 + random_.below(claim_.game.p) : claim_.game.p;
    if (random_.below(4) == 0) {
      // A win of a cover.
      piece += static_cast<char>(1 + random_.below(claim_.game.p + 1));
      stones = random_.below(claim_.game.p + 1);
    }
    piece += static_cast<char>(stones);
    for (int i = 0; i < stones; ++i) {
      const auto& [x, y] = one_of(empty_, random_);
      piece += static_cast<char>(2 * x);
      piece += static_cast<char>(2 * y);
    }
    return piece;
  }

  const Claim& claim_;
  Random& random_;
  std::vector<std::pair<int, int>> empty_;
};

TEST(PlacementCertificates, ProofsOfFalseClaimsCannotBeForged) {
  // More tries, for a night: INAROW_FORGER=100000 placement_proof_test --gtest_filter=*Forged
  const char* wanted = std::getenv("INAROW_FORGER");
  const int tries = wanted != nullptr ? std::atoi(wanted) : 700;
  Random random(72);
  int forged = 0;
  int of_true = 0;
  int of_false = 0;
  for (const SmallGame& small : small_games) {
    const GameSpec spec = *GameSpec::parse(small.text);
    Exhaustive exhaustive(spec);
    for (int round = 0; round < 50; ++round) {
      exhaustive.forget();
      const std::optional<Game> game = random_position(spec, 4 + random.below(5), random);
      if (!game) continue;
      for (const Player attacker : {Player::first, Player::second}) {
        const Claim claim = claim_of(*game, attacker, 1);
        const bool truth = is_true(exhaustive, claim);
        const bool found = Forger(claim, random).succeeds(truth ? 400 : tries);
        (truth ? of_true : of_false) += 1;
        forged += truth && found ? 1 : 0;
        ASSERT_TRUE(truth || !found) << small.text << ' ' << format_moves(spec, game->moves());
      }
    }
  }
  // The forger is good enough to find most proofs of true claims.
  EXPECT_GT(of_false, 300);
  EXPECT_GT(forged, of_true / 2);
  std::printf("%d of %d true claims proved by the forger, 0 of %d false ones\n", forged, of_true,
              of_false);
}

TEST(PlacementCertificates, ProofsWithAllMoves) {
  Random random(73);
  int proofs = 0;
  int refused = 0;
  for (const SmallGame& small : small_games) {
    const GameSpec spec = *GameSpec::parse(small.text);
    Exhaustive exhaustive(spec);
    ExactSolver solver(*spec.placement(), std::size_t{1} << 20);
    for (int round = 0; round < 12; ++round) {
      exhaustive.forget();
      const std::optional<Game> game = random_position(spec, small.empty - 1, random);
      if (!game) continue;
      for (const Player prover : {Player::first, Player::second}) {
        for (const int threshold : {0, 1}) {
          const Claim claim = claim_of(*game, prover, threshold);
          if (!is_true(exhaustive, claim)) continue;
          const std::optional<PlacementProof> proof =
              prove_by_tree(*game, prover, threshold, solver, nullptr);
          ASSERT_TRUE(proof.has_value());
          const Verdict verdict = check_body(claim, proof->body);
          ASSERT_TRUE(verdict.accepted) << small.text << ' ' << format_moves(spec, game->moves());
          EXPECT_EQ(verdict.counts[check::positions], proof->counts.positions);
          EXPECT_EQ(verdict.counts[check::repeats], proof->counts.repeats);
          EXPECT_EQ(verdict.counts[check::dead], proof->counts.dead);
          ++proofs;
          for (int i = 0; i < 60; ++i) {
            Claim other = claim;
            if (random.below(2) == 0) other.bound.prover = 1 - other.bound.prover;
            other.bound.threshold = random.below(2);
            // A stone of one player against one of the other, so that the turn stays.
            auto& cells = other.cells[random.below(2)];
            if (random.below(2) == 0 && !cells.empty()) {
              cells.back() = {random.below(other.game.columns), random.below(other.game.rows)};
            }
            std::map<std::pair<int, int>, int> seen;
            bool bad = false;
            for (const auto& list : other.cells) {
              Bits bits = 0;
              for (const auto& cell : list) {
                bad = bad || ++seen[cell] > 1;
                bits |= Bits{1} << (cell.second * other.game.columns + cell.first);
              }
              bad = bad || exhaustive.has_line(bits);
            }
            if (bad) continue;
            const std::string body = i % 2 == 0 ? proof->body : mutate(proof->body, random);
            const bool accepted = check_body(other, body).accepted;
            refused += accepted ? 0 : 1;
            ASSERT_TRUE(!accepted || is_true(exhaustive, other))
                << small.text << ' ' << format_moves(spec, game->moves());
          }
        }
      }
    }
  }
  EXPECT_GT(proofs, 150);
  EXPECT_GT(refused, 2000);
  std::printf("%d proofs, %d other claims refused\n", proofs, refused);
}

// What `inarow explain` says of small boards.
TEST(PlacementExplanations, HoldByExhaustiveSearch) {
  Random random(74);
  int wins = 0;
  int moves_outside = 0;
  for (const SmallGame& small : small_games) {
    const GameSpec spec = *GameSpec::parse(small.text);
    Exhaustive exhaustive(spec);
    for (int round = 0; round < 30; ++round) {
      exhaustive.forget();
      const std::optional<Game> game = random_position(spec, small.empty - 2, random);
      if (!game) continue;
      const PlacementExplanation e = explain_placement(*game, {3, 20000, 20}, nullptr);
      const Player mover = game->to_move();
      const bool mover_wins = is_true(exhaustive, claim_of(*game, mover, 1));
      const bool mover_loses = !is_true(exhaustive, claim_of(*game, mover, 0));
      const std::string where = small.text + std::string(" ") + format_moves(spec, game->moves());
      ASSERT_TRUE(e.value.has_value());
      EXPECT_EQ(*e.value == GameValue::win, mover_wins) << where;
      EXPECT_EQ(*e.value == GameValue::loss, mover_loses) << where;
      if (!e.wins_now.empty() || (e.win && e.win->winner == mover)) {
        EXPECT_TRUE(mover_wins) << where;
      }
      if (e.lost_to_threats || (e.win && e.win->winner != mover)) {
        EXPECT_TRUE(mover_loses) << where;
      }
      wins += e.win ? 1 : 0;
      if (e.win) {
        ASSERT_FALSE(e.win->sequence.empty());
        const WinStep& last = e.win->sequence.back();
        EXPECT_TRUE(last.completes || last.threats > spec.placement()->p) << where;
      }
      if (!e.if_passed ||
          e.if_passed->zones.size() < static_cast<std::size_t>(game->stones_due())) {
        continue;
      }
      // Moves without a stone in the zone lose.
      const std::vector<Cell>& zone =
          e.if_passed->zones[static_cast<std::size_t>(game->stones_due() - 1)];
      std::vector<Cell> outside = game->playable_cells();
      std::erase_if(outside, [&](Cell cell) {
        return std::find(zone.begin(), zone.end(), cell) != zone.end();
      });
      if (static_cast<int>(outside.size()) < game->stones_due()) continue;
      for (int i = 0; i < 10; ++i) {
        std::vector<Cell> rest = outside;
        Move move;
        for (int k = game->stones_due(); k > 0; --k) {
          const auto at = rest.begin() + random.below(static_cast<int>(rest.size()));
          move.push_back(*at);
          rest.erase(at);
        }
        Game next = *game;
        ASSERT_TRUE(next.play(move).has_value());
        ASSERT_FALSE(next.over()) << where;
        EXPECT_TRUE(is_true(exhaustive, claim_of(next, opponent(mover), 1))) << where;
        ++moves_outside;
      }
    }
  }
  EXPECT_GT(wins, 100);
  EXPECT_GT(moves_outside, 200);
  std::printf("%d wins, %d moves outside zones\n", wins, moves_outside);
}

// The same bytes on the infinite board and on a board around the proof; and a board too small for
// the zones, where White gets a move that the proof does not treat, or the proof its own.
TEST(PlacementCertificates, TheInfiniteBoardAndTheFiniteOne) {
  const GameSpec infinite = *GameSpec::parse("Connect(5,1,1)");
  const Game game = *read_game(infinite, "0,0 -7,-7 1,0 -7,8 -1,1 8,-7 -1,2 8,8");
  const std::optional<PlacementProof> proof = prove_by_zones(game, Player::first, 2, nullptr);
  ASSERT_TRUE(proof.has_value());
  Claim claim = claim_of(game, Player::first, 1);
  EXPECT_TRUE(check_body(claim, proof->body).accepted);
  for (std::size_t i = 1; i < proof->body.size(); ++i) {
    EXPECT_FALSE(check_body(claim, proof->body.substr(0, i)).accepted);
  }
  // Far away stones do not matter, near ones of White do.
  Claim far = claim;
  far.cells[1].emplace_back(40, 40);
  EXPECT_TRUE(check_body(far, proof->body).accepted);
  int refused = 0;
  for (int x = -4; x <= 4; ++x) {
    for (int y = -4; y <= 4; ++y) {
      Claim near = claim;
      near.cells[1].emplace_back(x, y);
      bool taken = false;
      for (const auto& [a, b] : claim.cells[0]) taken = taken || (a == x && b == y);
      if (!taken && !check_body(near, proof->body).accepted) ++refused;
    }
  }
  EXPECT_GT(refused, 5);
}

}  // namespace
}  // namespace inarow
