// inarow explain GAME --moves M | --batch FILE

#include <fmt/format.h>

#include <memory>
#include <string>

#include "cli/batch.hpp"
#include "cli/commands.hpp"
#include "cli/drop_options.hpp"
#include "cli/solve_answer.hpp"
#include "knowledge/victor/explanation.hpp"
#include "rules/notation.hpp"

namespace inarow::cli {
namespace {

struct Options : CommonOptions {
  std::string game;
  std::string moves;
  std::string batch;
};

Json cells_json(const GameSpec& spec, const std::vector<Cell>& cells) {
  Json list = Json::array();
  for (const Cell cell : cells) list.push_back(cell_name(spec, cell));
  return list;
}

Json group_json(const GameSpec& spec, const victor::GroupEnds& group) {
  return Json::array({cell_name(spec, group.first), cell_name(spec, group.second)});
}

Json groups_json(const GameSpec& spec, const std::vector<victor::GroupEnds>& groups) {
  Json list = Json::array();
  for (const victor::GroupEnds& group : groups) list.push_back(group_json(spec, group));
  return list;
}

Json rules_json(const GameSpec& spec, const victor::RuleSetNote& set) {
  Json list = Json::array();
  for (const victor::RuleNote& rule : set.rules) {
    Json entry{{"rule", victor::name_of(rule.rule)}, {"squares", cells_json(spec, rule.squares)}};
    if (rule.group) entry["group"] = group_json(spec, *rule.group);
    entry["solves"] = groups_json(spec, rule.solves);
    list.push_back(std::move(entry));
  }
  return list;
}

Json lever_json(const GameSpec& spec, const victor::LeverNote& lever) {
  const bool threat = lever.kind == victor::LeverKind::odd_threat;
  Json json{{"kind", threat ? "odd-threat" : "threat-combination"},
            {"square", cell_name(spec, lever.square)}};
  if (!threat) {
    json["odd"] = cell_name(spec, *lever.odd);
    json["even"] = cell_name(spec, *lever.even);
    json["base"] = lever.base;
  }
  json["groups"] = groups_json(spec, lever.groups);
  json["solves"] = groups_json(spec, lever.solves);
  return json;
}

Json explanation_json(const Game& game, const victor::Explanation& e) {
  const GameSpec& spec = game.spec();
  const bool claimed = e.set.claim != victor::Claim::none;
  Json json{{"game", spec.to_string()},
            {"moves", format_moves(spec, game.moves())},
            {"to_move", name_of(game.to_move())},
            {"claim", victor::name_of(e.set.claim)},
            {"proved", claimed},
            {"rules", claimed ? rules_json(spec, e.set) : Json::array()}};
  Json threats = Json::array();
  for (const victor::ThreatNote& threat : e.threats) {
    Json entry{{"player", name_of(threat.player)},      {"square", cell_name(spec, threat.square)},
               {"parity", threat.odd ? "odd" : "even"}, {"useful", threat.useful},
               {"playable", threat.playable},           {"group", group_json(spec, threat.group)}};
    if (!threat.useful) entry["useless_because"] = threat.useless_because;
    threats.push_back(std::move(entry));
  }
  json["threats"] = std::move(threats);
  json["zugzwang"] = e.zugzwang ? name_of(*e.zugzwang) : "none";
  json["zugzwang_because"] = e.zugzwang_because;
  json["unsolved"] = groups_json(spec, e.unsolved);
  json["plan"] = claimed ? e.plan : std::vector<std::string>{};
  if (e.set.lever && claimed) json["lever"] = lever_json(spec, *e.set.lever);
  if (!claimed && !e.set.rules.empty()) json["partial_rules"] = rules_json(spec, e.set);
  if (!claimed && e.set.lever) json["partial_lever"] = lever_json(spec, *e.set.lever);
  if (!e.wins_now.empty()) json["wins_now"] = cells_json(spec, e.wins_now);
  if (!e.must_stop.empty()) json["must_stop"] = cells_json(spec, e.must_stop);
  if (e.good_move) {
    Json after{{"move", cell_name(spec, *e.good_move)},
               {"claim", victor::name_of(e.after_good_move.claim)},
               {"rules", rules_json(spec, e.after_good_move)}};
    if (e.after_good_move.lever) after["lever"] = lever_json(spec, *e.after_good_move.lever);
    json["after"] = std::move(after);
  }
  return json;
}

void print_explanation(const Game& game, const victor::Explanation& e) {
  if (!game.over() && e.good_move && e.set.claim == victor::Claim::none) {
    Game next = game;
    (void)next.play({*e.good_move});
    fmt::print("{}", victor::draw_plan(next, e.after_good_move));
  } else if (e.set.claim != victor::Claim::none) {
    fmt::print("{}", victor::draw_plan(game, e.set));
  } else {
    fmt::print("{}", victor::draw_threats(game, e));
  }
  fmt::print("\n");
  for (const std::string& line : victor::in_words(game, e)) fmt::print("{}\n", line);
}

Exit run(const Options& options) {
  const std::optional<Game> game = parse_position(options.game, options.moves);
  if (!game) return Exit::bad_input;
  const GameSpec& spec = game->spec();
  if (spec.drop() == nullptr || !spec.drop()->height) {
    return bad_input(
        fmt::format("explain works for drop games of finite height in this version; {} is none, "
                    "write for example drop:7x6",
                    spec.to_string()));
  }
  if (!options.batch.empty() && !options.moves.empty()) {
    return bad_input("--moves and --batch exclude each other; write the moves into the batch");
  }
  if (options.batch.empty()) {
    victor::Explainer explainer(*spec.drop());
    const victor::Explanation explanation = explainer.explain(*game);
    if (options.json) {
      print_json(explanation_json(*game, explanation));
    } else {
      print_explanation(*game, explanation);
    }
    return Exit::done;
  }
  StopToken stop;
  options.start(stop);
  SilentProgress silent;
  const Watch watch(stop, silent, {});
  return run_lines(options.batch, options.thread_count(), stop, [&]() -> LineAnswerer {
    auto explainer = std::make_shared<victor::Explainer>(*spec.drop());
    return [&, explainer](const std::string& line, std::string& answer) {
      const Result<Game> position = read_game(spec, line);
      if (!position) {
        append_error(answer, spec, line, position.error().message);
        return LineResult::bad;
      }
      answer += explanation_json(*position, explainer->explain(*position)).dump();
      return LineResult::answered;
    };
  });
}

}  // namespace

void add_explain(Program& program) {
  auto options = std::make_shared<Options>();
  CLI::App* command = add_command(
      program, "explain", "why a position is won or cannot be lost, by Allis's rules",
      "Shows the threats of both sides, who controls the zugzwang, the rules that prove the "
      "claim,\n"
      "what they stop, and the plan they give. On the board, squares with the same letter answer\n"
      "each other; a capital letter is a square that the player with the plan gets; ! is a threat\n"
      "of White, * of Black, # of both.\n"
      "Examples:\n"
      "  inarow explain connect4 --moves 12\n"
      "  inarow explain connect4 --moves 44433555 --json\n"
      "  inarow explain drop:6x4 --batch positions.txt        one position (moves) a line",
      *options, [options] { return run(*options); });
  command->add_option("GAME", options->game, "the game, such as connect4")->required();
  command->add_option("--moves", options->moves, "moves that lead to the position");
  command->add_option(
      "--batch", options->batch,
      "file with one position (moves) a line, - for standard input; answers in JSON");
}

}  // namespace inarow::cli
