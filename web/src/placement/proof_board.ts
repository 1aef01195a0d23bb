// The board of placement games as the panel of proofs sees it. Wins by threats are drawn on it as numbered stones.

import { ProofBoard } from '../game/proof_board';
import type { Player } from '../game/types';
import { parseCells } from './game';
import { bench } from './workbench.svelte';

class PlacementProofBoard extends ProofBoard<typeof bench> {
  readonly placement = true;
  readonly hasRules = false;

  get winner(): Player | null {
    const winner = this.bench.answers.answer?.winner;
    return winner === 'first' || winner === 'second' ? winner : null;
  }
  get order(): number {
    return this.bench.answers.order;
  }
  cellOf(cell: string): string {
    return cell;
  }
  play(cell: string): void {
    const cells = parseCells(this.bench.spec, cell);
    if (cells?.[0]) this.bench.place(cells[0]);
  }
  light(squares: string[]): void {
    const marks = squares.flatMap((square) => parseCells(this.bench.spec, square) ?? []).filter((cell) => cell !== null);
    this.bench.pointed = marks.length > 0 ? { marks } : null;
  }
  ghosts(stones: { cell: string; player: Player; label: string }[]): void {
    const drawn = stones.flatMap(({ cell, player, label }) => (parseCells(this.bench.spec, cell) ?? []).flatMap((at) => (at ? [{ cell: at, player, label }] : [])));
    this.bench.pointed = drawn.length > 0 ? { ghosts: drawn } : null;
  }
}

export const proofBoard = new PlacementProofBoard(bench);
