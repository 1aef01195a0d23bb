// The position in the address, so that a link can be shared: ?game=drop:7x6&moves=4453

import { connect4, parseSpec, readMoves } from './game';
import type { Spec } from './game';

/** A MoveError says what cannot be read; the game has been looked at before (site.svelte.ts). */
export function readAddress(search: string): { spec: Spec; moves: number[] } {
  const parameters = new URLSearchParams(search);
  const spec = parseSpec(parameters.get('game') ?? 'connect4') ?? { ...connect4 };
  return { spec, moves: readMoves(spec, parameters.get('moves') ?? '') };
}
