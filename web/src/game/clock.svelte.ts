// A clock for a game against the computer: minutes for each side, and seconds that every move adds.

import { opponent } from './types';
import type { Player } from './types';

/** Minutes + seconds a move; empty: no clock. */
export const clocks = ['', '1+0', '3+2', '5+3', '10+5'] as const;

export class Clock {
  /** Seconds. */
  left = $state<Record<Player, number>>({ first: 0, second: 0 });
  /** Whose time runs. */
  running = $state<Player | null>(null);
  /** Who has none left. */
  flagged = $state<Player | null>(null);
  private added = 0;
  private last = 0;
  private timer = 0;

  /** From the beginning; it runs from the first move on. */
  set(text: string): void {
    this.stop();
    const [minutes = 0, seconds = 0] = text.split('+').map(Number);
    this.added = seconds;
    this.left = { first: 60 * minutes, second: 60 * minutes };
    this.flagged = null;
  }
  /** The player has moved; `over`: and ended the game. */
  moved(player: Player, over: boolean): void {
    if (this.flagged) return;
    this.tick();
    if (this.running === player) this.left[player] += this.added;
    this.stop();
    if (over) return;
    this.running = opponent(player);
    this.last = performance.now();
    this.timer = window.setInterval(() => this.tick(), 100);
  }
  /** Seconds that a move of the player should take at most. */
  share(player: Player): number {
    return Math.max(0.2, this.left[player] / 25 + this.added * 0.7);
  }
  stop(): void {
    clearInterval(this.timer);
    this.running = null;
  }
  private tick(): void {
    if (!this.running) return;
    const now = performance.now();
    const left = this.left[this.running] - (now - this.last) / 1000;
    this.last = now;
    this.left[this.running] = Math.max(0, left);
    if (left > 0) return;
    this.flagged = this.running;
    this.stop();
  }
}
