// A board as the panel of proofs sees it. A family says how a proof's moves are played and drawn on it.

import type { Group } from '../api';
import type { BoardLink } from '../proofs/proofs.svelte';
import type { Bench } from './bench.svelte';
import type { Player } from './types';

export abstract class ProofBoard<B extends Bench> implements BoardLink {
  constructor(protected readonly bench: B) {}

  abstract readonly placement: boolean;
  abstract readonly hasRules: boolean;
  abstract readonly winner: Player | null;
  get game(): string {
    return this.bench.asked;
  }
  get moves(): string {
    return this.bench.text;
  }
  get over(): boolean {
    return this.bench.position.over;
  }
  get toMove(): Player {
    return this.bench.position.toMove;
  }
  abstract cellOf(move: string): string;
  abstract play(move: string): void;
  back(): void {
    this.bench.back();
  }
  abstract light(squares: string[], groups: Group[]): void;
}
