#include "records.hpp"

#include <pybind11/stl.h>

#include "answer/codec.hpp"
#include "answer/words.hpp"
#include "base/expects.hpp"
#include "rules/notation.hpp"

namespace py = pybind11;

namespace inarow::python {
namespace {

bool is_brief(const Answer& a) {
  const bool axioms = a.axioms.empty() || a.axioms == std::vector<std::string>{allis_axiom};
  return axioms && !a.bounds && !a.best && !a.line && !a.moves && !a.threat && !a.searched_order &&
         !a.defenses && !a.by_rules && !a.why && !a.estimate && !a.proof && !a.played &&
         a.obstacle.empty();
}

BriefAnswer brief_of(const Answer& a) {
  return {a.value,           a.score,    a.plies_to_end, a.source,
          !a.axioms.empty(), a.complete, a.nodes,        a.seconds};
}

Answer whole_of(const BriefAnswer& brief) {
  Answer a;
  a.value = brief.value;
  a.score = brief.score;
  a.plies_to_end = brief.plies_to_end;
  a.source = brief.source;
  if (brief.allis) a.axioms.emplace_back(allis_axiom);
  a.complete = brief.complete;
  a.nodes = brief.nodes;
  a.seconds = brief.seconds;
  return a;
}

}  // namespace

void Records::set(std::size_t index, std::string moves, Answer answer) {
  Entry& entry = entries_.at(index);
  entry.moves = std::move(moves);
  entry.brief = brief_of(answer);
  entry.set = true;
  if (!is_brief(answer)) entry.whole = std::make_unique<const Answer>(std::move(answer));
}

Answer Records::answer(std::size_t index) const {
  const Entry& entry = entries_.at(index);
  return entry.whole ? *entry.whole : whole_of(entry.brief);
}

Game Records::game(std::size_t index) const {
  Result<Game> game = read_game(spec_, entries_.at(index).moves);
  EXPECTS(game.has_value());
  return std::move(*game);
}

namespace {

// The object. Python's own type machinery and not pybind11's, whose objects are entered in a table
// of addresses: a batch of 100,000 would take longer to hand over than to solve.
struct RecordObject {
  PyObject_HEAD;
  std::shared_ptr<const Records> records;
  std::size_t index;
};

PyTypeObject* answer_type = nullptr;  // inarow.Answer

void destroy(PyObject* self) {
  auto* const record = reinterpret_cast<RecordObject*>(self);
  PyTypeObject* const type = Py_TYPE(self);
  std::destroy_at(&record->records);
  type->tp_free(self);
  Py_DECREF(type);
}

PyObject* refuse_new(PyTypeObject* /*type*/, PyObject* /*args*/, PyObject* /*keywords*/) {
  PyErr_SetString(PyExc_TypeError, "answers are made by Position.solve() and its like");
  return nullptr;
}

PyObject* make_record_type() {
  static PyType_Slot slots[] = {{Py_tp_dealloc, reinterpret_cast<void*>(destroy)},
                                {Py_tp_new, reinterpret_cast<void*>(refuse_new)},
                                {0, nullptr}};
  static PyType_Spec spec{"inarow._inarow.Record", static_cast<int>(sizeof(RecordObject)), 0,
                          Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};
  return PyType_FromSpec(&spec);
}

const RecordObject& record_of(const py::handle& self) {
  if (answer_type == nullptr || PyObject_TypeCheck(self.ptr(), answer_type) == 0) {
    throw py::type_error("an inarow.Answer is expected");
  }
  return *reinterpret_cast<const RecordObject*>(self.ptr());
}

template <class T>
py::object or_none(const std::optional<T>& value) {
  return value ? py::cast(*value) : py::none();
}

py::list texts(const GameSpec& spec, const MoveList& moves) {
  py::list list;
  for (const Move& move : moves) list.append(format_move(spec, move));
  return list;
}

// As in the JSON: in drop games a move is named by its column.
std::string move_key(const GameSpec& spec, const Move& move) {
  return spec.drop() != nullptr ? column_name(Column{move[0].x}) : format_move(spec, move);
}

const char* name_of_value(const std::optional<GameValue>& value) {
  return value ? name_of(*value) : "unknown";
}

py::object moves_of(const Records& records, const Answer& answer) {
  if (!answer.moves) return py::none();
  py::dict table;
  for (const MoveValue& m : answer.moves->moves) {
    table[py::str(move_key(records.spec(), m.move))] =
        py::make_tuple(name_of_value(m.value), or_none(m.score));
  }
  return table;
}

std::string words_of(const Records& records, std::size_t index) {
  const Game game = records.game(index);
  const Answer answer = records.answer(index);
  std::string words = in_words(game, answer);
  if (answer.proof) words += in_words(game, *answer.proof);
  return words;
}

}  // namespace

py::object new_record(std::shared_ptr<const Records> records, std::size_t index) {
  PyObject* const self = answer_type->tp_alloc(answer_type, 0);
  if (self == nullptr) throw py::error_already_set();
  auto* const record = reinterpret_cast<RecordObject*>(self);
  std::construct_at(&record->records, std::move(records));
  record->index = index;
  return py::reinterpret_steal<py::object>(self);
}

py::object new_record(const Game& game, Answer answer) {
  auto records = std::make_shared<Records>(game.spec(), 1);
  records->set(0, format_moves(game.spec(), game.moves()), std::move(answer));
  return new_record(std::move(records), 0);
}

void add_records(py::module_& module) {
  module.attr("Record") = py::reinterpret_steal<py::object>(make_record_type());
  module.def("set_answer_type", [](const py::type& type) {
    Py_XINCREF(type.ptr());
    answer_type = reinterpret_cast<PyTypeObject*>(type.ptr());
  });

  // One function for each property of inarow.Answer.
  const auto add = [&module](const char* name, auto read) {
    module.def(name, [read](const py::handle& self) {
      const RecordObject& record = record_of(self);
      return read(*record.records, record.index);
    });
  };
  using Index = std::size_t;
  add("answer_value", [](const Records& r, Index i) { return name_of_value(r.brief(i).value); });
  add("answer_score", [](const Records& r, Index i) { return r.brief(i).score; });
  add("answer_plies_to_end", [](const Records& r, Index i) { return r.brief(i).plies_to_end; });
  add("answer_proved", [](const Records& r, Index i) { return r.brief(i).value.has_value(); });
  add("answer_complete", [](const Records& r, Index i) { return r.brief(i).complete; });
  add("answer_winner",
      [](const Records& r, Index i) { return winner_name(r.game(i), r.brief(i).value); });
  add("answer_axioms", [](const Records& r, Index i) {
    py::list list;
    for (const std::string& axiom : r.answer(i).axioms) list.append(axiom);
    return list;
  });
  add("answer_best", [](const Records& r, Index i) {
    return texts(r.spec(), r.answer(i).best.value_or(MoveList{}));
  });
  add("answer_line", [](const Records& r, Index i) -> py::object {
    const Answer answer = r.answer(i);
    if (!answer.line) return py::none();
    return texts(r.spec(), *answer.line);
  });
  add("answer_moves", [](const Records& r, Index i) { return moves_of(r, r.answer(i)); });
  add("answer_bounds", [](const Records& r, Index i) -> py::object {
    const Answer answer = r.answer(i);
    if (!answer.bounds) return py::none();
    return py::make_tuple(answer.bounds->lower, answer.bounds->upper);
  });
  add("answer_method", [](const Records& r, Index i) { return name_of(r.brief(i).source); });
  add("answer_nodes", [](const Records& r, Index i) { return r.brief(i).nodes; });
  add("answer_seconds", [](const Records& r, Index i) { return r.brief(i).seconds; });
  add("answer_obstacle", [](const Records& r, Index i) { return r.answer(i).obstacle; });
  add("answer_played", [](const Records& r, Index i) -> py::object {
    const Answer answer = r.answer(i);
    if (!answer.played) return py::none();
    return py::str(format_move(r.spec(), answer.played->move));
  });
  add("answer_board", [](const Records& r, Index i) { return r.game(i); });
  add("answer_words", words_of);
  add("answer_why_words", [](const Records& r, Index i) {
    const Answer answer = r.answer(i);
    return answer.why ? in_words(r.game(i), *answer.why) : std::string();
  });
  add("answer_json_text",
      [](const Records& r, Index i) { return answer_json(r.game(i), r.answer(i)); });
  module.def("read_answer", [](const std::string& text) {
    Result<AnswerRecord> record = inarow::read_answer(text);
    if (!record) throw py::value_error(record.error().message);
    return new_record(record->game, std::move(record->answer));
  });
}

}  // namespace inarow::python
