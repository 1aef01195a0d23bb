import { describe, expect, it } from 'vitest';
import { addressOf, refusalOf, refusalOfMoves } from '../src/address';
import { readAddress } from '../src/drop/address';
import { EventReader } from '../src/api';
import { bestColumns, movesToWin } from '../src/drop/format';
import { short, signed } from '../src/game/format';
import { Position, connect4, groupCells, movesText, parseMoves, parseSpec, pliesToEnd, specText, cellName } from '../src/drop/game';

describe('games', () => {
  it('are read and written as the program does', () => {
    for (const text of ['drop:7x6', 'drop:9x6:k5', 'drop:6x6:cyl', 'drop:6x6:k3:cyl']) {
      expect(specText(parseSpec(text)!)).toBe(text);
    }
    expect(specText(parseSpec('connect4')!)).toBe('drop:7x6');
    for (const text of ['', 'drop:7', 'drop:0x6', 'drop:12x12', 'drop:7xinf:cyl', 'Connect(3,3,3,1,1)', 'drop:7x6:k0']) {
      expect(parseSpec(text)).toBeNull();
    }
  });

  it('take legal moves only', () => {
    expect(parseMoves(connect4, '4453')).toEqual([3, 3, 4, 2]);
    expect(parseMoves(connect4, 'dd ec')).toEqual([3, 3, 4, 2]);
    expect(parseMoves(connect4, '4444444')).toBeNull();
    expect(parseMoves(connect4, '48')).toBeNull();
    expect(parseMoves(connect4, '4?')).toBeNull();
    expect(parseMoves(connect4, '12121212')).toBeNull(); // won with the seventh
    expect(movesText(parseSpec('drop:10x6')!, [0, 9])).toBe('aj');
  });

  it('end with a line, on a cylinder also around it', () => {
    const line = (spec: string, moves: string) => {
      const game = parseSpec(spec)!;
      return Position.after(game, parseMoves(game, moves)!);
    };
    expect(line('drop:7x6', '1212121').outcome).toBe('first');
    expect(line('drop:7x6', '1122334').won.map(cellName).sort()).toEqual(['a1', 'b1', 'c1', 'd1']);
    expect(line('drop:7x6', '12233434464').outcome).toBe('first');
    expect(line('drop:6x6', '5566112').outcome).toBe('undecided');
    expect(line('drop:6x6:cyl', '5566112').outcome).toBe('first');
    expect(line('drop:2x2', '1122').outcome).toBe('draw');
  });

  it('know the length of a game with a score', () => {
    expect(pliesToEnd(connect4, 0, 1)).toBe(41);
    expect(pliesToEnd(connect4, 0, -2)).toBe(40);
    expect(pliesToEnd(connect4, 6, 18)).toBe(1);
    expect(movesToWin(connect4, 0, 1)).toBe(21);
    expect(movesToWin(connect4, 0, 0)).toBeNull();
  });

  it('find the squares of a group from its ends', () => {
    expect(groupCells(connect4, ['a1', 'd4']).map(cellName)).toEqual(['a1', 'b2', 'c3', 'd4']);
    expect(groupCells(connect4, ['d3', 'g3']).map(cellName)).toEqual(['d3', 'e3', 'f3', 'g3']);
    expect(groupCells(parseSpec('drop:6x6:cyl')!, ['e1', 'b4']).map(cellName)).toEqual(['e1', 'f2', 'a3', 'b4']);
  });
});

describe('the address', () => {
  it('holds the position', () => {
    const { spec, moves } = readAddress('?game=drop:6x5&moves=33');
    expect([specText(spec), moves]).toEqual(['drop:6x5', [2, 2]]);
    expect(addressOf('drop:6x5', '33')).toBe('?game=drop:6x5&moves=33');
    expect(addressOf('drop:7x6', '')).toBe('');
    expect(addressOf('connect6', 'j10 k11i11', 'why')).toBe('?game=connect6&tab=why&moves=j10+k11i11');
  });
  it('with a mistake says which', () => {
    expect(refusalOf('connect6')).toBe('');
    expect(refusalOf('chess')).toMatch(/no game “chess”/);
    expect(refusalOf('drop:30x30')).toMatch(/too large/);
    expect(refusalOf('Connect(99,99,5,1,1)')).toMatch(/sides are 1 to 64/);
    expect(refusalOf('cylinder:6')).toMatch(/Strategies/);
    expect(refusalOfMoves('connect4', 'd1 d2 e1')).toBe('');
    for (const [game, moves, why] of [
      ['connect4', 'd1 d1', /Move 2 \(d1\) cannot be played: a stone in column d falls on d2/],
      ['connect4', '4444444', /Move 7 \(d\) cannot be played: column d is full/],
      ['connect4', '12121212', /the game ended with move 7/],
      ['connect4', '48', /at character 2: the columns are 1 to 7/],
      ['connect4', 'd9', /at character 2: the rows are 1 to 6/],
      ['connect4', 'h1', /no column h, the columns are a to g/],
      ['connect4', '4?', /at character 2: this does not begin a move/],
      ['drop:10x6', '4', /digits name columns only/],
      ['gomoku', 'h8h8', /Move 2 \(h8\) cannot be played: h8 is taken/],
      ['gomoku', 'h', /at their end: the row is missing/],
      ['gomoku', 'p1', /no column p/],
      ['Connect(6,2,3)', '0,0 1', /second number/],
      ['Connect(6,2,3)', '0,0 2000,0', /outside/],
    ] as const) {
      expect(refusalOfMoves(game, moves), `${game} ${moves}`).toMatch(why);
    }
  });
});

describe('events', () => {
  it('are found however the text is cut', () => {
    const text = 'event: move\ndata: {"column":"d"}\n\n: ping\n\nevent: done\ndata: {}\n\n';
    for (let size = 1; size < text.length; size++) {
      const heard: string[] = [];
      const reader = new EventReader((name, data) => heard.push(`${name} ${data}`));
      for (let i = 0; i < text.length; i += size) reader.push(text.slice(i, i + size));
      expect(heard).toEqual(['move {"column":"d"}', 'done {}']);
    }
  });
});

describe('numbers', () => {
  it('are short', () => {
    expect([short(17), short(43100), short(12800000), short(3.2e9)]).toEqual(['17', '43 k', '12.8 M', '3.2 G']);
    expect([signed(3), signed(0), signed(-2)]).toEqual(['+3', '0', '−2']);
  });
  it('name the best columns once all are known', () => {
    const known = { a: { value: 'loss', score: -2 }, b: { value: 'draw', score: 0 } } as const;
    expect(bestColumns(known, ['a', 'b'])).toEqual(['b']);
    expect(bestColumns(known, ['a', 'b', 'c'])).toEqual([]);
  });
});
