// Drop games as the page needs them: so that a click is answered without asking anybody. What a position is worth,
// only the server says.

import { MoveError, MoveScanner } from '../game/notation';
import { columnName, directions } from '../game/types';
import type { Cell, Outcome, Player } from '../game/types';
import { texts } from '../texts';

export interface Spec {
  width: number;
  height: number;
  k: number;
  cylinder: boolean;
}

export const connect4: Spec = { width: 7, height: 6, k: 4, cylinder: false };
export const maxBits = 128;

export function specText(spec: Spec): string {
  return `drop:${spec.width}x${spec.height}${spec.k === 4 ? '' : `:k${spec.k}`}${spec.cylinder ? ':cyl' : ''}`;
}

/** Reads connect4 and drop:WxH with its options; null for anything else, and for boards that are too large. */
export function parseSpec(text: string): Spec | null {
  const plain = text.trim().toLowerCase();
  if (plain === 'connect4') return { ...connect4 };
  const match = /^drop:(\d{1,3})x(\d{1,3})((?::k\d{1,3}|:cyl)*)$/.exec(plain);
  if (!match) return null;
  const spec: Spec = { width: Number(match[1]), height: Number(match[2]), k: 4, cylinder: false };
  for (const option of (match[3] ?? '').split(':').filter(Boolean)) {
    if (option === 'cyl') spec.cylinder = true;
    else spec.k = Number(option.slice(1));
  }
  return isPossible(spec) ? spec : null;
}

/** The boards of this page: columns have one letter, the squares fit into the solver's words. */
export function isPossible(spec: Spec): boolean {
  return (
    spec.width >= 1 && spec.height >= 1 && spec.k >= 2 && spec.width <= 26 && spec.width * (spec.height + 1) <= maxBits
  );
}

export function cellName(cell: Cell): string {
  return columnName(cell.x) + (cell.y + 1);
}

export function parseCell(name: string): Cell {
  return { x: name.charCodeAt(0) - 97, y: Number(name.slice(1)) - 1 };
}

export function movesText(spec: Spec, columns: readonly number[]): string {
  return columns.map((x) => (spec.width <= 9 ? String(x + 1) : columnName(x))).join('');
}

/** Columns or cells, as the program reads them; a MoveError says what cannot be read or played. */
export function readMoves(spec: Spec, text: string): number[] {
  const columns: number[] = [];
  const position = new Position(spec);
  const scan = new MoveScanner({ board: { columns: spec.width, rows: spec.height }, drops: true }, text);
  while (scan.more()) {
    const cell = scan.stone((x) => position.fall(x))!;
    const refusal = position.refusalOf(cell);
    // Of a full column the scanner names the last square.
    const name = position.fall(cell.x) ? cellName(cell) : columnName(cell.x);
    if (refusal) throw new MoveError(texts.notation.refused(columns.length + 1, name, refusal));
    position.play(cell.x);
    columns.push(cell.x);
  }
  return columns;
}

/** The same; null if they cannot be read or played. */
export function parseMoves(spec: Spec, text: string): number[] | null {
  try {
    return readMoves(spec, text);
  } catch (error) {
    if (error instanceof MoveError) return null;
    throw error;
  }
}

/** The squares that the moves take: d1, d2, e1. */
export function cellNames(spec: Spec, columns: readonly number[]): string[] {
  const heights = new Array<number>(spec.width).fill(0);
  return columns.map((x) => columnName(x) + ++heights[x]!);
}

/** The board as text, as the program draws and reads it: x is White, o Black. */
export function diagram(position: Position): string {
  const { width, height } = position.spec;
  const margin = String(height).length;
  const rows: string[] = [];
  for (let y = height - 1; y >= 0; y--) {
    const cells = position.columns.map((column) => (column[y] === undefined ? '.' : column[y] === 'first' ? 'x' : 'o'));
    rows.push(`${String(y + 1).padStart(margin)} ${cells.join(' ')}`);
  }
  rows.push(`${' '.repeat(margin)} ${Array.from({ length: width }, (_, x) => columnName(x)).join(' ')}`);
  return `${rows.join('\n')}\n`;
}

export class Position {
  readonly columns: Player[][];
  count = 0;
  outcome: Outcome = 'undecided';
  /** The line that ended the game, square by square. */
  won: Cell[] = [];
  last: Cell | null = null;

  constructor(readonly spec: Spec) {
    this.columns = Array.from({ length: spec.width }, () => []);
  }

  static after(spec: Spec, moves: readonly number[]): Position {
    const position = new Position(spec);
    for (const x of moves) position.play(x);
    return position;
  }

  /** Stones as they lie, in whatever order they came; nobody asks whether a game leads here, or who has won. */
  static ofStones(spec: Spec, columns: readonly (readonly Player[])[]): Position {
    const position = new Position(spec);
    columns.forEach((column, x) => position.columns[x]!.push(...column));
    position.count = columns.reduce((sum, column) => sum + column.length, 0);
    return position;
  }

  get toMove(): Player {
    return this.count % 2 === 0 ? 'first' : 'second';
  }

  get over(): boolean {
    return this.outcome !== 'undecided';
  }

  at(x: number, y: number): Player | undefined {
    return this.columns[x]?.[y];
  }

  /** Where a stone in the column falls; null if it is full, is none, or the game is over. */
  landing(x: number): Cell | null {
    return this.over ? null : this.fall(x);
  }
  /** The same, whether or not the game is over. */
  fall(x: number): Cell | null {
    const column = this.columns[x];
    return column && column.length < this.spec.height ? { x, y: column.length } : null;
  }
  /** Why no stone can be played on the square; empty if one can. */
  refusalOf(cell: Cell): string {
    const t = texts.notation;
    if (this.over) return t.ended(this.count);
    const lands = this.fall(cell.x);
    if (!lands) return t.full(columnName(cell.x));
    return lands.y === cell.y ? '' : t.falls(columnName(cell.x), cellName(lands));
  }

  play(x: number): boolean {
    const cell = this.landing(x);
    if (!cell) return false;
    const player = this.toMove;
    this.columns[x]!.push(player);
    this.count++;
    this.last = cell;
    this.won = this.lineThrough(cell, player);
    if (this.won.length > 0) this.outcome = player;
    else if (this.count === this.spec.width * this.spec.height) this.outcome = 'draw';
    return true;
  }

  private lineThrough(cell: Cell, player: Player): Cell[] {
    const { width, k, cylinder } = this.spec;
    for (const [dx, dy] of directions) {
      const line = [cell];
      for (const sign of [1, -1]) {
        for (let i = 1; i < k && line.length < k; i++) {
          let x = cell.x + sign * i * dx;
          const y = cell.y + sign * i * dy;
          if (cylinder) x = ((x % width) + width) % width;
          if (this.at(x, y) !== player || line.some((c) => c.x === x && c.y === y)) break;
          if (sign > 0) line.push({ x, y });
          else line.unshift({ x, y });
        }
      }
      if (line.length >= k) return line;
    }
    return [];
  }
}

/** Stones until the game ends, from Pons's score for the player to move with so many stones on the board. */
export function pliesToEnd(spec: Spec, stones: number, score: number): number {
  const cells = spec.width * spec.height;
  if (score === 0) return cells - stones;
  let n = cells + 1 - 2 * Math.abs(score);
  const sameParity = (n - stones) % 2 === 0;
  if (sameParity !== score > 0) n--;
  return n + 1 - stones;
}

/** The columns of a line's squares without going round: those after the seam of a cylinder are width and more, or below 0. */
export function unrolled(spec: Spec, cells: readonly Cell[]): number[] {
  const columns: number[] = [];
  cells.forEach((cell, i) => {
    const before = cells[i - 1];
    if (!before) columns.push(cell.x);
    else columns.push(columns[i - 1]! + ((((cell.x - before.x + 1) % spec.width) + spec.width) % spec.width) - 1);
  });
  return columns;
}

/** The squares of a group that is given by its ends, the left one first; on a cylinder it may go over the edge. */
export function groupCells(spec: Spec, ends: readonly [string, string]): Cell[] {
  const a = parseCell(ends[0]);
  const b = parseCell(ends[1]);
  const steps = spec.k - 1;
  let dx = b.x - a.x;
  if (spec.cylinder && dx < 0) dx += spec.width;
  return Array.from({ length: spec.k }, (_, i) => ({
    x: (((a.x + Math.round((i * dx) / steps)) % spec.width) + spec.width) % spec.width,
    y: a.y + Math.round((i * (b.y - a.y)) / steps),
  }));
}
