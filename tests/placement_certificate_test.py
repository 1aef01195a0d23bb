"""Certificates of placement games end to end: written by the program, verified by both checkers,
corrupted, and the claims that the program must refuse.

    placement_certificate_test.py INAROW INAROW_CHECK
"""

import hashlib
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import unittest

import check_placement
from check_certificate import COUNTS, FIELDS

INAROW, CHECK = sys.argv[1:3]
del sys.argv[1:3]
sys.setrecursionlimit(100000)


def run(*command, data=None):
    return subprocess.run(command, input=data, capture_output=True, timeout=300)


def prove(kind, game, moves="", player=None, *more):
    """The bytes of a certificate, uncompressed, and the answer of the program."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "x.cert")
        options = ["--for", player] if player else []
        result = run(INAROW, "prove", kind, game, "--moves", moves, *options, *more, "--plain", "--json", "-o", path)
        assert result.returncode == 0, result.stderr + result.stdout
        with open(path, "rb") as file:
            return file.read(), json.loads(result.stdout)


def check(data):
    result = run(CHECK, "-", data=data)
    return result.returncode, (result.stdout + result.stderr).decode()


def second_opinion(data):
    try:
        check_placement.verify(data)
        return 0
    except check_placement.Refuted:
        return 1
    except check_placement.Unreadable:
        return 2


def split(data):
    head, _, body = data.partition(b"\n\n")
    return dict(line.split(": ", 1) for line in head.decode().split("\n")[1:]), body


def build(fields, body):
    """A certificate of these fields, with the right hash, length and, if the walk is complete, counts."""
    fields = dict(fields, length=len(body), sha256=hashlib.sha256(body).hexdigest())

    def text():
        return ("INAROW CERTIFICATE 1\n" + "".join(f"{key}: {fields[key]}\n" for key in FIELDS)).encode() + b"\n" + body

    fields.update(dict.fromkeys(COUNTS, 0))
    found = re.search(r"counted: (.*)", check(text())[1])
    if found:
        fields.update(dict(part.split(" ") for part in found[1].split(", ")))
    return text()


WINS = [
    ("Connect(19,19,6,2,1)", "j10 i8h9 i11k11 g10h11 k9h12 l8g13", "first"),
    ("Connect(6,2,1)", "0,0 -1,-2 -2,-1 -1,1 1,1 -3,0 -2,1 1,-1 -2,2 2,-2 -3,3", "first"),
    ("Connect(15,15,5,1,1)", "h8 a1 i8 a15 g9 o1 g10 o15", "first"),
    ("Connect(5,1,1)", "0,0 -7,-7 1,0 -7,8 -1,1 8,-7 -1,2", "first"),
    ("Connect(7,7,4,1,1)", "d4", "first"),
    ("Connect(5,5,4,2,1)", "c3 a1a2", "first"),
]
SMALL = ["Connect(3,3,3,1,1)", "Connect(4,3,3,1,1)", "Connect(4,4,4,2,1)", "Connect(5,3,3,2,2)", "Connect(3,3,3,3,1)",
         "Connect(5,4,4,1,1)", "Connect(1,1,1,1,1)", "Connect(2,2,3,1,1)"]


class Placement(unittest.TestCase):
    def verified(self, data):
        code, text = check(data)
        self.assertEqual(code, 0, text)
        self.assertEqual(second_opinion(data), 0)
        return text

    def test_wins_by_threats(self):
        for game, moves, player in WINS:
            data, answer = prove("win", game, moves, player)
            self.assertTrue(answer["proved"])
            self.assertEqual(answer["form"], "zones")
            text = self.verified(data)
            self.assertIn(f"the {player} player wins", text)
            self.assertEqual(data, build(*split(data)))
            self.assertEqual(split(data)[0]["positions"], str(answer["positions"]))

    def test_values_of_small_boards(self):
        for game in SMALL:
            value = json.loads(run(INAROW, "solve", game, "--json").stdout)
            data, answer = prove("value", game)
            self.assertEqual(answer["form"], "tree")
            self.assertEqual(answer["score"], {"win": 1, "draw": 0, "loss": -1}[value["value"]])
            self.verified(data)
            if value["value"] == "draw":
                self.assertIn("the game is a draw", check(data)[1])

    def test_certificates_from_before(self):
        """Way 0 with free stones, which the program wrote before there were covers."""
        folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "data")
        with open(os.path.join(folder, "zones_without_covers.cert"), "rb") as file:
            self.verified(file.read())
        with open(os.path.join(folder, "connect623_without_covers.cert"), "rb") as file:
            code, text = check(file.read())
        self.assertEqual(code, 0, text)
        self.assertIn("12,359 positions", text)

    # Connect(6,2,3), Wu and Lin's Fig. 2(a), on the infinite board.
    def test_the_v(self):
        for game, moves in (("Connect(6,2,3)", "0,0 -1,1 1,1"), ("Connect(19,19,6,2,3)", "j10 i11 k11")):
            data, answer = prove("win", game, moves, "first")
            code, text = check(data)
            self.assertEqual(code, 0, text)
            self.assertIn("the first player wins", text)
            self.assertLess(answer["positions"], 1000)
            if "19" not in game:
                self.assertEqual(second_opinion(data), 0)
            # A claim of which half of the branches are dropped.
            fields, body = split(data)
            self.assertEqual(check(build(fields, body[:len(body) // 2]))[0], 1)
            # White may not be said to win by the same bytes, nor Black after other stones.
            self.assertEqual(check(build(dict(fields, **{"for": "second"}), body))[0], 1)
            self.assertEqual(check(build(dict(fields, moves=fields["moves"].replace("0,0", "0,3").replace("9,9", "9,2")),
                                         body))[0], 1)

    def test_both_checkers_agree_on_mutants(self):
        rng = random.Random(5)
        seen = {0: 0, 1: 0, 2: 0}
        wins = [*WINS[:3], ("Connect(5,1,1)", WINS[3][1] + " 8,8", "first"), WINS[5]]
        originals = [prove("win", *win)[0] for win in wins] + [prove("value", game)[0] for game in SMALL[:2] + SMALL[3:5]]
        for data in originals:
            fields, body = split(data)
            for _ in range(30):
                mutant, changed = bytearray(body), dict(fields)
                kind = rng.randrange(7)
                at = rng.randrange(len(mutant))
                if kind == 0:
                    mutant[at] = rng.randrange(256)
                elif kind == 1:
                    mutant[at] = rng.randrange(16)
                elif kind == 2:
                    mutant.insert(at, rng.randrange(16))
                elif kind == 3:
                    del mutant[at:at + 1 + rng.randrange(5)]
                elif kind == 4:
                    changed["for"] = rng.choice(["first", "second"])
                    changed["claim"], changed["score"] = rng.choice(
                        [("win", 1), ("not-lose", 0), ("value", 0), ("value", 1), ("value", -1), ("win", 0), ("score", 1)])
                elif kind == 5 and fields["moves"] != "none":
                    stones = fields["moves"].split(" ")
                    x, y = stones[rng.randrange(len(stones))].split(",")
                    stones[rng.randrange(len(stones))] = f"{int(x) + rng.randrange(3) - 1},{int(y) + rng.randrange(3) - 1}"
                    changed["moves"] = " ".join(stones)
                else:
                    changed["game"] = fields["game"].replace(rng.choice("123456"), rng.choice("123456"), 1)
                broken = build(changed, bytes(mutant))
                code, text = check(broken)
                self.assertEqual(code, second_opinion(broken), (changed, bytes(mutant), text))
                seen[code] += 1
        self.assertGreater(seen[1], 100)
        self.assertGreater(seen[2], 20)

    def test_headers(self):
        fields, body = split(prove("win", *WINS[0])[0])
        for change in ({"moves": fields["moves"] + " 0,0"}, {"moves": fields["moves"] + " 9,9 0,0"}, {"moves": "9,9 19,0 0,0"},
                       {"moves": "9,9 a1 0,0"}, {"moves": "9,9  0,0 0,1"}, {"game": "Connect(19,19,6,2)"},
                       {"game": "Connect(19,19,06,2,1)"}, {"game": "connect6"}, {"game": "Connect(65,19,6,2,1)"},
                       {"score": "2"}, {"score": "-1"}, {"claim": "score"}, {"claim": "drawn"}, {"moves": "01,9"},
                       {"game": "Connect(6,2,1)", "moves": "1001,0"}):
            data = build(dict(fields, **change), body)
            self.assertEqual(check(data)[0], 2, change)
        # The game is over, or the board is full.
        over = dict(fields, game="Connect(3,3,3,1,1)", moves="0,0 1,0 0,1 1,1 0,2")
        self.assertIn("ends the game", check(build(over, b"T"))[1])
        full = dict(fields, game="Connect(2,1,3,1,1)", moves="0,0 1,0")
        self.assertIn("fill the board", check(build(full, b"T"))[1])
        wrong = dict(fields, wins="7", length=len(body), sha256=hashlib.sha256(body).hexdigest())
        text = ("INAROW CERTIFICATE 1\n" + "".join(f"{key}: {wrong[key]}\n" for key in FIELDS)).encode()
        self.assertEqual(check(text + b"\n" + body)[0], 1)

    def refused(self, code, part, *arguments):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "x.cert")
            result = run(INAROW, "prove", *arguments, "-o", path)
            self.assertEqual(result.returncode, code, result.stdout + result.stderr)
            self.assertIn(part, (result.stdout + result.stderr).decode())
            self.assertFalse(os.path.exists(path))

    def test_claims_that_are_refused(self):
        self.refused(1, "the game is a draw", "win", "tictactoe")
        self.refused(1, "the first player wins", "not-lose", "Connect(4,4,3,1,1)", "--for", "second")
        self.refused(1, "not found", "win", "gomoku", "--moves", "h8 i9")
        self.refused(2, "exact search", "not-lose", "gomoku", "--moves", "h8")
        self.refused(2, "exact search", "win", "gomoku", "--moves", "h8", "--tree")
        self.refused(2, "needs a position with stones", "win", "connect6")
        self.refused(2, "the game is over", "value", "tictactoe", "--moves", "a1 b1 a2 b2 a3")
        self.refused(2, "move 2", "value", "tictactoe", "--moves", "a1 a1")
        self.refused(2, "too few", "win", "connect6", "--moves", "j10 k10")
        self.refused(2, "null stones", "win", "connect6", "--moves", "j10 ----")
        self.refused(2, "no scores", "score", "tictactoe")
        self.refused(2, "no rules", "value", "tictactoe", "--rules")
        self.refused(2, "is for placement games", "value", "drop:4x4", "--tree")

    def test_solve_writes_certificates(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "x.cert")
            for game, moves, method in (("gomoku", WINS[2][1], "threat"), ("Connect(4,4,3,1,1)", "", "auto"),
                                        ("gomoku", "h8 a1 i8 a15 g9 o1 g10 o15 g8", "threat"),
                                        ("connect6", "j10 i8h9 i11k11 g10h11 k9h12 l8g13", "threat"),
                                        ("Connect(6,2,1)", "0,0 -1,-2 -2,-1 -1,1 1,1 -3,0 -2,1 1,-1 -2,2 2,-2 -3,3", "threat")):
                result = run(INAROW, "solve", game, "--moves", moves, "--method", method, "--certificate", path, "--json")
                self.assertEqual(result.returncode, 0, result.stderr)
                answer = json.loads(result.stdout)
                self.assertTrue(answer["certificate"]["proved"])
                with open(path, "rb") as file:
                    code, text = check(file.read())
                self.assertEqual(code, 0, text)
                self.assertIn(f"the {answer['winner']} player wins", text)


if __name__ == "__main__":
    unittest.main()
