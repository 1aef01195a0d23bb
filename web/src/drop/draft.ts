// The tree of the game in this tab's memory, so that a reload does not lose variations and comments. The address says
// where in it the user was; an address that is not in the tree begins a new one.

import type { GameTree, StoredNode } from '../tree/tree.svelte';

const name = 'drop-tree';

export function writeDraft(tree: GameTree, game: string): void {
  try {
    sessionStorage.setItem(name, JSON.stringify({ game, nodes: tree.store() }));
  } catch {
    // No room, or not allowed: a convenience less.
  }
}

function read(): { game: string; nodes: StoredNode[] } | null {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null');
  } catch {
    return null;
  }
}

/** Takes the stored tree to the moves; false if it is of another game or does not have them. */
export function readDraft(tree: GameTree, game: string, moves: readonly string[]): boolean {
  const stored = read();
  if (stored?.game !== game) return false;
  tree.restore(stored.nodes);
  let node = tree.root;
  for (const move of moves) {
    const next = node.children.find((child) => child.move === move);
    if (!next) return false;
    node = next;
  }
  tree.go(node);
  return true;
}
