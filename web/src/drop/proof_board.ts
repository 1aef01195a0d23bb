// The workbench's board as the panel of proofs sees it.

import type { BoardLink } from '../proofs/proofs.svelte';
import { cellName, columnName, parseCell } from './game';
import { bench } from './workbench.svelte';

export function proofBoard(): BoardLink {
  return {
    placement: false,
    get game() {
      return bench.game;
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
    get hasRules() {
      return bench.spec.height % 2 === 0;
    },
    cellOf(column: string) {
      const x = parseCell(`${column}1`).x;
      const cell = bench.position.landing(x);
      return cell ? cellName(cell) : columnName(x);
    },
    play(column: string) {
      bench.play(parseCell(`${column}1`).x);
    },
    back() {
      bench.goTo(bench.ply - 1);
    },
    light(squares, groups) {
      bench.highlight = squares.length + groups.length > 0 ? { squares, groups } : null;
    },
  };
}
