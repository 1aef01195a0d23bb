// The board as a picture of its own (SVG with its colours in it) and as text.

import { columnName } from '../game/types';
import type { Cell } from '../game/types';
import type { Position } from './game';

/** The part of the board to show: all of a finite one, the stones of the infinite one with room around. */
function frameOf(position: Position): { left: number; bottom: number; columns: number; rows: number } {
  const board = position.spec.board;
  if (board) return { left: 0, bottom: 0, ...board };
  const cells: Cell[] = [...position.stones.values()].map((stone) => stone.cell);
  if (cells.length === 0) cells.push({ x: 0, y: 0 });
  const xs = cells.map((cell) => cell.x);
  const ys = cells.map((cell) => cell.y);
  const [left, bottom] = [Math.min(...xs) - 3, Math.min(...ys) - 3];
  return { left, bottom, columns: Math.max(...xs) + 4 - left, rows: Math.max(...ys) + 4 - bottom };
}

export function boardSvg(position: Position): string {
  const { left, bottom, columns, rows } = frameOf(position);
  const finite = position.spec.board !== null;
  const size = 32;
  const margin = 34;
  const [w, h] = [(columns - 1) * size + 2 * margin, (rows - 1) * size + 2 * margin];
  const cx = (x: number) => margin + (x - left) * size;
  const cy = (y: number) => h - margin - (y - bottom) * size;
  // Lines of the infinite board go on.
  const over = finite ? 0 : size / 2;
  const parts: string[] = [];
  for (let x = left; x < left + columns; x++) {
    parts.push(`<path d="M${cx(x)},${margin - over}V${h - margin + over}" stroke="#6f5526"/>`);
    parts.push(`<text x="${cx(x)}" y="${h - 6}">${finite ? columnName(x) : x}</text>`);
  }
  for (let y = bottom; y < bottom + rows; y++) {
    parts.push(`<path d="M${margin - over},${cy(y)}H${w - margin + over}" stroke="#6f5526"/>`);
    parts.push(`<text x="12" y="${cy(y) + 4}">${finite ? y + 1 : y}</text>`);
  }
  const last = new Set(position.last.map((cell) => `${cell.x},${cell.y}`));
  for (const { cell, player } of position.stones.values()) {
    const [fill, mark] = player === 'first' ? ['#1d2127', '#ffffff'] : ['#faf8f1', '#1d2127'];
    parts.push(`<circle cx="${cx(cell.x)}" cy="${cy(cell.y)}" r="14.5" fill="${fill}" stroke="#3c3526"/>`);
    if (last.has(`${cell.x},${cell.y}`)) {
      parts.push(`<circle cx="${cx(cell.x)}" cy="${cy(cell.y)}" r="5" fill="none" stroke="${mark}" stroke-width="2"/>`);
    }
  }
  for (const line of position.won) {
    const [a, b] = [line[0]!, line.at(-1)!];
    parts.push(`<path d="M${cx(a.x)},${cy(a.y)}L${cx(b.x)},${cy(b.y)}" stroke="#f0a202" stroke-width="5"/>`);
  }
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}" ` +
    `font-family="sans-serif" font-size="11" text-anchor="middle" fill="#33260a"><rect width="${w}" height="${h}" fill="#e3c48d"/>${parts.join('')}</svg>`
  );
}

const letters = { first: 'x', second: 'o', none: '.' };

/** As the program draws it: x is the first player, o the second. */
export function diagram(position: Position): string {
  const { left, bottom, columns, rows } = frameOf(position);
  const finite = position.spec.board !== null;
  const row = (y: number) => (finite ? String(y + 1) : String(y));
  const room = Math.max(row(bottom).length, row(bottom + rows - 1).length);
  const lines: string[] = [];
  for (let y = bottom + rows - 1; y >= bottom; y--) {
    const cells = Array.from({ length: columns }, (_, i) => letters[position.at({ x: left + i, y }) ?? 'none']);
    lines.push(`${row(y).padStart(room)} ${cells.join(' ')}`);
  }
  if (finite && columns <= 26) lines.push(`${' '.repeat(room)} ${Array.from({ length: columns }, (_, i) => columnName(left + i)).join(' ')}`);
  return `${lines.join('\n')}\n`;
}
