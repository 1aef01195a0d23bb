// The position in the address, so that a link can be shared: ?game=drop:7x6&moves=4453

import { connect4, parseMoves, parseSpec, specText } from './game';
import type { Spec } from './game';

/** What cannot be read is left out: a link with a mistake still opens a board. */
export function readAddress(search: string): { spec: Spec; moves: number[] } {
  const parameters = new URLSearchParams(search);
  const spec = parseSpec(parameters.get('game') ?? 'connect4') ?? { ...connect4 };
  return { spec, moves: parseMoves(spec, parameters.get('moves') ?? '') ?? [] };
}

export function addressOf(spec: Spec, moves: string): string {
  const parts: string[] = [];
  const game = specText(spec);
  if (game !== specText(connect4)) parts.push(`game=${game}`);
  if (moves) parts.push(`moves=${moves}`);
  return parts.length > 0 ? `?${parts.join('&')}` : '';
}

export function writeAddress(spec: Spec, moves: string): void {
  history.replaceState(null, '', location.pathname + addressOf(spec, moves) + location.hash);
}
