// What each move of a game was worth, and which of them threw something away. Scores are Pons's, from White's view here:
// positive if White wins, the larger the sooner. Where none is proved there may be an estimate: White's chance to win.

import { notable } from '../game/review';
import type { Fault, GraphPoint } from '../game/review';
import { texts } from '../texts';
import type { Spec } from './game';
import { Position, parseCell, pliesToEnd } from './game';

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

/** Something for each position of a line, as far as it is known. */
type Along = readonly (number | null)[];

/**
 * The moves after which the player who made them stands worse than he could; `scores[n]` is that after n moves. A proved
 * score is compared with a proved one, an estimate with whatever comes after it.
 */
export function findMistakes(spec: Spec, scores: Along, chances: Along = []): Fault[] {
  const faults: Fault[] = [];
  const t = texts.review;
  for (let ply = 1; ply < scores.length; ply++) {
    const [before, after] = [scores[ply - 1] ?? null, scores[ply] ?? null];
    const view = ply % 2 === 1 ? 1 : -1;
    // Both counted from before the move, as the columns show them, or a move that changes nothing would seem to.
    const words = (score: number) => t.value(score === 0 ? 'draw' : view * score > 0 ? 'win' : 'loss', movesLeft(spec, ply - 1, score));
    if (before !== null && after !== null) {
      if (view * after < view * before) faults.push({ ply, words: t.became(words(before), words(after)) });
      continue;
    }
    const had = before === null ? hisChance(chances[ply - 1], view) : null;
    const has = after === null ? hisChance(chances[ply], view) : (1 + Math.sign(view * after)) / 2;
    if (had === null || has === null || had - has <= notable) continue;
    faults.push({ ply, words: t.became(t.chance(had), after === null ? t.chance(has) : words(after)) });
  }
  return faults;
}

/** White's chance as that of the player whose view it is. */
function hisChance(white: number | null | undefined, view: number): number | null {
  return white === null || white === undefined ? null : view > 0 ? white : 1 - white;
}

/** The positions along a line of moves such as d1. */
export function positionsAlong(spec: Spec, moves: readonly string[]): Position[] {
  const columns = moves.map((move) => parseCell(move).x);
  return [...columns.keys(), columns.length].map((n) => Position.after(spec, columns.slice(0, n)));
}

/** An estimate never stands as high as a win that is near. */
const highestGuess = 0.5;

/** The scores as the graph shows them: the sooner the win, the higher. */
export function pointsOf(spec: Spec, scores: Along, chances: Along = []): GraphPoint[] {
  const most = Math.ceil((spec.width * spec.height) / 2);
  return scores.map((score, ply) => {
    const chance = chances[ply] ?? null;
    if (score === null && chance !== null) {
      const leader = chance < 0.5 ? 'second' : 'first';
      return { height: highestGuess * (2 * chance - 1), proved: false, words: texts.graph.guess(leader, Math.max(chance, 1 - chance)) };
    }
    if (score === null) return { height: null, proved: false, words: texts.graph.unknown };
    if (score === 0) return { height: 0, proved: true, words: texts.verdictDraw };
    return { height: score / most, proved: true, words: texts.verdictWin(score > 0 ? 'first' : 'second', movesLeft(spec, ply, score)) };
  });
}
