// Positions to look at: a click opens them with their reasons. Sources stand beside them.

export interface Example {
  game: string;
  moves: string;
  /** The highest order of threats that its win needs. */
  order: number;
  tab: 'why' | 'analysis';
}

export const examples: Record<'zone' | 'v' | 'six' | 'gomoku' | 'pass' | 'tictactoe', Example> = {
  // Wu and Lin 2010, figure 2a: Black's three first stones win on the infinite board.
  v: { game: 'Connect(6,2,3)', moves: '0,0 -1,1 1,1', order: 3, tab: 'why' },
  // The same with White passing: the win against the pass, whose zones say where White's stones matter.
  zone: { game: 'Connect(6,2,3)', moves: '0,0 -1,1 1,1 -- --', order: 2, tab: 'why' },
  // Black wins by continuous double threats.
  six: { game: 'connect6', moves: 'j10 i8h9 i11k11 g10h11 k9h12 l8g13', order: 2, tab: 'why' },
  // Black wins by threes and fours.
  gomoku: { game: 'gomoku', moves: 'h8 h9 g10 i9 i7 i8 i10 f9 j9 k10', order: 2, tab: 'why' },
  // White to move must put his stone into the zone.
  pass: { game: 'gomoku', moves: 'h8 a1 i8 a15 g9 o1 g10', order: 2, tab: 'why' },
  tictactoe: { game: 'tictactoe', moves: 'b2 b1', order: 2, tab: 'analysis' },
};
