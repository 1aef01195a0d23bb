// Proofs of the tree's nodes in placement games: wins with relevance zones.

#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "ask/certificate_answer.hpp"
#include "base/base64.hpp"
#include "base/expects.hpp"
#include "grid/node_proofs.hpp"
#include "proof/defense_cover.hpp"
#include "rules/notation.hpp"

namespace inarow::grid {
namespace {

using nlohmann::json;
using threats::WinRecord;
using Kind = WinRecord::Kind;

// A win against some stones of who is to move.
struct Refuted {
  Move stones;
  std::string body;
  ZoneCells zones;
};

// How a node was decided. Exactly one of these, for the winner:
struct NodeProof {
  std::string body;                 // by a job, or
  std::optional<std::size_t> link;  // he is to move, and this child is won, or
  std::vector<int> further;         // all moves lose: of the refuted stones, then of the children
                                    // that were won then, as DefenseCover::Closed has it
  std::vector<std::size_t> links;   // these children, or
  bool held = false;                // there is no defense
  ZoneCells zones;
  std::vector<Refuted> cover;  // known also of a node that is not decided
};

json cells_json(const std::vector<Cell>& cells) {
  json list = json::array();
  for (const Cell cell : cells) {
    list.push_back(cell.x);
    list.push_back(cell.y);
  }
  return list;
}

std::vector<Cell> cells_of(const json& list) {
  std::vector<Cell> cells;
  for (std::size_t i = 0; i + 1 < list.size(); i += 2) {
    cells.push_back({list[i].get<int>(), list[i + 1].get<int>()});
  }
  return cells;
}

json zones_json(const ZoneCells& zones) {
  json list = json::array();
  for (const std::vector<Cell>& zone : zones) list.push_back(cells_json(zone));
  return list;
}

ZoneCells zones_of(const json& list) {
  ZoneCells zones;
  for (const json& zone : list) zones.push_back(cells_of(zone));
  return zones;
}

class PlacementNodeProofs final : public NodeProofs {
 public:
  explicit PlacementNodeProofs(const ProofTree& tree) : tree_(tree) {}

  Result<Player> take_value(NodeId id, const Answer& answer) override {
    const Game game = tree_.game(id);
    if (*answer.value == GameValue::draw) return failure("a draw without a proof");
    const Player winner =
        *answer.value == GameValue::win ? game.to_move() : opponent(game.to_move());
    const std::optional<PlacementProof> proof =
        verified(zone_position(game, winner), answer.expansion->proof);
    if (!proof) return failure("the proof of the value does not hold");
    NodeProof& node = proofs_[id];
    node.body = answer.expansion->proof;
    node.zones = proof->zones;
    return winner;
  }

  Result<void> take_cover(NodeId id, const std::vector<RefutedStones>& cover) override {
    const Game game = tree_.game(id);
    const ZonePosition position = zone_position(game, opponent(game.to_move()));
    std::vector<Refuted> taken;
    for (const RefutedStones& claim : cover) {
      const bool fits = std::all_of(claim.stones.begin(), claim.stones.end(),
                                    [&](Cell cell) { return !game.at(cell) && on_board(cell); }) &&
                        static_cast<int>(claim.stones.size()) <= position.spec.p;
      const std::optional<PlacementProof> proof =
          fits ? verified(after_defense(position, claim.stones), claim.proof) : std::nullopt;
      if (!proof) return failure("the proof against a defense does not hold");
      taken.push_back({claim.stones, claim.proof, proof->zones});
    }
    std::vector<Refuted>& known = proofs_[id].cover;
    known.insert(known.end(), std::make_move_iterator(taken.begin()),
                 std::make_move_iterator(taken.end()));
    return {};
  }

  void win_by(NodeId id, std::size_t link) override {
    NodeProof& node = proofs_[id];
    node.link = link;
    const Link& by = tree_.node(id).children[link];
    if (tree_.game(by.child).over()) {
      // The move completes a line. Its zones are worked out as those of a record.
      const ZonePosition position = zone_position(tree_.game(id), *tree_.node(by.child).winner);
      const std::optional<PlacementProof> proof = proof_of_record(position, record(id));
      EXPECTS(proof.has_value());
      node.zones = proof->zones;
      return;
    }
    node.zones = zones_of_attack(by.move, image(proofs_[by.child].zones, by.from_child));
  }

  bool lose_all(NodeId id) override {
    std::vector<std::size_t> links;
    const std::optional<DefenseCover::Closed> closed = cover_of(id, &links).close();
    if (!closed) return false;
    NodeProof& proof = proofs_[id];
    proof.held = closed->held;
    proof.further = closed->further;
    proof.links = links;
    proof.zones = closed->zones;
    EXPECTS(proof.further.size() == proof.cover.size() + links.size());
    return true;
  }

  bool is_covered(NodeId id, const Move& move) override {
    return cover_of(id, nullptr).covers(move);
  }

  std::optional<Move> uncovered(NodeId id) override {
    DefenseCover cover = cover_of(id, nullptr);
    for (const Link& link : tree_.node(id).children) cover.add(link.move, {});
    return cover.uncovered();
  }

  Result<ProofReport> write(const std::string& path, const inarow::Work& /*work*/) override {
    const Game game = tree_.game(ProofTree::root);
    threats::ThreatWin win;
    win.winner = *tree_.node(ProofTree::root).winner;
    win.record = std::make_shared<const WinRecord>(record(ProofTree::root));
    const PlacementRequest request{.claim = PlacementClaim::win, .player = win.winner};
    const Result<PlacementResult> written =
        write_win_certificate(game, request, win, path, Codec::zstd);
    if (!written) return tl::unexpected<Error>(written.error());
    ProofReport report;
    report.ending = ProofEnding::written;
    report.claim = "win";
    report.player = win.winner;
    report.score = 1;
    report.form = "zones";
    report.file = path;
    add_counts(written->header.counts, written->size, report);
    return report;
  }

  std::string save(NodeId id) const override {
    const auto found = proofs_.find(id);
    if (found == proofs_.end()) return {};
    const NodeProof& node = found->second;
    json object{{"zones", zones_json(node.zones)}};
    if (!node.body.empty()) object["body"] = to_base64(node.body);
    if (node.link) object["link"] = *node.link;
    if (node.held) object["held"] = true;
    if (!node.further.empty()) object["further"] = node.further;
    if (!node.links.empty()) object["links"] = node.links;
    for (const Refuted& refuted : node.cover) {
      object["cover"].push_back({{"stones", cells_json(refuted.stones)},
                                 {"body", to_base64(refuted.body)},
                                 {"zones", zones_json(refuted.zones)}});
    }
    return object.dump();
  }

  bool load(NodeId id, const std::string& text) override {
    if (text.empty()) return true;
    try {
      const json object = json::parse(text);
      NodeProof node;
      node.zones = zones_of(object.at("zones"));
      node.body = from_base64(object.value("body", std::string())).value();
      if (object.contains("link")) node.link = object["link"].get<std::size_t>();
      node.held = object.value("held", false);
      node.further = object.value("further", std::vector<int>{});
      node.links = object.value("links", std::vector<std::size_t>{});
      for (const json& refuted : object.value("cover", json::array())) {
        node.cover.push_back({cells_of(refuted.at("stones")),
                              from_base64(refuted.at("body").get<std::string>()).value(),
                              zones_of(refuted.at("zones"))});
      }
      proofs_[id] = std::move(node);
      return true;
    } catch (const std::exception&) {
      return false;
    }
  }

 private:
  bool on_board(Cell cell) const {
    const std::optional<BoardSize> size = tree_.spec().finite_board();
    return !size || (cell.x >= 0 && cell.y >= 0 && cell.x < size->columns && cell.y < size->rows);
  }

  // Read and worked out again: nothing of a body is believed.
  static std::optional<PlacementProof> verified(const ZonePosition& position,
                                                const std::string& body) {
    const std::optional<WinRecord> read = read_zone_body(position, body);
    return read ? proof_of_record(position, *read) : std::nullopt;
  }

  static ZoneCells image(const ZoneCells& zones, const Symmetry& symmetry) {
    ZoneCells moved = zones;
    for (std::vector<Cell>& zone : moved) {
      for (Cell& cell : zone) cell = symmetry(cell);
    }
    return moved;
  }

  // What is known against who is to move; the children among it, in order, are put into `links`.
  DefenseCover cover_of(NodeId id, std::vector<std::size_t>* links) const {
    const TreeNode& node = tree_.node(id);
    const Game game = tree_.game(id);
    const Player winner = opponent(game.to_move());
    DefenseCover cover(zone_position(game, winner));
    const auto proof = proofs_.find(id);
    if (proof != proofs_.end()) {
      for (const Refuted& refuted : proof->second.cover) cover.add(refuted.stones, refuted.zones);
    }
    for (std::size_t i = 0; i < node.children.size(); ++i) {
      const Link& link = node.children[i];
      const auto child = proofs_.find(link.child);
      if (tree_.node(link.child).winner != winner || child == proofs_.end()) continue;
      cover.add(link.move, image(child->second.zones, link.from_child));
      if (links != nullptr) links->push_back(i);
    }
    return cover;
  }

  // The whole proof of a decided node, as its cells lie.
  WinRecord record(NodeId id) const {
    const TreeNode& node = tree_.node(id);
    const NodeProof& proof = proofs_.at(id);
    const Game game = tree_.game(id);
    WinRecord whole;
    if (!proof.body.empty()) {
      const Player winner = *node.winner;
      std::optional<WinRecord> read = read_zone_body(zone_position(game, winner), proof.body);
      EXPECTS(read.has_value());
      return std::move(*read);
    }
    if (proof.link) {
      const Link& link = node.children[*proof.link];
      const bool completes = tree_.game(link.child).over();
      whole.steps.push_back(step(completes ? Kind::completes : Kind::moves, link.move, 0));
      if (!completes) append(whole, image_of(record(link.child), link.from_child));
      return whole;
    }
    if (proof.held) {
      whole.steps.push_back({Kind::held});
      return whole;
    }
    whole.steps.push_back({Kind::cover});
    const Player winner = opponent(game.to_move());
    for (std::size_t i = 0; i < proof.further.size(); ++i) {
      if (proof.further[i] < 0) continue;
      const bool refuted = i < proof.cover.size();
      const Link* link = refuted ? nullptr : &node.children[proof.links[i - proof.cover.size()]];
      const Move& stones = refuted ? proof.cover[i].stones : link->move;
      whole.steps.push_back(step(Kind::against, stones, proof.further[i]));
      if (refuted) {
        const auto read =
            read_zone_body(after_defense(zone_position(game, winner), stones), proof.cover[i].body);
        EXPECTS(read.has_value());
        append(whole, *read);
      } else {
        append(whole, image_of(record(link->child), link->from_child));
      }
    }
    whole.steps.push_back({Kind::end});
    return whole;
  }

  static WinRecord::Step step(Kind kind, const Move& cells, int further) {
    WinRecord::Step step{kind, static_cast<std::uint8_t>(cells.size()),
                         static_cast<std::uint8_t>(further)};
    std::copy(cells.begin(), cells.end(), step.cells.begin());
    return step;
  }
  static void append(WinRecord& whole, const WinRecord& more) {
    whole.steps.insert(whole.steps.end(), more.steps.begin(), more.steps.end());
  }

  const ProofTree& tree_;
  std::unordered_map<NodeId, NodeProof> proofs_;
};

}  // namespace

std::unique_ptr<NodeProofs> make_placement_proofs(const ProofTree& tree) {
  return std::make_unique<PlacementNodeProofs>(tree);
}

}  // namespace inarow::grid
