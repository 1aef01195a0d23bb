// The state of the page: the game, where in it we are, what is known about the position, what is drawn on the board.

import { analyse, explain, opponentMove, solve } from '../api';
import type { Explained, Group } from '../api';
import { saidOf } from '../game/answers';
import type { Estimate, MoveFound, MoveValue, Progress, Solved } from '../game/answers';
import { Bench } from '../game/bench.svelte';
import { complaintOf } from '../game/complaint';
import { MoveError } from '../game/notation';
import { columnName } from '../game/types';
import type { Tab } from '../game/types';
import { site } from '../site.svelte';
import type { StoredNode, TreeNode } from '../tree/tree.svelte';
import { readAddress } from './address';
import { cellName, cellNames, connect4, Position, movesText, parseCell, parseSpec, readMoves, specText } from './game';
import type { Spec } from './game';
import { readDraft, writeDraft } from './draft';
import { Reasons } from './reasons.svelte';
import { SetUp } from './setup.svelte';
import { GameValues } from './values.svelte';
import { texts } from '../texts';

/** Who plays against the user, by the server's names; looks:N sees N stones ahead and otherwise draws lots. */
export const opponents = ['perfect', 'victor', 'looks:8', 'looks:4', 'looks:2', 'looks:1'] as const;
export type OpponentName = (typeof opponents)[number];

/** What a panel wants to see on the board while the pointer is on it. */
export interface Highlight {
  squares: string[];
  groups: Group[];
}

class DropBench extends Bench {
  readonly family = 'drop';
  spec = $state.raw<Spec>(parseSpec(site.game) ?? connect4);
  readonly players = opponents;
  setup = $state.raw<SetUp | null>(null);

  /** What is known of each column, by its letter. */
  known = $state.raw<Record<string, MoveValue>>({});
  answer = $state.raw<Solved | null>(null);
  /** Of the position alone, while its moves are still searched: on large boards it is often known long before them. */
  alone = $state.raw<Solved | null>(null);
  /** What is known of the position, from either. */
  verdict = $derived(this.answer?.proved ? this.answer : (this.alone ?? this.answer));
  progress = $state.raw<Progress | null>(null);
  /** What the engine thinks while nothing is proved. */
  estimate = $state.raw<Estimate | null>(null);
  running = $state(false);

  explained = $state.raw<Explained | null>(null);
  /** The verdict with its plan, and what is wrong with a move. */
  readonly reasons = new Reasons();
  highlight = $state.raw<Highlight | null>(null);
  /** Best play after a column, as far as it was asked for. */
  hovered = $state<number | null>(null);
  hoveredLine = $state.raw<string[]>([]);
  /** Best play from here. */
  bestLine = $state.raw<string[]>([]);

  moves = $derived(this.tree.moves.map((move) => parseCell(move).x));
  ply = $derived(this.moves.length);
  position = $derived(Position.after(this.spec, this.moves));
  /** What the board shows. */
  shown = $derived(this.setup ? this.setup.position : this.position);
  status = $derived(this.statusOf(this.position, { toMove: () => texts.toMove(this.position.toMove), hasWon: texts.hasWon }));
  game = $derived(specText(this.spec));
  asked = $derived(this.game);
  text = $derived(movesText(this.spec, this.moves));
  /** In a game against the computer: whether it is its turn. */
  computerToMove = $derived(this.awaited);
  valuesShown = $derived(!this.setup && (this.tab === 'play' ? this.hints : this.values));

  /** The squares of moves that do not win, by their column: of each can be asked why not. */
  askable = $derived.by(() => {
    const found = new Map<string, string>();
    for (const [column, { value }] of Object.entries(this.known)) {
      const cell = value === 'loss' || value === 'draw' ? this.position.landing(parseCell(`${column}1`).x) : null;
      if (cell) found.set(column, cellName(cell));
    }
    return found;
  });

  /** The scores along the game, for the graph and the review. */
  readonly along = new GameValues();

  private work: AbortController | null = null;
  private lineWork: AbortController | null = null;
  private answers = new Map<string, Solved>();
  private explanations = new Map<string, Explained>();
  private lines = new Map<string, string[]>();

  /** An address that cannot be read is left as it is, and so is the board. */
  load(search: string): void {
    this.setup = null;
    const refused = site.refusal || this.read(search);
    if (!refused) return;
    site.game = this.game;
    this.refresh();
    this.complaint = refused;
  }
  private read(search: string): string {
    try {
      const { spec, moves } = readAddress(search);
      const names = cellNames(spec, moves);
      this.spec = spec;
      if (!readDraft(this.tree, specText(spec), names)) this.tree.reset(names);
      this.changed();
      return '';
    } catch (error) {
      if (!(error instanceof MoveError)) throw error;
      return error.message;
    }
  }

  protected clear(): void {
    this.setup = null;
    this.tree.reset();
    this.changed();
  }
  protected playFirst(anywhere: boolean): void {
    this.put(anywhere ? Math.floor(Math.random() * this.spec.width) : Math.floor((this.spec.width - 1) / 2));
  }
  protected playLine(moves: string): void {
    const names = cellNames(this.spec, readMoves(this.spec, moves));
    this.setup = null;
    this.tree.go(this.tree.root);
    for (const name of names) this.tree.play(name);
    this.changed();
  }

  /** So that a reload finds it. */
  keep(): void {
    writeDraft(this.tree, this.game);
  }

  openFile(game: string, nodes: readonly StoredNode[]): boolean {
    const spec = parseSpec(game);
    if (!spec) return false;
    this.spec = spec;
    this.setup = null;
    this.tree.restore(nodes);
    this.tree.goToPly(Infinity);
    this.changed();
    site.game = game;
    return true;
  }

  /** Asks why the move in the column does not win; the same one again closes it. */
  askWhyNot(column: string): void {
    const cell = this.setup ? undefined : this.askable.get(column);
    if (!cell) return;
    if (this.tab !== 'why') this.show('why');
    void this.reasons.ask(this.game, this.text, cell);
  }

  /** A click of the user; answered at once, whatever the engine is doing. */
  play(x: number): void {
    if (this.setup) return this.setup.drop(x);
    if (!this.computerToMove && !this.timeIsUp) this.put(x);
  }

  override go(node: TreeNode): void {
    if (node !== this.tree.current && !this.setup) super.go(node);
  }
  goTo(ply: number): void {
    const line = [this.tree.root, ...this.tree.shown];
    this.go(line[Math.max(0, Math.min(line.length - 1, ply))]!);
  }

  show(tab: Tab): void {
    this.tab = tab;
    this.highlight = null;
    site.write(this.game, this.text);
    this.refresh();
  }

  stop(): void {
    this.work?.abort();
    this.along.stop();
    this.running = false;
    this.keep();
  }

  goOn(): void {
    this.changed();
  }

  beginSetup(): void {
    this.stop();
    this.setup = new SetUp(this.spec, this.position);
    this.hover(null);
  }
  /** Takes the moves that lead to the position, or leaves the game as it was. */
  endSetup(moves: string | null): void {
    this.setup = null;
    if (moves === null) return this.changed();
    this.tree.reset(cellNames(this.spec, readMoves(this.spec, moves)));
    this.changed();
  }

  private put(x: number): void {
    const cell = this.position.landing(x);
    if (!cell) return;
    this.tree.play(columnName(cell.x) + (cell.y + 1));
    this.moved();
    this.changed();
  }

  changed(): void {
    site.write(this.game, this.text);
    this.keep();
    // VICTOR knows one board.
    if (this.opponent === 'victor' && this.game !== specText(connect4)) this.opponent = 'perfect';
    void this.findEngines();
    this.known = {};
    this.answer = null;
    this.alone = null;
    this.progress = null;
    this.estimate = null;
    this.bestLine = [];
    this.explained = null;
    this.reasons.clear();
    this.highlight = null;
    this.hover(null);
    this.refresh();
  }

  /** Asks for what the open panel shows. */
  private refresh(): void {
    this.complaint = '';
    this.work?.abort();
    this.along.stop();
    const work = new AbortController();
    this.work = work;
    const key = `${this.game} ${this.text}`;
    this.running = true;
    this.task(key, work.signal)
      .catch((error: unknown) => {
        if (!work.signal.aborted) this.complaint = complaintOf(error);
      })
      .finally(() => {
        if (this.work === work) this.running = false;
      });
  }

  private async task(key: string, signal: AbortSignal): Promise<void> {
    if (this.computerToMove) return this.letItMove(signal);
    const reasons = this.tab === 'why' ? this.findReasons(key, signal) : null;
    // If the analysis is ended first, nobody waits for the reasons any more.
    reasons?.catch(() => {});
    // Who plays without hints needs no analysis.
    if (this.tab !== 'play' || this.hints) await this.evaluate(key, signal);
    await reasons;
    // What is not asked for comes last.
    if (signal.aborted || (this.tab === 'play' ? !this.position.over : !this.settled)) return;
    this.lookAlong();
    if (this.tab !== 'analysis' || this.position.over) return;
    this.bestLine = await this.lineOf(this.text, signal);
    void this.lookAhead(signal);
  }

  /** Finds the values along the game, for the graph and the review. */
  private lookAlong(seconds?: number): void {
    void this.along.find(this.spec, this.tree.shown.map((node) => node.move), this.known, this.verdict, this.ply, seconds);
  }

  /** Asks for the positions after the moves, the best first, so that the next click finds its answer here. */
  private async lookAhead(signal: AbortSignal): Promise<void> {
    const answer = this.answer;
    // Where a position takes its time, the user's own questions have it.
    if (!answer?.proved || answer.seconds > 1) return;
    const score = (column: string) => answer.moves_value?.[column]?.score ?? -Infinity;
    const columns = Object.keys(answer.moves_value ?? {}).sort((a, b) => score(b) - score(a));
    try {
      for (const column of columns) {
        const moves = movesText(this.spec, [...this.moves, parseCell(`${column}1`).x]);
        const key = `${this.game} ${moves}`;
        if (signal.aborted) return;
        if (this.answers.has(key)) continue;
        const next = await solve({ game: this.game, moves, score: true, all_moves: true, seconds: 2 }, signal);
        if (next.proved && next.moves_value) this.answers.set(key, next);
      }
    } catch {
      // Only an extra.
    }
  }

  private get settled(): boolean {
    return this.position.over || this.answer?.proved === true;
  }

  private async letItMove(signal: AbortSignal): Promise<void> {
    const begin = performance.now();
    this.says = '';
    if (await this.wantsToSwap(signal)) return signal.aborted ? undefined : this.swapSides();
    const answer = await opponentMove({ game: this.game, moves: this.text, opponent: this.opponent, seconds: this.thinkingTime(60) }, signal);
    // A stone that falls at once is easily missed.
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, 350 - (performance.now() - begin))));
    if (signal.aborted || this.timeIsUp) return;
    this.says = saidOf(answer);
    this.put(parseCell(answer.move).x);
  }

  private async evaluate(key: string, signal: AbortSignal): Promise<void> {
    if (this.position.over) return;
    const stored = this.answers.get(key);
    if (stored) return this.settle(stored);
    const body = { game: this.game, moves: this.text, score: true, all_moves: true, seconds: 600 };
    const events = {
      move: (found: MoveFound) => {
        if (signal.aborted) return;
        this.known = { ...this.known, [found.move]: found };
      },
      progress: (progress: Progress) => {
        if (!signal.aborted) this.progress = progress;
      },
      done: (answer: Solved) => {
        if (answer.proved) this.answers.set(key, answer);
        if (!signal.aborted) this.settle(answer);
      },
    };
    void this.guess(signal);
    await analyse(body, events, signal);
  }

  /**
   * Who waits longer than a moment for the values of all moves sees meanwhile who wins, if the position alone tells, or
   * else what the engine thinks.
   */
  private async guess(signal: AbortSignal): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const asked = { game: this.game, moves: this.text };
    const over = () => signal.aborted || this.settled;
    const findAlone = async (seconds: number) => {
      const alone = over() ? null : await solve({ ...asked, score: true, pv: true, seconds }, signal);
      if (alone?.proved && !over()) this.settleAlone(alone);
    };
    try {
      await findAlone(0.2);
      if (!this.alone && !over()) {
        const { estimate } = await solve({ ...asked, all_moves: true, seconds: 0.2 }, signal);
        if (over()) return;
        this.estimate = estimate ?? null;
      }
      // Nobody waits for a proof that may never come to see how the game went.
      if (this.tab === 'analysis' && !over()) this.lookAlong(1);
      if (this.alone?.score == null) await findAlone(60);
    } catch {
      // Only an extra.
    }
  }

  private settleAlone(answer: Solved): void {
    this.alone = answer;
    this.estimate = null;
    this.bestLine = answer.pv ?? [];
    const column = answer.best[0]?.[0];
    if (column && this.known[column]?.score == null) this.known = { ...this.known, [column]: { value: answer.value, score: answer.score } };
  }

  private settle(answer: Solved): void {
    this.answer = answer;
    this.known = answer.moves_value ?? {};
    this.progress = null;
    this.estimate = answer.proved ? null : (answer.estimate ?? this.estimate);
  }

  private async findReasons(key: string, signal: AbortSignal): Promise<void> {
    await Promise.all([this.findRules(key, signal), this.position.over ? null : this.reasons.find(this.game, this.text, signal)]);
  }
  private async findRules(key: string, signal: AbortSignal): Promise<void> {
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
    if (x === null || !this.valuesShown || !this.position.landing(x)) return;
    const work = new AbortController();
    this.lineWork = work;
    void this.findLine(x, work.signal);
  }

  private async findLine(x: number, signal: AbortSignal): Promise<void> {
    const cell = this.position.landing(x)!;
    const name = columnName(x) + (cell.y + 1);
    const line = await this.lineOf(movesText(this.spec, [...this.moves, x]), signal);
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
}

export const bench = new DropBench();
