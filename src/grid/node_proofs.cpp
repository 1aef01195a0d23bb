#include "grid/node_proofs.hpp"

namespace inarow::grid {

std::unique_ptr<NodeProofs> make_node_proofs(const ProofTree& tree) {
  return tree.spec().placement() != nullptr ? make_placement_proofs(tree) : make_drop_proofs(tree);
}

}  // namespace inarow::grid
