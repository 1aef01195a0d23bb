import { describe, expect, it } from 'vitest';
import { Position, cellNames, connect4, diagram, parseMoves, parseSpec } from '../src/drop/game';
import type { Spec } from '../src/drop/game';
import { boardSvg } from '../src/drop/picture';
import { findMistakes, finalScore, movesLeft, pointsOf as dropPoints } from '../src/drop/review';
import { moveNumber } from '../src/game/format';
import { findFaults, pointsOf } from '../src/placement/review.svelte';

const after = (spec: Spec, moves: string) => Position.after(spec, parseMoves(spec, moves)!);

describe('the review', () => {
  it('gives a finished game its score', () => {
    expect(finalScore(after(connect4, '44'))).toBeNull();
    expect(finalScore(after(connect4, '1212121'))).toBe(18); // won with six stones on the board
    expect(finalScore(after(connect4, '51212121'))).toBe(-18);
    expect(finalScore(after(parseSpec('drop:2x2')!, '1122'))).toBe(0);
  });
  it('counts the moves that are left', () => {
    expect(movesLeft(connect4, 0, 1)).toBe(21);
    expect(movesLeft(connect4, 6, 18)).toBe(1);
    expect(movesLeft(connect4, 7, 18)).toBe(0);
    expect(movesLeft(connect4, 7, 0)).toBeNull();
  });
  it('names what each move threw away', () => {
    const faults = (scores: (number | null)[]) => findMistakes(connect4, scores).map((m) => `${m.ply} ${m.words}`);
    expect(faults([1, 1, 1])).toEqual([]);
    expect(faults([1, 0])).toEqual(['1 a win in 21 became a draw']);
    expect(faults([1, -2])).toEqual(['1 a win in 21 became a loss in 20']);
    expect(faults([0, -3])).toEqual(['1 a draw became a loss in 19']);
    expect(faults([18, 1])).toEqual(['1 a win in 4 became a win in 21']);
    expect(faults([-1, -4])).toEqual(['1 a loss in 21 became a loss in 18']);
    // Black's moves are seen from his side.
    expect(faults([1, 1, 3])).toEqual(['2 a loss in 20 became a loss in 18']);
    expect(faults([-2, -2, 0])).toEqual(['2 a win in 20 became a draw']);
    expect(faults([0, null, 5])).toEqual([]);
  });
  it('compares estimates where no score is known, and never one with a proof before it', () => {
    const faults = (scores: (number | null)[], chances: (number | null)[]) => findMistakes(connect4, scores, chances).map((m) => `${m.ply} ${m.words}`);
    expect(faults([null, null], [0.7, 0.3])).toEqual(['1 a chance of about 70 % became a chance of about 30 %']);
    expect(faults([null, null], [0.7, 0.55])).toEqual([]);
    // Black's chance is the rest.
    expect(faults([null, null, null], [0.5, 0.3, 0.8])).toEqual(['2 a chance of about 70 % became a chance of about 20 %']);
    expect(faults([null, -2], [0.6, null])).toEqual(['1 a chance of about 60 % became a loss in 20']);
    expect(faults([null, 1], [0.6, null])).toEqual([]);
    expect(faults([1, null], [null, 0.2])).toEqual([]);
    expect(dropPoints(connect4, [null, null, 21, null], [0.75, 0.25, 0.9, null]).map((p) => [p.height, p.proved])).toEqual([
      [0.25, false],
      [-0.25, false],
      [1, true],
      [null, false],
    ]);
    expect(dropPoints(connect4, [null], [0.25])[0]!.words).toBe('not proved: Black wins with a chance of about 75 %');
  });
  it('numbers moves as the list does', () => {
    expect([moveNumber(1, 'd1'), moveNumber(2, 'd2'), moveNumber(11, 'c4')]).toEqual(['1. d1', '1… d2', '6. c4']);
  });
  it('of placement games compares proofs with proofs and guesses with guesses', () => {
    const v = (value: 'win' | 'draw' | 'loss' | 'unknown', win: number | null = null) => ({ value, win });
    const faults = (...values: Parameters<typeof findFaults>[0][number][]) => findFaults(values).map((m) => `${m.ply} ${m.words}`);
    expect(faults(v('draw'), v('draw'), v('win'))).toEqual(['2 a draw became a loss']);
    expect(faults(v('draw'), v('win'))).toEqual(['1 a draw became a loss']);
    expect(faults(v('win'), v('unknown', 0.4))).toEqual(['1 a proved win was let go']);
    expect(faults(v('unknown', 0.6), v('unknown', 0.8))).toEqual(['1 a chance of about 60 % became a chance of about 20 %']);
    expect(faults(v('unknown', 0.6), v('unknown', 0.45))).toEqual([]);
    expect(faults(v('unknown', 0.5), v('win'))).toEqual(['1 a chance of about 50 % became a loss']);
    expect(faults(v('unknown', 0.1), v('win'))).toEqual([]);
    expect(faults(null, v('win'))).toEqual([]);
    expect(pointsOf([v('unknown', 0.75), v('unknown', 0.75), v('loss'), null]).map((p) => [p.height, p.proved])).toEqual([
      [0.5, false],
      [-0.5, false],
      [-1, true],
      [null, false],
    ]);
  });
});

describe('a position as text and picture', () => {
  it('is written as the program draws it', () => {
    expect(diagram(after(parseSpec('drop:4x3')!, '1121'))).toBe('3 o . . .\n2 o . . .\n1 x x . .\n  a b c d\n');
    const lines = diagram(after(parseSpec('drop:3x10')!, '1')).split('\n');
    expect([lines[0], lines[9], lines[10]]).toEqual(['10 . . .', ' 1 x . .', '   a b c']);
  });
  it('can be one that no game leads to', () => {
    const position = Position.ofStones(connect4, [['second'], [], [], ['second', 'first'], [], [], []]);
    expect([position.count, position.at(3, 1), position.landing(3)]).toEqual([3, 'first', { x: 3, y: 2 }]);
    expect(diagram(position).split('\n')[5]).toBe('1 o . . o . . .');
  });
  it('has every stone in the picture', () => {
    const svg = boardSvg(after(connect4, '1212121'));
    expect(svg.match(/#fbf7ea" stroke/g)!.length).toBe(4);
    expect(svg.match(/#20252e" stroke/g)!.length).toBe(3);
    expect(svg.match(/#f0a202/g)!.length).toBe(4);
    expect(boardSvg(after(parseSpec('drop:6x4:cyl')!, ''))).toContain('stroke-dasharray');
  });
  it('names the squares of moves', () => {
    expect(cellNames(connect4, [3, 3, 4, 3])).toEqual(['d1', 'd2', 'e1', 'd3']);
  });
});
