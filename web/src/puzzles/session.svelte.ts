// One puzzle after the other: which are meant, the one on the board, and how the try stands.

import { isSameGame } from '../address';
import { complaintOf } from '../game/complaint';
import { GameTree } from '../tree/tree.svelte';
import type { TreeNode } from '../tree/tree.svelte';
import { findPuzzle, findSolution, listPuzzles, today, tryMove } from './api';
import type { ListedPuzzle, Puzzle, PuzzleList, TryAnswer } from './api';
import { ratings } from './rating.svelte';

export const games = ['drop:7x6', 'Connect(15,15,5,1,1)', 'Connect(19,19,6,2,1)'] as const;
export type PuzzleGame = (typeof games)[number];

class Session {
  game = $state<PuzzleGame>('drop:7x6');
  /** 0: whatever fits the rating. */
  grade = $state(0);
  theme = $state('');
  list = $state.raw<PuzzleList | null>(null);
  puzzle = $state.raw<Puzzle | null>(null);
  /** The game on the board, the puzzle's own moves included. */
  moves = $state('');
  state = $state<'loading' | 'try' | 'asking' | 'wrong' | 'solved'>('loading');
  /** What was said to the last move. */
  answer = $state.raw<TryAnswer | null>(null);
  helped = $state(false);
  hints = $state.raw<string[]>([]);
  hintsShown = $state(0);
  solution = $state.raw<GameTree | null>(null);
  complaint = $state('');
  private work = new AbortController();

  readonly themes = $derived([...new Set((this.list?.puzzles ?? []).flatMap((one) => one.themes))].sort());
  readonly chosen = $derived(
    (this.list?.puzzles ?? []).filter((one) => (!this.grade || one.grade === this.grade) && (!this.theme || one.themes.includes(this.theme))),
  );
  readonly solvedOfChosen = $derived(this.chosen.filter((one) => ratings.result(one.id) === 'solved').length);
  readonly isDaily = $derived(this.puzzle !== null && this.puzzle.id === this.list?.daily);

  async load(search: string): Promise<void> {
    const parameters = new URLSearchParams(search);
    const id = parameters.get('id');
    const game = games.find((one) => isSameGame(one, parameters.get('game') ?? ''));
    if (id) await this.open(id, false);
    else {
      await this.choose(game ?? this.game);
      if (parameters.has('daily')) await this.openDaily(false);
      else await this.next(false);
    }
  }
  /** Another game, and its puzzles. */
  async choose(game: PuzzleGame): Promise<void> {
    this.game = game;
    if (this.list?.game === game) return;
    await this.guarded(async () => {
      this.list = await listPuzzles(game, today());
      this.theme = '';
    });
  }
  /** A puzzle that has not been tried, near the rating unless a grade is chosen. */
  async next(push = true): Promise<void> {
    const fitting = (one: ListedPuzzle) => (this.grade ? 0 : Math.abs(800 + 200 * one.grade - ratings.rating.rating));
    const others = this.chosen.filter((one) => one.id !== this.puzzle?.id);
    const open = others.filter((one) => !ratings.result(one.id));
    const from = open.length > 0 ? open : others;
    const nearest = Math.min(...from.map(fitting));
    const near = from.filter((one) => fitting(one) === nearest);
    const pick = near[Math.floor(Math.random() * near.length)];
    if (pick) await this.open(pick.id, push);
    else if (!this.chosen.some((one) => one.id === this.puzzle?.id)) this.puzzle = null;
  }
  async openDaily(push = true): Promise<void> {
    if (this.list?.daily) await this.open(this.list.daily, push);
  }
  async open(id: string, push = true): Promise<void> {
    this.stop();
    const { work } = this;
    this.state = 'loading';
    await this.guarded(async () => {
      const puzzle = await findPuzzle(id);
      const game = games.find((one) => one === puzzle.game);
      if (game) await this.choose(game);
      // Another one was wanted meanwhile.
      if (this.work !== work) return;
      const address = `/?page=puzzles&id=${encodeURIComponent(id)}`;
      if (push) history.pushState(null, '', address);
      else history.replaceState(null, '', address + location.hash);
      this.puzzle = puzzle;
      this.moves = puzzle.moves;
      this.hints = puzzle.hints;
      this.hintsShown = 0;
      this.answer = null;
      this.helped = false;
      this.solution = null;
      ratings.change = null;
      this.state = 'try';
    });
  }

  async play(move: string): Promise<void> {
    const puzzle = this.puzzle;
    if (!puzzle || (this.state !== 'try' && this.state !== 'wrong')) return;
    this.state = 'asking';
    this.complaint = '';
    try {
      const answer = await tryMove(puzzle.id, this.moves, move, this.work.signal);
      if (this.puzzle !== puzzle) return;
      this.answer = answer;
      if (answer.right) {
        this.moves = answer.moves;
        this.hints = answer.hints ?? [];
        this.hintsShown = 0;
        this.state = answer.solved ? 'solved' : 'try';
        if (answer.solved) this.count(!this.helped);
      } else {
        this.state = 'wrong';
        if (!answer.wins) this.fail();
      }
    } catch (error) {
      if (this.puzzle !== puzzle || this.work.signal.aborted) return;
      this.state = 'try';
      this.complaint = complaintOf(error);
    }
  }
  again(): void {
    if (this.state !== 'wrong') return;
    this.answer = null;
    this.state = 'try';
  }
  hint(): void {
    this.hintsShown = Math.min(this.hintsShown + 1, this.hints.length);
    this.fail();
  }
  async showSolution(): Promise<void> {
    const puzzle = this.puzzle;
    if (!puzzle) return;
    if (this.state !== 'solved') this.fail();
    await this.guarded(async () => {
      const { nodes, begin } = await findSolution(puzzle.id, this.work.signal);
      if (this.puzzle !== puzzle) return;
      // The moves of the position are one line, which the tree of the solution leaves out.
      const tree = new GameTree();
      tree.restore(nodes.slice(begin).map((node) => ({ ...node, parent: Math.max(0, node.parent - begin) })));
      this.solution = tree;
      if (tree.root.children[0]) this.go(tree.root.children[0]);
    });
  }
  go(node: TreeNode): void {
    this.solution?.go(node);
    this.solution = this.solution;
  }
  stop(): void {
    this.work.abort();
    this.work = new AbortController();
  }

  /** A wrong move, a hint and the solution all count as not solved. */
  private fail(): void {
    this.helped = true;
    this.count(false);
  }
  private count(solved: boolean): void {
    if (this.puzzle) ratings.add(this.puzzle.id, solved).catch((error: unknown) => (this.complaint = complaintOf(error)));
  }
  private async guarded(what: () => Promise<void>): Promise<void> {
    this.complaint = '';
    const { signal } = this.work;
    try {
      await what();
    } catch (error) {
      if (!signal.aborted) this.complaint = complaintOf(error);
    }
  }
}

export const session = new Session();
