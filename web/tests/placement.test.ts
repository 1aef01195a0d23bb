import { describe, expect, it } from 'vitest';
import { Position, canonicalText, cellName, movesText, parseCell, parseCells, parseMoves, parseSpec, segmentCells, specText } from '../src/placement/game';
import type { Move } from '../src/placement/game';
import { columnName } from '../src/game/types';
import { ghostsOfStep, zoneMap } from '../src/placement/drawing';
import { boardSvg, diagram } from '../src/placement/picture';
import { movesTo } from '../src/placement/setup.svelte';
import { aspectOf, clamp, fit, isWhole, reveal, zoom } from '../src/placement/view';

const spec = (text: string) => parseSpec(text)!;
const after = (game: string, text: string) => {
  const { moves, pending } = parseMoves(spec(game), text)!;
  return Position.after(spec(game), moves, pending);
};

describe('placement games', () => {
  it('are read and written as the program does', () => {
    expect(canonicalText(spec('connect6'))).toBe('Connect(19,19,6,2,1)');
    expect(specText(spec('Connect(15, 15,5,1,1)'))).toBe('gomoku');
    expect(specText(spec('connect(6,2,3)'))).toBe('Connect(6,2,3)');
    expect(spec('Connect(6,2,3)').board).toBeNull();
    for (const text of ['', 'drop:7x6', 'Connect(6,2)', 'Connect(3,3,3,1,0)', 'Connect(65,3,3,1,1)', 'Connect(3,3,3,1,1', 'Connect(1,2,3,4,5,6)']) {
      expect(parseSpec(text), text).toBeNull();
    }
  });

  it('have cells with names', () => {
    const six = spec('connect6');
    expect(cellName(six, { x: 9, y: 9 })).toBe('j10');
    expect(parseCell(six, 'S19')).toEqual({ x: 18, y: 18 });
    expect(parseCell(six, 't1')).toBeNull();
    expect([columnName(25), columnName(26), columnName(63)]).toEqual(['z', 'aa', 'bl']);
    expect(parseCell(spec('Connect(40,40,5,1,1)'), 'ab7')).toEqual({ x: 27, y: 6 });
    expect(cellName(spec('Connect(6,2,3)'), { x: -3, y: 4 })).toBe('-3,4');
    expect(parseCell(spec('Connect(6,2,3)'), '-3,4')).toEqual({ x: -3, y: 4 });
    expect(parseCell(spec('Connect(6,2,3)'), '1001,0')).toBeNull();
  });

  it('have moves of q stones and then of p', () => {
    const { moves, pending } = parseMoves(spec('connect6'), 'j10k11i11 j12 h9 a1')!;
    expect(moves.map((move) => move.length)).toEqual([1, 2, 2]);
    expect(pending).toEqual([{ x: 0, y: 0 }]);
    expect(movesText(spec('connect6'), moves)).toBe('j10 k11i11 j12h9');
    const infinite = spec('Connect(6,2,3)');
    const v = parseMoves(infinite, '0,0 -1,1 1,1 -- 4,4')!;
    expect(v.moves).toEqual([[{ x: 0, y: 0 }, { x: -1, y: 1 }, { x: 1, y: 1 }], [null, { x: 4, y: 4 }]]);
    expect(movesText(infinite, v.moves)).toBe('0,0 -1,1 1,1 -- 4,4');
    for (const text of ['j10j10', 'j10 k11 j10', 'j10 x', 'j20', 'j']) expect(parseMoves(spec('connect6'), text), text).toBeNull();
    for (const text of ['0,0-1,1', '0', '0,0,0']) expect(parseMoves(infinite, text), text).toBeNull();
  });

  it('know who places the next stone, and how many', () => {
    const start = new Position(spec('Connect(6,2,3)'));
    expect([start.toMove, start.left]).toEqual(['first', 3]);
    start.place({ x: 0, y: 0 });
    expect([start.toMove, start.left]).toEqual(['first', 2]);
    expect(start.place({ x: 0, y: 0 })).toBe(false);
    start.place({ x: 1, y: 0 });
    start.place({ x: 2, y: 5 });
    expect([start.toMove, start.left]).toEqual(['second', 2]);
    // The last move fills the board.
    const small = after('Connect(2,2,3,2,1)', 'a1 b1a2');
    expect(small.left).toBe(1);
    small.place({ x: 1, y: 1 });
    expect([small.outcome, small.moves.length]).toEqual(['draw', 3]);
  });

  it('end with k or more in a row', () => {
    expect(after('tictactoe', 'b2 a1 a3 c1 b1 c3 b3').outcome).toBe('first');
    expect(after('tictactoe', 'b2 a1 a3 c1 b1 b3 a2 c2 c3').outcome).toBe('draw');
    const long = after('gomoku', 'a1 a9 b1 b9 c1 c9 e1 e9 f1 f9 d1');
    expect(long.won.map((line) => line.map((cell) => cell.x))).toEqual([[0, 1, 2, 3, 4, 5]]);
    // A winning move may be short, or have stones it does not need; then nothing may follow.
    const text = 'j10 a1a3 k10l10 a5a7 m10n10 a9a11 o10';
    expect(after('connect6', text).outcome).toBe('first');
    expect(after('connect6', `${text} s19`).stones.size).toBe(13);
    expect(parseMoves(spec('connect6'), `${text} s19 s18`)).toBeNull();
    const falling = after('tictactoe', 'a3 a1 b2 b1 c1');
    expect(falling.won[0]!.map((cell) => cellName(spec('tictactoe'), cell)).sort()).toEqual(['a3', 'b2', 'c1']);
  });

  it('have segments', () => {
    expect(segmentCells({ x: 0, y: 3 }, { x: 3, y: 0 })).toEqual([{ x: 0, y: 3 }, { x: 1, y: 2 }, { x: 2, y: 1 }, { x: 3, y: 0 }]);
    expect(segmentCells({ x: -2, y: 1 }, { x: 1, y: 1 }).map((cell) => cell.x)).toEqual([-2, -1, 0, 1]);
  });
});

describe('the view of a board', () => {
  const six = spec('connect6');
  const infinite = spec('Connect(6,2,3)');
  it('holds a whole finite board, and the stones of an infinite one', () => {
    expect(fit(six, []).x).toBe(9);
    expect(isWhole(six, fit(six, []))).toBe(true);
    expect(aspectOf(six)).toBe(1);
    const far = fit(infinite, [{ x: 10, y: 0 }, { x: 30, y: 4 }]);
    expect(far.x).toBe(20);
    expect(far.width).toBe(29);
  });
  it('zooms around a point and stays on the board', () => {
    const near = zoom(infinite, { x: 0, y: 0, width: 20 }, 0.5, 4, 0);
    // The point that was 4 right of the middle, a fifth of the width, still is.
    expect((4 - near.x) / near.width).toBeCloseTo(0.2);
    expect(zoom(six, fit(six, []), 2)).toEqual(fit(six, []));
    const corner = clamp(six, { x: 100, y: -100, width: 10 });
    expect(corner.x + corner.width / 2).toBeCloseTo(18 + 1.25);
    expect(corner.y - corner.width / 2).toBeCloseTo(-1.25);
    expect(zoom(infinite, { x: 0, y: 0, width: 20 }, 1000).width).toBe(61);
    expect(isWhole(infinite, fit(infinite, []))).toBe(false);
  });
  it('follows a cell no further than needed', () => {
    const view = { x: 0, y: 0, width: 21 };
    expect(reveal(infinite, view, { x: 3, y: -3 })).toEqual(view);
    expect(reveal(infinite, view, { x: 12, y: 0 }).x).toBe(3);
  });
});

describe('a position set up by hand', () => {
  const cells = (game: string, text: string) => parseCells(spec(game), text)!.filter((cell) => cell !== null);
  const moves = (game: string, first: string, second: string) => movesTo(spec(game), cells(game, first), cells(game, second));
  it('gets a game that leads to it', () => {
    expect(movesText(spec('connect6'), moves('connect6', 'j10 a1a2', 'b1b2') as Move[])).toBe('j10 b1b2 a1a2');
    expect(moves('gomoku', '', '')).toEqual([]);
    expect((moves('Connect(2,2,3,2,1)', 'a1 b2', 'a2 b1') as Move[]).map((move) => move.length)).toEqual([1, 2, 1]);
  });
  it('is refused if no game does', () => {
    expect(moves('connect6', 'j10 a1', 'b1b2')).toBe('counts');
    expect(moves('gomoku', 'a1', 'b1 b2')).toBe('counts');
    expect(moves('tictactoe', 'a1 b2 c3', 'a2 a3')).toBe('line');
    expect(moves('tictactoe', 'a1 b1 b3', 'a2 b2 c2')).toBe('line');
  });
});

describe('pictures', () => {
  it('are drawn as the program draws them', () => {
    expect(diagram(after('tictactoe', 'b2 a1'))).toBe('3 . . .\n2 . x .\n1 o . .\n  a b c\n');
    const infinite = diagram(after('Connect(6,2,3)', '0,0 -1,1 1,1'));
    expect(infinite.split('\n')).toContain(' 1 . . . x . x . . .');
    expect(boardSvg(after('gomoku', 'h8')).match(/<circle/g)).toHaveLength(2);
  });
});

describe('reasons as drawings', () => {
  const game = spec('connect6');
  it('number each cell with its first zone', () => {
    const map = zoneMap(game, [['a1'], ['a1', 'b2'], ['a1', 'b2', 'c3']]);
    expect([...map]).toEqual([['0,0', 1], ['1,1', 2], ['2,2', 3]]);
  });
  it('place the moves of a win one after the other', () => {
    const step = (move: string[], answer: string[]) => ({ move, answer, threats: 2, completes: false, defenses: [] });
    const win = { winner: 'first' as const, order: 1, move: ['a1', 'b1'], zones: [], sequence: [step(['a1', 'b1'], ['c1', 'd1']), step(['e1', 'f1'], [])] };
    expect(ghostsOfStep(game, win, 1).map((ghost) => ghost.label)).toEqual(['1', '1']);
    expect(ghostsOfStep(game, win, 2).map((ghost) => ghost.player + ghost.label)).toEqual(['first1', 'first1', 'second2', 'second2', 'first3', 'first3']);
  });
});
