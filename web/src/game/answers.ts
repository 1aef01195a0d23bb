// What the server answers about the value of a position (docs/formats/solve.md), for both families.

import type { Player } from './types';

export type Value = 'win' | 'draw' | 'loss' | 'unknown';

export interface MoveValue {
  value: Value;
  /** Null in placement games, and where it was not asked for. */
  score: number | null;
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
  bounds?: [number, number];
  method: string;
  nodes: number;
  seconds: number;
  moves_value?: Record<string, MoveValue>;
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
  /** In placement games: what is being done. */
  method?: string;
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
/** As it comes over the wire: placement games have no scores. */
export type SentSolved = Omit<Solved, 'moves_value'> & { moves_value?: Record<string, SentValue> };
/** The move is a column or a cell. */
export type SentMove = SentValue & { column?: string; cell?: string };

const readValue = ({ value, score }: SentValue): MoveValue => ({ value, score: score ?? null });

export function readSolved(sent: SentSolved): Solved {
  const { moves_value: values, ...rest } = sent;
  return {
    ...rest,
    ...(values ? { moves_value: Object.fromEntries(Object.entries(values).map(([move, one]) => [move, readValue(one)])) } : {}),
  };
}

export function readMove(sent: SentMove): MoveFound {
  return { ...readValue(sent), move: sent.column ?? sent.cell ?? '' };
}
