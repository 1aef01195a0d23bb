#include "rules/game_tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "base/expects.hpp"
#include "rules/notation.hpp"

namespace inarow {

std::size_t GameTree::add(std::size_t parent, Move move, std::string comment) {
  EXPECTS(parent < nodes.size());
  GameTreeNode node;
  node.parent = parent;
  node.move = std::move(move);
  node.comment = std::move(comment);
  nodes.push_back(std::move(node));
  nodes[parent].children.push_back(nodes.size() - 1);
  return nodes.size() - 1;
}

MoveList GameTree::moves_to(std::size_t node) const {
  MoveList moves;
  for (; node != 0; node = nodes[node].parent) moves.push_back(nodes[node].move);
  std::reverse(moves.begin(), moves.end());
  return moves;
}

std::size_t GameTree::end_of_main_line() const {
  std::size_t node = 0;
  while (!nodes[node].children.empty()) node = nodes[node].children[0];
  return node;
}

namespace {

constexpr std::string_view game_property = "GAME";

bool is_move_name(std::string_view name) { return name == "B" || name == "W"; }

std::string first_value(const SgfNode& node, std::string_view name) {
  const SgfProperty* property = node.find(name);
  return property == nullptr ? std::string() : property->values[0];
}

bool all_of(std::string_view text, int (*kind)(int)) {
  return std::all_of(text.begin(), text.end(),
                     [&](char c) { return kind(static_cast<unsigned char>(c)) != 0; });
}

class TreeReader {
 public:
  TreeReader(std::string_view text, const SgfTree& sgf) : text_(text), sgf_(sgf) {}

  Result<GameTree> read(const GameSpec* given) {
    const Result<GameSpec> spec = game_of(given);
    if (!spec) return tl::unexpected<Error>(spec.error());
    GameTree tree(*spec);
    Game game(*spec);
    // Depth first through the SGF nodes. `pending` are stones of a move that is not complete yet
    // (NCTU6 writes one stone a node); the game and the pending stones are those of `last`, a node
    // of the new tree, and are wound back when another branch is taken up.
    struct Item {
      std::size_t node;
      std::size_t last;
      std::size_t depth;  // moves that lead to `last`
      Move pending;
      std::string comment;
    };
    std::vector<Item> todo{{0, 0, 0, {}, {}}};
    while (!todo.empty()) {
      Item item = std::move(todo.back());
      todo.pop_back();
      while (game.moves().size() > item.depth) game.undo();
      const SgfNode& node = sgf_.nodes[item.node];
      Result<std::vector<std::pair<Player, Move>>> stones = stones_of(game, node);
      if (!stones) return tl::unexpected<Error>(stones.error());
      append_comment(item.comment, first_value(node, "C"));
      bool moved = false;
      for (auto& [player, cells] : *stones) {
        if (player != game.to_move()) {
          return complain(node, fmt::format("it is {}'s turn", spec->colour(game.to_move())));
        }
        if (cells.empty()) {  // a pass: all stones that are due are null stones
          const auto due = static_cast<std::size_t>(std::max(1, game.stones_due()));
          while (item.pending.size() < due) item.pending.push_back(null_stone);
        }
        item.pending.insert(item.pending.end(), cells.begin(), cells.end());
        if (static_cast<int>(item.pending.size()) < game.stones_due() &&
            !completes_line(game, item.pending)) {
          continue;
        }
        const Result<void> played = game.play(item.pending);
        if (!played) return complain(node, played.error().message);
        item.last = tree.add(item.last, std::exchange(item.pending, {}));
        ++item.depth;
        moved = true;
      }
      if (moved || item.node == 0) {
        append_comment(tree.nodes[item.last].comment, std::exchange(item.comment, {}));
      }
      keep_other(node, tree.nodes[item.last].other);
      if (node.children.empty() && !item.pending.empty()) {
        return complain(node, fmt::format("the last move of {} has too few stones",
                                          spec->colour(game.to_move())));
      }
      for (std::size_t i = node.children.size(); i-- > 0;) {
        todo.push_back({node.children[i], item.last, item.depth, item.pending,
                        i == 0 ? item.comment : std::string()});
      }
    }
    return tree;
  }

 private:
  tl::unexpected<Error> complain(const SgfNode& node, const std::string& what) const {
    return failure(fmt::format("SGF, {}: {}", place_in_text(text_, node.place), what), node.place);
  }

  static void append_comment(std::string& comment, const std::string& more) {
    if (!comment.empty() && !more.empty()) comment += '\n';
    comment += more;
  }

  static bool completes_line(const Game& game, const Move& stones) {
    Game copy = game;
    return copy.play(stones).has_value() && copy.over() && copy.outcome() != Outcome::draw;
  }

  static void keep_other(const SgfNode& node, std::vector<SgfProperty>& other) {
    for (const SgfProperty& property : node.properties) {
      const std::string& name = property.name;
      if (is_move_name(name) || name == "C" || name == "FF" || name == "CA" || name == "AP" ||
          name == game_property) {
        continue;
      }
      other.push_back(property);
    }
  }

  // Which game the file is of: what it says, what the caller says, or what it looks like.
  Result<GameSpec> game_of(const GameSpec* given) const {
    const SgfNode& root = sgf_.nodes[0];
    if (const std::string name = first_value(root, game_property); !name.empty()) {
      Result<GameSpec> spec = GameSpec::parse(name);
      if (!spec) return complain(root, spec.error().message);
      if (given != nullptr && *spec != *given) {
        return complain(root, fmt::format("the file is of {}, not of {}", spec->to_string(),
                                          given->to_string()));
      }
      return spec;
    }
    if (given != nullptr) return *given;
    const std::string size = first_value(root, "SZ");
    const bool gomoku = first_value(root, "GM") == "4" && !two_stones_a_move();
    return GameSpec::parse(fmt::format("Connect({0},{0},{1})",
                                       size.empty() ? (gomoku ? "15" : "19") : size,
                                       gomoku ? "5,1,1" : "6,2,1"));
  }

  bool two_stones_a_move() const {
    for (const SgfNode& node : sgf_.nodes) {
      for (const SgfProperty& property : node.properties) {
        if (!is_move_name(property.name)) continue;
        const std::string& value = property.values[0];
        // j9l11: a letter after a digit
        for (std::size_t i = 1; i < value.size(); ++i) {
          if (std::isalpha(static_cast<unsigned char>(value[i])) != 0 &&
              std::isdigit(static_cast<unsigned char>(value[i - 1])) != 0) {
            return true;
          }
        }
        if (node.parent != 0 && sgf_.nodes[node.parent].find(property.name) != nullptr) return true;
      }
    }
    return false;
  }

  // The stones that a node adds; a property is one player's, with one or several cells.
  Result<std::vector<std::pair<Player, Move>>> stones_of(const Game& game,
                                                         const SgfNode& node) const {
    std::vector<std::pair<Player, Move>> stones;
    for (const SgfProperty& property : node.properties) {
      if (property.name == "AB" || property.name == "AW" || property.name == "AE") {
        return complain(node, fmt::format("{}: set-up stones are not read, a game must begin with "
                                          "the empty board",
                                          property.name));
      }
      if (!is_move_name(property.name)) continue;
      const bool white = property.name == "W";
      const bool white_begins = game.spec().drop() != nullptr;
      const Player player = white == white_begins ? Player::first : Player::second;
      for (const std::string& value : property.values) {
        Result<Move> cells = cells_of(game, value);
        if (!cells) return complain(node, cells.error().message);
        stones.emplace_back(player, std::move(*cells));
      }
    }
    return stones;
  }

  static Result<Move> cells_of(const Game& game, const std::string& value) {
    const std::optional<BoardSize> size = game.spec().finite_board();
    if (game.spec().placement() != nullptr && size && !value.empty() && value.size() % 2 == 0) {
      const bool capitals = all_of(value, std::isupper);
      if (capitals || all_of(value, std::islower)) {
        Move move;
        for (std::size_t i = 0; i < value.size(); i += 2) {
          const int x = std::tolower(static_cast<unsigned char>(value[i])) - 'a';
          const int y = std::tolower(static_cast<unsigned char>(value[i + 1])) - 'a';
          move.push_back(Cell{x, capitals ? y : size->rows - 1 - y});
        }
        return move;
      }
    }
    return read_move(game, value);
  }

  std::string_view text_;
  const SgfTree& sgf_;
};

}  // namespace

Result<GameTree> read_game_tree(std::string_view text, const GameSpec* game) {
  const Result<SgfTree> sgf = parse_sgf(text);
  if (!sgf) return tl::unexpected<Error>(sgf.error());
  return TreeReader(text, *sgf).read(game);
}

std::string write_game_tree(const GameTree& tree) {
  SgfTree sgf;
  sgf.nodes.resize(tree.nodes.size());
  std::vector<bool> firsts_move(tree.nodes.size(), false);  // the move that led to the node
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    const GameTreeNode& from = tree.nodes[i];
    SgfNode& to = sgf.nodes[i];
    to.parent = from.parent;
    to.children = from.children;
    if (i == 0) {
      to.properties.push_back({"FF", {"4"}});
      to.properties.push_back({"CA", {"UTF-8"}});
      to.properties.push_back({"AP", {"Inarow:" INAROW_VERSION}});
      to.properties.push_back({std::string(game_property), {tree.spec.to_string()}});
    } else {
      firsts_move[i] = !firsts_move[from.parent] || from.parent == 0;
      const Player player = firsts_move[i] ? Player::first : Player::second;
      const bool black = tree.spec.colour(player)[0] == 'B';
      to.properties.push_back({black ? "B" : "W", {format_move(tree.spec, from.move)}});
    }
    to.properties.insert(to.properties.end(), from.other.begin(), from.other.end());
    if (!from.comment.empty()) to.properties.push_back({"C", {from.comment}});
  }
  return print_sgf(sgf);
}

}  // namespace inarow
