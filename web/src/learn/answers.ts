// What a step shows before its question is answered: nothing that gives the answer away.

import type { Step } from './lessons';

/** The squares to draw: none of them, if those that are right would be the only ones. */
export function beforeAnswer({ squares = [], question }: Pick<Step, 'squares' | 'question'>): string[] {
  if (!question || question.kind === 'choice') return squares;
  return squares.every((square) => question.right.includes(square)) ? [] : squares;
}

/** Options that are groups or squares in the order of their names, so that the right one is not always the first. */
export function inOrder(options: Record<string, string>): [string, string][] {
  const list = Object.entries(options);
  return list.every(([name]) => /^[a-g][1-6]|^none$/.test(name)) ? list.sort(([a], [b]) => (a === 'none' ? 1 : b === 'none' ? -1 : a < b ? -1 : 1)) : list;
}
