#include "cli/solve_victor.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <optional>

#include "cli/certificate_answer.hpp"
#include "cli/drop_options.hpp"
#include "rules/notation.hpp"
#include "search/proof_number/df_pn.hpp"
#include "search/victor/line_book.hpp"
#include "search/victor/proof_lines.hpp"
#include "search/victor/three_level_search.hpp"

namespace inarow::cli {
namespace {

using victor::Verdict;

// An answer of Black and the hardest line after it.
struct CriticalLine {
  std::vector<std::string> moves;  // from the position asked about
  double weight = 0;
};

struct Answer {
  Verdict verdict = Verdict::unclear;
  bool complete = false;
  std::vector<std::string> best;
  std::vector<std::pair<std::string, Verdict>> moves;  // columns, with --all-moves
  std::size_t lines = 0;  // positions of the prover in the lines of the proof
  std::size_t book = 0;
  std::vector<CriticalLine> critical;
  std::vector<victor::LineBook::Code> codes;  // of the positions to look up
  victor::SearchStatistics statistics;
  double seconds = 0;
};

// Statistics that another thread may look at.
class SharedStatistics {
 public:
  void set(const victor::SearchStatistics& statistics) {
    const std::lock_guard lock(mutex_);
    statistics_ = statistics;
  }
  std::string text() {
    const std::lock_guard lock(mutex_);
    return fmt::format("{:.2f} M evaluations, {:.2f} M positions in the table, {} trees",
                       static_cast<double>(statistics_.evaluations) / 1e6,
                       static_cast<double>(statistics_.table) / 1e6, statistics_.trees);
  }

 private:
  std::mutex mutex_;
  victor::SearchStatistics statistics_;
};

// Finds the answer, and is the guide of its certificate.
template <class B>
class RuleSolver final : public MoveGuide {
 public:
  using Word = typename B::Word;
  using Position = victor::Position<B>;

  RuleSolver(const Game& game, const VictorOptions& options, const victor::SearchLimits& limits,
             SharedStatistics& shared)
      : spec_(game.spec()), board_(*spec_.drop()), options_(options) {
    const victor::Report report = [&shared](const auto& s) { shared.set(s); };
    if (options.proof_number) {
      df_pn_.emplace(board_, limits, report);
    } else {
      three_level_.emplace(board_, static_cast<std::size_t>(options.tree_size), limits, report);
    }
    root_ = victor::position_of(board_, game);
  }

  Answer solve() {
    Answer answer;
    answer.verdict = search(root_);
    answer.complete = answer.verdict != Verdict::unclear;
    if (options_.all_moves) {
      for_each_move([&](Word square, const Position& next) {
        const bool won =
            board_.geometry().has_line(root_.first_to_move() ? next.first : next.second);
        const Verdict verdict = !won                    ? search(next)
                                : root_.first_to_move() ? Verdict::white_wins
                                                        : Verdict::black_holds;
        answer.complete = answer.complete && verdict != Verdict::unclear;
        answer.moves.emplace_back(column_name(Column{board_.cell(square).x}), verdict);
      });
    }
    answer.statistics = df_pn_ ? df_pn_->statistics() : three_level_->statistics();
    if (answer.verdict != Verdict::unclear) show_lines(answer);
    return answer;
  }

  // The move of the lines, after solve().
  std::optional<int> column(const ProofPosition& p) override {
    const bool white = lines_->goal() == Verdict::white_wins;
    const Position position{static_cast<Word>(white ? p.prover : p.opponent),
                            static_cast<Word>(white ? p.opponent : p.prover)};
    const std::optional<Word> move = lines_->move(position);
    if (!move) return std::nullopt;
    return board_.cell(*move).x;
  }

 private:
  Verdict search(const Position& position) {
    return df_pn_ ? df_pn_->solve(position) : three_level_->solve(position);
  }
  Verdict known(const Position& position) {
    if (df_pn_) return df_pn_->known(position);
    const Verdict* verdict = three_level_->table().find(victor::key_of(board_, position));
    return verdict == nullptr ? Verdict::unclear : *verdict;
  }
  victor::Judge<B>& judge() { return df_pn_ ? df_pn_->judge() : three_level_->judge(); }
  std::string name(Word square) const { return cell_name(spec_, board_.cell(square)); }

  template <class F>
  void for_each_move(F&& f) {
    victor::for_each_square(board_.landing_squares(root_.stones()),
                            [&](Word square) { f(square, root_.after(square)); });
  }

  void show_lines(Answer& answer) {
    known_ = [this](const Position& p) { return known(p); };
    lines_.emplace(judge(), known_, root_);
    const victor::ProofLines<B>& lines = *lines_;
    answer.lines = lines.size();
    answer.book = lines.book().size();
    lines.book().for_each([&](const victor::Key<B>& key, Verdict) {
      answer.codes.emplace_back(key.first, key.second);
    });
    Position at = root_;
    std::vector<std::string> start;
    if (root_.first_to_move() == (answer.verdict == Verdict::white_wins)) {
      Position settled = root_;
      if (judge().play_forced(settled) != Verdict::unclear || settled != root_) {
        const auto line = lines.critical_line(root_);
        for (const Word square : line) start.push_back(name(square));
        if (!start.empty()) answer.best = {start[0]};
        if (answer.best.empty()) add_winning_square(answer);
        return;
      }
      const std::optional<Word> move = lines.move(root_);
      if (!move) return;
      if (answer.best.empty()) answer.best = {name(*move)};
      start.push_back(name(*move));
      at = root_.after(*move);
    }
    std::vector<victor::Key<B>> shown;  // mirror images are the same
    victor::for_each_square(judge().moves(at), [&](Word square) {
      const victor::Key<B> key = victor::key_of(board_, at.after(square));
      if (std::find(shown.begin(), shown.end(), key) != shown.end()) return;
      shown.push_back(key);
      CriticalLine line{start, lines.weight(at.after(square))};
      line.moves.push_back(name(square));
      for (const Word next : lines.critical_line(at.after(square)))
        line.moves.push_back(name(next));
      answer.critical.push_back(std::move(line));
    });
    std::stable_sort(answer.critical.begin(), answer.critical.end(),
                     [](const auto& a, const auto& b) { return a.weight > b.weight; });
  }

  void add_winning_square(Answer& answer) {
    for_each_move([&](Word square, const Position& next) {
      if (board_.geometry().has_line(root_.first_to_move() ? next.first : next.second))
        answer.best.push_back(name(square));
    });
  }

  const GameSpec& spec_;
  B board_;
  VictorOptions options_;
  Position root_;
  std::optional<victor::DfPnSearch<B>> df_pn_;
  std::optional<victor::ThreeLevelSearch<B>> three_level_;
  typename victor::ProofLines<B>::Known known_;
  std::optional<victor::ProofLines<B>> lines_;
};

// The bounds of the score of the player to move that a verdict gives.
std::pair<int, int> bounds(Verdict verdict, const Game& game) {
  const int most = (*game.spec().cells() + 1) / 2;
  const int low = verdict == Verdict::white_wins ? 1 : -most;
  const int high = verdict == Verdict::black_holds ? 0 : most;
  if (game.to_move() == Player::first) return {low, high};
  return {-high, -low};
}

const char* value_of(Verdict verdict, Player player) {
  if (verdict != Verdict::white_wins) return "unknown";
  return player == Player::first ? "win" : "loss";
}
const char* claim_of(Verdict verdict) {
  if (verdict == Verdict::unclear) return "none";
  return verdict == Verdict::white_wins ? "first-wins" : "second-not-lose";
}

Json answer_json(const Game& game, const Answer& answer, const VictorOptions& options) {
  const bool won = answer.verdict == Verdict::white_wins;
  Json json{{"game", game.spec().to_string()},
            {"moves", format_moves(game.spec(), game.moves())},
            {"to_move", name_of(game.to_move())},
            {"value", value_of(answer.verdict, game.to_move())},
            {"winner", won ? "first" : "unknown"},
            {"score", nullptr},
            {"plies_to_end", nullptr},
            {"best", answer.best},
            {"proved", won},
            {"claim", claim_of(answer.verdict)}};
  const auto [low, high] = bounds(answer.verdict, game);
  json["bounds"] = {low, high};
  json["method"] = options.proof_number ? "proof-number" : "victor";
  json["nodes"] = answer.statistics.expansions;
  json["evaluations"] = answer.statistics.evaluations;
  json["table"] = answer.statistics.table;
  if (!options.proof_number) {
    json["trees"] = answer.statistics.trees;
    json["largest_tree"] = answer.statistics.largest_tree;
  }
  if (answer.verdict != Verdict::unclear) {
    json["line_positions"] = answer.lines;
    json["book_positions"] = answer.book;
    Json lines = Json::array();
    for (const CriticalLine& line : answer.critical) {
      lines.push_back(Json{{"weight", line.weight}, {"line", line.moves}});
    }
    json["critical_lines"] = std::move(lines);
  }
  json["seconds"] = answer.seconds;
  if (options.all_moves) {
    Json moves = Json::object();
    for (const auto& [column, verdict] : answer.moves) {
      moves[column] = Json{{"value", value_of(verdict, game.to_move())},
                           {"score", nullptr},
                           {"claim", claim_of(verdict)}};
    }
    json["moves_value"] = std::move(moves);
  }
  return json;
}

const char* in_words(Verdict verdict) {
  switch (verdict) {
    case Verdict::white_wins:
      return "White wins";
    case Verdict::black_holds:
      return "Black at least draws (whether he wins, this method does not ask)";
    case Verdict::unclear:
      break;
  }
  return "unknown: stopped before an answer was found";
}

// "1. d1 d2 2. d3 d4", from a position with so many moves made.
std::string numbered(const std::vector<std::string>& moves, std::size_t made) {
  std::string text;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const std::size_t ply = made + i;
    if (i > 0) text += ' ';
    if (ply % 2 == 0 || i == 0) {
      text += fmt::format("{}. {}", ply / 2 + 1, ply % 2 == 0 ? "" : "... ");
    }
    text += moves[i];
  }
  return text;
}

void print_answer(const Game& game, const Answer& answer, const VictorOptions& options) {
  fmt::print("{}\n", in_words(answer.verdict));
  if (!answer.best.empty()) fmt::print("best: {}\n", fmt::join(answer.best, " "));
  for (const auto& [column, verdict] : answer.moves) {
    fmt::print("  {}: {}\n", column, in_words(verdict));
  }
  const victor::SearchStatistics& s = answer.statistics;
  fmt::print("{}, {} evaluations by the rules, {} positions expanded, {} in the table",
             options.proof_number ? "proof-number search" : "three-level search", s.evaluations,
             s.expansions, s.table);
  if (!options.proof_number)
    fmt::print(", {} trees of up to {} positions", s.trees, s.largest_tree);
  fmt::print(", {:.3f} s\n", answer.seconds);
  if (answer.verdict == Verdict::unclear) return;
  fmt::print("lines of the proof: {} positions with {} to move, {} positions to look up\n",
             answer.lines, answer.verdict == Verdict::white_wins ? "White" : "Black", answer.book);
  if (!answer.critical.empty()) {
    fmt::print("the hardest line after each answer, until the rules decide:\n");
  }
  for (const CriticalLine& line : answer.critical) {
    fmt::print("  {}\n", numbered(line.moves, game.moves().size()));
  }
}

template <class B>
Exit solve_on(const Game& game, const CommonOptions& common, const VictorOptions& options,
              const StopToken& stop) {
  const DropSpec& spec = *game.spec().drop();
  const auto start = std::chrono::steady_clock::now();
  SharedStatistics shared;
  RuleSolver<B> solver(game, options, {common.memory_bytes(), &stop.flag()}, shared);
  Answer answer;
  {
    ProgressLine progress(common.quiet);
    const Watch watch(stop, progress, [&] { return shared.text(); });
    answer = solver.solve();
  }
  answer.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const bool white_wins = answer.verdict == Verdict::white_wins;
  if (!options.lines.empty() && white_wins) {
    const victor::LineBook book(spec, format_moves(game.spec(), game.moves()), answer.codes);
    if (const Result<void> written = book.write(options.lines); !written) {
      return environment_failed(written.error().message);
    }
  }
  CertificateAnswer certificate;
  if (!options.certificate.empty() && answer.verdict != Verdict::unclear) {
    // The solver is asked only where the lines leave off.
    const auto engine =
        make_drop_engine(spec, table_bytes_for(common, *game.spec().cells() - game.stone_count()));
    const Claim claim{find_claim_kind(white_wins ? "win" : "not-lose"),
                      white_wins ? Player::first : Player::second, white_wins ? 1 : 0};
    certificate = write_certificate(
        common, game, {claim, options.certificate, Codec::zstd, true, &solver}, engine.get(), stop);
    if (certificate.exit == Exit::environment) return certificate.exit;
  }
  if (common.json) {
    Json json = answer_json(game, answer, options);
    if (!options.certificate.empty()) json["certificate"] = certificate.json;
    print_json(json);
  } else {
    print_answer(game, answer, options);
    fmt::print("{}", certificate.text);
  }
  if (!options.lines.empty() && answer.verdict == Verdict::black_holds) {
    fmt::print(stderr, "inarow: no lines written to {}: White does not win\n", options.lines);
    return Exit::no;
  }
  return answer.complete ? certificate.exit : Exit::stopped;
}

}  // namespace

Exit solve_by_rules(const Game& game, const CommonOptions& common, const VictorOptions& options,
                    const StopToken& stop) {
  const DropSpec& spec = *game.spec().drop();
  if (*spec.height % 2 != 0) {
    return bad_input(fmt::format(
        "the rules of methods victor and proof-number need an even number of rows; {} has {}, "
        "leave out --method",
        game.spec().to_string(), *spec.height));
  }
  if (game.over()) {
    return bad_input("the game is over; methods victor and proof-number need a running game");
  }
  return victor::SmallBoard::fits(spec) ? solve_on<victor::SmallBoard>(game, common, options, stop)
                                        : solve_on<victor::LargeBoard>(game, common, options, stop);
}

}  // namespace inarow::cli
