#include "generate/book_growth.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "ask/asker.hpp"
#include "base/expects.hpp"
#include "grid/node_proofs.hpp"
#include "rules/notation.hpp"

namespace inarow {
namespace {

using namespace std::chrono_literals;

constexpr auto look_at_stop = 50ms;
constexpr double exploration = 0.35;
constexpr double exploration_of_own_moves = 0.12;  // in a book for one side

Bounds seen_from_above(const Bounds& bounds) { return {-bounds.upper, -bounds.lower}; }

}  // namespace

BookGrowth::BookGrowth(BookStore& store, const Game& start, const GrowthOptions& options)
    : store_(store), start_(start), options_(options), name_(grid::random_name()) {}

Result<std::unique_ptr<BookGrowth>> BookGrowth::open(BookStore& store, const Game& start,
                                                     const GrowthOptions& options) {
  if (start.over()) return failure("the game is over; there is nothing to be looked at");
  const Question question = grid::expand_question(start, start.to_move(), options.job);
  if (const Result<void> fits = check(question); !fits) return tl::unexpected<Error>(fits.error());
  std::unique_ptr<BookGrowth> growth(new BookGrowth(store, start, options));
  growth->load();
  return growth;
}

// The part of the book below the start.
void BookGrowth::load() {
  const std::string seconds = store_.note("growth seconds");
  if (!seconds.empty()) earlier_seconds_ = std::atof(seconds.c_str());
  node_of(start_, 0.5);
  for (NodeId id = 0; id < nodes_.size(); ++id) {
    const Game here = game(id);
    if (here.over()) continue;
    if (const std::optional<PositionFacts> facts = store_.find(here)) {
      Node& node = nodes_[id];
      node.visits = facts->visits;
      node.expanded = facts->visits > 0;
      if (facts->estimate) {
        node.prior = *facts->estimate;
        node.sum = *facts->estimate * static_cast<double>(facts->visits);
      }
      node.proved = facts->proved;
    }
    for (const BookMove& move : store_.moves(here)) {
      Game after = here;
      EXPECTS(after.play(move.move).has_value());
      const NodeId child = node_of(after, 0.5);
      nodes_[id].edges.push_back({move.move, child});
      nodes_[child].parents.push_back(id);
    }
  }
}

BookGrowth::NodeId BookGrowth::node_of(const Game& game, double prior) {
  const std::string key = position_key(canonical_stones(game.spec(), game.stones()));
  const auto [place, is_new] = by_key_.emplace(key, static_cast<NodeId>(nodes_.size()));
  if (!is_new) return place->second;
  Node node;
  node.moves = game.moves();
  node.mover = game.to_move();
  node.prior = prior;
  if (game.over()) {
    const int value = game.outcome() == Outcome::draw ? 0 : -1;
    const Bounds all = any_score(game.spec());
    node.proved = value == 0 ? Bounds{0, 0} : Bounds{all.lower, -1};
    node.expanded = true;
  }
  nodes_.push_back(std::move(node));
  return place->second;
}

Game BookGrowth::game(NodeId id) const {
  Game game(start_.spec());
  for (const Move& move : nodes_[id].moves) EXPECTS(game.play(move).has_value());
  return game;
}

bool BookGrowth::is_decided(const Node& node) const {
  return node.proved && value_of(*node.proved).has_value();
}

double BookGrowth::promise(const Node& node, const Node& child) const {
  const double looks = static_cast<double>(child.visits) + child.running;
  // Somebody at work counts as a loss until he is done, so that others look elsewhere.
  const double mean = (1 - child.mean()) * (looks - child.running + 1) / (looks + 1);
  const bool own = options_.side == node.mover;
  const double weight = own ? exploration_of_own_moves : exploration;
  const double all = static_cast<double>(node.visits) + node.running + 1;
  return mean + weight * std::sqrt(std::log(all + 1) / (looks + 1));
}

// The way to a position that nobody has looked at, best first; false if there is none.
bool BookGrowth::choose(NodeId id, std::vector<NodeId>& path) const {
  const Node& node = nodes_[id];
  if (is_decided(node) || node.given_up) return false;
  path.push_back(id);
  if (!node.expanded) return true;
  std::vector<std::pair<double, NodeId>> order;
  for (const Edge& edge : node.edges) {
    const Node& child = nodes_[edge.child];
    if (!is_decided(child)) order.emplace_back(promise(node, child), edge.child);
  }
  std::sort(order.begin(), order.end(), std::greater<>());
  for (const auto& [worth, child] : order) {
    if (choose(child, path)) return true;
  }
  path.pop_back();
  return false;
}

void BookGrowth::submit(grid::JobBroker& broker, const std::vector<NodeId>& path) {
  Node& node = nodes_[path.back()];
  grid::ExpandLimits limits = options_.job;
  // Of the other side all moves matter, of the own one the best.
  if (options_.side && *options_.side != node.mover) limits.moves *= 2;
  const Game here = game(path.back());
  const std::string key = fmt::format("{}-{}", name_, submitted_++);
  node.expanded = true;
  for (const NodeId id : path) ++nodes_[id].running;
  pending_.emplace(key, path);
  broker.submit(grid::expand_job(key, grid::expand_question(here, here.to_move(), limits),
                                 options_.priority));
}

void BookGrowth::run(grid::JobBroker& broker, const StopToken* stop, Observer* observer) {
  const auto most = static_cast<std::size_t>(std::max(1, options_.parallel));
  while (!is_decided(nodes_[0]) && !stopped(stop)) {
    while (pending_.size() < most &&
           (options_.jobs == 0 || jobs_ + pending_.size() < options_.jobs)) {
      std::vector<NodeId> path;
      if (!choose(0, path)) break;
      submit(broker, path);
    }
    if (observer != nullptr && observer->looked_at()) publish(observer);
    if (pending_.empty()) break;
    if (const auto outcome = broker.next(look_at_stop)) take(broker, *outcome);
  }
  for (const auto& [key, path] : pending_) {
    broker.cancel(key);
    nodes_[path.back()].expanded = false;
    for (const NodeId id : path) --nodes_[id].running;
  }
  pending_.clear();
  const GrowthStatus now = status();
  const auto unix = std::chrono::duration_cast<std::chrono::seconds>(
      std::chrono::system_clock::now().time_since_epoch());
  BookStore::Batch batch(store_);
  store_.add_growth({unix.count(), now.positions, now.proved, earlier_seconds_ + job_seconds_});
  batch.commit();
}

void BookGrowth::take(grid::JobBroker& broker, const grid::Outcome& outcome) {
  const auto found = pending_.find(outcome.key);
  if (found == pending_.end()) {
    broker.acknowledge(outcome.key);
    return;
  }
  const std::vector<NodeId> path = found->second;
  const NodeId id = path.back();
  double value = 0.5;
  if (!outcome.error.empty()) {
    trouble_ = fmt::format("job {}: {}", outcome.key, outcome.error);
    nodes_[id].given_up = true;
  } else if (const Result<void> believed = believe(id, outcome, value); !believed) {
    trouble_ =
        fmt::format("job {} of {}: {}", outcome.key, outcome.worker, believed.error().message);
    ++refused_;
    broker.refuse(outcome, believed.error().message);
    return;
  }
  pending_.erase(found);
  ++jobs_;
  job_seconds_ += outcome.seconds;
  for (auto at = path.rbegin(); at != path.rend(); ++at) {
    Node& node = nodes_[*at];
    --node.running;
    if (outcome.error.empty()) {
      ++node.visits;
      node.sum += value;
      changed_.insert(*at);
    }
    value = 1 - value;
  }
  save();
  broker.acknowledge(outcome.key);
}

// What the answer says, worked out again. `value`: what its mover may hope for.
Result<void> BookGrowth::believe(NodeId id, const grid::Outcome& outcome, double& value) {
  const Game here = game(id);
  const Result<Answer> answer = grid::read_expansion(outcome, here);
  if (!answer) return tl::unexpected<Error>(answer.error());
  if (!answer->value) {
    add_moves(id, *answer);
    const std::vector<Edge>& edges = nodes_[id].edges;
    value = edges.empty() ? nodes_[id].prior : 0;
    for (const Edge& edge : edges) value = std::max(value, 1 - nodes_[edge.child].prior);
    return {};
  }
  const grid::ProofTree tree(here, here.to_move(), grid::Policy::equivalence);
  const auto proofs = grid::make_node_proofs(tree);
  const Result<Player> winner = proofs->take_value(grid::ProofTree::root, *answer);
  if (!winner) return tl::unexpected<Error>(winner.error());
  const Bounds all = any_score(here.spec());
  if (*winner == here.to_move()) {
    value = 1;
    prove(id, {1, all.upper});
  } else {
    // In drop games it is proved that he does not win.
    const bool drop = here.spec().drop() != nullptr;
    value = drop ? 0.25 : 0;
    prove(id, {all.lower, drop ? 0 : -1});
    add_moves(id, *answer);
  }
  return {};
}

void BookGrowth::add_moves(NodeId id, const Answer& answer) {
  const Game here = game(id);
  for (const ExpandedMove& move : answer.expansion->moves) {
    Game after = here;
    EXPECTS(after.play(move.move).has_value());
    const NodeId child = node_of(after, 1 - move.chance);
    // A move that is another one seen from another side is left out as well.
    const auto& edges = nodes_[id].edges;
    if (std::any_of(edges.begin(), edges.end(),
                    [&](const Edge& edge) { return edge.child == child; })) {
      continue;
    }
    nodes_[id].edges.push_back({move.move, child});
    nodes_[child].parents.push_back(id);
    changed_.insert(child);
  }
  changed_.insert(id);
  follow_proof(id);
}

void BookGrowth::prove(NodeId id, const Bounds& bounds) {
  Node& node = nodes_[id];
  const Bounds old = node.proved.value_or(any_score(start_.spec()));
  const Bounds both{std::max(old.lower, bounds.lower), std::min(old.upper, bounds.upper)};
  if (both.lower > both.upper) {
    throw BookError(fmt::format("{}: the position after {} is proved to be {} to {} and {} to {}",
                                store_.path(), format_moves(start_.spec(), node.moves), old.lower,
                                old.upper, bounds.lower, bounds.upper));
  }
  if (node.proved && both == old) return;
  node.proved = both;
  changed_.insert(id);
  const std::vector<NodeId> parents = node.parents;
  for (const NodeId parent : parents) follow_proof(parent);
}

// What the moves of a position prove of it: it is at least as good as each of them, and if all its
// moves are known (drop games), no better than the best.
void BookGrowth::follow_proof(NodeId id) {
  const Node& node = nodes_[id];
  const Bounds all = any_score(start_.spec());
  Bounds found{all.lower, all.lower};
  bool is_all = start_.spec().drop() != nullptr;
  std::size_t known = 0;
  for (const Edge& edge : node.edges) {
    const std::optional<Bounds>& child = nodes_[edge.child].proved;
    const Bounds value = child ? seen_from_above(*child) : all;
    found.lower = std::max(found.lower, value.lower);
    found.upper = std::max(found.upper, value.upper);
    ++known;
  }
  is_all = is_all && known == game(id).playable_cells().size();
  if (!is_all) found.upper = all.upper;
  if (found.lower > all.lower || found.upper < all.upper) prove(id, found);
}

std::string BookGrowth::budget() const {
  return start_.spec().placement() != nullptr
             ? fmt::format("order {}, {} s a job", options_.job.order, options_.job.seconds)
             : fmt::format("{} s a job", options_.job.seconds);
}

void BookGrowth::save() {
  BookStore::Batch batch(store_);
  const auto facts_of = [&](const Node& node) {
    PositionFacts facts;
    facts.visits = node.visits;
    facts.estimate = node.mean();
    facts.proved = node.proved;
    if (node.proved) facts.source = {"job-level", budget(), INAROW_VERSION, ""};
    return facts;
  };
  const auto put = [&](const Game& game, const Node& node) {
    const Result<BookPlace> place = store_.put(game, facts_of(node));
    if (!place) throw BookError(fmt::format("{}: {}", store_.path(), place.error().message));
    return *place;
  };
  for (const NodeId id : changed_) {
    const Game here = game(id);
    const BookPlace place = put(here, nodes_[id]);
    for (const Edge& edge : nodes_[id].edges) {
      Game after = here;
      EXPECTS(after.play(edge.move).has_value());
      store_.link(place, edge.move, put(after, nodes_[edge.child]));
    }
  }
  store_.set_note("growth seconds", fmt::format("{:.3f}", earlier_seconds_ + job_seconds_));
  batch.commit();
  changed_.clear();
}

GrowthStatus BookGrowth::status() const {
  GrowthStatus status;
  status.positions = nodes_.size();
  status.proved = static_cast<std::size_t>(std::count_if(
      nodes_.begin(), nodes_.end(), [&](const Node& node) { return is_decided(node); }));
  status.jobs = jobs_;
  status.refused = refused_;
  status.job_seconds = job_seconds_;
  status.running = pending_.size();
  status.trouble = trouble_;
  if (nodes_[0].proved) status.value = value_of(*nodes_[0].proved);
  status.chance = nodes_[0].mean();
  Game at = start_;
  for (NodeId id = 0; !nodes_[id].edges.empty();) {
    const auto& edges = nodes_[id].edges;
    const auto most =
        std::max_element(edges.begin(), edges.end(), [&](const Edge& a, const Edge& b) {
          return nodes_[a.child].visits < nodes_[b.child].visits;
        });
    if (nodes_[most->child].visits == 0) break;
    // The child may lie otherwise than its parent; the line is told as the start lies.
    if (nodes_[most->child].moves.size() != nodes_[id].moves.size() + 1 ||
        !std::equal(nodes_[id].moves.begin(), nodes_[id].moves.end(),
                    nodes_[most->child].moves.begin())) {
      break;
    }
    status.line.push_back(most->move);
    id = most->child;
  }
  return status;
}

nlohmann::ordered_json growth_json(const Game& start, const GrowthStatus& status) {
  using Json = nlohmann::ordered_json;
  std::string line;
  for (const Move& move : status.line) {
    if (!line.empty()) line += ' ';
    line += format_move(start.spec(), move);
  }
  return {{"game", start.spec().to_string()},
          {"moves", format_moves(start.spec(), start.moves())},
          {"positions", status.positions},
          {"decided", status.proved},
          {"jobs", status.jobs},
          {"refused", status.refused},
          {"job_seconds", status.job_seconds},
          {"value", status.value ? Json(name_of(*status.value)) : Json(nullptr)},
          {"estimate", status.chance},
          {"line", line}};
}

void BookGrowth::publish(Observer* observer) const {
  const GrowthStatus now = status();
  std::string line;
  for (const Move& move : now.line) {
    line += ' ';
    line += format_move(start_.spec(), move);
  }
  observer->set_stage(fmt::format("{} positions, {} decided, jobs {} done {} running, {:.0f} %{}{}",
                                  now.positions, now.proved, now.jobs, now.running,
                                  100 * now.chance, line.empty() ? "" : ", line", line));
}

}  // namespace inarow
