// Moves as text, read exactly as the program reads them (src/rules/notation.cpp): a test asks it about every case.
//
//   drop games         4453 (columns from 1, up to 9 of them), ddec (columns), d1 d2 e1 c1 (cells, whose rows are checked)
//   placement games    j10 k11i11 j12h9; -- is a stone that is not placed
//   infinite boards    0,0 -1,1 1,1

import { columnName } from './types';
import type { Cell } from './types';
import { texts } from '../texts';

/** What the scanner has to know of a game. */
export interface Ground {
  /** Null: the infinite board. */
  board: { columns: number; rows: number } | null;
  drops: boolean;
}

/** What cannot be read or played, as a sentence. */
export class MoveError extends Error {}

const t = texts.notation;
const isDigit = (c: string | undefined) => c !== undefined && c >= '0' && c <= '9';
const isLetter = (c: string | undefined) => c !== undefined && /^[a-z]$/i.test(c);

/** Reads moves from left to right, stone after stone. */
export class MoveScanner {
  private at = 0;

  constructor(
    private readonly ground: Ground,
    private readonly text: string,
  ) {}

  /** Skips what separates stones; true if another one follows. */
  more(): boolean {
    while (this.at < this.text.length && (/\s/.test(this.text[this.at]!) || (this.ground.board && this.text[this.at] === ','))) this.at++;
    return this.at < this.text.length;
  }

  /** Reads one stone, null for --. A column without a row becomes the square that `landing` tells (null: the column is full). */
  stone(landing?: (x: number) => Cell | null): Cell | null {
    if (!this.ground.drops && this.text.startsWith('--', this.at)) {
      this.at += 2;
      return null;
    }
    if (!this.ground.board) return this.pair();
    return this.ground.drops && isDigit(this.text[this.at]) ? this.digitColumn(landing) : this.namedCell(landing);
  }

  private complain(place: number, what: string): never {
    throw new MoveError(t.bad(this.text, place < this.text.length ? place + 1 : null, what));
  }

  private integer(): number | null {
    const match = /^-?\d+/.exec(this.text.slice(this.at));
    if (!match) return null;
    this.at += match[0].length;
    return Math.max(-1e6, Math.min(1e6, Number(match[0])));
  }

  private pair(): Cell {
    const start = this.at;
    const x = this.integer();
    if (x === null) this.complain(start, t.pair);
    if (this.text[this.at] !== ',') this.complain(this.at, t.secondNumber);
    this.at++;
    const y = this.integer();
    if (y === null) this.complain(this.at, t.secondNumber);
    if (this.at < this.text.length && !/\s/.test(this.text[this.at]!)) this.complain(this.at, t.spaces);
    return { x, y };
  }

  private digitColumn(landing?: (x: number) => Cell | null): Cell {
    const columns = this.ground.board!.columns;
    if (columns > 9) this.complain(this.at, t.noDigits);
    const x = Number(this.text[this.at]) - 1;
    if (x < 0 || x >= columns) this.complain(this.at, t.columns('1', String(columns)));
    this.at++;
    return this.landed(x, landing);
  }

  private namedCell(landing?: (x: number) => Cell | null): Cell {
    const start = this.at;
    const { columns, rows } = this.ground.board!;
    if (!isLetter(this.text[start])) this.complain(start, t.noMove);
    // One letter a column up to 26 columns, so that ddec is four moves; else the whole word.
    let count = 1;
    if (columns > 26) while (isLetter(this.text[start + count])) count++;
    const word = this.text.slice(start, start + count).toLowerCase();
    const x = count > 2 ? -1 : [...word].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 96, 0) - 1;
    if (x < 0 || x >= columns) this.complain(start, t.noColumn(word.slice(0, 20), columnName(columns - 1)));
    this.at += count;
    if (isDigit(this.text[this.at])) {
      const place = this.at;
      const row = this.integer()!;
      if (row < 1 || row > rows) this.complain(place, t.rows(rows));
      return { x, y: row - 1 };
    }
    if (!this.ground.drops) this.complain(this.at, t.rowMissing);
    return this.landed(x, landing);
  }

  private landed(x: number, landing?: (x: number) => Cell | null): Cell {
    if (!landing) this.complain(this.at, t.rowMissing);
    // Full: the rules refuse it.
    return landing(x) ?? { x, y: this.ground.board!.rows - 1 };
  }
}
