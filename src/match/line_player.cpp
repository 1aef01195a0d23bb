#include "match/line_player.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "book/installed.hpp"
#include "search/victor/line_player.hpp"

namespace inarow {
namespace {

template <class B>
class LinePlayer final : public ComputerPlayer {
 public:
  LinePlayer(const GameSpec& spec, victor::LineBook book)
      : ComputerPlayer(spec, Player::first), book_(std::move(book)), board_(*spec.drop()) {}

  std::string promise() const override {
    return fmt::format("wins every game ({} positions of a proof, and Allis's rules)",
                       book_.size());
  }

 private:
  Result<Choice> think(const Game& game, const Thinking& thinking) const override {
    victor::LinePlayer<B> player(board_, book_);
    const auto choice = player.choose(victor::position_of(board_, game), &thinking.stop);
    if (choice.why == victor::LinePlayer<B>::Why::none) {
      if (thinking.stop.stopped()) return failure("stopped before a winning move was found");
      return failure("the game so far does not follow the lines, so nothing is proved of it");
    }
    return Choice{{board_.cell(choice.square)}};
  }

  victor::LineBook book_;
  B board_;
};

}  // namespace

std::optional<std::string> lines_file(const DropSpec& spec) {
  const std::string path = fmt::format("{}/{}", data_folder(), lines_file_name(spec));
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return std::nullopt;
  return path;
}

MadePlayer make_line_player(const GameSpec& spec) {
  const std::optional<std::string> path = lines_file(*spec.drop());
  if (!path) return failure(fmt::format("there are no lines of {}", spec.to_string()));
  Result<victor::LineBook> book = victor::LineBook::read(*path);
  if (!book) return tl::unexpected<Error>(book.error());
  if (*spec.drop() != book->spec() || !book->moves().empty()) {
    return failure(fmt::format("{}: the lines are not those of {}", *path, spec.to_string()));
  }
  if (victor::SmallBoard::fits(*spec.drop())) {
    return std::make_unique<LinePlayer<victor::SmallBoard>>(spec, std::move(*book));
  }
  return std::make_unique<LinePlayer<victor::LargeBoard>>(spec, std::move(*book));
}

}  // namespace inarow
