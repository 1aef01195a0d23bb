// Reasons as things to draw.

import { opponent } from '../game/types';
import type { Cell } from '../game/types';
import { keyOf, parseCell } from './game';
import type { Spec } from './game';
import type { ForcedWin } from './answers.svelte';
import type { Ghost } from './workbench.svelte';

export function marksOf(spec: Spec, names: readonly string[]): Cell[] {
  return names.map((name) => parseCell(spec, name)).filter((cell) => cell !== null);
}

/** Each cell with the smallest r with the cell in Zr, as the paper numbers them. */
export function zoneMap(spec: Spec, zones: readonly string[][]): Map<string, number> {
  const map = new Map<string, number>();
  zones.forEach((names, i) => {
    for (const cell of marksOf(spec, names)) {
      const key = keyOf(cell);
      if (!map.has(key)) map.set(key, i + 1);
    }
  });
  return map;
}

/** The stones of the first moves of a forced win and of the answers to them, numbered as moves: the winner's odd. */
/** The sequence with another defense to one of its moves, to the end. */
export function ghostsOfTry(spec: Spec, win: ForcedWin, other: NonNullable<ForcedWin['tries']>[number]): Ghost[] {
  const ghosts = ghostsOfStep(spec, win, other.step + 1);
  let number = ghosts.reduce((most, ghost) => Math.max(most, Number(ghost.label)), 0);
  [other.defense, ...other.line].forEach((cells, i) => {
    number++;
    const player = i % 2 === 0 ? opponent(win.winner) : win.winner;
    for (const cell of marksOf(spec, cells)) ghosts.push({ cell, player, label: String(number) });
  });
  return ghosts;
}

export function ghostsOfStep(spec: Spec, win: ForcedWin, steps: number): Ghost[] {
  const other = opponent(win.winner);
  const ghosts: Ghost[] = [];
  let number = 0;
  win.sequence.slice(0, steps).forEach((step, i) => {
    if (step.move.length > 0) number++;
    for (const cell of marksOf(spec, step.move)) ghosts.push({ cell, player: win.winner, label: String(number) });
    // The last move stands without its answer, so that the threats it makes are seen.
    if (i === steps - 1) return;
    number++;
    for (const cell of marksOf(spec, step.answer)) ghosts.push({ cell, player: other, label: String(number) });
  });
  return ghosts;
}
