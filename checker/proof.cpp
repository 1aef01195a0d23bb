#include "proof.hpp"

#include <algorithm>
#include <functional>

#include "board.hpp"
#include "cannot_lose.hpp"
#include "drawn.hpp"
#include "placement.hpp"
#include "refusal.hpp"
#include "rules.hpp"
#include "search.hpp"

namespace check {
namespace {

constexpr std::uint8_t leaf_flag = 0x80;
constexpr std::uint8_t no_move_flag = 0x40;
constexpr std::uint8_t column_mask = 0x3f;

// A set of position codes: open addressing, every code in full.
class CodeSet {
 public:
  // False if it was there already. No position has code 0.
  bool insert(Word code) {
    if (2 * (size_ + 1) > slots_.size()) grow();
    Word& slot = find(code);
    if (slot == code) return false;
    slot = code;
    ++size_;
    return true;
  }

 private:
  Word& find(Word code) {
    const std::uint64_t mixed = (static_cast<std::uint64_t>(code) ^
                                 static_cast<std::uint64_t>(code >> 64) * 0x9e3779b97f4a7c15ULL) *
                                0xd6e8feb86659fd93ULL;
    std::size_t i = static_cast<std::size_t>(mixed ^ mixed >> 32) & (slots_.size() - 1);
    while (slots_[i] != 0 && slots_[i] != code) i = (i + 1) & (slots_.size() - 1);
    return slots_[i];
  }
  void grow() {
    std::vector<Word> old(std::max<std::size_t>(1024, 2 * slots_.size()));
    old.swap(slots_);
    for (const Word code : old) {
      if (code != 0) find(code) = code;
    }
  }

  std::vector<Word> slots_;
  std::size_t size_ = 0;
};

// "The score of the prover is at least the threshold", by a graph with one move at his turns and
// all moves at his opponent's.
class Bound {
 public:
  Bound(const Position& position, int prover, int threshold, Body& body, Counts& counts,
        Search* search)
      : position_(position),
        prover_(prover),
        opponent_(1 - prover),
        threshold_(threshold),
        body_(body),
        counts_(counts),
        search_(search) {}

  void verify() {
    if (position_.to_move() == prover_) return provers_turn();
    if (is_settled()) return;
    const std::uint8_t byte = body_.next();
    ++counts_[positions];
    if ((byte & ~leaf_flag) != no_move_flag) refuse("the byte of the first position is wrong");
    opponents_turn((byte & leaf_flag) != 0);
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    std::string text = "byte " + std::to_string(body_.place());
    if (!path_.empty()) {
      Position start = position_;
      for (std::size_t i = path_.size(); i > 0; --i) start.undo(path_[i - 1]);
      text += ", after";
      for (const int column : path_) {
        text += ' ' + start.board().square_name(column, start.height_of(column));
        start.play(column);
      }
    }
    throw Refuted(text + ": " + what);
  }

  // Whether the position needs no more proof, whoever is to move. Nobody has a line in it.
  bool is_settled() {
    const int to_move = position_.score_of_next();
    const int other = (position_.board().cells() - position_.stones()) / 2;
    const bool mine = position_.to_move() == prover_;
    if ((mine ? to_move : other) < threshold_) refuse("too late for the claimed score");
    if ((mine ? other : to_move) <= -threshold_) {
      ++counts_[held];
      return true;
    }
    if (threshold_ > 0) return false;
    const Word stones = position_.of(prover_);
    const auto& lines = position_.board().lines();
    if (std::any_of(lines.begin(), lines.end(), [&](Word l) { return (l & stones) == 0; })) {
      return false;
    }
    ++counts_[dead];
    return true;
  }

  void provers_turn() {
    if (is_settled()) return;
    if (position_.can_win_now(prover_)) {
      ++counts_[wins];
      return;
    }
    if (!seen_.insert(position_.board().canonical(position_.code()))) {
      ++counts_[repeats];
      return;
    }
    const std::uint8_t byte = body_.next();
    ++counts_[positions];
    const int column = byte & column_mask;
    if ((byte & no_move_flag) != 0 || column >= position_.board().width()) {
      refuse("there is no move " + std::to_string(byte & ~leaf_flag));
    }
    if (!position_.can_play(column)) refuse("the prover's move goes into a full column");
    play(column);
    if (is_settled()) {
      if ((byte & leaf_flag) != 0) refuse("a rule leaf where nothing is left to prove");
    } else {
      opponents_turn((byte & leaf_flag) != 0);
    }
    undo();
  }

  void rule_leaf() {
    ++counts_[rule_leaves];
    int proved = 0;
    try {
      proved = verify_rule_leaf(position_, prover_, body_);
    } catch (const Refuted& fault) {
      refuse(std::string("rule leaf: ") + fault.what());
    }
    if (proved < threshold_) refuse("the rule leaf proves less than the claim");
    if (search_ != nullptr && !search_->reaches(position_, prover_, std::max(threshold_, 0))) {
      refuse("exhaustive search contradicts the rule leaf");
    }
  }

  void opponents_turn(bool by_rules) {
    if (by_rules) return rule_leaf();
    for (int column = 0; column < position_.board().width(); ++column) {
      if (!position_.can_play(column)) continue;
      if (position_.wins_with(opponent_, column)) {
        refuse("the opponent wins with " +
               position_.board().square_name(column, position_.height_of(column)));
      }
      play(column);
      provers_turn();
      undo();
    }
  }

  void play(int column) {
    position_.play(column);
    path_.push_back(column);
  }
  void undo() {
    position_.undo(path_.back());
    path_.pop_back();
  }

  Position position_;
  int prover_;
  int opponent_;
  int threshold_;
  Body& body_;
  Counts& counts_;
  Search* search_;
  CodeSet seen_;
  std::vector<int> path_;  // from the certificate's position
};

struct BoundClaim {
  int player;
  int threshold;
};

const char* name_of(int player) { return player == 0 ? "first" : "second"; }

std::string wins_of(int player) { return std::string("the ") + name_of(player) + " player wins"; }

// The kinds of claims: which scores they allow, the bounds that prove them in the order of the
// body, and how they are put into words. A new kind is a row here.
struct Kind {
  const char* name;
  int lowest;   // score
  int highest;  // score, at most that of the fastest win
  std::vector<BoundClaim> (*bounds)(const Header&);
  std::string (*words)(const Header&);
};

// Both bounds of an exact score: the winner's first, in a draw the first player's.
std::vector<BoundClaim> both_bounds(const Header& h) {
  const int winner = h.score == 0 ? 0 : h.score > 0 ? h.player : 1 - h.player;
  const int score = std::abs(h.score);
  return {{winner, score}, {1 - winner, -score}};
}

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> table{
      {"win", 1, max_bits,
       [](const Header& h) { return std::vector<BoundClaim>{{h.player, h.score}}; },
       [](const Header& h) {
         return wins_of(h.player) +
                (h.score > 1 ? " with a score of at least " + std::to_string(h.score) : "");
       }},
      {"not-lose", 0, 0, [](const Header& h) { return std::vector<BoundClaim>{{h.player, 0}}; },
       [](const Header& h) {
         return std::string("the ") + name_of(h.player) + " player does not lose";
       }},
      {"value", -1, 1,
       [](const Header& h) {
         std::vector<BoundClaim> bounds = both_bounds(h);
         if (h.score != 0) bounds.pop_back();  // a win is the best there is
         return bounds;
       },
       [](const Header& h) {
         return h.score == 0 ? "the game is a draw"
                             : wins_of(h.score > 0 ? h.player : 1 - h.player);
       }},
      {"score", -max_bits, max_bits, both_bounds,
       [](const Header& h) {
         return std::string("the score of the ") + name_of(h.player) + " player is " +
                std::to_string(h.score);
       }},
  };
  return table;
}

std::string with_commas(std::uint64_t number) {
  const std::string digits = std::to_string(number);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) text += ',';
    text += digits[i];
  }
  return text;
}

Position play_moves(const Board& board, const Header& header) {
  Position position(board);
  for (std::size_t i = 0; i < header.moves.size(); ++i) {
    const std::string where = "move " + std::to_string(i + 1) + " of the header: ";
    const int column = header.moves[i];
    if (column >= board.width()) throw Unreadable(where + "there is no such column");
    if (!position.can_play(column)) throw Unreadable(where + "the column is full");
    if (position.wins_with(position.to_move(), column)) {
      throw Unreadable(where + "it ends the game, so there is nothing to prove");
    }
    position.play(column);
  }
  if (position.stones() == board.cells()) throw Unreadable("the header's moves fill the board");
  return position;
}

}  // namespace

namespace {

// Claims about whole families of positions, proved by a strategy.
Verdict verify_strategy(std::istream& file, const Header& header) {
  Verdict verdict;
  verdict.header = header;
  Body body(file, header);
  Counts counts{};
  if (header.claim == "cannot-lose") {
    const CannotLose proof = verify_cannot_lose(header, body);
    counts[positions] = proof.states;
    verdict.claim = "on " + header.game;
    if (header.game.ends_with("x2n")) verdict.claim += " (every even height)";
    for (const int column : header.moves) verdict.claim += " after " + std::to_string(column + 1);
    verdict.claim +=
        std::string(" the ") + (header.player == 0 ? "first" : "second") + " player cannot lose";
    verdict.counts = with_commas(counts[positions]) + " states or rules";
    verdict.axioms = proof.axioms;
  } else {
    const Drawn drawn = verify_drawn(header, body);
    counts[positions] = drawn.positions;
    counts[repeats] = drawn.repeats;
    verdict.claim = header.game + " is drawn on all boards, by " + drawn.by;
    verdict.counts = with_commas(counts[positions]) + " positions or steps";
    verdict.axioms = drawn.axioms;
  }
  body.finish();
  if (counts != header.counts) throw Refuted("the counts of the header are wrong");
  return verdict;
}

const Kind& find_kind(const Header& header) {
  const auto kind = std::find_if(kinds().begin(), kinds().end(),
                                 [&](const Kind& k) { return header.claim == k.name; });
  if (kind == kinds().end()) throw Unreadable("unknown kind of claim: " + header.claim);
  return *kind;
}

void compare_counts(const Counts& counted, const Header& header) {
  if (counted == header.counts) return;
  std::string text;
  for (std::size_t i = 0; i < counted.size(); ++i) {
    text += std::string(i > 0 ? ", " : "") + count_names[i] + " " + std::to_string(counted[i]);
  }
  throw Refuted("the counts of the header are wrong; counted: " + text);
}

// Claims about positions of placement games, which have no scores but win, draw and loss.
Verdict verify_placement(std::istream& file, const Header& header) {
  const PlacementGame game = PlacementGame::parse(header.game);
  const Kind& kind = find_kind(header);
  if (header.claim == "score") throw Unreadable("placement games have no scores");
  if (header.score < kind.lowest || header.score > std::min(kind.highest, 1)) {
    throw Unreadable("a claim of kind " + header.claim + " cannot have the score " +
                     std::to_string(header.score));
  }
  int to_move = 0;
  Stones stones = header_position(game, header, to_move);
  Verdict verdict;
  verdict.header = header;
  Body body(file, header);
  Counts counts{};
  for (const BoundClaim& claim : kind.bounds(header)) {
    verify_placement_bound(stones, to_move, {claim.player, claim.threshold}, body, counts);
  }
  body.finish();
  compare_counts(counts, header);
  verdict.claim = "on " + header.game + " ";
  for (std::size_t i = 0; i < header.cells.size(); ++i) {
    verdict.claim += (i == 0 ? "after " : "") + std::to_string(header.cells[i].first) + "," +
                     std::to_string(header.cells[i].second) + " ";
  }
  verdict.claim += kind.words(header);
  verdict.counts = with_commas(counts[positions]) + " positions, " +
                   with_commas(counts[wins] + counts[held] + counts[dead]) + " leaves";
  verdict.axioms = "none";
  return verdict;
}

}  // namespace

Verdict verify(std::istream& file, const Options& options) {
  Verdict verdict;
  verdict.header = read_header(file);
  const Header& header = verdict.header;
  if (header.claim == "cannot-lose" || header.claim == "drawn") {
    return verify_strategy(file, header);
  }
  if (header.game.compare(0, 8, "Connect(") == 0) return verify_placement(file, header);
  const Board board(header.game);
  const Kind* kind = &find_kind(header);
  const int fastest = (board.cells() + 1) / 2;
  if (header.score < std::max(kind->lowest, -fastest) ||
      header.score > std::min(kind->highest, fastest)) {
    throw Unreadable("a claim of kind " + header.claim + " cannot have the score " +
                     std::to_string(header.score));
  }
  const Position position = play_moves(board, header);

  Body body(file, header);
  Counts counts{};
  std::unique_ptr<Search> search;
  if (options.no_axioms) search = std::make_unique<Search>(board);
  for (const BoundClaim& claim : kind->bounds(header)) {
    Bound(position, claim.player, claim.threshold, body, counts, search.get()).verify();
  }
  body.finish();
  compare_counts(counts, header);
  verdict.claim = "on " + header.game + " ";
  if (!header.moves.empty())
    verdict.claim += "after " + squares_of_moves(board, header.moves) + " ";
  verdict.claim += kind->words(header);
  verdict.counts = with_commas(counts[positions]) + " positions, " +
                   with_commas(counts[wins] + counts[held] + counts[dead]) + " plain leaves, " +
                   with_commas(counts[rule_leaves]) + " rule leaves";
  verdict.axioms = counts[rule_leaves] == 0 || options.no_axioms ? "none" : "Allis 1988 ch. 6-8";
  return verdict;
}

}  // namespace check
