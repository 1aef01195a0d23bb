// Puzzles as the server tells them (docs/formats/http.md).

import { ask } from '../api';
import type { Player } from '../game/types';
import type { StoredNode } from '../tree/tree.svelte';

export interface ListedPuzzle {
  id: string;
  grade: number;
  task: 'win' | 'draw' | 'defend';
  themes: string[];
}
export interface PuzzleList {
  game: string;
  daily: string | null;
  puzzles: ListedPuzzle[];
}
export interface Puzzle extends ListedPuzzle {
  game: string;
  moves: string;
  to_move: Player;
  words: string;
  length: number;
  sense: string;
  hints: string[];
}
export interface TryAnswer {
  move: string;
  right: boolean;
  solved: boolean;
  /** Not the solution, but nothing against it is known. */
  wins: boolean;
  words: string;
  /** The game with the reply. */
  moves: string;
  reply: string | null;
  line?: string[];
  hints?: string[];
}
export interface Solution {
  game: string;
  nodes: StoredNode[];
  /** Moves of the puzzle's position. */
  begin: number;
  line: string[];
}
export interface Rating {
  rating: number;
  deviation: number;
  volatility: number;
}

export const listPuzzles = (game: string, day: string) => ask<PuzzleList>('puzzles', { game, day });
export const findPuzzle = (id: string) => ask<Puzzle>('puzzle', { id });
export const tryMove = (id: string, moves: string, move: string, signal: AbortSignal) =>
  ask<TryAnswer>('puzzle/try', { id, moves, move }, signal);
export const findSolution = (id: string, signal: AbortSignal) => ask<Solution>('puzzle/solution', { id }, signal);
export const rate = (id: string, solved: boolean, now: Rating) => ask<Rating>('puzzle/rate', { id, solved, ...now });
export const sheetOf = async (ids: string[], title: string) => (await ask<{ html: string }>('puzzles/sheet', { ids, title })).html;

/** The date in UTC: the puzzle of the day is the same everywhere. */
export const today = () => new Date().toISOString().slice(0, 10);
