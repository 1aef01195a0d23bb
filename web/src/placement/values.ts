// Values of moves as values of cells. A move has several stones, in any order: a stone is worth the best move that has it.

import { better } from '../game/answers';
import type { MoveFound, MoveValue } from '../game/answers';
import { cellName, parseCells } from './game';
import type { Spec } from './game';

const cellsOf = (spec: Spec, move: string) => (parseCells(spec, move) ?? []).filter((cell) => cell !== null).map((cell) => cellName(spec, cell));

/** By cell, from values by whole moves; values by single stones stay what they are. */
export function stoneValues(spec: Spec, moves: Record<string, MoveValue>): Record<string, MoveValue> {
  const stones: Record<string, MoveValue> = {};
  for (const [move, { value }] of Object.entries(moves)) {
    for (const cell of cellsOf(spec, move)) {
      const known = stones[cell];
      stones[cell] = { value: known ? better(known.value, value) : value, score: null };
    }
  }
  return stones;
}

/** What one value says before the others are there: of a move with several stones, only a win cannot be bettered. */
export function stonesOfFound(spec: Spec, found: MoveFound): Record<string, MoveValue> {
  const cells = cellsOf(spec, found.move);
  if (cells.length > 1 && found.value !== 'win') return {};
  return stoneValues(spec, { [found.move]: found });
}
