// The state of the page: the game, where in it we are, what is known about the position, what is drawn on the board.

import { analyse, explain, solve, ServerError } from '../api';
import type { Explained, Group, MoveValue, Progress, Solved } from '../api';
import { readAddress, writeAddress } from './address';
import { Position, columnName, movesText, specText } from './game';
import type { Player, Spec } from './game';
import { texts } from '../texts';

export type Tab = 'analysis' | 'why' | 'play' | 'proofs';

/** What a panel wants to see on the board while the pointer is on it. */
export interface Highlight {
  squares: string[];
  groups: Group[];
}

class Workbench {
  spec = $state.raw<Spec>(readAddress(location.search).spec);
  /** The columns of the game; those from `ply` on have been taken back. */
  moves = $state.raw<number[]>([]);
  ply = $state(0);
  tab = $state<Tab>('analysis');
  human = $state<Player>('first');
  hints = $state(false);
  values = $state(true);

  /** What is known of each column, by its letter. */
  known = $state.raw<Record<string, MoveValue>>({});
  answer = $state.raw<Solved | null>(null);
  progress = $state.raw<Progress | null>(null);
  running = $state(false);
  complaint = $state('');

  explained = $state.raw<Explained | null>(null);
  highlight = $state.raw<Highlight | null>(null);
  /** Best play after a column, as far as it was asked for. */
  hovered = $state<number | null>(null);
  hoveredLine = $state.raw<string[]>([]);
  /** Best play from here. */
  bestLine = $state.raw<string[]>([]);

  position = $derived(Position.after(this.spec, this.moves.slice(0, this.ply)));
  game = $derived(specText(this.spec));
  text = $derived(movesText(this.spec, this.moves.slice(0, this.ply)));
  /** In a game against the solver: whether it is its turn. */
  solverToMove = $derived(this.tab === 'play' && !this.position.over && this.position.toMove !== this.human);
  valuesShown = $derived(this.tab === 'play' ? this.hints : this.values);

  private work: AbortController | null = null;
  private lineWork: AbortController | null = null;
  private answers = new Map<string, Solved>();
  private explanations = new Map<string, Explained>();
  private lines = new Map<string, string[]>();

  load(search: string): void {
    const address = readAddress(search);
    this.spec = address.spec;
    this.moves = address.moves;
    this.ply = address.moves.length;
    this.changed();
  }

  newGame(spec: Spec): void {
    this.spec = spec;
    this.moves = [];
    this.ply = 0;
    this.changed();
  }

  /** A click of the user; answered at once, whatever the engine is doing. */
  play(x: number): void {
    if (this.solverToMove) return;
    this.put(x);
  }

  goTo(ply: number): void {
    const target = Math.max(0, Math.min(this.moves.length, ply));
    if (target === this.ply) return;
    this.ply = target;
    this.changed();
  }

  /** Back to the user's last turn. */
  takeBack(): void {
    const back = this.position.toMove === this.human ? 2 : 1;
    this.goTo(this.ply - Math.min(back, this.ply));
  }

  show(tab: Tab): void {
    this.tab = tab;
    this.highlight = null;
    this.changed(false);
  }

  stop(): void {
    this.work?.abort();
    this.running = false;
  }

  goOn(): void {
    this.changed();
  }

  private put(x: number): void {
    if (!this.position.landing(x)) return;
    if (this.moves[this.ply] !== x) this.moves = [...this.moves.slice(0, this.ply), x];
    this.ply++;
    this.changed();
  }

  private changed(moved = true): void {
    if (moved) {
      writeAddress(this.spec, this.text);
      this.known = {};
      this.answer = null;
      this.progress = null;
      this.bestLine = [];
      this.explained = null;
      this.highlight = null;
      this.hover(null);
    }
    this.complaint = '';
    this.work?.abort();
    const work = new AbortController();
    this.work = work;
    const key = `${this.game} ${this.text}`;
    const tasks = [this.evaluate(key, work.signal)];
    if (this.tab === 'why') tasks.push(this.findReasons(key, work.signal));
    this.running = true;
    Promise.all(tasks)
      .catch((error: unknown) => {
        if (!work.signal.aborted) this.complain(error);
      })
      .finally(() => {
        if (this.work === work) this.running = false;
      });
  }

  private async evaluate(key: string, signal: AbortSignal): Promise<void> {
    if (this.position.over) return;
    const stored = this.answers.get(key);
    if (stored) {
      this.settle(stored);
    } else {
      const body = { game: this.game, moves: this.text, score: true, all_moves: true, seconds: 600 };
      const events = {
        move: (move: MoveValue & { column: string }) => {
          if (signal.aborted) return;
          this.known = { ...this.known, [move.column]: move };
        },
        progress: (progress: Progress) => {
          if (!signal.aborted) this.progress = progress;
        },
        done: (answer: Solved) => {
          if (answer.proved) this.answers.set(key, answer);
          if (!signal.aborted) this.settle(answer);
        },
      };
      await analyse(body, events, signal);
    }
    if (signal.aborted || !this.answer?.proved) return;
    if (this.solverToMove) this.put(this.answer.best[0]!.charCodeAt(0) - 97);
    else if (this.tab === 'analysis') this.bestLine = await this.lineOf(this.text, signal);
  }

  private settle(answer: Solved): void {
    this.answer = answer;
    this.known = answer.moves_value ?? {};
    this.progress = null;
  }

  private async findReasons(key: string, signal: AbortSignal): Promise<void> {
    let found = this.explanations.get(key);
    if (!found) {
      found = await explain({ game: this.game, moves: this.text }, signal);
      this.explanations.set(key, found);
    }
    if (!signal.aborted) this.explained = found;
  }

  /** Best play after a column (null: nothing), when the pointer has rested there for a moment. */
  hover(x: number | null): void {
    this.hovered = x;
    this.hoveredLine = [];
    this.lineWork?.abort();
    if (x === null || !this.position.landing(x) || !this.valuesShown) return;
    const work = new AbortController();
    this.lineWork = work;
    void this.findLine(x, work.signal);
  }

  private async findLine(x: number, signal: AbortSignal): Promise<void> {
    const cell = this.position.landing(x)!;
    const name = columnName(x) + (cell.y + 1);
    const moves = movesText(this.spec, [...this.moves.slice(0, this.ply), x]);
    const line = await this.lineOf(moves, signal);
    if (!signal.aborted) this.hoveredLine = [name, ...line];
  }

  private async lineOf(moves: string, signal: AbortSignal): Promise<string[]> {
    const key = `${this.game} ${moves}`;
    const stored = this.lines.get(key);
    if (stored) return stored;
    // Who hurries on does not want it.
    await new Promise((resolve) => setTimeout(resolve, 120));
    if (signal.aborted) return [];
    try {
      const answer = await solve({ game: this.game, moves, score: true, pv: true, seconds: 20 }, signal);
      const line = answer.pv ?? [];
      if (answer.proved) this.lines.set(key, line);
      return signal.aborted ? [] : line;
    } catch {
      return []; // A line is an extra; the analysis itself complains.
    }
  }

  private complain(error: unknown): void {
    if (!(error instanceof ServerError)) throw error;
    this.complaint = error.status === 0 ? texts.offline : error.status === 401 ? texts.needToken : error.message;
  }
}

export const bench = new Workbench();
