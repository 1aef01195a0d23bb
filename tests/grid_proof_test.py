"""A proof by jobs survives everything: workers, the server and the client are killed while it is found, and it ends with
the value of the direct search and a certificate that inarow-check verifies.

    tests/grid_proof_test.py build/release/bin/inarow build/release/bin/inarow-check"""

import json
import os
import signal
import subprocess
import sys
import time
import unittest

from grid_test import PROGRAM, WithServer

CHECKER = os.path.abspath(sys.argv.pop(1))
# One search does it in about a second; by small jobs of few threats it takes a tree of some hundred.
POSITION = ["Connect(6,2,3)", "--moves", "0,0 0,1 2,0", "--for", "first"]
SMALL_JOBS = ["--method", "job-level", "--order", "1", "--job-time", "0.2", "--parallel", "3"]


class Proof(WithServer):
    def prove(self, position, *arguments):
        return self.start(PROGRAM, "prove", "win", *position, *arguments, "--broker", self.url, "--tree",
                          str(self.folder / "it.tree"), "-o", str(self.folder / "it.cert"), "--json", "--quiet")

    def check(self):
        said = subprocess.run([CHECKER, str(self.folder / "it.cert")], capture_output=True, text=True)
        self.assertEqual(said.returncode, 0, said.stdout + said.stderr)
        return said.stdout

    def jobs_done(self, *names):
        return sum(self.log(name).count(" done in") for name in names)

    def test_everybody_is_killed_once(self):
        first = self.worker("one")
        self.worker("two")
        client = self.prove(POSITION, *SMALL_JOBS)
        self.wait_for(lambda: self.jobs_done("one", "two") >= 6, 60)
        first.kill()
        self.wait_for(lambda: self.jobs_done("two") >= 8, 60)
        self.server.kill()
        self.server.wait()
        time.sleep(1)
        self.start_server()
        self.worker("three")
        self.wait_for(lambda: self.jobs_done("three") >= 2, 60)
        self.assertIsNone(client.poll())
        client.kill()
        client.wait()
        client = self.prove(POSITION, *SMALL_JOBS)
        out, err = client.communicate(timeout=150)
        self.assertEqual(client.returncode, 0, out + err)
        report = json.loads(out)
        self.assertTrue(report["proved"])
        self.assertGreater(report["search"]["jobs"], 16)  # with those of the client that was killed
        self.assertIn("the first player wins", self.check())

    def test_a_drop_game_has_the_value_of_the_solver(self):
        self.worker("one", threads=2)
        for moves in ("33", "3322"):
            direct = json.loads(subprocess.run([PROGRAM, "solve", "drop:5x5", moves, "--json"], capture_output=True,
                                               text=True).stdout)
            for file in self.folder.glob("it.tree*"):
                file.unlink()
            client = self.prove(["drop:5x5", "--moves", moves, "--for", "first"], "--method", "job-level", "--job-time",
                                "0.05")
            out, err = client.communicate(timeout=100)
            wins = direct["winner"] == "first"
            self.assertEqual(client.returncode, 0 if wins else 1, out + err)
            self.assertIn("wins" if wins else "does not lose", self.check())

    def test_ctrl_c_keeps_the_tree(self):
        self.worker("one")
        client = self.prove(POSITION, *SMALL_JOBS)
        self.wait_for(lambda: self.jobs_done("one") >= 4, 60)
        client.send_signal(signal.SIGINT)
        out, err = client.communicate(timeout=30)
        self.assertEqual(client.returncode, 3, out + err)
        self.assertFalse(json.loads(out)["proved"])
        again = subprocess.run([PROGRAM, "prove", "win", *POSITION, "--method", "job-level", "--tree",
                                str(self.folder / "it.tree"), "-o", str(self.folder / "it.cert"), "--json", "--quiet"],
                               capture_output=True, text=True, timeout=100)
        self.assertEqual(again.returncode, 0, again.stdout + again.stderr)
        self.check()

    def test_one_client_a_tree_and_other_refusals(self):
        client = self.prove(POSITION, *SMALL_JOBS)
        self.wait_for(lambda: (self.folder / "it.tree").exists() and self.look("status")["waiting"] > 0)
        second = self.prove(POSITION, *SMALL_JOBS)
        out, err = second.communicate(timeout=30)
        self.assertEqual((second.returncode, out), (2, ""), err)
        self.assertIn("another search is at work on this tree", err)
        client.send_signal(signal.SIGTERM)
        client.communicate(timeout=30)
        other = self.prove(["drop:5x5"], "--method", "job-level")
        out, err = other.communicate(timeout=30)
        self.assertEqual((other.returncode, out), (2, ""), err)
        self.assertIn("is the tree of Connect(6,2,3)", err)
        self.server.kill()
        self.server.wait()
        (self.folder / "it.tree").unlink()
        alone = self.prove(POSITION, *SMALL_JOBS)
        out, err = alone.communicate(timeout=60)
        self.assertEqual((alone.returncode, out), (4, ""), err)
        self.assertEqual(len(err.splitlines()), 1, err)


if __name__ == "__main__":
    unittest.main()
