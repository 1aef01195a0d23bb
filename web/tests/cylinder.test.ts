import { describe, expect, it } from 'vitest';
import { Position, cellName, connect4, groupCells, parseMoves, parseSpec, unrolled } from '../src/drop/game';

const spec = parseSpec('drop:6x6:cyl')!;
const won = (moves: string, game = spec) => Position.after(game, parseMoves(game, moves)!).won.map(cellName);

describe('lines around a cylinder', () => {
  it('are unrolled to the right and to the left', () => {
    expect(unrolled(spec, groupCells(spec, ['e1', 'b1']))).toEqual([4, 5, 6, 7]);
    expect(unrolled(spec, groupCells(spec, ['e1', 'b4']))).toEqual([4, 5, 6, 7]);
    expect(unrolled(spec, groupCells(spec, ['b1', 'e4']))).toEqual([1, 2, 3, 4]);
    expect(unrolled(spec, groupCells(spec, ['c1', 'c4']))).toEqual([2, 2, 2, 2]);
    expect(unrolled(spec, [...groupCells(spec, ['e1', 'b1'])].reverse())).toEqual([1, 0, -1, -2]);
  });

  it('win square by square, wherever the last stone falls', () => {
    // e1 f1 a1 b1, closed at its end, at its beginning and in the middle.
    for (const moves of ['5566112', '2211665', '5522116', '5566221']) expect(won(moves)).toEqual(['e1', 'f1', 'a1', 'b1']);
    expect(won('4455667', connect4)).toEqual(['d1', 'e1', 'f1', 'g1']);
    for (const moves of ['5566112', '5522116']) {
      const columns = unrolled(spec, Position.after(spec, parseMoves(spec, moves)!).won);
      expect(columns).toEqual([4, 5, 6, 7]);
    }
  });
});
