import { describe, expect, it } from 'vitest';
import { GameTree } from '../src/tree/tree.svelte';
import type { Line } from '../src/tree/tree.svelte';

const moves = (nodes: { move: string }[]) => nodes.map((node) => node.move).join(' ');
const drawn = (lines: Line[]): string =>
  lines.map((line) => line.steps.map((s) => s.node.move + (s.instead.length ? `(${drawn(s.instead)})` : '')).join(' ')).join('; ');

/** d1 d2 e1 with c1 for e1, b1 and b2 for d2, and a whole game that begins with a1. */
function example(): GameTree {
  const tree = new GameTree();
  tree.reset(['d1', 'd2', 'e1']);
  tree.back();
  tree.play('c1');
  tree.goToPly(1);
  tree.play('b1');
  tree.play('b2');
  tree.goToPly(0);
  tree.play('a1');
  tree.play('a2');
  return tree;
}

describe('a tree of moves', () => {
  it('keeps what was played when another move is tried', () => {
    expect(drawn(example().lines)).toBe('d1(a1 a2) d2(b1 b2) e1(c1)');
  });
  it('does not double a move that is known', () => {
    const tree = example();
    tree.goToPly(0);
    const node = tree.play('d1');
    expect(tree.root.children.length).toBe(2);
    expect(tree.root.children[0]).toBe(node);
  });
  it('goes back and forward along the line that was looked at', () => {
    const tree = example();
    expect(moves(tree.shown)).toBe('a1 a2');
    tree.back();
    expect(moves(tree.shown)).toBe('a1 a2');
    expect(tree.moves).toEqual(['a1']);
    tree.goToPly(0);
    tree.back();
    tree.forward();
    expect(tree.current.move).toBe('a1');
    tree.go(tree.mainLine[1]!);
    expect(moves(tree.shown)).toBe('d1 d2 c1');
    tree.goToPly(99);
    expect(tree.current.move).toBe('c1');
    tree.forward();
    expect(tree.current.ply).toBe(3);
    expect(moves(tree.mainLine)).toBe('d1 d2 e1');
  });
  it('steps between variations, also of an earlier move', () => {
    const tree = example();
    expect(tree.otherVariation(1)!.move).toBe('d1');
    tree.go(tree.mainLine[2]!);
    expect(tree.otherVariation(1)!.move).toBe('c1');
    expect(tree.otherVariation(-1)!.move).toBe('c1');
    tree.goToPly(0);
    expect(tree.otherVariation(1)).toBeNull();
  });
  it('deletes a variation, and leaves it if it was there', () => {
    const tree = example();
    tree.remove(tree.current.parent!);
    expect(tree.current).toBe(tree.root);
    expect(drawn(tree.lines)).toBe('d1 d2(b1 b2) e1(c1)');
    expect(moves(tree.shown)).toBe('d1 b1 b2');
    tree.remove(tree.root);
    tree.remove(tree.root.children[0]!);
    expect(tree.lines).toEqual([]);
  });
  it('makes a variation the main line', () => {
    const tree = example();
    tree.go(tree.mainLine[0]!.children[1]!.children[0]!);
    expect(tree.current.move).toBe('b2');
    expect(tree.isMain(tree.current)).toBe(false);
    tree.makeMain(tree.current);
    expect(tree.isMain(tree.current)).toBe(true);
    expect(drawn(tree.lines)).toBe('d1(a1 a2) b1(d2 e1(c1)) b2');
    tree.promote(tree.root.children[1]!);
    tree.promote(tree.root.children[0]!);
    expect(moves(tree.mainLine)).toBe('a1 a2');
  });
  it('is stored and comes back the same', () => {
    const tree = example();
    tree.current.comment = 'why not';
    tree.root.properties = [['PB', ['Ann']]];
    const stored = tree.store();
    expect(stored[0]).toEqual({ parent: 0, move: '', properties: [['PB', ['Ann']]] });
    stored.forEach((node, i) => i > 0 && expect(node.parent).toBeLessThan(i));
    const other = new GameTree();
    other.restore(stored);
    expect(drawn(other.lines)).toBe(drawn(tree.lines));
    expect(other.store()).toEqual(stored);
    expect(other.root.children[1]!.children[0]!.comment).toBe('why not');
    other.restore([]);
    expect(other.lines).toEqual([]);
  });
  it('holds a very long game', () => {
    const tree = new GameTree();
    tree.restore(Array.from({ length: 20000 }, (_, i) => ({ parent: Math.max(0, i - 1), move: `m${i}` })));
    expect(tree.lines[0]!.steps.length).toBe(19999);
    expect(tree.store().length).toBe(20000);
  });
});
