// The data of the lecture's page; a test compares it with docs/victor.md and the program.

export const ruleOrder = [
  'claimeven',
  'baseinverse',
  'vertical',
  'aftereven',
  'lowinverse',
  'highinverse',
  'baseclaim',
  'before',
  'specialbefore',
] as const;

export const short: Record<(typeof ruleOrder)[number], string> = {
  claimeven: 'CL',
  baseinverse: 'BI',
  vertical: 'VE',
  aftereven: 'AE',
  lowinverse: 'LI',
  highinverse: 'HI',
  baseclaim: 'BC',
  before: 'BE',
  specialbefore: 'SB',
};

/** The conditions of each pair, row by row up to the diagonal (the table of docs/victor.md). */
export const conditions: string[][] = [
  ['1'],
  ['1', '1'],
  ['1', '1', '1'],
  ['1', '1', '1', '3'],
  ['1+2', '1', '1', '1+2', '4'],
  ['1+2', '1', '1', '1+2', '4', '4'],
  ['1', '1', '1', '1', '1+2', '1+2', '1'],
  ['1', '1', '1', '3', '2+3', '1+2', '1', '3'],
  ['1', '1', '1', '3', '2+3', '1+2', '1', '3', '3'],
];

export interface Example {
  moves: string;
  squares: string[];
  groups: string[];
}

/** One application of each rule, with a group that it stops. */
export const examples: Record<(typeof ruleOrder)[number], Example> = {
  claimeven: { moves: '34444445', squares: ['f1', 'f2'], groups: ['c2–f2'] },
  baseinverse: { moves: '453433', squares: ['a1', 'b1'], groups: ['a1–d1'] },
  vertical: { moves: '4534335353', squares: ['e4', 'e5'], groups: ['e2–e5'] },
  aftereven: { moves: '4535544331', squares: ['f1', 'f2'], groups: ['c3–f3'] },
  lowinverse: { moves: '43', squares: ['c2', 'c3', 'd2', 'd3'], groups: ['b3–e3'] },
  highinverse: { moves: '43', squares: ['c2', 'c3', 'c4', 'd2', 'd3', 'd4'], groups: ['a4–d4', 'b3–e3'] },
  baseclaim: { moves: '67444441', squares: ['b1', 'c1', 'c2', 'e1'], groups: ['b1–e4', 'c1–f1'] },
  before: { moves: '444333', squares: ['b4', 'b5', 'e1', 'e2'], groups: ['b5–e2'] },
  specialbefore: { moves: '45343333', squares: ['d3', 'e2', 'f1', 'f2', 'g1', 'g2'], groups: ['d3–g3'] },
};

/** A tree for the picture: who moves at a node, its children; a leaf's value if it is settled. */
export interface Node {
  white: boolean;
  children?: Node[];
  value?: 1 | -1;
}
export const tree: Node = {
  white: true,
  children: [
    { white: false, children: [{ white: true }, { white: true }, { white: true, value: 1 }] },
    { white: false, children: [{ white: true, value: 1 }, { white: true }] },
    { white: false, children: [{ white: true, value: -1 }, { white: true }] },
  ],
};

/** The conspiracy numbers of a node: for 1 and for -1. */
export function numbers(node: Node): [number, number] {
  if (node.value === 1) return [0, Infinity];
  if (node.value === -1) return [Infinity, 0];
  if (!node.children) return [1, 1];
  const below = node.children.map(numbers);
  const least = (i: 0 | 1) => Math.min(...below.map((n) => n[i]));
  const sum = (i: 0 | 1) => below.reduce((total, n) => total + n[i], 0);
  return node.white ? [least(0), sum(1)] : [sum(0), least(1)];
}
