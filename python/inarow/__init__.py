"""Solve, prove, explain and play every k-in-a-row game.

Connect-Four on any board, on a cylinder and with infinite height, and the whole family
Connect(m,n,k,p,q) with tic-tac-toe, Gomoku and Connect6.

>>> import inarow
>>> p = inarow.Position("connect4", "4453")
>>> p.solve(score=True).score
-2
>>> p.score_all_moves()
{'a': -5, 'b': -5, 'c': -2, 'd': -3, 'e': -4, 'f': -2, 'g': -2}

Games and moves are written as on the command line. Players are called "first" and "second". Bad input is a
ValueError that says what is wrong and how to write it right. Ctrl-C stops any work at once. Whatever takes a
`time` in seconds answers when it is over with what is known by then: an Answer that is not proved.
"""

from __future__ import annotations

import os as _os
from typing import Any, Iterable, Literal, NamedTuple, Sequence

from . import _inarow as _core

__all__ = [
    "Answer",
    "Certificate",
    "CheckResult",
    "Defense",
    "Estimate",
    "EstimatedMove",
    "Explanation",
    "Game",
    "MoveValue",
    "Position",
    "check",
    "claims",
    "count",
    "prove",
    "solve_batch",
    "version",
]

version: str = _core.version
__version__: str = version

_package = _os.path.dirname(_os.path.abspath(__file__))


def _find(*places: str) -> str | None:
    """The first of these paths, seen from the package, that is there."""
    for place in places:
        path = _os.path.normpath(_os.path.join(_package, place))
        if _os.path.exists(path):
            return path
    return None


# Beside the module, or in the source tree that it was built in: build/PRESET/python/inarow.
_data = _find("data", "../../../../data")
if _data is not None:
    _core.set_data_folder(_data)


class MoveValue(NamedTuple):
    """What a move is worth to the player who makes it."""

    value: str  #: "win", "draw", "loss" or "unknown"
    score: int | None  #: if scores were asked for


class EstimatedMove(NamedTuple):
    """A guess about a move, for the player who makes it."""

    win: float
    score: int
    line: list[str]  #: that it begins


class Estimate(NamedTuple):
    """A guess where nothing is proved."""

    win: float  #: about how likely the player to move wins, draws counting half
    line: list[str]  #: how the game may go on
    score: int = 0  #: the same as win: 1 / (1 + exp(-score / 100))
    depth: int = 0  #: moves that were looked ahead
    moves: tuple[EstimatedMove, ...] = ()  #: the best first, if all moves were asked for


class Defense(NamedTuple):
    """A move that the opponent does not refute by threats."""

    stones: str  #: "" is any move
    free: int  #: stones left out: any others may be added
    quality: int  #: a guess, larger is better


class MoveTable(dict):
    """A dict by move. Asked for a move that is written in another way, it finds it too.

    >>> scores = Position("connect4", "44").score_all_moves()
    >>> scores["d"] == scores["4"] == scores["d3"]
    True
    """

    __slots__ = ("_board",)

    def __init__(self, board: Any, items: Iterable[Any] = ()) -> None:
        super().__init__(items)
        self._board = board

    def __missing__(self, key: Any) -> Any:
        after = self._board.copy()
        try:
            after.play(str(key))
        except ValueError:
            raise KeyError(key) from None
        move = after.move_list()[-1]
        for name in (move, move.rstrip("0123456789")):
            if name in self:
                return self[name]
        raise KeyError(key)

    def __reduce__(self) -> Any:
        return (dict, (dict(self),))


class Game:
    """A game, by the text that names it: which board, how long a line wins, how many stones a move has.

    >>> Game("connect4")
    Game('drop:7x6')
    >>> game = Game("connect6")
    >>> game.text, game.columns, game.k, game.p, game.q
    ('Connect(19,19,6,2,1)', 19, 6, 2, 1)
    >>> Game("cylinder:6").rows is None         # infinitely high
    True
    >>> Game("drop:7x")
    Traceback (most recent call last):
    ...
    ValueError: bad game "drop:7x": at the end: the number of rows is missing; write drop:7x6, or drop:7xinf for infinite height
    """

    __slots__ = ("name", "text", "family", "columns", "rows", "k", "p", "q", "cylinder", "colours")

    name: str  #: as it was written
    text: str  #: in canonical form: equal texts are equal games
    family: str  #: "drop" or "placement"
    columns: int | None  #: None: infinitely many
    rows: int | None  #: None: infinitely many
    k: int  #: stones in a row that win
    p: int  #: stones of a move
    q: int  #: stones of the first move
    cylinder: bool  #: whether the columns wrap around
    colours: tuple[str, str]  #: of the first and the second player in the literature

    def __init__(self, name: str | Game) -> None:
        text = name.name if isinstance(name, Game) else name
        facts = _core.facts(text)
        self.name = text
        for fact, value in facts.items():
            setattr(self, fact, value)

    def start(self) -> Position:
        """The position before the first move.

        >>> Game("tictactoe").start().legal_moves()
        ['a1', 'a2', 'a3', 'b1', 'b2', 'b3', 'c1', 'c2', 'c3']
        """
        return Position(self)

    def position(self, moves: str = "") -> Position:
        """The position after these moves.

        >>> Game("connect4").position("44").to_move
        'first'
        """
        return Position(self, moves)

    def players(self, side: Literal["first", "second"] = "first") -> list[str]:
        """The computer players for this side, for Position.choose().

        >>> "perfect" in Game("connect4").players()
        True
        """
        return _core.players(self.text, side)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Game({self.text!r})"

    def __reduce__(self) -> Any:
        return (Game, (self.name,))


class Position:
    """A position of any game, with the moves that lead to it.

    >>> p = Position("connect4", "4453")
    >>> print(p)
    6 . . . . . . .
    5 . . . . . . .
    4 . . . . . . .
    3 . . . . . . .
    2 . . . o . . .
    1 . . o x x . .
      a b c d e f g
    >>> p.to_move, p.moves, p.move_list
    ('first', '4453', ['d1', 'd2', 'e1', 'c1'])
    >>> Position("connect4", "9")
    Traceback (most recent call last):
    ...
    ValueError: bad moves "9": at character 1: the columns are 1 to 7; write for example 44, dd or d1 d2
    >>> Position("Connect(6,2,3)", "0,0 -1,1 1,1").to_move     # the infinite board
    'second'

    Positions are equal if they have the same stones and the same player to move, however they arose. A position is
    changed by play() and undo(), and its hash with it: put a copy() into a set or a dict.
    """

    __slots__ = ("game", "_board")

    game: Game  #: the game that is played

    def __init__(self, game: str | Game, moves: str = "") -> None:
        self.game = game if isinstance(game, Game) else Game(game)
        self._board = _core.Board(self.game.text, moves)

    @classmethod
    def _of(cls, game: Game, board: Any) -> Position:
        position = object.__new__(cls)
        position.game = game
        position._board = board
        return position

    @classmethod
    def from_array(cls, game: str | Game, array: Any) -> Position:
        """The position of an array, of numpy or nested lists, as it is seen: row 0 is on top, column 0 on the left.

        0 is an empty cell, 1 a stone of the first player, 2 one of the second. The moves are found: some order of
        moves that leads to the position. A position that no game leads to is a ValueError.

        >>> Position.from_array("tictactoe", [[0, 0, 2],
        ...                                   [0, 1, 0],
        ...                                   [0, 0, 1]]).move_list
        ['b2', 'c3', 'c1']
        """
        game = game if isinstance(game, Game) else Game(game)
        rows = array.tolist() if hasattr(array, "tolist") else [list(row) for row in array]
        try:
            return cls._of(game, _core.Board.from_rows(game.text, rows))
        except TypeError:
            raise ValueError("an array must have two dimensions and whole numbers: 0, 1 and 2") from None

    @classmethod
    def from_picture(cls, game: str | Game, picture: str) -> Position:
        """The position of a picture: x is the first player, o the second. Rows of dots on top may be left out.

        >>> Position.from_picture("connect4", '''
        ...     . . . o . . .
        ...     . . o x x . .''') == Position("connect4", "4453")
        True
        """
        game = game if isinstance(game, Game) else Game(game)
        return cls._of(game, _core.Board.from_picture(game.text, picture))

    # What it is.

    @property
    def moves(self) -> str:
        """The moves in one text, as Position() and the command line read it."""
        return self._board.moves()

    @property
    def move_list(self) -> list[str]:
        """The moves one by one.

        >>> Position("connect6", "j10 k11i11").move_list
        ['j10', 'k11i11']
        """
        return self._board.move_list()

    @property
    def to_move(self) -> Literal["first", "second"]:
        """Whose turn it is (or would be, if the game is over)."""
        return self._board.to_move()

    @property
    def stones_due(self) -> int:
        """How many stones the next move has.

        >>> Game("connect6").start().stones_due, Position("connect6", "j10").stones_due
        (1, 2)
        """
        return self._board.stones_due()

    def is_over(self) -> bool:
        """Whether the game is over.

        >>> Position("connect4", "1212121").is_over()
        True
        """
        return self._board.over()

    def winner(self) -> Literal["first", "second", "draw"] | None:
        """Who has won; None as long as the game goes on.

        >>> Position("connect4", "1212121").winner()
        'first'
        """
        return self._board.winner()

    def stones(self) -> dict[str, str]:
        """The stones on the board: whose is on which cell.

        >>> Position("connect4", "443").stones()
        {'c1': 'first', 'd1': 'first', 'd2': 'second'}
        """
        name = self._board.cell_name
        return {name(x, y): ("first", "second")[player - 1] for x, y, player in self._board.stones()}

    def at(self, cell: str) -> Literal["first", "second"] | None:
        """Whose stone is on a cell; None if there is none.

        >>> Position("connect4", "44").at("d2")
        'second'
        """
        return self._board.at(cell)

    def to_array(self) -> Any:
        """The board as an array of numpy, as it is seen: row 0 is on top, column 0 on the left.

        0 is an empty cell, 1 a stone of the first player, 2 one of the second.

        >>> Position("tictactoe", "b2 c3").to_array()
        array([[0, 0, 2],
               [0, 1, 0],
               [0, 0, 0]], dtype=int8)
        """
        if self.game.rows is None or self.game.columns is None:
            raise ValueError(f"{self.game.text} has no array: its board is infinite; stones() lists the stones")
        import numpy

        array = numpy.zeros((self.game.rows, self.game.columns), dtype=numpy.int8)
        for x, y, player in self._board.stones():
            array[self.game.rows - 1 - y, x] = player
        return array

    def legal_moves(self) -> list[str]:
        """All moves of the player to move; none if the game is over.

        A move has all its stones. Where these are more than 100,000 moves, or infinitely many, it is a ValueError.

        >>> Position("connect4", "444444").legal_moves()
        ['a1', 'b1', 'c1', 'e1', 'f1', 'g1']
        >>> len(Position("connect6", "j10").legal_moves())
        64620
        """
        return self._board.legal_moves()

    def legal_cells(self) -> list[str]:
        """The cells on which a single stone may be put.

        >>> len(Position("connect6", "j10").legal_cells())
        360
        """
        return self._board.legal_cells()

    # What changes it.

    def play(self, move: str | int) -> Position:
        """Plays a move and returns the position itself. A move of a drop game is a column or a cell.

        >>> p = Position("connect4")
        >>> p.play("d").play("d2").play(4).moves
        '444'
        >>> p.play("h")
        Traceback (most recent call last):
        ...
        ValueError: bad moves "h": at character 1: no column h, the columns are a to g; write for example 44, dd or d1 d2
        """
        self._board.play(str(move))
        return self

    def undo(self) -> Position:
        """Takes the last move back and returns the position itself.

        >>> Position("connect4", "4453").undo().moves
        '445'
        """
        self._board.undo()
        return self

    def copy(self) -> Position:
        """Another position that is the same.

        >>> p = Position("connect4", "44")
        >>> p.copy().play("5") == p
        False
        """
        return self._of(self.game, self._board.copy())

    def mirror(self) -> Position:
        """The position seen in a mirror, left and right exchanged.

        >>> Position("connect4", "11").mirror().moves
        '77'
        """
        return self._of(self.game, self._board.mirror())

    # What is known about it.

    def _ask(self, **options: Any) -> Answer:
        return _core.ask(self._board, {"book": True, "rules": True, **options})

    def solve(
        self,
        *,
        score: bool = False,
        all_moves: bool = False,
        line: bool = False,
        why: bool = False,
        method: str = "auto",
        time: float | None = None,
        order: int | None = None,
        threads: int | None = None,
        memory: float | None = None,
        book: bool = True,
        rules: bool = True,
        certificate: str | _os.PathLike[str] | None = None,
    ) -> Answer:
        """The value of the position, and what else is asked for.

        score        the exact score, not only win, draw or loss (drop games of finite height)
        all_moves    the value or score of every move; `best` then has all best moves
        line         best play to the end
        why          the reasons: rules, threats, zugzwang, zones (see explain())
        method       auto, alphabeta, victor, proof-number (drop games of even height) or threat (placement games)
        time         seconds; then the answer says what is known, and is perhaps not proved
        order        of threats in placement games, 1 to 4
        threads      all cores if None
        memory       megabytes; as much as is of use if None
        book         whether books of known positions may answer
        rules        whether exact search of drop games may use Allis's rules
        certificate  a file for a proof of the answer

        >>> Position("connect4").solve(score=True, all_moves=True).best
        ['d1']
        >>> Position("drop:6x5").solve().value
        'draw'
        >>> Position("tictactoe", "a1 b1").solve(line=True).winner
        'first'
        """
        return self._ask(
            score=score,
            best=True,
            all_moves=all_moves,
            line=line,
            why=why,
            method=method,
            time=time,
            order=order,
            threads=threads,
            memory=memory,
            book=book,
            rules=rules,
            certificate=None if certificate is None else _os.fspath(certificate),
        )

    def score_all_moves(
        self,
        *,
        time: float | None = None,
        threads: int | None = None,
        memory: float | None = None,
        book: bool = True,
        rules: bool = True,
    ) -> dict[str, int | None]:
        """The exact score of every move of a drop game, for the player who makes it, by column.

        A win with the winner's last stone is 1, one move earlier 2, and so on; 0 is a draw, a loss is negative. None if
        the time is over before the score is known.

        >>> Position("connect4").score_all_moves()
        {'a': -2, 'b': -1, 'c': 0, 'd': 1, 'e': 0, 'f': -1, 'g': -2}
        """
        answer = self._ask(
            score=True, all_moves=True, time=time, threads=threads, memory=memory, book=book, rules=rules
        )
        table = _core.answer_moves(answer)
        return MoveTable(self._board.copy(), ((move, score) for move, (_, score) in table.items()))

    def best_move(self, *, time: float | None = None, threads: int | None = None) -> str | None:
        """A best move: by score in drop games of finite height, else by value. None if none is proved to be best.

        choose() has a move for any position.

        >>> Position("connect4").best_move()
        'd1'
        """
        exact = self.game.family == "drop" and self.game.rows is not None
        best = self._ask(score=exact, best=True, time=time, threads=threads).best
        return best[0] if best else None

    def explain(
        self,
        *,
        order: int | None = None,
        time: float | None = None,
        search: bool = True,
        why_not: str | None = None,
    ) -> Explanation:
        """Why a position is won or cannot be lost: the verdict, the plan behind it, rules, threats, zugzwang, zones.

        In drop games the verdict and its proof are searched for (at most 12 seconds unless `time` says otherwise)
        unless `search` is False; then there is what the rules say alone. `why_not` is a move: what it would do, and
        why it is wrong if it is.

        A dict, as docs/formats/explain.md describes it; printed, or as `.words`, the board with the reasons.

        >>> why = Position("connect4", "12").explain()
        >>> why["claim"], why["zugzwang"]
        ('second-not-lose', 'second')
        >>> why["rules"][0]["rule"]
        'claimeven'
        >>> "Claimeven" in why.words
        True
        >>> why = Position("drop:6x4", "33").explain()
        >>> why["verdict"]["value"], [plan["player"] for plan in why["reasons"]]
        ('draw', ['first', 'second'])
        >>> Position("connect4", "44433555").explain(why_not="a")["why_not"]["sentence"]
        'a1 turns a win in 13 stones into a draw'
        """
        answer = self._ask(only_why=True, reason=search, why_not=why_not, order=order, time=time)
        return Explanation(answer.json["why"], _core.answer_why_words(answer))

    def defenses(
        self, *, order: int | None = None, time: float | None = None, threads: int | None = None
    ) -> Answer:
        """In placement games: which moves of the player to move are not refuted by threats of his opponent.

        The Answer has them in `.defenses`, best first; it is a loss if all are refuted.

        >>> p = Position("Connect(15,15,5,1,1)", "h8 a1 h9 a2 h10 a3")
        >>> p.play("h11").defenses().value
        'loss'
        """
        return self._ask(defenses=True, order=order, time=time, threads=threads)

    def prove(self, kind: str, file: str | _os.PathLike[str], **options: Any) -> Certificate:
        """Writes a proof about this position to a file that check() verifies. See inarow.prove().

        >>> import os, tempfile
        >>> file = os.path.join(tempfile.mkdtemp(), "draw.cert")
        >>> bool(Position("drop:4x4").prove("value", file))
        True
        >>> print(check(file).claim)
        on drop:4x4 the game is a draw
        """
        return prove(kind, self.game, file, moves=self.moves, **options)

    def choose(
        self,
        player: str = "auto",
        *,
        time: float | None = None,
        threads: int | None = None,
        memory: float | None = None,
    ) -> str:
        """The move of a computer player; Game.players() names them.

        >>> Position("connect4", "4").choose("perfect")
        'd2'
        """
        answer = self._ask(player=player, time=time, threads=threads, memory=memory)
        return _core.answer_played(answer)

    # As every object of Python.

    def _key(self) -> tuple[Any, ...]:
        return (self.game.text, self._board.move_count() % 2, tuple(self._board.stones()))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __str__(self) -> str:
        return self._board.picture().rstrip("\n")

    def __repr__(self) -> str:
        return f"Position({self.game.text!r}, {self.moves!r})"

    def __copy__(self) -> Position:
        return self.copy()

    def __deepcopy__(self, memo: Any) -> Position:
        return self.copy()

    def __reduce__(self) -> Any:
        return (Position, (self.game, self.moves))

    def _repr_svg_(self) -> str:
        """The board as a drawing, for notebooks."""
        from ._drawing import draw

        return draw(self.game, self._board)


class Answer(_core.Record):
    """What is known of a position after it was asked about. Nothing here is given without a proof except `estimate`.

    >>> a = Position("connect4", "4444").solve(score=True)
    >>> a
    <Answer drop:7x6 after 4444: win, score 1, best d5>
    >>> print(a)
    White wins with move 41, in 37 plies (score 1)
    best: d5
    taken on trust: Allis 1988 ch. 6-8
    book, 0 nodes, 0.000 s
    """

    __slots__ = ()

    @property
    def position(self) -> Position:
        """The position that it is about."""
        board = _core.answer_board(self)
        return Position._of(Game(self.json["game"]), board)

    @property
    def value(self) -> Literal["win", "draw", "loss", "unknown"]:
        """For the player to move."""
        return _core.answer_value(self)

    @property
    def winner(self) -> Literal["first", "second", "draw", "unknown"]:
        """Who wins with best play."""
        return _core.answer_winner(self)

    @property
    def score(self) -> int | None:
        """The exact score for the player to move, if it was asked for and found."""
        return _core.answer_score(self)

    @property
    def plies_to_end(self) -> int | None:
        """With the score: how many stones are played until the game ends."""
        return _core.answer_plies_to_end(self)

    @property
    def proved(self) -> bool:
        """Whether the value is proved, given the axioms; if not, it is "unknown"."""
        return _core.answer_proved(self)

    @property
    def complete(self) -> bool:
        """Whether everything that was asked for was looked for; False if a limit came first."""
        return _core.answer_complete(self)

    @property
    def axioms(self) -> list[str]:
        """What the proof takes on trust.

        >>> Position("tictactoe").solve().axioms
        []
        """
        return _core.answer_axioms(self)

    @property
    def best(self) -> list[str]:
        """A best move; with all_moves, all of them."""
        return _core.answer_best(self)

    @property
    def line(self) -> list[str] | None:
        """Best play, if it was asked for.

        >>> Position("tictactoe", "a1 b1 a2 b2").solve(line=True).line
        ['a3']
        """
        return _core.answer_line(self)

    @property
    def moves(self) -> dict[str, MoveValue] | None:
        """The value of every move, if all_moves was asked for, for the player who makes it.

        >>> Position("connect4").solve(all_moves=True).moves["c"]
        MoveValue(value='draw', score=None)
        """
        table = _core.answer_moves(self)
        if table is None:
            return None
        return MoveTable(_core.answer_board(self), ((move, MoveValue(*value)) for move, value in table.items()))

    @property
    def bounds(self) -> tuple[int, int] | None:
        """Where the score or value is not all known: it is proved to lie between these two."""
        return _core.answer_bounds(self)

    @property
    def method(self) -> str:
        """How the answer was found."""
        return _core.answer_method(self)

    @property
    def nodes(self) -> int:
        """How many positions were looked at."""
        return _core.answer_nodes(self)

    @property
    def seconds(self) -> float:
        """How long it took."""
        return _core.answer_seconds(self)

    @property
    def estimate(self) -> Estimate | None:
        """A guess where nothing is proved."""
        guess = self.json.get("estimate")
        if guess is None:
            return None
        moves = tuple(EstimatedMove(move["win"], move["score"], move["line"]) for move in guess.get("moves", []))
        return Estimate(guess["win"], guess["line"], guess["score"], guess["depth"], moves)

    @property
    def zones(self) -> list[list[str]] | None:
        """Of a win by threats: its relevance zones Z1, Z2, ..."""
        return self.json.get("zones")

    @property
    def order(self) -> int | None:
        """Of a win by threats: the highest order of its threats; else up to which order none was found."""
        json = self.json
        return json.get("order", json.get("searched_order"))

    @property
    def defenses(self) -> list[Defense] | None:
        """Of Position.defenses(): the moves that are not refuted, best first."""
        open_moves = self.json.get("defenses")
        if open_moves is None:
            return None
        return [Defense(move["stones"], move["free"], move["quality"]) for move in open_moves]

    @property
    def why(self) -> Explanation | None:
        """The reasons, if they were asked for."""
        why = self.json.get("why")
        return None if why is None else Explanation(why, _core.answer_why_words(self))

    @property
    def certificate(self) -> dict[str, Any] | None:
        """How the wish for a certificate ended, as docs/formats/certificate.md describes it."""
        return self.json.get("certificate")

    @property
    def obstacle(self) -> str:
        """Why nothing could be looked for, in words; mostly empty."""
        return _core.answer_obstacle(self)

    @property
    def json(self) -> dict[str, Any]:
        """The same as a dict, as the command line prints it with --json (docs/formats/solve.md).

        >>> Position("connect4").solve().json["winner"]
        'first'
        """
        import json

        return json.loads(_core.answer_json_text(self))

    def __str__(self) -> str:
        return _core.answer_words(self).rstrip("\n")

    def __repr__(self) -> str:
        json = self.json
        text = json["game"] + (" after " + json["moves"] if json["moves"] else "") + ": " + self.value
        if self.score is not None:
            text += f", score {self.score}"
        if self.best:
            text += ", best " + " ".join(self.best)
        return f"<Answer {text}>"

    def __reduce__(self) -> Any:
        return (_read_answer, (_core.answer_json_text(self),))


_core.set_answer_type(Answer)


def _read_answer(text: str) -> Answer:
    """The answer of a JSON text; pickled answers are read by it."""
    return _core.read_answer(text)


class Explanation(dict):
    """The reasons of a position as a dict (docs/formats/explain.md); `words` has them for people."""

    words: str  #: the board with the reasons drawn on it, and the reasons

    def __init__(self, fields: dict[str, Any], words: str) -> None:
        super().__init__(fields)
        self.words = words.rstrip("\n")

    def __str__(self) -> str:
        return self.words

    def __reduce__(self) -> Any:
        return (Explanation, (dict(self), self.words))


class Certificate:
    """How a wish for a proof ended; true if the file was written."""

    __slots__ = ("ending", "json", "text")

    ending: str  #: "written", "false" (the claim does not hold), "not found", "stopped" or "impossible"
    json: dict[str, Any]  #: as `inarow prove --json` prints it (docs/formats/certificate.md)
    text: str  #: the same in words

    def __init__(self, ending: str, json: dict[str, Any], text: str) -> None:
        self.ending = ending
        self.json = json
        self.text = text

    def __bool__(self) -> bool:
        return self.ending == "written"

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Certificate {self.ending}: {self.text.splitlines()[0]}>"


class CheckResult:
    """What inarow-check says of a certificate; true if it is verified."""

    __slots__ = ("verdict", "text")

    verdict: str  #: "VERIFIED", "REFUTED" or "UNREADABLE"
    text: str  #: all it says

    def __init__(self, verdict: str, text: str) -> None:
        self.verdict = verdict
        self.text = text

    @property
    def verified(self) -> bool:
        """Whether the proof is right."""
        return self.verdict == "VERIFIED"

    @property
    def claim(self) -> str | None:
        """What is proved, in words; None if nothing is."""
        return self.text.partition(": ")[2].partition(";")[0] if self.verified else None

    def __bool__(self) -> bool:
        return self.verified

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<CheckResult {self.text.splitlines()[0] if self.text else self.verdict}>"


def solve_batch(
    game: str | Game,
    moves: Iterable[str | Position],
    *,
    score: bool = False,
    best: bool = False,
    all_moves: bool = False,
    line: bool = False,
    why: bool = False,
    method: str = "auto",
    time: float | None = None,
    order: int | None = None,
    threads: int | None = None,
    memory: float | None = None,
    book: bool = True,
    rules: bool = True,
    errors: Literal["raise", "keep"] = "raise",
) -> list[Answer]:
    """Answers about many positions of a game, given by their moves, in the same order, by all threads.

    The time is for all of them together; those that are not answered by then are not proved. A position that cannot be read
    is a ValueError that names its index; with errors="keep" that ValueError stands in its place in the list.

    >>> [a.score for a in solve_batch("connect4", ["44", "4453"], score=True)]
    [1, -2]
    >>> solve_batch("connect4", ["44", "49"])
    Traceback (most recent call last):
    ...
    ValueError: position 1: bad moves "49": at character 2: the columns are 1 to 7; write for example 44, dd or d1 d2
    """
    if errors not in ("raise", "keep"):
        raise ValueError(f'no way "{errors}" to treat errors; write raise or keep')
    if isinstance(moves, str):
        raise TypeError("moves must be a list with the moves of each position, not one text")
    texts = [m if isinstance(m, str) else m.moves for m in moves]
    options = {
        "score": score,
        "best": best or line or all_moves,
        "all_moves": all_moves,
        "line": line,
        "why": why,
        "method": method,
        "time": time,
        "order": order,
        "threads": threads,
        "memory": memory,
        "book": book,
        "rules": rules,
    }
    return _core.ask_batch(str(game), texts, options, errors == "keep")


def prove(
    kind: str,
    game: str | Game,
    file: str | _os.PathLike[str],
    *,
    moves: str = "",
    player: Literal["first", "second"] | None = None,
    score: int = 1,
    rules: bool = False,
    tree: bool = False,
    plain: bool = False,
    order: int | None = None,
    strategy: str = "auto",
    time: float | None = None,
    threads: int | None = None,
    memory: float | None = None,
) -> Certificate:
    """Writes a proof to a file that inarow-check verifies. Claims that are false are not written.

    kind      win, not-lose, value, score, cannot-lose, drawn; claims() says what they mean
    player    whose claim; the player to move if None
    score     of a win: with at least this score
    rules     drop games: leaves may be sets of Allis's rules, which the checker takes as an axiom
    tree      placement games: all moves, no relevance zones
    plain     not compressed
    order     of threats, 1 to 4
    strategy  of cannot-lose: auto, search, rules or paper

    >>> import os, tempfile
    >>> file = os.path.join(tempfile.mkdtemp(), "drawn.cert")
    >>> bool(prove("drawn", "Connect(11,2)", file))
    True
    >>> prove("win", "drop:4x4", file).ending
    'false'
    """
    options = {
        "player": player,
        "score": score,
        "rules": rules,
        "tree": tree,
        "plain": plain,
        "order": order,
        "strategy": strategy,
        "time": time,
        "threads": threads,
        "memory": memory,
    }
    ending, text, words = _core.prove(kind, str(game), moves, _os.fspath(file), options)
    import json

    return Certificate(ending, json.loads(text), words.rstrip("\n"))


def claims() -> dict[str, str]:
    """What can be proved: the kinds of claims and what they mean.

    >>> list(claims())[:4]
    ['win', 'not-lose', 'value', 'score']
    """
    return _core.claims()


def _checker() -> str:
    """The program inarow-check."""
    import shutil

    given = _os.environ.get("INAROW_CHECK")
    found = given or _find("inarow-check", "../../bin/inarow-check") or shutil.which("inarow-check")
    if not found:
        raise FileNotFoundError("inarow-check is neither beside the module nor on PATH; set INAROW_CHECK to its path")
    return found


def check(file: str | _os.PathLike[str], *, axioms: bool = True) -> CheckResult:
    """Has a certificate verified by inarow-check, a program that shares no code with the solver.

    Without axioms, leaves that rest on Allis's rules are verified by search.

    >>> import os, tempfile
    >>> file = os.path.join(tempfile.mkdtemp(), "win.cert")
    >>> Position("connect4", "1212121").undo().prove("win", file).ending
    'written'
    >>> check(file).verified
    True
    """
    import subprocess

    path = _os.fspath(file)
    with open(path, "rb"):  # a file that is not there is an OSError
        pass
    command = [_checker(), path] + ([] if axioms else ["--no-axioms"])
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    verdict = {0: "VERIFIED", 1: "REFUTED", 2: "UNREADABLE"}.get(run.returncode)
    if verdict is None:
        raise OSError(f"inarow-check ended with code {run.returncode}: {run.stdout.strip()}")
    return CheckResult(verdict, run.stdout.rstrip("\n"))


def count(
    game: str | Game,
    exact: bool = False,
    *,
    estimate: bool = False,
    max_men: int | None = None,
    time: float | None = None,
    threads: int | None = None,
    memory: float | None = None,
) -> dict[str, Any]:
    """How many positions a game has: an upper bound, by sampling (estimate) and exactly, per number of men.

    >>> count("connect4")["bound"]["total"]            # Allis 1988, Appendix C
    70728639995483
    >>> count("drop:4x4", exact=True)["exact"]["total"]
    161029
    """
    options = {
        "exact": exact,
        "estimate": estimate,
        "max_men": max_men,
        "time": time,
        "threads": threads,
        "memory": memory,
    }
    return _core.count(str(game), options)
