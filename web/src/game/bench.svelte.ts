// The state that the boards of both families share, and what the page around a board asks of it. A family adds its
// rules, its answers and what it draws.

import { enginesOf } from '../api';
import { GameTree } from '../tree/tree.svelte';
import type { StoredNode, TreeNode } from '../tree/tree.svelte';
import { texts } from '../texts';
import type { Outcome, Player, Tab } from './types';

/** What the page needs to know of a position, whatever its game. */
export interface Standing {
  readonly outcome: Outcome;
  readonly toMove: Player;
  readonly over: boolean;
}

export abstract class Bench {
  readonly tree = new GameTree();
  tab = $state<Tab>('analysis');
  /** The user's side against the computer. */
  human = $state<Player>('first');
  hints = $state(false);
  values = $state(true);
  complaint = $state('');
  /** Who plays against the user: one of `players`, or of the engines. */
  opponent = $state('');
  /** Programs of other authors that play this game, if the server was started with any. */
  engines = $state.raw<readonly string[]>([]);
  /** What the opponent thinks of its last move. */
  says = $state('');
  private enginesFor = '';

  /** Our own players, by the server's names; the first one plays unless another is chosen. */
  abstract readonly players: readonly string[];
  /** The game as the program writes it, and the complete moves: what the server is asked about. */
  abstract readonly asked: string;
  abstract readonly text: string;
  abstract readonly position: Standing;
  /** A position being set up by hand; null: none is. */
  abstract readonly setup: object | null;
  /** Whose turn it is, or how the game ended. */
  abstract readonly status: string;
  /** What was refused last. */
  get refusal(): string {
    return this.complaint;
  }

  get canGoBack(): boolean {
    return !this.setup && this.tree.current.parent !== null;
  }
  get canGoForward(): boolean {
    return !this.setup && this.tree.current.next !== null;
  }

  abstract load(search: string): void;
  /** Opens the game of a file at the end of its main line; false if it is of another family. */
  abstract openFile(game: string, nodes: readonly StoredNode[]): boolean;
  abstract go(node: TreeNode): void;
  abstract show(tab: Tab): void;
  /** Told by panels that changed the tree themselves. */
  abstract changed(): void;
  abstract beginSetup(): void;
  /** Ends all work, and keeps what a reload should find. */
  abstract stop(): void;

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

  /** Looks for the engines of the game; who played against one that does not know it goes on against ours. */
  protected async findEngines(): Promise<void> {
    const game = this.asked;
    if (this.enginesFor === game) return;
    this.enginesFor = game;
    const engines: readonly string[] = await enginesOf(game).catch(() => []);
    if (this.enginesFor !== game) return;
    this.engines = engines;
    if (!this.players.includes(this.opponent) && !engines.includes(this.opponent)) this.opponent = this.players[0]!;
  }

  protected statusOf({ outcome }: Standing, words: { toMove: () => string; hasWon: (player: Player) => string }): string {
    if (this.setup) return texts.setup.title;
    if (outcome === 'draw') return texts.drawn;
    return outcome === 'undecided' ? words.toMove() : words.hasWon(outcome);
  }
}
