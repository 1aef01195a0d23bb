#include "match/external/dialogue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/quote.hpp"

namespace inarow {
namespace {

// Where nobody has set a limit, an engine that says nothing is given up after this.
constexpr double longest_silence = 600;

}  // namespace

std::string_view trimmed_line(std::string_view line) {
  constexpr std::string_view spaces = " \t\r";
  const std::size_t begin = line.find_first_not_of(spaces);
  if (begin == std::string_view::npos) return {};
  return line.substr(begin, line.find_last_not_of(spaces) - begin + 1);
}

std::string first_word_of(std::string_view line) {
  std::string word(trimmed_line(line));
  word.resize(std::min(word.find_first_of(" \t"), word.size()));
  std::transform(word.begin(), word.end(), word.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return word;
}

tl::unexpected<Error> Dialogue::fault(const std::string& what) const {
  const std::string errors = process_.last_errors();
  return failure(fmt::format("{} {}{}{}", engine_.name, what,
                             errors.empty() ? "" : "; on its standard error: ", errors));
}

Dialogue::Wait Dialogue::wait_of(double seconds, const StopToken* stop) {
  return {Clock::now() +
              std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds)),
          seconds, stop};
}

Result<std::string> Dialogue::listen(const Wait& wait, const char* instead) {
  EngineProcess::Heard heard = process_.read_line(wait.deadline, wait.stop);
  const std::string wrote =
      last_line_.empty() ? "" : fmt::format("; it wrote {}", quoted(last_line_, 80));
  switch (heard.what) {
    case EngineProcess::What::line:
      last_line_ = heard.text;
      return std::move(heard.text);
    case EngineProcess::What::silence:
      return fault(fmt::format("has not given {} within {:.4g} s{}", instead, wait.seconds, wrote));
    case EngineProcess::What::end:
      return fault(
          fmt::format("{} instead of giving {}{}", process_.how_it_ended(), instead, wrote));
    case EngineProcess::What::flood:
      return fault("writes more than anybody can read");
    case EngineProcess::What::stopped:
      break;
  }
  return failure(fmt::format("stopped before {} had moved", engine_.name));
}

Result<void> Dialogue::await_sign(const StopToken* stop, bool (*is_sign)(const std::string& line)) {
  constexpr double patience = 2;
  const Wait wait = wait_of(std::min(patience, engine_.start_seconds), stop);
  while (true) {
    const EngineProcess::Heard heard = process_.read_line(wait.deadline, stop);
    if (heard.what == EngineProcess::What::silence) return {};
    if (heard.what != EngineProcess::What::line) {
      return tl::unexpected<Error>(listen(wait, "a sign that it is ready").error());
    }
    if (is_sign(heard.text)) return {};
  }
}

bool Dialogue::can_go_on(const Game& game) const {
  return is_fresh() || (game.moves().size() == known_.size() + 1 &&
                        std::equal(known_.begin(), known_.end(), game.moves().begin()));
}

Result<Move> Dialogue::ask(const Game& game, const EngineTime& time) {
  const double limit = time.left > 0 ? time.left : time.seconds;
  process_.skip_lines();
  last_line_.clear();
  said_.clear();
  const double seconds = limit > 0 ? limit + engine_.grace_seconds : longest_silence;
  Result<Move> move = ask_for_move(game, time, wait_of(seconds, time.stop));
  if (!move) return move;
  known_ = game.moves();
  known_.push_back(*move);
  return move;
}

std::unique_ptr<Dialogue> make_dialogue(const ExternalEngine& engine, const GameSpec& spec,
                                        EngineProcess& process) {
  switch (engine.protocol_for(spec)) {
    case EngineProtocol::connect6:
      return make_connect6_dialogue(engine, spec, process);
    case EngineProtocol::gomocup:
      return make_gomocup_dialogue(engine, spec, process);
    case EngineProtocol::json:
      break;
  }
  return make_json_dialogue(engine, spec, process);
}

}  // namespace inarow
