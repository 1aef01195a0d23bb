#include "book/book_tree.hpp"

#include <algorithm>
#include <unordered_map>

#include "base/expects.hpp"

namespace inarow {
namespace {

// A node that is to be visited, and the number of moves before its own.
struct Step {
  std::size_t node;
  std::size_t depth;
};

void go_to(Game& game, const GameTree& tree, const Step& step) {
  while (game.moves().size() > step.depth) game.undo();
  if (step.node != 0) EXPECTS(game.play(tree.nodes[step.node].move).has_value());
}

void push_children(std::vector<Step>& todo, const GameTree& tree, std::size_t node,
                   const Game& game) {
  const std::vector<std::size_t>& children = tree.nodes[node].children;
  for (std::size_t i = children.size(); i-- > 0;) {
    todo.push_back({children[i], game.moves().size()});
  }
}

class Builder {
 public:
  Builder(const BookStore& store, const StopToken* stop)
      : store_(store), stop_(stop), result_{GameTree(store.spec()), {0}} {}

  BookTree run() {
    Game game(store_.spec());
    expand({0, 0}, game);
    std::vector<MoveList> ways;
    store_.for_each([&](const Game& position, const PositionFacts&) {
      if (!places_.contains(key(position))) ways.push_back(position.moves());
      return !stopped(stop_);
    });
    for (const MoveList& way : ways) {
      if (stopped(stop_)) break;
      follow(way);
    }
    return std::move(result_);
  }

 private:
  static std::string key(const Game& game) {
    return position_key(canonical_stones(game.spec(), game.stones()));
  }

  std::size_t add(std::size_t parent, const Move& move) {
    result_.stands_at.push_back(result_.tree.nodes.size());
    return result_.tree.add(parent, move);
  }

  // The node and all that the book has below it; `game` is wherever it was left.
  void expand(const Step& from, Game& game) {
    std::vector<Step> todo{from};
    while (!todo.empty() && !stopped(stop_)) {
      const Step step = todo.back();
      todo.pop_back();
      go_to(game, result_.tree, step);
      const auto [known, is_new] = places_.emplace(key(game), step.node);
      result_.stands_at[step.node] = known->second;
      if (!is_new) continue;
      for (const BookMove& move : store_.moves(game)) add(step.node, move.move);
      push_children(todo, result_.tree, step.node, game);
    }
  }

  void follow(const MoveList& way) {
    Game game(store_.spec());
    for (const Move& move : way) EXPECTS(game.play(move).has_value());
    if (places_.contains(key(game))) return;  // by the way of another
    while (!game.moves().empty()) game.undo();
    std::size_t node = 0;
    for (const Move& move : way) {
      const std::size_t depth = game.moves().size();
      const std::vector<std::size_t>& children = result_.tree.nodes[node].children;
      const auto found = std::find_if(children.begin(), children.end(), [&](std::size_t child) {
        return same_stones(result_.tree.nodes[child].move, move);
      });
      if (found != children.end()) {
        node = *found;
        EXPECTS(game.play(move).has_value());
      } else {
        node = add(node, move);
        expand({node, depth}, game);
        while (game.moves().size() > depth) game.undo();
        EXPECTS(game.play(move).has_value());
      }
    }
  }

  const BookStore& store_;
  const StopToken* stop_;
  BookTree result_;
  std::unordered_map<std::string, std::size_t> places_{};  // nodes where positions stand in full
};

}  // namespace

BookTree book_tree(const BookStore& store, const StopToken* stop) {
  return Builder(store, stop).run();
}

void walk(const GameTree& tree, const std::function<void(std::size_t, const Game&)>& visit) {
  Game game(tree.spec);
  std::vector<Step> todo{{0, 0}};
  while (!todo.empty()) {
    const Step step = todo.back();
    todo.pop_back();
    go_to(game, tree, step);
    visit(step.node, game);
    push_children(todo, tree, step.node, game);
  }
}

}  // namespace inarow
