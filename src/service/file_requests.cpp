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

Reply reply_of(const nlohmann::ordered_json& json) {
  return {json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace), nullptr};
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

// The nodes of a request become a tree, each move checked in its place.
class TreeWriter {
 public:
  explicit TreeWriter(const GameSpec& spec) : tree_(spec), game_(spec) {}

  const GameTree& tree() const { return tree_; }

  // The node of this number; those before it are there.
  Result<void> add(std::size_t number, const Json& node) {
    if (!node.is_object()) return failure("must be an object");
    for (const auto& [field, value] : node.items()) {
      if (field != "parent" && field != "move" && field != "comment" && field != "properties") {
        return failure("the fields are parent, move, comment, properties");
      }
    }
    const Result<std::string> comment = text_of(node, "comment", "\"why not c1?\"");
    if (!comment) return tl::unexpected<Error>(comment.error());
    const Result<std::vector<SgfProperty>> properties = properties_of(node);
    if (!properties) return tl::unexpected<Error>(properties.error());
    if (number > 0) {
      if (const Result<void> played = play(number, node); !played) return played;
    }
    tree_.nodes[at_].comment = *comment;
    tree_.nodes[at_].other = *properties;
    return {};
  }

 private:
  Result<void> play(std::size_t number, const Json& node) {
    const Result<std::string> move = text_of(node, "move", "\"d1\"");
    if (!move) return tl::unexpected<Error>(move.error());
    if (!node.contains("parent") || !node["parent"].is_number_unsigned() ||
        node["parent"].get<std::size_t>() >= number) {
      return failure("parent must be the number of a node before it");
    }
    const auto parent = node["parent"].get<std::size_t>();
    if (parent != at_) {
      game_ = Game(tree_.spec);
      for (const Move& before : tree_.moves_to(parent)) {
        if (Result<void> played = game_.play(before); !played) return played;
      }
    }
    const Result<Move> cells = read_move(game_, *move);
    if (!cells) return tl::unexpected<Error>(cells.error());
    if (Result<void> played = game_.play(*cells); !played) return played;
    at_ = tree_.add(parent, *cells);
    return {};
  }

  GameTree tree_;
  Game game_;           // the moves to the node `at_`
  std::size_t at_ = 0;  // the node that was added last
};

}  // namespace

Answerable<Reply> read_sgf_reply(const std::string& body) {
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
  return reply_of({{"game", tree->spec.to_string()}, {"nodes", std::move(nodes)}});
}

Answerable<Reply> write_sgf_reply(const std::string& body) {
  const Result<Json> json = read_object(body, {"game", "nodes"});
  if (!json) return bad_request(json.error());
  const Result<std::string> name = text_of(*json, "game", "\"connect4\"");
  if (!name) return bad_request(name.error());
  const Result<GameSpec> spec = GameSpec::parse(*name);
  if (!spec) return bad_request(spec.error());
  if (!json->contains("nodes") || !(*json)["nodes"].is_array() || (*json)["nodes"].empty()) {
    return bad_request(R"(nodes must be like [{"parent":0,"move":""},{"parent":0,"move":"d1"}])");
  }
  TreeWriter writer(*spec);
  const Json& nodes = (*json)["nodes"];
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (const Result<void> added = writer.add(i, nodes[i]); !added) {
      return bad_request(fmt::format("nodes[{}]: {}", i, added.error().message));
    }
  }
  return reply_of({{"sgf", write_game_tree(writer.tree())}});
}

}  // namespace inarow::service
