// The board as a picture of its own: SVG with its colours in it, and PNG made of that.

import { columnName } from '../game/types';
import type { Position } from './game';

export function boardSvg(position: Position): string {
  const { width, height } = position.spec;
  const size = 60;
  const margin = 26;
  const [w, h] = [width * size + margin, height * size + margin];
  const cx = (x: number) => margin + x * size + size / 2;
  const cy = (y: number) => (height - 1 - y) * size + size / 2;
  const parts: string[] = [];
  for (let x = 0; x < width; x++) {
    for (let y = 0; y < height; y++) {
      const stone = position.at(x, y);
      const fill = stone === 'first' ? '#fbf7ea' : stone === 'second' ? '#20252e' : '#7898bf';
      const edge = stone === 'first' ? '#b9ac83' : stone === 'second' ? '#05070a' : '#5f7fa8';
      parts.push(`<circle cx="${cx(x)}" cy="${cy(y)}" r="25" fill="${fill}" stroke="${edge}" stroke-width="2"/>`);
    }
    parts.push(`<text x="${cx(x)}" y="${h - 7}">${columnName(x)}</text>`);
  }
  for (let y = 0; y < height; y++) parts.push(`<text x="12" y="${cy(y) + 6}">${y + 1}</text>`);
  if (position.last) {
    const { x, y } = position.last;
    parts.push(`<circle cx="${cx(x)}" cy="${cy(y)}" r="6" fill="${position.at(x, y) === 'first' ? '#20252e' : '#fbf7ea'}"/>`);
  }
  for (const { x, y } of position.won) {
    parts.push(`<circle cx="${cx(x)}" cy="${cy(y)}" r="21" fill="none" stroke="#f0a202" stroke-width="5"/>`);
  }
  if (position.spec.cylinder) {
    parts.push(
      `<path d="M${margin + 2},0 V${height * size} M${w - 2},0 V${height * size}" stroke="#f0a202" stroke-width="3" stroke-dasharray="9 7"/>`,
    );
  }
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}" ` +
    `font-family="sans-serif" font-size="16" text-anchor="middle" fill="#1b2230"><rect width="${w}" height="${h}" fill="#ffffff"/>` +
    `<rect x="${margin}" width="${width * size}" height="${height * size}" rx="9" fill="#2f639c"/>${parts.join('')}</svg>`
  );
}
