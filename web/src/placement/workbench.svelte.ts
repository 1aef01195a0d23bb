// The state of the page of placement games: the game and its variations, where in it we are, which part of the board is
// seen, what is known about the position, and what is drawn on the board.

import { saidOf } from '../game/answers';
import { Bench } from '../game/bench.svelte';
import { complaintOf } from '../game/complaint';
import { MoveError } from '../game/notation';
import type { Cell, Player, Tab } from '../game/types';
import { settings } from '../settings.svelte';
import { site } from '../site.svelte';
import { namePlayers, texts } from '../texts';
import type { StoredNode, TreeNode } from '../tree/tree.svelte';
import { Answers } from './answers.svelte';
import { Position, canonicalText, cellName, isTicTacToe, keyOf, moveText, movesText, parseCells, parseSpec, readMoves, specText } from './game';
import type { Move, Spec } from './game';
import { GameValues } from './review.svelte';
import { Setup } from './setup.svelte';
import { fit, reveal, zoom } from './view';
import type { View } from './view';

export interface Ghost {
  cell: Cell;
  player: Player;
  label: string;
}
export interface Band {
  cells: Cell[];
  player: Player;
}
/** What a panel wants to see on the board, besides the stones. */
export interface Overlay {
  /** The zone of a cell, by its key: the smallest r with the cell in Zr. */
  zones?: ReadonlyMap<string, number>;
  bands?: readonly Band[];
  /** Cells with a frame around them. */
  marks?: readonly Cell[];
  ghosts?: readonly Ghost[];
}

const start: Spec = parseSpec('connect6')!;

export class PlacementBench extends Bench {
  readonly family = 'placement';
  spec = $state.raw<Spec>(parseSpec(site.game) ?? start);
  /** Stones of the move that is being made. */
  pending = $state.raw<Move>([]);

  view = $state.raw<View>(fit(this.spec, []));
  cursor = $state.raw<Cell>({ x: 0, y: 0 });
  /** What the panels show: while the pointer is on something, and otherwise. */
  pointed = $state.raw<Overlay | null>(null);
  shown = $state.raw<Overlay | null>(null);

  readonly players = ['strong', 'plain:4', 'plain:2', 'plain:1', 'easy'];
  thinking = $state(false);

  moves = $derived(this.tree.moves.map((text) => parseCells(this.spec, text)!));
  setup = $state.raw<Setup | null>(null);
  position = $derived(this.setup ? this.setup.position : Position.after(this.spec, this.moves, this.pending));
  status = $derived(
    this.statusOf(this.position, {
      toMove: () => texts.placement.toMove(this.position.toMove, this.position.left, this.position.due),
      hasWon: texts.placement.hasWon,
    }),
  );
  /** As addresses have it, and as the program does. */
  game = $derived(specText(this.spec));
  asked = $derived(canonicalText(this.spec));
  text = $derived(movesText(this.spec, this.moves));
  overlay = $derived(this.pointed ?? this.shown);
  computerToMove = $derived(this.awaited);
  valuesShown = $derived(this.tab === 'play' ? this.hints : this.values);

  readonly answers = new Answers();
  /** The values along the game, for the graph and the review. */
  readonly along = new GameValues();
  private thought: AbortController | null = null;

  constructor() {
    super();
    namePlayers(() => isTicTacToe(this.spec));
  }

  override get refusal(): string {
    return this.complaint || this.answers.complaint;
  }
  override dismiss(): void {
    super.dismiss();
    this.answers.complaint = '';
  }
  get numbers(): boolean {
    return settings.numbers;
  }
  set numbers(on: boolean) {
    settings.numbers = on;
  }
  override get canGoBack(): boolean {
    return super.canGoBack || (!this.setup && this.pending.length > 0);
  }

  /** An address that cannot be read is left as it is, and so is the board. */
  load(search: string): void {
    this.setup = null;
    const refused = site.refusal || this.read(search);
    if (!refused) return;
    site.game = this.game;
    this.ask();
    this.complaint = refused;
  }
  private read(search: string): string {
    const parameters = new URLSearchParams(search);
    const spec = parseSpec(parameters.get('game') ?? '') ?? start;
    try {
      const { moves, pending } = readMoves(spec, parameters.get('moves') ?? '');
      this.open(spec, moves, pending);
      return '';
    } catch (error) {
      if (!(error instanceof MoveError)) throw error;
      return error.message;
    }
  }

  open(spec: Spec, moves: readonly Move[], pending: Move = []): void {
    // Nothing of the old tree is read by the new rules.
    this.tree.reset();
    this.spec = spec;
    this.tree.reset(moves.map((move) => moveText(spec, move)));
    this.pending = pending;
    this.opened();
  }

  openFile(game: string, nodes: readonly StoredNode[]): boolean {
    const spec = parseSpec(game);
    if (!spec) return false;
    // Nothing of the old tree is read by the new rules.
    this.tree.reset();
    this.spec = spec;
    this.pending = [];
    this.tree.restore(nodes);
    this.tree.goToPly(Infinity);
    this.opened();
    site.game = this.game;
    return true;
  }

  private opened(): void {
    this.setup = null;
    const spec = this.spec;
    void this.findEngines();
    this.fit();
    const board = spec.board;
    this.cursor = board ? { x: Math.floor(board.columns / 2), y: Math.floor(board.rows / 2) } : { x: 0, y: 0 };
    this.changed();
  }

  protected clear(): void {
    this.open(this.spec, []);
  }
  protected playFirst(anywhere: boolean): void {
    const { board, q } = this.spec;
    const [columns, rows] = board ? [board.columns, board.rows] : [7, 7];
    const cells: Cell[] = [];
    for (let x = 0; x < columns; x++) for (let y = 0; y < rows; y++) cells.push(board ? { x, y } : { x: x - 3, y: y - 3 });
    const middle = board ? { x: (columns - 1) / 2, y: (rows - 1) / 2 } : { x: 0, y: 0 };
    const rank = new Map(cells.map((cell) => [cell, anywhere ? Math.random() : Math.hypot(cell.x - middle.x, cell.y - middle.y)]));
    this.play(cells.sort((a, b) => rank.get(a)! - rank.get(b)!).slice(0, q));
  }
  protected playLine(text: string): void {
    const { moves, pending } = readMoves(this.spec, text);
    this.setup = null;
    this.tree.go(this.tree.root);
    for (const move of moves) this.step(move);
    this.pending = pending;
    this.changed();
    this.fit();
  }

  /** A stone of the user; answered at once, whatever the engine is doing. */
  place(cell: Cell): void {
    if (this.setup) {
      this.setup.put(cell);
      return;
    }
    if (this.computerToMove || this.timeIsUp || !this.position.canPlace(cell)) return;
    const next = Position.after(this.spec, this.moves, this.pending);
    next.place(cell);
    this.cursor = cell;
    if (next.pending.length > 0) {
      this.pending = next.pending;
      this.writeAddress();
      return;
    }
    this.play(next.moves.at(-1)!);
  }

  /** A whole move, known or new; the order of its stones does not matter. */
  play(move: Move): void {
    this.step(move);
    this.moved();
    this.pending = [];
    this.changed();
  }
  private step(move: Move): void {
    const key = sorted(this.spec, move);
    const known = this.tree.current.children.find((child) => sorted(this.spec, parseCells(this.spec, child.move)!) === key);
    if (known) this.tree.go(known);
    else this.tree.play(moveText(this.spec, move));
  }

  override go(node: TreeNode): void {
    this.pending = [];
    super.go(node);
  }

  /** One stone of the move in the making, or one move. */
  override back(): void {
    if (this.pending.length === 0) return super.back();
    this.pending = this.pending.slice(0, -1);
    this.writeAddress();
  }

  override takeBack(): void {
    if (this.pending.length === 0) return super.takeBack();
    this.pending = [];
    this.changed();
  }

  show(tab: Tab): void {
    this.tab = tab;
    this.pointed = null;
    this.shown = null;
    this.writeAddress();
    this.ask();
  }

  beginSetup(): void {
    this.stop();
    this.pointed = null;
    this.shown = null;
    this.setup = new Setup(this.position);
  }
  /** With the position, which then begins a game of its own, or back to where we were. */
  endSetup(use: boolean): void {
    const moves = this.setup?.moves;
    this.setup = null;
    if (use && moves && typeof moves !== 'string') this.open(this.spec, moves);
    else this.changed();
  }

  /** Stones that the view should hold. */
  fit(): void {
    this.view = fit(this.spec, [...this.position.stones.values()].map((stone) => stone.cell));
  }
  zoomBy(factor: number): void {
    this.view = zoom(this.spec, this.view, factor);
  }
  moveCursor(dx: number, dy: number): void {
    const next = { x: this.cursor.x + dx, y: this.cursor.y + dy };
    const board = this.spec.board;
    if (board && (next.x < 0 || next.y < 0 || next.x >= board.columns || next.y >= board.rows)) return;
    this.cursor = next;
    this.view = reveal(this.spec, this.view, next);
  }

  changed(): void {
    this.pointed = null;
    this.shown = null;
    this.complaint = '';
    this.writeAddress();
    this.ask();
  }

  private writeAddress(): void {
    const moves = movesText(this.spec, [...this.moves, ...(this.pending.length > 0 ? [this.pending] : [])]);
    site.write(this.game, moves);
  }

  /** Asks the server what the open panel needs to know. */
  ask(): void {
    this.thought?.abort();
    this.thinking = false;
    const settled = this.pending.length === 0 ? this.position : Position.after(this.spec, this.moves);
    const question = { game: this.asked, moves: this.text };
    const wanted = this.tab === 'play' && !this.hints ? 'nothing' : this.tab === 'why' ? 'reasons' : 'value';
    this.along.stop();
    void this.answers.ask(question, settled.over ? 'nothing' : wanted).then((answered) => {
      if (answered && (this.tab === 'analysis' || (this.tab === 'play' && settled.over))) void this.review();
    });
    if (this.computerToMove) void this.think();
  }

  /** What is not asked for comes last. */
  private async review(): Promise<void> {
    const moves = this.tree.shown.map((node) => parseCells(this.spec, node.move)!);
    await this.along.find(this.spec, this.asked, moves, this.tree.path.length, this.answers.answer);
  }

  private async think(): Promise<void> {
    const work = new AbortController();
    this.thought = work;
    this.thinking = true;
    this.says = '';
    try {
      if (await this.wantsToSwap(work.signal)) {
        this.thinking = false;
        return work.signal.aborted ? undefined : this.swapSides();
      }
      const answer = await this.answers.move(this.asked, this.text, this.opponent, this.thinkingTime(30), work.signal);
      if (work.signal.aborted || this.timeIsUp) return;
      this.says = saidOf(answer);
      const cells = parseCells(this.spec, answer.move) ?? [];
      this.thinking = false;
      this.play(cells);
      for (const cell of cells) if (cell) this.view = reveal(this.spec, this.view, cell);
    } catch (error) {
      if (work.signal.aborted) return;
      this.thinking = false;
      this.complaint = complaintOf(error);
    }
  }

  stop(): void {
    this.thought?.abort();
    this.thinking = false;
    this.along.stop();
    this.answers.stop();
  }
}

function sorted(spec: Spec, move: Move): string {
  return move
    .map((cell) => (cell ? keyOf(cell) : cellName(spec, cell)))
    .sort()
    .join(' ');
}

export const bench = new PlacementBench();
