"""Certificates of strategies, end to end: proved, checked, damaged and refused."""

import hashlib
import os
import random
import re
import subprocess
import sys
import tempfile
import unittest

PROGRAM, CHECKER, ROOT = sys.argv[1:4]
del sys.argv[1:4]


def run(*arguments, stdin=None):
    return subprocess.run(arguments, capture_output=True, text=True, timeout=300, input=stdin)


class Strategies(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = os.path.join(folder.name, "a.cert")

    def prove(self, *arguments, code=0):
        result = run(PROGRAM, "prove", *arguments, "-o", self.file, "--plain")
        self.assertEqual(result.returncode, code, result.stdout + result.stderr)
        return result

    def check(self, code, part=""):
        result = run(CHECKER, self.file)
        self.assertEqual(result.returncode, code, result.stdout + result.stderr)
        self.assertIn(part, result.stdout + result.stderr)
        return result

    def read(self):
        with open(self.file, "rb") as file:
            head, body = file.read().split(b"\n\n", 1)
        return head.decode(), body

    def write(self, head, body):
        """With the right length and hash, so that only the proof itself can be at fault."""
        head = re.sub(r"length: \d+", f"length: {len(body)}", head)
        head = re.sub(r"sha256: \w+", f"sha256: {hashlib.sha256(body).hexdigest()}", head)
        with open(self.file, "wb") as file:
            file.write(head.encode() + b"\n\n" + body)

    def test_cannot_lose(self):
        for game, player in (
            ("cylinder:1", "second"), ("cylinder:2", "first"), ("cylinder:3", "second"), ("cylinder:5", "second"),
            ("cylinder:6", "first"), ("cylinder:9", "second"), ("drop:7xinf", "first"), ("drop:6x10", "second"),
        ):
            self.prove("cannot-lose", game, "--for", player)
            self.check(0, f"the {player} player cannot lose")

    def test_shipped_certificates(self):
        folder = os.path.join(ROOT, "data", "certificates")
        names = sorted(os.listdir(folder))
        self.assertTrue(names)
        for name in names:
            result = run(CHECKER, os.path.join(folder, name))
            self.assertEqual(result.returncode, 0, name + result.stdout)

    def test_strategies_of_the_literature(self):
        """Yamaguchi and Neller (2015), Allis (1988): commands, certificates, verification."""
        for width in (2, 6):
            self.prove("cannot-lose", f"cylinder:{width}", "--for", "first", "--strategy", "paper")
            self.check(0, f"on drop:{width}xinf:cyl the first player cannot lose")
            with open(os.path.join(ROOT, "data", "certificates", f"yamaguchi-neller-cylinder-{width}-first.cert"), "rb") as file:
                self.assertIn(b"Yamaguchi and Neller 2015", file.read(600))
        self.prove("cannot-lose", "cylinder:7", "--for", "first", "--strategy", "paper", code=2)
        for n in range(1, 11):
            self.prove("cannot-lose", f"drop:6x{2 * n}", "--for", "second", "--strategy", "rules")
            self.check(0, f"on drop:6x{2 * n} the second player cannot lose")
            for move in "123567" if n in (1, 3, 10) else "1":
                self.prove("cannot-lose", f"drop:7x{2 * n}", "--moves", move, "--for", "second")
                self.check(0, f"on drop:7x{2 * n} after {move} the second player cannot lose")
        for width in range(1, 7):
            self.prove("cannot-lose", f"drop:{width}x2n", "--for", "second")
            self.check(0, f"on drop:{width}x2n (every even height) the second player cannot lose")
        for move in "123567":
            self.prove("cannot-lose", "drop:7x2n", "--moves", move, "--for", "second")
            self.check(0, f"on drop:7x2n (every even height) after {move} the second")
        self.assertIn("not found", self.prove("cannot-lose", "drop:7x2n", "--for", "second", code=1).stdout)
        self.prove("cannot-lose", "drop:7x2n", "--moves", "4", "--for", "second", code=1)
        self.prove("cannot-lose", "drop:6x2n", "--for", "first", code=2)
        self.prove("cannot-lose", "drop:6x5", "--for", "second", "--strategy", "rules", code=2)
        self.prove("cannot-lose", "drop:6x2n", "--moves", "9", "--for", "second", code=2)
        self.prove("value", "drop:4x4", "--strategy", "rules", code=2)

    def test_damaged_rules_are_refused(self):
        self.prove("cannot-lose", "drop:7x2n", "--moves", "1", "--for", "second")
        head, body = self.read()
        text = body.decode()
        rules = text.splitlines()[3:-1]
        self.assertEqual(sorted(rules), ["begun a b", "pair e f", "single c", "single d", "single g"])

        def refused(new_rules, new_head=head, part=""):
            changed = "\n".join(text.splitlines()[:3] + new_rules + ["end"]) + "\n"
            self.write(re.sub(r"positions: \d+", f"positions: {len(new_rules)}", new_head), changed.encode())
            self.check(1, part)

        for rule in rules:
            refused([r for r in rules if r != rule])
        refused(["begun a b", "pair d e", "single c", "single f", "single g"], part="A may complete")
        refused(["begun a b"] + ["single " + c for c in "cdefg"], part="A may complete")
        refused(["pair a b"] + rules[1:], part="begun pair")
        refused(["begun b a"] + rules[1:], part="begun pair")
        refused(rules, head.replace("moves: 1", "moves: 2"), part="begun pair")
        refused(rules + ["single c"], part="two rules")
        refused(rules, head.replace("drop:7x2n", "drop:8x2n"), part="not the game")
        self.write(head.replace("for: second", "for: first"), body)
        self.check(2, "for second")
        self.write(head.replace("drop:7x2n", "drop:7x7"), body)
        self.check(2)
        generator = random.Random(5)
        for _ in range(60):
            damaged = bytearray(body)
            damaged[generator.randrange(len(damaged))] = generator.choice(b"abcdefg single pair begun\n")
            if bytes(damaged) != body:
                self.write(head, bytes(damaged))
                self.assertIn(run(CHECKER, self.file).returncode, (0, 1))

    def strategy(self, game, player, *lines):
        """Writes a certificate of cannot-lose by hand."""
        body = "".join(line + "\n" for line in ("inarow cannot-lose 1", f"game {game}", *lines))
        states = sum(line.startswith("state") for line in lines)
        head = (f"INAROW CERTIFICATE 1\ngame: {game}\nmoves: none\nclaim: cannot-lose\nfor: {player}\nscore: 0\nmethod: hand\n"
                f"positions: {states}\nwins: 0\nheld: 0\ndead: 0\nrepeats: 0\nrule-leaves: 0\ncodec: plain\n"
                "length: 0\nsha256: 0")
        self.write(head, body.encode("latin-1"))

    def test_what_the_page_says_of_plans(self):
        # The state after freezing must be safe, also if all columns are frozen then.
        self.strategy("drop:3xinf", "second", "for second", "state - - - : all", "end 1")
        self.check(0)
        self.strategy("drop:4xinf", "second", "for second", "state - - - - : all", "end 1")
        self.check(1, "after freezing A has a line that is not undercut")
        self.strategy("drop:2xinf", "second", "for second", "state - - : freeze a", "state -* - : . F", "state -* AD* : all", "end 3")
        self.check(0)
        # P and W into a frozen column are refused, and freezing must freeze something.
        for reply, part in (("Pa", "is not possible"), ("Wa", "is not possible"), ("Wb", "completes no line"),
                            ("Pb", "has no entry"), ("Fb", "cannot be read"), (".", "no reply")):
            self.strategy("drop:2xinf", "second", "for second", "state - - : freeze a", f"state -* - : . {reply}", "state -* AD* : all", "end 3")
            self.check(1, part)
        self.strategy("drop:2xinf", "second", "for second", "state - - : freeze a", "state -* - : freeze a", "end 2")
        self.check(1, "nothing is frozen")
        # A frozen column of a finite board has an even number of free cells.
        self.strategy("drop:2x4", "first", "for first a", "state D - : all", "end 1")
        self.check(1, "odd number")

    def test_only_one_way_to_write_a_strategy(self):
        good = ("for second", "state - - : freeze a", "state -* - : . F", "state -* AD* : all", "end 3")
        for at, line in ((0, "for second "), (1, "state  - - : freeze a"), (1, "state - - : freeze a\t"), (1, "state - - : freeze \x1b[2J"),
                         (1, "state - - :"), (2, "state * - : . F"), (3, "state -* A*D* : all"), (3, "state -* AD* : all b"),
                         (4, "end 3 "), (4, "end 3 3"), (4, "end 03")):
            lines = list(good)
            lines[at] = line
            self.strategy("drop:2xinf", "second", *lines)
            result = self.check(1)
            self.assertTrue((result.stdout + result.stderr).replace("\n", "").isprintable(), result.stdout)
        self.prove("cannot-lose", "drop:7x2n", "--moves", "1", "--for", "second")
        head, body = self.read()
        for old, new in ((b"single c", b"single  c"), (b"single c", b"single c "), (b"single c", b"single \x9b")):
            self.write(head, body.replace(old, new))
            result = self.check(1)
            self.assertTrue(result.stdout.strip().isprintable(), result.stdout)

    def test_play_by_certificate(self):
        self.prove("cannot-lose", "cylinder:6", "--for", "first")
        result = run(PROGRAM, "play", "cylinder:6", "--side", "second", "--strategy", self.file, "--json", stdin="1\nwhy\nquit\n")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("promised", result.stdout)
        for arguments, part in (
            (("cylinder:6", "--strategy", self.file), "not of the second player"),
            (("cylinder:7", "--side", "second", "--strategy", self.file), "not of the first player of drop:7xinf:cyl"),
            (("cylinder:6", "--strategy", "/nowhere"), "/nowhere"),
            (("cylinder:6", "--strategy", self.file, "--against", "strategy"), "excludes"),
        ):
            result = run(PROGRAM, "play", *arguments, stdin="")
            self.assertEqual(result.returncode, 2)
            self.assertIn(part, result.stderr)
        head, body = self.read()
        self.write(head, body.replace(b" F", b" .", 1))
        result = run(PROGRAM, "play", "cylinder:6", "--side", "second", "--strategy", self.file, stdin="")
        self.assertEqual(result.returncode, 2)
        self.assertIn("refuted", result.stderr)
        # Wide cylinders need no search: the certificates that come with the program are used.
        result = run(PROGRAM, "play", "cylinder:6", "--json", "--time", "5", stdin="1\n2\n3\nwhy\n")
        self.assertEqual(result.returncode, 0, result.stderr)
        result = run(PROGRAM, "play", "Connect(17,3,3)", "--json", stdin="0,0 1,0 2,0\n3,0 4,0 5,0\nwhy\n")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("need at least 4 more stones", result.stdout)

    def test_damaged_strategies_are_refused(self):
        self.prove("cannot-lose", "cylinder:6", "--for", "first")
        head, body = self.read()
        lines = body.decode().splitlines()
        states = len(lines) - 4
        for i in random.Random(1).sample(range(3, 3 + states), 20):
            # A state that is missing.
            text = "\n".join(lines[:i] + lines[i + 1 : -1] + [f"end {states - 1}"]) + "\n"
            self.write(head.replace(f"positions: {states}", f"positions: {states - 1}"), text.encode())
            self.check(1, "has no entry")
            # A reply that is missing, then one elsewhere.
            if lines[i].endswith("all"):
                continue
            front, replies = lines[i].split(" : ")
            replies = replies.split()
            for k, reply in enumerate(replies):
                if reply != ".":
                    changed = replies[:k] + ["."] + replies[k + 1 :]
                    self.write(head, "\n".join(lines[:i] + [front + " : " + " ".join(changed)] + lines[i + 1 :]).encode() + b"\n")
                    self.check(1, "no reply to A's move")
            self.write(head, "\n".join(lines[:i] + [front + " : all"] + lines[i + 1 :]).encode() + b"\n")
            self.assertIn(run(CHECKER, self.file).returncode, (0, 1))
        # Follow-up from the start: A takes the bottom row.
        text = "inarow cannot-lose 1\ngame drop:6xinf:cyl\nfor first a\nstate - - - - - D : all\nend 1\n"
        self.write(head.replace(f"positions: {states}", "positions: 1"), text.encode())
        self.check(1, "not undercut")
        # The proof of one player, of one width, is none of another.
        self.write(head.replace("for: first", "for: second"), body)
        self.check(1, "for second")
        self.write(head.replace("drop:6x", "drop:7x"), body)
        self.check(1, "not the game of the header")
        self.write(head.replace("drop:6xinf", "drop:6x7"), body)
        self.check(2)
        self.write(head.replace(f"positions: {states}", f"positions: {states + 1}"), body)
        self.check(1, "counts")
        generator = random.Random(2)
        for _ in range(60):
            damaged = bytearray(body)
            for _ in range(generator.choice((1, 1, 3))):
                damaged[generator.randrange(len(damaged))] = generator.choice(b"ADFPW.*-abc 0\n")
            self.write(head, bytes(damaged))
            self.assertIn(run(CHECKER, self.file).returncode, (0, 1))

    def test_drawn_by_blocks(self):
        self.prove("drawn", "Connect(11,2)")
        self.check(0, "Connect(11,2) is drawn on all boards")
        head, body = self.read()
        self.write(head.replace("Connect(11,2)", "Connect(10,2)"), body)
        self.check(1, "contains no line")
        self.write(head.replace("Connect(11,2)", "Connect(14,3)"), body)
        self.check(1)
        self.write(head, body.replace(b"blocks 6 4 6", b"blocks 7 4 7"))
        self.check(1)
        self.write(head, body[:-1])
        self.check(1, "the body ends")
        generator = random.Random(3)
        refused = 0
        for _ in range(100):
            damaged = bytearray(body)
            damaged[generator.randrange(40, len(damaged))] = generator.randrange(24)
            if bytes(damaged) == body:
                continue
            self.write(head, bytes(damaged))
            code = run(CHECKER, self.file).returncode
            self.assertIn(code, (0, 1))
            refused += code
        self.assertGreater(refused, 80)

    def test_drawn_by_derivation(self):
        for game in ("Connect(17,3)", "Connect(47,11)", "Connect(305,92)", "Connect(3029,1000)"):
            self.prove("drawn", game)
            self.check(0, game + " is drawn")
        self.prove("drawn", "Connect(47,11)")
        head, body = self.read()
        self.write(head.replace("Connect(47,11)", "Connect(46,11)"), body)
        self.check(1, "k is less")
        self.write(head.replace("Connect(47,11)", "Connect(47,12)"), body)
        self.check(1, "do not reach")
        for number in set(re.findall(rb" (\d+)", body)):
            for other in (int(number) - 1, int(number) + 1):
                damaged = body.replace(b" " + number + b" ", b" %d " % other, 1)
                if damaged != body:
                    self.write(head, damaged)
                    self.check(1)
        result = self.prove("drawn", "Connect(10,2)", code=1)
        self.assertIn("the least k known to be drawn is 11", result.stdout)
        self.prove("drawn", "Connect(10)", code=2)
        self.prove("cannot-lose", "connect4", "--for", "first", code=2)
        self.prove("cannot-lose", "cylinder:6", code=2)


unittest.main()
