#include "answer/count_answer.hpp"

#include <fmt/format.h>

#include <iterator>
#include <nlohmann/json.hpp>

namespace inarow {
namespace {

using Json = nlohmann::ordered_json;

// A number where it fits into 64 bits, else its decimal digits in a string.
Json json_number(const mpz_class& number) {
  if (number.fits_ulong_p()) return number.get_ui();
  return number.get_str();
}

}  // namespace

std::string count_json(const CountQuestion& question, const CountAnswer& answer) {
  Json json{{"game", question.spec.to_string()}};
  Json per_men = Json::object();
  for (const PositionBound::Row& row : answer.bound.rows) {
    per_men[std::to_string(row.men)] = json_number(row.positions);
  }
  json["bound"] = Json{{"total", json_number(answer.bound.total)}, {"per_men", per_men}};
  if (answer.estimate) {
    json["estimate"] = Json{{"total", answer.estimate->total},
                            {"standard_error", answer.estimate->standard_error}};
  }
  if (answer.exact) {
    Json exact_per_men = Json::object();
    Json won = Json::object();
    std::uint64_t total = 0;
    for (const ExactCount::Row& row : answer.exact->rows) {
      exact_per_men[std::to_string(row.men)] = row.positions;
      won[std::to_string(row.men)] = row.won;
      total += row.positions;
    }
    json["exact"] =
        Json{{"total", total},
             {"complete", answer.exact->end == ExactCount::End::complete && question.max_men == 0},
             {"per_men", exact_per_men},
             {"won_by_last_move", won}};
  }
  if (!answer.refusal.empty()) json["refused"] = answer.refusal;
  return json.dump();
}

std::string in_words(const CountQuestion& question, const CountAnswer& answer) {
  std::string text;
  const auto to = std::back_inserter(text);
  const bool wide = answer.estimate.has_value();
  fmt::format_to(to, "positions of {} per number of men\n", question.spec.to_string());
  fmt::format_to(to, "{:>4}  {:>24}", "men", "bound");
  if (wide) fmt::format_to(to, "  {:>12}", "estimate");
  if (answer.exact) fmt::format_to(to, "  {:>18}  {:>18}", "exact", "won by last move");
  fmt::format_to(to, "\n");
  std::uint64_t exact_total = 0;
  for (std::size_t i = 0; i < answer.bound.rows.size(); ++i) {
    const PositionBound::Row& row = answer.bound.rows[i];
    if (question.max_men > 0 && row.men > question.max_men) break;
    fmt::format_to(to, "{:>4}  {:>24}", row.men, row.positions.get_str());
    if (wide) fmt::format_to(to, "  {:>12.4g}", answer.estimate->rows[i].positions);
    if (answer.exact && i < answer.exact->rows.size()) {
      const ExactCount::Row& exact = answer.exact->rows[i];
      fmt::format_to(to, "  {:>18}  {:>18}", exact.positions, exact.won);
      exact_total += exact.positions;
    }
    fmt::format_to(to, "\n");
  }
  if (question.max_men == 0) fmt::format_to(to, "total {} (bound)\n", answer.bound.total.get_str());
  if (wide && question.max_men == 0) {
    fmt::format_to(to, "total {:.4g} (estimate, standard error {:.2g})\n", answer.estimate->total,
                   answer.estimate->standard_error);
  }
  if (answer.exact) {
    if (answer.exact->end == ExactCount::End::complete) {
      fmt::format_to(to, "total {} (exact{})\n", exact_total,
                     question.max_men > 0 ? fmt::format(", up to {} men", question.max_men) : "");
    } else {
      fmt::format_to(to, "incomplete: {} positions up to {} men\n", exact_total,
                     answer.exact->rows.back().men);
    }
  }
  if (!answer.refusal.empty()) fmt::format_to(to, "no exact count: {}\n", answer.refusal);
  return text;
}

}  // namespace inarow
