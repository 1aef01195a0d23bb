"""A second checker of certificates of placement games, written from docs/formats/certificate.md and
docs/formats/placement.md alone: codec plain only. Slow, short, and independent of all C++.

    python3 tests/check_placement.py FILE      exit 0 verified, 1 refuted, 2 unreadable
"""

import hashlib
import itertools
import re
import sys
from fractions import Fraction

from check_certificate import COUNTS, Refuted, Unreadable, parse

DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


class Game:
    def __init__(self, text):
        match = re.fullmatch(r"Connect\((?:([1-9]\d*),([1-9]\d*),)?([1-9]\d*),([1-9]\d*),([1-9]\d*)\)", text)
        if not match:
            raise Unreadable("game")
        self.m, self.n = (int(match[1]), int(match[2])) if match[1] else (None, None)
        self.k, self.p, self.q = int(match[3]), int(match[4]), int(match[5])
        if (self.m and max(self.m, self.n) > 64) or self.k > 100 or self.p > 8 or self.q > 100:
            raise Unreadable("game")

    def on_board(self, cell):
        return self.m is None or (0 <= cell[0] < self.m and 0 <= cell[1] < self.n)

    def segments_through(self, cell):
        for dx, dy in DIRECTIONS:
            for back in range(self.k):
                cells = [(cell[0] + (i - back) * dx, cell[1] + (i - back) * dy) for i in range(self.k)]
                if self.on_board(cells[0]) and self.on_board(cells[-1]):
                    yield frozenset(cells)


def order(cell):
    return cell[1], cell[0]


class Zones:
    """For each cell the number of the first zone that has it; zones from `whole` on are the board."""

    def __init__(self, r):
        self.whole, self.first = r + 1, {}

    def add(self, cells, number):
        for cell in cells:
            self.first[cell] = min(number, self.first.get(cell, number))

    def unite(self, other):
        self.whole = min(self.whole, other.whole)
        for cell, number in other.first.items():
            self.add([cell], number)

    def shifted(self, by):
        result = Zones(0)
        result.whole = max(1, self.whole - by)
        result.first = {cell: max(1, number - by) for cell, number in self.first.items()}
        return result


class Walk:
    def __init__(self, game, stones, prover, body, place, counts):
        self.game, self.stones, self.prover = game, [set(s) for s in stones], prover
        self.body, self.place, self.counts = body, place, counts

    def byte(self):
        if self.place >= len(self.body):
            raise Refuted("the body ends too soon")
        self.place += 1
        return self.body[self.place - 1]


class ZoneWalk(Walk):
    def run(self, to_move):
        game = self.game
        if not game.p < game.k <= 50 or game.p > 4 or not (self.stones[0] or self.stones[1]):
            raise Refuted("no game for zones")
        self.r = max(0, game.k - 1 - game.p)
        if to_move == self.prover:
            self.attack(0)
        else:
            self.defend(0)

    def coordinate(self):
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 127) << shift
            if byte < 128:
                break
            shift += 7
            if shift > 14:
                raise Refuted("number")
        if shift and byte == 0:
            raise Refuted("number")
        return value // 2 if value % 2 == 0 else -(value // 2) - 1

    def empty(self, cell):
        return self.game.on_board(cell) and cell not in self.stones[0] and cell not in self.stones[1]

    def active(self, player):
        """The empty cells of the player's active segments with a stone of his."""
        found = {s for stone in self.stones[player] for s in self.game.segments_through(stone)}
        return [s - self.stones[player] for s in found if not s & self.stones[1 - player]]

    def has_line(self, player):
        return any(not empty for empty in self.active(player))

    def cells(self, least):
        number = self.byte()
        if not least <= number <= self.game.p:
            raise Refuted("stones of a move")
        result = set()
        for _ in range(number):
            cell = (self.coordinate(), self.coordinate())
            if not self.empty(cell) or cell in result:
                raise Refuted("taken")
            result.add(cell)
        return result

    def attack(self, depth):
        attacker, defender = self.prover, 1 - self.prover
        if depth == 400:
            raise Refuted("too long")
        move = self.cells(1)
        self.stones[attacker] |= move
        zones = Zones(self.r)
        if self.has_line(attacker):
            self.counts["wins"] += 1
            for empty in self.active(defender):
                zones.add(empty, len(empty))
        else:
            if len(move) != self.game.p:
                raise Refuted("not whole")
            self.counts["positions"] += 1
            zones = self.defend(depth + 1)
        self.stones[attacker] -= move
        zones.add(move, 1)
        return zones

    def defend(self, depth):
        attacker, defender, p = self.prover, 1 - self.prover, self.game.p
        if any(len(empty) <= p for empty in self.active(defender)):
            raise Refuted("the defender wins")
        threats = [empty for empty in self.active(attacker) if len(empty) <= p]
        cells = sorted(set().union(*threats), key=order)

        def meets(chosen):
            return all(set(chosen) & threat for threat in threats)

        defenses = [chosen for size in range(p + 1) for chosen in itertools.combinations(cells, size)
                    if meets(chosen) and not any(meets(set(chosen) - {cell}) for cell in chosen)]
        zones = Zones(self.r)
        if not defenses:
            self.counts["held"] += 1
        else:
            form = self.byte()
            if form == 1:
                if min(map(len, defenses)) != p:
                    raise Refuted("macro-move")
                macro = set().union(*defenses)
                self.stones[defender] |= macro
                if self.has_line(defender):
                    raise Refuted("macro-move")
                zones.unite(self.attack(depth))
                self.stones[defender] -= macro
            elif form == 0:
                for defense in defenses:
                    self.after(frozenset(defense), set(), depth, zones)
            elif form == 2:
                wins = self.wins(depth)
                for stones, further, won in wins:
                    zones.unite(won.shifted(further))
                room = p if self.game.m is None else min(p, self.game.m * self.game.n - sum(map(len, self.stones)))
                for defense in defenses:
                    self.check_cover(wins, frozenset(defense), room - len(defense), set())
            else:
                raise Refuted("form")
        if threats:
            zones.add(cells, 1)
            for empty in self.active(defender):
                zones.add(empty, max(1, len(empty) - p))
        return zones

    def wins(self, depth):
        """A list of (stones of the defender, further, zones of the win)."""
        defender, result = 1 - self.prover, []
        while further := self.byte():
            if further - 1 > self.game.p:
                raise Refuted("further stones")
            stones = self.cells(0)
            self.stones[defender] |= stones
            if self.has_line(defender):
                raise Refuted("the defender wins")
            result.append((stones, further - 1, self.attack(depth)))
            self.stones[defender] -= stones
        return result

    @staticmethod
    def covers(win, move):
        stones, further, zones = win
        first = sorted(min(zones.whole, zones.first.get(cell, zones.whole)) for cell in move - stones)
        return len(first) <= further and all(number > i for i, number in enumerate(first, 1))

    def check_cover(self, wins, move, free, dealt):
        """All moves with these cells, `free` more and none that is dealt with."""
        if free == 0:
            if not any(self.covers(win, move) for win in wins):
                raise Refuted("not covered")
            return
        choices = []
        for win in wins:
            stones, further, zones = win
            number = len(move - stones) + free
            if number <= further and number < zones.whole and self.covers(win, move):
                choices.append([cell for cell, first in zones.first.items() if first <= number])
        if choices:
            cells = min(choices, key=len)
        elif self.game.m is not None:
            cells = itertools.product(range(self.game.m), range(self.game.n))
        else:
            cells = {cell for stones, _, zones in wins for cell in (*stones, *zones.first)}
            far = 10 ** 6  # a cell that is in no zone but the whole board
            while (far, far) in move:
                far += 1
            cells.add((far, far))
        dealt = set(dealt)
        for cell in sorted(cells, key=order):
            if self.empty(cell) and cell not in move and cell not in dealt:
                self.check_cover(wins, move | {cell}, free - 1, dealt)
                dealt.add(cell)

    def after(self, defense, dealt, depth, zones):
        defender = 1 - self.prover
        self.stones[defender] |= defense
        if self.has_line(defender):
            raise Refuted("the defender wins")
        won = self.attack(depth)
        u = self.game.p - len(defense)
        if u == 0:
            relevant = []
        elif u < won.whole:
            relevant = [cell for cell, number in won.first.items() if number <= u and self.empty(cell)]
        elif self.game.m is None:
            raise Refuted("the whole board")
        else:
            relevant = [c for c in itertools.product(range(self.game.m), range(self.game.n)) if self.empty(c)]
        self.stones[defender] -= defense
        zones.unite(won.shifted(u))
        dealt = set(dealt)
        for cell in sorted(relevant, key=order):
            if cell not in dealt:
                self.after(defense | {cell}, dealt, depth, zones)
                dealt.add(cell)


class TreeWalk(Walk):
    def run(self, threshold):
        game = self.game
        if game.m is None or game.m * game.n > 64:
            raise Refuted("too large")
        self.threshold, self.seen = threshold, set()
        self.cells = [(x, y) for y in range(game.n) for x in range(game.m)]
        self.lines = {s for cell in self.cells for s in game.segments_through(cell)}
        self.visit()

    def images(self):
        m, n = self.game.m, self.game.n
        for mirror_x, mirror_y, swap in itertools.product((0, 1), (0, 1), (0, 1) if m == n else (0,)):
            def image(cell):
                x, y = (m - 1 - cell[0] if mirror_x else cell[0]), (n - 1 - cell[1] if mirror_y else cell[1])
                return (y, x) if swap else (x, y)
            yield tuple(tuple(sorted(map(image, stones))) for stones in self.stones)

    def visit(self):
        game, prover, other = self.game, self.prover, 1 - self.prover
        count = len(self.stones[0]) + len(self.stones[1])
        empty = [c for c in self.cells if c not in self.stones[0] and c not in self.stones[1]]
        if count < game.q:
            player, left = 0, game.q - count
        else:
            player = 1 - (count - game.q) // game.p % 2
            left = game.p - (count - game.q) % game.p
        left = min(left, len(empty))
        active = [[line - self.stones[i] for line in self.lines if not line & self.stones[1 - i]] for i in (0, 1)]
        if any(len(cells) <= left for cells in active[player]):
            if player != prover:
                raise Refuted("the opponent wins")
            self.counts["wins"] += 1
            return
        if not empty:
            if self.threshold:
                raise Refuted("full")
            self.counts["held"] += 1
            return
        if not active[prover if self.threshold else other]:
            if self.threshold:
                raise Refuted("no line")
            self.counts["dead"] += 1
            return
        if not self.threshold and game.p == 1 and count >= game.q:
            total = sum((Fraction(1, 2 ** len(cells)) for cells in active[other]), Fraction(0))
            if total < (Fraction(1, 2) if player == other else 1):
                self.counts["held"] += 1
                return
        key = min(self.images())
        if key in self.seen:
            self.counts["repeats"] += 1
            return
        self.seen.add(key)
        if player == prover:
            number = self.byte()
            self.counts["positions"] += 1
            if number >= len(self.cells) or self.cells[number] not in empty:
                raise Refuted("taken")
            empty = [self.cells[number]]
        for cell in empty:
            self.stones[player].add(cell)
            self.visit()
            self.stones[player].remove(cell)


def verify(data):
    header, body = parse(data)
    game = Game(header["game"])
    stones, taken = [set(), set()], []
    if header["moves"] != "none":
        for text in header["moves"].split(" "):
            if not re.fullmatch(r"(0|-?[1-9]\d{0,3}),(0|-?[1-9]\d{0,3})", text):
                raise Unreadable("moves")
            cell = tuple(int(part) for part in text.split(","))
            if not game.on_board(cell) or cell in taken or max(map(abs, cell)) > 1000:
                raise Unreadable("moves")
            taken.append(cell)
    number = len(taken)
    if number and (number < game.q or (number - game.q) % game.p):
        raise Unreadable("moves")
    if number == (game.m or 0) * (game.n or 0) and number:
        raise Unreadable("full")
    for i, cell in enumerate(taken):
        player = 0 if i < game.q else 1 - (i - game.q) // game.p % 2
        stones[player].add(cell)
        if any(s <= stones[player] for s in game.segments_through(cell)):
            raise Unreadable("over")
    to_move = 0 if not number else 1 - (number - game.q) // game.p % 2
    player, score, claim = header["for"], header["score"], header["claim"]
    if (claim, score) not in (("win", 1), ("not-lose", 0), ("value", 1), ("value", 0), ("value", -1)):
        raise Unreadable("claim")
    if header["codec"] != "plain":
        raise Unreadable("codec")
    if claim == "value" and score == 0:
        bounds = [(0, 0), (1, 0)]
    else:
        bounds = [(player if score >= 0 else 1 - player, abs(score))]
    counts, place = dict.fromkeys(COUNTS, 0), 0
    for prover, threshold in bounds:
        mark = body[place:place + 1]
        if mark == b"Z" and threshold == 1:
            walk = ZoneWalk(game, stones, prover, body, place + 1, counts)
            walk.run(to_move)
        elif mark == b"T":
            walk = TreeWalk(game, stones, prover, body, place + 1, counts)
            walk.run(threshold)
        else:
            raise Refuted("form")
        place = walk.place
    if place != len(body) or len(body) != header["length"] or any(counts[key] != header[key] for key in COUNTS):
        raise Refuted("length or counts")
    if hashlib.sha256(body).hexdigest() != header["sha256"]:
        raise Refuted("hash")


if __name__ == "__main__":
    sys.setrecursionlimit(100000)
    try:
        with open(sys.argv[1], "rb") as file:
            verify(file.read())
        print("VERIFIED")
    except Refuted as reason:
        print(f"REFUTED: {reason}")
        sys.exit(1)
    except Unreadable as reason:
        print(f"unreadable: {reason}", file=sys.stderr)
        sys.exit(2)
