import { describe, expect, it } from 'vitest';
import { match, readChoice } from '../src/strategies/match.svelte';

describe('strategies', () => {
  it('reads the games that have one', () => {
    expect(readChoice('cylinder:6')).toMatchObject({ game: 'cylinder:6', width: 6, p: 1, q: 1 });
    expect(readChoice('drop:11xinf:cyl')).toMatchObject({ game: 'cylinder:11', width: 11 });
    expect(readChoice('Connect(11,2,1)')).toMatchObject({ width: 0, k: 11, p: 2, q: 1 });
    for (const text of ['cylinder:0', 'cylinder:17', 'drop:7x6', 'Connect(19,19,6,2,1)', '']) expect(readChoice(text)).toBeNull();
  });
  it('knows whose stone is next', () => {
    const owners = (game: string, n: number) => {
      match.choice = readChoice(game)!;
      return Array.from({ length: n }, (_, i) => (match.ownerOf(i) === 'first' ? 'x' : 'o')).join('');
    };
    expect(owners('cylinder:6', 4)).toBe('xoxo');
    expect(owners('Connect(11,2,1)', 7)).toBe('xooxxoo');
    expect(owners('Connect(11,2,2)', 6)).toBe('xxooxx');
  });
});
