"""Every win by threats that the program claims is replayed by both checkers, which know only the rules
and the format, against all critical defenses and all stones in the zones.

    threat_wins_test.py INAROW INAROW_CHECK TABLE
"""

import json
import os
import subprocess
import sys
import tempfile
import unittest

import check_placement

INAROW, CHECK, TABLE = sys.argv[1:4]
del sys.argv[1:4]
sys.setrecursionlimit(100000)
SMALL = 150  # bytes of a body that the slow checker takes too


def run(*command):
    return subprocess.run(command, capture_output=True, timeout=300, text=True)


def rows():
    with open(TABLE, encoding="utf-8") as file:
        for line in file:
            if not line.startswith("#"):
                yield [part.strip() for part in line.split("|")]


class ThreatWins(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "x.cert")

    def certified(self, game, moves, winner, *more):
        """Claims, writes and checks; the program's answer and the bytes of the certificate."""
        result = run(INAROW, "solve", game, "--moves", moves, "--method", "threat", "--certificate", self.path, "--json", *more)
        self.assertEqual(result.returncode, 0, (game, moves, result.stdout, result.stderr))
        answer = json.loads(result.stdout)
        self.assertEqual(answer["winner"], winner, moves)
        self.assertTrue(answer["certificate"]["proved"], moves)
        self.assertEqual(answer["certificate"]["form"], "zones")
        checked = run(CHECK, self.path)
        self.assertEqual(checked.returncode, 0, (game, moves, checked.stdout + checked.stderr))
        self.assertIn(f"the {winner} player wins", checked.stdout)
        return answer

    def test_the_winner_is_to_move(self):
        number, by_order, slow = 0, {}, 0
        for game, moves, winner, order in rows():
            answer = self.certified(game, moves, winner)
            self.assertEqual(answer["value"], "win")
            self.assertLessEqual(answer["order"], int(order), moves)
            number += 1
            by_order[answer["order"]] = by_order.get(answer["order"], 0) + 1
            if answer["certificate"]["body_bytes"] <= SMALL:
                result = run(INAROW, "prove", "win", game, "--moves", moves, "--for", winner, "--plain", "-o", self.path)
                self.assertEqual(result.returncode, 0, result.stderr)
                with open(self.path, "rb") as file:
                    check_placement.verify(file.read())
                slow += 1
        self.assertGreaterEqual(number, 80)
        self.assertGreaterEqual(by_order[2], 25)
        self.assertGreaterEqual(slow, 50)

    def test_the_winner_has_just_moved(self):
        """His move of the win, and the claim that nothing helps his opponent."""
        number = 0
        for game, moves, winner, order in list(rows())[::2]:
            if order != "1":
                continue
            answer = json.loads(run(INAROW, "solve", game, "--moves", moves, "--method", "threat", "--json").stdout)
            move = answer["best"][0]
            shown = run(INAROW, "solve", game, "--moves", f"{moves} {move}", "--method", "threat", "--json")
            if shown.returncode == 2:
                self.assertRegex(shown.stderr, "the game is over|too few")  # it completes a line
                continue
            answer = self.certified(game, f"{moves} {move}", winner)
            self.assertEqual(answer["value"], "loss")
            number += 1
        self.assertGreater(number, 10)

    def test_the_loser_is_not_said_to_win(self):
        """The same bytes in the name of the other player, and with one byte changed or cut off."""
        number = 0
        for game, moves, winner, _ in list(rows())[::4]:
            result = run(INAROW, "prove", "win", game, "--moves", moves, "--for", winner, "--plain", "-o", self.path)
            self.assertEqual(result.returncode, 0, result.stderr)
            with open(self.path, "rb") as file:
                data = file.read()
            other = {"first": b"second", "second": b"first"}[winner]
            for wrong in (data.replace(b"for: " + winner.encode(), b"for: " + other), data[:-1] + bytes([data[-1] ^ 2]), data[:-1]):
                self.assertNotEqual(wrong, data)
                with open(self.path, "wb") as file:
                    file.write(wrong)
                self.assertEqual(run(CHECK, self.path).returncode, 1, (game, moves))
            number += 1
        self.assertGreater(number, 20)


if __name__ == "__main__":
    unittest.main()
