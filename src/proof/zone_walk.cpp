#include "proof/zone_walk.hpp"

#include <algorithm>

#include "base/expects.hpp"
#include "proof/bound_proof.hpp"
#include "proof/prove.hpp"
#include "proof/zone_record.hpp"

namespace inarow {

using threats::CellIndex;
using threats::CellSet;
using threats::ThreatBoard;
using threats::WinRecord;
using Kind = WinRecord::Kind;

Result<Game> position_of(const CertificateHeader& header) {
  const Result<GameSpec> spec = GameSpec::parse(header.game);
  if (!spec) return tl::unexpected<Error>(spec.error());
  Game game(*spec);
  for (const Column column : header.moves) {
    const std::optional<Cell> cell = game.landing_cell(column);
    if (!cell) return failure("a move of its position is not legal");
    if (const Result<void> played = game.play({*cell}); !played) {
      return tl::unexpected<Error>(played.error());
    }
  }
  for (std::size_t i = 0; i < header.stones.size();) {
    const auto due =
        std::min(static_cast<std::size_t>(game.stones_due()), header.stones.size() - i);
    const auto first = header.stones.begin() + static_cast<std::ptrdiff_t>(i);
    const Move move(first, first + static_cast<std::ptrdiff_t>(due));
    if (due == 0) return failure("its position has too many stones");
    if (const Result<void> played = game.play(move); !played) {
      return tl::unexpected<Error>(played.error());
    }
    i += due;
  }
  return game;
}

const char* name_of(ZoneDefense defense) {
  constexpr const char* names[] = {"none", "held", "macro", "each", "cover"};
  return names[static_cast<std::size_t>(defense)];
}

// The record, with the end of every attack in it: the record alone does not say how many follow a
// step `each`.
struct ZoneWalk::Index {
  Index(CertificateFile f, Game g, Player a)
      : file(std::move(f)), game(std::move(g)), attacker(a) {}

  struct Defense {
    ZoneDefense kind = ZoneDefense::none;
    std::vector<Move> stones;         // of each reply
    std::vector<int> further;         // likewise
    std::vector<std::size_t> attack;  // the step at which the answer to it begins
    std::size_t end = 0;
  };

  static ThreatBoard board_of(const Game& game) {
    return {*game.spec().placement(), game.stones()};
  }
  static void put(ThreatBoard& board, const Move& stones, Player player) {
    for (const Cell cell : stones) board.place(board.index(cell), player);
  }
  static void take(ThreatBoard& board, const Move& stones) {
    for (const Cell cell : stones) board.remove(board.index(cell));
  }
  static Move stones_of(const WinRecord::Step& step) {
    return {step.stones().begin(), step.stones().end()};
  }
  template <class Cells>
  static Move move_of(const ThreatBoard& board, const Cells& cells) {
    Move move;
    for (const CellIndex cell : cells) move.push_back(board.cell(cell));
    return move;
  }

  // What stands at a step where the defender is to move, without the answers.
  Defense defense_at(ThreatBoard& board, std::size_t step) const {
    Defense defense;
    const Kind kind = record.steps[step].kind;
    if (kind == Kind::held) {
      defense.kind = ZoneDefense::held;
      return defense;
    }
    if (kind == Kind::cover) {
      defense.kind = ZoneDefense::cover;
      return defense;
    }
    std::vector<CellSet> sets;
    threats::threat_sets(board, attacker, sets);
    const std::vector<CellSet> all = threats::critical_defenses(sets, board.p());
    if (kind == Kind::macro) {
      defense.kind = ZoneDefense::macro;
      defense.stones.push_back(move_of(board, threats::union_of(all)));
    } else {
      defense.kind = ZoneDefense::each;
      for (const CellSet& one : all) defense.stones.push_back(move_of(board, one));
    }
    return defense;
  }

  // Goes through an attack once and notes where it ends.
  std::size_t index_attack(ThreatBoard& board, std::size_t step) {
    const Move stones = stones_of(record.steps[step]);
    std::size_t end = step + 1;
    if (record.steps[step].kind != Kind::completes) {
      put(board, stones, attacker);
      end = index_defense(board, step + 1);
      take(board, stones);
    }
    ends[step] = static_cast<std::uint32_t>(end);
    return end;
  }
  std::size_t index_defense(ThreatBoard& board, std::size_t step) {
    const Defense defense = defense_at(board, step);
    std::size_t next = step + 1;
    const auto after = [&](const Move& stones) {
      put(board, stones, opponent(attacker));
      next = index_attack(board, next);
      take(board, stones);
    };
    for (const Move& stones : defense.stones) after(stones);
    if (defense.kind != ZoneDefense::cover) return next;
    while (record.steps[next].kind == Kind::against) {
      const Move stones = stones_of(record.steps[next]);
      ++next;
      after(stones);
    }
    return next + 1;  // the step `end`
  }

  // With the answers, which have been gone through.
  Defense whole_defense(ThreatBoard& board, std::size_t step) const {
    Defense defense = defense_at(board, step);
    std::size_t next = step + 1;
    for (std::size_t i = 0; i < defense.stones.size(); ++i) {
      const int left = board.p() - static_cast<int>(defense.stones[i].size());
      defense.further.push_back(std::max(0, left));
      defense.attack.push_back(next);
      next = ends[next];
    }
    if (defense.kind != ZoneDefense::cover) return defense;
    while (record.steps[next].kind == Kind::against) {
      defense.stones.push_back(stones_of(record.steps[next]));
      defense.further.push_back(record.steps[next].further);
      defense.attack.push_back(next + 1);
      next = ends[next + 1];
    }
    return defense;
  }

  std::size_t moves_in(std::size_t begin, std::size_t end) const {
    return static_cast<std::size_t>(std::count_if(
        record.steps.begin() + static_cast<std::ptrdiff_t>(begin),
        record.steps.begin() + static_cast<std::ptrdiff_t>(end), [](const WinRecord::Step& step) {
          return step.kind == Kind::moves || step.kind == Kind::completes;
        }));
  }

  CertificateFile file;
  Game game;
  Player attacker;
  WinRecord record{};
  std::vector<std::uint32_t> ends{};  // of attacks, by their first step
};

ZoneWalk::ZoneWalk(std::unique_ptr<Index> index) : index_(std::move(index)) {}
ZoneWalk::ZoneWalk(ZoneWalk&&) noexcept = default;
ZoneWalk& ZoneWalk::operator=(ZoneWalk&&) noexcept = default;
ZoneWalk::~ZoneWalk() = default;
const CertificateHeader& ZoneWalk::header() const { return index_->file.header; }
const Game& ZoneWalk::start() const { return index_->game; }
Player ZoneWalk::attacker() const { return index_->attacker; }

Result<ZoneWalk> ZoneWalk::open(CertificateFile file) {
  const CertificateHeader& header = file.header;
  Result<Game> game = position_of(header);
  if (!game) return tl::unexpected<Error>(game.error());
  const std::vector<ProofBound> bounds = bounds_of(header.claim, header.player, header.score);
  if (game->spec().placement() == nullptr || game->over() || bounds.size() != 1 ||
      bounds[0].threshold != 1 || file.body.empty() || file.body[0] != 'Z') {
    return failure("only wins by threats are shown move by move in placement games");
  }
  auto index = std::make_unique<Index>(std::move(file), std::move(*game), bounds[0].prover);
  const ZonePosition position = zone_position(index->game, index->attacker);
  std::optional<WinRecord> record = read_zone_body(position, index->file.body);
  if (!record || record->steps.empty()) {
    return failure("the body of the certificate is no proof of its claim; inarow-check says more");
  }
  index->record = std::move(*record);
  index->ends.resize(index->record.steps.size());
  ThreatBoard board = Index::board_of(index->game);
  const std::size_t end =
      position.attacker_to_move ? index->index_attack(board, 0) : index->index_defense(board, 0);
  EXPECTS(end == index->record.steps.size());
  return ZoneWalk(std::move(index));
}

Result<ZoneNode> ZoneWalk::node(const std::vector<std::size_t>& path) const {
  const Index& index = *index_;
  ThreatBoard board = Index::board_of(index.game);
  ZoneNode node;
  std::size_t step = 0;
  bool attacks = index.game.to_move() == index.attacker;
  for (std::size_t depth = 0;; ++depth) {
    node.stones.clear();
    node.positions = index.moves_in(step, attacks ? index.ends[step] : index.record.steps.size());
    if (attacks) {
      node.stones = Index::stones_of(index.record.steps[step]);
      node.line.push_back({index.attacker, node.stones});
      if (index.record.steps[step].kind == Kind::completes) {
        node.defense = ZoneDefense::none;
        node.replies.clear();
        if (depth < path.size()) return failure("the line is complete there; nothing follows");
        return node;
      }
      Index::put(board, node.stones, index.attacker);
      ++step;
    }
    const Index::Defense defense = index.whole_defense(board, step);
    node.defense = defense.kind;
    if (depth == path.size()) {
      for (std::size_t i = 0; i < defense.stones.size(); ++i) {
        const std::size_t begin = defense.attack[i];
        node.replies.push_back(
            {defense.stones[i], defense.further[i], index.moves_in(begin, index.ends[begin])});
      }
      return node;
    }
    if (path[depth] >= defense.stones.size()) return failure("the proof has no such reply there");
    const Move& stones = defense.stones[path[depth]];
    node.line.push_back({opponent(index.attacker), stones});
    Index::put(board, stones, opponent(index.attacker));
    step = defense.attack[path[depth]];
    attacks = true;
  }
}

}  // namespace inarow
