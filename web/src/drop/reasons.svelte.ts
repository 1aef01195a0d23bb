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
/** For the proof, before the first answer: most have one by then. The others begin with best play. */
const firstProof = 0.6;

export class Reasons {
  found = $state.raw<Reasoned | null>(null);
  progress = $state.raw<Progress | null>(null);
  running = $state(false);
  /** What is shown is best play; the whole plan is still looked for. */
  improving = $state(false);
  /** The same of what is wrong with the move. */
  improvingNot = $state(false);
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
    this.improving = false;
    this.improvingNot = false;
  }

  async find(game: string, moves: string, signal: AbortSignal): Promise<void> {
    const key = `${game} ${moves}`;
    const stored = this.known.get(key);
    if (stored) {
      this.found = stored;
      return;
    }
    this.running = true;
    const take = (name: string, json: unknown) => {
      if (signal.aborted) return;
      if (name === 'progress') this.progress = json as Progress;
      if (name === 'done') this.found = json as Reasoned;
    };
    try {
      await readEvents(await post('why', { game, moves, seconds: limit, proof_seconds: firstProof }, signal), take);
      if (signal.aborted || !this.found) return;
      if (this.found.verdict.value === 'unknown') return;
      this.improving = !this.found.reason_complete;
      if (this.improving) await readEvents(await post('why', { game, moves, seconds: limit }, signal), take);
      if (!signal.aborted) this.known.set(key, this.found);
    } finally {
      if (!signal.aborted) this.running = this.improving = false;
    }
  }

  /** What is wrong with a move; the same one again closes it. */
  async ask(game: string, moves: string, move: string): Promise<void> {
    this.work?.abort();
    this.whyNot = null;
    this.improvingNot = false;
    this.complaint = '';
    this.asked = this.asked === move ? null : move;
    if (this.asked === null) return;
    const work = new AbortController();
    this.work = work;
    const take = (name: string, json: unknown) => {
      if (name === 'done' && !work.signal.aborted) this.whyNot = (json as { why_not: WhyNot }).why_not;
    };
    const body = { game, moves, why_not: move, seconds: limit };
    try {
      await readEvents(await post('why', { ...body, proof_seconds: firstProof }, work.signal), take);
      const first = this.whyNot as WhyNot | null;
      if (work.signal.aborted || !first || first.reason_complete || first.verdict.value === 'unknown') return;
      this.improvingNot = true;
      await readEvents(await post('why', body, work.signal), take);
    } catch (error) {
      if (!work.signal.aborted) this.complaint = complaintOf(error);
    } finally {
      if (this.work === work) this.improvingNot = false;
    }
  }
}
