// What the graph and the list of mistakes show, for both families. A family says what its values are.

/** The value of one position of the line. */
export interface GraphPoint {
  /** From -1 (the second player stands best) to 1; null: not known. */
  height: number | null;
  /** False: only an estimate. */
  proved: boolean;
  words: string;
}

/** An estimate that changes by less is no news: they go up and down by themselves. */
export const notable = 0.2;

/** A move that threw something away. */
export interface Fault {
  /** The number of the move, from 1. */
  ply: number;
  /** What it changed: "a win in 21 became a loss in 20". */
  words: string;
}
