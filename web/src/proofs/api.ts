// The requests about certificates (docs/formats/http.md).

import { ServerError, answerOf, post, readEvents } from '../api';
import type { Group, Rule } from '../api';
import type { Player } from '../game/types';

export type ClaimKind = 'value' | 'win' | 'not-lose' | 'score' | 'cannot-lose' | 'drawn';

export interface Header {
  game: string;
  /** Columns, separated by spaces. */
  moves: string;
  claim: ClaimKind;
  for: Player;
  score: number;
  method: string;
  positions: number;
  leaves: { wins: number; held: number; dead: number; rules: number };
  repeats: number;
}

export interface Opened {
  id: string;
  bytes: number;
  /** Null if it cannot be read. */
  header: Header | null;
}

export interface Proved extends Omit<Header, 'method' | 'score'> {
  score: number | null;
  proved: boolean;
  refuted?: boolean;
  value?: 'win' | 'draw' | 'loss';
  id?: string;
  file?: string;
  /** No proof was found by threats up to this order. */
  order?: number;
  bytes?: number;
  seconds: number;
}

export interface ProofProgress {
  state: 'waiting' | 'running';
  bound: number;
  done: number;
  positions: number;
  rule_leaves: number;
  seconds: number;
}

export interface Verdict {
  verdict: 'verified' | 'refuted' | 'unreadable' | 'stopped';
  exit: number | null;
  output: string;
  seconds: number;
}

export type NodeKind = 'move' | 'replies' | 'wins' | 'held' | 'dead' | 'rules';

export interface Leaf {
  kind: 'second-not-lose' | 'second-wins' | 'odd-threat' | 'threat-combination';
  groups: Group[];
  rules: Omit<Rule, 'solves'>[];
}

export interface Node {
  bounds: { prover: Player; threshold: number }[];
  rules_used: Record<string, number>;
  kind: NodeKind;
  turn: 'prover' | 'opponent';
  to_move: Player;
  game_moves: string;
  positions: number;
  column?: string;
  replies?: { column: string; kind: NodeKind; positions: number }[];
  leaf?: Leaf;
}

export async function prove(body: object, progress: (state: ProofProgress) => void, signal: AbortSignal): Promise<Proved> {
  let result: Proved | null = null;
  await readEvents(await post('prove', body, signal), (name, json) => {
    if (name === 'progress') progress(json as ProofProgress);
    else if (name === 'done') result = json as Proved;
  });
  if (!result) throw new ServerError(0, '');
  return result;
}

export async function openCertificate(bytes: Blob, signal?: AbortSignal): Promise<Opened> {
  return answerOf(await post('certificate', bytes, signal));
}

export async function check(body: { id: string; no_axioms?: boolean; seconds?: number }, signal?: AbortSignal): Promise<Verdict> {
  return answerOf(await post('check', body, signal));
}

export async function node(body: { id: string; bound: number; moves: string }, signal?: AbortSignal): Promise<Node> {
  return answerOf(await post('certificate/node', body, signal));
}

export async function shipped(signal?: AbortSignal): Promise<Opened[]> {
  return (await answerOf<{ certificates: Opened[] }>(await post('certificates', null, signal))).certificates;
}

export async function bytesOf(id: string): Promise<Blob> {
  return (await post(`certificate/${id}`, null)).blob();
}
