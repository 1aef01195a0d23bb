"""Boards as SVG, for notebooks: drop games as a panel with holes, placement games as a grid of lines."""

from __future__ import annotations

from typing import Any

from . import _inarow as _core

_CELL = 36
_MARGIN = 26
_FILL = {1: ("#fafafa", "#333"), 2: ("#222", "#222")}  # White begins in drop games, Black in placement games
_MARK = {1: "#222", 2: "#fafafa"}


def _frame(game: Any, stones: list[tuple[int, int, int]]) -> tuple[int, int, int, int]:
    """Left, right, bottom and top of what is drawn; of an infinite board what has stones, and a little around it."""
    if game.family == "drop":
        top = game.rows - 1 if game.rows is not None else max((y + 1 for _, y, _ in stones), default=0)
        return 0, game.columns - 1, 0, top
    if game.rows is not None:
        return 0, game.columns - 1, 0, game.rows - 1
    xs = [x for x, _, _ in stones] or [0]
    ys = [y for _, y, _ in stones] or [0]
    return min(xs) - 2, max(xs) + 2, min(ys) - 2, max(ys) + 2


def draw(game: Any, board: Any) -> str:
    """The position as an SVG text; the last move has a mark."""
    stones = board.stones()
    left, right, bottom, top = _frame(game, stones)
    columns, rows = right - left + 1, top - bottom + 1
    width, height = columns * _CELL + 2 * _MARGIN, rows * _CELL + 2 * _MARGIN
    drop = game.family == "drop"
    infinite = not drop and game.rows is None
    fill = _FILL if drop else {1: _FILL[2], 2: _FILL[1]}
    mark = _MARK if drop else {1: _MARK[2], 2: _MARK[1]}

    def centre(x: int, y: int) -> tuple[float, float]:
        return _MARGIN + (x - left + 0.5) * _CELL, _MARGIN + (top - y + 0.5) * _CELL

    title = f"{game.text}: {board.moves() or 'no moves'}"
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'role="img" font-family="sans-serif" font-size="12" text-anchor="middle"><title>{title}</title>'
    ]
    panel = "#2f6db5" if drop else "#e3c07f"
    out.append(
        f'<rect x="{_MARGIN}" y="{_MARGIN}" width="{columns * _CELL}" height="{rows * _CELL}" rx="4" fill="{panel}"/>'
    )
    if drop:
        for y in range(bottom, top + 1):
            for x in range(left, right + 1):
                cx, cy = centre(x, y)
                out.append(f'<circle cx="{cx:g}" cy="{cy:g}" r="14" fill="#cfe0f2"/>')
    else:
        reach = 0.5 if infinite else 0  # of the lines beyond the last cells: the board goes on
        for x in range(left, right + 1):
            (x1, y1), (_, y2) = centre(x, top), centre(x, bottom)
            out.append(_line(x1, y1 - reach * _CELL, x1, y2 + reach * _CELL))
        for y in range(bottom, top + 1):
            (x1, y1), (x2, _) = centre(left, y), centre(right, y)
            out.append(_line(x1 - reach * _CELL, y1, x2 + reach * _CELL, y1))
    last = set(board.last_move())
    for x, y, player in stones:
        cx, cy = centre(x, y)
        inside, edge = fill[player]
        out.append(f'<circle cx="{cx:g}" cy="{cy:g}" r="14" fill="{inside}" stroke="{edge}"/>')
        if (x, y) in last:
            out.append(f'<circle cx="{cx:g}" cy="{cy:g}" r="4" fill="{mark[player]}"/>')
    for x in range(left, right + 1):
        cx, _ = centre(x, bottom)
        out.append(_label(cx, height - _MARGIN + 16, str(x) if infinite else _core.column_name(x)))
    for y in range(bottom, top + 1):
        _, cy = centre(left, y)
        out.append(_label(_MARGIN / 2, cy + 4, str(y if infinite else y + 1)))
    out.append("</svg>")
    return "".join(out)


def _line(x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" stroke="#5b4a26"/>'


def _label(x: float, y: float, text: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" fill="#666">{text}</text>'
