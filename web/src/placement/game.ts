// Placement games Connect(m,n,k,p,q) as the page needs them, so that a click is answered without asking anybody. What a
// position is worth, only the server says.

import { MoveError, MoveScanner } from '../game/notation';
import { directions, columnName } from '../game/types';
import type { Cell, Outcome, Player } from '../game/types';
import { texts } from '../texts';

export interface Spec {
  /** Null: the infinite board. */
  board: { columns: number; rows: number } | null;
  k: number;
  /** Stones a move, and stones of the first move. */
  p: number;
  q: number;
}

/** The stones of one turn; null is a stone that is not placed. */
export type Move = (Cell | null)[];

export const maxSide = 64;
export const maxCoordinate = 1000;

const named: Record<string, Spec> = {
  tictactoe: { board: { columns: 3, rows: 3 }, k: 3, p: 1, q: 1 },
  gomoku: { board: { columns: 15, rows: 15 }, k: 5, p: 1, q: 1 },
  connect6: { board: { columns: 19, rows: 19 }, k: 6, p: 2, q: 1 },
};

export function isTicTacToe({ board, k, p }: Spec): boolean {
  return board?.columns === 3 && board.rows === 3 && k === 3 && p === 1;
}

/** As the program writes it. */
export function canonicalText(spec: Spec): string {
  const rest = `${spec.k},${spec.p},${spec.q}`;
  return spec.board ? `Connect(${spec.board.columns},${spec.board.rows},${rest})` : `Connect(${rest})`;
}

/** As addresses have it: by name if the game has one. */
export function specText(spec: Spec): string {
  const text = canonicalText(spec);
  return Object.keys(named).find((name) => canonicalText(named[name]!) === text) ?? text;
}

/** Null for anything that is not a placement game that the page can show. */
export function parseSpec(text: string): Spec | null {
  const plain = text.replace(/\s/g, '').toLowerCase();
  const known = named[plain];
  if (known) return known;
  const match = /^connect\((\d{1,4}(?:,\d{1,4})*)\)$/.exec(plain);
  const numbers = match?.[1]?.split(',').map(Number) ?? [];
  if (numbers.length !== 3 && numbers.length !== 5) return null;
  const [k, p, q] = numbers.slice(-3) as [number, number, number];
  const board = numbers.length === 5 ? { columns: numbers[0]!, rows: numbers[1]! } : null;
  const spec = { board, k, p, q };
  return isPossible(spec) ? spec : null;
}

export function isPossible({ board, k, p, q }: Spec): boolean {
  const within = (n: number, most: number) => Number.isInteger(n) && n >= 1 && n <= most;
  return within(k, 1000) && within(p, 1000) && within(q, 1000) && (!board || (within(board.columns, maxSide) && within(board.rows, maxSide)));
}

function columnIndex(name: string): number {
  return [...name].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 96, 0) - 1;
}

export function cellName(spec: Spec, cell: Cell | null): string {
  if (!cell) return '--';
  return spec.board ? columnName(cell.x) + (cell.y + 1) : `${cell.x},${cell.y}`;
}

export const keyOf = (cell: Cell) => `${cell.x},${cell.y}`;

export function onBoard(spec: Spec, { x, y }: Cell): boolean {
  if (!spec.board) return Math.abs(x) <= maxCoordinate && Math.abs(y) <= maxCoordinate;
  return x >= 0 && y >= 0 && x < spec.board.columns && y < spec.board.rows;
}

export function parseCell(spec: Spec, name: string): Cell | null {
  return parseCells(spec, name)?.[0] ?? null;
}

/** The stones of a text, one after the other; null if there is anything else in it, or a cell that is not on the board. */
export function parseCells(spec: Spec, text: string): Move | null {
  const token = spec.board ? /\s*,?\s*(?:([a-z]{1,2})(\d{1,2})|(--))/y : /\s*(?:(-?\d{1,4}),(-?\d{1,4})|(--))(?=\s|$)/y;
  const lower = text.trim().toLowerCase();
  const cells: Move = [];
  while (token.lastIndex < lower.length) {
    const match = token.exec(lower);
    if (!match) return null;
    if (match[3]) {
      cells.push(null);
      continue;
    }
    const cell = spec.board ? { x: columnIndex(match[1]!), y: Number(match[2]) - 1 } : { x: Number(match[1]), y: Number(match[2]) };
    if (!onBoard(spec, cell)) return null;
    cells.push(cell);
  }
  return cells;
}

export function moveText(spec: Spec, move: Move): string {
  return move.map((cell) => cellName(spec, cell)).join(spec.board ? '' : ' ');
}

export function movesText(spec: Spec, moves: readonly Move[]): string {
  return moves.map((move) => moveText(spec, move)).join(' ');
}

export interface ReadMoves {
  moves: Move[];
  /** Stones of a move that is not complete. */
  pending: Move;
}

/** As the program reads them; a MoveError says what cannot be read or played. */
export function readMoves(spec: Spec, text: string): ReadMoves {
  const scan = new MoveScanner({ board: spec.board, drops: false }, text);
  const position = new Position(spec);
  while (scan.more()) {
    const cell = scan.stone();
    const number = position.moves.length + 1;
    if (!position.place(cell, true)) throw new MoveError(texts.notation.refused(number, cellName(spec, cell), position.refusalOf(cell)));
  }
  return { moves: position.moves, pending: position.pending };
}

/** The same; null if they cannot be read or played. */
export function parseMoves(spec: Spec, text: string): ReadMoves | null {
  try {
    return readMoves(spec, text);
  } catch (error) {
    if (error instanceof MoveError) return null;
    throw error;
  }
}

export interface PlacedStone {
  cell: Cell;
  player: Player;
  /** The number of its move, from 1. */
  move: number;
}

export class Position {
  readonly stones = new Map<string, PlacedStone>();
  /** Complete moves. A move that wins may be short. */
  moves: Move[] = [];
  pending: Move = [];
  outcome: Outcome = 'undecided';
  /** The lines that ended the game, each of k or more cells in order. */
  won: Cell[][] = [];

  constructor(readonly spec: Spec) {}

  static after(spec: Spec, moves: readonly Move[], pending: Move = []): Position {
    const position = new Position(spec);
    for (const cell of moves.flat()) position.place(cell, true);
    for (const cell of pending) position.place(cell);
    return position;
  }

  /** The player whose stone is placed next; when the game is over, the one who would have moved. */
  get toMove(): Player {
    return this.moves.length % 2 === 0 ? 'first' : 'second';
  }

  get over(): boolean {
    return this.outcome !== 'undecided';
  }

  /** Stones that the move must have: q at first, then p, or all empty cells if these are fewer. */
  get due(): number {
    const wanted = this.moves.length === 0 ? this.spec.q : this.spec.p;
    const board = this.spec.board;
    if (!board) return wanted;
    const placed = this.pending.filter(Boolean).length;
    return Math.min(wanted, board.columns * board.rows - this.stones.size + placed);
  }

  /** Stones of this move that are still to be placed. */
  get left(): number {
    return this.over ? 0 : this.due - this.pending.length;
  }

  at(cell: Cell): Player | undefined {
    return this.stones.get(keyOf(cell))?.player;
  }

  canPlace(cell: Cell): boolean {
    return !this.over && onBoard(this.spec, cell) && !this.stones.has(keyOf(cell));
  }

  /** Why there can be no stone, where none can. */
  refusalOf(cell: Cell | null): string {
    const t = texts.notation;
    if (cell && !onBoard(this.spec, cell)) return t.outside(cellName(this.spec, cell));
    return cell && this.stones.has(keyOf(cell)) ? t.taken(cellName(this.spec, cell)) : t.ended(this.moves.length);
  }

  /** The stones of the last complete move. */
  get last(): Cell[] {
    return (this.moves.at(-1) ?? []).filter((cell) => cell !== null);
  }

  /** One stone of the move. `spare`: a stone that a move had left when it won already is taken, too. */
  place(cell: Cell | null, spare = false): boolean {
    if (this.over) return spare && this.placeSpare(cell);
    if (cell && !this.canPlace(cell)) return false;
    const player = this.toMove;
    const due = this.due;
    this.pending = [...this.pending, cell];
    if (cell) {
      this.stones.set(keyOf(cell), { cell, player, move: this.moves.length + 1 });
      this.won = this.linesThrough(cell, player);
      if (this.won.length > 0) this.outcome = player;
    }
    if (this.over || this.pending.length === due) {
      this.moves = [...this.moves, this.pending];
      this.pending = [];
    }
    const board = this.spec.board;
    if (!this.over && board && this.stones.size === board.columns * board.rows) this.outcome = 'draw';
    return true;
  }

  private placeSpare(cell: Cell | null): boolean {
    const move = this.moves.at(-1);
    const wanted = this.moves.length === 1 ? this.spec.q : this.spec.p;
    if (!move || this.outcome === 'draw' || move.length >= wanted) return false;
    if (cell && (!onBoard(this.spec, cell) || this.stones.has(keyOf(cell)))) return false;
    const player = this.outcome as Player;
    this.moves = [...this.moves.slice(0, -1), [...move, cell]];
    if (cell) this.stones.set(keyOf(cell), { cell, player, move: this.moves.length });
    return true;
  }

  private linesThrough(cell: Cell, player: Player): Cell[][] {
    const lines: Cell[][] = [];
    for (const [dx, dy] of directions) {
      const line = [cell];
      for (const sign of [1, -1]) {
        for (let i = 1; ; i++) {
          const next = { x: cell.x + sign * i * dx, y: cell.y + sign * i * dy };
          if (this.at(next) !== player) break;
          if (sign > 0) line.push(next);
          else line.unshift(next);
        }
      }
      if (line.length >= this.spec.k) lines.push(line);
    }
    return lines;
  }
}

/** The cells of a segment that is given by its ends. */
export function segmentCells(from: Cell, to: Cell): Cell[] {
  const steps = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y));
  return Array.from({ length: steps + 1 }, (_, i) => ({
    x: from.x + Math.sign(to.x - from.x) * i,
    y: from.y + Math.sign(to.y - from.y) * i,
  }));
}
