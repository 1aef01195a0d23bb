// A position set up by hand: stones of both colours, and a game that leads there.

import { Position, keyOf } from './game';
import { opponent } from '../game/types';
import type { Brush, Cell, Player } from '../game/types';
import type { Move, Spec } from './game';

/** Moves that lead to the stones, or why no game does. Any order of play will do, as nobody has a line. */
export function movesTo(spec: Spec, first: readonly Cell[], second: readonly Cell[]): Move[] | 'counts' | 'line' {
  if (hasLine(spec, first, second)) return 'line';
  const moves: Move[] = [];
  const stones = { first: [...first], second: [...second] };
  for (let mover: Player = 'first'; stones.first.length + stones.second.length > 0; mover = opponent(mover)) {
    const wanted = moves.length === 0 ? spec.q : spec.p;
    const move = stones[mover].splice(0, wanted);
    const all = spec.board && moves.flat().length + move.length === spec.board.columns * spec.board.rows;
    // Only the last move of a full board may be short.
    if (move.length < wanted && !all) return 'counts';
    moves.push(move);
  }
  return moves;
}

function hasLine(spec: Spec, first: readonly Cell[], second: readonly Cell[]): boolean {
  // Everybody's stones in one move each: lines are found, turns do not matter.
  return [first, second].some((cells) => {
    const alone = new Position({ ...spec, q: cells.length + 1, p: 1 });
    for (const cell of cells) alone.place(cell);
    return alone.won.length > 0;
  });
}

export class Setup {
  private start = $state.raw<Position>()!;
  brush = $state<Brush>('first');
  stones = $state.raw<ReadonlyMap<string, { cell: Cell; player: Player }>>(new Map());

  /** Begins with the stones of a position. */
  constructor(start: Position) {
    this.start = start;
    this.stones = new Map([...start.stones].map(([key, { cell, player }]) => [key, { cell, player }]));
  }

  /** A second click with the same colour takes the stone away. */
  put(cell: Cell): void {
    const next = new Map(this.stones);
    const key = keyOf(cell);
    if (this.brush === 'erase' || next.get(key)?.player === this.brush) next.delete(key);
    else next.set(key, { cell, player: this.brush });
    this.stones = next;
  }
  clear(): void {
    this.stones = new Map();
  }

  of(player: Player): Cell[] {
    return [...this.stones.values()].filter((stone) => stone.player === player).map((stone) => stone.cell);
  }
  moves = $derived(movesTo(this.start.spec, this.of('first'), this.of('second')));

  /** Stones without a game, to be drawn. */
  position = $derived.by(() => {
    const position = new Position(this.start.spec);
    for (const [key, { cell, player }] of this.stones) position.stones.set(key, { cell, player, move: 0 });
    return position;
  });
}
