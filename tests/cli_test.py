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
        for command in ("count", "perft", "show", "serve", "version"):
            self.assertIn("--json", self.ok(command, "--help"))

    def test_bad_input_is_one_helpful_line(self):
        self.refused("cuont", part="the commands are count")
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
        self.refused("serve", code=4)

    def test_count_connect_four(self):
        self.assertIn("total (bound) 70728639995483\n", self.ok("count", "connect4"))
        answer = json.loads(self.ok("count", "connect4", "--json"))
        self.assertEqual(answer["bound"]["total"], 70728639995483)
        self.assertEqual(answer["bound"]["per_men"]["42"], 538257874440)

    def test_count_beyond_64_bits_keeps_all_digits(self):
        total = json.loads(self.ok("count", "Connect(19,19,6,2,1)", "--json"))["bound"]["total"]
        self.assertIsInstance(total, str)
        self.assertGreater(len(total), 160)

    def test_count_exactly(self):
        self.assertIn("total (exact) 3945711\n", self.ok("count", "drop:5x4", "--exact"))
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

    def test_a_full_disk_is_reported(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("no /dev/full")
        with open("/dev/full", "w") as full:
            result = subprocess.run([PROGRAM, "version"], stdout=full, stderr=subprocess.PIPE, text=True)
        self.assertEqual(result.returncode, 4)
        self.assertIn("cannot write", result.stderr)


if __name__ == "__main__":
    unittest.main()
