// Every win by threats can be written down, and the checker accepts it: on small boards, on large
// and infinite ones, and in positions of real games.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>

#include "placement_claims.hpp"
#include "proof/placement_proof.hpp"
#include "rules/notation.hpp"
#include "search/threat_space/open_defenses.hpp"
#include "search/threat_space/threat_prover.hpp"

namespace inarow {
namespace {

// The certificate comes from the record of the win; nothing is searched again.
class Certifier {
 public:
  // Of either player, by threats up to this order.
  void certify(const Game& game, int order, std::uint64_t nodes) {
    const GameSpec& spec = game.spec();
    const std::string where = spec.to_string() + ' ' + format_moves(spec, game.moves());
    threats::ThreatLimits limits;
    limits.table = 1 << 12;
    limits.nodes = nodes;
    threats::ThreatProver prover(*spec.placement(), game.stones(), game.to_move(), limits);
    prover.record_wins();
    ++positions;
    const std::optional<threats::ThreatWin> win = prover.find_winner(order);
    if (!win) return;
    ++wins[win->order];
    const std::uint64_t searched = prover.nodes();
    ASSERT_TRUE(win->record) << where;
    const std::optional<PlacementProof> proof = proof_of_win(game, *win);
    ASSERT_TRUE(proof) << where;
    EXPECT_EQ(proof->zones, win->zones) << where;
    covers += std::any_of(win->record->steps.begin(), win->record->steps.end(),
                          [](const auto& step) { return step.further > 0; })
                  ? 1
                  : 0;
    const Verdict verdict = check_body(claim_of(game, win->winner, 1), proof->body);
    ASSERT_TRUE(verdict.accepted) << where;
    EXPECT_EQ(verdict.counts[check::positions], proof->counts.positions);
    EXPECT_EQ(verdict.counts[check::wins], proof->counts.wins);
    EXPECT_EQ(verdict.counts[check::held], proof->counts.held);
    // The tracer does not steer.
    if (positions % 8 != 0) return;
    threats::ThreatProver silent(*spec.placement(), game.stones(), game.to_move(), limits);
    const std::optional<threats::ThreatWin> same = silent.find_winner(order);
    ASSERT_TRUE(same) << where;
    EXPECT_EQ(same->move, win->move) << where;
    EXPECT_EQ(silent.nodes(), searched) << where;
    EXPECT_FALSE(same->record);
  }

  int positions = 0;
  int covers = 0;           // wins in which a win stands for more than its own stones
  std::map<int, int> wins;  // by order
  void print() const {
    std::printf("%d positions; wins of order 1: %d, 2: %d, 3: %d; %d with covers\n", positions,
                count(1), count(2), count(3), covers);
  }
  int count(int order) const {
    const auto found = wins.find(order);
    return found == wins.end() ? 0 : found->second;
  }
};

int test_factor() {
  const char* wanted = std::getenv("INAROW_TEST_FACTOR");
  return wanted != nullptr ? std::atoi(wanted) : 1;
}

TEST(ThreatCertificates, EveryWinByThreatsOnSmallBoardsGetsACertificate) {
  Random random(78);
  Certifier certifier;
  for (const SmallGame& small : small_games) {
    const GameSpec spec = *GameSpec::parse(small.text);
    for (int round = 0; round < 200 * test_factor(); ++round) {
      const int empty = small.empty + random.below(*spec.cells() - small.empty + 1);
      const std::optional<Game> game = random_position(spec, empty, random);
      if (game) certifier.certify(*game, 1 + random.below(4), 2000);
    }
  }
  certifier.print();
  EXPECT_GT(certifier.positions, 1500 * test_factor());
  EXPECT_GT(certifier.count(1), 500 * test_factor());
  EXPECT_GT(certifier.count(2) + certifier.count(3), 10 * test_factor());
}

// The positions are random, with stones near each other, the attacker's more often in a place where
// they build.
TEST(ThreatCertificates, EveryWinByThreatsGetsACertificate) {
  Random random(77);
  Certifier certifier;
  for (const char* text : {"Connect(9,9,5,1,1)", "Connect(7,7,4,1,1)", "Connect(9,9,6,2,1)",
                           "Connect(8,8,5,2,1)", "Connect(6,2,1)", "Connect(5,1,1)",
                           "Connect(5,5,4,2,1)", "Connect(8,8,6,3,1)", "Connect(7,7,5,3,1)"}) {
    const GameSpec spec = *GameSpec::parse(text);
    const int p = spec.placement()->p;
    for (int round = 0; round < 50 * test_factor(); ++round) {
      Game game(spec);
      const int moves = 3 + random.below(p == 1 ? 9 : 3);
      const int side = spec.placement()->board ? spec.placement()->board->columns : 7;
      while (static_cast<int>(game.moves().size()) < moves && !game.over()) {
        // Stones of the first player in the middle.
        const int room = game.to_move() == Player::first ? 5 : side;
        const int from = (side - room) / 2;
        Move move;
        while (static_cast<int>(move.size()) < game.stones_due()) {
          const Cell cell{from + random.below(room), from + random.below(room)};
          if (!game.at(cell) && std::find(move.begin(), move.end(), cell) == move.end()) {
            move.push_back(cell);
          }
        }
        ASSERT_TRUE(game.play(move).has_value());
      }
      if (!game.over()) certifier.certify(game, 3, 3000);
    }
  }
  certifier.print();
  EXPECT_GT(certifier.count(1), 120);
  EXPECT_GT(certifier.count(2) + certifier.count(3), 16);
  EXPECT_GT(certifier.covers, 10);
}

// Nothing is open: the attacker has won, and this too can be written down.
TEST(ThreatCertificates, EveryPositionWithoutOpenDefensesGetsACertificate) {
  Random random(79);
  std::map<int, int> proved;  // by the number of threats
  const auto look = [&](const Game& game, int order) {
    threats::ThreatLimits limits;
    limits.order = order;
    limits.table = 1 << 12;
    limits.nodes = 20000;
    const Player attacker = opponent(game.to_move());
    const threats::DefensesResult result = threats::find_open_defenses(
        *game.spec().placement(), game.stones(), attacker, limits, nullptr, {}, true);
    if (!result.proved) return;
    ++proved[result.threats];
    const std::string where =
        game.spec().to_string() + ' ' + format_moves(game.spec(), game.moves());
    ASSERT_TRUE(result.record) << where;
    const threats::ThreatWin win{attacker, {}, order, result.zones, result.record};
    const std::optional<PlacementProof> proof = proof_of_win(game, win);
    ASSERT_TRUE(proof) << where;
    EXPECT_EQ(proof->zones, result.zones) << where;
    ASSERT_TRUE(check_body(claim_of(game, attacker, 1), proof->body).accepted) << where;
  };
  for (const SmallGame& small : small_games) {
    const GameSpec spec = *GameSpec::parse(small.text);
    for (int round = 0; round < 100 * test_factor(); ++round) {
      const std::optional<Game> game = random_position(spec, small.empty, random);
      if (game) look(*game, 1 + random.below(4));
    }
  }
  look(*read_game(*GameSpec::parse("Connect(6,2,3)"), "0,0 -1,1 1,1"), 3);
  for (const auto& [threats, count] : proved) std::printf("%d threats: %d\n", threats, count);
  EXPECT_GT(proved[0] + proved[1], 20);
}

// Positions of Connect6 as people play it, and of Gomoku.
TEST(ThreatCertificates, EveryWinOfTheTableGetsACertificate) {
  std::ifstream file(INAROW_TEST_DATA "/threat_wins.txt");
  Certifier certifier;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    const std::size_t bar = line.find('|');
    const GameSpec spec = *GameSpec::parse(line.substr(0, bar - 1));
    const std::size_t end = line.find('|', bar + 1);
    const Result<Game> game = read_game(spec, line.substr(bar + 1, end - bar - 1));
    ASSERT_TRUE(game) << line;
    certifier.certify(*game, 2, 100'000'000);
  }
  certifier.print();
  EXPECT_EQ(certifier.count(1) + certifier.count(2), certifier.positions);
  EXPECT_GT(certifier.positions, 80);
}

}  // namespace
}  // namespace inarow
