"""Certificates end to end: written by the program, verified by both checkers, and corrupted.

    certificate_test.py INAROW INAROW_CHECK SOURCE_FOLDER
"""

import hashlib
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import check_certificate
from check_certificate import COUNTS, FIELDS

INAROW, CHECK, SOURCE = sys.argv[1:4]
del sys.argv[1:4]
MUTANTS = int(os.environ.get("INAROW_MUTANTS", "100"))  # of each certificate


def run(*command, data=None):
    return subprocess.run(command, input=data, capture_output=True, timeout=300)


def prove(*arguments):
    """The bytes of a certificate that the program writes, uncompressed."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "x.cert")
        result = run(INAROW, "prove", *arguments, "--plain", "--quiet", "-o", path)
        assert result.returncode == 0, result.stderr + result.stdout
        with open(path, "rb") as file:
            return file.read()


def check(data, *options):
    """Exit code and output of inarow-check."""
    result = run(CHECK, "-", *options, data=data)
    return result.returncode, (result.stdout + result.stderr).decode()


def second_opinion(data):
    """Exit code of the Python checker."""
    try:
        check_certificate.verify(data)
        return 0
    except check_certificate.Refuted:
        return 1
    except check_certificate.Unreadable:
        return 2


def build(fields, body):
    """A certificate of these header fields; hash and length are made right."""
    fields = dict(fields, length=len(body), sha256=hashlib.sha256(body).hexdigest())
    text = "INAROW CERTIFICATE 1\n" + "".join(f"{key}: {fields[key]}\n" for key in FIELDS)
    return text.encode() + b"\n" + body


def split(data):
    """The header's fields as text, and the body."""
    head, _, body = data.partition(b"\n\n")
    return dict(line.split(": ", 1) for line in head.decode().split("\n")[1:]), body


def with_right_counts(fields, body):
    """The certificate with the counts that a checker makes, if the walk gets that far."""
    data = build(dict(fields, **dict.fromkeys(COUNTS, 0)), body)
    message = check(data)[1]
    found = re.search(r"counted: (.*)", message)
    if found:
        fields = dict(fields, **dict(part.split(" ") for part in found[1].split(", ")))
    return build(fields, body)


# Rule leaves from text. -------------------------------------------------------------------------

RULES = ["claimeven", "baseinverse", "vertical", "aftereven", "lowinverse", "highinverse", "baseclaim", "before",
         "specialbefore"]


class Leaf:
    """Writes rule sets as the thesis prints them into the bytes of a rule leaf."""

    def __init__(self, game, moves, prover):
        self.board = check_certificate.Board(game)
        self.position = check_certificate.Bound(self.board, moves, prover, 0, b"", 0, {})
        self.prover = prover

    def cell(self, name):
        return ord(name[0]) - ord("a"), int(name[1:]) - 1

    def number(self, cell):
        return cell[0] * self.board.height + cell[1]

    def group(self, ends):
        """Bytes of a group given by its end squares, left or lower end first."""
        (a, b), (c, d) = (self.cell(name) for name in ends)
        direction = 0 if a == c else 1 if b == d else 2 if d > b else 3
        return bytes([self.number((a, b)), direction])

    def before(self, squares):
        """The group of a Before that the thesis gives by its pairs of squares, and the parts."""
        pairs = [(self.cell(squares[i]), self.cell(squares[i + 1])) for i in range(0, len(squares), 2)]
        taken = self.position.stones[0] | self.position.stones[1]
        theirs = self.position.stones[1 - self.prover]
        for line in sorted(self.board.lines, key=sorted):
            empty = sorted(c for c in line if c not in taken)
            if line & theirs or len(empty) != len(pairs):
                continue
            parts = [next((p for p in pairs if c in p), None) for c in empty]
            if None in parts or len(set(parts)) != len(pairs):
                continue
            bits = sum((c == p[1]) << i for i, (c, p) in enumerate(zip(empty, parts)))
            if any(c == p[1] and c[1] % 2 == 0 for c, p in zip(empty, parts)) or bits == (1 << len(empty)) - 1:
                continue
            cells = sorted(line)
            direction = 0 if cells[0][0] == cells[-1][0] else [3, 1, 2][(cells[1][1] > cells[0][1]) + (cells[1][1] >= cells[0][1])]
            return bytes([self.number(cells[0]), direction, bits])
        raise ValueError(f"no Before group of {squares}")

    def solution(self, text):
        name, *squares = text.lower().split()
        rule = RULES.index(name)
        numbers = [self.number(self.cell(s)) for s in squares]
        if name in ("claimeven", "vertical"):
            numbers = numbers[1:]
        if name in ("aftereven",):
            return bytes([rule]) + self.group(squares)
        if name == "before":
            return bytes([rule]) + self.before(squares)
        return bytes([rule, *numbers])

    def leaf(self, kind, lever, lines):
        solutions = [self.solution(line) for line in lines]
        return bytes([kind]) + lever + bytes([len(solutions)]) + b"".join(solutions)


def columns_of(moves):
    return [ord(c) - ord("a") for c in moves]


def rule_certificate(game, moves, prover, kind, lever, lines):
    """A certificate whose only position is a rule leaf; the player to move is the opponent."""
    leaf = Leaf(game, columns_of(moves), prover)
    lever = b"".join(leaf.group(group.split("-")) for group in lever)
    body = b"\xc0" + leaf.leaf(kind, lever, lines)
    fields = {"game": game, "moves": " ".join(str(c + 1) for c in columns_of(moves)) or "none",
              "claim": "not-lose" if kind == 0 else "win", "for": ("first", "second")[prover],
              "score": 0 if kind == 0 else 1, "method": "by hand", **dict.fromkeys(COUNTS, 0), "codec": "plain"}
    return build(dict(fields, positions=1, **{"rule-leaves": 1}), body)


SIX_BY_SIX = """Before a1 a2 b1 b2 c2 c3 d2 d3
Before a3 a4 b3 b4 c4 c5 d4 d5
Before b1 b2 c2 c3 d2 d3 e1 e2
Before b3 b4 c4 c5 d4 d5 e3 e4
Before c2 c3 d2 d3 e1 e2 f1 f2
Before c4 c5 d4 d5 e3 e4 f3 f4
Baseinverse c1 d1
Claimeven a5 a6
Claimeven b5 b6
Claimeven e5 e6
Claimeven f5 f6""".splitlines()

SIX_BY_FOUR = """Before a1 a2 b1 b2 c2 c3 d2 d3
Before b1 b2 c2 c3 d2 d3 e1 e2
Before c2 c3 d2 d3 e1 e2 f1 f2
Baseinverse c1 d1
Claimeven a3 a4
Claimeven b3 b4
Claimeven e3 e4
Claimeven f3 f4""".splitlines()

APPENDIX_B1 = """Before a2 a3 b2 b3 c1 c2 d1 d2
Before a4 a5 b4 b5 c3 c4 d3 d4
Before b2 b3 c1 c2 d1 d2 e2 e3
Before b4 b5 c3 c4 d3 d4 e4 e5
Before c1 c2 d1 d2 e2 e3 f2 f3
Before c3 c4 d3 d4 e4 e5 f4 f5
Before d1 d2 e2 e3 f2 f3 g1 g2
Before d3 d4 e4 e5 f4 f5 g3 g4
Baseinverse e1 f1
Claimeven c5 c6
Claimeven d5 d6
Claimeven g5 g6""".splitlines()

APPENDIX_B2 = """Before a1 a2 b2 b3 c2 c3 d1 d2
Before a3 a4 b4 b5 c4 c5 d3 d4
Before b2 b3 c2 c3 d1 d2 e1 e2
Before b4 b5 c4 c5 d3 d4 e3 e4
Before c2 c3 d1 d2 e1 e2 f2 f3
Before c4 c5 d3 d4 e3 e4 f4 f5
Before d1 d2 e1 e2 f2 f3 g2 g3
Before d3 d4 e3 e4 f4 f5 g4 g5
Baseinverse f1 g1
Claimeven a5 a6
Claimeven d5 d6
Claimeven e5 e6""".splitlines()

APPENDIX_B3 = """Before a1 a2 b1 b2 c2 c3 d2 d3
Before a3 a4 b3 b4 c4 c5 d4 d5
Before b1 b2 c2 c3 d2 d3 e1 e2
Before b3 b4 c4 c5 d4 d5 e3 e4
Before c2 c3 d2 d3 e1 e2 f1 f2
Before c4 c5 d4 d5 e3 e4 f3 f4
Before d2 d3 e1 e2 f1 f2 g1 g2
Before d4 d5 e3 e4 f3 f4 g3 g4
Claimeven a5 a6
Claimeven b5 b6
Claimeven e5 e6
Claimeven f5 f6""".splitlines()

# Section 8.2 (without its Claimeven d5-d6, which clashes with the Baseinverse).
DIAGRAM_8_1 = """Claimeven b5 b6
Claimeven c5 c6
Claimeven f1 f2
Claimeven f3 f4
Claimeven f5 f6
Claimeven g3 g4
Claimeven g5 g6
Baseinverse d5 e5""".splitlines()

# Diagram 6.4: the second player wins by two Afterevens.
DIAGRAM_6_4 = """Aftereven c2 f2
Aftereven b2 e2
Claimeven a3 a4
Claimeven a5 a6
Claimeven c5 c6
Claimeven d5 d6
Claimeven e5 e6
Claimeven g1 g2
Claimeven g3 g4
Claimeven g5 g6
Baseinverse c4 d4""".splitlines()


class Rules(unittest.TestCase):
    def verified(self, data, *options):
        code, text = check(data, *options)
        self.assertEqual(code, 0, text)
        self.assertEqual(second_opinion(data), 0)
        return text

    def test_sets_of_the_thesis(self):
        for moves, lines in (("ab", APPENDIX_B1), ("bc", APPENDIX_B2), ("cd", APPENDIX_B3)):
            text = self.verified(rule_certificate("drop:7x6", moves, 1, 0, [], lines))
            self.assertIn("the second player does not lose; 1 positions, 0 plain leaves, 1 rule leaves", text)
            self.assertIn("axioms: Allis 1988 ch. 6-8", text)
        self.verified(rule_certificate("drop:6x6", "", 1, 0, [], SIX_BY_SIX))

    def test_every_solution_of_these_sets_is_needed_or_the_checkers_agree(self):
        for game, moves, lines in (("drop:6x6", "", SIX_BY_SIX), ("drop:7x6", "cd", APPENDIX_B3)):
            refused = 0
            for i in range(len(lines)):
                data = rule_certificate(game, moves, 1, 0, [], lines[:i] + lines[i + 1:])
                code, _ = check(data)
                self.assertEqual(code, second_opinion(data))
                refused += code == 1
            self.assertGreater(refused, 6)

    def test_levers_of_the_first_player(self):
        for moves in ("decbbebeeddccda", "gedeceeddccbbdb"):  # diagrams 8.1 and 8.2
            self.verified(rule_certificate("drop:7x6", moves, 0, 2, ["a3-d3"], DIAGRAM_8_1))
        left = [f"Claimeven {c}{r} {c}{r + 1}" for c in "abc" for r in (1, 3, 5)]
        for moves in ("deedeeeeddddg", "deedeeeeddddf"):  # 8.3 and 8.6
            self.verified(rule_certificate("drop:7x6", moves, 0, 3, ["d3-g3", "d1-g4"], left))
        swapped = rule_certificate("drop:7x6", "deedeeeeddddg", 0, 3, ["d1-g4", "d3-g3"], left)
        self.assertEqual(check(swapped)[0], 1)
        # The other player's kind, a threat where there is none, and too few claims.
        fields, body = split(rule_certificate("drop:7x6", "deedeeeeddddg", 0, 3, ["d3-g3", "d1-g4"], left))
        self.assertEqual(check(build(fields, body[:1] + b"\0" + body[2:]))[0], 1)
        self.assertEqual(check(rule_certificate("drop:7x6", "deedeeeeddddg", 0, 2, ["d3-g3"], left))[0], 1)
        self.assertEqual(check(rule_certificate("drop:7x6", "deedeeeeddddg", 0, 3, ["d3-g3", "d1-g4"], left[:-4]))[0], 1)

    # The proof of the method itself: its lines, with rule leaves.
    def test_method_victor_writes_its_proof(self):
        for game, moves, method, sentence in (
            ("drop:7x4", "4", "victor", "after d1 the second player does not lose"),
            ("connect4", "444442266", "proof-number", "the first player wins"),
        ):
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "proof")
                result = run(INAROW, "solve", game, "--moves", moves, "--method", method, "--certificate", path, "--json")
                self.assertEqual(result.returncode, 0, result.stderr)
                answer = json.loads(result.stdout)
                with open(path, "rb") as file:
                    data = file.read()
                self.assertEqual(answer["certificate"]["bytes"], len(data))
                code, text = check(data)
                self.assertEqual(code, 0, text)
                self.assertIn(sentence, text)
                self.assertGreater(answer["certificate"]["leaves"]["rules"], 10)

    def test_the_shipped_proof_by_victor(self):
        with open(os.path.join(SOURCE, "data/connect4-victor.cert"), "rb") as file:
            code, text = check(file.read())
        self.assertEqual(code, 0, text)
        self.assertIn("on drop:7x6 the first player wins", text)

    # The claims of 8.4 would prove a win of White's here; exact search says that Black wins.
    def test_threat_combinations_need_six_rows(self):
        moves = "".join("abcdef"[int(c) - 1] for c in "2111415112633633636366366")
        data = rule_certificate("drop:6x8", moves, 0, 3, ["c3-f3", "b1-e4"],
                                ["Claimeven b3 b4", "Claimeven b5 b6", "Claimeven a7 a8"])
        code, text = check(data)
        self.assertEqual((code, second_opinion(data)), (1, 1))
        self.assertIn("six rows", text)
        self.assertEqual(check(data, "--no-axioms")[0], 1)

    def test_second_player_wins_by_an_aftereven(self):
        data = rule_certificate("drop:7x6", "deceeddcca", 1, 1, [], DIAGRAM_6_4)
        self.assertIn("the second player wins", self.verified(data))
        fields, body = split(data)
        self.assertEqual(check(build(dict(fields, score=2), body))[0], 1)
        without = rule_certificate("drop:7x6", "cd", 1, 1, [], APPENDIX_B3)
        self.assertIn("without Aftereven", check(without)[1])

    def test_a_rule_leaf_behind_a_move(self):
        leaf = Leaf("drop:7x6", [0, 1], 1).leaf(0, b"", APPENDIX_B1)
        fields, _ = split(rule_certificate("drop:7x6", "ab", 1, 0, [], APPENDIX_B1))
        data = build(dict(fields, moves="1"), b"\x81" + leaf)
        self.assertIn("after a1 the second player does not lose", self.verified(data))
        self.assertEqual(check(build(dict(fields, moves="1"), b"\x82" + leaf))[0], 1)

    def test_odd_heights_have_no_rules(self):
        self.assertIn("even number of rows", check(rule_certificate("drop:6x5", "", 1, 0, [], SIX_BY_FOUR))[1])

    def test_the_second_player_holds_all_first_moves_but_one(self):
        for move in "123567":
            data = prove("not-lose", "connect4", "--moves", move, "--for", "second", "--rules")
            self.assertLess(len(data), 500)
            self.assertIn("1 positions, 0 plain leaves, 1 rule leaves", self.verified(data))

    def test_rules_of_the_evaluation_in_proofs(self):
        for arguments in (("value", "drop:6x4"), ("value", "drop:4x6"), ("score", "drop:5x4", "--moves", "33"),
                          ("win", "connect4", "--moves", "444442222", "--for", "first"), ("not-lose", "drop:4x4:cyl", "--for", "second")):
            data = prove(*arguments, "--rules")
            self.assertGreater(int(split(data)[0]["rule-leaves"]), 0, arguments)
            self.verified(data)
            if arguments[1] != "connect4":
                self.assertIn("axioms: none", check(data, "--no-axioms")[1])
        # Where there are no rules, proofs are plain.
        self.assertEqual(prove("value", "drop:4x5", "--rules"), prove("value", "drop:4x5"))

    def test_without_axioms_by_search(self):
        data = rule_certificate("drop:6x4", "", 1, 0, [], SIX_BY_FOUR)
        self.assertIn("axioms: none", self.verified(data, "--no-axioms"))


class Plain(unittest.TestCase):
    def value(self, game, moves=""):
        answer = json.loads(run(INAROW, "solve", game, "--moves", moves, "--score", "--no-book", "--json").stdout)
        return answer["score"] if answer["to_move"] == "first" else -answer["score"]

    def test_values_of_all_boards_up_to_ten(self):
        for width in range(1, 10):
            for height in range(1, 11 - width):
                game = f"drop:{width}x{height}"
                data = prove("value", game)
                code, text = check(data)
                self.assertEqual(code, 0, text)
                score = self.value(game)
                word = "draw" if score == 0 else "first player wins" if score > 0 else "second player wins"
                self.assertIn(word, text)
                if len(data) < 5000:
                    self.assertEqual(second_opinion(data), 0, game)

    def test_other_games(self):
        for game in ("drop:5x4:k3", "drop:4x4:cyl", "drop:3x5:k3:cyl", "drop:2x4:k3:cyl", "drop:4x5:k5", "drop:1x1:k1",
                     "drop:1x127:k100", "drop:64x1:k65", "drop:5x3:cyl"):
            for kind in ("value", "score"):
                data = prove(kind, game)
                self.assertEqual(check(data)[0], 0, game)
                if len(data) < 9000:
                    self.assertEqual(second_opinion(data), 0, game)

    def test_scores_of_positions(self):
        numbers = random.Random(5)
        done = 0
        while done < 12:
            game = numbers.choice(["drop:5x4", "drop:4x5", "drop:6x4", "drop:5x5"])
            width = int(game[5])
            moves = "".join(str(numbers.randint(1, width)) for _ in range(numbers.randint(4, 9)))
            try:
                score = self.value(game, moves)
                data = prove("score", game, "--moves", moves, "--for", "first")
            except (AssertionError, json.JSONDecodeError):
                continue  # no legal game, or it is over
            done += 1
            code, text = check(data)
            self.assertEqual(code, 0, text)
            self.assertIn(f"the score of the first player is {score};", text)
            if len(data) < 3000:
                self.assertEqual(second_opinion(data), 0)
            # The exact score is neither higher nor lower: other claims cannot be proved by this body.
            fields, body = split(data)
            for other in (score - 1, score + 1):
                self.assertNotEqual(check(with_right_counts(dict(fields, score=other), body))[0], 0)

    def test_wins_with_a_score(self):
        text = check(prove("win", "drop:6x4", "--for", "second", "--score", "1"))[1]
        self.assertIn("on drop:6x4 the second player wins;", text)
        score = self.value("drop:5x4:k3")
        text = check(prove("win", "drop:5x4:k3", "--score", str(score)))[1]
        self.assertIn(f"wins with a score of at least {score}", text)

    def test_false_claims_and_bad_input(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "x.cert")

            def refused(code, part, *arguments):
                result = run(INAROW, "prove", *arguments, "-o", path)
                self.assertEqual(result.returncode, code, result.stderr)
                self.assertIn(part, (result.stdout + result.stderr).decode())
                self.assertEqual(os.listdir(folder), [])

            refused(1, "the game is a draw", "win", "drop:5x4")
            refused(1, "the second player wins with a score of 1", "not-lose", "drop:6x4", "--for", "first")
            refused(1, "it is not so", "win", "drop:5x4:k3", "--score", "10")
            refused(2, "no kind of claim", "magic", "drop:5x4")
            refused(2, "drop games of finite height", "win", "cylinder:6")
            refused(2, "the game is over", "win", "drop:5x4", "--moves", "1212121")
            refused(2, "go from 1 to 10", "win", "drop:5x4", "--score", "99")
            refused(3, "stopped", "win", "connect4", "--time", "0.3")
            process = subprocess.Popen([INAROW, "prove", "win", "connect4", "-o", path], stdout=subprocess.PIPE)
            time.sleep(1)
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=30)
            self.assertEqual(process.returncode, 3)
            self.assertEqual(os.listdir(folder), [])
        self.assertEqual(run(INAROW, "prove", "win", "drop:5x4").returncode, 2)
        missing = run(INAROW, "prove", "value", "drop:4x4", "-o", "/nonexistent/x.cert")
        self.assertEqual(missing.returncode, 4)
        self.assertIn("not-lose", run(INAROW, "prove", "--list").stdout.decode())

    def test_same_claim_same_bytes_and_compression(self):
        with tempfile.TemporaryDirectory() as folder:
            files = []
            for i, options in enumerate((("--threads", "1"), ("--threads", "2"), ("--memory", "20"))):
                path = os.path.join(folder, f"{i}.cert")
                result = run(INAROW, "prove", "value", "drop:5x5", *options, "-o", path, "--json")
                self.assertEqual(result.returncode, 0)
                answer = json.loads(result.stdout)
                self.assertEqual(answer["bytes"], os.path.getsize(path))
                self.assertTrue(answer["proved"])
                with open(path, "rb") as file:
                    files.append(file.read())
                self.assertEqual(check(files[-1])[0], 0)
            self.assertEqual(files[0], files[1])
            self.assertEqual(files[0], files[2])
            self.assertLess(len(files[0]), answer["body_bytes"] // 2)
            # A compressed body is cut off, continued, or a byte of it is changed.
            data = files[0]
            start = data.index(b"\n\n") + 2
            self.assertEqual(check(data[:-1])[0], 2)
            self.assertNotEqual(check(data + b"x")[0], 0)
            self.assertNotEqual(check(data + data[start:])[0], 0)
            numbers = random.Random(6)
            for _ in range(200):
                place = numbers.randrange(start, len(data))
                changed = data[:place] + bytes([data[place] ^ 1 << numbers.randrange(8)]) + data[place + 1:]
                self.assertNotEqual(check(changed)[0], 0, place)

    def test_solve_writes_certificates(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "x.cert")
            result = run(INAROW, "solve", "drop:5x4", "--moves", "33", "--score", "--certificate", path, "--json")
            answer = json.loads(result.stdout)
            self.assertEqual(answer["certificate"]["score"], answer["score"])
            self.assertEqual(json.loads(run(CHECK, path, "--json").stdout)["verdict"], "verified")
            self.assertIn("proved: on drop:5x4", run(INAROW, "solve", "drop:5x4", "--certificate", path).stdout.decode())
            self.assertEqual(run(INAROW, "solve", "drop:5x4", "--batch", "-", "--certificate", path).returncode, 2)

    def test_the_win_on_connect_four(self):
        path = os.path.join(SOURCE, "data", "connect4-first-wins.cert")
        started = time.time()
        result = run(CHECK, path)
        self.assertEqual(result.returncode, 0, result.stdout)
        self.assertIn(b"VERIFIED: on drop:7x6 the first player wins; 1,8", result.stdout)
        self.assertIn(b"axioms: none", result.stdout)
        self.assertLess(time.time() - started, 120)
        self.assertLess(os.path.getsize(path), 20_000_000)


class Mutations(unittest.TestCase):
    """Whatever is changed, the two checkers agree, and what they accept is true."""

    def agree(self, data):
        code, text = check(data)
        self.assertIn(code, (0, 1, 2), text)
        self.assertEqual(code == 0, second_opinion(data) == 0, text)
        return code

    def mutate_body(self, numbers, body):
        body = bytearray(body)
        place = numbers.randrange(len(body))
        kind = numbers.randrange(7)
        if kind == 0:
            body[place] ^= 1 << numbers.randrange(8)
        elif kind == 1:
            body[place] = numbers.randrange(8)  # another move, square or rule
        elif kind == 2:
            del body[place]
        elif kind == 3:
            body.insert(place, numbers.randrange(8))
        elif kind == 4:
            del body[place:place + numbers.randrange(1, 40)]
        elif kind == 5:
            body[place] = body[place] + numbers.choice([1, 255]) & 255  # one square further
        else:
            other = numbers.randrange(len(body))
            body[place], body[other] = body[other], body[place]
        return bytes(body)

    def mutate_header(self, numbers, fields):
        fields = dict(fields)
        key = numbers.choice([k for k in FIELDS if k not in ("length", "sha256", "method", "codec")])
        if key in COUNTS:
            fields[key] = int(fields[key]) + numbers.choice([-1, 1, 1000])
        elif key == "game":
            fields[key] = numbers.choice(["drop:4x4", "drop:5x4", "drop:4x4:cyl", "drop:6x4", "drop:4x5", "drop:7x6", "x"])
        elif key == "moves":
            fields[key] = numbers.choice(["none", "1", "4 4", "9", "1 1 1 1 1", "2 3", "01"])
        elif key == "claim":
            fields[key] = numbers.choice(["win", "not-lose", "value", "score", "magic"])
        elif key == "for":
            fields[key] = numbers.choice(["first", "second", "third"])
        else:
            fields[key] = int(fields[key]) + numbers.choice([-1, 1, 5, -100, 1000])
        return fields

    def corrupt(self, data, seed):
        self.assertEqual(check(data)[0], 0)
        numbers = random.Random(seed)
        fields, body = split(data)
        codes = [0, 0, 0]
        for _ in range(MUTANTS):
            changed = self.mutate_body(numbers, body)
            if changed == body:
                continue
            # The old hash is refused; with a new hash, and then with counts that fit, the proof is what counts.
            start = data.index(b"\n\n") + 2
            self.assertNotEqual(check(data[:start] + changed)[0], 0)
            codes[self.agree(build(fields, changed))] += 1
            codes[self.agree(with_right_counts(fields, changed))] += 1
            mutated = self.mutate_header(numbers, fields)
            if mutated != fields:
                codes[self.agree(build(mutated, body))] += 1
        self.assertGreater(codes[1], MUTANTS)
        return codes

    def test_written_certificates(self):
        for seed, arguments in enumerate((
                ("value", "drop:4x4"),
                ("score", "drop:5x4", "--moves", "3313"),
                ("win", "drop:5x4:k3"),
                ("value", "drop:4x4:cyl"),
                ("value", "drop:6x4", "--rules"),
                ("not-lose", "drop:4x5", "--for", "second"))):
            with self.subTest(arguments=arguments):
                self.corrupt(prove(*arguments), seed)

    def test_rule_leaves(self):
        left = [f"Claimeven {c}{r} {c}{r + 1}" for c in "abc" for r in (1, 3, 5)]
        for seed, arguments in enumerate((
                ("drop:7x6", "ab", 1, 0, [], APPENDIX_B1),
                ("drop:6x6", "", 1, 0, [], SIX_BY_SIX),
                ("drop:7x6", "decbbebeeddccda", 0, 2, ["a3-d3"], DIAGRAM_8_1),
                ("drop:7x6", "deedeeeeddddg", 0, 4, ["d3-g3", "d1-g4"], left),
                ("drop:7x6", "deceeddcca", 1, 1, [], DIAGRAM_6_4))):
            with self.subTest(arguments=arguments[:2]):
                self.corrupt(rule_certificate(*arguments), 100 + seed)

    def test_what_is_accepted_of_changed_rules_is_true(self):
        data = rule_certificate("drop:6x4", "", 1, 0, [], SIX_BY_FOUR)
        numbers = random.Random(7)
        fields, body = split(data)
        accepted = 0
        for _ in range(2 * MUTANTS):
            changed = build(fields, self.mutate_body(numbers, body))
            if self.agree(changed) == 0 and accepted < 10:
                accepted += 1
                self.assertEqual(check(changed, "--no-axioms")[0], 0)

    def test_headers(self):
        fields, body = split(prove("value", "drop:4x4"))
        good = build(fields, body)
        self.assertEqual(check(good)[0], 0)
        for bad in (b"", b"INAROW CERTIFICATE 2" + good[20:], good.replace(b"\n", b"\r\n"), good.replace(b"wins", b"Wins"),
                    good.replace(b"for: first\n", b""), good.replace(b"for: first\n", b"for: first\nfor: first\n"),
                    good.replace(b"method: ", b"extra: 1\nmethod: "), good.replace(b"codec: plain", b"codec: gzip"),
                    build(dict(fields, game="drop:1000x1000"), body), build(dict(fields, game="drop:64x2"), body),
                    build(dict(fields, game="drop:4x4:k4"), body), build(dict(fields, game="Connect(3,3,3,1)"), body),
                    build(dict(fields, moves="1 1 1 1 1"), body), build(dict(fields, moves="1  2"), body),
                    build(dict(fields, positions="9" * 30), body), build(dict(fields, method="x" * 3000), body),
                    build(dict(fields, method="\t"), body), good[:100]):
            self.assertEqual(check(bad)[0], 2, bad[:300])
            self.assertEqual(second_opinion(bad), 2 if b"x" * 3000 not in bad else 0, bad[:300])
        # A length that the body does not have, with all the rest right.
        self.assertEqual(check(re.sub(rb"length: \d+", b"length: 999999999999", good))[0], 1)
        self.assertEqual(check(re.sub(rb"length: \d+", b"length: 10", good))[0], 1)
        self.assertEqual(run(CHECK, "/nonexistent").returncode, 2)
        self.assertEqual(run(CHECK).returncode, 2)
        self.assertEqual(run(CHECK, "--magic", "x").returncode, 2)


class Alone(unittest.TestCase):
    def test_the_checker_compiles_alone_with_one_call(self):
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(os.path.join(SOURCE, "checker"), os.path.join(folder, "checker"))
            with open(os.path.join(folder, "checker", "main.cpp")) as file:
                command = re.search(r"//   (g\+\+ .*)", file.read())[1]
            result = subprocess.run(command.replace("-O2", "-O1"), shell=True, cwd=folder, capture_output=True)
            self.assertEqual(result.returncode, 0, result.stderr)
            result = run(os.path.join(folder, "inarow-check"), "-", data=prove("value", "drop:4x4"))
            self.assertEqual(result.returncode, 0)

    def test_the_checker_uses_nothing_of_the_solver(self):
        for name in os.listdir(os.path.join(SOURCE, "checker")):
            with open(os.path.join(SOURCE, "checker", name)) as file:
                text = file.read()
            for include in re.findall(r'#include "([^"]+)"', text):
                self.assertTrue(os.path.exists(os.path.join(SOURCE, "checker", include)), include)


if __name__ == "__main__":
    unittest.main()
