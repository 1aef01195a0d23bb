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

// The stones on the way to a place in a file, one after the other: a game of complete moves, and
// the stones of a move that is not complete yet (NCTU6 writes one stone a node).
class Path {
 public:
  explicit Path(const GameSpec& spec) : game_(spec) {
    const PlacementSpec* placement = spec.placement();
    if (placement != nullptr && std::max(placement->p, placement->q) > 1)
      board_.emplace(*placement);
  }

  struct Place {
    std::size_t stones = 0;
    std::size_t moves = 0;       // complete ones
    std::size_t incomplete = 0;  // stones after them
  };

  const Game& game() const { return game_; }
  Place place() const { return {stones_.size(), game_.moves().size(), incomplete_}; }
  bool has_incomplete_move() const { return incomplete_ > 0; }

  // Goes back to a place before this one.
  void wind_back_to(const Place& place) {
    while (game_.moves().size() > place.moves) game_.undo();
    while (stones_.size() > place.stones) {
      if (board_ && stones_.back() != null_stone) board_->remove(stones_.back());
      stones_.pop_back();
    }
    incomplete_ = place.incomplete;
  }

  // Stones of the player to move; none are a pass, in which all stones that are due are null
  // stones. Hands back the move if it is complete with them: it has as many stones as are due, or a
  // line.
  Result<std::optional<Move>> add(Move cells) {
    const auto due = static_cast<std::size_t>(std::max(0, game_.stones_due()));
    const Player player = game_.to_move();
    if (cells.empty()) {
      cells.assign(std::max<std::size_t>(due, 1) - std::min(incomplete_, due), null_stone);
    }
    for (const Cell cell : cells) {
      const bool placed = cell != null_stone && board_;
      const bool legal = !placed || (board_->contains(cell) && !board_->at(cell));
      if (placed && legal) board_->place(cell, player);
      stones_.push_back(cell);
      ++incomplete_;
      if (!legal) return play();
    }
    const bool complete =
        incomplete_ >= due || (board_ && board_->complete_segments(player) > 0 && !game_.over());
    if (!complete) return std::nullopt;
    return play();
  }

 private:
  Result<std::optional<Move>> play() {
    Move move(stones_.end() - static_cast<std::ptrdiff_t>(incomplete_), stones_.end());
    const Result<void> played = game_.play(move);
    if (!played) return tl::unexpected<Error>(played.error());  // the path is of no use any more
    incomplete_ = 0;
    return move;
  }

  Game game_;
  std::optional<PlacementBoard> board_;  // all stones, if moves can be incomplete
  std::vector<Cell> stones_;
  std::size_t incomplete_ = 0;  // of them, at the end
};

class TreeReader {
 public:
  TreeReader(std::string_view text, const SgfTree& sgf) : text_(text), sgf_(sgf) {}

  Result<GameTree> read(const GameSpec* given) {
    const Result<GameSpec> spec = game_of(given);
    if (!spec) return tl::unexpected<Error>(spec.error());
    GameTree tree(*spec);
    Path path(*spec);
    // Depth first through the SGF nodes. The path leads to the node in hand and is wound back when
    // another branch is taken up; so every stone is placed and removed once.
    struct Item {
      std::size_t node;
      std::size_t last;  // node of the new tree
      Path::Place place;
      std::string comment;  // of nodes before that had no complete move
    };
    std::vector<Item> todo{{0, 0, {}, {}}};
    std::size_t stones_in_tree = 0;
    while (!todo.empty()) {
      Item item = std::move(todo.back());
      todo.pop_back();
      path.wind_back_to(item.place);
      const SgfNode& node = sgf_.nodes[item.node];
      Result<std::vector<std::pair<Player, Move>>> stones = stones_of(path.game(), node);
      if (!stones) return tl::unexpected<Error>(stones.error());
      append_comment(item.comment, first_value(node, "C"));
      bool moved = false;
      for (auto& [player, cells] : *stones) {
        const Player to_move = path.game().to_move();
        if (player != to_move) {
          return complain(node, fmt::format("it is {}'s turn", spec->colour(to_move)));
        }
        Result<std::optional<Move>> move = path.add(std::move(cells));
        if (!move) return complain(node, move.error().message);
        if (!*move) continue;
        stones_in_tree += (*move)->size();
        if (stones_in_tree > most_stones_of_a_tree) {
          return complain(node, fmt::format("the moves of all variations have more than {} stones",
                                            most_stones_of_a_tree));
        }
        item.last = tree.add(item.last, std::move(**move));
        moved = true;
      }
      const bool leaf = node.children.empty();
      if (leaf && path.has_incomplete_move()) {
        return complain(node, fmt::format("the last move of {} has too few stones",
                                          spec->colour(path.game().to_move())));
      }
      if (moved || leaf || item.node == 0) {
        append_comment(tree.nodes[item.last].comment, std::exchange(item.comment, {}));
      }
      keep_other(node, tree.nodes[item.last].other);
      for (std::size_t i = node.children.size(); i-- > 0;) {
        todo.push_back({node.children[i], item.last, path.place(),
                        i == 0 ? std::move(item.comment) : std::string()});
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
    struct Moves {
      bool black = false;
      bool white = false;
    };
    std::vector<Moves> moves(sgf_.nodes.size());  // parents stand before their children
    for (std::size_t i = 0; i < sgf_.nodes.size(); ++i) {
      const SgfNode& node = sgf_.nodes[i];
      for (const SgfProperty& property : node.properties) {
        if (!is_move_name(property.name)) continue;
        const std::string& value = property.values[0];
        // j9l11: a letter after a digit
        for (std::size_t c = 1; c < value.size(); ++c) {
          if (std::isalpha(static_cast<unsigned char>(value[c])) != 0 &&
              std::isdigit(static_cast<unsigned char>(value[c - 1])) != 0) {
            return true;
          }
        }
        const Moves& before = moves[node.parent];
        const bool black = property.name == "B";
        if (node.parent != 0 && node.parent != i && (black ? before.black : before.white)) {
          return true;
        }
        (black ? moves[i].black : moves[i].white) = true;
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

Result<GameTree> game_tree_of(const GameSpec& spec, std::vector<ListedNode> list) {
  EXPECTS(!list.empty());
  GameTree tree(spec);
  tree.nodes.resize(list.size());
  for (std::size_t i = 0; i < list.size(); ++i) {
    GameTreeNode& node = tree.nodes[i];
    node.comment = std::move(list[i].comment);
    node.other = std::move(list[i].other);
    if (i == 0) continue;
    if (list[i].parent >= i) return failure("parent must be the number of a node before it", i);
    node.parent = list[i].parent;
    tree.nodes[node.parent].children.push_back(i);
  }
  // Depth first, so that the game goes along with the nodes wherever the list jumps.
  struct Item {
    std::size_t node;
    std::size_t depth;  // moves before it
  };
  Game game(spec);
  std::vector<Item> todo{{0, 0}};
  while (!todo.empty()) {
    const Item item = todo.back();
    todo.pop_back();
    while (game.moves().size() > item.depth) game.undo();
    GameTreeNode& node = tree.nodes[item.node];
    if (item.node != 0) {
      Result<Move> move = read_move(game, list[item.node].move);
      if (!move) return failure(move.error().message, item.node);
      if (const Result<void> played = game.play(*move); !played) {
        return failure(played.error().message, item.node);
      }
      node.move = std::move(*move);
    }
    for (std::size_t i = node.children.size(); i-- > 0;) {
      todo.push_back({node.children[i], game.moves().size()});
    }
  }
  return tree;
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
