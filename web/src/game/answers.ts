// What the server answers about the value of a position (docs/formats/solve.md), for both families.

import type { Player } from './types';
import { texts } from '../texts';

export type Value = 'win' | 'draw' | 'loss' | 'unknown';

export interface MoveValue {
  value: Value;
  /** Null in placement games, and where it was not asked for. */
  score: number | null;
}

/** A guess for the player to move, where nothing is proved; never a proof. */
export interface Estimate {
  win: number;
  line: string[];
  /** win = 1 / (1 + exp(-score / 100)) */
  score?: number;
  /** Moves that were looked ahead. */
  depth?: number;
  /** The best moves with what they begin, for the player who makes them. */
  moves?: { win: number; score: number; line: string[] }[];
}

/** What a player says of its move: in its own words, or the chance that it gives itself. */
export function saidOf({ says, estimate }: { says?: string; estimate?: Estimate }): string {
  return says ?? (estimate ? texts.engines.thinks(estimate.win, estimate.line) : '');
}

export interface Solved {
  game: string;
  moves: string;
  to_move: Player;
  value: Value;
  winner: Player | 'draw' | 'unknown';
  score: number | null;
  plies_to_end: number | null;
  best: string[];
  pv?: string[];
  proved: boolean;
  /** What the proof takes on trust. */
  axioms: string[];
  estimate?: Estimate;
  bounds?: [number, number];
  method: string;
  nodes: number;
  seconds: number;
  /** By whole moves, or by first stones. */
  moves_value?: Record<string, MoveValue>;
  moves_value_of?: 'stones';
  /** In placement games: of a win by threats; of the threats that were looked for; why nothing could be looked for. */
  order?: number;
  searched_order?: number;
  obstacle?: string;
}

export interface Progress {
  state: 'waiting' | 'running';
  nodes: number;
  seconds: number;
  /** In drop games: the column looked at, what is proved of its score, and where the search is. */
  column?: string;
  bounds?: [number, number];
  line?: string[];
  /** In placement games: what is being done, and the move looked at. */
  method?: string;
  move?: string;
  order?: number;
}

/** The value of one move, as it becomes known. */
export interface MoveFound extends MoveValue {
  move: string;
}

interface SentValue {
  value: Value;
  score?: number | null;
}
/** As it comes over the wire: older servers name no axioms, and placement games have no scores. */
export type SentSolved = Omit<Solved, 'axioms' | 'moves_value'> & { axioms?: string[]; moves_value?: Record<string, SentValue> };
/** The move is a column, a cell or a whole move. */
export type SentMove = SentValue & { column?: string; cell?: string; move?: string };

const readValue = ({ value, score }: SentValue): MoveValue => ({ value, score: score ?? null });

export function readSolved(sent: SentSolved): Solved {
  const { moves_value: values, ...rest } = sent;
  return {
    ...rest,
    axioms: sent.axioms ?? [],
    ...(values ? { moves_value: Object.fromEntries(Object.entries(values).map(([move, one]) => [move, readValue(one)])) } : {}),
  };
}

export function readMove(sent: SentMove): MoveFound {
  return { ...readValue(sent), move: sent.column ?? sent.cell ?? sent.move ?? '' };
}

// What is not known might still be better than a draw.
const order: readonly Value[] = ['loss', 'draw', 'unknown', 'win'];

/** The better of two values for the player who chooses between them. */
export function better(a: Value, b: Value): Value {
  return order.indexOf(a) >= order.indexOf(b) ? a : b;
}
