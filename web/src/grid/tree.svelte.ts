// The part of a proof's tree that is open, as rows. Children are asked for when a node is opened, fifty at a time; while
// the proof runs, what is open and in sight is asked for again. The tree may have millions of positions: nobody asks for
// those that are not seen.

import { findNode } from './api';
import type { GridChild, GridNode } from './api';

/** A node is named by the moves to it: one position may stand in several places, and below one node twice, mirrored. */
export interface Row {
  key: string;
  depth: number;
  child: GridChild;
  open: boolean;
  /** So many children of the node above are not loaded: a row to load more of them. */
  more?: { key: string; node: number; left: number; loaded: number };
}

export const pageSize = 50;
/** Of a node that is open and seen, at most so often are asked for again at a time. */
const mostAtOnce = 8;

export class ProofTree {
  private opened = $state.raw<ReadonlyMap<string, GridNode>>(new Map());

  constructor(readonly id: string) {}

  get root(): GridNode | undefined {
    return this.opened.get('0');
  }
  readonly rows = $derived.by(() => {
    const rows: Row[] = [];
    const add = (key: string, depth: number) => {
      const node = this.opened.get(key);
      if (!node) return;
      for (const child of node.shown) {
        const own = `${key}/${child.move.replaceAll(' ', '_')}.${child.node}`;
        const open = this.opened.has(own);
        rows.push({ key: own, depth, child, open });
        if (open) add(own, depth + 1);
      }
      const left = node.children - node.shown.length;
      if (left > 0) rows.push({ key: `${key}+`, depth, child: node.shown[0]!, open: false, more: { key, node: node.node, left, loaded: node.shown.length } });
    };
    add('0', 0);
    return rows;
  });

  async open(key: string): Promise<void> {
    this.put(key, await findNode(this.id, nodeOf(key), 0));
  }
  close(key: string): void {
    const left = [...this.opened].filter(([one]) => one !== key && !one.startsWith(`${key}/`));
    this.opened = new Map(left);
  }
  async more(key: string): Promise<void> {
    const node = this.opened.get(key);
    if (!node) return;
    const next = await findNode(this.id, node.node, node.shown.length);
    this.put(key, joined(node, next));
  }
  /** Asks again for the root and the nodes above the rows in sight. */
  async refresh(seen: readonly Row[]): Promise<void> {
    const keys = new Set(['0', ...seen.map((row) => row.key.slice(0, row.key.lastIndexOf('/')))]);
    const known = [...keys].filter((key) => this.opened.has(key)).slice(0, mostAtOnce);
    for (const key of known) {
      const before = this.opened.get(key);
      if (!before) continue;
      const pages = Math.max(1, Math.ceil(before.shown.length / pageSize));
      let node = await findNode(this.id, before.node, 0);
      for (let page = 1; page < pages; page++) {
        const next = await findNode(this.id, before.node, page * pageSize);
        node = joined(node, next);
      }
      // The user may have closed it, or asked for more of it.
      if (this.opened.get(key) === before) this.put(key, node);
    }
  }

  private put(key: string, node: GridNode): void {
    this.opened = new Map([...this.opened, [key, node]]);
  }
}

/** The order may have changed between two pages: no move stands twice. */
function joined(node: GridNode, next: GridNode): GridNode {
  const nameOf = (child: GridChild) => `${child.move}.${child.node}`;
  const known = new Set(node.shown.map(nameOf));
  return { ...next, shown: [...node.shown, ...next.shown.filter((child) => !known.has(nameOf(child)))] };
}

export const nodeOf = (key: string) => Number(key.slice(key.lastIndexOf('.') + 1));
