// Every text of the page, so that it can be translated in one place.

import type { Player } from './drop/game';

const colour = (player: Player) => (player === 'first' ? 'White' : 'Black');
const count = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;

export const texts = {
  title: 'Inarow',
  subtitle: 'k-in-a-row, solved and explained',
  colour,
  pages: 'Pages',
  pageNames: { board: 'Board', strategies: 'Strategies', learn: 'Learn' },
  game: 'Game',
  families: { drop: 'Stones fall', placement: 'Stones are placed' },
  columns: 'Columns',
  rows: 'Rows',
  inARow: 'In a row',
  cylinder: 'Cylinder',
  apply: 'New board',
  customBoard: 'Other board…',
  gameName: (game: string) => {
    const match = /^drop:(\d+)x(\d+)(?::k(\d+))?(:cyl)?$/.exec(game);
    if (!match) return game;
    const size = `${match[1]}×${match[2]}`;
    const rest = (match[3] ? `, ${match[3]} in a row` : '') + (match[4] ? ', cylinder' : '');
    return size === '7×6' && !rest ? 'Connect-Four 7×6' : size + rest;
  },
  badBoard: 'This board does not fit: columns times rows plus one may be at most 128.',
  boardLabel: (game: string, stones: number, state: string) => `Board ${game}, ${count(stones, 'stone', 'stones')}. ${state}`,
  columnGroup: 'Columns: choose one to play a stone',
  toMove: (player: Player) => `${colour(player)} to move`,
  hasWon: (player: Player) => `${colour(player)} has won`,
  drawn: 'The game is drawn',
  tabs: { analysis: 'Analysis', why: 'Why', play: 'Play', proofs: 'Proofs' },
  panels: 'What to show',
  badge: { win: 'Win', draw: 'Draw', loss: 'Loss', unknown: '…', full: 'full' },
  inMoves: (n: number) => `in ${n}`,
  columnLabel: (column: string, text: string) => `Column ${column}: ${text}`,
  columnFull: 'full',
  columnUnknown: 'not known yet',
  moveText: (value: 'win' | 'draw' | 'loss', moves: number | null) =>
    ({ win: 'wins', draw: 'draws', loss: 'loses' })[value] + (moves === null ? '' : ` in ${count(moves, 'move', 'moves')}`),
  best: 'best',
  verdictWin: (player: Player, moves: number | null) =>
    `${colour(player)} wins${moves === null ? '' : ` in ${count(moves, 'move', 'moves')}`}`,
  verdictDraw: 'Draw with best play',
  verdictUnknown: 'Not settled yet',
  proved: 'proved',
  provedBy: (method: string) => (method === 'book' ? 'proved, from the book' : 'proved by search'),
  between: (low: string, high: string) => `score between ${low} and ${high}`,
  looksAt: (column: string) => `looking at ${column}`,
  waiting: 'waiting for a free thread',
  nodes: (n: string) => `${n} ${n === '1' ? 'position' : 'positions'}`,
  speed: (n: string) => `${n}/s`,
  seconds: (s: number) => `${s < 10 ? s.toFixed(2) : s.toFixed(0)} s`,
  bestLine: 'Best play',
  bestLineAfter: (column: string) => `Best play after ${column}`,
  lineHint: 'Point at a column to see the best play after it on the board.',
  stop: 'Stop',
  goOn: 'Go on',
  showValues: 'Show values',
  start: 'To the start',
  undo: 'Back',
  redo: 'Forward',
  end: 'To the end',
  copyLink: 'Copy link',
  copied: 'Copied',
  flipTheme: 'Light or dark',
  movesSoFar: 'Moves',
  noMoves: 'No moves yet.',
  keys: 'Keys: 1–9 play a column, ← → go back and forward, Home and End, W why, V values.',
  offline: 'The program does not answer. Is inarow serve still running?',
  needToken: 'This server needs the token of the address that inarow serve printed.',
  stopped: 'Stopped by the time limit; what is proved so far is shown.',
  why: {
    loading: 'Looking for the reasons…',
    claims: {
      'first-wins': 'The rules prove that White wins.',
      'second-wins': 'The rules prove that Black wins.',
      'second-not-lose': 'The rules prove that Black cannot lose.',
      none: 'The rules alone do not settle this position.',
    } as Record<string, string>,
    over: 'The game is over; there is nothing left to explain.',
    noRules: 'On boards with an odd number of rows the rules say nothing; threats are still shown.',
    nothing: 'Here moves decide, not rules: the Analysis shows which.',
    zugzwang: 'Zugzwang',
    controls: (player: Player) => `${colour(player)} controls it`,
    nobody: 'Nobody controls it clearly',
    threats: 'Threats',
    noThreats: 'Nobody has three with an open fourth square.',
    threat: (parity: 'odd' | 'even', useful: boolean, playable: boolean) =>
      `${parity}${playable ? ', playable now' : ''}${useful ? '' : ', useless'}`,
    rules: 'Rules',
    partialRules: 'Rules that hold so far',
    stops: (n: number) => `stops ${count(n, 'group', 'groups')}`,
    unsolved: 'Groups that no rule stops',
    plan: (player: Player) => `${colour(player)}'s plan`,
    after: (move: string) => `After ${move}`,
    playIt: (move: string) => `Play ${move}`,
    winsNow: (squares: string) => `Wins at once at ${squares}.`,
    mustStop: (squares: string) => `Must answer the threat at ${squares}.`,
    hint: 'Point at a rule or a group to see it on the board.',
    legend: 'Diamonds are threats, filled in the colour of their owner; dashed ones are useless.',
    lever: { 'odd-threat': 'Odd threat', 'threat-combination': 'Threat combination' },
    ruleText: {
      claimeven: 'When the opponent takes the lower square, take the upper one.',
      baseinverse: 'Two playable squares: when the opponent takes one, take the other.',
      vertical: 'Two squares above each other: when the opponent takes the lower, take the upper.',
      aftereven: 'Complete this group by even squares, so that what lies above never counts.',
      lowinverse: 'Two columns: when the opponent takes a lower square, take the one above it.',
      highinverse: 'Three squares in two columns: one above the other is always yours.',
      baseclaim: 'Three playable squares and the one above the second: an answer to each.',
      before: 'Complete this group before the opponent can use the squares above it.',
      specialbefore: 'As Before, with one playable square more.',
    } as Record<string, string>,
  },
  strategies: {
    title: 'Strategies',
    colour: (player: Player, dropGame: boolean) => colour(dropGame ? player : player === 'first' ? 'second' : 'first'),
    game: 'Game',
    youPlay: 'You play',
    sideName: (name: string, player: Player) => `${name}, ${player === 'first' ? 'and begin' : 'it begins'}`,
    gameName: (game: string) => {
      const cylinder = /^cylinder:(\d+)$/.exec(game);
      if (cylinder) return `Cylinder of width ${cylinder[1]}`;
      const plane = /^Connect\((\d+),(\d+),(\d+)\)$/.exec(game);
      if (!plane) return game;
      const [k, p, q] = [plane[1], Number(plane[2]), Number(plane[3])];
      return `Infinite board: ${k} in a row${p > 1 ? `, ${p} stones a move${q < p ? `, ${q} at first` : ''}` : ''}`;
    },
    cylinderTitle: 'Try to get four in a row',
    cylinderIntro: 'The board goes around and has no top. You cannot win: the strategy never loses, and it says beforehand how.',
    planeTitle: (k: number) => `Try to get ${k} in a row`,
    planeIntro: (k: number, p: number) =>
      `The board has no edge. ${p > 1 ? `With ${p} stones a move` : 'With one stone a move'}, nobody can force ${k} in a row: the strategy breaks every line in time.`,
    proved: (promise: string) => `Proved: it ${promise}`,
    yourTurn: (stones: number, many: boolean) => (many ? `Your turn: place ${count(stones, 'stone', 'stones')}` : 'Your turn'),
    answers: 'It answers…',
    finding: 'Finding the strategy and verifying it…',
    wide: 'On the widest cylinders this takes a while, once.',
    youWon: 'You have won. That should be impossible: please report it.',
    itWon: 'It has won.',
    takeBack: 'Take back',
    newGame: 'New game',
    gameButtons: 'The game',
    tryAgain: 'Try again',
    promiseTitle: 'What it promises now',
    noPromise: 'It is about to move.',
    gameOver: 'The game is over.',
    onTopForEver: 'Frozen, answered on top for ever:',
    replyText: (move: string, reply: string, freezes: boolean, wins: boolean) =>
      wins ? `→ ${reply}, and wins` : move === reply ? (freezes ? '→ on top, then frozen' : '→ on top') : `→ ${reply}`,
    cylinderLegend: 'Point at a column to see the answer that is ready. Hatched columns are frozen; the pairs in them are yours below, its above.',
    planeLegend: 'Blue borders: the tiles of the proof. Pink lines are being watched, grey dotted ones are broken for ever.',
    keptTitle: 'Kept so far',
    noRounds: 'Play a stone, and see whether it keeps its word.',
    keptCount: (kept: number, all: number) => `${kept} of ${count(all, 'answer', 'answers')} as promised`,
    round: (round: { move: string[]; reply: string[]; frozen: boolean; kept: boolean }) =>
      `You ${round.move.join(' ')}, it ${round.reply.join(' ')} ${round.kept ? '✓' : '✗ not as promised'}${round.frozen ? ' (frozen column)' : ''}`,
    column: 'play a stone',
    columnFrozen: (column: string) => `Column ${column}: frozen; it will answer on top`,
    columnReply: (column: string, reply: string, freezes: boolean) =>
      `Column ${column}: it will answer ${reply === column ? 'on top' : `in ${reply}`}${freezes ? ' and freeze the column' : ''}`,
    cylinderRegion: 'The cylinder; scroll to see lower rows',
    cylinderLabel: (width: number, stones: number, frozen: string) =>
      `Cylinder of ${count(width, 'column', 'columns')}, ${count(stones, 'stone', 'stones')}. ${frozen ? `Frozen: ${frozen}.` : 'Nothing is frozen.'}`,
    planeLabel: (game: string, stones: number) =>
      `Infinite board ${game}, ${count(stones, 'stone', 'stones')}. Arrow keys move the cursor, Enter places a stone, plus and minus zoom.`,
    cursor: (cell: string, what: string) => `${cell}: ${what}`,
    yours: 'your stone',
    its: 'its stone',
    empty: 'empty',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    fit: 'Fit',
    fitLabel: 'Show all stones',
  },
  proofs: {
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
    withRules: 'With Allis’s rules',
    rulesHint: 'Smaller and sooner found; the checker takes Allis’s theorem about the rules as an axiom.',
    plainHint: 'Moves only: the checker takes nothing on trust.',
    noRules: 'On boards with an odd number of rows there are no rules, only moves.',
    prove: 'Prove it',
    proving: 'How much is proved',
    begins: 'looking for the value…',
    soFar: (positions: string, seconds: number) => `${positions} positions, ${seconds.toFixed(0)} s`,
    stopped: 'Stopped; nothing was proved.',
    falseClaim: (value: 'win' | 'draw' | 'loss', toMove: Player) =>
      `That is not so: ${value === 'draw' ? 'the game is a draw' : `${colour(value === 'win' ? toMove : toMove === 'first' ? 'second' : 'first')} wins`}.`,
    openTitle: 'Check a certificate',
    open: 'Open a certificate…',
    dropHint: 'or drop the file here',
    letGo: 'Let go to open it',
    tooLarge: 'The file is larger than 8 MB; check it with inarow-check on the command line.',
    shipped: 'Proofs that come with the program',
    byRules: 'by rules',
    unreadable: 'This is no certificate',
    close: 'Close the certificate',
    claimText: (h: { claim: string; for: Player; score: number; game: string }) => {
      const other = h.for === 'first' ? 'second' : 'first';
      if (h.claim === 'not-lose') return `${colour(h.for)} does not lose`;
      if (h.claim === 'cannot-lose') return `${colour(h.for)} never loses`;
      if (h.claim === 'drawn') return `${h.game} is drawn`;
      if (h.claim === 'score') return `The score of ${colour(h.for)} is ${h.score}`;
      if (h.claim === 'value' && h.score === 0) return 'The game is a draw';
      if (h.claim === 'value' && h.score < 0) return `${colour(other)} wins`;
      return `${colour(h.for)} wins${h.score > 1 ? ` with a score of ${h.score} or more` : ''}`;
    },
    gameName: (game: string) => {
      const match = /^drop:(\d+)xinf(:cyl)?$/.exec(game);
      if (match) return match[2] ? `on the cylinder of width ${match[1]}` : `on ${match[1]} columns of infinite height`;
      return /^drop:/.test(game) ? texts.gameName(game) : '';
    },
    where: (game: string, cells: string) => {
      const name = texts.proofs.gameName(game);
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
  },
  play: {
    intro: 'Play against the solver. It never makes a mistake.',
    youPlay: 'You play',
    newGame: 'New game',
    hints: 'Show me the values',
    takeBack: 'Take back',
    yourTurn: 'Your turn.',
    thinking: 'The solver is thinking…',
    won: 'You have won. Well played: that needed perfect moves.',
    lost: 'The solver has won.',
    drawn: 'Drawn.',
    fromHere: 'Play on from this position',
  },
};
