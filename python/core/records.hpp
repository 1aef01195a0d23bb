#pragma once

// Answers as Python objects. A batch can have a million of them, so an object is only a share in
// its batch and an index, 40 bytes that the garbage collector need not look at, and what it says is
// turned into Python's types when somebody asks. In the batch, an answer that says no more than a
// value or a score takes about 150 bytes; one with moves, reasons or a certificate is kept whole.
//
//   _inarow.Record          the object, made by new_record() below
//   inarow.Answer           its Python subclass with the properties, inarow/__init__.py

#include <pybind11/pybind11.h>

#include <memory>
#include <string>
#include <vector>

#include "ask/answer.hpp"

namespace inarow::python {

// Only what the answers of most batches say.
struct BriefAnswer {
  std::optional<GameValue> value;
  std::optional<int> score;
  std::optional<int> plies_to_end;
  Source source = Source::alphabeta;
  bool allis = false;  // the only axiom there is
  bool complete = false;
  std::uint64_t nodes = 0;
  double seconds = 0;
};

class Records {
 public:
  // Answers that say nothing, until they are set.
  Records(const GameSpec& spec, std::size_t number) : spec_(spec), entries_(number) {}

  const GameSpec& spec() const { return spec_; }
  // `moves` must be readable: the position is made from them again when it is asked for. Threads
  // may set different ones at the same time.
  void set(std::size_t index, std::string moves, Answer answer);
  bool is_set(std::size_t index) const { return entries_.at(index).set; }

  std::size_t size() const { return entries_.size(); }
  const BriefAnswer& brief(std::size_t index) const { return entries_.at(index).brief; }
  Answer answer(std::size_t index) const;
  Game game(std::size_t index) const;

 private:
  struct Entry {
    std::string moves;
    BriefAnswer brief;
    std::unique_ptr<const Answer> whole;  // null: the brief one is all
    bool set = false;
  };
  GameSpec spec_;
  std::vector<Entry> entries_;
};

pybind11::object new_record(std::shared_ptr<const Records> records, std::size_t index);
pybind11::object new_record(const Game& game, Answer answer);

// Adds Record and the functions that read one.
void add_records(pybind11::module_& module);

}  // namespace inarow::python
