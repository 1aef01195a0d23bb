#include "answer/proof_answer.hpp"

#include <fmt/format.h>

#include "answer/position_answer.hpp"
#include "rules/notation.hpp"

namespace inarow {
namespace {

using Json = nlohmann::ordered_json;

void add_counts(Json& json, const ProofCounts& c) {
  json["positions"] = c.positions;
  json["leaves"] = {{"wins", c.wins}, {"held", c.held}, {"dead", c.dead}, {"rules", c.rule_leaves}};
  json["repeats"] = c.repeats;
}

// Cells by their names, if they can be on the board of the game.
std::string stones_text(const CertificateHeader& h) {
  const Result<GameSpec> spec = GameSpec::parse(h.game);
  const PlacementSpec* placement = spec ? spec->placement() : nullptr;
  const bool named = placement != nullptr && placement->board;
  std::string text;
  for (const Cell cell : h.stones) {
    if (!text.empty()) text += ' ';
    const bool inside = named && cell.x >= 0 && cell.y >= 0 && cell.x < placement->board->columns &&
                        cell.y < placement->board->rows;
    text += inside ? cell_name(*spec, cell) : fmt::format("{},{}", cell.x, cell.y);
  }
  return text;
}

Json squares_json(const GameSpec& spec, Word128 squares) {
  const DropGeometry<Word128> geometry(*spec.drop());
  Json list = Json::array();
  for (; squares != 0; squares &= squares - 1) {
    list.push_back(cell_name(spec, geometry.cell(lowest_index(squares))));
  }
  return list;
}

Json group_json(const GameSpec& spec, Word128 group) {
  const auto [first, last] = group_ends(*spec.drop(), group);
  return Json::array({cell_name(spec, first), cell_name(spec, last)});
}

const char* name_of_kind(LeafKind kind) {
  switch (kind) {
    case LeafKind::second_not_lose:
      return "second-not-lose";
    case LeafKind::second_wins:
      return "second-wins";
    case LeafKind::odd_threat:
      return "odd-threat";
    case LeafKind::combination:
    case LeafKind::combination_with_base:
      break;
  }
  return "threat-combination";
}

Json leaf_json(const GameSpec& spec, const RuleLeaf& leaf) {
  Json groups = Json::array();
  for (const Word128 group : {leaf.first_group, leaf.second_group}) {
    if (group != 0) groups.push_back(group_json(spec, group));
  }
  Json rules = Json::array();
  for (const LeafSolution& s : leaf.solutions) {
    Json rule{{"rule", name_of(s.rule)}, {"squares", squares_json(spec, s.squares)}};
    if (s.group != 0) rule["group"] = group_json(spec, s.group);
    rules.push_back(std::move(rule));
  }
  return {{"kind", name_of_kind(leaf.kind)},
          {"groups", std::move(groups)},
          {"rules", std::move(rules)}};
}

}  // namespace

Json header_json(const CertificateHeader& h) {
  std::string moves;
  for (const Column column : h.moves) {
    if (!moves.empty()) moves += ' ';
    moves += column_name(column);
  }
  if (!h.stones.empty()) moves = stones_text(h);
  Json json{{"game", h.game},           {"moves", moves},   {"claim", h.claim},
            {"for", name_of(h.player)}, {"score", h.score}, {"method", h.method}};
  add_counts(json, h.counts);
  return json;
}

Json walk_json(const ProofWalk& walk) {
  Json bounds = Json::array();
  for (const ProofBound& bound : walk.bounds()) {
    bounds.push_back({{"prover", name_of(bound.prover)}, {"threshold", bound.threshold}});
  }
  Json rules = Json::object();
  for (std::size_t i = 0; i < walk.rules().size(); ++i) {
    if (walk.rules()[i] > 0) rules[name_of(static_cast<LeafRule>(i))] = walk.rules()[i];
  }
  return {{"bounds", std::move(bounds)}, {"rules_used", std::move(rules)}};
}

Json node_json(const ProofNode& node) {
  const GameSpec& spec = node.game.spec();
  Json json{{"kind", name_of(node.kind)},
            {"turn", node.provers_turn ? "prover" : "opponent"},
            {"to_move", name_of(node.game.to_move())},
            {"game_moves", format_moves(spec, node.game.moves())},
            {"positions", node.positions}};
  if (node.column) json["column"] = column_name(*node.column);
  if (node.kind == ProofNodeKind::replies) {
    Json replies = Json::array();
    for (const ProofReply& reply : node.replies) {
      replies.push_back({{"column", column_name(reply.column)},
                         {"kind", name_of(reply.kind)},
                         {"positions", reply.positions}});
    }
    json["replies"] = std::move(replies);
  }
  if (node.leaf) json["leaf"] = leaf_json(spec, *node.leaf);
  return json;
}

nlohmann::ordered_json zone_node_json(const ZoneWalk& walk, const ZoneNode& node) {
  using Json = nlohmann::ordered_json;
  const GameSpec& spec = walk.start().spec();
  const auto cells = [&](const Move& stones) {
    Json list = Json::array();
    for (const Cell cell : stones) list.push_back(cell_name(spec, cell));
    return list;
  };
  Json line = Json::array();
  for (const ZoneNode::Played& played : node.line) {
    line.push_back({{"player", name_of(played.player)}, {"stones", cells(played.stones)}});
  }
  Json replies = Json::array();
  for (const ZoneReply& reply : node.replies) {
    replies.push_back(
        {{"stones", cells(reply.stones)}, {"free", reply.free}, {"positions", reply.positions}});
  }
  return {{"prover", name_of(walk.attacker())},
          {"start", format_moves(spec, walk.start().moves())},
          {"line", std::move(line)},
          {"stones", cells(node.stones)},
          {"defense", name_of(node.defense)},
          {"positions", node.positions},
          {"replies", std::move(replies)}};
}

}  // namespace inarow
