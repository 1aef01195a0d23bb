// The board of placement games as the panel of proofs sees it. Their certificates are shown and checked, not walked through.

import type { BoardLink } from '../proofs/proofs.svelte';
import { canonicalText, parseCells } from './game';
import { bench } from './workbench.svelte';

export function proofBoard(): BoardLink {
  return {
    placement: true,
    get game() {
      return canonicalText(bench.spec);
    },
    get moves() {
      return bench.text;
    },
    get over() {
      return bench.position.over;
    },
    get toMove() {
      return bench.position.toMove;
    },
    get order() {
      return bench.answers.order;
    },
    hasRules: false,
    cellOf: (cell) => cell,
    play(cell) {
      const cells = parseCells(bench.spec, cell);
      if (cells?.[0]) bench.place(cells[0]);
    },
    back() {
      bench.back();
    },
    light(squares) {
      const marks = squares.flatMap((square) => parseCells(bench.spec, square) ?? []).filter((cell) => cell !== null);
      bench.pointed = marks.length > 0 ? { marks } : null;
    },
  };
}
