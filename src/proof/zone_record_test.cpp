// Proofs by zones taken apart and put together, against exhaustive search: what is believed wins,
// whatever was written.

#include "proof/zone_record.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "proof/defense_cover.hpp"
#include "rules/notation.hpp"
#include "rules/random_games.hpp"
#include "search/threat_space/open_defenses.hpp"

namespace inarow {
namespace {

using threats::WinRecord;

threats::ThreatLimits small_limits(int order) {
  threats::ThreatLimits limits;
  limits.order = order;
  limits.nodes_a_search = 300;
  limits.nodes_a_defense = 1000;
  limits.moves_of_order = 1;
  limits.width = 6;
  limits.table = 1024;
  return limits;
}

const std::vector<const char*> boards{"Connect(5,4,4,1,1)", "Connect(5,5,4,1,1)",
                                      "Connect(5,4,4,2,1)", "Connect(5,5,4,2,2)",
                                      "Connect(6,5,5,2,1)", "Connect(5,5,5,3,2)"};

bool same_steps(const WinRecord& a, const WinRecord& b) {
  return std::equal(a.steps.begin(), a.steps.end(), b.steps.begin(), b.steps.end(),
                    [](const WinRecord::Step& x, const WinRecord::Step& y) {
                      return x.kind == y.kind && x.size == y.size && x.further == y.further &&
                             std::equal(x.stones().begin(), x.stones().end(), y.stones().begin());
                    });
}

TEST(ZoneRecord, ABodyIsReadAsItWasWritten) {
  Random random(31);
  int read = 0;
  for (const char* text : boards) {
    const GameSpec spec = *GameSpec::parse(text);
    for (int round = 0; round < 1500; ++round) {
      Game game(spec);
      if (!play_until_empty(game, 6 + random.below(9), random) || game.moves().empty()) continue;
      threats::ThreatProver prover(*spec.placement(), game.stones(), game.to_move(),
                                   small_limits(2));
      prover.record_wins();
      const auto win = prover.find_winner(2);
      if (!win) continue;
      const auto proof = proof_of_win(game, *win);
      ASSERT_TRUE(proof.has_value());
      const ZonePosition position = zone_position(game, win->winner);
      const auto record = read_zone_body(position, proof->body);
      ASSERT_TRUE(record.has_value()) << text << ' ' << format_moves(spec, game.moves());
      EXPECT_TRUE(same_steps(*record, *win->record));
      const auto again = proof_of_record(position, *record);
      ASSERT_TRUE(again.has_value());
      EXPECT_EQ(again->body, proof->body);
      EXPECT_EQ(again->zones, proof->zones);
      EXPECT_EQ(again->counts, proof->counts);
      ++read;
    }
  }
  EXPECT_GT(read, 1000);
}

// Somebody changes bytes, or sends the proof of another position. What is still believed is true.
TEST(ZoneRecord, WhatIsBelievedOfAForgedBodyIsTrue) {
  Random random(32);
  int refused = 0;
  int believed = 0;
  for (const char* text : boards) {
    const GameSpec spec = *GameSpec::parse(text);
    ExactSolver exact(*spec.placement(), std::size_t{1} << 18);
    std::string stale;  // the last body
    for (int round = 0; round < 900; ++round) {
      Game game(spec);
      if (!play_until_empty(game, 5 + random.below(6), random) || game.moves().empty()) continue;
      threats::ThreatProver prover(*spec.placement(), game.stones(), game.to_move(),
                                   small_limits(2));
      prover.record_wins();
      const auto win = prover.find_winner(2);
      std::string body = stale;
      if (win) stale = body = proof_of_win(game, *win)->body;
      if (body.size() < 3) continue;
      for (int change = 0; change < 8; ++change) {
        std::string forged = body;
        const auto at = static_cast<std::size_t>(random.below(static_cast<int>(body.size())));
        const int kind = random.below(4);
        if (kind == 0) forged[at] = static_cast<char>(random.below(12));
        if (kind == 1) forged.resize(at);
        if (kind == 2) forged.insert(at, 1, static_cast<char>(random.below(4)));
        const Player attacker = random.below(2) == 0 ? Player::first : Player::second;
        const ZonePosition position = zone_position(game, attacker);
        const auto record = read_zone_body(position, forged);
        const auto proof = record ? proof_of_record(position, *record) : std::nullopt;
        if (!proof) {
          ++refused;
          continue;
        }
        ++believed;
        ASSERT_EQ(exact.wins(game, attacker, nullptr), true)
            << text << ' ' << format_moves(spec, game.moves());
      }
    }
  }
  EXPECT_GT(refused, 5000);
  EXPECT_GT(believed, 300);
}

TEST(ZoneRecord, RecordsTurnWithTheBoard) {
  const GameSpec spec = *GameSpec::parse("Connect(6,2,3)");
  const Game game = *read_game(spec, "0,0 -1,1 1,1");
  threats::ThreatLimits limits;
  limits.order = 3;
  const auto found = find_open_defenses(*spec.placement(), game.stones(), Player::first, limits,
                                        nullptr, nullptr, true);
  ASSERT_TRUE(found.proved);
  const ZonePosition position = zone_position(game, Player::first);
  const auto proof = proof_of_record(position, *found.record);
  ASSERT_TRUE(proof.has_value());
  for (const Symmetry& symmetry : symmetries(spec)) {
    ZonePosition turned = position;
    for (Stone& stone : turned.stones) stone.cell = symmetry(stone.cell);
    const auto image = proof_of_record(turned, image_of(*found.record, symmetry));
    ASSERT_TRUE(image.has_value());
    EXPECT_EQ(image->counts, proof->counts);
  }
}

// Every move of the player to move.
std::vector<Move> all_moves(const Game& game) {
  std::vector<Move> moves;
  const std::vector<Cell> cells = game.playable_cells();
  Move move;
  const auto extend = [&](auto& self, std::size_t from) -> void {
    if (static_cast<int>(move.size()) == game.stones_due()) {
      moves.push_back(move);
      return;
    }
    for (std::size_t i = from; i < cells.size(); ++i) {
      move.push_back(cells[i]);
      self(self, i + 1);
      move.pop_back();
    }
  };
  extend(extend, 0);
  return moves;
}

// Wins after some of the defender's moves, found one by one as the jobs of a tree find them: what
// they cover loses, when nothing is left the attacker has won, and the zones are those that the
// writer of the whole record works out.
TEST(DefenseCover, WhatIsCoveredLosesAndTheZonesAreTheWriters) {
  Random random(33);
  int closed = 0;
  int covered = 0;
  int open = 0;
  for (const char* text : boards) {
    const GameSpec spec = *GameSpec::parse(text);
    ExactSolver exact(*spec.placement(), std::size_t{1} << 18);
    for (int round = 0; round < 700; ++round) {
      Game game(spec);
      if (!play_until_empty(game, 5 + random.below(5), random) || game.moves().empty()) continue;
      const Player attacker = opponent(game.to_move());
      const ZonePosition position = zone_position(game, attacker);
      DefenseCover cover(position);
      std::vector<CoverWin> wins;
      std::vector<Move> defenses = all_moves(game);
      for (int tries = 0; tries < 40 && !defenses.empty(); ++tries) {
        const auto at = defenses.begin() + random.below(static_cast<int>(defenses.size()));
        const Move move = *at;
        defenses.erase(at);
        if (cover.covers(move)) continue;
        Game after = game;
        ASSERT_TRUE(after.play(move).has_value());
        if (after.over()) continue;
        threats::ThreatProver prover(*spec.placement(), after.stones(), attacker, small_limits(2));
        prover.record_wins();
        const auto win = prover.find_win(attacker, 2);
        if (!win) continue;
        const auto proof = proof_of_record(after_defense(position, move), *win->record);
        ASSERT_TRUE(proof.has_value());
        cover.add(move, proof->zones);
        ASSERT_TRUE(cover.covers(move));
        wins.push_back({move, 0, *win->record});
      }
      const std::string where = std::string(text) + ' ' + format_moves(spec, game.moves());
      for (const Move& move : all_moves(game)) {
        if (!cover.covers(move)) continue;
        Game after = game;
        ASSERT_TRUE(after.play(move).has_value());
        ASSERT_FALSE(after.over()) << where << ' ' << format_move(spec, move);
        ASSERT_EQ(exact.wins(after, attacker, nullptr), true)
            << where << ' ' << format_move(spec, move);
        ++covered;
      }
      const auto result = cover.close();
      ASSERT_EQ(result.has_value(), !cover.uncovered()) << where;
      if (!result) {
        ++open;
        continue;
      }
      ASSERT_EQ(exact.wins(game, attacker, nullptr), true) << where;
      ASSERT_EQ(result->further.size(), wins.size());
      WinRecord whole;
      whole.steps.push_back({result->held ? WinRecord::Kind::held : WinRecord::Kind::cover});
      for (std::size_t i = 0; i < wins.size(); ++i) {
        if (result->further[i] < 0) continue;
        WinRecord::Step against{WinRecord::Kind::against,
                                static_cast<std::uint8_t>(wins[i].stones.size()),
                                static_cast<std::uint8_t>(result->further[i])};
        std::copy(wins[i].stones.begin(), wins[i].stones.end(), against.cells.begin());
        whole.steps.push_back(against);
        whole.steps.insert(whole.steps.end(), wins[i].record.steps.begin(),
                           wins[i].record.steps.end());
      }
      if (!result->held) whole.steps.push_back({WinRecord::Kind::end});
      const auto proof = proof_of_record(position, whole);
      ASSERT_TRUE(proof.has_value()) << where;
      EXPECT_EQ(proof->zones, result->zones) << where;
      ++closed;
    }
  }
  EXPECT_GT(closed, 100);
  EXPECT_GT(covered, 5000);
  EXPECT_GT(open, 100);
  std::printf("%d closed, %d covered moves, %d open\n", closed, covered, open);
}

}  // namespace
}  // namespace inarow
