// The request about proved strategies (docs/formats/http.md).

import { answerOf, post } from '../api';
import type { Player } from '../game/types';

export interface ReadyReply {
  move: string;
  reply: string;
  freezes: boolean;
  wins: boolean;
}

export interface WatchedLine {
  cells: string[];
  stones: number;
  broken: boolean;
}

/** What the strategy has promised when the user is to move. */
export interface Commitment {
  text: string;
  frozen?: string[];
  replies?: ReadyReply[];
  tiles?: string[][];
  lines?: WatchedLine[];
  missing?: number;
}

export interface StrategyAnswer {
  game: string;
  side: Player;
  promise: string;
  /** The cells of its move, if it was its turn. */
  reply: string[] | null;
  moves: string;
  winner: Player | 'draw' | 'none';
  stones_due: number;
  commitment: Commitment | null;
}

export async function askStrategy(body: { game: string; side: Player; moves: string; seconds: number }, signal: AbortSignal): Promise<StrategyAnswer> {
  return answerOf(await post('strategy', body, signal));
}
