// The words that both families share: who plays, how a game stands, where a stone lies.

export type Player = 'first' | 'second';
export type Outcome = Player | 'draw' | 'undecided';

/** Both numbers from 0 at the bottom left of a finite board; any integers on the infinite one. */
export interface Cell {
  x: number;
  y: number;
}

/** The panels beside a board. */
export const tabs = ['analysis', 'why', 'play', 'openings', 'proofs'] as const;
export type Tab = (typeof tabs)[number];

export const players: readonly Player[] = ['first', 'second'];

export function opponent(player: Player): Player {
  return player === 'first' ? 'second' : 'first';
}

/** One of each pair of opposite directions: along a row, a column and both diagonals. */
export const directions: readonly [number, number][] = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
];

/** a .. z, aa, ab, ... */
export function columnName(x: number): string {
  const letter = String.fromCharCode(97 + (x % 26));
  return x < 26 ? letter : columnName(Math.floor(x / 26) - 1) + letter;
}

/** What a click does to a position that is set up by hand. */
export const brushes = ['first', 'second', 'erase'] as const;
export type Brush = (typeof brushes)[number];
