#include "service/file_requests.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "rules/game_tree.hpp"
#include "rules/notation.hpp"
#include "service/fields.hpp"

namespace inarow::service {
namespace {

using Json = nlohmann::json;

std::string text_of_json(const nlohmann::ordered_json& json) {
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

tl::unexpected<Error> bad_node(std::size_t index, const std::string& what) {
  return failure(fmt::format("nodes[{}]: {}", index, what));
}

// [["PB",["Ann"]],...]; names are capital letters, or the file could not be read again.
Result<std::vector<SgfProperty>> properties_of(const Json& node) {
  std::vector<SgfProperty> properties;
  if (!node.contains("properties")) return properties;
  const auto wrong = [] {
    return failure(R"(properties must be like [["PB",["Ann"]]], with names in capital letters)");
  };
  if (!node["properties"].is_array()) return wrong();
  for (const Json& property : node["properties"]) {
    if (!property.is_array() || property.size() != 2 || !property[0].is_string() ||
        !property[1].is_array() || property[1].empty()) {
      return wrong();
    }
    SgfProperty one{property[0].get<std::string>(), {}};
    if (one.name.empty() || !std::all_of(one.name.begin(), one.name.end(),
                                         [](char c) { return c >= 'A' && c <= 'Z'; })) {
      return wrong();
    }
    for (const Json& value : property[1]) {
      if (!value.is_string()) return wrong();
      one.values.push_back(value.get<std::string>());
    }
    // What the tree itself says is written by the tree.
    for (const char* own : {"B", "W", "C", "FF", "CA", "AP", "GAME", "AB", "AW", "AE"}) {
      if (one.name == own) return failure(fmt::format("{} is no property to be kept", own));
    }
    properties.push_back(std::move(one));
  }
  return properties;
}

}  // namespace

Result<std::string> read_sgf_answer(const std::string& body) {
  const Result<Json> json = read_object(body, {"sgf", "game"});
  if (!json) return tl::unexpected<Error>(json.error());
  const Result<std::string> sgf = text_of(*json, "sgf", "\"(;FF[4]GAME[drop:7x6];W[d1])\"");
  if (!sgf) return tl::unexpected<Error>(sgf.error());
  if (sgf->empty()) return failure("sgf is missing: the text of the file");
  const Result<std::string> name = text_of(*json, "game", "\"connect4\"");
  if (!name) return tl::unexpected<Error>(name.error());
  std::optional<GameSpec> given;
  if (!name->empty()) {
    const Result<GameSpec> spec = GameSpec::parse(*name);
    if (!spec) return tl::unexpected<Error>(spec.error());
    given = *spec;
  }
  const Result<GameTree> tree = read_game_tree(*sgf, given ? &*given : nullptr);
  if (!tree) return tl::unexpected<Error>(tree.error());
  auto nodes = nlohmann::ordered_json::array();
  for (const GameTreeNode& node : tree->nodes) {
    nlohmann::ordered_json one{{"parent", node.parent},
                               {"move", format_move(tree->spec, node.move)}};
    if (!node.comment.empty()) one["comment"] = node.comment;
    for (const SgfProperty& property : node.other) {
      one["properties"].push_back({property.name, property.values});
    }
    nodes.push_back(std::move(one));
  }
  return text_of_json({{"game", tree->spec.to_string()}, {"nodes", std::move(nodes)}});
}

Result<std::string> write_sgf_answer(const std::string& body) {
  const Result<Json> json = read_object(body, {"game", "nodes"});
  if (!json) return tl::unexpected<Error>(json.error());
  const Result<std::string> name = text_of(*json, "game", "\"connect4\"");
  if (!name) return tl::unexpected<Error>(name.error());
  const Result<GameSpec> spec = GameSpec::parse(*name);
  if (!spec) return tl::unexpected<Error>(spec.error());
  if (!json->contains("nodes") || !(*json)["nodes"].is_array() || (*json)["nodes"].empty()) {
    return failure(R"(nodes must be like [{"parent":0,"move":""},{"parent":0,"move":"d1"}])");
  }
  GameTree tree(*spec);
  Game game(*spec);  // the moves to the node `at`
  std::size_t at = 0;
  const Json& nodes = (*json)["nodes"];
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Json& node = nodes[i];
    if (!node.is_object()) return bad_node(i, "must be an object");
    for (const auto& [field, value] : node.items()) {
      if (field != "parent" && field != "move" && field != "comment" && field != "properties") {
        return bad_node(i, "the fields are parent, move, comment, properties");
      }
    }
    const Result<std::string> move = text_of(node, "move", "\"d1\"");
    if (!move) return bad_node(i, move.error().message);
    const Result<std::string> comment = text_of(node, "comment", "\"why not c1?\"");
    if (!comment) return bad_node(i, comment.error().message);
    const Result<std::vector<SgfProperty>> properties = properties_of(node);
    if (!properties) return bad_node(i, properties.error().message);
    std::size_t place = 0;
    if (i > 0) {
      if (!node.contains("parent") || !node["parent"].is_number_unsigned() ||
          node["parent"].get<std::size_t>() >= i) {
        return bad_node(i, "parent must be the number of a node before it");
      }
      const auto parent = node["parent"].get<std::size_t>();
      if (parent != at) {
        game = Game(*spec);
        for (const Move& before : tree.moves_to(parent)) {
          if (const auto played = game.play(before); !played) {
            return bad_node(i, played.error().message);
          }
        }
      }
      const Result<Move> cells = read_move(game, *move);
      if (!cells) return bad_node(i, cells.error().message);
      if (const auto played = game.play(*cells); !played) {
        return bad_node(i, played.error().message);
      }
      place = tree.add(parent, *cells);
      at = place;
    }
    tree.nodes[place].comment = *comment;
    tree.nodes[place].other = *properties;
  }
  return text_of_json({{"sgf", write_game_tree(tree)}});
}

}  // namespace inarow::service
