#!/usr/bin/env python3
"""Books by the command line: built, grown, asked, verified, merged, imported and exported, damaged and refused.

    book_test.py PROGRAM
"""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = sys.argv.pop(1)


def run(*arguments, **options):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, timeout=120, check=False, **options)


def renlib(nodes):
    header = b"\xffRenLib\xff\x03\x04" + b"\xff" * 10
    return header + b"".join(bytes(node) for node in nodes)


def renlib_cell(name):
    return (15 - int(name[1:])) * 16 + ord(name[0]) - 96


class Books(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.book = self.file("book.db")

    def file(self, name):
        return os.path.join(self.folder, name)

    def ok(self, *arguments, code=0):
        done = run(*arguments)
        self.assertEqual(done.returncode, code, done.stderr + done.stdout)
        return done.stdout

    def refused(self, *arguments, part):
        done = run(*arguments)
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        self.assertIn(part, done.stderr)

    def lines(self, name, *records):
        path = self.file(name)
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(json.dumps(record) + "\n" for record in records)
        return path

    def test_a_built_book_is_asked_by_the_solver(self):
        self.assertIn("positions", self.ok("book", "build", "drop:5x4", "--plies", "4", "--book", self.book))
        query = json.loads(self.ok("book", "query", "drop:5x4", "--book", self.book, "--moves", "33", "--json"))
        self.assertEqual((query["score"], query["proved"], query["method"]), (0, True, "alphabeta"))
        answer = json.loads(self.ok("solve", "drop:5x4", "--moves", "33", "--score", "--book", self.book, "--json"))
        self.assertEqual((answer["method"], answer["score"]), ("book", 0))
        searched = json.loads(self.ok("solve", "drop:5x4", "--moves", "33", "--score", "--book", self.book, "--no-book",
                                      "--json"))
        self.assertEqual((searched["method"], searched["score"]), ("alphabeta", 0))
        report = json.loads(self.ok("book", "verify", "drop:5x4", "--book", self.book, "--all", "--json"))
        self.assertEqual((report["confirmed"], report["wrong"]), (report["positions"], []))

    def test_what_is_not_true_is_found(self):
        self.ok("book", "build", "drop:4x4", "--plies", "3", "--book", self.book)
        wrong = self.lines("wrong.jsonl", {"moves": "1111", "score": 5})
        self.ok("book", "import", "drop:4x4", "--book", self.book, "--from", wrong, "--trust")
        done = run("book", "verify", "drop:4x4", "--book", self.book, "--all")
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("wrong: after 1111: the book says 5", done.stdout)

    def test_every_flipped_byte_of_a_row_is_found(self):
        self.ok("book", "build", "drop:4x4", "--plies", "2", "--book", self.book)
        base = sqlite3.connect(self.book)
        base.execute("UPDATE position SET lower = 3, upper = 3 WHERE stones = 1")
        base.commit()
        base.close()
        self.refused("book", "verify", "drop:4x4", "--book", self.book, part="checksum")
        done = run("solve", "drop:4x4", "--moves", "1", "--book", self.book)
        self.assertEqual((done.returncode, done.stdout), (4, ""), done.stderr)
        self.assertIn("is damaged", done.stderr)

    def test_files_that_are_no_books_are_refused_and_left_alone(self):
        letter = b"dear aunt, " * 1000
        with open(self.book, "wb") as file:
            file.write(letter)
        for verb in (["info"], ["query"], ["verify"], ["grow", "--jobs", "1"], ["import", "--from", self.book]):
            self.refused("book", verb[0], "gomoku", "--book", self.book, *verb[1:], part="no book of inarow")
        with open(self.book, "rb") as file:
            self.assertEqual(file.read(), letter)
        self.refused("book", "info", "gomoku", "--book", self.file("none.db"), part="there is no such file")
        other = self.file("other.db")
        self.ok("book", "build", "drop:4x4", "--plies", "2", "--book", other)
        self.refused("book", "info", "gomoku", "--book", other, part="is a book of drop:4x4, not of")
        with open(other, "r+b") as file:
            file.truncate(5000)
        self.refused("book", "info", "drop:4x4", "--book", other, part="damaged")
        later = self.file("later.db")
        self.ok("book", "build", "drop:4x4", "--plies", "1", "--book", later)
        base = sqlite3.connect(later)
        base.execute("PRAGMA user_version = 99")
        base.close()
        self.refused("book", "info", "drop:4x4", "--book", later, part="later version")

    def test_two_people_merge_their_work(self):
        mine = self.lines("mine.jsonl", {"moves": "4", "lower": 0, "upper": 4, "comment": "mine"},
                          {"moves": "44", "score": 1})
        yours = self.lines("yours.jsonl", {"moves": "4", "lower": -20, "upper": 2, "comment": "yours"},
                           {"moves": "44", "score": 2})
        other = self.file("other.db")
        for path, file in ((self.book, mine), (other, yours)):
            self.ok("book", "import", "connect4", "--book", path, "--from", file, "--trust")
        report = json.loads(self.ok("book", "merge", "connect4", "--book", self.book, "--from", other, "--json"))
        self.assertEqual(report["contradictions"], 1)
        after = json.loads(self.ok("book", "query", "connect4", "--book", self.book, "--moves", "4", "--json"))
        self.assertEqual(after["bounds"], [0, 2])
        self.assertEqual(after["comment"], "mine\nyours")
        kept = json.loads(self.ok("book", "query", "connect4", "--book", self.book, "--moves", "44", "--json"))
        self.assertEqual(kept["bounds"], [1, 1])

    def test_renlib_goes_in_and_out(self):
        # h8; its replies i9 (a leaf, a sibling follows) and g7; after g7 h9.
        library = self.file("t.lib")
        with open(library, "wb") as file:
            file.write(renlib([(renlib_cell("h8"), 0x00), (renlib_cell("i9"), 0xC0), (renlib_cell("g7"), 0x00),
                               (renlib_cell("h9"), 0x40)]))
        self.ok("book", "import", "gomoku", "--book", self.book, "--from", library)
        query = json.loads(self.ok("book", "query", "gomoku", "--book", self.book, "--moves", "h8", "--json"))
        self.assertEqual(sorted(move["move"] for move in query["book_moves"]), ["g7", "i9"])
        out = self.file("u.lib")
        self.ok("book", "export", "gomoku", "--book", self.book, "-o", out)
        with open(out, "rb") as file:
            written = file.read()
        self.assertEqual(written[:8], b"\xffRenLib\xff")
        self.assertIn((len(written) - 20) // 2, (4, 5, 6))
        with open(library, "r+b") as file:
            file.truncate(25)
        empty = self.file("empty.db")
        self.refused("book", "import", "gomoku", "--book", empty, "--from", library, part="t.lib")

    def test_a_certificate_is_verified_before_it_counts(self):
        proof = self.file("proof.cert")
        moves = "j10 a1a2 j9k10 a4a5"
        self.ok("prove", "win", "connect6", "--moves", moves, "-o", proof)
        self.ok("book", "import", "connect6", "--book", self.book, "--from", proof)
        query = json.loads(self.ok("book", "query", "connect6", "--book", self.book, "--moves", moves, "--json"))
        self.assertEqual((query["value"], query["method"]), ("win", "certificate"))
        self.assertEqual(len(query["certificate"]), 64)
        answer = json.loads(self.ok("solve", "connect6", "--moves", moves, "--book", self.book, "--json"))
        self.assertEqual(answer["value"], "win")
        with open(proof, "rb") as file:
            data = bytearray(file.read())
        data[-10] ^= 1
        with open(proof, "wb") as file:
            file.write(data)
        self.refused("book", "import", "connect6", "--book", self.file("fresh.db"), "--from", proof, part="proof.cert")

    def test_a_grown_book_goes_on_after_a_kill_and_is_played_by(self):
        grow = ["book", "grow", "connect6", "--book", self.book, "--moves", "j10", "--job-time", "0.1", "--threads", "1"]
        with subprocess.Popen([PROGRAM, *grow], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            deadline = time.monotonic() + 60
            while time.monotonic() < deadline:
                time.sleep(0.5)
                seen = run("book", "query", "connect6", "--book", self.book, "--moves", "j10", "--json")
                if seen.returncode == 0 and json.loads(seen.stdout)["visits"] >= 3:
                    break
            self.refused("book", "import", "connect6", "--book", self.book, "--from", self.book, part="somebody else")
            process.send_signal(signal.SIGKILL)
        before = json.loads(self.ok("book", "query", "connect6", "--book", self.book, "--moves", "j10", "--json"))
        self.assertGreaterEqual(before["visits"], 3)
        self.ok(*grow, "--jobs", "3")
        after = json.loads(self.ok("book", "query", "connect6", "--book", self.book, "--moves", "j10", "--json"))
        self.assertEqual(after["visits"], before["visits"] + 3)
        self.assertEqual(after["visits"], 1 + sum(move["visits"] for move in after["book_moves"]))
        picture = self.file("growth.svg")
        info = json.loads(self.ok("book", "info", "connect6", "--book", self.book, "--svg", picture, "--json"))
        self.assertEqual(info["positions"], sum(row["positions"] for row in info["by_stones"]))
        with open(picture, encoding="utf-8") as file:
            self.assertTrue(file.read().startswith("<svg"))
        moves = {move["move"] for move in after["book_moves"]}
        engine = subprocess.run([PROGRAM, "engine", "--protocol", "json", "--book", self.book], text=True, timeout=60,
                                input='{"id":"1","question":{"game":"connect6","moves":"j10","opponent":"strong","seconds":1}}\n',
                                capture_output=True, check=True)
        answer = json.loads(engine.stdout.splitlines()[-1])["answer"]["played"]
        self.assertIn("book", answer["says"])
        self.assertIn(answer["move"], moves)

    def test_extend_tries_the_defenses_and_keeps_what_it_finds(self):
        done = run("book", "extend", "connect6", "--book", self.book, "--moves", "j10 g7m13", "--move", "j9k9",
                   "--position-time", "2", "--defenses", "2", "--json")
        self.assertIn(done.returncode, (0, 1), done.stderr)
        report = json.loads(done.stdout)
        self.assertLessEqual(len(report["tried"]), 2)
        query = json.loads(self.ok("book", "query", "connect6", "--book", self.book, "--moves", "j10 g7m13", "--json"))
        self.assertEqual(len(query["book_moves"]), 1)


if __name__ == "__main__":
    unittest.main()
