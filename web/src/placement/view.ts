// Which part of a board is seen: panning and zooming. Lengths are in cells, y grows upwards.

import type { Cell } from '../game/types';
import type { Spec } from './game';

export interface View {
  /** The point in the middle. */
  x: number;
  y: number;
  /** Cells from side to side. */
  width: number;
}

export const minWidth = 5;
export const maxWidth = 61;
/** Room around a finite board, for the names of columns and rows. */
const marginOf = (sides: { columns: number; rows: number }) => (Math.max(sides.columns, sides.rows) <= 8 ? 0.88 : 1.25);

/** Height over width of the picture. */
export function aspectOf(spec: Spec): number {
  if (!spec.board) return 1;
  const margin = marginOf(spec.board);
  return (spec.board.rows - 1 + 2 * margin) / (spec.board.columns - 1 + 2 * margin);
}

/** The whole of a finite board; the stones of an infinite one, with room around. */
export function fit(spec: Spec, stones: readonly Cell[]): View {
  if (spec.board) {
    const { columns, rows } = spec.board;
    return { x: (columns - 1) / 2, y: (rows - 1) / 2, width: columns - 1 + 2 * marginOf(spec.board) };
  }
  if (stones.length === 0) return { x: 0, y: 0, width: 19 };
  const xs = stones.map((cell) => cell.x);
  const ys = stones.map((cell) => cell.y);
  const [left, right, bottom, top] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const width = Math.max(19, right - left + 9, top - bottom + 9);
  return { x: (left + right) / 2, y: (bottom + top) / 2, width: Math.min(maxWidth, width) };
}

/** Inside the board, and neither too near nor too far. */
export function clamp(spec: Spec, view: View): View {
  const whole = spec.board ? fit(spec, []) : null;
  const width = Math.min(Math.max(view.width, Math.min(minWidth, whole?.width ?? minWidth)), whole ? whole.width : maxWidth);
  if (!whole) {
    const far = 1000 - width / 2;
    return { x: Math.max(-far, Math.min(far, view.x)), y: Math.max(-far, Math.min(far, view.y)), width };
  }
  const room = (whole.width - width) / 2;
  const roomUp = room * aspectOf(spec);
  return {
    x: Math.max(whole.x - room, Math.min(whole.x + room, view.x)),
    y: Math.max(whole.y - roomUp, Math.min(whole.y + roomUp, view.y)),
    width,
  };
}

/** Zooms by a factor (below 1: nearer), with the point at (x, y) staying where it is. */
export function zoom(spec: Spec, view: View, factor: number, x = view.x, y = view.y): View {
  const wanted = clamp(spec, { ...view, width: view.width * factor }).width;
  const real = wanted / view.width;
  return clamp(spec, { x: x + (view.x - x) * real, y: y + (view.y - y) * real, width: wanted });
}

/** Moves the view as little as needed so that the cell is well inside. */
export function reveal(spec: Spec, view: View, cell: Cell): View {
  const half = Math.max(0.5, view.width / 2 - 1.5);
  const halfUp = Math.max(0.5, (view.width * aspectOf(spec)) / 2 - 1.5);
  return clamp(spec, {
    ...view,
    x: Math.min(cell.x + half, Math.max(cell.x - half, view.x)),
    y: Math.min(cell.y + halfUp, Math.max(cell.y - halfUp, view.y)),
  });
}

export function isWhole(spec: Spec, view: View): boolean {
  return spec.board !== null && view.width > fit(spec, []).width - 0.01;
}
