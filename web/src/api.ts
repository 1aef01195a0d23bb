// What the server answers (docs/formats/http.md), and how it is asked.

import { readMove, readSolved } from './game/answers';
import type { Estimate, MoveFound, Progress, SentMove, SentSolved, Solved } from './game/answers';
import type { Player } from './game/types';
import type { StoredNode } from './tree/tree.svelte';

export type Group = [string, string];

export interface Rule {
  rule: string;
  squares: string[];
  group?: Group;
  solves: Group[];
}

export interface Lever {
  kind: 'odd-threat' | 'threat-combination';
  square: string;
  odd?: string;
  even?: string;
  groups: Group[];
  solves: Group[];
}

export interface Threat {
  player: Player;
  square: string;
  parity: 'odd' | 'even';
  useful: boolean;
  playable: boolean;
  group: Group;
  useless_because?: string;
}

export type Claim = 'second-not-lose' | 'second-wins' | 'first-wins' | 'none';

export interface Explained {
  game: string;
  moves: string;
  to_move: Player;
  claim: Claim;
  proved: boolean;
  rules: Rule[];
  lever?: Lever;
  threats: Threat[];
  zugzwang: Player | 'none';
  zugzwang_because: string;
  unsolved: Group[];
  partial_rules?: Rule[];
  partial_lever?: Lever;
  plan: string[];
  wins_now?: string[];
  must_stop?: string[];
  after?: { move: string; claim: Claim; rules: Rule[]; lever?: Lever };
}

export interface AnalysisEvents {
  move?: (found: MoveFound) => void;
  progress?: (progress: Progress) => void;
  done?: (answer: Solved) => void;
}

/** What the server refused, in its own words; status 0 if it cannot be reached. */
export class ServerError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** Cuts a stream of server-sent events into events; text may come in any pieces. */
export class EventReader {
  private rest = '';

  constructor(private readonly receive: (name: string, data: string) => void) {}

  push(text: string): void {
    this.rest += text;
    for (let end = this.rest.indexOf('\n\n'); end >= 0; end = this.rest.indexOf('\n\n')) {
      let name = 'message';
      const data: string[] = [];
      for (const line of this.rest.slice(0, end).split('\n')) {
        if (line.startsWith('event: ')) name = line.slice(7);
        else if (line.startsWith('data: ')) data.push(line.slice(6));
      }
      this.rest = this.rest.slice(end + 2);
      if (data.length > 0) this.receive(name, data.join('\n'));
    }
  }
}

/** The token comes after the # of the address that the program prints; it goes from there to this tab's memory. */
function token(): string | null {
  const match = /[#&]token=([^&]+)/.exec(location.hash);
  if (match?.[1]) {
    sessionStorage.setItem('token', match[1]);
    history.replaceState(history.state, '', location.pathname + location.search);
  }
  return sessionStorage.getItem('token');
}

/** Sends an object as JSON or a file as it is; without a body (null) it asks with GET. */
export async function post(path: string, body: object | Blob | null, signal?: AbortSignal): Promise<Response> {
  const type = body instanceof Blob ? 'application/octet-stream' : 'application/json';
  const headers: Record<string, string> = { 'Content-Type': type };
  const secret = token();
  if (secret) headers['Authorization'] = `Bearer ${secret}`;
  let response: Response;
  try {
    response = await fetch(`/api/${path}`, {
      method: body === null ? 'GET' : 'POST',
      headers,
      body: body === null || body instanceof Blob ? body : JSON.stringify(body),
      signal,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ServerError(0, '');
  }
  if (response.ok) return response;
  const text = await response.text();
  let message = text;
  try {
    message = (JSON.parse(text) as { error: string }).error;
  } catch {
    // Not JSON: somebody between us and the server spoke.
  }
  throw new ServerError(response.status, message);
}

/** Any request with one JSON object for an answer. */
export async function ask<Answer extends object>(path: string, body: object, signal?: AbortSignal): Promise<Answer> {
  return answerOf(await post(path, body, signal));
}

export async function solve(body: object, signal?: AbortSignal): Promise<Solved> {
  return readSolved(await answerOf<SentSolved>(await post('solve', body, signal)));
}

export async function explain(body: object, signal?: AbortSignal): Promise<Explained> {
  return answerOf(await post('explain', body, signal));
}

/** An answer that took its time has begun before it could fail: then it is an object with the error. */
export async function answerOf<T extends object>(response: Response): Promise<T> {
  const json = (await response.json()) as T | { error: string };
  if ('error' in json) throw new ServerError(500, json.error);
  return json;
}

export interface SgfGame {
  game: string;
  nodes: StoredNode[];
}
export async function readSgf(sgf: string, game?: string): Promise<SgfGame> {
  return answerOf(await post('sgf/read', game ? { sgf, game } : { sgf }));
}
export async function writeSgf(game: SgfGame): Promise<string> {
  return (await answerOf<{ sgf: string }>(await post('sgf/write', game))).sgf;
}

/** Moves that lead to the position of a picture; who sets up what no game reaches, hears why. */
export async function setUp(game: string, picture: string, signal?: AbortSignal): Promise<{ moves: string }> {
  return answerOf(await post('setup', { game, picture }, signal));
}

export interface OpponentMove {
  move: string;
  promise: string;
  /** What the player says of its move, in its own words, or what it thinks of the position. */
  says?: string;
  estimate?: Estimate;
}
export async function opponentMove(body: object, signal?: AbortSignal): Promise<OpponentMove> {
  return answerOf(await post('move', body, signal));
}

/** The programs of other authors that the server knows and that play this game, by their names. */
export async function enginesOf(game: string): Promise<string[]> {
  const { players } = await ask<{ players: { name: string; external: boolean }[] }>('players', { game });
  return players.filter((player) => player.external).map((player) => player.name);
}

/** The rules that Black could apply, or what the chosen ones prove; whoever asks knows which. */
export async function rules<T>(body: object, signal?: AbortSignal): Promise<T> {
  return (await (await post('rules', body, signal)).json()) as T;
}

/** Runs until the analysis is done; aborting the signal ends it on the server, too. */
export async function analyse(body: object, events: AnalysisEvents, signal: AbortSignal): Promise<void> {
  await readEvents(await post('analyse', body, signal), (name, json) => {
    if (name === 'move') events.move?.(readMove(json as SentMove));
    else if (name === 'progress') events.progress?.(json as Progress);
    else if (name === 'done') events.done?.(readSolved(json as SentSolved));
  });
}

/** Hands over every event of an answer until its end; an event `failed` is an error. */
export async function readEvents(response: Response, receive: (name: string, json: unknown) => void): Promise<void> {
  let failed: string | null = null;
  const reader = new EventReader((name, data) => {
    const json: unknown = JSON.parse(data);
    if (name === 'failed') failed = (json as { error: string }).error;
    else receive(name, json);
  });
  const decoder = new TextDecoder();
  const stream = response.body!.getReader();
  for (let part = await stream.read(); !part.done; part = await stream.read()) {
    reader.push(decoder.decode(part.value, { stream: true }));
  }
  if (failed !== null) throw new ServerError(500, failed);
}
