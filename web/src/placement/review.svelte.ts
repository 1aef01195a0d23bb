// The values of the positions along a game, found one after the other in the background, from the end. What is proved is
// compared with what is proved; where nothing is, the engine's estimates are, and said to be no more than that.

import { solve, ServerError } from '../api';
import type { Solved, Value } from '../game/answers';
import { notable } from '../game/review';
import type { Fault, GraphPoint } from '../game/review';
import { opponent } from '../game/types';
import type { Player } from '../game/types';
import { texts } from '../texts';
import { Position, movesText } from './game';
import type { Move, Spec } from './game';

/** For the player to move. */
export interface PlaceValue {
  value: Value;
  /** The chance to win where nothing is proved. */
  win: number | null;
}

const toMove = (ply: number): Player => (ply % 2 === 0 ? 'first' : 'second');
const turned: Record<Value, Value> = { win: 'loss', draw: 'draw', loss: 'win', unknown: 'unknown' };

/** The moves after which their player stands worse; `values[n]` is that after n moves. */
export function findFaults(values: readonly (PlaceValue | null)[]): Fault[] {
  const t = texts.review;
  const faults: Fault[] = [];
  for (let ply = 1; ply < values.length; ply++) {
    const [before, next] = [values[ply - 1], values[ply]];
    if (!before || !next) continue;
    // Both for the player who moved.
    const after = { value: turned[next.value], win: next.win === null ? null : 1 - next.win };
    const words = (one: PlaceValue) => (one.value !== 'unknown' ? t.value(one.value, null) : one.win !== null ? t.chance(one.win) : null);
    const [from, to] = [words(before), words(after)];
    const rank: Value[] = ['loss', 'draw', 'win'];
    if (before.value === 'win' && after.value === 'unknown') faults.push({ ply, words: t.lostWin });
    else if (before.value !== 'unknown' && after.value !== 'unknown') {
      if (rank.indexOf(after.value) < rank.indexOf(before.value)) faults.push({ ply, words: t.became(from!, to!) });
    } else if (before.value === 'unknown' && before.win !== null && to) {
      const left = after.value === 'loss' ? 0 : after.value === 'draw' ? 0.5 : (after.win ?? 1);
      // A loss was one all the time if nobody knew better: only a good chance that is gone is told.
      if (after.value !== 'win' && before.win - left > notable) faults.push({ ply, words: t.became(from!, to) });
    }
  }
  return faults;
}

export function pointsOf(values: readonly (PlaceValue | null)[]): GraphPoint[] {
  const t = texts.placement;
  return values.map((one, ply) => {
    const mover = toMove(ply);
    const sign = mover === 'first' ? 1 : -1;
    if (!one || (one.value === 'unknown' && one.win === null)) return { height: null, proved: false, words: texts.graph.unknown };
    if (one.value === 'draw') return { height: 0, proved: true, words: texts.verdictDraw };
    if (one.value !== 'unknown') return { height: one.value === 'win' ? sign : -sign, proved: true, words: t.wins(one.value === 'win' ? mover : opponent(mover)) };
    return { height: sign * (2 * one.win! - 1), proved: false, words: t.chance(mover, one.win!) };
  });
}

export class GameValues {
  values = $state.raw<(PlaceValue | null)[]>([]);
  /** The moves that the values are of. */
  line = $state('');
  running = $state(false);
  faults: Fault[] = $derived(findFaults(this.values));

  private work: AbortController | null = null;
  private known = new Map<string, PlaceValue>();

  stop(): void {
    this.work?.abort();
    this.running = false;
  }

  /** What the analysis of the position after `ply` moves has found is taken over, so that nothing here says otherwise. */
  async find(spec: Spec, game: string, moves: readonly Move[], ply: number, answer: Solved | null): Promise<void> {
    this.stop();
    const work = new AbortController();
    this.work = work;
    const lines = [...moves.keys(), moves.length].map((n) => movesText(spec, moves.slice(0, n)));
    const key = (n: number) => `${game} ${lines[n]}`;
    const end = Position.after(spec, moves);
    if (end.over) this.known.set(key(moves.length), { value: end.outcome === 'draw' ? 'draw' : end.outcome === toMove(moves.length) ? 'win' : 'loss', win: null });
    const take = (n: number, solved: Solved) => this.known.set(key(n), { value: solved.value, win: solved.proved ? null : (solved.estimate?.win ?? null) });
    if (answer && answer.moves === lines[ply]) take(ply, answer);
    this.line = lines.at(-1)!;
    const show = () => (this.values = lines.map((_, n) => this.known.get(key(n)) ?? null));
    show();
    this.running = true;
    try {
      for (let n = moves.length; n >= 0 && !work.signal.aborted; n--) {
        if (this.known.has(key(n))) continue;
        // The estimates that the analysis shows compare moves, and go deeper for that.
        take(n, await solve({ game, moves: lines[n], all_moves: true, seconds: 5 }, work.signal));
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
