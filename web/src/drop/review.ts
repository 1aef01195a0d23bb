// What each move of a game was worth, and which of them threw something away. Scores are Pons's, from White's view here:
// positive if White wins, the larger the sooner.

import type { Spec } from './game';
import { Position, parseCell, pliesToEnd } from './game';

export type Fault = 'winToDraw' | 'winToLoss' | 'drawToLoss' | 'winsLater' | 'losesSooner';

export interface Mistake {
  /** The number of the move, from 1. */
  ply: number;
  fault: Fault;
  /** In how many moves of the winner the game would have ended before the move, and ends after it; null for draws. */
  before: number | null;
  after: number | null;
}

/** The score of a game that is over, from White's view; null if it is not. */
export function finalScore(position: Position): number | null {
  if (position.outcome === 'undecided') return null;
  if (position.outcome === 'draw') return 0;
  // The winner's last stone came when one stone less was on the board.
  const score = Math.floor((position.spec.width * position.spec.height + 2 - position.count) / 2);
  return position.outcome === 'first' ? score : -score;
}

/** Moves of the winner until the end, counted from the position with so many stones; null for a draw. */
export function movesLeft(spec: Spec, stones: number, white: number): number | null {
  if (white === 0) return null;
  const score = stones % 2 === 0 ? white : -white;
  return Math.ceil(pliesToEnd(spec, stones, score) / 2);
}

function faultOf(before: number, after: number): Fault | null {
  if (after >= before) return null;
  if (before > 0) return after > 0 ? 'winsLater' : after === 0 ? 'winToDraw' : 'winToLoss';
  return before === 0 ? 'drawToLoss' : 'losesSooner';
}

/** The moves after which the player who made them stands worse than he could; `scores[n]` is that after n moves. */
export function findMistakes(spec: Spec, scores: readonly (number | null)[]): Mistake[] {
  const mistakes: Mistake[] = [];
  for (let ply = 1; ply < scores.length; ply++) {
    const [before, after] = [scores[ply - 1], scores[ply]];
    if (before === null || before === undefined || after === null || after === undefined) continue;
    const view = ply % 2 === 1 ? 1 : -1;
    const fault = faultOf(view * before, view * after);
    if (!fault) continue;
    // Both counted from before the move, or a move that changes nothing would seem to.
    const left = (score: number) => (score === 0 ? null : movesLeft(spec, ply - 1, score));
    mistakes.push({ ply, fault, before: left(before), after: left(after) });
  }
  return mistakes;
}

/** The positions along a line of moves such as d1. */
export function positionsAlong(spec: Spec, moves: readonly string[]): Position[] {
  const columns = moves.map((move) => parseCell(move).x);
  return [...columns.keys(), columns.length].map((n) => Position.after(spec, columns.slice(0, n)));
}
