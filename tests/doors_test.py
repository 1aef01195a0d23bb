"""One question, one answer, through every door: the command line, HTTP, Python.

    doors_test.py INAROW [PYTHON_MODULE_FOLDER]

Every game of the list, every method that fits: the doors give the same answer, every answer is as the JSON
Schema says, and the same refusal is given in the same words. Without the module's folder Python is left out.
"""

import json
import os
import pathlib
import subprocess
import sys
import unittest
import urllib.error
import urllib.request

import jsonschema

INAROW = sys.argv[1]
MODULE = sys.argv[2] if len(sys.argv) > 2 else None
ROOT = pathlib.Path(__file__).resolve().parent.parent
FORMATS = ROOT / "docs" / "formats"
METHODS = ("auto", "alphabeta", "victor", "proof-number", "threat")
# What must be the same; nodes and seconds are the machine's affair.
SAME = ("game", "moves", "to_move", "value", "winner", "score", "plies_to_end", "best", "pv", "proved", "axioms", "bounds",
        "order", "zones", "moves_value", "moves_value_of", "claim", "estimate", "obstacle", "searched_order", "complete")

# game, moves, whether the exact score can be asked for
CASES = [
    ("connect4", "4453", True),
    ("connect4", "444444333333", True),
    ("drop:6x4", "33", True),
    ("drop:6x5", "333", True),
    ("drop:5x4:cyl", "112233", True),
    ("drop:6x5:k5", "3344", True),
    ("drop:4x4", "1212121", True),  # over
    ("cylinder:4", "", False),
    ("drop:3xinf", "2", False),
    ("tictactoe", "b2", False),
    ("Connect(4,4,3,1,1)", "b2", False),
    ("Connect(4,4,4,2,1)", "b2 a1a2", False),
    ("Connect(5,5,4,1,1)", "c3 a1", False),
    ("connect6", "j10 i8h9 i11k11 g10h11 k9h12 l8g13", False),
    ("connect6", "j10 k11k12", False),
    ("gomoku", "g8 a1 h8 a15 i8 a8", False),
    ("Connect(6,2,3)", "0,0 -1,1 1,1", False),
    ("Connect(6,2,1)", "0,0 1,1 2,0", False),
    ("Connect(11,2,2)", "", False),
]
REFUSED = [
    ("connect4", "99", {}),
    ("connect4", "", {"method": "threat"}),
    ("drop:7x5", "", {"method": "victor"}),
    ("tictactoe", "", {"score": True}),
    ("connect6", "", {"method": "threat"}),
    ("gomoku", "", {"method": "alphabeta"}),
    ("cylinder:6", "", {"score": True}),
    ("nonsense", "", {}),
]


def questions():
    for game, moves, score in CASES:
        for method in METHODS:
            for wish in ({}, {"all_moves": True, "pv": True, "score": score}):
                yield game, moves, {"method": method, **{k: v for k, v in wish.items() if v}}


def command_line(game, moves, wish):
    flags = {"score": "--score", "all_moves": "--all-moves", "pv": "--pv"}
    arguments = ["solve", game, "--moves", moves, "--method", wish.get("method", "auto"), "--json", "--threads", "1"]
    arguments += [flags[name] for name in wish if name in flags]
    result = subprocess.run([INAROW, *arguments], capture_output=True, text=True, timeout=120)
    if result.returncode == 2:
        return {"error": result.stderr.strip().removeprefix("inarow: ")}
    return json.loads(result.stdout)


class Server:
    def __init__(self):
        self.process = subprocess.Popen([INAROW, "serve", "--port", "0", "--no-open", "--json"], stdout=subprocess.PIPE,
                                        text=True)
        self.address = json.loads(self.process.stdout.readline())["address"]

    def ask(self, game, moves, wish):
        body = {"game": game, "moves": moves, "seconds": 60, **wish}
        request = urllib.request.Request(self.address + "api/solve", json.dumps(body).encode(),
                                         {"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=120) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            return json.load(error)

    def stop(self):
        self.process.terminate()
        self.process.wait(10)
        self.process.stdout.close()


PYTHON_DOOR = """
import json, sys
import inarow
for line in sys.stdin:
    game, moves, wish = json.loads(line)
    names = {"pv": "line"}
    try:
        answer = inarow.Position(game, moves).solve(time=60, threads=1, **{names.get(k, k): v for k, v in wish.items()}).json
    except ValueError as error:
        answer = {"error": str(error)}
    print(json.dumps(answer), flush=True)
"""


class PythonDoor:
    def __init__(self):
        environment = {**os.environ, "PYTHONPATH": MODULE}
        self.process = subprocess.Popen(["/usr/bin/python3", "-c", PYTHON_DOOR], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True, env=environment)

    def ask(self, game, moves, wish):
        self.process.stdin.write(json.dumps([game, moves, wish]) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def stop(self):
        self.process.stdin.close()
        self.process.wait(10)
        self.process.stdout.close()


class Doors(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        server = Server()
        cls.opened = [server]
        cls.doors = {"command line": command_line, "HTTP": server.ask}
        if MODULE:
            door = PythonDoor()
            cls.opened.append(door)
            cls.doors["Python"] = door.ask
        cls.validator = jsonschema.Draft7Validator(json.loads((FORMATS / "answer.schema.json").read_text()))
        cls.asked = jsonschema.Draft7Validator(json.loads((FORMATS / "question.schema.json").read_text()))

    @classmethod
    def tearDownClass(cls):
        for door in cls.opened:
            door.stop()

    def test_the_doors_agree(self):
        answered = {method: 0 for method in METHODS}
        for game, moves, wish in questions():
            answers = {name: ask(game, moves, wish) for name, ask in self.doors.items()}
            first = answers["command line"]
            with self.subTest(game=game, moves=moves, wish=wish):
                for name, answer in answers.items():
                    for field in ("error", *SAME):
                        self.assertEqual(first.get(field), answer.get(field), f"{name}: {field}")
                    if "error" not in answer:
                        problems = [e.message for e in self.validator.iter_errors(answer)]
                        self.assertEqual(problems, [], name)
                if "error" in first:
                    self.assertNotEqual(wish["method"], "auto", first)
                else:
                    answered[wish["method"]] += 1
        for method, count in answered.items():
            self.assertGreater(count, 3, method)

    def test_methods_never_contradict_each_other(self):
        for game, moves, _ in CASES:
            values = {}
            for method in METHODS:
                answer = command_line(game, moves, {"method": method})
                if answer.get("proved"):
                    values[method] = answer["value"]
            self.assertLessEqual(len(set(values.values())), 1, (game, moves, values))

    def test_refusals_are_the_same_sentence(self):
        for game, moves, wish in REFUSED:
            sentences = {name: ask(game, moves, wish).get("error") for name, ask in self.doors.items()}
            self.assertTrue(sentences["command line"], (game, moves, wish))
            self.assertEqual(len(set(sentences.values())), 1, sentences)

    def test_questions_are_as_the_schema_says(self):
        for game, moves, wish in questions():
            self.assertEqual([e.message for e in self.asked.iter_errors({"game": game, "moves": moves, **wish})], [])
        self.assertTrue(list(self.asked.iter_errors({"game": "connect4", "scores": True})))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v"])
