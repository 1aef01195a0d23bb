"""Solves that survive: inarow solve --checkpoint FILE is killed and goes on, and refuses what is no checkpoint of its game.

    checkpoint_test.py INAROW
"""

import hashlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = os.path.abspath(sys.argv.pop(1))
# Eight seconds of search, and two.
LONGEST = ["solve", "drop:8x5", "--score", "--no-book", "--threads", "1"]
LONG = ["solve", "connect4", "--score", "--no-book", "--threads", "1"]
SHORT = ["solve", "drop:6x5", "--score", "--no-book", "--threads", "1"]


class Checkpoints(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.file = os.path.join(self.folder.name, "search.checkpoint")

    def command(self, arguments):
        return [PROGRAM, *arguments, "--json", "--quiet", "--checkpoint", self.file]

    def run_program(self, arguments):
        return subprocess.run(self.command(arguments), capture_output=True, text=True, check=False)

    def answer(self, arguments, code=0):
        run = self.run_program(arguments)
        self.assertEqual(run.returncode, code, run.stderr)
        return json.loads(run.stdout)

    def facts(self):
        with open(self.file, "rb") as file:
            file.readline()
            return json.loads(file.readline())["facts"]

    def test_goes_on_after_kill(self):
        scratch = self.answer(LONGEST)
        os.remove(self.file)
        child = subprocess.Popen(self.command(LONGEST), stdout=subprocess.DEVNULL)
        deadline = time.monotonic() + 60
        # It is written at the beginning, empty, and after 1, 3, 7, ... seconds. In the end there are some 600,000; a
        # third of the search has as many as are waited for. With less, the search that goes on may come upon its moves
        # in an order that costs more than it has been given.
        while not os.path.exists(self.file) or self.facts() < 400000:
            self.assertIsNone(child.poll(), "finished before it could be killed")
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.02)
        child.send_signal(signal.SIGKILL)
        child.wait()
        resumed = self.answer(LONGEST)
        self.assertEqual(resumed["score"], 1)
        self.assertEqual(resumed["score"], scratch["score"])
        self.assertLess(resumed["nodes"], 0.97 * scratch["nodes"])
        # All is there now.
        self.assertLess(self.answer(LONGEST)["nodes"], scratch["nodes"] / 1000)
        self.assertEqual(os.listdir(self.folder.name), ["search.checkpoint"])

    def test_goes_on_after_a_limit(self):
        stopped = self.answer([*LONG, "--time", "0.6"], code=3)
        self.assertFalse(stopped["proved"])
        self.assertGreater(self.facts(), 100)
        self.assertEqual(self.answer(LONG)["score"], 1)

    def test_other_positions_of_the_board(self):
        alone = subprocess.run([PROGRAM, *SHORT, "--moves", "1", "--json", "--quiet"],
                               capture_output=True, text=True, check=True)
        alone = json.loads(alone.stdout)
        self.answer(SHORT)
        helped = self.answer([*SHORT, "--moves", "1"])
        self.assertEqual(helped["score"], alone["score"])
        self.assertLess(helped["nodes"], alone["nodes"])

    def refused(self, arguments, *words):
        run = self.run_program(arguments)
        self.assertEqual((run.returncode, run.stdout), (2, ""), run.stderr)
        self.assertEqual(run.stderr.count("\n"), 1)
        for word in words:
            self.assertIn(word, run.stderr)

    def test_refuses_others(self):
        self.answer(SHORT)
        with open(self.file, "rb") as file:
            good = file.read()
        self.refused(["solve", "drop:5x6"], "search.checkpoint", "of drop:6x5, not of drop:5x6")
        self.refused(["solve", "drop:6x5:cyl"], "of drop:6x5, not of drop:6x5:cyl")
        self.refused([*SHORT, "--no-rules"], "leave out --no-rules")
        self.refused(["solve", "gomoku"], "drop games")
        self.refused(["solve", "cylinder:5"], "drop games")
        self.refused([*SHORT, "--method", "victor"], "alphabeta")
        self.refused([*SHORT, "--batch", "-"], "--batch")

        def write(contents):
            with open(self.file, "wb") as file:
                file.write(contents)

        middle = len(good) // 2
        for bad, word in [
            (b"", "does not begin"),
            (good[:middle], "cut off"),
            (good[:middle] + bytes([good[middle] ^ 4]) + good[middle + 1:], "damaged"),
            (good.replace(b"CHECKPOINT 1", b"CHECKPOINT 2", 1), "another version"),
        ]:
            write(bad)
            self.refused(SHORT, "search.checkpoint", word)
            with open(self.file, "rb") as file:
                self.assertEqual(file.read(), bad)  # it is not replaced
        # A right checksum over nonsense.
        body = good[:-32].replace(b'"rules":true', b'"rules":  "no"')
        write(body + hashlib.sha256(body).digest())
        self.refused(SHORT, "lacks a field")

    def test_refuses_a_file_that_cannot_be_written(self):
        self.file = os.path.join(self.folder.name, "no", "folder")
        self.refused(SHORT, "cannot write")


if __name__ == "__main__":
    unittest.main()
