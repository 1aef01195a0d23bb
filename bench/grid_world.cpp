#include "grid_world.hpp"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/expects.hpp"
#include "base/random.hpp"
#include "rules/notation.hpp"

namespace inarow::grid {
namespace {

constexpr double chance_of_the_rest = 0.75;  // as in JobLevelSearch
// No symmetry of the board keeps it, so that few positions are reached in several ways.
constexpr const char* start = "j10 a1b3";

Game start_position() { return *read_game(*GameSpec::parse("connect6"), start); }

Word64 drawn_from(Word64 a, Word64 b) { return Random(a ^ (b * 0x9e3779b97f4a7c15ULL)).next(); }

}  // namespace

std::size_t JobWorld::class_of(double chance) {
  constexpr std::array<double, classes - 1> least{0.92, 0.82, 0.70, 0.58, 0.42, 0.30, 0.18, 0.08};
  std::size_t at = 0;
  while (at < least.size() && chance < least[at]) ++at;
  return at;
}

std::optional<JobWorld> JobWorld::read(const std::string& path) {
  std::ifstream file(path);
  if (!file) return std::nullopt;
  JobWorld world;
  for (std::string text; std::getline(file, text);) {
    const nlohmann::json line = nlohmann::json::parse(text);
    if (line.contains("children")) {
      world.children_.push_back(line["children"].get<std::size_t>());
      continue;
    }
    JobAnswer answer{line["seconds"].get<double>(), line["decided"].get<bool>(),
                     line.value("attacker_wins", false),
                     line.value("moves", std::vector<double>())};
    const std::size_t work = line["work"] == "expand" ? 0 : 1;
    const std::size_t player = line["attacker"].get<bool>() ? 0 : 1;
    world.seconds_ += answer.seconds;
    ++world.size_;
    world.answers_[work][player][class_of(line["prior"].get<double>())].push_back(
        std::move(answer));
  }
  if (world.size_ == 0 || world.children_.empty()) return std::nullopt;
  for (auto& of_work : world.answers_) {
    for (auto& of_player : of_work) {
      const auto measured = of_player;
      for (std::size_t i = 0; i < classes; ++i) {
        for (std::size_t away = 1; away < classes && of_player[i].empty(); ++away) {
          if (i >= away) of_player[i] = measured[i - away];
          if (of_player[i].empty() && i + away < classes) of_player[i] = measured[i + away];
        }
      }
    }
  }
  return world;
}

const JobAnswer& JobWorld::answer(Word64 draw, bool attacker_to_move, double prior,
                                  NodeWork work) const {
  static const JobAnswer nothing{};
  const std::vector<JobAnswer>& all =
      answers_[work == NodeWork::expand ? 0 : 1][attacker_to_move ? 0 : 1][class_of(prior)];
  if (all.empty()) return nothing;
  return all[static_cast<std::size_t>(Random(draw).below(static_cast<int>(all.size())))];
}

std::size_t JobWorld::children_needed(Word64 draw) const {
  return children_[static_cast<std::size_t>(
      Random(draw).below(static_cast<int>(children_.size())))];
}

DrawnSearch::DrawnSearch(const JobWorld& world, Word64 seed, Policy policy)
    : world_(world), tree_(start_position(), Player::first, policy) {
  drawn_.push_back({drawn_from(seed, 1)});
}

std::vector<DrawnJob> DrawnSearch::fill(std::size_t parallel) {
  std::vector<DrawnJob> jobs;
  const auto next_child = [&](NodeId id) {
    if (!add_next_child(id) && !tree_.node(id).closed && !tree_.node(id).winner) {
      submit(id, NodeWork::generate, jobs);
    }
  };
  while (out_.size() < parallel) {
    const std::optional<Selected> selected = tree_.select();
    if (!selected) break;
    if (selected->work == NodeWork::generate) {
      next_child(selected->node);
      continue;
    }
    submit(selected->node, NodeWork::expand, jobs);
    if (const std::optional<NodeId> parent = tree_.parent_in_want(selected->node)) {
      next_child(*parent);
    }
  }
  return jobs;
}

void DrawnSearch::submit(NodeId id, NodeWork work, std::vector<DrawnJob>& jobs) {
  const TreeNode& node = tree_.node(id);
  const Word64 draw = drawn_from(drawn_[id].way, 1000 + static_cast<Word64>(drawn_[id].jobs));
  jobs.push_back(
      {id, work, world_.answer(draw, node.attacker_to_move, node.chance, work).seconds, draw});
  tree_.begin(id, work);
  out_.emplace(id, work);
}

bool DrawnSearch::take(const DrawnJob& job) {
  if (out_.erase({job.node, job.work}) == 0) return false;
  tree_.end(job.node, job.work);
  if (!is_alive(job.node)) return false;
  const TreeNode& node = tree_.node(job.node);
  ++drawn_[job.node].jobs;
  const JobAnswer& answer = world_.answer(job.draw, node.attacker_to_move, node.chance, job.work);
  tree_.set_expanded(job.node);
  if (answer.decided) {
    settle(job.node, answer.attacker_wins ? tree_.attacker() : opponent(tree_.attacker()));
  } else {
    give(job.node, answer.moves);
  }
  // The jobs of what is dead now are not waited for.
  for (auto other = out_.begin(); other != out_.end();) {
    if (is_alive(other->first)) {
      ++other;
      continue;
    }
    tree_.end(other->first, other->second);
    other = out_.erase(other);
  }
  return true;
}

void DrawnSearch::give(NodeId id, const std::vector<double>& chances) {
  std::vector<Suggestion> moves;
  moves.reserve(chances.size());
  for (const double chance : chances) moves.push_back({{}, chance});
  const bool none = moves.empty();
  if (drawn_[id].needed == 0) {
    drawn_[id].needed =
        std::max<std::size_t>(1, world_.children_needed(drawn_from(drawn_[id].way, 2)));
  }
  tree_.add_reserve(id, std::move(moves));
  if (!add_next_child(id) && none && tree_.node(id).attacker_to_move) tree_.set_closed(id, true);
}

bool DrawnSearch::add_next_child(NodeId id) {
  const bool defender = !tree_.node(id).attacker_to_move;
  if (defender && tree_.node(id).expanded && tree_.node(id).children.size() >= drawn_[id].needed) {
    tree_.set_closed(id, true);
    return false;
  }
  if (const std::optional<Suggestion> next = tree_.take_reserve(id)) {
    return link_child(id, next->chance);
  }
  return defender && tree_.node(id).expanded && link_child(id, chance_of_the_rest);
}

// The move is two cells that the way to it says; which they are does not matter.
bool DrawnSearch::link_child(NodeId id, double chance) {
  const Word64 way =
      drawn_from(drawn_[id].way, 1'000'000 + static_cast<Word64>(drawn_[id].moves++));
  const Game game = tree_.game(id);
  Random random(way);
  while (true) {
    Move move;
    while (move.size() < 2) {
      const Cell cell{random.below(19), random.below(19)};
      if (!game.at(cell) && (move.empty() || move.front() != cell)) move.push_back(cell);
    }
    const std::size_t before = tree_.size();
    Game after = game;
    if (!after.play(move) || after.over()) continue;
    const std::optional<NodeId> child = tree_.add_child(id, move, chance);
    if (!child) continue;
    if (tree_.size() > before) {
      drawn_.push_back({way});
    } else if (tree_.node(*child).winner) {
      child_is_decided(id);
    }
    return true;
  }
}

void DrawnSearch::settle(NodeId id, Player winner) {
  tree_.decide(id, winner);
  const std::vector<NodeId> parents = tree_.node(id).parents;
  for (const NodeId parent : parents) child_is_decided(parent);
}

void DrawnSearch::child_is_decided(NodeId parent) {
  const TreeNode& node = tree_.node(parent);
  if (node.winner) return;
  const Player mover = node.attacker_to_move ? tree_.attacker() : opponent(tree_.attacker());
  std::size_t lost = 0;
  for (const Link& link : node.children) {
    const std::optional<Player> winner = tree_.node(link.child).winner;
    if (winner == mover) return settle(parent, mover);
    lost += winner ? 1U : 0U;
  }
  const bool all = node.attacker_to_move ? node.closed && lost == node.children.size()
                                         : lost >= drawn_[parent].needed;
  if (all) settle(parent, opponent(mover));
}

bool DrawnSearch::is_alive(NodeId id) const {
  const TreeNode& node = tree_.node(id);
  if (node.winner) return false;
  if (id == ProofTree::root) return true;
  return std::any_of(node.parents.begin(), node.parents.end(),
                     [&](NodeId parent) { return is_alive(parent); });
}

}  // namespace inarow::grid
