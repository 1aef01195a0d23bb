"""A second checker of certificates, written from docs/formats/certificate.md and docs/victor.md
alone: codec plain only (Python has no zstd). Slow, short, and independent of all C++.

    python3 tests/check_certificate.py FILE      exit 0 verified, 1 refuted, 2 unreadable
"""

import hashlib
import re
import sys

import check_rules

FIELDS = ["game", "moves", "claim", "for", "score", "method", "positions", "wins", "held", "dead",
          "repeats", "rule-leaves", "codec", "length", "sha256"]
COUNTS = ["positions", "wins", "held", "dead", "repeats", "rule-leaves"]


class Refuted(Exception):
    pass


class Unreadable(Exception):
    pass


def parse(data):
    """The header's fields and the body."""
    head, gap, body = data.partition(b"\n\n")
    if not gap or not re.fullmatch(rb"[ -~\n]*", head):
        raise Unreadable("no header")
    lines = head.decode().split("\n")
    if lines[0] != "INAROW CERTIFICATE 1" or len(lines) != len(FIELDS) + 1:
        raise Unreadable("no INAROW CERTIFICATE 1")
    header = {}
    for key, line in zip(FIELDS, lines[1:]):
        if not line.startswith(key + ": ") or len(line) <= len(key) + 2:
            raise Unreadable(f"{key} expected, not {ascii(line[:40])}")
        header[key] = line[len(key) + 2:]
    for key in COUNTS + ["length"]:
        if not re.fullmatch("0|[1-9][0-9]{0,17}", header[key]):
            raise Unreadable(f"{key}: no number")
        header[key] = int(header[key])
    if not re.fullmatch("0|-?[1-9][0-9]{0,17}", header["score"]) or header["for"] not in ("first", "second"):
        raise Unreadable("score or player")
    header["score"] = int(header["score"])
    header["for"] = ("first", "second").index(header["for"])
    if header["codec"] not in ("plain", "zstd") or not re.fullmatch("[0-9a-f]{64}", header["sha256"]):
        raise Unreadable("codec or hash")
    return header, body


class Board:
    """Cells are (column, row) from 0; sets of cells are Python sets."""

    def __init__(self, text):
        match = re.fullmatch(r"drop:([1-9]\d{0,2})x([1-9]\d{0,2})(?::k([1-9]\d{0,3}))?(:cyl)?", text)
        if not match:
            raise Unreadable("game")
        self.width, self.height = int(match[1]), int(match[2])
        self.k, self.cylinder = int(match[3] or 4), bool(match[4])
        if match[3] == "4" or self.k > 1000 or self.width * (self.height + 1) > 128:
            raise Unreadable("game")
        self.cells = self.width * self.height
        lines = set()
        for x in range(self.width):
            for y in range(self.height):
                for dx, dy in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    cells = [(x + i * dx, y + i * dy) for i in range(self.k)]
                    if self.cylinder:
                        cells = [(a % self.width, b) for a, b in cells]
                    on = all(a < self.width and 0 <= b < self.height for a, b in cells)
                    if on and len(set(cells)) == self.k:
                        lines.add(frozenset(cells))
        self.lines = lines
        self.through = {}
        for line in lines:
            for cell in line:
                self.through.setdefault(cell, []).append(line)

    def symmetry_class(self, columns):
        """The smallest of the position's images; columns are strings of stones from the bottom."""
        turns = range(self.width) if self.cylinder else [0]
        images = [columns[t:] + columns[:t] for t in turns]
        return min(images + [image[::-1] for image in images])


class Bound:
    def __init__(self, board, moves, prover, threshold, body, place, counts):
        self.board, self.prover, self.threshold = board, prover, threshold
        self.body, self.place, self.counts = body, place, counts
        self.columns = [""] * board.width
        self.stones = [set(), set()]
        self.seen = set()
        for column in moves:
            self.play(column)

    def number(self):
        return len(self.stones[0]) + len(self.stones[1])

    def play(self, column):
        player = self.number() % 2
        self.stones[player].add((column, len(self.columns[column])))
        self.columns[column] += "01"[player]

    def undo(self, column):
        player = int(self.columns[column][-1])
        self.columns[column] = self.columns[column][:-1]
        self.stones[player].remove((column, len(self.columns[column])))

    def playable(self):
        return [x for x in range(self.board.width) if len(self.columns[x]) < self.board.height]

    def wins(self, player, column):
        cell = (column, len(self.columns[column]))
        stones = self.stones[player] | {cell}
        return any(line <= stones for line in self.board.through.get(cell, []))

    def next(self):
        if self.place == len(self.body):
            raise Refuted("the body ends too soon")
        self.place += 1
        return self.body[self.place - 1]

    def rule_leaf(self):
        self.counts["rule-leaves"] += 1
        try:
            proved = check_rules.verify(self.board, self.columns, self.stones, self.prover, self.next)
        except check_rules.Wrong as fault:
            raise Refuted(f"rule leaf: {fault}") from fault
        if proved < self.threshold:
            raise Refuted("the rule leaf proves too little")

    def settled(self):
        """The tests that need no byte, whoever is to move."""
        empty = self.board.cells - self.number()
        mine, theirs = (empty + 1) // 2, empty // 2
        if self.number() % 2 != self.prover:
            mine, theirs = theirs, mine
        if mine < self.threshold:
            raise Refuted("too late")
        if theirs <= -self.threshold:
            self.counts["held"] += 1
            return True
        if self.threshold <= 0 and all(line & self.stones[self.prover] for line in self.board.lines):
            self.counts["dead"] += 1
            return True
        return False

    def verify(self):
        if self.number() % 2 == self.prover:
            self.provers_turn()
        elif not self.settled():
            self.counts["positions"] += 1
            byte = self.next()
            if byte == 0xC0:
                self.rule_leaf()
            elif byte == 0x40:
                self.opponents_turn()
            else:
                raise Refuted("first byte")

    def provers_turn(self):
        if self.settled():
            return
        if any(self.wins(self.prover, x) for x in self.playable()):
            self.counts["wins"] += 1
            return
        code = self.board.symmetry_class(self.columns)
        if tuple(code) in self.seen:
            self.counts["repeats"] += 1
            return
        self.seen.add(tuple(code))
        self.counts["positions"] += 1
        byte = self.next()
        column = byte & 0x7F
        if column not in self.playable():
            raise Refuted("illegal move")
        self.play(column)
        if self.settled():
            if byte & 0x80:
                raise Refuted("a rule leaf where nothing is left to prove")
        elif byte & 0x80:
            self.rule_leaf()
        else:
            self.opponents_turn()
        self.undo(column)

    def opponents_turn(self):
        for x in self.playable():
            if self.wins(1 - self.prover, x):
                raise Refuted("the opponent wins")
            self.play(x)
            self.provers_turn()
            self.undo(x)


def bounds_of(header):
    """The bounds (player, threshold) that prove the claim, in the order of the body."""
    claim, player, score = header["claim"], header["for"], header["score"]
    if claim == "win" and score >= 1:
        return [(player, score)]
    if claim == "not-lose" and score == 0:
        return [(player, 0)]
    if claim in ("value", "score") and (claim == "score" or abs(score) <= 1):
        winner = 0 if score == 0 else player if score > 0 else 1 - player
        both = [(winner, abs(score)), (1 - winner, -abs(score))]
        return both if claim == "score" or score == 0 else both[:1]
    raise Unreadable("claim")


def verify(data):
    """Returns the header; raises Refuted or Unreadable."""
    header, body = parse(data)
    board = Board(header["game"])
    if abs(header["score"]) > (board.cells + 1) // 2:
        raise Unreadable("score")
    if not re.fullmatch(r"none|[1-9]\d{0,2}( [1-9]\d{0,2})*", header["moves"]):
        raise Unreadable("moves")
    moves = [] if header["moves"] == "none" else [int(c) - 1 for c in header["moves"].split(" ")]
    bounds = bounds_of(header)
    game = Bound(board, [], 0, 0, b"", 0, {})
    for column in moves:
        if column not in game.playable() or game.wins(game.number() % 2, column):
            raise Unreadable("moves")
        game.play(column)
    if game.number() == board.cells:
        raise Unreadable("the board is full")
    if header["codec"] != "plain":
        raise Unreadable("this checker reads codec plain only")
    if len(body) != header["length"] or hashlib.sha256(body).hexdigest() != header["sha256"]:
        raise Refuted("length or hash")
    counts = dict.fromkeys(COUNTS, 0)
    place = 0
    for player, threshold in bounds:
        bound = Bound(board, moves, player, threshold, body, place, counts)
        bound.verify()
        place = bound.place
    if place != len(body):
        raise Refuted("bytes follow the proof")
    for key in COUNTS:
        if counts[key] != header[key]:
            raise Refuted(f"{key} is {counts[key]}")
    return header


if __name__ == "__main__":
    try:
        with open(sys.argv[1], "rb") as file:
            found = verify(file.read())
        print(ascii(f"VERIFIED: {found['game']} moves {found['moves']} {found['claim']} {found['score']}")[1:-1])
    except Refuted as fault:
        print("REFUTED:", fault)
        sys.exit(1)
    except (Unreadable, OSError) as fault:
        print("UNREADABLE:", fault)
        sys.exit(2)
