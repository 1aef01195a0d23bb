"""Puzzles end to end: those that come with the program are enough, distinct and graded; a sample of
them is proved again and verified by the checker; making, showing, trying, exporting and rating work
as docs/puzzles.md says.

    puzzle_test.py INAROW INAROW_CHECK SOURCE [--all]

With --all every puzzle is verified through the checker: some 10,000 certificates.
"""

import collections
import glob
import json
import os
import random
import subprocess
import sys
import tempfile
import unittest

INAROW, CHECK, SOURCE = sys.argv[1:4]
ALL = "--all" in sys.argv
del sys.argv[1:]
ENV = dict(os.environ, INAROW_DATA=os.path.join(SOURCE, "data"))


def text_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def run(*arguments, data=None, code=0):
    result = subprocess.run([INAROW, "puzzle", *arguments], input=data, capture_output=True, text=True,
                            timeout=3000, env=ENV)
    assert result.returncode == code, (arguments, result.returncode, result.stdout[-500:], result.stderr[-500:])
    return result.stdout


def shipped():
    return [json.loads(line) for line in run("list", "--json").splitlines()]


def check_certificates(folder):
    files = sorted(glob.glob(os.path.join(folder, "*.cert")))
    for file in files:
        result = subprocess.run([CHECK, file], capture_output=True, text=True, timeout=600)
        assert result.returncode == 0, file + result.stdout + result.stderr
    return len(files)


class Shipped(unittest.TestCase):
    def test_enough_in_all_grades(self):
        puzzles = shipped()
        games = collections.Counter(p["game"] for p in puzzles)
        self.assertGreaterEqual(games["drop:7x6"], 500)
        self.assertGreaterEqual(games["Connect(15,15,5,1,1)"], 300)
        self.assertGreaterEqual(games["Connect(19,19,6,2,1)"], 500)
        for game in games:
            grades = collections.Counter(p["grade"] for p in puzzles if p["game"] == game)
            self.assertEqual(sorted(grades), [1, 2, 3, 4, 5], game)
        self.assertGreater(len({p["task"] for p in puzzles}), 2)
        self.assertGreater(len({t for p in puzzles for t in p["themes"]}), 8)
        self.assertEqual(len({p["id"] for p in puzzles}), len(puzzles))
        size = sum(os.path.getsize(f) for f in glob.glob(os.path.join(SOURCE, "data", "puzzles", "*")))
        self.assertLess(size, 1_000_000)

    def test_fields_of_the_interface(self):
        for p in shipped():
            self.assertLessEqual({"id", "game", "moves", "to_move", "task", "grade", "solution", "length", "themes",
                                  "sense"}, set(p))
            self.assertIn(p["to_move"], ("first", "second"))
            self.assertIn(p["task"], ("win", "draw", "defend"))
            self.assertEqual(len(p["solution"]), 1)
            exact = p["game"].startswith("drop:")
            self.assertEqual(p["sense"] == "exact", exact)
            if not exact:
                self.assertRegex(p["sense"], "^threats up to order [1-4]$")

    def verify(self, *arguments):
        """Proved again by other limits, and every certificate by the checker."""
        with tempfile.TemporaryDirectory() as folder:
            answer = json.loads(run("verify", *arguments, "--json", "--certificates", folder))
            self.assertEqual(answer["refuted"], [])
            self.assertEqual(answer["verified"], answer["puzzles"])
            self.assertEqual(check_certificates(folder), answer["certificates"])
            return answer

    def test_sample_of_connect_four_through_the_checker(self):
        few = [] if ALL else ["--most", "12", "--shuffle", "7"]
        answer = self.verify("connect4", *few)
        self.assertGreater(answer["certificates"], 5 * answer["puzzles"])

    def test_sample_of_gomoku_through_the_checker(self):
        few = [] if ALL else ["--most", "25", "--shuffle", "7"]
        self.assertGreater(self.verify("gomoku", *few)["certificates"], 0)

    def test_sample_of_connect6_through_the_checker(self):
        few = [] if ALL else ["--most", "25", "--shuffle", "7"]
        answer = self.verify("connect6", *few)
        self.assertEqual(answer["certificates"], answer["puzzles"])

    def test_one_solution_by_solve(self):
        puzzles = [p for p in shipped() if p["game"] == "drop:7x6"]
        for p in random.Random(3).sample(puzzles, 8):
            answer = subprocess.run([INAROW, "solve", p["game"], "--moves", p["moves"], "--all-moves", "--no-rules",
                                     "--json"], capture_output=True, text=True, timeout=600, env=ENV, check=True)
            values = json.loads(answer.stdout)["moves_value"]
            want = "win" if p["task"] == "win" else "draw"
            good = [m for m, v in values.items() if v["value"] == want]
            self.assertEqual(good, [p["solution"][0][0]], p["id"])


class Commands(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.file = os.path.join(self.folder.name, "mine.jsonl")

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def test_a_false_puzzle_is_refuted(self):
        puzzle = next(p for p in shipped() if p["game"] == "drop:7x6" and p["tries"])
        puzzle["solution"] = [puzzle["tries"][0][0]]
        puzzle["line"] = puzzle["solution"]
        puzzle["tries"] = []
        with open(self.file, "w", encoding="utf-8") as file:
            file.write(json.dumps(puzzle) + "\n")
        self.assertIn("the task", run("verify", "--file", self.file, code=1))

    def test_generate_is_stopped_and_goes_on(self):
        options = ["drop:6x5", "--count", "12", "--seed", "9", "--quiet"]
        run("generate", *options, "--threads", "1", "-o", self.file)
        whole = text_of(self.file)
        self.assertEqual(len(whole.splitlines()), 12)
        other = self.path("other.jsonl")
        process = subprocess.Popen([INAROW, "puzzle", "generate", *options, "--threads", "2", "-o", other],
                                   stdout=subprocess.DEVNULL, env=ENV)
        try:
            process.wait(timeout=0.3)
        except subprocess.TimeoutExpired:
            process.kill()
        process.wait()
        run("generate", *options, "--threads", "2", "-o", other)
        self.assertEqual(text_of(other), whole)
        self.assertFalse(os.path.exists(other + ".journal"))

    def test_generate_from_records(self):
        with open(self.path("games.csv"), "w", encoding="utf-8") as file:
            file.write("id,moves\n1,\"h8,a1,i9,a3,h9,c15,i8,o15\"\n2,nonsense\n")
        out = run("generate", "gomoku", "--from", self.path("games.csv"), "--count", "0", "-o", self.file, "--json")
        answer = json.loads(out)
        self.assertEqual(answer["games"], 1)
        self.assertGreater(answer["yield"]["positions"], 3)
        self.assertTrue(answer["complete"])

    def test_generate_from_a_book(self):
        with open(self.path("lines.sgf"), "w", encoding="utf-8") as file:
            file.write("(;GAME[gomoku];B[h8];W[a1];B[i9];W[a3];B[h9];W[c15](;B[i8];W[o15])(;B[j8];W[o14]))")
        book = self.path("mine.db")
        subprocess.run([INAROW, "book", "import", "gomoku", "--book", book, "--from", self.path("lines.sgf"), "--quiet"],
                       check=True, capture_output=True, timeout=120)
        answers = [json.loads(run("generate", "gomoku", "--from", source, "--count", "0", "-o", self.file, "--json"))
                   for source in (book, self.path("lines.sgf"))]
        # Both variations, and what they share once.
        self.assertEqual([a["games"] for a in answers], [2, 2])
        self.assertEqual(answers[0]["yield"], answers[1]["yield"])
        self.assertGreater(answers[0]["yield"]["positions"], 3)

    def test_try_with_answers_to_wrong_moves(self):
        puzzle = next(p for p in shipped() if p["game"] == "drop:7x6" and p["task"] == "win" and p["length"] == 3)
        wrong = puzzle["tries"][0][0]
        ratings = self.path("ratings.db")
        text = run("try", puzzle["id"], "--ratings", ratings, "--person", "ann",
                   data=f"{wrong}\nzz\nhint\nsolution\n", code=1)
        self.assertIn("No: ", text)
        self.assertIn("Try again.", text)
        self.assertIn("The solution: " + puzzle["solution"][0], text)
        text = run("try", puzzle["id"], "--ratings", ratings, "--person", "bob",
                   data="\n".join(puzzle["line"][::2]) + "\n")
        self.assertIn("Right.", text)
        self.assertIn("Solved.", text)
        answer = json.loads(run("rate", "--ratings", ratings, "--json"))
        people = {p["name"]: p for p in answer["people"]}
        self.assertGreater(people["bob"]["rating"], 1500)
        self.assertLess(people["ann"]["rating"], 1500)
        self.assertEqual(answer["puzzles"][0]["name"], puzzle["id"])

    def test_try_connect6(self):
        puzzle = next(p for p in shipped() if p["game"].startswith("Connect(19") and p["length"] == 2)
        text = run("try", puzzle["id"], "--ratings", self.path("r.db"),
                   data=puzzle["solution"][0] + "\n" + puzzle["line"][2] + "\n")
        self.assertIn("Solved.", text)

    def test_rate(self):
        puzzle = shipped()[0]
        ratings = self.path("ratings.db")
        answer = json.loads(run("rate", puzzle["id"], "solved", "--person", "ann", "--ratings", ratings, "--json"))
        self.assertEqual(answer["person"]["solved"], 1)
        run("rate", "c4-999999", "solved", "--ratings", ratings, code=2)
        run("rate", puzzle["id"], "--ratings", ratings, code=2)

    def test_export(self):
        html = self.path("sheet.html")
        run("export", "connect4", "--most", "12", "-o", html)
        text = text_of(html)
        self.assertEqual(text.count("<svg"), 24)
        self.assertNotIn("<script", text)
        sgf = self.path("some.sgf")
        run("export", "connect4", "--grade", "1", "--most", "2", "-o", sgf)
        text = text_of(sgf)
        self.assertEqual(text.count("The only move"), 2)
        self.assertIn("Wrong: ", text)
        # What is written is read again as records.
        answer = json.loads(run("generate", "connect4", "--from", sgf, "--count", "1", "-o", self.file, "--json"))
        self.assertGreater(answer["games"], 0)
        lines = run("export", "gomoku", "--most", "3", "--as", "jsonl", "-o", "-")
        self.assertEqual(len([line for line in lines.splitlines() if line.startswith("{")]), 3)

    def test_bad_input_is_one_line(self):
        for arguments in (["show", "c4-999999"], ["list", "--theme", "nonsense"], ["generate", "cylinder:6", "-o", "-"],
                          ["generate", "connect4", "--players", "nobody", "-o", "-"], ["list", "--file", "/nonexistent"],
                          ["generate", "connect4", "--count", "0", "-o", "-"]):
            result = subprocess.run([INAROW, "puzzle", *arguments], capture_output=True, text=True, timeout=60, env=ENV)
            self.assertEqual(result.returncode, 2, arguments)
            self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=1)
