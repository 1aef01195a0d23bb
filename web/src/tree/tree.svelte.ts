// A game with its variations and comments, and where in it the user is. Shared by the boards of all games: a move is a
// text in the program's notation ("d1", "k11i11"), and nobody here asks whether it is legal.
//
//   const tree = new GameTree();
//   tree.play('d1');            // a new child of the current node, or the one that is there already
//   tree.back();
//   tree.play('c1');            // a variation: d1 stays
//   tree.shown                  // the nodes from the first move through the current one to the end of its line

export type Property = [name: string, values: string[]];

/** As the server reads and writes SGF files: parents stand before their children, node 0 is the root. */
export interface StoredNode {
  parent: number;
  move: string;
  comment?: string;
  /** Properties of a file that mean nothing here; kept. */
  properties?: Property[];
}

export class TreeNode {
  readonly id: number;
  children = $state.raw<TreeNode[]>([]);
  comment = $state('');
  properties: Property[] = [];
  /** The child that was looked at last, where "forward" leads; null: the first. */
  visited = $state.raw<TreeNode | null>(null);

  private static count = 0;

  constructor(
    readonly move: string,
    readonly parent: TreeNode | null,
  ) {
    this.id = TreeNode.count++;
  }

  /** The number of moves up to this one; 0 of the root. */
  get ply(): number {
    let n = 0;
    for (let node = this.parent; node; node = node.parent) n++;
    return n;
  }
  get next(): TreeNode | null {
    return this.visited ?? this.children[0] ?? null;
  }
  get siblings(): readonly TreeNode[] {
    return this.parent?.children ?? [this];
  }
  isIn(branch: TreeNode): boolean {
    for (let node: TreeNode | null = this; node; node = node.parent) if (node === branch) return true;
    return false;
  }
}

/** A line of moves; behind a move stand the lines that could have been played instead of it. */
export interface Line {
  steps: { node: TreeNode; instead: Line[] }[];
}

export class GameTree {
  root = $state.raw(new TreeNode('', null));
  current = $state.raw<TreeNode>(this.root);

  /** From the first move to a node. */
  pathTo(node: TreeNode): TreeNode[] {
    const path: TreeNode[] = [];
    for (let n = node; n.parent; n = n.parent) path.push(n);
    return path.reverse();
  }
  get path(): TreeNode[] {
    return this.pathTo(this.current);
  }
  get moves(): string[] {
    return this.path.map((node) => node.move);
  }
  /** The current path, and how it went on when it was looked at last. */
  get shown(): TreeNode[] {
    const nodes = this.path;
    for (let node = this.current.next; node; node = node.next) nodes.push(node);
    return nodes;
  }
  /** The first moves of every node, from the root. */
  get mainLine(): TreeNode[] {
    const nodes: TreeNode[] = [];
    for (let node = this.root.children[0]; node; node = node.children[0]) nodes.push(node);
    return nodes;
  }
  isMain(node: TreeNode): boolean {
    return this.pathTo(node).every((n) => n.siblings[0] === n);
  }
  /** Everything anew, with the current node at the end of the moves. */
  reset(moves: readonly string[] = []): void {
    this.root = new TreeNode('', null);
    this.current = this.root;
    for (const move of moves) this.play(move);
  }

  /** Goes to the move if it is known here, otherwise adds it behind those that are. */
  play(move: string): TreeNode {
    let node = this.current.children.find((child) => child.move === move);
    if (!node) {
      node = new TreeNode(move, this.current);
      this.current.children = [...this.current.children, node];
    }
    this.go(node);
    return node;
  }

  go(node: TreeNode): void {
    for (let n = node; n.parent; n = n.parent) n.parent.visited = n;
    this.current = node;
  }
  back(): void {
    if (this.current.parent) this.go(this.current.parent);
  }
  forward(): void {
    if (this.current.next) this.go(this.current.next);
  }
  /** To the node of the shown line with so many moves before it; beyond its ends, to them. */
  goToPly(ply: number): void {
    const line = [this.root, ...this.shown];
    this.go(line[Math.max(0, Math.min(line.length - 1, ply))]!);
  }
  /** The next (1) or previous (-1) variation: of this move, or of the last before it that has any; null if none has. */
  otherVariation(step: 1 | -1): TreeNode | null {
    for (let node: TreeNode | null = this.current; node; node = node.parent) {
      const siblings = node.siblings;
      if (siblings.length < 2) continue;
      return siblings[(siblings.indexOf(node) + step + siblings.length) % siblings.length]!;
    }
    return null;
  }

  /** Deletes a move and all that follows it. */
  remove(node: TreeNode): void {
    const parent = node.parent;
    if (!parent) return;
    if (this.current.isIn(node)) this.go(parent);
    parent.children = parent.children.filter((child) => child !== node);
    if (parent.visited === node) parent.visited = null;
  }
  /** One place up among its siblings. */
  promote(node: TreeNode): void {
    const parent = node.parent;
    const place = node.siblings.indexOf(node);
    if (!parent || place < 1) return;
    const children = [...parent.children];
    children.splice(place, 1);
    children.splice(place - 1, 0, node);
    parent.children = children;
  }
  /** Makes the path to the node the beginning of the main line. */
  makeMain(node: TreeNode): void {
    for (const n of this.pathTo(node)) {
      const parent = n.parent!;
      if (parent.children[0] !== n) parent.children = [n, ...parent.children.filter((child) => child !== n)];
    }
  }

  /** The tree as lines with lines: what is drawn. */
  get lines(): Line[] {
    // Along a line with a loop, into variations with a call: games may be long, they are not nested deeply.
    const lineFrom = (first: TreeNode): Line => {
      const steps: Line['steps'] = [{ node: first, instead: [] }];
      for (let node = first; node.children.length > 0; ) {
        const [next, ...others] = node.children;
        steps.push({ node: next!, instead: others.map(lineFrom) });
        node = next!;
      }
      return { steps };
    };
    const [first, ...others] = this.root.children;
    if (!first) return [];
    const main = lineFrom(first);
    main.steps[0]!.instead = others.map(lineFrom);
    return [main];
  }

  store(): StoredNode[] {
    const stored: StoredNode[] = [];
    const numbers = new Map<TreeNode, number>();
    const rest = [this.root];
    for (let node = rest.pop(); node; node = rest.pop()) {
      numbers.set(node, stored.length);
      stored.push({
        parent: node.parent ? numbers.get(node.parent)! : 0,
        move: node.move,
        ...(node.comment ? { comment: node.comment } : {}),
        ...(node.properties.length > 0 ? { properties: node.properties } : {}),
      });
      rest.push(...[...node.children].reverse());
    }
    return stored;
  }

  /** What store() gave; the current node is the root. */
  restore(stored: readonly StoredNode[]): void {
    const nodes: TreeNode[] = [];
    const children: TreeNode[][] = stored.map(() => []);
    stored.forEach((one, i) => {
      const node = new TreeNode(i === 0 ? '' : one.move, i === 0 ? null : nodes[one.parent]!);
      node.comment = one.comment ?? '';
      node.properties = one.properties ?? [];
      nodes.push(node);
      if (i > 0) children[one.parent]!.push(node);
    });
    nodes.forEach((node, i) => (node.children = children[i]!));
    this.root = nodes[0] ?? new TreeNode('', null);
    this.current = this.root;
  }
}
