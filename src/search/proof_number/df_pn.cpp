#include "search/proof_number/df_pn.hpp"

#include <algorithm>
#include <array>

namespace inarow::victor {
namespace {
constexpr std::uint64_t report_every = 4096;  // expansions
}

template <class B>
bool DfPnSearch<B>::out_of_limits() const {
  return (stopped(limits_.stop)) || table_.bytes_to_grow() > limits_.memory_bytes;
}

template <class B>
Verdict DfPnSearch<B>::solve(const Position<B>& position) {
  const Numbers at_first = numbers_of(position);
  if (at_first.proof != 0 && at_first.disproof != 0) search(position, {infinite, infinite});
  return known(position);
}

template <class B>
Verdict DfPnSearch<B>::known(const Position<B>& position) const {
  const Numbers* numbers = table_.find(key_of(judge_.board(), position));
  if (numbers == nullptr) return Verdict::unclear;
  if (numbers->proof == 0) return Verdict::white_wins;
  return numbers->disproof == 0 ? Verdict::black_holds : Verdict::unclear;
}

template <class B>
typename DfPnSearch<B>::Numbers DfPnSearch<B>::numbers_of(const Position<B>& position) {
  const Key<B> key = key_of(judge_.board(), position);
  if (const Numbers* known = table_.find(key)) return *known;
  Position<B> settled = position;
  Numbers numbers;
  switch (judge_.judge(settled)) {
    case Verdict::white_wins:
      numbers = {0, infinite};
      break;
    case Verdict::black_holds:
      numbers = {infinite, 0};
      break;
    case Verdict::unclear: {
      const auto moves = static_cast<std::uint32_t>(popcount(judge_.moves(settled)));
      numbers = settled.first_to_move() ? Numbers{1, moves} : Numbers{moves, 1};
      break;
    }
  }
  table_.set(key, numbers);
  return numbers;
}

template <class B>
void DfPnSearch<B>::search(const Position<B>& position, Numbers limit) {
  ++expansions_;
  if (expansions_ % report_every == 0) tell(limits_.observer, statistics());
  Position<B> settled = position;
  judge_.play_forced(settled);
  const bool first_moves = settled.first_to_move();
  std::array<Position<B>, max_drop_bits> sons;
  std::size_t count = 0;
  for_each_square(judge_.moves(settled),
                  [&](Word square) { sons[count++] = settled.after(square); });

  for (;;) {
    // Own: the number that one son can bring to 0; theirs: the one that needs them all.
    std::uint32_t own = infinite;
    std::uint32_t next_own = infinite;
    std::uint32_t theirs = 0;
    std::uint32_t theirs_of_best = 0;
    std::size_t best = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const Numbers n = numbers_of(sons[i]);
      const std::uint32_t a = first_moves ? n.proof : n.disproof;
      const std::uint32_t b = first_moves ? n.disproof : n.proof;
      theirs = std::min(infinite, theirs + b);
      if (a < own || i == 0) {
        next_own = i == 0 ? infinite : own;
        own = a;
        best = i;
        theirs_of_best = b;
      } else {
        next_own = std::min(next_own, a);
      }
    }
    if (own == 0) theirs = infinite;
    const Numbers now = first_moves ? Numbers{own, theirs} : Numbers{theirs, own};
    table_.set(key_of(judge_.board(), position), now);
    if (own == 0 || theirs == 0 || now.proof >= limit.proof || now.disproof >= limit.disproof ||
        out_of_limits()) {
      return;
    }
    // A quarter more than the second best needs keeps the search from leaping back and forth
    // (Pawlewicz and Lew 2007).
    const std::uint32_t own_limit =
        std::min(first_moves ? limit.proof : limit.disproof, next_own + next_own / 4 + 1);
    const std::uint32_t theirs_limit =
        (first_moves ? limit.disproof : limit.proof) - theirs + theirs_of_best;
    search(sons[best],
           first_moves ? Numbers{own_limit, theirs_limit} : Numbers{theirs_limit, own_limit});
  }
}

template <class B>
SearchStatistics DfPnSearch<B>::statistics() const {
  return {.evaluations = judge_.evaluations(), .expansions = expansions_, .table = table_.size()};
}

template class DfPnSearch<SmallBoard>;
template class DfPnSearch<LargeBoard>;

}  // namespace inarow::victor
