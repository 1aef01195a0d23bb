// Values of drop games as the page writes them.

import type { MoveValue } from '../game/answers';
import { pliesToEnd } from './game';
import type { Spec } from './game';

/** In how many moves of the winner the game ends; null for a draw or if it is not known. */
export function movesToWin(spec: Spec, stones: number, score: number | null): number | null {
  if (score === null || score === 0) return null;
  return Math.ceil(pliesToEnd(spec, stones, score) / 2);
}

/** The columns with the best value; none before all of `columns` are known. */
export function bestColumns(known: Record<string, MoveValue>, columns: readonly string[]): string[] {
  const scores = columns.map((column) => known[column]?.score ?? null);
  if (scores.some((score) => score === null)) return [];
  const best = Math.max(...(scores as number[]));
  return columns.filter((_, i) => scores[i] === best);
}
