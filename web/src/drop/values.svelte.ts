// The scores of the positions along a game, found one after the other in the background: from the end, where they are
// easy and where what was found helps with the position before. Where no score comes in time the engine's estimate
// stands in for it. Both are from White's view.

import { solve, ServerError } from '../api';
import type { MoveValue, Solved } from '../game/answers';
import { columnName } from '../game/types';
import { movesText, parseCell, specText } from './game';
import type { Spec } from './game';
import type { Fault } from '../game/review';
import { findMistakes, finalScore, positionsAlong } from './review';

/** Enough for an estimate, if there is no score. */
const estimateSeconds = 0.2;

export class GameValues {
  spec = $state.raw<Spec | null>(null);
  moves = $state.raw<string[]>([]);
  /** After so many moves; null: not known. */
  scores = $state.raw<(number | null)[]>([]);
  /** White's chance to win where there is no score: an estimate, no proof; null: none. */
  chances = $state.raw<(number | null)[]>([]);
  running = $state(false);
  mistakes: Fault[] = $derived(this.spec ? findMistakes(this.spec, this.scores, this.chances) : []);

  private work: AbortController | null = null;
  private known = new Map<string, number>();
  private guessed = new Map<string, number>();

  stop(): void {
    this.work?.abort();
    this.running = false;
  }

  /**
   * Of the line of moves; what the analysis of the position after `ply` of them has found is taken over. A position may
   * take so many seconds; when one was too hard, those before it are harder still and are only estimated.
   */
  async find(spec: Spec, moves: string[], columns: Record<string, MoveValue>, answer: Solved | null, ply: number, seconds = 10): Promise<void> {
    this.stop();
    const work = new AbortController();
    this.work = work;
    const texts = [...moves.keys(), moves.length].map((n) => movesText(spec, moves.slice(0, n).map((m) => parseCell(m).x)));
    const key = (n: number) => `${specText(spec)} ${texts[n]}`;
    const view = (n: number) => (n % 2 === 0 ? 1 : -1);
    const positions = positionsAlong(spec, moves);
    positions.forEach((position, n) => {
      const final = finalScore(position);
      if (final !== null) this.known.set(key(n), final);
    });
    if (answer?.proved && answer.score !== null) this.known.set(key(ply), view(ply) * answer.score);
    const next = moves[ply] ? columns[columnName(parseCell(moves[ply]).x)] : undefined;
    if (next && next.score !== null) this.known.set(key(ply + 1), view(ply) * next.score);

    this.spec = spec;
    this.moves = moves;
    const show = () => {
      this.scores = texts.map((_, n) => this.known.get(key(n)) ?? null);
      this.chances = texts.map((_, n) => this.guessed.get(key(n)) ?? null);
    };
    show();
    this.running = true;
    let hard = false;
    try {
      for (let n = moves.length; n >= 0 && !work.signal.aborted; n--) {
        if (this.known.has(key(n)) || (hard && this.guessed.has(key(n)))) continue;
        const solved = await solve({ game: specText(spec), moves: texts[n], score: true, seconds: hard ? estimateSeconds : seconds }, work.signal);
        if (solved.proved && solved.score !== null) this.known.set(key(n), view(n) * solved.score);
        else {
          hard = true;
          if (solved.estimate) this.guessed.set(key(n), view(n) > 0 ? solved.estimate.win : 1 - solved.estimate.win);
        }
        if (!work.signal.aborted) show();
      }
    } catch (error) {
      // The analysis itself complains.
      if (!work.signal.aborted && !(error instanceof ServerError)) throw error;
    } finally {
      if (this.work === work) this.running = false;
    }
  }
}
