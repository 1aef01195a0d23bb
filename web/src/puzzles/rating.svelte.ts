// The user's rating and results, remembered by the browser; without its memory for as long as the page is open. The
// rating is Glicko-2, worked out by the server.

import { rate } from './api';
import type { Rating } from './api';

const key = 'inarow.puzzles';

interface Stored {
  rating: Rating;
  results: Record<string, 'solved' | 'failed'>;
}
const fresh = (): Stored => ({ rating: { rating: 1500, deviation: 350, volatility: 0.06 }, results: {} });

function read(): Stored {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? 'null') as Stored | null;
    if (stored && Number.isFinite(stored.rating.rating) && Number.isFinite(stored.rating.deviation)) return stored;
  } catch {
    // Not ours, or no memory.
  }
  return fresh();
}

class Ratings {
  private stored = $state.raw<Stored>(read());
  /** By the last result. */
  change = $state<number | null>(null);

  get rating(): Rating {
    return this.stored.rating;
  }
  result(id: string): 'solved' | 'failed' | undefined {
    return this.stored.results[id];
  }
  get solved(): number {
    return Object.values(this.stored.results).filter((result) => result === 'solved').length;
  }
  get failed(): number {
    return Object.keys(this.stored.results).length - this.solved;
  }
  /** The first result of a puzzle counts. */
  async add(id: string, solved: boolean): Promise<void> {
    if (this.result(id)) return;
    const before = this.rating;
    this.write({ rating: before, results: { ...this.stored.results, [id]: solved ? 'solved' : 'failed' } });
    const { rating, deviation, volatility } = await rate(id, solved, before);
    this.change = Math.round(rating) - Math.round(before.rating);
    this.write({ ...this.stored, rating: { rating, deviation, volatility } });
  }
  forget(): void {
    this.change = null;
    this.write(fresh());
  }
  private write(stored: Stored): void {
    this.stored = stored;
    try {
      localStorage.setItem(key, JSON.stringify(stored));
    } catch {
      // The browser keeps nothing; the page goes on.
    }
  }
}

export const ratings = new Ratings();
