// The board of drop games as the panel of proofs sees it.

import type { Group } from '../api';
import { ProofBoard } from '../game/proof_board';
import { columnName, opponent } from '../game/types';
import type { Player } from '../game/types';
import { cellName, parseCell } from './game';
import { bench } from './workbench.svelte';

class DropProofBoard extends ProofBoard<typeof bench> {
  readonly placement = false;

  get winner(): Player | null {
    const { verdict, position } = this.bench;
    if (verdict?.value !== 'win' && verdict?.value !== 'loss') return null;
    return verdict.value === 'win' ? position.toMove : opponent(position.toMove);
  }

  get hasRules(): boolean {
    return this.bench.spec.height % 2 === 0;
  }
  cellOf(column: string): string {
    const x = parseCell(`${column}1`).x;
    const cell = this.bench.position.landing(x);
    return cell ? cellName(cell) : columnName(x);
  }
  play(column: string): void {
    this.bench.play(parseCell(`${column}1`).x);
  }
  light(squares: string[], groups: Group[]): void {
    this.bench.highlight = squares.length + groups.length > 0 ? { squares, groups } : null;
  }
}

export const proofBoard = new DropProofBoard(bench);
