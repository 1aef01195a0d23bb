#pragma once

// One description of a struct's JSON serves writing and reading, so that the two cannot drift:
//
//   template <class Json> void describe(Json& json, OpenDefense& d) {
//     json.move("stones", d.stones);
//     json.field("free", d.free);
//     json.field("quality", d.quality);
//   }
//   JsonWriter(out, game).object(defense);      JsonReader(object, game).read(defense);
//
// The writer appends to a string (batches print a hundred thousand objects a second) and writes
// fields in the order of the description. The reader is strict about types and about fields that
// must be there; its first complaint is kept. `derived` fields are written for people and scripts,
// and follow from others: the reader passes over them.

#include <fmt/format.h>

#include <concepts>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "rules/notation.hpp"

namespace inarow {

// A text as JSON. What is not UTF-8 (a file's name, say) is replaced.
void append_text(std::string& out, std::string_view text);

// The cells of a move's text, as format_move writes them, without looking at the game.
Result<Move> cells_of_text(const GameSpec& spec, std::string_view text);

class JsonWriter {
 public:
  static constexpr bool writing = true;

  JsonWriter(std::string& out, const GameSpec& spec) : out_(out), spec_(spec) {}

  const GameSpec& spec() const { return spec_; }

  // Writing changes nothing; the descriptions take references that the reader can fill.
  template <class T>
  void object(const T& value) {
    out_ += '{';
    describe(*this, const_cast<T&>(value));  // NOLINT(cppcoreguidelines-pro-type-const-cast)
    out_ += '}';
  }

  template <class T>
  void field(const char* name, const T& value) {
    key(name);
    put(value);
  }
  template <class T>
  void derived(const char* name, const T& value) {
    field(name, value);
  }
  // null if it is missing.
  template <class T>
  void nullable(const char* name, const std::optional<T>& value) {
    key(name);
    if (value) {
      put(*value);
    } else {
      out_ += "null";
    }
  }
  // Left out if it is missing.
  template <class T>
  void optional(const char* name, const std::optional<T>& value) {
    if (value) field(name, *value);
  }
  // Left out if it is empty.
  template <class T>
  void unless_empty(const char* name, const T& value) {
    if (!value.empty()) field(name, value);
  }
  // Left out if it is false or zero.
  template <class T>
  void unless_zero(const char* name, const T& value) {
    if (value != T{}) field(name, value);
  }

  void seconds(const char* name, double value) {
    key(name);
    fmt::format_to(std::back_inserter(out_), "{:.6f}", value);
  }
  void cell(const char* name, Cell value) { field(name, cell_name(spec_, value)); }
  // "j10k11"
  void move(const char* name, const Move& value) { field(name, format_move(spec_, value)); }
  // ["d4","d5"]
  void moves(const char* name, const std::vector<Move>& value) {
    key(name);
    list(value, [&](const Move& move) { append_text(out_, format_move(spec_, move)); });
  }
  void optional_moves(const char* name, const std::optional<std::vector<Move>>& value) {
    if (value) moves(name, *value);
  }
  // ["j10","k11"]
  void cells(const char* name, const std::vector<Cell>& value) {
    key(name);
    put_cells(value);
  }
  void cell_lists(const char* name, const std::vector<std::vector<Cell>>& value) {
    key(name);
    list(value, [&](const std::vector<Cell>& cells) { put_cells(cells); });
  }
  void ends(const char* name, const std::pair<Cell, Cell>& value) {
    cells(name, {value.first, value.second});
  }
  void end_lists(const char* name, const std::vector<std::pair<Cell, Cell>>& value) {
    key(name);
    list(value, [&](const auto& group) { put_cells({group.first, group.second}); });
  }
  void player(const char* name, Player value) { field(name, name_of(value)); }
  void value(const char* name, const std::optional<GameValue>& value) {
    field(name, value ? name_of(*value) : "unknown");
  }

  // Of the reader.
  static bool has(const char* /*name*/) { return false; }

  // For what a description cannot say.
  void key(const char* name) {
    if (out_.back() != '{') out_ += ',';
    out_ += '"';
    out_ += name;
    out_ += "\":";
  }
  std::string& out() { return out_; }
  template <class T, class F>
  void list(const std::vector<T>& things, const F& write) {
    out_ += '[';
    for (const T& thing : things) {
      if (out_.back() != '[') out_ += ',';
      write(thing);
    }
    out_ += ']';
  }

 private:
  void put(bool value) { out_ += value ? "true" : "false"; }
  void put(std::integral auto value) { fmt::format_to(std::back_inserter(out_), "{}", value); }
  void put(double value) { out_ += nlohmann::json(value).dump(); }
  void put(const char* value) { append_text(out_, value); }
  void put(const std::string& value) { append_text(out_, value); }
  template <class T>
  void put(const std::vector<T>& value) {
    list(value, [&](const T& thing) { put(thing); });
  }
  template <class T>
    requires std::is_class_v<T>
  void put(const T& value) {
    object(value);
  }
  void put_cells(const std::vector<Cell>& cells) {
    list(cells, [&](Cell cell) { append_text(out_, cell_name(spec_, cell)); });
  }

  std::string& out_;
  const GameSpec& spec_;
};

class JsonReader {
 public:
  static constexpr bool writing = false;
  using Json = nlohmann::json;

  // `error` gets the first complaint; it must be empty.
  JsonReader(const Json& object, const GameSpec& spec, std::string& error)
      : object_(object), spec_(spec), error_(error) {
    if (!object.is_object()) complain("an object is missing");
  }

  const GameSpec& spec() const { return spec_; }
  bool ok() const { return error_.empty(); }
  void complain(std::string message) {
    if (error_.empty()) error_ = std::move(message);
  }

  template <class T>
  void field(const char* name, T& value) {
    if (const Json* json = find(name)) get(name, *json, value);
  }
  template <class T>
  void derived(const char* /*name*/, const T& /*value*/) {}
  template <class T>
  void nullable(const char* name, std::optional<T>& value) {
    const Json* json = find(name);
    if (json != nullptr && !json->is_null()) get(name, *json, value.emplace());
  }
  template <class T>
  void optional(const char* name, std::optional<T>& value) {
    if (has(name)) field(name, value.emplace());
  }
  template <class T>
  void unless_empty(const char* name, T& value) {
    if (has(name)) field(name, value);
  }
  template <class T>
  void unless_zero(const char* name, T& value) {
    if (has(name)) field(name, value);
  }

  void seconds(const char* name, double& value) { field(name, value); }
  void cell(const char* name, Cell& value) {
    if (const Json* json = find(name)) get_cell(name, *json, value);
  }
  void move(const char* name, Move& value) {
    if (const Json* json = find(name)) get_move(name, *json, value);
  }
  void moves(const char* name, std::vector<Move>& value) {
    if (const Json* json = find(name)) {
      list(name, *json, value, [&](const Json& entry, Move& move) { get_move(name, entry, move); });
    }
  }
  void optional_moves(const char* name, std::optional<std::vector<Move>>& value) {
    if (has(name)) moves(name, value.emplace());
  }
  void cells(const char* name, std::vector<Cell>& value) {
    if (const Json* json = find(name)) get_cells(name, *json, value);
  }
  void cell_lists(const char* name, std::vector<std::vector<Cell>>& value) {
    if (const Json* json = find(name)) {
      list(name, *json, value,
           [&](const Json& entry, std::vector<Cell>& cells) { get_cells(name, entry, cells); });
    }
  }
  void ends(const char* name, std::pair<Cell, Cell>& value) {
    if (const Json* json = find(name)) get_ends(name, *json, value);
  }
  void end_lists(const char* name, std::vector<std::pair<Cell, Cell>>& value) {
    if (const Json* json = find(name)) {
      list(name, *json, value,
           [&](const Json& entry, std::pair<Cell, Cell>& group) { get_ends(name, entry, group); });
    }
  }
  void player(const char* name, Player& value) {
    std::string text;
    field(name, text);
    if (text == "first") value = Player::first;
    if (text == "second") value = Player::second;
    if (ok() && text != "first" && text != "second") complain(wrong(name));
  }
  void value(const char* name, std::optional<GameValue>& value) {
    std::string text;
    field(name, text);
    for (const GameValue known : {GameValue::win, GameValue::draw, GameValue::loss}) {
      if (text == name_of(known)) value = known;
    }
    if (ok() && !value && text != "unknown") complain(wrong(name));
  }

  bool has(const char* name) const { return object_.is_object() && object_.contains(name); }
  // Null, after a complaint, if it is missing.
  const Json* find(const char* name) {
    if (!ok()) return nullptr;
    if (has(name)) return &object_[name];
    complain(fmt::format("{} is missing", name));
    return nullptr;
  }
  static std::string wrong(const char* name) {
    return fmt::format("{} is not as it must be", name);
  }

 private:
  template <class T>
  void get(const char* name, const Json& json, T& value) {
    if constexpr (std::is_same_v<T, bool>) {
      if (!json.is_boolean()) return complain(fmt::format("{} must be true or false", name));
      value = json.get<bool>();
    } else if constexpr (std::is_unsigned_v<T>) {
      if (!json.is_number_unsigned()) return complain(fmt::format("{} must be a number", name));
      value = json.get<T>();
    } else if constexpr (std::is_integral_v<T>) {
      constexpr std::int64_t most = std::numeric_limits<T>::max();
      if (!json.is_number_integer() || json > most || json < -most) {
        return complain(fmt::format("{} must be a number", name));
      }
      value = json.get<T>();
    } else if constexpr (std::is_same_v<T, double>) {
      if (!json.is_number()) return complain(fmt::format("{} must be a number", name));
      value = json.get<double>();
    } else if constexpr (std::is_same_v<T, std::string>) {
      if (!json.is_string()) return complain(fmt::format("{} must be a text", name));
      value = json.get<std::string>();
    } else {
      JsonReader inner(json, spec_, error_);
      if (ok()) describe(inner, value);
    }
  }
  template <class T>
  void get(const char* name, const Json& json, std::vector<T>& value) {
    list(name, json, value, [&](const Json& entry, T& thing) { get(name, entry, thing); });
  }
  template <class T, class F>
  void list(const char* name, const Json& json, std::vector<T>& value, const F& read) {
    if (!json.is_array()) return complain(fmt::format("{} must be a list", name));
    value.clear();
    for (const Json& entry : json) {
      if (!ok()) return;
      read(entry, value.emplace_back());
    }
  }
  void get_cell(const char* name, const Json& json, Cell& value) {
    std::string text;
    get(name, json, text);
    if (!ok()) return;
    const Result<Cell> cell = read_cell(spec_, text);
    if (!cell) return complain(cell.error().message);
    value = *cell;
  }
  void get_move(const char* name, const Json& json, Move& value) {
    std::string text;
    get(name, json, text);
    if (!ok()) return;
    const Result<Move> move = cells_of_text(spec_, text);
    if (!move) return complain(move.error().message);
    value = *move;
  }
  void get_cells(const char* name, const Json& json, std::vector<Cell>& value) {
    list(name, json, value, [&](const Json& entry, Cell& cell) { get_cell(name, entry, cell); });
  }
  void get_ends(const char* name, const Json& json, std::pair<Cell, Cell>& value) {
    std::vector<Cell> cells;
    get_cells(name, json, cells);
    if (ok() && cells.size() != 2) return complain(fmt::format("{} must have two ends", name));
    if (ok()) value = {cells[0], cells[1]};
  }

  const Json& object_;
  const GameSpec& spec_;
  std::string& error_;
};

}  // namespace inarow
