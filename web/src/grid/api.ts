// Proofs by jobs as the server tells them (docs/formats/http.md).

import { answerOf, ask, post } from '../api';
import type { Player } from '../game/types';
import type { Proved } from '../proofs/api';

export interface GridProof {
  id: string;
  game: string;
  moves: string;
  for: Player;
  /** Null: infinite. */
  proof: number | null;
  disproof: number | null;
  positions: number;
  jobs: number;
  running: number;
  refused: number;
  given_up: number;
  job_seconds: number;
  /** Of the server, that do its jobs now. */
  threads: number;
  line: string[];
  state: 'waiting' | 'running' | 'paused' | 'decided' | 'full' | 'unwatched' | 'nothing-left' | 'failed';
  trouble: string;
  winner: Player | null;
  certificate: (Proved & { id: string }) | null;
  job_list: { key: string; state: string; priority: number; worker: string; seconds: number }[];
  workers?: { name: string; host: string; job: string; done: number; last_seen: number }[];
}
export interface GridChild {
  node: number;
  move: string;
  proof: number | null;
  disproof: number | null;
  winner: Player | null;
  cut: boolean;
  working: boolean;
  children: number;
}
export interface GridNode {
  node: number;
  moves: string;
  attacker_to_move: boolean;
  proof: number | null;
  disproof: number | null;
  winner: Player | null;
  children: number;
  shown: GridChild[];
}

export const startProof = (body: object) => ask<GridProof>('grid/start', body);
export const proofStatus = (id: string, signal?: AbortSignal) => ask<GridProof>('grid/status', { id }, signal);
export const pauseProof = (id: string) => ask<GridProof>('grid/pause', { id });
export const resumeProof = (id: string) => ask<GridProof>('grid/resume', { id, seconds: 600 });
export const forgetProof = (id: string) => ask<{ forgotten: boolean }>('grid/forget', { id });
export const findNode = (id: string, node: number, from: number, signal?: AbortSignal) => ask<GridNode>('grid/node', { id, node, from }, signal);
export const listProofs = async () => answerOf<{ broker: boolean; proofs: GridProof[] }>(await post('grid', null));
