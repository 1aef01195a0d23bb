#pragma once

// The file of a tree (SQLite; docs/formats/job-tree.md): everything that a job has found is in it
// before the broker is told that it need not be kept, so a search that is killed goes on from there
// and loses only what was in flight.
//
// One client at a time: the file is locked as long as the store is open.
//
//   Result<TreeStore> store = TreeStore::open("opening.tree", {.game = ..., .attacker = ...});
//   store->load(tree, proofs);
//   store->save(tree, proofs, {nodes that have changed});

#include <memory>
#include <set>
#include <string>

#include "base/result.hpp"
#include "grid/node_proofs.hpp"
#include "grid/proof_tree.hpp"

namespace inarow::grid {

class TreeStore {
 public:
  // Makes the file if there is none. Refused: a file of something else, of a later version, of
  // another position or attacker, one that is damaged, one that is in use.
  static Result<TreeStore> open(const std::string& path, const Game& game, Player attacker);
  TreeStore(TreeStore&&) noexcept;
  TreeStore& operator=(TreeStore&&) noexcept;
  ~TreeStore();

  // The name of the tree, which its jobs bear; made with the file.
  const std::string& name() const;
  // Of all that worked on it.
  struct Totals {
    std::uint64_t jobs = 0;
    std::uint64_t refused = 0;
    double seconds = 0;  // of the workers
    double client_seconds = 0;
  };
  Totals totals() const;

  Result<void> load(ProofTree& tree, NodeProofs& proofs);
  // All of it or nothing. Fails if the disk is full; the file is as before then.
  Result<void> save(const ProofTree& tree, const NodeProofs& proofs, const std::set<NodeId>& nodes,
                    const Totals& totals);

 private:
  struct State;
  explicit TreeStore(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace inarow::grid
