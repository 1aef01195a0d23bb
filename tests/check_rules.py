"""Rule leaves for check_certificate.py, written from docs/victor.md: Allis's nine rules, which of them
can be combined, and the levers of the first player. Squares are (column, row) from 0, so a row is
even in the thesis's sense if our number is odd.
"""

CL, BI, VE, AE, LI, HI, BC, BE, SB = range(9)
# Conditions of docs/victor.md for a pair of rules, by the larger number and then the smaller.
CONDITIONS = [
    ["1"],
    ["1", "1"],
    ["1", "1", "1"],
    ["1", "1", "1", "3"],
    ["12", "1", "1", "12", "4"],
    ["12", "1", "1", "12", "4", "4"],
    ["1", "1", "1", "1", "12", "12", "1"],
    ["1", "1", "1", "3", "23", "12", "1", "3"],
    ["1", "1", "1", "3", "23", "12", "1", "3", "3"],
]


class Wrong(Exception):
    pass


def need(condition, what):
    if not condition:
        raise Wrong(what)


def up(c):
    return (c[0], c[1] + 1)


def down(c):
    return (c[0], c[1] - 1)


def even(c):
    return c[1] % 2 == 1


class Use:
    """One solution: `tests` are functions that tell whether a group is solved."""

    def __init__(self, rule):
        self.rule, self.squares, self.evens, self.special, self.tests = rule, set(), set(), set(), []

    def solves_all_of(self, *cells):
        self.tests.append(lambda line: all(c in line for c in cells))

    def lowest(self, column):
        return min((y for x, y in self.squares if x == column), default=None)


class Leaf:
    def __init__(self, board, columns, stones, prover, read):
        self.board, self.read, self.prover = board, read, prover
        self.mine, self.theirs = stones[prover], stones[1 - prover]
        self.playable = {(x, len(c)) for x, c in enumerate(columns) if len(c) < board.height}
        self.empty = {(x, y) for x, c in enumerate(columns) for y in range(len(c), board.height)}
        self.usable = set(self.empty)
        self.lever = []

    def square(self):
        number = self.read()
        need(number < self.board.cells, "square")
        return divmod(number, self.board.height)

    def free(self, cell):
        need(cell in self.usable, "square not usable")
        return cell

    def base(self):
        cell = self.free(self.square())
        need(cell in self.playable, "not playable")
        return cell

    def group(self):
        """The empty squares of a group, sorted by number."""
        x, y = self.square()
        direction = self.read()
        need(direction < 4, "direction")
        dx, dy = ((0, 1), (1, 0), (1, 1), (1, -1))[direction]
        cells = [(x + i * dx, y + i * dy) for i in range(self.board.k)]
        if self.board.cylinder:
            cells = [(a % self.board.width, b) for a, b in cells]
        need(frozenset(cells) in self.board.lines, "no group")
        need(not set(cells) & self.theirs, "not an own group")
        return sorted(set(cells) & self.empty)

    def claimeven(self, use, cell):
        need(even(self.free(cell)), "Claimeven on an odd square")
        self.free(down(cell))
        use.squares |= {cell, down(cell)}
        use.evens |= {cell, down(cell)}
        use.solves_all_of(cell)

    def vertical(self, use, lower):
        self.free(lower)
        self.free(up(lower))
        use.squares |= {lower, up(lower)}
        use.solves_all_of(lower, up(lower))

    def parts(self, use, group, bits, p):
        need(len(group) <= 8 and bits < 1 << len(group), "parts")
        need(len({x for x, _ in group}) == len(group), "two in one column")
        kinds = set()
        for i, cell in enumerate(group):
            need(cell[1] + 1 < self.board.height, "top row")
            self.free(cell)
            if cell == p:
                need(not bits >> i & 1, "p has no part")
            elif bits >> i & 1:
                self.claimeven(use, cell)
                kinds.add("claimeven")
            else:
                self.vertical(use, cell)
                kinds.add("vertical")
        return kinds

    def solution(self):
        rule = self.read()
        need(rule <= SB, "rule")
        use = Use(rule)
        if rule == CL:
            self.claimeven(use, self.square())
        elif rule == BI:
            x, y = self.base(), self.base()
            need(x != y, "same")
            use.squares = {x, y}
            use.solves_all_of(x, y)
        elif rule == VE:
            upper = self.square()
            need(not even(upper), "parity")
            self.vertical(use, down(upper))
        elif rule == AE:
            group = self.group()
            for cell in group:
                self.claimeven(use, cell)
            use.tests.append(lambda line: all(any(x == a and y > b for x, y in line) for a, b in group))
        elif rule in (LI, HI):
            x, y = self.free(self.square()), self.free(self.square())
            need(x[0] != y[0] and even(x) == even(y) == (rule == HI), "columns or parity")
            use.squares = {x, y, self.free(down(x)), self.free(down(y))}
            use.solves_all_of(x, y)
            use.solves_all_of(x, down(x))
            use.solves_all_of(y, down(y))
            if rule == HI:
                a, b = self.free(down(down(x))), self.free(down(down(y)))
                use.squares |= {a, b}
                use.solves_all_of(down(x), down(y))
                if a in self.playable:
                    use.solves_all_of(a, y)
                if b in self.playable:
                    use.solves_all_of(b, x)
        elif rule == BC:
            x, y, z = self.base(), self.base(), self.base()
            need(len({x, y, z}) == 3 and even(up(y)) and up(y) in self.empty, "Baseclaim")
            use.squares = {x, y, up(y), z}
            use.evens = {y, up(y)}
            use.solves_all_of(x, up(y))
            use.solves_all_of(y, z)
        elif rule == BE:
            group = self.group()
            kinds = self.parts(use, group, self.read(), None)
            need("vertical" in kinds, "an Aftereven")
            use.solves_all_of(*[up(c) for c in group])
        else:
            group = self.group()
            bits = self.read()
            p, x = self.base(), self.base()
            need(p in group and x[0] not in {a for a, _ in group}, "Specialbefore")
            use.special = {p, x}
            use.squares = {p, x}
            self.parts(use, group, bits, p)
            use.solves_all_of(*[up(c) for c in group], x)
            use.solves_all_of(p, x)
        return use

    def odd_threat(self):
        missing = self.group()
        need(len(missing) == 1, "lacks not one")
        t = missing[0]
        need(not even(t) and t not in self.playable, "not odd and far")
        below = {c for c in self.empty - self.playable if c[0] == t[0] and c[1] < t[1] and not even(c)}
        self.lever = [lambda line: any(x == t[0] and y >= t[1] for x, y in line) or bool(line & below)]
        self.usable = {c for c in self.empty if c[0] != t[0]}

    def combination(self, base):
        a, b = set(self.group()), set(self.group())
        need(self.board.height <= 6, "more than six rows")
        need(len(a) == len(b) == 2 and len(a & b) == 1, "lacks not two")
        (x,), (y,), (z,) = a & b, a - b, b - a
        need(not even(x) and not even(y) and x not in self.playable, "parity or playable")
        need(x[0] != y[0] and y[0] == z[0] and abs(y[1] - z[1]) == 1, "not above each other")
        first = z == up(y)
        cross, other = x[0], y[0]
        low_cross = next(c for c in self.playable if c[0] == cross)
        low_other = next(c for c in self.playable if c[0] == other)
        odd_cross = {c for c in self.empty - self.playable if c[0] == cross and not even(c)}

        def has_above(line, cell):
            return any(c[0] == cell[0] and c[1] > cell[1] for c in line)

        tests = [lambda line: bool(line & odd_cross), lambda line: has_above(line, x) and has_above(line, y)]
        if first:
            tests.append(lambda line: up(x) in line and y in line)
            if y in self.playable:
                tests.append(lambda line: has_above(line, up(x)))
            tests.append(lambda line: any(c[0] == other and c[1] > z[1] and even(c) for c in line))
        weak = not first and z in self.playable
        if base:
            need(not even(low_cross) and y not in self.playable and not weak, "no base")
            tests.append(lambda line: low_cross in line and low_other in line)
        if not weak:
            last = max(y, z)[1]
            for row in range(low_other[1] + (1 if base else 0), last, 2):
                pair = {(other, row), (other, row + 1)}
                tests.append(lambda line, pair=pair: pair <= line)
        self.lever = tests
        self.usable = {c for c in self.empty if c[0] not in (cross, other)}


def combine(a, b):
    if a.rule < b.rule:
        a, b = b, a
    conditions = CONDITIONS[a.rule][b.rule]
    columns_a, columns_b = {x for x, _ in a.squares}, {x for x, _ in b.squares}
    if "1" in conditions or "4" in conditions:
        need(not a.squares & b.squares, "condition 1")
    if "2" in conditions:
        inverse, rest = (a, b) if a.rule in (LI, HI) else (b, a)
        for x, y in rest.evens:
            lowest = inverse.lowest(x)
            need(lowest is None or y >= lowest, "condition 2")
    if "3" in conditions:
        for column in columns_a & columns_b:
            in_a = {c for c in a.squares if c[0] == column}
            in_b = {c for c in b.squares if c[0] == column}
            need(in_a == in_b or not in_a & in_b, "condition 3")
        need(not a.special & b.squares and not b.special & a.squares, "condition 3, special squares")
    if "4" in conditions:
        need(columns_a == columns_b or not columns_a & columns_b, "condition 4")


def verify(board, columns, stones, prover, read):
    """The score that the leaf proves; raises Wrong."""
    need(board.height % 2 == 0, "odd height")
    leaf = Leaf(board, columns, stones, prover, read)
    kind = read()
    need(kind <= 4 and (kind < 2) == (prover == 1), "kind")
    if kind == 2:
        leaf.odd_threat()
    elif kind > 2:
        leaf.combination(kind == 4)
    uses = []
    for _ in range(read()):
        use = leaf.solution()
        for other in uses:
            combine(use, other)
        uses.append(use)
    need(kind != 1 or any(use.rule == AE for use in uses), "no Aftereven")
    tests = leaf.lever + [test for use in uses for test in use.tests]
    for line in board.lines:
        if not line & leaf.mine and not any(test(line) for test in tests):
            raise Wrong(f"group {sorted(line)} is not solved")
    return 0 if kind == 0 else 1
