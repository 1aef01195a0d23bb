// A position set up by hand: stones of either colour in any order. Whether a game leads to it, the program says, for
// the solver takes moves.

import { setUp, ServerError } from '../api';
import { diagram, Position, specText } from './game';
import type { Brush, Player } from '../game/types';
import type { Spec } from './game';
import { texts } from '../texts';

export class SetUp {
  columns = $state.raw<Player[][]>([]);
  brush = $state<Brush>('first');
  /** The moves that lead here; null: not known, or there are none. */
  moves = $state.raw<string | null>(null);
  reason = $state('');
  private work: AbortController | null = null;

  position = $derived.by(() => Position.ofStones(this.spec, this.columns));

  constructor(
    readonly spec: Spec,
    start: Position,
  ) {
    this.columns = start.columns.map((column) => [...column]);
    this.check();
  }

  /** Puts a stone on the column, or takes its uppermost away. */
  drop(x: number): void {
    const column = this.columns[x];
    if (!column) return;
    if (this.brush === 'erase') this.change(x, column.slice(0, -1));
    else if (column.length < this.spec.height) this.change(x, [...column, this.brush]);
  }
  clear(): void {
    this.columns = this.columns.map(() => []);
    this.check();
  }
  private change(x: number, column: Player[]): void {
    this.columns = this.columns.map((old, i) => (i === x ? column : old));
    this.check();
  }

  private check(): void {
    this.work?.abort();
    const work = new AbortController();
    this.work = work;
    this.moves = null;
    this.reason = '';
    void this.ask(work.signal);
  }
  private async ask(signal: AbortSignal): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 80));
    if (signal.aborted) return;
    try {
      const answer = await setUp(specText(this.spec), diagram(this.position), signal);
      if (!signal.aborted) this.moves = answer.moves;
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ServerError)) throw error;
      this.reason = error.status === 0 ? texts.offline : texts.setup.refused(error.message);
    }
  }
}
