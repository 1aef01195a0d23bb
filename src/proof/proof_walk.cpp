#include "proof/proof_walk.hpp"

#include <fmt/format.h>

#include "base/expects.hpp"
#include "base/quote.hpp"
#include "proof/prove.hpp"
#include "rules/notation.hpp"

namespace inarow {
namespace {

// The records of one bound in the order of the body. Their codes are kept in full, so that no
// position is taken for another.
class Records {
 public:
  struct Found {
    std::size_t record;
    bool fresh;
  };
  Found find_or_add(Word128 code) {
    if (2 * (codes_.size() + 1) > slots_.size()) grow();
    std::uint32_t& slot = slots_[place_of(code)];
    if (slot != 0) return {slot - 1, false};
    codes_.push_back(code);
    slot = static_cast<std::uint32_t>(codes_.size());
    entries_.emplace_back();
    return {codes_.size() - 1, true};
  }
  std::optional<std::size_t> find(Word128 code) const {
    if (slots_.empty()) return std::nullopt;
    const std::uint32_t slot = slots_[place_of(code)];
    return slot == 0 ? std::nullopt : std::optional<std::size_t>(slot - 1);
  }

  struct Entry {
    std::uint32_t offset = 0;  // of its byte in the body
    std::uint32_t end = 0;     // the number of records when its part of the proof was finished
    std::uint8_t image = 0;    // that made the position where it stands canonical
  };
  Entry& operator[](std::size_t record) { return entries_[record]; }
  const Entry& operator[](std::size_t record) const { return entries_[record]; }
  std::size_t size() const { return entries_.size(); }
  std::size_t bytes() const {
    return slots_.capacity() * sizeof slots_[0] + codes_.capacity() * sizeof codes_[0] +
           entries_.capacity() * sizeof entries_[0];
  }

 private:
  std::size_t place_of(Word128 code) const {
    const Word64 mixed = mix(static_cast<Word64>(code) ^ mix(static_cast<Word64>(code >> 64)));
    std::size_t i = static_cast<std::size_t>(mixed) & (slots_.size() - 1);
    while (slots_[i] != 0 && codes_[slots_[i] - 1] != code) i = (i + 1) & (slots_.size() - 1);
    return i;
  }
  void grow() {
    slots_.assign(slots_.empty() ? 1024 : 2 * slots_.size(), 0);
    for (std::size_t i = 0; i < codes_.size(); ++i) {
      slots_[place_of(codes_[i])] = static_cast<std::uint32_t>(i + 1);
    }
  }

  std::vector<std::uint32_t> slots_;  // number of a record + 1, 0: empty
  std::vector<Word128> codes_;
  std::vector<Entry> entries_;
};

// No position has this code: of a record with the opponent to move, at the beginning.
constexpr Word128 root_code = 0;

}  // namespace

const char* name_of(ProofNodeKind kind) {
  switch (kind) {
    case ProofNodeKind::move:
      return "move";
    case ProofNodeKind::replies:
      return "replies";
    case ProofNodeKind::wins:
      return "wins";
    case ProofNodeKind::held:
      return "held";
    case ProofNodeKind::dead:
      return "dead";
    case ProofNodeKind::rules:
      break;
  }
  return "rules";
}

struct ProofWalk::Index {
  Index(CertificateFile certificate, Game game)
      : file(std::move(certificate)),
        start(std::move(game)),
        spec(*start.spec().drop()),
        board(spec) {}

  CertificateFile file;
  Game start;
  DropSpec spec;
  ProofBoard board;
  std::vector<ProofBound> bounds;
  std::vector<Records> records;  // by bound
  std::array<std::uint64_t, 9> rules{};

  // While the body is read.
  std::size_t at = 0;
  bool good = true;

  ProofPosition position_of(const Game& game, Player prover) const {
    ProofPosition p;
    for (const Stone& stone : game.stones()) {
      (stone.player == prover ? p.prover : p.opponent) |= board.geometry().bit(stone.cell);
    }
    p.stones = game.stone_count();
    return p;
  }
  Word128 empty_of(const ProofPosition& p) const {
    return board.geometry().board() & ~(p.prover | p.opponent);
  }
  std::uint8_t byte(std::size_t offset) const {
    return static_cast<std::uint8_t>(file.body[offset]);
  }
  static ProofNodeKind kind_of(Settled settled) {
    return settled == Settled::held ? ProofNodeKind::held : ProofNodeKind::dead;
  }

  std::uint8_t next() {
    if (at < file.body.size()) return byte(at++);
    good = false;
    return 0;
  }

  void read_bound(std::size_t number, const StopToken& stop) {
    const ProofPosition p = position_of(start, bounds[number].prover);
    if (start.to_move() == bounds[number].prover) return provers_turn(number, p, stop);
    if (board.settled(p, false, bounds[number]) != Settled::no) return;
    const std::size_t record = records[number].find_or_add(root_code).record;
    records[number][record].offset = static_cast<std::uint32_t>(at);
    const std::uint8_t first = next();
    if ((first & ~leaf_flag) != no_move) good = false;
    after_move(number, p, first, stop);
    records[number][record].end = static_cast<std::uint32_t>(records[number].size());
  }

  void provers_turn(std::size_t number, const ProofPosition& p, const StopToken& stop) {
    if (!good || stop.stopped()) {
      good = false;
      return;
    }
    if (board.settled(p, true, bounds[number]) != Settled::no) return;
    if (board.wins_now(p, p.prover)) return;
    const ProofBoard::Canonical canonical = board.canonical(p);
    const Records::Found found = records[number].find_or_add(canonical.code);
    if (!found.fresh) return;
    Records::Entry& entry = records[number][found.record];
    entry.offset = static_cast<std::uint32_t>(at);
    entry.image = static_cast<std::uint8_t>(canonical.image);
    const std::uint8_t move = next();
    const int column = move & ~leaf_flag;
    const Word128 bit = good && column < board.width() ? board.landing(p, column) : 0;
    if (bit == 0 || board.has_line(p.prover | bit)) {
      good = false;
      return;
    }
    after_move(number, {p.prover | bit, p.opponent, p.stones + 1}, move, stop);
    records[number][found.record].end = static_cast<std::uint32_t>(records[number].size());
  }

  void after_move(std::size_t number, const ProofPosition& p, std::uint8_t move,
                  const StopToken& stop) {
    if (!good) return;
    if ((move & leaf_flag) != 0) {
      const auto leaf = decode_rule_leaf(spec, empty_of(p), std::string_view(file.body).substr(at));
      if (!leaf) {
        good = false;
        return;
      }
      for (const LeafSolution& s : leaf->leaf.solutions) {
        ++rules[static_cast<std::size_t>(s.rule)];
      }
      at += leaf->bytes;
      return;
    }
    if (board.settled(p, false, bounds[number]) != Settled::no) return;
    for (int x = 0; x < board.width() && good; ++x) {
      const Word128 bit = board.landing(p, x);
      if (bit == 0) continue;
      if (board.has_line(p.opponent | bit)) {
        good = false;
        return;
      }
      provers_turn(number, {p.prover, p.opponent | bit, p.stones + 1}, stop);
    }
  }

  // The record of a position with the prover to move that is not settled and not won at once, with
  // its column as the position lies here.
  struct Written {
    std::size_t record = 0;
    int image = 0;
    int column = 0;
  };
  std::optional<Written> written(std::size_t number, const ProofPosition& p) const {
    const ProofBoard::Canonical canonical = board.canonical(p);
    const std::optional<std::size_t> record = records[number].find(canonical.code);
    if (!record) return std::nullopt;
    const Records::Entry& entry = records[number][*record];
    const int there = byte(entry.offset) & ~leaf_flag;
    const Word128 here = moved(board.geometry().bit(Cell{there, 0}), entry.image, canonical.image);
    return Written{*record, canonical.image, board.geometry().cell(lowest_index(here)).x};
  }
  RuleLeaf leaf_at(const Records::Entry& entry, int at_image, const ProofPosition& p) const;
  // Squares of a record's position as they lie in one of its images.
  Word128 moved(Word128 squares, int there, int here) const {
    return board.from_image(board.to_image(squares, there), here);
  }

  std::uint64_t part(std::size_t number, std::size_t record) const {
    return records[number][record].end - record;
  }

  ProofReply reply(std::size_t number, const ProofPosition& p, int column) const {
    const Word128 bit = board.landing(p, column);
    const ProofPosition after{p.prover, p.opponent | bit, p.stones + 1};
    const Settled settled = board.settled(after, true, bounds[number]);
    if (settled != Settled::no) return {Column{column}, kind_of(settled), 0};
    if (board.wins_now(after, after.prover)) return {Column{column}, ProofNodeKind::wins, 0};
    const std::optional<Written> found = written(number, after);
    EXPECTS(found.has_value());  // the whole proof was read
    return {Column{column}, ProofNodeKind::move, part(number, found->record)};
  }
};

ProofWalk::ProofWalk(std::unique_ptr<Index> index) : index_(std::move(index)) {}
ProofWalk::ProofWalk(ProofWalk&&) noexcept = default;
ProofWalk& ProofWalk::operator=(ProofWalk&&) noexcept = default;
ProofWalk::~ProofWalk() = default;

const CertificateHeader& ProofWalk::header() const { return index_->file.header; }
const std::vector<ProofBound>& ProofWalk::bounds() const { return index_->bounds; }
const std::array<std::uint64_t, 9>& ProofWalk::rules() const { return index_->rules; }
std::size_t ProofWalk::bytes() const {
  std::size_t sum = index_->file.body.size();
  for (const Records& records : index_->records) sum += records.bytes();
  return sum;
}

Result<ProofWalk> ProofWalk::open(CertificateFile file, const StopToken& stop) {
  const CertificateHeader& h = file.header;
  if (find_claim_kind(h.claim) == nullptr) {
    return failure(
        fmt::format("a proof of the kind {} is a strategy, not a tree of moves", quoted(h.claim)));
  }
  const Result<GameSpec> spec = GameSpec::parse(h.game);
  if (!spec) return tl::unexpected<Error>(spec.error());
  if (spec->drop() == nullptr || !spec->drop()->height ||
      spec->drop()->width * (*spec->drop()->height + 1) > word_bits<Word128>) {
    return failure(fmt::format("there are no proofs by moves on {}", quoted(h.game)));
  }
  Game game(*spec);
  for (const Column column : h.moves) {
    const std::optional<Cell> cell =
        column.index < spec->drop()->width ? game.landing_cell(column) : std::nullopt;
    if (!cell || game.over()) return failure("the moves of the header are not legal");
    if (const auto played = game.play({*cell}); !played) {
      return tl::unexpected<Error>(played.error());
    }
  }
  if (game.over()) return failure("the game is over after the moves of the header");
  auto index = std::make_unique<Index>(std::move(file), std::move(game));
  const CertificateHeader& header = index->file.header;
  index->bounds = bounds_of(header.claim, header.player, header.score);
  index->records.resize(index->bounds.size());
  for (std::size_t i = 0; i < index->bounds.size() && index->good; ++i) index->read_bound(i, stop);
  if (stop.stopped()) return failure("stopped before the proof was read");
  if (!index->good || index->at != index->file.body.size()) {
    return failure("the body of the certificate is no proof of its claim; inarow-check says more");
  }
  return ProofWalk(std::move(index));
}

// The rule leaf of a record, as it lies in this position, which is the given image of the one that
// it was written for.
RuleLeaf ProofWalk::Index::leaf_at(const Records::Entry& entry, int at_image,
                                   const ProofPosition& p) const {
  const auto here = [&](Word128 squares) { return moved(squares, entry.image, at_image); };
  const Word128 empty = board.from_image(board.to_image(empty_of(p), at_image), entry.image);
  auto decoded =
      decode_rule_leaf(spec, empty, std::string_view(file.body).substr(entry.offset + 1));
  EXPECTS(decoded.has_value());
  RuleLeaf leaf = std::move(decoded->leaf);
  leaf.first_group = here(leaf.first_group);
  leaf.second_group = here(leaf.second_group);
  for (LeafSolution& s : leaf.solutions) {
    for (Word128* squares : {&s.squares, &s.claimevens, &s.group, &s.special}) {
      *squares = here(*squares);
    }
  }
  return leaf;
}

Result<ProofNode> ProofWalk::node(std::size_t bound, const std::vector<Column>& moves) const {
  const Index& index = *index_;
  if (bound >= index.bounds.size()) return failure("the certificate has no such bound");
  const ProofBound& claim = index.bounds[bound];
  const Records& records = index.records[bound];
  ProofNode node{ProofNodeKind::move, index.start, false, {}, 0, {}, {}};
  ProofPosition p = index.position_of(index.start, claim.prover);
  // The record that the last move of the prover, or the beginning, was taken from.
  std::optional<Index::Written> last;
  if (index.start.to_move() != claim.prover && records.find(root_code)) {
    last = Index::Written{*records.find(root_code), 0, 0};
  }
  const auto end = [&]() -> std::optional<ProofNodeKind> {
    const bool provers = node.game.to_move() == claim.prover;
    const Settled settled = index.board.settled(p, provers, claim);
    if (settled != Settled::no) return Index::kind_of(settled);
    if (provers && index.board.wins_now(p, p.prover)) return ProofNodeKind::wins;
    if (!provers && last && (index.byte(records[last->record].offset) & leaf_flag) != 0) {
      return ProofNodeKind::rules;
    }
    return std::nullopt;
  };
  for (const Column column : moves) {
    if (end()) return failure("the proof ends before this move");
    const bool provers = node.game.to_move() == claim.prover;
    if (provers) {
      last = index.written(bound, p);
      EXPECTS(last.has_value());
      if (last->column != column.index) {
        return failure(fmt::format("the proof plays {} here, not {}",
                                   column_name(Column{last->column}), column_name(column)));
      }
    }
    const Word128 bit =
        column.index < index.board.width() ? index.board.landing(p, column.index) : 0;
    if (bit == 0) return failure(fmt::format("column {} is full", column_name(column)));
    (provers ? p.prover : p.opponent) |= bit;
    ++p.stones;
    const auto played = node.game.play({index.board.geometry().cell(lowest_index(bit))});
    EXPECTS(played.has_value());
  }
  node.provers_turn = node.game.to_move() == claim.prover;
  const std::optional<ProofNodeKind> ended = end();
  if (ended) {
    node.kind = *ended;
    if (*ended == ProofNodeKind::wins) {
      node.column = Column{*index.board.winning_column(p, p.prover)};
    } else if (*ended == ProofNodeKind::rules) {
      node.leaf = index.leaf_at(records[last->record], last->image, p);
    }
    return node;
  }
  if (node.provers_turn) {
    node.kind = ProofNodeKind::move;
    const std::optional<Index::Written> found = index.written(bound, p);
    EXPECTS(found.has_value());
    node.column = Column{found->column};
    node.positions = index.part(bound, found->record);
    return node;
  }
  node.kind = ProofNodeKind::replies;
  for (int x = 0; x < index.board.width(); ++x) {
    if (index.board.landing(p, x) != 0) node.replies.push_back(index.reply(bound, p, x));
  }
  if (last) node.positions = index.part(bound, last->record);
  return node;
}

}  // namespace inarow
