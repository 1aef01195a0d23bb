// Opening books as the server tells them (docs/formats/http.md).

import { ServerError, answerOf, ask, post, readEvents } from '../api';

export type Value = 'win' | 'draw' | 'loss';

/** What is known of a position, as its player to move sees it. */
export interface Facts {
  value: Value | null;
  score: number | null;
  proved: boolean;
  bounds?: [number, number];
  method?: string;
  budget?: string;
  claimed?: [number, number];
  estimate?: number;
  visits: number;
  best: string[];
  comment?: string;
}
export interface BookMove extends Facts {
  move: string;
}
export interface BookAnswer extends Partial<Facts> {
  game: string;
  moves: string;
  book_moves: BookMove[];
  /** The position is in the book; there is a book of the game; it may be added to. */
  known: boolean;
  book: boolean;
  grows: boolean;
}
export interface Grown {
  positions: number;
  decided: number;
  jobs: number;
  value: Value | null;
  estimate: number;
}
export interface GrowthProgress {
  state: 'waiting' | 'running';
  seconds: number;
  stage: string;
}
export interface Tried {
  defense: string;
  free: number;
  /** Of the attacker, who answers. */
  value?: Value | null;
  answer?: string;
}
export interface Extended {
  won: boolean;
  open_defenses: number;
  /** False: the list was cut short. */
  complete: boolean;
  refuted: number;
  tried: Tried[];
}

export const lookUp = (game: string, moves: string, signal: AbortSignal) => ask<BookAnswer>('book', { game, moves }, signal);
export const extend = (body: object, signal: AbortSignal) => ask<Extended>('book/extend', body, signal);

export async function grow(body: object, progress: (state: GrowthProgress) => void, signal: AbortSignal): Promise<Grown> {
  let grown: Grown | null = null;
  await readEvents(await post('book/grow', body, signal), (name, json) => {
    if (name === 'progress') progress(json as GrowthProgress);
    else if (name === 'done') grown = json as Grown;
  });
  if (!grown) throw new ServerError(0, '');
  return grown;
}

/** By the ending of the file's name: RenLib's libraries, or SGF. */
export async function importFile(file: File): Promise<{ positions: number; new_positions: number }> {
  const ending = file.name.toLowerCase().endsWith('.lib') ? 'lib' : 'sgf';
  return answerOf(await post(`book/import/${ending}`, new Blob([await file.arrayBuffer()])));
}
export async function exportFile(game: string, as: 'sgf' | 'lib'): Promise<{ name: string; bytes: Blob }> {
  const { file, id } = await ask<{ file: string; id: string }>('book/export', { game, as });
  return { name: file, bytes: await (await post(`certificate/${id}`, null)).blob() };
}

/** The view of the other player. */
export function turned(value: Value | null): Value | null {
  return value === 'win' ? 'loss' : value === 'loss' ? 'win' : value;
}
