// What the server says about a position of a placement game: its value with the values of single stones, the reasons, the
// Verifier's list, a computer player's move. One question at a time; a new one ends the work on the old one.

import { analyse, ask, opponentMove } from '../api';
import type { OpponentMove } from '../api';
import type { Estimate, MoveFound, MoveValue, Progress, Solved, Value } from '../game/answers';
import { complaintOf } from '../game/complaint';
import type { Cell, Player } from '../game/types';
import { texts } from '../texts';
import { parseCell, parseCells, parseSpec } from './game';
import type { Move, Spec } from './game';
import { stoneValues, stonesOfFound } from './values';

export interface SegmentNote {
  ends: [string, string];
  stones: string[];
  empty: string[];
}
export interface SideNote {
  count: number;
  more_than_p: boolean;
  segments: SegmentNote[];
  building: SegmentNote[];
}
export interface WinStep {
  move: string[];
  threats: number;
  completes: boolean;
  defenses: string[][];
  answer: string[];
}
export interface ForcedWin {
  winner: Player;
  order: number;
  move: string[];
  zones: string[][];
  sequence: WinStep[];
  /** Other critical defenses: after the winner's move of the step, and how the win goes on. */
  tries?: { step: number; defense: string[]; line: string[][]; ends: boolean }[];
}
export interface PlacementExplained {
  to_move: Player;
  stones_due: number;
  claim: 'first-wins' | 'second-wins' | 'draw' | 'none';
  proved: boolean;
  threats: Record<Player, SideNote>;
  wins_now: string[][];
  defenses: { cells: string[]; normal: boolean }[];
  win: ForcedWin | null;
  if_passed: ForcedWin | null;
  must_touch: string[] | null;
  value: Value | null;
  best: string[];
  order: number;
  complete: boolean;
  words: string[];
  /** Where nothing is proved. */
  estimate?: Estimate;
}

/** The Verifier's list: `stones` is a move, with `free` stones of it left out; the pass has none. */
export interface Defenses {
  value: Value;
  complete: boolean;
  order: number;
  defenses: { stones: string; free: number; quality: number }[];
  refuted: { stones: string; free: number; answer: string; order: number }[];
}

export interface Question {
  game: string;
  moves: string;
}
type Wanted = 'value' | 'reasons' | 'nothing';

export class Answers {
  answer = $state.raw<Solved | null>(null);
  progress = $state.raw<Progress | null>(null);
  /** Of single stones, by their cells. */
  values = $state.raw<Record<string, MoveValue>>({});
  explained = $state.raw<PlacementExplained | null>(null);
  running = $state(false);
  complaint = $state('');
  /** The highest order of threats to look for. */
  order = $state(2);

  private key = '';
  private wanted: Wanted = 'nothing';
  private question: Question = { game: '', moves: '' };
  private work: AbortController | null = null;
  private solved = new Map<string, Solved>();
  private reasons = new Map<string, PlacementExplained>();

  /** True when it is answered; false if it was asked already, or another question came between. */
  async ask(question: Question, wanted: Wanted, again = false): Promise<boolean> {
    const key = `${question.game} ${question.moves}`;
    const known = wanted === 'reasons' ? this.explained : this.answer;
    // Stones of a move in the making change nothing.
    if (key === this.key && wanted === this.wanted && (this.running || known) && !again) return !this.running;
    if (key !== this.key) {
      this.answer = null;
      this.values = {};
      this.explained = null;
    }
    this.key = key;
    this.wanted = wanted;
    this.question = question;
    this.complaint = '';
    this.progress = null;
    this.work?.abort();
    this.running = false;
    if (wanted === 'nothing') return true;
    const work = new AbortController();
    this.work = work;
    this.running = true;
    const task = wanted === 'value' ? this.evaluate(key, work.signal) : this.explain(key, work.signal);
    try {
      await task;
    } catch (error) {
      if (!work.signal.aborted) this.complaint = complaintOf(error);
    }
    if (this.work === work) this.running = false;
    return !work.signal.aborted;
  }

  stop(): void {
    this.work?.abort();
    this.running = false;
    this.progress = null;
  }

  goOn(): void {
    void this.ask(this.question, this.wanted, true);
  }

  /** Goes on; where all was looked for and nothing found, with freer threats. */
  deeper(): void {
    if (this.answer && !this.answer.proved && this.answer.searched_order === this.order) this.order = Math.min(4, this.order + 1);
    this.goOn();
  }

  setOrder(order: number): void {
    this.order = order;
    if (this.wanted === 'reasons') this.explained = null;
    this.goOn();
  }

  private async evaluate(key: string, signal: AbortSignal): Promise<void> {
    const known = this.solved.get(key);
    if (known?.proved) return this.settle(known);
    const spec = parseSpec(this.question.game)!;
    const events = {
      move: (found: MoveFound) => {
        if (!signal.aborted) this.values = { ...this.values, ...stonesOfFound(spec, found) };
      },
      progress: (progress: Progress) => {
        if (!signal.aborted) this.progress = progress;
      },
      done: (answer: Solved) => {
        if (answer.proved) this.solved.set(key, answer);
        if (!signal.aborted) this.settle(answer);
      },
    };
    const body = { ...this.question, all_moves: true, order: this.order, seconds: 60 };
    await analyse(body, events, signal);
  }

  private settle(answer: Solved): void {
    this.answer = answer;
    this.values = stoneValues(parseSpec(this.question.game)!, answer.moves_value ?? {});
    this.progress = null;
  }

  private async explain(key: string, signal: AbortSignal): Promise<void> {
    const name = `${key} ${this.order}`;
    let found = this.reasons.get(name);
    if (!found) {
      found = await ask<PlacementExplained>('explain', { ...this.question, order: this.order, seconds: 60 }, signal);
      if (found.complete) this.reasons.set(name, found);
    }
    if (!signal.aborted) this.explained = found;
  }

  async move(game: string, moves: string, opponent: string, seconds: number, signal: AbortSignal): Promise<OpponentMove> {
    return opponentMove({ game, moves, opponent, seconds }, signal);
  }

  /** A move that keeps the value; empty if there is none to name. */
  bestMove(spec: Spec): Move {
    return parseCells(spec, this.answer?.best[0] ?? '') ?? [];
  }
  bestCells(spec: Spec): Cell[] {
    return this.bestMove(spec).filter((cell) => cell !== null);
  }
  cellOf(spec: Spec, name: string): Cell | null {
    return parseCell(spec, name);
  }

  /** In words: what is proved, or what was tried. */
  verdict = $derived.by(() => {
    const t = texts.placement;
    if (!this.answer) return '';
    if (this.answer.value === 'unknown') return t.unknown;
    return this.answer.winner === 'draw' ? texts.verdictDraw : t.wins(this.answer.winner as Player);
  });
}
