// The state that the boards of both families share, and what the page around a board asks of it. A family adds its
// rules, its answers and what it draws.

import { enginesOf, solve } from '../api';
import { settings } from '../settings.svelte';
import { site } from '../site.svelte';
import { GameTree } from '../tree/tree.svelte';
import type { StoredNode, TreeNode } from '../tree/tree.svelte';
import { texts } from '../texts';
import { Clock } from './clock.svelte';
import { MoveError } from './notation';
import { opponent } from './types';
import type { Outcome, Player, Tab } from './types';

/** What the page needs to know of a position, whatever its game. */
export interface Standing {
  readonly outcome: Outcome;
  readonly toMove: Player;
  readonly over: boolean;
}

export abstract class Bench {
  readonly tree = new GameTree();
  /** The user's side against the computer. */
  human = $state<Player>('first');
  complaint = $state('');
  /** The game that a new one has taken the place of, to be brought back. */
  old = $state.raw<{ game: string; nodes: StoredNode[]; path: string[]; opponent: string; human: Player } | null>(null);
  /** Programs of other authors that play this game, if the server was started with any. */
  engines = $state.raw<readonly string[]>([]);
  /** What the opponent thinks of its last move. */
  says = $state('');
  readonly clock = new Clock();
  /** The sides of this game have been swapped after its first move. */
  swapped = $state(false);
  private enginesFor = '';
  /** The move that the user has just made: the computer answers it, even if it was made before. */
  private made = $state.raw<TreeNode | null>(null);

  abstract readonly family: 'drop' | 'placement';
  /** Our own players, by the server's names; the first one plays unless another is chosen. */
  abstract readonly players: readonly string[];
  /** The game as the program writes it, and the complete moves: what the server is asked about. */
  abstract readonly asked: string;
  abstract readonly text: string;
  /** The game as addresses have it. */
  abstract readonly game: string;
  abstract readonly position: Standing;
  /** A position being set up by hand; null: none is. */
  abstract readonly setup: object | null;
  /** Whose turn it is, or how the game ended. */
  abstract readonly status: string;
  /** What was refused last. */
  get refusal(): string {
    return this.complaint;
  }
  /** The user has read it. */
  dismiss(): void {
    this.complaint = '';
  }

  // What is open and how is remembered.
  get tab(): Tab {
    return site.tab;
  }
  set tab(tab: Tab) {
    site.tab = tab;
    settings.tab = tab;
  }
  get hints(): boolean {
    return settings.hints;
  }
  set hints(on: boolean) {
    settings.hints = on;
  }
  get values(): boolean {
    return settings.values;
  }
  set values(on: boolean) {
    settings.values = on;
  }
  /** Who plays against the user: one of `players`, or of the engines. */
  get opponent(): string {
    const chosen = settings.opponents[this.family];
    return this.players.includes(chosen) || this.engines.includes(chosen) ? chosen : this.players[0]!;
  }
  set opponent(name: string) {
    settings.opponents[this.family] = name;
  }

  get canGoBack(): boolean {
    return !this.setup && this.tree.current.parent !== null;
  }
  get canGoForward(): boolean {
    return !this.setup && this.tree.current.next !== null;
  }

  /** Whether the computer has to move. Where the game went on already it has, unless the user has just moved there. */
  protected get awaited(): boolean {
    const { position, tree } = this;
    if (this.tab !== 'play' || this.setup || position.over || position.toMove === this.human || this.clock.flagged) return false;
    return tree.current.children.length === 0 || this.made === tree.current;
  }
  /** Told after a move was made on the board, as against one that is only looked at again. */
  protected moved(): void {
    this.made = this.tree.current;
    if (this.tab === 'play' && settings.clock) this.clock.moved(this.tree.path.length % 2 === 1 ? 'first' : 'second', this.position.over);
    else this.clock.stop();
  }
  /** Against the clock nobody moves any more when it is up. */
  protected get timeIsUp(): boolean {
    return this.tab === 'play' && this.clock.flagged !== null;
  }
  /** Seconds that the computer may think: `most`, or its share of the clock. */
  protected thinkingTime(most: number): number {
    return settings.clock && this.clock.running ? Math.min(most, this.clock.share(this.position.toMove)) : most;
  }

  /** After the first move: who is to move takes the other side. */
  swapSides(): void {
    this.swapped = true;
    this.human = opponent(this.human);
    this.changed();
  }
  /** Whether the computer, which is to move after the first move, would rather have the other side. */
  protected async wantsToSwap(signal: AbortSignal): Promise<boolean> {
    if (!settings.swap || this.swapped || this.tree.path.length !== 1) return false;
    const { value, estimate } = await solve({ game: this.asked, moves: this.text, seconds: 5 }, signal);
    return value === 'loss' || (value === 'unknown' && (estimate?.win ?? 0.5) < 0.45);
  }

  abstract load(search: string): void;
  /** Opens the game of a file at the end of its main line; false if it is of another family. */
  abstract openFile(game: string, nodes: readonly StoredNode[]): boolean;
  abstract show(tab: Tab): void;
  /** Told by panels that changed the tree themselves. */
  abstract changed(): void;
  abstract beginSetup(): void;
  /** Ends all work, and keeps what a reload should find. */
  abstract stop(): void;
  /** An empty board of the same game. */
  protected abstract clear(): void;
  /** The first move of a game, in the middle or anywhere. */
  protected abstract playFirst(anywhere: boolean): void;
  /** Adds moves from the start of the game to the tree and goes to their end; a MoveError says why they cannot be. */
  protected abstract playLine(moves: string): void;

  go(node: TreeNode): void {
    this.made = null;
    this.tree.go(node);
    this.changed();
  }
  back(): void {
    if (this.tree.current.parent) this.go(this.tree.current.parent);
  }
  forward(): void {
    if (this.tree.current.next) this.go(this.tree.current.next);
  }
  toStart(): void {
    this.go(this.tree.root);
  }
  toEnd(): void {
    this.go(this.tree.shown.at(-1) ?? this.tree.root);
  }
  /** Back to the user's last turn; what was played since stays in the list. */
  takeBack(): void {
    let node = this.tree.current;
    for (let back = this.position.toMove === this.human ? 2 : 1; back > 0 && node.parent; back--) node = node.parent;
    this.go(node);
  }

  /** Keeps the game and who plays it, to be brought back. */
  putAside(): void {
    if (this.tree.root.children.length === 0) return;
    this.old = { game: this.asked, nodes: this.tree.store(), path: this.tree.moves, opponent: this.opponent, human: this.human };
  }
  /** One click, and nothing is lost by it. */
  newGame(): void {
    this.putAside();
    this.begin();
  }
  /** An empty board, with the clock and the first move that were chosen. */
  begin(): void {
    this.swapped = false;
    this.clock.set(settings.clock);
    this.clear();
    if (this.tab === 'play' && settings.opening !== 'free') this.playFirst(settings.opening === 'random');
  }
  bringBack(): void {
    const old = this.old;
    this.old = null;
    if (!old) return;
    this.opponent = old.opponent;
    this.human = old.human;
    if (!this.openFile(old.game, old.nodes)) return;
    let node = this.tree.root;
    for (const move of old.path) node = node.children.find((child) => child.move === move) ?? node;
    this.go(node);
  }

  /** Goes to moves that were written or pasted; if they are refused, nothing changes. */
  tryLine(moves: string): boolean {
    try {
      this.playLine(moves);
      this.complaint = '';
      return true;
    } catch (error) {
      if (!(error instanceof MoveError)) throw error;
      this.complaint = error.message;
      return false;
    }
  }

  /** Looks for the engines of the game. */
  protected async findEngines(): Promise<void> {
    const game = this.asked;
    if (this.enginesFor === game) return;
    this.enginesFor = game;
    const engines: readonly string[] = await enginesOf(game).catch(() => []);
    if (this.enginesFor === game) this.engines = engines;
  }

  protected statusOf({ outcome }: Standing, words: { toMove: () => string; hasWon: (player: Player) => string }): string {
    if (this.setup) return texts.setup.title;
    if (outcome === 'draw') return texts.drawn;
    return outcome === 'undecided' ? words.toMove() : words.hasWon(outcome);
  }
}
