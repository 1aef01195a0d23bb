// Why the position has its value, as the server tells it: the verdict first, then the plan that proves it, and what is
// wrong with a move.

import { post, readEvents } from '../api';
import type { Claim, Lever, Rule } from '../api';
import type { Progress } from '../game/answers';
import { complaintOf } from '../game/complaint';
import type { Player } from '../game/types';

export type Value = 'win' | 'draw' | 'loss' | 'unknown';
export type SettledBy = 'rules' | 'threats' | 'line' | 'dead' | 'late' | 'unknown';

/** Of the player to move. */
export interface Verdict {
  value: Value;
  score: number | null;
  plies_to_end: number | null;
}
/** Why the position after the line needs no more moves. */
export interface Settled {
  by: SettledBy;
  squares?: string[];
  claim?: Claim;
  rules?: Rule[];
  lever?: Lever;
  plan?: string[];
}
/** Another move of the opponent, after `at` moves of the line, and how it is answered. */
export interface Try {
  at: number;
  move: string;
  line: string[];
  ends: SettledBy;
  positions: number;
}
export interface Plan {
  player: Player;
  wins: boolean;
  line: string[];
  settled: Settled;
  tries: Try[];
  positions: number;
  rule_leaves: number;
  complete: boolean;
}
export interface Reasoned {
  verdict: Verdict;
  winner: Player | 'draw' | 'unknown';
  reasons: Plan[];
  reason_complete: boolean;
}
export interface WhyNot extends Reasoned {
  move: string;
  before: Verdict;
}

/** Seconds of the server's work. */
const limit = 20;

export class Reasons {
  found = $state.raw<Reasoned | null>(null);
  progress = $state.raw<Progress | null>(null);
  running = $state(false);
  /** The move that is asked about, and what is wrong with it. */
  asked = $state<string | null>(null);
  whyNot = $state.raw<WhyNot | null>(null);
  complaint = $state('');

  private known = new Map<string, Reasoned>();
  private work: AbortController | null = null;

  clear(): void {
    this.work?.abort();
    this.found = null;
    this.progress = null;
    this.asked = null;
    this.whyNot = null;
    this.complaint = '';
    this.running = false;
  }

  async find(game: string, moves: string, signal: AbortSignal): Promise<void> {
    const key = `${game} ${moves}`;
    const stored = this.known.get(key);
    if (stored) {
      this.found = stored;
      return;
    }
    this.running = true;
    try {
      await readEvents(await post('why', { game, moves, seconds: limit }, signal), (name, json) => {
        if (signal.aborted) return;
        if (name === 'progress') this.progress = json as Progress;
        if (name !== 'done') return;
        this.found = json as Reasoned;
        if (this.found.verdict.value !== 'unknown') this.known.set(key, this.found);
      });
    } finally {
      if (!signal.aborted) this.running = false;
    }
  }

  /** What is wrong with a move; the same one again closes it. */
  async ask(game: string, moves: string, move: string): Promise<void> {
    this.work?.abort();
    this.whyNot = null;
    this.complaint = '';
    this.asked = this.asked === move ? null : move;
    if (this.asked === null) return;
    const work = new AbortController();
    this.work = work;
    try {
      await readEvents(await post('why', { game, moves, why_not: move, seconds: limit }, work.signal), (name, json) => {
        if (name === 'done' && !work.signal.aborted) this.whyNot = (json as { why_not: WhyNot }).why_not;
      });
    } catch (error) {
      if (!work.signal.aborted) this.complaint = complaintOf(error);
    }
  }
}
