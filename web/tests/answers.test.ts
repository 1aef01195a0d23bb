import { describe, expect, it } from 'vitest';
import { better, readMove, readSolved } from '../src/game/answers';
import type { MoveValue, SentSolved, Value } from '../src/game/answers';
import { parseSpec } from '../src/placement/game';
import { texts } from '../src/texts';
import { stoneValues, stonesOfFound } from '../src/placement/values';

const sent: SentSolved = {
  game: 'Connect(3,3,3,1,1)', moves: '', to_move: 'first', value: 'draw', winner: 'draw', score: null, plies_to_end: null,
  best: ['b2'], proved: true, method: 'alphabeta', nodes: 1, seconds: 0,
};
const of = (values: Record<string, Value>): Record<string, MoveValue> =>
  Object.fromEntries(Object.entries(values).map(([move, value]) => [move, { value, score: null }]));

describe('answers', () => {
  it('come from servers that name axioms and from those that do not', () => {
    expect(readSolved(sent).axioms).toEqual([]);
    expect(readSolved({ ...sent, axioms: ['Allis 1988 ch. 6-8'] }).axioms).toEqual(['Allis 1988 ch. 6-8']);
  });
  it('keep an estimate apart from the value', () => {
    const answer = readSolved({ ...sent, value: 'unknown', proved: false, estimate: { win: 0.63, line: ['h8'] } });
    expect(answer.proved).toBe(false);
    expect(answer.value).toBe('unknown');
    expect(answer.estimate).toEqual({ win: 0.63, line: ['h8'] });
  });
  it('have a score or null for every move', () => {
    const values = readSolved({ ...sent, moves_value: { b2: { value: 'draw' }, a1: { value: 'win', score: 2 } } }).moves_value;
    expect(values).toEqual({ b2: { value: 'draw', score: null }, a1: { value: 'win', score: 2 } });
    expect(readSolved(sent)).not.toHaveProperty('moves_value');
  });
  it('name moves as columns, cells or whole moves', () => {
    expect(readMove({ column: 'd', value: 'win', score: 1 })).toEqual({ move: 'd', value: 'win', score: 1 });
    expect(readMove({ cell: 'b2', value: 'draw' }).move).toBe('b2');
    expect(readMove({ move: 'b2c3', value: 'loss' }).move).toBe('b2c3');
  });
});

describe('words of a reason', () => {
  const because = (squares: string[]) => texts.reason.settled('threats', 'first', true, squares, '', 0);
  it('count the squares that cannot be stopped', () => {
    expect(because(['b1'])).toBe('Black cannot keep White from b1');
    expect(because(['b1', 'f1'])).toBe('Black cannot stop both b1 and f1');
    expect(because(['b1', 'd4', 'f1'])).toBe('Black cannot stop all of b1, d4 and f1');
    expect(texts.why.mustStop(['b1', 'd4', 'f1'])).toBe('Cannot stop all of b1, d4 and f1.');
    expect(texts.why.winsNow(['b1', 'd4', 'f1'])).toBe('Wins at once at b1, d4 or f1.');
  });
});

describe('values of cells', () => {
  const spec = parseSpec('Connect(4,4,4,2,1)')!;
  it('are those of single stones', () => {
    expect(stoneValues(spec, of({ a1: 'loss', b2: 'win' }))).toEqual(of({ a1: 'loss', b2: 'win' }));
  });
  it('are the best of the whole moves that have the stone', () => {
    const moves = of({ a1b2: 'loss', a1c3: 'draw', b2c3: 'win', a1d4: 'loss', d4: 'unknown', 'c4--': 'draw' });
    expect(stoneValues(spec, moves)).toEqual(of({ a1: 'draw', b2: 'win', c3: 'win', d4: 'unknown', c4: 'draw' }));
  });
  it('are read on the infinite board, too', () => {
    expect(stoneValues(parseSpec('Connect(6,2,1)')!, of({ '0,0 -1,2': 'draw' }))).toEqual(of({ '0,0': 'draw', '-1,2': 'draw' }));
  });
  it('say nothing of a stone before all its moves are known, except for a win', () => {
    expect(stonesOfFound(spec, { move: 'a1b2', value: 'loss', score: null })).toEqual({});
    expect(stonesOfFound(spec, { move: 'a1b2', value: 'win', score: null })).toEqual(of({ a1: 'win', b2: 'win' }));
    expect(stonesOfFound(spec, { move: 'a1', value: 'loss', score: null })).toEqual(of({ a1: 'loss' }));
  });
  it('call what is not known better than a draw, and a win better than all', () => {
    expect(better('draw', 'unknown')).toBe('unknown');
    expect(better('unknown', 'win')).toBe('win');
    expect(better('loss', 'draw')).toBe('draw');
  });
});
