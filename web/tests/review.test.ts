import { describe, expect, it } from 'vitest';
import { Position, cellNames, connect4, diagram, parseMoves, parseSpec } from '../src/drop/game';
import type { Spec } from '../src/drop/game';
import { boardSvg } from '../src/drop/picture';
import { findMistakes, finalScore, movesLeft } from '../src/drop/review';

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
    const faults = (scores: (number | null)[]) => findMistakes(connect4, scores).map((m) => `${m.ply} ${m.fault}`);
    expect(faults([1, 1, 1])).toEqual([]);
    expect(faults([1, 0])).toEqual(['1 winToDraw']);
    expect(faults([1, -2])).toEqual(['1 winToLoss']);
    expect(faults([0, -3])).toEqual(['1 drawToLoss']);
    expect(faults([5, 4])).toEqual(['1 winsLater']);
    expect(faults([-1, -4])).toEqual(['1 losesSooner']);
    // Black's moves are seen from his side.
    expect(faults([1, 1, 3])).toEqual(['2 losesSooner']);
    expect(faults([-2, -2, 0])).toEqual(['2 winToDraw']);
    expect(faults([0, null, 5])).toEqual([]);
    expect(findMistakes(connect4, [18, 1])[0]).toMatchObject({ before: 4, after: 21 });
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
