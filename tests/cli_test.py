"""End to end: runs the program as a user does and looks at what it prints and how it exits."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = sys.argv.pop(1)


def run(*arguments, stdin=""):
    return subprocess.run([PROGRAM, *arguments], input=stdin, capture_output=True, text=True, timeout=300)


class Cli(unittest.TestCase):
    def ok(self, *arguments, stdin=""):
        result = run(*arguments, stdin=stdin)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stderr, "")
        return result.stdout

    def refused(self, *arguments, code=2, part="", stdin=""):
        result = run(*arguments, stdin=stdin)
        self.assertEqual(result.returncode, code, result.stdout + result.stderr)
        lines = result.stderr.splitlines()
        self.assertEqual(len(lines), 1, result.stderr)
        self.assertTrue(lines[0].startswith("inarow: "), lines[0])
        self.assertIn(part, lines[0])
        return result

    def test_help_and_version(self):
        self.assertIn("count", self.ok())
        self.assertIn("Examples", self.ok("--help"))
        self.assertRegex(self.ok("version"), r"^inarow \d+\.\d+\.\d+ ")
        self.assertRegex(json.loads(self.ok("version", "--json"))["version"], r"^\d+\.\d+\.\d+$")
        for command in ("bench", "count", "engine", "explain", "grid", "kdraw", "perft", "play", "prove", "show", "serve", "solve",
                        "tournament", "version", "worker"):
            self.assertIn("--json", self.ok(command, "--help"))

    def test_bad_input_is_one_helpful_line(self):
        self.refused("cuont", part="the commands are bench, book, count")
        self.refused("count", part="GAME is required")
        self.refused("count", "connect4", "--foo", part="--foo")
        self.refused("count", "drop:7x", part="at the end: the number of rows is missing; write drop:7x6")
        self.refused("count", "Connect(19,19,6,2)", part="4 numbers, there must be 5 or 3")
        self.refused("count", "drop:0x6", part="at least one column; write drop:7x6")
        self.refused("count", "drop:20x20", part="128 bits")
        self.refused("count", "cylinder:6", part="infinitely many")
        self.refused("count", "connect4", "--threads", "0", part="threads")
        self.refused("perft", "connect4", part="--depth is required")
        self.refused("perft", "connect4", "--depth", "x", part="depth")
        self.refused("perft", "Connect(6,2,3)", "--depth", "1", part="infinite board")
        self.refused("show", "connect4", "--moves", "4444444", part="move 7 (d6): column d is full")
        self.refused("show", "connect4", "--moves", "48", part="columns are 1 to 7")
        self.refused("show", "connect4", "--sgf", "/nonexistent", part="cannot read")
        self.refused("show", "connect4", "--moves", "4", "--sgf", "x", part="--moves")
        self.refused("serve", "--port", "70000", part="port")
        self.refused("serve", "--host", "no.such.host.invalid", "--port", "0", code=4, part="cannot listen")
        self.refused("solve", "connect6", "--method", "alphabeta", part="at most 62 cells")
        self.refused("solve", "Connect(6,2,3)", "--method", "alphabeta", part="finite board")
        self.refused("solve", "tictactoe", "--method", "victor", part="drop games")
        self.refused("solve", "tictactoe", "--score", part="no scores")
        self.refused("solve", "cylinder:6", "--score", part="drop games of finite height")
        self.refused("solve", "connect4", "--moves", "4x", part="no column x")
        self.refused("solve", "connect4", "--batch", "/nonexistent", part="cannot read")
        self.refused("solve", "connect4", "--method", "magic", part="magic")
        self.refused("solve", "drop:7x5", "--method", "victor", part="even number of rows; drop:7x5 has 5")
        self.refused("solve", "connect4", "--method", "victor", "--score", part="finds no score")
        self.refused("solve", "drop:7x5", "--method", "victor", "--batch", "-", part="even number of rows")
        self.refused("solve", "connect4", "--lines", "x", part="methods victor and proof-number")
        self.refused("solve", "connect4", "44", "--moves", "4", part="MOVES")
        self.refused("explain", "Connect(3,3,1)", part="threat search takes k from p + 1")
        self.refused("explain", "connect6", "--moves", "j10 j10k10", part="move 2")
        self.refused("explain", "Connect(6,2,1)", "--moves", "0,0 500,0 501,0", part="at most 100 cells apart")
        self.refused("explain", "cylinder:6", part="drop games of finite height")
        self.refused("explain", "connect4", "--moves", "8", part="columns are 1 to 7")
        self.refused("book", part="subcommand")
        self.refused("book", "info", "drop:5x5", part="there is no book of drop:5x5")
        self.refused("book", "build", "cylinder:6", part="flat drop games")

    def test_solve_small_placement_boards(self):
        words = self.ok("solve", "tictactoe")
        self.assertIn("draw", words.splitlines()[0])
        answer = json.loads(self.ok("solve", "Connect(6,6,4,1,1)", "--json"))
        self.assertEqual(answer["winner"], "first")
        self.assertEqual((answer["value"], answer["score"], answer["proved"]), ("win", None, True))
        self.assertEqual(len(answer["best"]), 1)
        answer = json.loads(self.ok("solve", "tictactoe", "--moves", "b2 a2", "--json"))
        self.assertEqual((answer["to_move"], answer["value"]), ("first", "win"))
        answer = json.loads(self.ok("solve", "tictactoe", "--moves", "a1 b1 a2 b2 a3", "--json"))
        self.assertEqual((answer["value"], answer["winner"], answer["best"]), ("loss", "first", []))
        result = run("solve", "Connect(7,7,5,1,1)", "--time", "0.2", "--json")
        self.assertEqual(result.returncode, 3)
        answer = json.loads(result.stdout)
        self.assertEqual((answer["value"], answer["winner"], answer["proved"]), ("unknown", "unknown", False))

    def test_solve_placement_moves_lines_and_batches(self):
        answer = json.loads(self.ok("solve", "tictactoe", "--moves", "a1 b1", "--all-moves", "--pv", "--json"))
        values = {move: entry["value"] for move, entry in answer["moves_value"].items()}
        self.assertEqual(values, {"a2": "win", "a3": "win", "b2": "win", "b3": "draw", "c1": "draw", "c2": "draw",
                                  "c3": "draw"})
        self.assertEqual(sorted(answer["best"]), ["a2", "a3", "b2"])
        shown = json.loads(self.ok("show", "tictactoe", "--moves", " ".join(["a1 b1", *answer["pv"]]), "--json"))
        self.assertEqual(shown["outcome"], "first")
        words = self.ok("solve", "tictactoe", "--moves", "a1 b1", "--all-moves", "--pv")
        self.assertIn("win: a2 a3 b2\n", words)
        self.assertIn("line: ", words)
        # Two stones a move: every pair has the value that the position after it has.
        game = "Connect(4,3,3,2,1)"
        answer = json.loads(self.ok("solve", game, "--moves", "b2", "--all-moves", "--json"))
        self.assertEqual(len(answer["moves_value"]), 11 * 10 // 2)
        batch = "".join(f"b2 {move}\n" for move in answer["moves_value"])
        lines = [json.loads(line) for line in self.ok("solve", game, "--batch", "-", stdin=batch).splitlines()]
        turned = {"win": "loss", "loss": "win", "draw": "draw"}
        self.assertEqual([turned[line["value"]] for line in lines],
                         [entry["value"] for entry in answer["moves_value"].values()])
        self.assertNotIn("best", lines[0])
        result = run("solve", "tictactoe", "--batch", "-", "--pv", stdin="a1\nxx\na1 b2\n")
        self.assertEqual(result.returncode, 2)
        lines = [json.loads(line) for line in result.stdout.splitlines()]
        self.assertEqual([line.get("value") for line in lines], ["draw", None, "draw"])
        self.assertEqual(len(lines[0]["pv"]), 8)
        self.assertEqual(lines[0]["best"], lines[0]["pv"][:1])
        # Too many whole moves: first stones.
        answer = json.loads(self.ok("solve", "Connect(7,7,4,4,4)", "--all-moves", "--json"))
        self.assertEqual(answer["moves_value_of"], "stones")
        self.assertEqual(len(answer["moves_value"]), 49)
        self.refused("solve", "gomoku", "--method", "alphabeta", "--batch", "-", part="at most 62 cells")
        self.refused("solve", "tictactoe", "--moves", "a1 b1 a2 b2 a3", "--certificate", "x", part="the game is over")

    def test_solve_by_threats(self):
        moves = "j10 i8h9 i11k11 g10h11 k9h12 l8g13"
        answer = json.loads(self.ok("solve", "connect6", "--method", "threat", "--moves", moves, "--json"))
        self.assertEqual((answer["value"], answer["winner"], answer["proved"]), ("win", "first", True))
        self.assertEqual((answer["method"], answer["order"], answer["score"]), ("threat", 1, None))
        self.assertEqual(len(answer["zones"]), 3)
        self.assertEqual(len(answer["best"]), 1)
        # The player who has just moved wins: an open four of Gomoku.
        answer = json.loads(self.ok("solve", "gomoku", "--method", "threat", "--moves", "h8 a1 i8 a3 j8 a5 k8", "--json"))
        self.assertEqual((answer["to_move"], answer["value"], answer["winner"]), ("second", "loss", "first"))
        # The same far away on the infinite board.
        words = self.ok("solve", "Connect(5,1,1)", "--method", "threat", "--moves", "-50,0 0,0 -49,0 2,0 -48,0 5,0")
        self.assertIn("Black wins by threats of order 1", words)
        words = self.ok("solve", "Connect(6,2,3)", "--method", "threat", "--order", "3", "--moves", "0,0 -1,1 1,1")
        self.assertIn("Black wins by threats of order 3", words)
        result = run("solve", "gomoku", "--method", "threat", "--moves", "h8", "--json")
        self.assertEqual(result.returncode, 1)
        self.assertEqual(json.loads(result.stdout)["value"], "unknown")
        self.refused("solve", "gomoku", "--method", "threat", part="needs a position")
        # Positions that no game has: too few stones, a taken cell, stones after a win, a game that is over.
        self.refused("solve", "connect6", "--method", "threat", "--moves", "j10 i8h9 i11", part="too few")
        self.refused("solve", "connect6", "--method", "threat", "--moves", "j10 i8h9 i8k9", part="i8 is taken")
        won = "j10 a1b1 j11j12 c1d1 j13j14 e1g1 j15a9"
        self.refused("solve", "connect6", "--method", "threat", "--moves", won + " f1a8", part="Black has won")
        self.refused("solve", "connect6", "--method", "threat", "--moves", won, part="the game is over")
        self.refused("solve", "connect4", "--method", "threat", part="placement games")
        self.refused("solve", "Connect(3,3,1)", "--method", "threat", "--moves", "0,0", part="k from p + 1")
        self.refused("solve", "Connect(6,2,1)", "--method", "threat", "--moves", "0,0 900,0 1,1", part="100 cells apart")

    def test_every_game_is_answered(self):
        for width in (4, 6):
            answer = json.loads(self.ok("solve", f"cylinder:{width}", "--all-moves", "--json"))
            self.assertEqual((answer["value"], answer["winner"], answer["method"]), ("draw", "draw", "strategy"))
            self.assertEqual((answer["proved"], answer["axioms"]), (True, []))
            # The cylinder can be turned: no column is better than another.
            self.assertEqual([entry["value"] for entry in answer["moves_value"].values()], ["draw"] * width)
            self.assertEqual(json.loads(self.ok("solve", f"cylinder:{width}", "3", "--json"))["value"], "draw")
        answer = json.loads(self.ok("solve", "Connect(11,2,2)", "--json"))
        self.assertEqual((answer["value"], answer["method"]), ("draw", "strategy"))
        result = run("solve", "connect6", "--json")
        self.assertEqual(result.returncode, 1)
        answer = json.loads(result.stdout)
        self.assertEqual((answer["value"], answer["proved"]), ("unknown", False))
        self.assertTrue(0 < answer["estimate"]["win"] < 1)
        self.assertIn("estimate (no proof)", run("solve", "gomoku", "h8").stdout)
        self.assertNotIn("estimate", json.loads(self.ok("solve", "tictactoe", "--json")))

    def test_certificates_where_the_search_leaves_none(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "x.cert")
            # A draw by two strategies has no certificate of its own, and the answer says so.
            result = run("solve", "Connect(11,2,2)", "0,0 1,0", "--certificate", path, "--json")
            self.assertEqual(result.returncode, 1, result.stderr)
            answer = json.loads(result.stdout)
            self.assertTrue(answer["proved"])
            self.assertIn("two strategies", answer["certificate"]["impossible"])
            self.assertFalse(os.path.exists(path))
            # A defender who wins at once: the proof is looked for where the list of defenses has none.
            result = run("solve", "connect6", "j10 a1b1 m12p3 c1d1 q9r4", "--defenses", "--certificate", path, "--json")
            self.assertEqual(result.returncode, 1, result.stderr)
            self.assertTrue(json.loads(result.stdout)["certificate"]["proved"])
            self.assertTrue(os.path.exists(path))

    def test_threats_with_everything(self):
        win = "j10 i8h9 i11k11 g10h11 k9h12 l8g13"
        answer = json.loads(self.ok("solve", "connect6", win, "--method", "threat", "--pv", "--all-moves", "--json"))
        self.assertEqual((answer["value"], answer["axioms"]), ("win", []))
        self.assertEqual(answer["pv"][0], answer["best"][0])
        self.assertEqual(answer["moves_value_of"], "stones")
        won = {cell for cell, entry in answer["moves_value"].items() if entry["value"] == "win"}
        self.assertEqual(len(won), 2)
        result = run("solve", "connect6", "--method", "threat", "--batch", "-", "--pv", stdin=f"{win}\nj10 k11k12\n")
        lines = [json.loads(line) for line in result.stdout.splitlines()]
        self.assertEqual([line["proved"] for line in lines], [True, False])
        self.assertEqual(lines[0]["pv"], answer["pv"])

    def test_rules_with_everything(self):
        for method in ("victor", "proof-number"):
            answer = json.loads(self.ok("solve", "connect4", "444442266", "--method", method, "--pv", "--json"))
            self.assertEqual((answer["value"], answer["axioms"]), ("loss", ["Allis 1988 ch. 6-8"]))
            self.assertTrue(answer["pv"])
            batch = self.ok("solve", "connect4", "--method", method, "--batch", "-", stdin="444442266\n44444\n")
            self.assertEqual([json.loads(line)["claim"] for line in batch.splitlines()], ["first-wins", "first-wins"])

    def test_defenses(self):
        # An open three of Gomoku: only a block of its line is not refuted.
        three = "g8 a1 h8 a15 i8"
        result = run("solve", "gomoku", "--method", "threat", "--defenses", "--moves", three, "--json")
        self.assertEqual(result.returncode, 1)
        answer = json.loads(result.stdout)
        self.assertEqual((answer["value"], answer["proved"], answer["complete"]), ("unknown", False, True))
        self.assertEqual({d["stones"] for d in answer["defenses"]}, {"f8", "j8"})
        self.assertEqual((answer["refuted"][0]["stones"], answer["refuted"][0]["free"]), ("", 1))
        qualities = [d["quality"] for d in answer["defenses"]]
        self.assertEqual(qualities, sorted(qualities, reverse=True))
        # All refuted: a proved win on the infinite board.
        v = ("solve", "Connect(6,2,3)", "--method", "threat", "--defenses", "--moves", "0,0 -1,1 1,1")
        answer = json.loads(self.ok(*v, "--json"))
        self.assertEqual((answer["value"], answer["winner"], answer["defenses"]), ("loss", "first", []))
        self.assertIn("every move of White is refuted: Black wins", self.ok(*v))
        # Nothing threatened: even the pass is open. A defender with four in a row wins at once.
        words = run("solve", "connect6", "--method", "threat", "--defenses", "--moves", "j10").stdout
        self.assertIn("pass (any move)", words)
        words = run("solve", "connect6", "--method", "threat", "--defenses",
                    "--moves", "j10 a1b1 m12p3 c1d1 q9r4").stdout
        self.assertIn("White wins at once: e1f1", words)
        self.assertEqual(run("solve", "gomoku", "--defenses", "--moves", three).returncode, 1)
        self.refused("solve", "tictactoe", "--method", "alphabeta", "--defenses", "--moves", "b2", part="method threat")
        self.refused("solve", "connect4", "--defenses", part="placement games")
        self.refused("solve", "gomoku", "--method", "threat", "--defenses", part="needs a position")

    def test_explain(self):
        words = self.ok("explain", "connect4", "--moves", "a1 b1")
        self.assertIn("Black cannot lose: his rules stop every group of White's", words)
        self.assertIn("Baseinverse e1-f1: stops c1-f1, d1-g1", words)
        self.assertIn("if c1 then c2, if c3 then c4, if c5 then c6", words)
        self.assertIn("1 x o h i e e n", words)
        answer = json.loads(self.ok("explain", "connect4", "--moves", "453225255443341", "--json"))
        self.assertEqual(answer["claim"], "first-wins")
        self.assertTrue(answer["proved"])
        self.assertEqual(answer["zugzwang"], "first")
        self.assertEqual(answer["lever"]["square"], "a3")
        self.assertIn({"player": "first", "square": "a3", "parity": "odd", "useful": True, "playable": False,
                       "group": ["a3", "d3"]}, answer["threats"])
        self.assertIn("if f1 then f2", answer["plan"])
        self.assertEqual(answer["unsolved"], [])
        self.assertEqual((answer["verdict"]["value"], answer["winner"], answer["reason_complete"]), ("loss", "first", True))
        plan, = answer["reasons"]
        self.assertEqual((plan["player"], plan["wins"], plan["line"], plan["settled"]["by"]), ("first", True, [], "rules"))
        self.assertNotIn("verdict", json.loads(self.ok("explain", "connect4", "--moves", "453225255443341", "--json", "--no-search")))
        unsettled = json.loads(self.ok("explain", "connect4", "--moves", "44", "--json"))
        self.assertEqual((unsettled["claim"], unsettled["proved"], unsettled["rules"]), ("none", False, []))
        self.assertGreater(len(unsettled["unsolved"]), 0)
        after = json.loads(self.ok("explain", "connect4", "--moves", "44454544333", "--json"))["after"]
        self.assertEqual((after["move"], after["claim"]), ("a1", "second-wins"))
        self.assertIn("White has won", self.ok("explain", "connect4", "--moves", "1212121"))
        plan = json.loads(self.ok("explain", "connect4", "--moves", "44433555", "--json"))["reasons"][0]
        self.assertTrue(plan["complete"] and plan["wins"] and plan["positions"] > 1)
        self.assertTrue(plan["tries"])
        draw = json.loads(self.ok("explain", "drop:6x4", "--moves", "33", "--json"))
        self.assertEqual([(p["player"], p["wins"]) for p in draw["reasons"]], [("first", False), ("second", False)])
        words = self.ok("explain", "connect4", "--moves", "44433555", "--not", "a")
        self.assertIn("a1 turns a win in 13 stones into a draw", words)
        why_not = json.loads(self.ok("explain", "connect4", "--moves", "44433555", "--not", "d4", "--json"))["why_not"]
        self.assertEqual((why_not["before"]["value"], why_not["verdict"]["value"], why_not["winner"]), ("win", "win", "second"))
        self.refused("explain", "connect4", "--moves", "444444", "--not", "d", part="full")
        stopped = run("explain", "drop:11x10", "--json", "--time", "1")
        self.assertEqual(stopped.returncode, 3, stopped.stderr)
        large = json.loads(stopped.stdout)
        self.assertEqual((large["verdict"]["value"], large["reasons"]), ("unknown", []))
        self.assertTrue(0 < large["estimate"]["win"] < 1)
        self.assertEqual(len(large["estimate"]["moves"]), 5)
        self.assertIn("need an even number of rows", self.ok("explain", "drop:7x5", "--moves", "4"))

    def test_explain_placement(self):
        words = self.ok("explain", "connect6", "--moves", "j10 i8h9 i11k11 g10h11 k9h12 l8g13")
        self.assertIn("Black wins by threats of order 1:", words)
        self.assertIn("too many to stop", words)
        self.assertIn("zone 1: ", words)
        answer = json.loads(self.ok("explain", "gomoku", "--moves", "h8 a1 i8 a15 g9 o1 g10", "--json"))
        self.assertEqual(answer["claim"], "none")
        self.assertIsNone(answer["win"])
        self.assertEqual(answer["if_passed"]["winner"], "first")
        self.assertEqual(answer["must_touch"], answer["if_passed"]["zones"][0])
        self.assertIn("g8", answer["must_touch"])
        four = json.loads(self.ok("explain", "Connect(5,1,1)", "--moves", "0,0 0,5 1,0 1,5 2,0 2,5 3,0 -1,0", "--json"))
        self.assertEqual(four["claim"], "first-wins")
        self.assertEqual(four["wins_now"], [["4,0"]])
        self.assertEqual(four["threats"]["first"]["segments"],
                         [{"ends": ["0,0", "4,0"], "stones": 4, "empty": ["4,0"]}])
        must = json.loads(self.ok("explain", "connect6", "--moves", "j10 a1a2 k10l10 a3c1 m10s1", "--json"))
        self.assertEqual(must["threats"]["first"]["count"], 2)
        self.assertEqual({tuple(d["cells"]) for d in must["defenses"]},
                         {("h10", "n10"), ("i10", "n10"), ("i10", "o10")})
        self.assertTrue(all(d["normal"] for d in must["defenses"]))
        small = json.loads(self.ok("explain", "tictactoe", "--moves", "a1 b2 c3", "--json"))
        self.assertEqual((small["claim"], small["value"]), ("draw", "draw"))
        self.assertIn("The game is over: Black has won", self.ok("explain", "tictactoe", "--moves", "a1 b1 a2 b2 a3"))
        result = run("explain", "tictactoe", "--batch", "-", stdin="a1 b2\na1 a1\n\n")
        self.assertEqual(result.returncode, 2)
        lines = [json.loads(line) for line in result.stdout.splitlines()]
        self.assertEqual([("error" in line) for line in lines], [False, True, False])

    # What explain says of a rule set holds by the definitions, checked from its JSON alone.
    def test_explained_sets_cover_all_groups(self):
        batch = "\n".join(["12", "23", "34", "444545515155443331113133", "453225255443341", "4554555544447", "",
                           "47777774443445333335"]) + "\n"
        result = run("explain", "connect4", "--batch", "-", "--no-search", stdin=batch)
        answers = [json.loads(line) for line in result.stdout.splitlines()]
        self.assertEqual([a["claim"] for a in answers],
                         ["second-not-lose"] * 3 + ["second-wins", "first-wins", "first-wins", "none", "second-wins"])
        for answer in answers:
            heights, stones = [0] * 7, {}
            for i, digit in enumerate(answer["moves"]):
                column = int(digit) - 1
                stones[(column, heights[column])] = "first" if i % 2 == 0 else "second"
                heights[column] += 1
            name = lambda c: "abcdefg"[c[0]] + str(c[1] + 1)
            controller = "first" if answer["claim"] == "first-wins" else "second"
            left = set()
            for x in range(7):
                for y in range(6):
                    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                        line = [(x + i * dx, y + i * dy) for i in range(4)]
                        if all(0 <= a < 7 and 0 <= b < 6 for a, b in line):
                            if all(stones.get(c) != controller for c in line):
                                left.add((name(line[0]), name(line[3])))
            for part in answer["rules"] + ([answer["lever"]] if "lever" in answer else []):
                left -= {tuple(g) for g in part["solves"]}
            if answer["claim"] == "none":
                for part in answer["partial_rules"]:
                    left -= {tuple(g) for g in part["solves"]}
                self.assertEqual(left, {tuple(g) for g in answer["unsolved"]})
            else:
                self.assertEqual(left, set(), answer["moves"])

    def test_solve_by_rules(self):
        for method in ("victor", "proof-number"):
            answer = json.loads(self.ok("solve", "drop:7x4", "--moves", "4", "--method", method, "--json"))
            self.assertEqual(answer["claim"], "second-not-lose")
            self.assertEqual((answer["value"], answer["winner"], answer["proved"]), ("unknown", "unknown", False))
            self.assertEqual(answer["bounds"], [0, 14])
            won = json.loads(self.ok("solve", "connect4", "--moves", "444442266", "--method", method, "--json"))
            self.assertEqual((won["value"], won["winner"], won["proved"]), ("loss", "first", True))
            self.assertGreater(won["evaluations"], 0)
            self.assertGreater(len(won["critical_lines"]), 1)
        # 13.3: after 1. d1 c1 2. c2 c3 3. c4 g1 Black draws.
        drawn = self.ok("solve", "connect4", "--moves", "dcccccg", "--method", "victor")
        self.assertIn("Black at least draws", drawn)
        with tempfile.TemporaryDirectory() as folder:
            lines = os.path.join(folder, "lines")
            self.ok("solve", "connect4", "--moves", "444442266", "--method", "victor", "--lines", lines)
            with open(lines) as file:
                self.assertEqual(file.readline(), "inarow-lines 1\n")
            self.refused("solve", "drop:6x4", "--method", "victor", "--lines", lines + "2", code=1, part="no lines written")
            self.assertFalse(os.path.exists(lines + "2"))
        stopped = run("solve", "connect4", "--method", "victor", "--time", "0.3", "--json")
        self.assertEqual(stopped.returncode, 3)
        self.assertEqual(json.loads(stopped.stdout)["value"], "unknown")

    def test_count_connect_four(self):
        self.assertIn("total 70728639995483 (bound)\n", self.ok("count", "connect4"))
        answer = json.loads(self.ok("count", "connect4", "--json"))
        self.assertEqual(answer["bound"]["total"], 70728639995483)
        self.assertEqual(answer["bound"]["per_men"]["42"], 538257874440)

    def test_count_beyond_64_bits_keeps_all_digits(self):
        total = json.loads(self.ok("count", "Connect(19,19,6,2,1)", "--json"))["bound"]["total"]
        self.assertIsInstance(total, str)
        self.assertGreater(len(total), 160)

    def test_count_exactly(self):
        self.assertIn("total 3945711 (exact)\n", self.ok("count", "drop:5x4", "--exact"))
        answer = json.loads(self.ok("count", "tictactoe", "--exact", "--json"))
        self.assertEqual(answer["exact"]["total"], 5478)
        self.assertTrue(answer["exact"]["complete"])

    def test_count_refuses_what_does_not_fit(self):
        result = run("count", "connect4", "--exact")
        self.assertEqual(result.returncode, 3)
        self.assertIn("no exact count: about 4.", result.stdout)
        self.assertIn("70728639995483", result.stdout)
        result = run("count", "gomoku", "--exact", "--json")
        self.assertEqual(result.returncode, 3)
        self.assertIn("64 cells", json.loads(result.stdout)["refused"])

    def test_limits_and_signals_leave_what_is_known(self):
        result = run("count", "drop:6x5", "--exact", "--time", "0.5", "--json")
        self.assertEqual(result.returncode, 3)
        exact = json.loads(result.stdout)["exact"]
        self.assertFalse(exact["complete"])
        self.assertEqual(exact["per_men"]["2"], 36)
        process = subprocess.Popen(
            [PROGRAM, "perft", "connect4", "--depth", "30", "--json"], stdout=subprocess.PIPE, text=True
        )
        time.sleep(0.7)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=20)
        self.assertEqual(process.returncode, 3)
        answer = json.loads(out)
        self.assertEqual(answer["perft"][:4], [1, 7, 49, 343])
        self.assertFalse(answer["complete"])

    def test_perft(self):
        self.assertEqual(self.ok("perft", "connect4", "--depth", "9").splitlines()[-1], "9 39394572")
        self.assertEqual(json.loads(self.ok("perft", "tictactoe", "--depth", "2", "--json"))["perft"], [1, 9, 72])

    def test_show_goes_from_every_form_to_every_form(self):
        picture = self.ok("show", "connect4", "--moves", "ddec")
        self.assertIn("1 . . o x x . .\n", picture)
        self.assertIn("White (x) to move", picture)
        answer = json.loads(self.ok("show", "connect4", "--moves", "d1 d2 e1 c1", "--json"))
        self.assertEqual(answer["moves"], "4453")
        self.assertEqual(answer["to_move"], "first")
        self.assertEqual(answer["stones"], {"first": ["d1", "e1"], "second": ["c1", "d2"]})
        board = "".join(line + "\n" for line in picture.splitlines()[:-1])
        moves = self.ok("show", "connect4", "--picture", "-", "--as", "moves", stdin=board).strip()
        again = json.loads(self.ok("show", "connect4", "--moves", moves, "--json"))
        self.assertEqual(again["stones"], answer["stones"])
        with tempfile.NamedTemporaryFile("w", suffix=".sgf") as file:
            file.write(self.ok("show", "connect6", "--moves", "j10 k11i11", "--as", "sgf"))
            file.flush()
            self.assertEqual(self.ok("show", "connect6", "--sgf", file.name, "--as", "moves"), "j10 k11i11\n")
        self.refused("show", "drop:3x2", "--picture", "-", part="hangs in the air", stdin="x..\n...\n")

    def play(self, moves, *arguments):
        out = self.ok("play", *arguments, "--json", stdin="".join(m + "\n" for m in moves))
        return [json.loads(line) for line in out.splitlines()]

    def test_play_never_loses(self):
        answers = self.play(["1", "2", "x", "undo", "3", "moves", "quit", "4"], "cylinder:5")
        self.assertEqual(answers[0], {"moves": "", "answer": None, "outcome": "undecided"})
        self.assertEqual(answers[1]["moves"][0], "1")
        self.assertIn("no column x", answers[3]["message"])
        self.assertEqual(answers[4]["moves"], answers[1]["moves"])
        self.assertEqual(answers[6]["message"], answers[5]["moves"])
        self.assertEqual(len(answers), 7)
        for arguments in (("cylinder:4",), ("cylinder:7", "--side", "second"), ("drop:6x6",), ("drop:5xinf",)):
            width = int(arguments[0][arguments[0].index(":") + 1 :].split("x")[0])
            answers = self.play([str(1 + i * i % width) for i in range(40)], *arguments)
            human = "second" if "second" in arguments else "first"
            self.assertTrue(all(a.get("outcome") != human for a in answers))
        cells = ["%d,%d %d,%d" % (2 * i, 0, 2 * i + 1, 0) for i in range(30)]
        answers = self.play(cells, "Connect(11,2,2)")
        self.assertTrue(all(a.get("outcome", "undecided") == "undecided" for a in answers))
        self.assertIn("your move", self.ok("play", "cylinder:4", stdin="help\n"))
        lost = self.play([str(1 + i * 3 % 7) for i in range(60)], "connect4", "--side", "second", "--against", "victor")
        self.assertEqual([a["outcome"] for a in lost if "outcome" in a][-1], "first")
        held = self.play([str(1 + i % 6) for i in range(60)], "drop:6x6", "--against", "perfect")
        self.assertEqual([a["outcome"] for a in held if "outcome" in a][-1], "second")
        self.refused("play", "connect4", "--against", "victor", part="play the second against him")
        self.refused("play", "cylinder:4", "--against", "victor", part="finite height only")
        self.assertIn("l8", self.ok("play", "gomoku", "--moves", "h8 g8 i8 a1 j8 a3", "--quiet", stdin="k8\n"))
        # Even who only sees one stone ahead takes what is offered.
        lost = self.play(["1"] * 6, "connect4", "--side", "second", "--against", "looks:1", "--moves", "212121")
        self.assertIn("b4", str(lost))
        self.refused("play", "cylinder:4", "--against", "looks:2", part="finite height only")
        self.refused("play", "cylinder:4", "--moves", "21", "--side", "second", part="does not follow the strategy")

    def test_kdraw(self):
        rows = json.loads(self.ok("kdraw", "--p", "1..12", "--json"))["rows"]
        self.assertEqual([r["k"] for r in rows], [8, 11, 17, 23, 26, 29, 32, 35, 38, 41, 47, 50])
        self.assertEqual([r["hsieh_tsai"] for r in rows][:3], [11, 15, 19])
        self.assertIn("Zetters", self.ok("kdraw", "--p", "1"))
        self.refused("kdraw", "--p", "5..2", part="as in --p 1..20")

    def solve(self, *arguments, code=0):
        result = run("solve", *arguments, "--json")
        self.assertEqual(result.returncode, code, result.stderr)
        return json.loads(result.stdout)

    def test_solve_has_the_documented_fields(self):
        answer = self.solve("drop:5x4", "--moves", "33", "--score", "--pv", "--all-moves")
        self.assertEqual(
            list(answer),
            ["game", "moves", "to_move", "value", "winner", "score", "plies_to_end", "best", "pv", "proved",
             "axioms", "method", "nodes", "seconds", "moves_value"],
        )
        self.assertEqual(answer["game"], "drop:5x4")
        self.assertEqual(answer["moves"], "33")
        self.assertEqual(answer["to_move"], "first")
        self.assertTrue(answer["proved"])
        self.assertEqual(sorted(answer["moves_value"]), ["a", "b", "c", "d", "e"])
        best = max(m["score"] for m in answer["moves_value"].values())
        self.assertEqual(best, answer["score"])
        self.assertEqual(len(answer["pv"]), answer["plies_to_end"])
        self.assertEqual(answer["pv"][0], answer["best"][0])
        value = self.solve("drop:5x4", "--moves", "33")
        self.assertIsNone(value["score"])
        self.assertIsNone(value["plies_to_end"])
        self.assertEqual(value["value"], answer["value"])

    def test_solve_the_inputs_of_fhourstones(self):
        for moves, value in (("45461667", "win"), ("35333571", "loss"), ("13333111", "draw")):
            answer = self.solve("connect4", "--moves", moves, "--no-book")
            self.assertEqual(answer["value"], value)
            self.assertEqual(answer["method"], "alphabeta")

    def test_solve_uses_the_book_and_can_do_without(self):
        answer = self.solve("connect4", "--score", "--all-moves")
        self.assertEqual(answer["method"], "book")
        self.assertEqual([m["score"] for m in answer["moves_value"].values()], [-2, -1, 0, 1, 0, -1, -2])
        self.assertEqual(answer["best"], ["d1"])
        searched = self.solve("connect4", "--moves", "4444442", "--score", "--no-book")
        looked_up = self.solve("connect4", "--moves", "4444442", "--score")
        self.assertEqual(looked_up["method"], "book")
        self.assertEqual(searched["score"], looked_up["score"])

    def test_a_damaged_book_is_not_used(self):
        book = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data", "drop-7x6.book")
        with tempfile.TemporaryDirectory() as folder:
            with open(book, "rb") as file:
                contents = bytearray(file.read())
            contents[len(contents) // 2] ^= 1
            with open(os.path.join(folder, "drop-7x6.book"), "wb") as file:
                file.write(contents)
            result = subprocess.run(
                [PROGRAM, "solve", "connect4", "--moves", "444441", "--score", "--json"],
                capture_output=True, text=True, env={**os.environ, "INAROW_DATA": folder}, timeout=300,
            )
            self.assertEqual(result.returncode, 0)
            self.assertIn("going on without the book", result.stderr)
            self.assertIn("checksum", result.stderr)
            self.assertEqual(json.loads(result.stdout)["method"], "alphabeta")

    def test_solve_stopped_by_time_gives_bounds(self):
        answer = self.solve("drop:8x8", "--score", "--time", "0.3", code=3)
        self.assertFalse(answer["proved"])
        self.assertEqual(answer["value"], "unknown")
        self.assertEqual(answer["winner"], "unknown")
        self.assertIsNone(answer["score"])
        low, high = answer["bounds"]
        self.assertLess(low, high)
        self.assertEqual(run("solve", "drop:8x8", "--time", "0.3").returncode, 3)

    def test_solve_keeps_to_its_memory(self):
        command = [PROGRAM, "solve", "drop:7x7", "--memory", "100", "--time", "4", "--json"]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.assertLess(usage.ru_maxrss, 110 * 1024)

    def test_batch_answers_in_order_and_goes_on_after_bad_lines(self):
        lines = ["12", "44444", "4x", "", "1212121", "12345671234567123"]
        result = run("solve", "drop:7x6", "--score", "--batch", "-", stdin="\n".join(lines) + "\n")
        self.assertEqual(result.returncode, 2)
        answers = [json.loads(line) for line in result.stdout.splitlines()]
        self.assertEqual([a["moves"] for a in answers], ["12", "44444", "4x", "", "1212121", "12345671234567123"])
        self.assertIn("no column x", answers[2]["error"])
        self.assertEqual(answers[3]["score"], 1)
        self.assertEqual(answers[4]["value"], "loss")
        self.assertNotIn("best", answers[0])
        result = run("solve", "drop:5x4", "--batch", "-", "--pv", stdin="12\n13")
        self.assertEqual(result.returncode, 0)
        self.assertEqual([json.loads(line)["moves"] for line in result.stdout.splitlines()], ["12", "13"])
        self.assertTrue(json.loads(result.stdout.splitlines()[0])["pv"])

    def test_batch_answers_each_line_as_it_comes(self):
        process = subprocess.Popen(
            [PROGRAM, "solve", "drop:5x4", "--batch", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for moves in ("1", "12", "123"):
            process.stdin.write(moves + "\n")
            process.stdin.flush()
            self.assertEqual(json.loads(process.stdout.readline())["moves"], moves)
        process.stdin.close()
        self.assertEqual(process.wait(timeout=20), 0)
        process.stdout.close()

    def test_ctrl_c_ends_a_batch_that_waits_for_input(self):
        process = subprocess.Popen(
            [PROGRAM, "solve", "drop:5x4", "--batch", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        process.stdin.write("12\n")
        process.stdin.flush()
        self.assertEqual(json.loads(process.stdout.readline())["moves"], "12")
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=20), 3)
        process.stdin.close()
        process.stdout.close()

    def test_book_build_query_export(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "small.book")
            self.assertIn("positions", self.ok("book", "build", "drop:5x4", "--plies", "3", "-o", path))
            self.assertEqual(os.listdir(folder), ["small.book"])
            self.assertEqual(self.ok("book", "query", "drop:5x4", "--moves", "33", "--book", path).splitlines()[0], "score 0")
            self.assertEqual(run("book", "query", "drop:5x4", "--moves", "3333", "--book", path).returncode, 1)
            lines = self.ok("book", "export", "drop:5x4", "--book", path).splitlines()
            self.assertEqual(lines[0], "- 0")
            info = json.loads(self.ok("book", "info", "drop:5x4", "--book", path, "--json"))
            self.assertEqual(sum(info["positions"]), len(lines))
            for line in lines[:40]:
                moves, score = line.split()
                answer = self.solve("drop:5x4", "--moves", moves.replace("-", ""), "--score")
                self.assertEqual(answer["score"], int(score), moves)
            self.refused("book", "info", "drop:5x5", "--book", path, part="is a book of drop:5x4")

    def test_hostile_bytes_are_not_printed(self):
        escape = "\x1b]0;title\x07\x1b[2J\u009b31m\u202e"
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "x\x1b[2J")
            for text in ("(;GAME[" + escape + "])", "(;GAME[connect4];W[" + escape + "])", "(;B" + escape + ")", escape):
                with open(path, "w", encoding="utf-8") as file:
                    file.write(text)
                self.harmless("show", "connect4", "--sgf", path)
                self.harmless("show", "connect4", "--picture", path)
                self.harmless("kdraw", "--board", path)
                self.harmless("book", "info", "connect4", "--book", path)
                self.harmless("play", "connect4", "--strategy", path)
                self.harmless("solve", "connect4", "--batch", path)
            for text in (escape, "d\x1b", "caf\udce9"):  # the last is a byte that is no UTF-8
                self.harmless(text)
                self.harmless("show", text)
                self.harmless("show", "connect4", "--moves", text)
                self.harmless("show", "connect4", "--" + text)
                self.harmless("show", "connect4", "--sgf", text)
                self.harmless("prove", text, "connect4", "-o", path)
                self.harmless("prove", "value", "drop:4x4", "-o", os.path.join(folder, text, "x"))
                self.harmless("prove", "drawn", text, "-o", path)
                self.harmless("play", "connect4", "--opponent", text)
                self.harmless("kdraw", "--p", text)
            # A harmless complaint looks as ever.
            self.refused("show", "grün", part='bad game "grün": ')
            # Comments are printed as text, without what a terminal would act on.
            with open(path, "wb") as file:
                file.write(b"(;GAME[connect4]PW[a\x1b[2Jb]C[one\ntwo \xfc\x9b])")
            self.assertIn("PW[a [2Jb]C[one\ntwo ü ]", self.ok("show", "connect4", "--sgf", path, "--as", "sgf"))

    def harmless(self, *arguments):
        result = subprocess.run([PROGRAM, *[os.fsencode(a) for a in arguments]], input=b"", capture_output=True, timeout=100)
        text = (result.stdout + result.stderr).decode("utf-8")
        self.assertTrue(text.replace("\n", "").isprintable(), ascii(text))
        return text

    def test_files_are_written_beside_and_only_regular_ones_replaced(self):
        proof = ("prove", "value", "drop:4x4", "--plain", "-o")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.cert")
            self.ok(*proof, path)
            with open(path, "rb") as file:
                bytes_of_proof = file.read()
            os.chmod(path, 0o640)
            link = os.path.join(folder, "link")
            os.symlink("a.cert", link)
            self.ok(*proof, link)
            self.assertTrue(os.path.islink(link))
            self.assertEqual(os.stat(path).st_mode & 0o777, 0o640)
            # To standard output, with the report beside it.
            for name in ("-", "/dev/stdout"):
                result = subprocess.run([PROGRAM, *proof, name], capture_output=True)
                self.assertEqual(result.stdout, bytes_of_proof, result.stderr)
                self.assertIn(b"proved", result.stderr)
                self.assertEqual(result.returncode, 0)
            fifo = os.path.join(folder, "fifo")
            os.mkfifo(fifo)
            process = subprocess.Popen([PROGRAM, *proof, fifo], stdout=subprocess.DEVNULL)
            with open(fifo, "rb") as file:
                self.assertEqual(file.read(), bytes_of_proof)
            self.assertEqual(process.wait(timeout=60), 0)
            self.assertEqual(sorted(os.listdir(folder)), ["a.cert", "fifo", "link"])
            for name, part in ((folder, "Is a directory"), ("/dev/full", "No space left"), (os.path.join(folder, "no", "x"), "No such file")):
                self.refused(*proof, name, code=4, part=part)
            os.symlink("loop", os.path.join(folder, "loop"))
            self.refused(*proof, os.path.join(folder, "loop"), code=4, part="symbolic links")
            # A book is refused before it is built, and its journal is never a link.
            self.refused("book", "build", "drop:5x4", "--plies", "2", "-o", folder, code=4, part="Is a directory")
            os.symlink(path, os.path.join(folder, "b.book.journal"))
            self.refused("book", "build", "drop:5x4", "--plies", "2", "-o", os.path.join(folder, "b.book"), code=4)
            with open(path, "rb") as file:
                self.assertEqual(file.read(), bytes_of_proof)

    def test_far_stones_and_large_files(self):
        far = "-1000,-1000 1000,1000 1000,-1000"
        answer = json.loads(self.ok("show", "Connect(6,2,3)", "--json", "--moves=" + far))
        self.assertEqual(answer["stones"]["first"], ["-1000,-1000", "1000,-1000", "1000,1000"])
        self.assertLess(len(answer["picture"]), 100000)
        self.assertIn("2 of 3 stones are outside", answer["picture"])
        comments = "(;GAME[connect4]" + "(;C[a]" * 1000000 + ")" * 1000000 + ")"
        start = time.monotonic()
        self.assertEqual(self.ok("show", "connect4", "--sgf", "-", "--as", "moves", stdin=comments), "\n")
        self.assertLess(time.monotonic() - start, 20)

    def test_a_full_disk_is_reported(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("no /dev/full")
        with open("/dev/full", "w") as full:
            result = subprocess.run([PROGRAM, "version"], stdout=full, stderr=subprocess.PIPE, text=True)
        self.assertEqual(result.returncode, 4)
        self.assertIn("cannot write", result.stderr)


if __name__ == "__main__":
    unittest.main()
