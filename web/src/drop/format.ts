// Numbers and values as the page writes them.

import type { MoveValue } from '../api';
import { pliesToEnd } from './game';
import type { Spec } from './game';

/** 12.8 M, 431 k, 17 */
export function short(n: number): string {
  if (n >= 1e9) return `${(n / 1e9).toFixed(1)} G`;
  if (n >= 1e6) return `${(n / 1e6).toFixed(1)} M`;
  if (n >= 1e4) return `${Math.round(n / 1e3)} k`;
  return String(Math.round(n));
}

export function signed(n: number): string {
  return n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0';
}

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
