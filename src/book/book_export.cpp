#include "book/book_export.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_map>

#include "base/output_file.hpp"
#include "base/quote.hpp"
#include "book/book_records.hpp"
#include "book/book_tree.hpp"
#include "book/file_ending.hpp"
#include "book/renlib.hpp"
#include "book/tree_facts.hpp"
#include "rules/notation.hpp"

namespace inarow {
namespace {

class Export {
 public:
  Export(const BookStore& store, OutputFile file, const StopToken* stop, Observer* observer)
      : store_(store), file_(std::move(file)), stop_(stop), observer_(observer) {}

  Result<ExportReport> finish() {
    if (stopped(stop_)) {
      report_.stopped = true;
      return report_;
    }
    file_.write(text_);
    const Result<std::uint64_t> size = file_.finish();
    if (!size) return tl::unexpected<Error>(size.error());
    report_.bytes = *size;
    return report_;
  }

  void write_text(std::string_view text) { text_ += text; }

  // A walk over a book holds it until its end; the moves of its positions are asked of a second
  // reader.
  Result<void> write_records(void (*append)(std::string&, const BookRecord&)) {
    const Result<BookStore> reader =
        BookStore::open(store_.path(), store_.spec(), BookAccess::read);
    if (!reader) return tl::unexpected<Error>(reader.error());
    BookRecord record(store_.spec());
    store_.for_each([&](const Game& game, const PositionFacts& facts) {
      record.game = game;
      record.facts = facts;
      record.next.emplace();
      for (BookMove& move : reader->moves(game)) record.next->push_back(std::move(move.move));
      report_.moves += record.next->size();
      append(text_, record);
      return count_position();
    });
    return {};
  }

  Result<void> write_scores() {
    BookRecord record(store_.spec());
    store_.for_each([&](const Game& game, const PositionFacts& facts) {
      record.game = game;
      record.facts = facts;
      if (append_score(text_, record)) return count_position();
      ++report_.left_out;
      return !stopped(stop_);
    });
    return {};
  }

  Result<void> write_sgf() {
    BookTree book = book_tree(store_, stop_);
    std::size_t stones = 0;
    for (const GameTreeNode& node : book.tree.nodes) stones += node.move.size();
    if (stones > most_stones_of_a_tree) {
      return failure(
          fmt::format("the book has {} stones in its moves, more than SGF readers take "
                      "({}); use a name that ends with .jsonl or .csv",
                      stones, most_stones_of_a_tree));
    }
    GameTree& tree = book.tree;
    walk(tree, [&](std::size_t node, const Game& game) {
      if (stopped(stop_)) return;
      if (book.stands_at[node] == node) {
        if (const auto facts = store_.find(game)) set_sgf_facts(tree.nodes[node], game, *facts);
        count_position();
      } else {
        set_sgf_reference(tree.nodes[node], tree.spec, tree.moves_to(book.stands_at[node]));
      }
    });
    report_.moves = tree.nodes.size() - 1;
    if (!stopped(stop_)) text_ = write_game_tree(tree);
    return {};
  }

  Result<void> write_renlib() {
    const BookTree book = book_tree(store_, stop_);
    const GameTree& tree = book.tree;
    const std::string starts = fmt::format(";{};", store_.note("renlib start"));
    std::unordered_map<std::size_t, std::string> labels;  // that the parents' boards have on them
    text_ = renlib_header();
    walk(tree, [&](std::size_t index, const Game& game) {
      if (stopped(stop_)) return;
      const GameTreeNode& from = tree.nodes[index];
      RenLibNode node;
      if (index != 0) {
        node.cell = from.move[0];
        node.has_sibling = tree.nodes[from.parent].children.back() != index;
        node.start = !game.moves().empty() &&
                     starts.find(fmt::format(";{};", format_moves(tree.spec, game.moves()))) !=
                         std::string::npos;
      }
      if (const auto label = labels.extract(index)) node.board_text = label.mapped();
      std::vector<RenLibNode> marks;
      if (book.stands_at[index] == index) {
        count_position();
        if (const auto facts = store_.find(game)) {
          node.comment = renlib_comment(game, *facts);
          for (const BoardMark& mark : facts->marks) {
            add_mark(mark, from, tree, node, marks, labels);
          }
        }
      }
      node.has_children = !marks.empty() || !from.children.empty();
      append_renlib_node(text_, node);
      for (std::size_t i = 0; i < marks.size(); ++i) {
        marks[i].has_sibling = i + 1 < marks.size() || !from.children.empty();
        append_renlib_node(text_, marks[i]);
      }
      flush_if_long();
    });
    report_.moves = tree.nodes.size() - 1;
    return {};
  }

 private:
  // A plain mark on the last stone is the node's own; a label where a move goes is that move's; any
  // other is a node without a move.
  static void add_mark(const BoardMark& mark, const GameTreeNode& from, const GameTree& tree,
                       RenLibNode& node, std::vector<RenLibNode>& marks,
                       std::unordered_map<std::size_t, std::string>& labels) {
    if (mark.text.empty() && node.cell == mark.cell) {
      node.mark = true;
      return;
    }
    if (!mark.text.empty()) {
      for (const std::size_t child : from.children) {
        if (tree.nodes[child].move[0] == mark.cell && labels.emplace(child, mark.text).second) {
          return;
        }
      }
    }
    RenLibNode extra;
    extra.cell = mark.cell;
    extra.no_move = true;
    extra.mark = mark.text.empty();
    extra.board_text = mark.text.empty() ? std::string(renlib_plain_mark) : mark.text;
    marks.push_back(std::move(extra));
  }

  // False if it shall stop.
  bool count_position() {
    ++report_.positions;
    if (observer_ != nullptr) observer_->add_nodes(1);
    flush_if_long();
    return !stopped(stop_);
  }

  void flush_if_long() {
    constexpr std::size_t long_enough = 1 << 16;
    if (text_.size() < long_enough) return;
    file_.write(text_);
    text_.clear();
  }

  const BookStore& store_;
  OutputFile file_;
  const StopToken* stop_;
  Observer* observer_;
  std::string text_{};
  ExportReport report_{};
};

}  // namespace

Result<ExportReport> export_file(const BookStore& store, const std::string& path,
                                 const StopToken* stop, Observer* observer) {
  const std::string ending = is_standard_output(path) ? ".txt" : file_ending(path);
  Result<void> (Export::*write)() = nullptr;
  void (*append)(std::string&, const BookRecord&) = nullptr;
  if (ending == ".sgf") {
    write = &Export::write_sgf;
  } else if (ending == ".lib") {
    if (Result<void> fits = expect_renlib_game(store.spec()); !fits) {
      return tl::unexpected<Error>(fits.error());
    }
    write = &Export::write_renlib;
  } else if (ending == ".csv") {
    append = append_csv;
  } else if (ending == ".jsonl") {
    append = append_json;
  } else if (ending == ".txt") {
    write = &Export::write_scores;
  } else {
    return failure(fmt::format("{}: the name of a file for a book must end with {}",
                               quoted(path, 200), export_endings));
  }
  Result<OutputFile> file = OutputFile::create(path);
  if (!file) return tl::unexpected<Error>(file.error());
  Export work(store, std::move(*file), stop, observer);
  if (append == append_csv) work.write_text(csv_header());
  const Result<void> written = append != nullptr ? work.write_records(append) : (work.*write)();
  if (!written) return tl::unexpected<Error>(written.error());
  return work.finish();
}

}  // namespace inarow
