#pragma once

// Grows an opening book from a position by job-level search: the tree is the book itself, what is
// done with a position is a job for a thread or a machine (grid/broker.hpp). A job decides the
// position with a proof, which is worked out again before the book believes it, or gives the moves
// to look at next with their chances.
//
// Which position is next is chosen by UCT (job-level UCT, 2015): from the start, the move with the
// best mean of what was found below it plus a bonus for having been looked at rarely; moves that
// are proved to lose are left out. A move's worth in the book is the number of positions below it,
// the measure that was found best for books (`visits`), and their mean is its estimate.
//
// Exact: what is marked as proved is; all else is a guess.
//
//   Result<std::unique_ptr<BookGrowth>> growth = BookGrowth::open(store, game, {.jobs = 1000});
//   growth->run(*broker.client(growth->name()), stop, observer);
//
// Every job's result is in the file before the broker forgets it; whoever is killed goes on from
// there.

#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/stop.hpp"
#include "book/book_store.hpp"
#include "grid/broker.hpp"
#include "grid/expand_job.hpp"
#include "rules/observer.hpp"

namespace inarow {

struct GrowthOptions {
  grid::ExpandLimits job{.seconds = 1, .order = 2, .moves = 4};
  int parallel = 2;              // jobs that are out at a time
  int priority = 5;              // of its jobs
  std::uint64_t jobs = 0;        // that are done; 0: until it is stopped
  std::optional<Player> side{};  // whose book it is: his best moves deeply, all of the other's
};

struct GrowthStatus {
  std::size_t positions = 0;
  std::size_t proved = 0;
  std::uint64_t jobs = 0;  // since it was opened
  std::uint64_t refused = 0;
  double job_seconds = 0;
  std::size_t running = 0;
  std::string trouble{};  // the last error of a job
  std::optional<GameValue> value{};
  double chance = 0.5;  // of the player to move at the start
  MoveList line{};      // the most looked at
};

nlohmann::ordered_json growth_json(const Game& start, const GrowthStatus& status);

class BookGrowth {
 public:
  // Refused: games and positions without such jobs.
  static Result<std::unique_ptr<BookGrowth>> open(BookStore& store, const Game& start,
                                                  const GrowthOptions& options);

  const std::string& name() const { return name_; }  // of the client at its broker

  // Until the start is decided, the jobs are done, nothing is left to be looked at, or the stop.
  // Throws BookError and BrokerError.
  void run(grid::JobBroker& broker, const StopToken* stop, Observer* observer = nullptr);
  GrowthStatus status() const;

 private:
  using NodeId = std::uint32_t;
  struct Edge {
    Move move;
    NodeId child = 0;
  };
  struct Node {
    MoveList moves;  // one way to it
    Player mover = Player::first;
    std::vector<Edge> edges;
    std::vector<NodeId> parents;
    double prior = 0.5;  // of its mover, before anybody looked
    double sum = 0;      // of what was found below, for its mover
    std::uint64_t visits = 0;
    int running = 0;        // jobs at it or below
    bool expanded = false;  // somebody has looked, or looks
    bool given_up = false;  // nobody can
    std::optional<Bounds> proved{};
    double mean() const { return visits > 0 ? sum / static_cast<double>(visits) : prior; }
  };

  BookGrowth(BookStore& store, const Game& start, const GrowthOptions& options);
  void load();
  NodeId node_of(const Game& game, double prior);
  Game game(NodeId id) const;
  bool choose(NodeId id, std::vector<NodeId>& path) const;
  double promise(const Node& node, const Node& child) const;
  bool is_decided(const Node& node) const;
  void submit(grid::JobBroker& broker, const std::vector<NodeId>& path);
  void take(grid::JobBroker& broker, const grid::Outcome& outcome);
  Result<void> believe(NodeId id, const grid::Outcome& outcome, double& found);
  void add_moves(NodeId id, const Answer& answer);
  void prove(NodeId id, const Bounds& bounds);
  void follow_proof(NodeId parent);
  void save();
  void publish(Observer* observer) const;
  std::string budget() const;

  BookStore& store_;
  Game start_;
  GrowthOptions options_;
  std::string name_;
  std::vector<Node> nodes_;
  std::unordered_map<std::string, NodeId> by_key_;
  std::map<std::string, std::vector<NodeId>> pending_;  // by key: from the start to the position
  std::set<NodeId> changed_;
  std::uint64_t submitted_ = 0;
  std::uint64_t jobs_ = 0;
  std::uint64_t refused_ = 0;
  double job_seconds_ = 0;
  double earlier_seconds_ = 0;
  std::string trouble_;
};

}  // namespace inarow
