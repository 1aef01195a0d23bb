// Proofs of the tree's nodes in drop games: "the attacker wins" or "his opponent does not lose", by
// all moves.

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "ask/certificate_answer.hpp"
#include "base/expects.hpp"
#include "grid/node_proofs.hpp"
#include "proof/bound_walk.hpp"

namespace inarow::grid {
namespace {

constexpr std::size_t most_board_bits = word_bits<Word128>;

// The prover's moves of many proofs, by position up to symmetry.
class KnownMoves final : public MoveGuide {
 public:
  explicit KnownMoves(const DropSpec& spec) : board_(spec) {}

  const ProofBoard& board() const { return board_; }
  void add(const ProofPosition& p, int column) {
    const ProofBoard::Canonical canonical = board_.canonical(p);
    const Word128 there = board_.to_image(board_.geometry().bit(Cell{column, 0}), canonical.image);
    columns_.emplace(canonical.code, board_.geometry().cell(lowest_index(there)).x);
  }
  std::optional<int> column(const ProofPosition& p) override {
    const ProofBoard::Canonical canonical = board_.canonical(p);
    const auto found = columns_.find(canonical.code);
    if (found == columns_.end()) return std::nullopt;
    const Word128 here =
        board_.from_image(board_.geometry().bit(Cell{found->second, 0}), canonical.image);
    return board_.geometry().cell(lowest_index(here)).x;
  }

 private:
  struct Hash {
    std::size_t operator()(Word128 code) const {
      return static_cast<std::size_t>(
          mix(static_cast<Word64>(code) ^ mix(static_cast<Word64>(code >> 64))));
    }
  };
  ProofBoard board_;
  std::unordered_map<Word128, int, Hash> columns_;
};

class DropNodeProofs final : public NodeProofs {
 public:
  explicit DropNodeProofs(const ProofTree& tree) : tree_(tree) {
    EXPECTS(static_cast<std::size_t>(spec().width) *
                static_cast<std::size_t>(spec().height.value() + 1) <=
            most_board_bits);
  }

  Result<Player> take_value(NodeId id, const Answer& answer) override {
    const Game game = tree_.game(id);
    const Player mover = game.to_move();
    const bool wins =
        *answer.value != GameValue::draw &&
        (*answer.value == GameValue::win ? mover : opponent(mover)) == tree_.attacker();
    const Player prover = wins ? tree_.attacker() : opponent(tree_.attacker());
    if (!read_bound_body(game, bound_of(prover), answer.expansion->proof)) {
      return failure("the proof of the value does not hold");
    }
    bodies_[id] = answer.expansion->proof;
    return prover;
  }

  // Only placement games have zones.
  Result<void> take_cover(NodeId /*id*/, const std::vector<RefutedStones>& cover) override {
    if (!cover.empty()) return failure("drop games have no cover");
    return {};
  }
  bool is_covered(NodeId /*id*/, const Move& /*move*/) override { return false; }

  void win_by(NodeId id, std::size_t link) override { links_[id] = link; }

  bool lose_all(NodeId id) override {
    const Game game = tree_.game(id);
    const Player winner = opponent(game.to_move());
    const TreeNode& node = tree_.node(id);
    for (const Cell cell : game.playable_cells()) {
      Game after = game;
      EXPECTS(after.play({cell}).has_value());
      if (std::none_of(node.children.begin(), node.children.end(), [&](const Link& link) {
            return tree_.node(link.child).winner == winner &&
                   symmetry_between(tree_.spec(), tree_.game(link.child).stones(), after.stones());
          })) {
        return false;
      }
    }
    return true;
  }

  // A job gives all moves.
  std::optional<Move> uncovered(NodeId /*id*/) override { return std::nullopt; }

  Result<ProofReport> write(const std::string& path, const inarow::Work& work) override {
    const Game game = tree_.game(ProofTree::root);
    const Player prover = *tree_.node(ProofTree::root).winner;
    KnownMoves moves(spec());
    for (NodeId id = 0; id < tree_.size(); ++id) collect(id, prover, moves);
    ProofReport report;
    report.claim = prover == tree_.attacker() ? "win" : "not-lose";
    report.player = prover;
    report.score = bound_of(prover).threshold;
    report.file = path;
    CertificateHeader header;
    header.game = tree_.spec().to_string();
    for (const Move& move : game.moves()) header.moves.push_back(Column{move[0].x});
    header.claim = report.claim;
    header.player = prover;
    header.score = *report.score;
    header.method = "inarow " INAROW_VERSION ", job-level search";
    Result<CertificateWriter> writer = CertificateWriter::create(path, Codec::zstd);
    if (!writer) return tl::unexpected<Error>(writer.error());
    const std::optional<ProofCounts> counts =
        write_bound_body(game, bound_of(prover), moves, *writer, work.stop);
    if (!counts) {
      if (stopped(work.stop)) return report;
      return failure("the proofs of the jobs do not make a whole");
    }
    header.counts = *counts;
    const Result<CertificateSize> size = writer->finish(header);
    if (!size) return tl::unexpected<Error>(size.error());
    report.ending = ProofEnding::written;
    add_counts(header.counts, *size, report);
    return report;
  }

  std::string save(NodeId id) const override {
    const auto link = links_.find(id);
    if (link != links_.end()) return fmt::format("l{}", link->second);
    const auto body = bodies_.find(id);
    return body != bodies_.end() ? fmt::format("b{}", body->second) : std::string();
  }

  bool load(NodeId id, const std::string& text) override {
    if (text.empty()) return true;
    if (text[0] == 'b') {
      bodies_[id].assign(text, 1);
      return true;
    }
    if (text[0] != 'l') return false;
    try {
      links_[id] = std::stoul(std::string(text, 1));
    } catch (const std::exception&) {
      return false;
    }
    return true;
  }

 private:
  const DropSpec& spec() const { return *tree_.spec().drop(); }
  ProofBound bound_of(Player prover) const { return {prover, prover == tree_.attacker() ? 1 : 0}; }

  // The prover's moves in what is known of this node.
  void collect(NodeId id, Player prover, KnownMoves& moves) const {
    const TreeNode& node = tree_.node(id);
    if (node.winner != prover) return;
    const Game game = tree_.game(id);
    if (const auto body = bodies_.find(id); body != bodies_.end()) {
      read_bound_body(game, bound_of(prover), body->second,
                      [&](const ProofPosition& p, int column) { moves.add(p, column); });
    } else if (const auto link = links_.find(id); link != links_.end()) {
      moves.add(proof_position(moves.board(), game, prover), node.children[link->second].move[0].x);
    }
  }

  const ProofTree& tree_;
  std::unordered_map<NodeId, std::string> bodies_;
  std::unordered_map<NodeId, std::size_t> links_;
};

}  // namespace

std::unique_ptr<NodeProofs> make_drop_proofs(const ProofTree& tree) {
  return std::make_unique<DropNodeProofs>(tree);
}

}  // namespace inarow::grid
