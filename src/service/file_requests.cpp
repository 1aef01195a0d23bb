#include "service/file_requests.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "rules/notation.hpp"
#include "service/fields.hpp"

namespace inarow::service {
namespace {

using Json = nlohmann::json;

std::string text_of_json(const nlohmann::ordered_json& json) {
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
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

Result<ListedNode> node_of(const Json& json, std::size_t number) {
  if (!json.is_object()) return failure("must be an object");
  for (const auto& [field, value] : json.items()) {
    if (field != "parent" && field != "move" && field != "comment" && field != "properties") {
      return failure("the fields are parent, move, comment, properties");
    }
  }
  ListedNode node;
  for (const auto& [name, example, field] :
       {std::tuple("comment", "\"why not c1?\"", &node.comment),
        std::tuple("move", "\"d1\"", &node.move)}) {
    Result<std::string> text = text_of(json, name, example);
    if (!text) return tl::unexpected<Error>(text.error());
    *field = std::move(*text);
  }
  Result<std::vector<SgfProperty>> properties = properties_of(json);
  if (!properties) return tl::unexpected<Error>(properties.error());
  node.other = std::move(*properties);
  if (number == 0) {
    node.move.clear();
    return node;
  }
  if (!json.contains("parent") || !json["parent"].is_number_unsigned() ||
      json["parent"].get<std::size_t>() >= number) {
    return failure("parent must be the number of a node before it");
  }
  node.parent = json["parent"].get<std::size_t>();
  return node;
}

}  // namespace

nlohmann::ordered_json tree_json(const GameTree& tree) {
  auto nodes = nlohmann::ordered_json::array();
  for (const GameTreeNode& node : tree.nodes) {
    nlohmann::ordered_json one{{"parent", node.parent},
                               {"move", format_move(tree.spec, node.move)}};
    if (!node.comment.empty()) one["comment"] = node.comment;
    for (const SgfProperty& property : node.other) {
      one["properties"].push_back({property.name, property.values});
    }
    nodes.push_back(std::move(one));
  }
  return {{"game", tree.spec.to_string()}, {"nodes", std::move(nodes)}};
}

Answerable<std::string> read_sgf_reply(const std::string& body) {
  const Result<Json> json = read_object(body, {"sgf", "game"});
  if (!json) return bad_request(json.error());
  const Result<std::string> sgf = text_of(*json, "sgf", "\"(;FF[4]GAME[drop:7x6];W[d1])\"");
  if (!sgf) return bad_request(sgf.error());
  if (sgf->empty()) return bad_request("sgf is missing: the text of the file");
  const Result<std::string> name = text_of(*json, "game", "\"connect4\"");
  if (!name) return bad_request(name.error());
  std::optional<GameSpec> given;
  if (!name->empty()) {
    const Result<GameSpec> spec = GameSpec::parse(*name);
    if (!spec) return bad_request(spec.error());
    given = *spec;
  }
  const Result<GameTree> tree = read_game_tree(*sgf, given ? &*given : nullptr);
  if (!tree) return bad_request(tree.error());
  return text_of_json(tree_json(*tree));
}

Answerable<std::string> write_sgf_reply(const std::string& body) {
  const Result<Json> json = read_object(body, {"game", "nodes"});
  if (!json) return bad_request(json.error());
  const Result<std::string> name = text_of(*json, "game", "\"connect4\"");
  if (!name) return bad_request(name.error());
  const Result<GameSpec> spec = GameSpec::parse(*name);
  if (!spec) return bad_request(spec.error());
  if (!json->contains("nodes") || !(*json)["nodes"].is_array() || (*json)["nodes"].empty()) {
    return bad_request(R"(nodes must be like [{"parent":0,"move":""},{"parent":0,"move":"d1"}])");
  }
  const auto wrong_node = [](std::size_t number, const Error& error) {
    return bad_request(fmt::format("nodes[{}]: {}", number, error.message));
  };
  std::vector<ListedNode> list;
  for (const Json& json_node : (*json)["nodes"]) {
    Result<ListedNode> node = node_of(json_node, list.size());
    if (!node) return wrong_node(list.size(), node.error());
    list.push_back(std::move(*node));
  }
  const Result<GameTree> tree = game_tree_of(*spec, std::move(list));
  if (!tree) return wrong_node(tree.error().place, tree.error());
  return text_of_json({{"sgf", write_game_tree(*tree)}});
}

}  // namespace inarow::service
