// The words of the panel of proofs.

import { colour, colourIn, texts, threatKind } from '../texts';
import type { Player } from '../game/types';

export const proofs = {
  certificate: 'Certificate',
  askTitle: 'Prove something about this position',
  over: 'The game is over; there is nothing left to prove.',
  claim: 'What to prove',
  claims: {
    value: 'Who wins, or that it is a draw',
    'win first': 'White wins',
    'win second': 'Black wins',
    'not-lose first': 'White does not lose',
    'not-lose second': 'Black does not lose',
    score: 'The exact score: how soon the win comes',
  } as Record<string, string>,
  placementClaims: {
    value: 'Who wins, or that it is a draw',
    'win first': 'Black wins',
    'win second': 'White wins',
    'not-lose first': 'Black does not lose',
    'not-lose second': 'White does not lose',
  } as Record<string, string>,
  placementHint: 'Small boards are proved with all moves. On large and infinite ones a win is proved by threats and relevance zones; that nobody wins cannot be proved there.',
  notFound: (order: number) =>
    `No proof was found by threats (${threatKind(order)}); that says nothing about who wins. “Look for” in the panel Why looks for more.`,
  showPosition: 'Show the position',
  heldPlacement: 'Ends: no defense, or held',
  withRules: 'With Allis’s rules',
  rulesHint: 'Smaller and sooner found; the checker takes Allis’s theorem about the rules as an axiom.',
  plainHint: 'Moves only: the checker takes nothing on trust.',
  noRules: 'On boards with an odd number of rows there are no rules, only moves.',
  prove: 'Prove it',
  proving: 'How much is proved',
  begins: 'looking for the value…',
  soFar: (positions: string, seconds: number) => `${positions} positions, ${seconds.toFixed(0)} s`,
  stopped: 'Stopped; nothing was proved.',
  falseClaim: (value: 'win' | 'draw' | 'loss', toMove: Player, game: string) =>
    `That is not so: ${value === 'draw' ? 'the game is a draw' : `${colourIn(game)(value === 'win' ? toMove : toMove === 'first' ? 'second' : 'first')} wins`}.`,
  openTitle: 'Check a certificate',
  open: 'Open a certificate…',
  dropHint: 'or drop the file here',
  letGo: 'Let go to open it',
  tooLarge: 'The file is larger than 8 MB; check it with inarow-check on the command line.',
  shipped: (n: number) => `${n} proofs that come with the program`,
  byRules: 'by rules',
  unreadable: 'This is no certificate',
  close: 'Close the certificate',
  claimText: (h: { claim: string; for: Player; score: number; game: string }) => {
    const name = colourIn(h.game);
    const other = h.for === 'first' ? 'second' : 'first';
    if (h.claim === 'not-lose') return `${name(h.for)} does not lose`;
    if (h.claim === 'cannot-lose') return `${name(h.for)} never loses`;
    if (h.claim === 'drawn') return `${h.game} is drawn`;
    if (h.claim === 'score') return `The score of ${name(h.for)} is ${h.score}`;
    if (h.claim === 'value' && h.score === 0) return 'The game is a draw';
    if (h.claim === 'value' && h.score < 0) return `${name(other)} wins`;
    return `${name(h.for)} wins${h.score > 1 ? ` with a score of ${h.score} or more` : ''}`;
  },
  gameName: (game: string) => {
    const match = /^drop:(\d+)xinf(:cyl)?$/.exec(game);
    if (match) return match[2] ? `on the cylinder of width ${match[1]}` : `on ${match[1]} columns of infinite height`;
    return texts.gameName(game);
  },
  where: (game: string, cells: string) => {
    const name = proofs.gameName(game);
    return `${name.charAt(0).toUpperCase()}${name.slice(1)}, ${cells ? `after ${cells}` : 'from the empty board'}`;
  },
  standing: { none: 'claimed, not checked yet', verified: 'verified', refused: 'claimed, but refused' },
  size: 'Size',
  bytes: (n: number) => (n < 10000 ? `${n.toLocaleString('en')} bytes` : `${(n / 1000).toFixed(0)} kB`),
  kilobytes: (n: number) => `${(n / 1000).toFixed(0)} kB`,
  states: 'States',
  positions: 'Positions with a move',
  winLeaves: 'Ends by a win',
  heldLeaves: 'Ends: too late',
  deadLeaves: 'Ends: no line left',
  ruleLeaves: 'Ends by rules',
  repeats: 'Met again',
  check: 'Check it with inarow-check',
  checkAgain: 'Check again',
  noAxioms: 'Without axioms',
  noAxiomsHint: 'Also verifies every end by rules by exhaustive search; this may take long',
  checking: 'inarow-check is at work…',
  verdicts: { verified: '✓ Verified', refuted: '✗ Refuted', unreadable: '✗ Refused', stopped: 'Stopped by the limit of time or memory' },
  walk: 'Walk through it',
  walkTitle: 'Move by move',
  download: 'Download',
  playAgainst: 'Play against this strategy',
  back: 'Back',
  toStart: 'To the start',
  parts: 'A draw or an exact score takes two proofs',
  boundText: (b: { prover: Player; threshold: number }) =>
    b.threshold === 0
      ? `${colour(b.prover)} does not lose`
      : b.threshold === 1
        ? `${colour(b.prover)} wins`
        : `${colour(b.prover)} scores ${b.threshold} or more`,
  reading: 'Reading the proof…',
  otherGame: 'the board shows another game than the proof',
  plays: (player: Player, cell: string) => `${colour(player)} plays ${cell}.`,
  play: (cell: string) => `Play ${cell}`,
  below: (n: number) => (n > 0 ? `This part of the proof has ${n.toLocaleString('en')} ${n === 1 ? 'position' : 'positions'}.` : ''),
  mayReply: (player: Player, n: number) =>
    n === 1 ? `${colour(player)} has one reply. Choose it:` : `${colour(player)} has ${n} replies, and each is answered. Choose one:`,
  replyText: (kind: string, prover: Player) =>
    kind === 'wins' ? `${colour(prover)} wins at once` : kind === 'move' ? 'is answered' : 'nothing more to prove',
  count: (n: number) => `${n.toLocaleString('en')} ${n === 1 ? 'position' : 'positions'}`,
  winsAt: (player: Player, cell: string) => `The end: ${colour(player)} completes a line at ${cell}.`,
  held: (player: Player) => `The end: it is too late for ${colour(player)} to score more.`,
  dead: (player: Player) => `The end: no line is left to ${colour(player)}.`,
  leafText: {
    'second-not-lose': 'The end: by these rules Black stops every line of White.',
    'second-wins': 'The end: by these rules Black stops White and completes a line.',
    'odd-threat': 'The end: White has an odd threat, and the rules do the rest.',
    'threat-combination': 'The end: White has a combination of threats, and the rules do the rest.',
  },
  allRules: 'Show all squares',
  rulesUsed: 'Rules used in the whole proof',
};
