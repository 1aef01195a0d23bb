import { describe, expect, it, vi } from 'vitest';

// The page's own state needs a browser's address.
vi.stubGlobal('location', { search: '', pathname: '/', hash: '' });
const { gameFor } = await import('../src/game/files');

describe('the game of an SGF file', () => {
  it('is its own, or that of its size, or that of the board', () => {
    expect(gameFor('(;FF[4]GAME[drop:7x6];W[d1])', 'Connect(15,15,5,1,1)')).toBeUndefined();
    expect(gameFor('(;GM[4]SZ[15];B[hh])', 'drop:7x6')).toBeUndefined();
    expect(gameFor('(;FF[4]SZ[13];B[gg])', 'Connect(15,15,5,1,1)')).toBe('Connect(13,13,5,1,1)');
    expect(gameFor('(;SZ[9:7];B[aa])', 'Connect(15,15,5,1,1)')).toBe('Connect(9,7,5,1,1)');
    expect(gameFor('(;SZ[19];B[jj])', 'drop:7x6')).toBeUndefined();
    expect(gameFor('(;FF[4];B[hh])', 'Connect(15,15,5,1,1)')).toBe('Connect(15,15,5,1,1)');
  });
});
