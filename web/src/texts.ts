// Every text of the page, so that it can be translated in one place.

import type { Player } from './game/types';

const colour = (player: Player) => (player === 'first' ? 'White' : 'Black');
const black = (player: Player) => (player === 'first' ? 'Black' : 'White');
/** Black begins in placement games, White in drop games. */
const colourIn = (game: string) => (/^Connect\(/.test(game) ? black : colour);
const count = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;

const placementNames: Record<string, string> = {
  'Connect(3,3,3,1,1)': 'tictactoe',
  'Connect(15,15,5,1,1)': 'gomoku',
  'Connect(19,19,6,2,1)': 'connect6',
};
const placementName = (game: string) =>
  ({ tictactoe: 'Tic-tac-toe', gomoku: 'Gomoku 15×15', connect6: 'Connect6 19×19', 'Connect(6,2,3)': 'Connect(6,2,3), infinite' })[placementNames[game] ?? game] ?? game;
export interface StepText {
  text: string[];
  ask?: string;
  /** By the answers' names. */
  options?: Record<string, string>;
  right?: string;
  /** By answer; * for all others. */
  wrong?: Record<string, string>;
}
export interface LessonText {
  title: string;
  steps: StepText[];
}

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
    if (!match) return placementName(game);
    const size = `${match[1]}×${match[2]}`;
    const rest = (match[3] ? `, ${match[3]} in a row` : '') + (match[4] ? ', cylinder' : '');
    return size === '7×6' && !rest ? 'Connect-Four 7×6' : size + rest;
  },
  badBoard: 'This board does not fit: columns times rows plus one may be at most 128.',
  boardLabel: (game: string, stones: number, state: string) => `Board ${game}, ${count(stones, 'stone', 'stones')}. ${state}`,
  aroundHint: (first: string, last: string) =>
    `${first} and ${last} are neighbours: the faint columns show what lies around the edge.`,
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
  scoreIs: (score: string) => `score ${score}`,
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
  keys: 'Keys: 1–9 play a column, ← → go back and forward, ↑ ↓ between variations, Home and End, W why, V values.',
  offline: 'The program does not answer. Is inarow serve still running?',
  needToken: 'This server needs the token of the address that inarow serve printed.',
  stopped: 'Stopped by the time limit; what is proved so far is shown.',
  tree: {
    moves: 'Moves and variations',
    moveLabel: (ply: number, colour: string, move: string, commented: boolean) =>
      `Move ${ply}, ${colour} ${move}${commented ? ', with a comment' : ''}`,
    variation: (move: string) => `Variation ${move}`,
    commentOn: (move: string) => `Comment on ${move}`,
    commentOnGame: 'Comment on the game',
    makeMain: 'Make main line',
    remove: 'Delete from here',
  },
  placement: {
    colour: black,
    toMove: (player: Player, left: number, due: number) =>
      `${black(player)} to move${due > 1 ? `: ${left === due ? count(left, 'stone', 'stones') : `${count(left, 'more stone', 'more stones')}`}` : ''}`,
    hasWon: (player: Player) => `${black(player)} has won`,
    wins: (player: Player) => `${black(player)} wins`,
    unknown: 'No forced win found',
    provedByThreats: (order: number) => `proved by threats of order ${order}`,
    lookingForThreats: (order: number) => `looking for wins by threats of order ${order}`,
    lookingAtAll: 'looking at all ways to play',
    nothingFound: (order: number) =>
      order > 0 ? `No win by threats up to order ${order} was found. That proves nothing: there may be other wins.` : 'Stopped before anything was proved.',
    nothingToProve: 'Nothing can be proved here: place some stones.',
    bestMove: 'Move that keeps it',
    everyMoveLoses: 'Every move loses.',
    playIt: (move: string) => `Play ${move}`,
    seeWhy: 'See why',
    valuesOfMoves: 'Each empty cell shows the exact value of a stone there.',
    valuesOfStones: 'Each empty cell shows what the move is worth if its first stone goes there.',
    whatIsSearched: 'Large boards: forced wins by threats of either side. Boards of up to 62 cells: also the exact value, if there is time.',
    badGame: (text: string) => `There is no game “${text}”. Write for example connect6 or Connect(9,9,5,1,1).`,
    notHere: (text: string) => `${text} has no board of its own; the page Strategies plays it.`,
    badMoves: (text: string) => `The moves “${text}” of the address cannot be played here.`,
    boardRole: 'board',
    boardLabel: (game: string) => `Board of ${game}`,
    boardKeys: 'Arrow keys move the cursor, Enter places a stone, Backspace takes it back, Shift with arrows moves the view, plus and minus zoom, 0 shows all.',
    stonesOf: (player: Player, cells: string) => `${black(player)}: ${cells || 'no stones'}.`,
    empty: 'empty',
    inZone: (r: number) => `zone ${r}`,
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    fit: 'Show all',
    numbers: 'Numbers',
    panHint: 'The board has no end: drag it, zoom with the wheel or two fingers.',
    keys: 'Keys: Tab to the board, then arrows and Enter; elsewhere ← → go back and forward, ↑ ↓ other variations, Home and End, W why, V values, N numbers.',
    examples: 'Positions to look at',
    exampleNames: {
      v: 'Connect(6,2,3): three stones that win',
      zone: 'Connect(6,2,3): the zone if White passes',
      six: 'Connect6: a forced win',
      gomoku: 'Gomoku: a forced win',
      pass: 'Gomoku: where White must play',
      tictactoe: 'Tic-tac-toe: every value',
    },
    custom: {
      infinite: 'Infinite board',
      stonesAMove: 'Stones a move',
      firstMove: 'Stones at first',
      bad: 'Sides are 1 to 64; the other numbers 1 to 1000.',
    },
    verifier: {
      title: 'Defenses that are left',
      intro: (player: Player) => `Which moves of ${black(player)} are not refuted by threats? Every other move is proved to lose.`,
      list: 'List them',
      running: 'Trying the moves…',
      pass: 'any move',
      andAny: (stones: string) => `${stones} + any`,
      winsAtOnce: (player: Player) => `${black(player)} completes a line at once.`,
      allRefuted: (player: Player) => `None: every move is refuted. ${black(player)} wins, proved.`,
      open: (n: number, complete: boolean) => `${count(n, 'move is', 'moves are')} not refuted${complete ? '; all others lose' : ' so far; the time was up'}. Click one to see it.`,
      openButLost: (n: number) =>
        `${count(n, 'move is', 'moves are')} not refuted one by one with threats of this kind; the win above covers them as well.`,
      more: (n: number) => `and ${n} more`,
      refuted: (n: number) => `Refuted: ${n} were tried, the zones take care of the rest`,
    },
    setup: {
      intro: 'Click the board to put stones there or to take them away.',
      counts: (blackStones: number, white: number) => `${blackStones} black, ${white} white`,
      refused: {
        counts: (q: number, p: number) =>
          `Not possible: Black begins with ${count(q, 'stone', 'stones')}, and then ${p === 1 ? 'each move has one stone' : `each move has ${p} stones`}; these numbers of stones never come up.`,
        line: () => 'Not possible: somebody has a line already, so the game would have ended before.',
      },
    },
    estimate: 'Estimate',
    chance: (player: Player, win: number) => `${black(player)} wins with a chance of about ${Math.round(100 * win)} %. This is no proof.`,
    percent: (win: number) => `${Math.round(100 * win)} %`,
    estimateHint: 'The engine looks a few moves ahead. Behind each move: the chance of the player who makes it, and what the engine expects then.',
    playIntro: 'Play against the computer.',
    against: 'Against',
    levels: { strong: 'Strong', easy: 'Easy' },
    thinking: 'The computer is thinking…',
    youWon: 'You have won.',
    computerWon: 'The computer has won.',
    yourTurnStones: (n: number) => `Your turn: ${count(n, 'stone', 'stones')}.`,
    hints: 'Tell me what is proved',
    lookingForHint: 'Looking…',
    howStrong: 'How strong it is',
    strength: {
      easy: 'Easy completes its own lines and stops yours when they are about to be completed. Otherwise it takes the cell on the most promising lines. It does not look ahead.',
      exact: 'On a board this small the computer plays perfectly: every move keeps the proved value.',
      strong:
        'Strong plays a win by threats whenever it finds one, and such a win is proved. If you threaten to win by threats, it looks for a move after which your win is not found any more. Otherwise it searches some moves ahead by what lines are worth, which proves nothing; with at most 16 empty cells it plays perfectly.',
    },
    why: {
      loading: 'Looking for threats and forced wins…',
      emptyBoard: 'Place some stones, or choose one of the positions below.',
      wins: (player: Player) => `${black(player)} wins by force`,
      draw: 'Draw with best play',
      none: 'No forced win found',
      notFinished: 'No forced win found in the time given',
      provedExactly: 'proved by exact search',
      ifPassed: (winner: Player, mover: Player) => `If ${black(mover)} did nothing, ${black(winner)} would win:`,
      winsNow: 'A line can be completed at once:',
      sequence: 'The win, step by step',
      sequenceIfPassed: 'The threatened win, step by step',
      previous: '◀ Previous',
      next: 'Next ▶',
      step: (n: number, of: number) => `${n} of ${of}`,
      stepHint: 'Next places the moves on the board, one after the other.',
      moves: (player: Player, cells: string) => `${black(player)} plays ${cells}`,
      hasMoved: (player: Player) => `${black(player)} has moved`,
      completes: 'and completes a line.',
      makes: (threats: number, p: number) =>
        threats > p ? `with more threats than ${count(p, 'stone', 'stones')} can stop.` : threats === 0 ? 'without a threat yet.' : `with ${count(threats, 'threat', 'threats')}.`,
      answers: (cells: string) => `The answer ${cells} stops them for now.`,
      leavesFree: 'The answer is free; the zones show where it could matter.',
      zones: 'Relevance zones',
      noZone: 'None',
      zoneText: (winner: Player, p: number) =>
        `${black(winner)}'s win still works if the other side has an extra stone outside Z1${p > 1 ? ', and a second one outside Z2, and so on' : ''}. Each cell has the number of the first zone it is in.`,
      zoneSize: (r: number, cells: number) => `Z${r}: ${count(cells, 'cell', 'cells')}`,
      zoneRest: (r: number) => `from Z${r} on: the whole board`,
      noZones: 'The zones of this win are the whole board: every extra stone may matter.',
      mustTouch: (player: Player, stones: number) => `${black(player)} loses unless ${stones > 1 ? 'one of the stones goes' : 'the stone goes'} to one of these cells:`,
      showThem: (n: number) => count(n, 'cell', 'cells'),
      threats: 'Threats',
      threatCount: (player: Player, n: number, more: boolean) =>
        more ? `${black(player)}: more threats than a move can stop` : n === 0 ? `${black(player)}: no threat` : `${black(player)}: ${count(n, 'threat', 'threats')}`,
      showAll: (n: number) => `Show ${n === 1 ? 'it' : `all ${n}`}`,
      building: (n: number) => `${count(n, 'line', 'lines')} one stone short of a threat.`,
      defenses: (player: Player) => `What stops them (${black(player)} to move)`,
      normal: 'as few stones as possible',
      relaxed: 'more stones than needed, but none can be left out',
      relaxedMark: '* more stones than needed, but none of these can be left out.',
      best: (move: string) => `A move that keeps the value: ${move}.`,
      order: 'Look for',
      orders: ['forcing moves only', 'one free stone', 'two free stones', 'three free stones'],
    },
  },
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
    solved: (n: number) => `Groups that the rules stop (${n})`,
    stoppedBy: (rules: string) => `stopped by ${rules}`,
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
    placementClaims: {
      value: 'Who wins, or that it is a draw',
      'win first': 'Black wins',
      'win second': 'White wins',
      'not-lose first': 'Black does not lose',
      'not-lose second': 'White does not lose',
    } as Record<string, string>,
    placementHint: 'Small boards are proved with all moves. On large and infinite ones a win is proved by threats and relevance zones; that nobody wins cannot be proved there.',
    notFound: (order: number) =>
      `No proof was found by threats of up to order ${order}; that says nothing about who wins. “Look for” in the panel Why sets a higher order.`,
    unwalked: 'This proof is checked as a whole and cannot be walked through here. The panel Why shows a win on the board, step by step.',
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
    shipped: 'Proofs that come with the program',
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
  learn: {
    title: 'Learn',
    intro: 'A short course from Victor Allis’s thesis of 1988, in his own positions. Every answer is checked by the program.',
    contents: 'Lessons',
    parts: {
      basics: 'Seeing the game',
      rules: 'The nine rules',
      proofs: 'Proofs',
      reading: 'To read',
    },
    lessonOf: (n: number, all: number) => `Lesson ${n} of ${all}`,
    stepOf: (n: number, all: number) => `Step ${n} of ${all}`,
    source: (chapter: string) => `Thesis, section ${chapter}`,
    diagram: (name: string) => `Diagram ${name}`,
    progress: (done: number, all: number) => `${done} of ${all} steps done`,
    lessonState: (title: string, done: number, all: number) =>
      `${title}: ${done === all ? 'done' : done === 0 ? 'not begun' : `${done} of ${all} done`}`,
    forget: 'Start over',
    forgetSure: 'Forget all progress?',
    next: 'Next',
    nextLesson: 'Next lesson',
    back: 'Back',
    lastDone: 'That was the course. Now play, and look at the Why of your own games.',
    open: 'Open in the workbench',
    solved: 'Solved',
    right: 'Right.',
    wrong: 'Not quite.',
    found: (found: number, all: number) => `${found} of ${all} found.`,
    clickBoard: 'Click a square on the board.',
    clickAll: (n: number) => `Click ${count(n, 'square', 'squares')} on the board.`,
    already: 'That one you have found already.',
    showAnswer: 'Show me',
    taken: (square: string) => `On ${square} there is a stone already.`,
    notPlayable: (square: string) => `A stone cannot fall on ${square} yet: the square below it is empty.`,
    asking: 'Asking the solver…',
    refuted: (move: string, text: string) => `${move} is not it: ${text}.`,
    refutedSlower: (move: string, moves: number, best: number) => `${move} wins too, but in ${moves} moves instead of ${best}.`,
    refutedBy: (line: string) => `Best play goes on ${line}.`,
    whoWins: (player: Player, moves: number | null) =>
      `${colour(player)} then wins${moves === null ? '' : ` in ${count(moves, 'move', 'moves')}`}`,
    thenDraw: 'the game is then only a draw',
    playThrough: 'Play it through',
    lineBack: 'One move back',
    lineForward: 'One move on',
    lineStart: 'To the position of the question',
    lineAt: (n: number, all: number) => `${n} of ${all} moves`,
    boardLabel: (stones: number, state: string) => `Board with ${count(stones, 'stone', 'stones')}. ${state}`,
    squareLabel: (square: string, what: string) => `${square}: ${what}`,
    squareEmpty: 'empty',
    squareMarked: 'marked',
    squareRight: 'right',
    squareWrong: 'wrong',
    odd: 'odd',
    even: 'even',
    proof: {
      pool: 'Rules to choose from, and how many of the groups each would stop',
      left: (n: number) => (n === 0 ? 'No group is left.' : `${count(n, 'group', 'groups')} left to stop:`),
      clash: (a: string, b: string) => `${a} and ${b} cannot stand together: they share a square.`,
      done: 'That is a proof: every group is stopped, and no two rules get in each other’s way.',
      stops: (n: number) => `stops ${count(n, 'group', 'groups')}`,
      clear: 'Clear',
      show: 'Show me a proof',
      checking: 'Checking…',
    },
    ruleName: (rule: string) => {
      const [name = '', ...squares] = rule.split(' ');
      return `${name.charAt(0).toUpperCase()}${name.slice(1)} ${squares.join(' ')}`;
    },
    lessons: {
      game: {
        title: 'The game and its squares',
        steps: [
          {
            text: [
              'Seven columns, six rows. White begins, then the players take turns. A stone falls to the lowest free square of its column, and whoever first has **four in a row** wins: across, upwards or slantwise.',
              'Columns are called a to g, rows 1 to 6 from the bottom. A row of four is a **group**, and is named by its two ends: here White has c1–f1.',
            ],
            ask: 'White’s last stone is marked with a dot. Click its square: which one is it?',
            right: 'f1. It completed c1–f1 and ended the game.',
            wrong: { '*': 'The last stone has a dot in its middle. It lies in the lowest row.' },
          },
          {
            text: ['Upwards is the easiest way to see, and the easiest to stop.'],
            ask: 'White to move. Where does he win at once?',
            right: 'c5 completes c2–c5.',
            wrong: { '*': 'Look for three white stones on top of each other.' },
          },
          {
            text: ['Slanting groups are the ones that people overlook.'],
            ask: 'White to move. One square wins. Find it.',
            right: 'f3 completes d1–g4.',
            wrong: { '*': 'White has d1, e2 and g4. What is missing between them?' },
          },
        ],
      },
      threats: {
        title: 'Threats',
        steps: [
          {
            text: [
              'A **threat** is an empty square that would complete a group. It matters little how many groups a square completes; what counts is the square.',
              'If a threat can be played at once, the opponent must answer. Two such threats at the same time cannot both be answered.',
            ],
            ask: 'Black to move. Click all of White’s threats.',
            right: 'b1 and f1. Black can take only one of them, and White wins on the other.',
            wrong: { '*': 'White has c1, d1 and e1. What would make four?' },
          },
          {
            text: ['One move earlier Black could still have stopped that trick.'],
            ask: 'Black to move. Where must she play so as not to lose?',
            right: 'b1 or e1: then three stones with both ends open cannot arise. The program says that Black even wins from here.',
            wrong: { '*': 'White answers e1 or b1 and has three in a row with both ends open.' },
          },
          {
            text: [
              'Two threats of the same player **directly above each other** also win: if the opponent takes the lower one, you take the upper one.',
              'White has such a pair in the c-column and another in the g-column.',
            ],
            ask: 'White to move. Where should he begin if he is in a hurry?',
            right: 'He simply fills the column: when the second square is taken, Black must take the third and White wins on the fourth.',
            wrong: { '*': 'That wins as well, but later. The pairs are in the c- and the g-column.' },
          },
        ],
      },
      useless: {
        title: 'Useless threats',
        steps: [
          {
            text: [
              'White could complete a group on no fewer than ten squares: everything from b2 to b6 and from f2 to f6. It looks overwhelming.',
              'But a threat is only worth something if its square will ever be reached.',
            ],
            ask: 'Look at b3. Is White’s threat there of any use?',
            options: { yes: 'Yes, he will win there', no: 'No, nobody will ever get there' },
            right: 'To reach b3 somebody must take b2 first. Both players have a threat at b2, so the game ends there.',
            wrong: { '*': 'What happens when a stone falls on b2? Who has a threat there?' },
          },
          {
            text: ['So most of these squares can be forgotten, Black’s at b6 and f6 as well.'],
            ask: 'Which of Black’s threats are left? Click both.',
            right: 'b2 and f2. White has the same two, so all depends on who must play b1 or f1 first.',
            wrong: { '*': 'Look for the lowest threat in each of the two empty columns.' },
          },
          {
            text: [
              'Nobody wants to play b1 or f1: the other would win above it. There are six quiet squares left, all in the g-column, and White is to move.',
              'Six is even. Play it through below the board if you like.',
            ],
            ask: 'Who wins?',
            options: { first: 'White', second: 'Black', draw: 'Nobody' },
            right: 'After g1 to g6 it is White’s turn again and he must open one of the two columns. That is no bad luck: a column has an even number of squares, so filling it changes nothing about whose turn it is.',
            wrong: { '*': 'Count: g1 White, g2 Black and so on. Who has to move after g6?' },
          },
          {
            text: [
              'Here Black has a threat at e3 and White has one at e4, the square directly above it.',
              'Before anybody gets to e4, somebody must take e3.',
            ],
            ask: 'Is White’s threat at e4 of any use?',
            options: { yes: 'Yes', no: 'No' },
            right: 'If Black gets e3 she has won; if White takes e3 himself, Black takes e4. A threat directly above one of the opponent is useless.',
            wrong: { '*': 'For White to get e4, Black would have to play e3. What would that give her?' },
          },
        ],
      },
      oddeven: {
        title: 'Odd and even threats',
        steps: [
          {
            text: [
              'A square is **odd** or **even** by its row. When everything else is full and one column is left, White begins in it: he gets its odd squares and Black the even ones.',
              'So Black’s good threats are the even ones, White’s the odd ones.',
            ],
            ask: 'Black has two threats here. What are they?',
            options: { odd: 'Odd', even: 'Even', both: 'One of each' },
            right: 'b2 and f2 lie in the second row. They are just what Black wants.',
            wrong: { '*': 'Both threats lie in the same row. Which one is it?' },
          },
          {
            text: [
              'Now both have what they like: White an odd threat at b3, Black an even one at e2. Only the b- and e-columns are open, and Black is to move.',
            ],
            ask: 'Whose threat is stronger?',
            options: { first: 'White’s odd one', second: 'Black’s even one', draw: 'Neither wins' },
            right: 'White’s. Black dare not play b2, so five squares of the b-column stay empty: an odd number, and that turns round who gets which squares elsewhere.',
            wrong: { '*': 'Black must move. b2 loses at once, and after e1 White takes e2.' },
          },
          {
            text: ['See how it ends. Black can choose how long it takes, not how it ends.'],
            ask: 'Where does Black play to lose as late as possible?',
            right: 'e1. Then the e-column is filled, White taking e2, and Black must play b2 after all. Play it through.',
            wrong: { '*': 'There are only two columns; one of them loses at once.' },
          },
          {
            text: [
              'Odd against odd: White has f3, Black has c3 (so has White). Both columns have five empty squares, ten in all, so White must give up his own threat first.',
              'One should then look twice: filling a column makes new stones.',
            ],
            ask: 'White to move. Who wins?',
            options: { first: 'White', second: 'Black', draw: 'Nobody' },
            right: 'While the f-column is filled Black gets f5, and with it a second threat at c2, directly below c3. Play it through: it ends with c2.',
            wrong: { '*': 'Play it through below the board and watch what f5 does.' },
          },
        ],
      },
      followup: {
        title: 'Follow-up',
        steps: [
          {
            text: [
              'Every column here has an even number of empty squares, and White is to move. So Black can always answer **in the column White has just used**. That is called follow-up.',
              'White then gets only odd squares and Black only even ones, and White can do nothing about it.',
            ],
            ask: 'White plays e3. Where does Black follow up?',
            right: 'e4, on top of it. And she keeps her win.',
            wrong: { '*': 'Follow-up means the same column, on top of White’s stone.' },
          },
          {
            text: ['White chooses the order, Black the squares. Play it through: whatever the order, in the end White must open b or f.'],
            ask: 'Which squares does White get in this line?',
            options: { odd: 'Only odd ones', even: 'Only even ones', both: 'Both kinds' },
            right: 'Only odd ones. Black’s even threats at b2 and f2 decide.',
            wrong: { '*': 'White always plays first into a pair of squares. Is the lower one odd or even?' },
          },
          {
            text: ['Could Black follow up from the very first move? Here she has: a1 a2, b1 b2, c1 c2.'],
            ask: 'White to move. What is wrong with her plan?',
            right: 'White has the whole bottom row and wins with d1. Follow-up works only where it leaves White no group.',
            wrong: { '*': 'Look at the bottom row.' },
          },
          {
            text: [
              'Follow-up can also be enough to hold a position in which Black has no threat at all. Here it gives her all even squares that are left.',
              'Play it through to the full board.',
            ],
            ask: 'How does this game end if Black follows up to the end?',
            options: { first: 'White wins', second: 'Black wins', draw: 'A draw' },
            right: 'A draw: no group of White’s consists of odd squares only and the stones he has. The rules prove it: Black cannot lose.',
            wrong: { '*': 'Play it to the end and look for four in a row.' },
          },
        ],
      },
      zugzwang: {
        title: 'Zugzwang',
        steps: [
          {
            text: [
              '**Zugzwang**: you must move, although every move hurts. In this game all of strategy comes down to it.',
              'Five columns are full, two are empty, and both squares that can be played are bad.',
            ],
            ask: 'Whose turn is it?',
            options: { first: 'White’s', second: 'Black’s' },
            right: 'White’s. Thirty stones lie on the board, an even number. He plays b1 or f1, and Black wins above it.',
            wrong: { '*': 'White moves after an even number of stones. Five full columns are thirty.' },
          },
          {
            text: [
              'A player **controls the zugzwang** if it is his choice how odd and even squares are shared out. On the empty board every column has an even number of squares.',
            ],
            ask: 'Who controls the zugzwang at the start?',
            options: { first: 'White', second: 'Black', none: 'Nobody' },
            right: 'Black: she can follow up whenever she likes. White takes it from her only with an odd threat.',
            wrong: { '*': 'Who can always answer in the same column?' },
          },
          {
            text: [
              'White has the odd threat a3, so Black will not play a2. Forget the a-column: on the other six, White wants to be the one who follows up.',
              'For that, each of them must have an even number of empty squares with Black to move.',
            ],
            ask: 'White to move. Which square puts that right?',
            right: 'b4. Now Black must always play first elsewhere, White follows up, and at last Black has to play a2.',
            wrong: { '*': 'Count the empty squares of each column but a. Which column has an odd number?' },
          },
          {
            text: [
              'Follow-up can be mended if some columns are odd: Black pairs off the **even squares that can be played now**, and gets one of each pair.',
            ],
            ask: 'Click the four even squares that can be played now.',
            right: 'a2, c4, e4 and g2: two pairs, for instance a2 with c4 and e4 with g2. She still wins at b2 or f2.',
            wrong: { '*': 'The square must be empty, lie directly on a stone, and be in an even row.' },
          },
        ],
      },
      tactics: {
        title: 'Strategy needs tactics',
        steps: [
          {
            text: [
              'Black has even threats at b2 and f2 and controls the zugzwang. In the long run she wins, unless something happens now.',
            ],
            ask: 'White to move. Only one move saves him, and it even wins. Which?',
            right: 'a1 threatens a1–d1, so Black must answer b1, and then White gets b2.',
            wrong: { '*': 'White needs a move that Black must answer in the b-column.' },
          },
          {
            text: ['Black has answered b1.'],
            ask: 'Where must White play?',
            right: 'b2: otherwise Black wins there. So Black’s first threat is gone.',
            wrong: { '*': 'Black now threatens to win. Where?' },
          },
          {
            text: [
              'A few forced moves later White has made an **odd threat** at a3. Black still has f2, but an odd threat of White’s is stronger than an even one of Black’s.',
            ],
            ask: 'Who controls the zugzwang now?',
            options: { first: 'White', second: 'Black', none: 'Nobody' },
            right: 'White. The rules prove that he wins: you will see how in the lesson on VICTOR.',
            wrong: { '*': 'Black does not dare to play a2. What does that do to the count on the other columns?' },
          },
        ],
      },
      claimeven: {
        title: 'Claimeven',
        steps: [
          {
            text: [
              'The rules that follow are promises. Each says which of White’s groups can be **stopped**, and how. Black is the one who controls the zugzwang, White is to move.',
              '**Claimeven**: two empty squares above each other, the upper one even. Black waits until White takes the lower one, and takes the upper one.',
            ],
            ask: 'Which square does Black’s Claimeven on f3 and f4 give her?',
            right: 'f4. Every group through f4 is stopped.',
            wrong: { f3: 'f3 is what White gets in exchange.', '*': 'The rule only speaks about f3 and f4.' },
          },
          {
            text: ['White would like to complete c2–f2. He has d2 already.'],
            ask: 'Which square of it can Black claim by a Claimeven?',
            right: 'f2, with f1 below it still empty. c2 and e2 can be played at once, so White could simply take them.',
            wrong: {
              c2: 'c2 can be played at once: White would take it.',
              e2: 'e2 can be played at once: White would take it.',
              d2: 'White has d2 already.',
              '*': 'It must be a square of c2–f2.',
            },
          },
          {
            text: ['Here ten Claimevens are enough: every group that White could still complete goes through one of the marked squares.'],
            ask: 'So Black cannot lose. What is the position worth with best play?',
            options: { first: 'White wins', second: 'Black wins', draw: 'Draw' },
            right: 'A draw. The rules say that Black does not lose; that White does not lose either, the solver says.',
            wrong: { first: 'The ten Claimevens prove that he does not.', '*': 'Claimevens alone only stop White. Open it in the workbench to see all values.' },
          },
        ],
      },
      baseinverse: {
        title: 'Baseinverse',
        steps: [
          {
            text: [
              '**Baseinverse**: two squares that can both be played now. White can take only one of them in a move, so Black gets the other.',
              'White may hope for a1–d1.',
            ],
            ask: 'White plays b1. Where does Black answer?',
            right: 'a1. She gets one of the two squares, and one is enough.',
            wrong: { '*': 'a1–d1 has two squares left. White has just taken one.' },
          },
          {
            text: ['White decides which of the two he takes, so only groups that need **both** squares are stopped.'],
            ask: 'Which of these does the Baseinverse on c4 and d3 stop?',
            options: { 'b5–e2': 'b5–e2', 'a4–d4': 'a4–d4', 'd3–g3': 'd3–g3' },
            right: 'b5–e2 goes through c4 and d3. (So do a6–d3 and c4–f1.)',
            wrong: { 'a4–d4': 'a4–d4 has c4, but not d3. White could just take c4.', 'd3–g3': 'd3–g3 has d3, but not c4. White could just take d3.' },
          },
        ],
      },
      vertical: {
        title: 'Vertical',
        steps: [
          {
            text: [
              '**Vertical**: two empty squares above each other, the upper one odd. When White takes the lower one, Black takes the upper one; and she may take the lower one herself whenever she likes.',
              'White has e2 and e3.',
            ],
            ask: 'Click the two squares of the Vertical that stops e2–e5.',
            right: 'e4 and e5: White will not get both.',
            wrong: { '*': 'Both must be empty squares of e2–e5.' },
          },
          {
            text: ['If the upper square were even it would be a Claimeven, which promises more. The Vertical needs no zugzwang, so it gets on well with other rules.'],
            ask: 'What else does e4 and e5 stop?',
            options: { 'e3–e6': 'e3–e6', 'd5–g5': 'd5–g5', 'b1–e4': 'b1–e4' },
            right: 'e3–e6 needs both squares as well. A group that two neighbours of a column belong to is always upright: hence the name.',
            wrong: { '*': 'That group needs only one of the two squares, and White may get just that one.' },
          },
        ],
      },
      aftereven: {
        title: 'Aftereven',
        steps: [
          {
            text: [
              'If Black can complete a group of her own with squares that she gets by Claimeven, she will complete it in the end. This is the rule that **wins**.',
              'Black has c2, d2 and e2.',
            ],
            ask: 'Where will she complete a group? Click both squares.',
            right: 'b2 and f2, by the Claimevens b1–b2 and f1–f2.',
            wrong: { '*': 'Look at both ends of c2, d2, e2.' },
          },
          {
            text: ['Once she plays f2 the game is over. So nobody ever plays above it.'],
            ask: 'White threatens c3–f3. Does the **Aftereven** with f2 stop it?',
            options: { yes: 'Yes', no: 'No' },
            right: 'Yes: f3 comes after f2, hence the name. All groups that need a square above f2 are stopped, and those through f2 by the Claimeven.',
            wrong: { '*': 'When could White play f3?' },
          },
          {
            text: [
              'If two squares are missing, White decides which column is filled first. Here Black needs f2 and g2 for d2–g2; only in one of the two columns, nobody knows which, the game will end.',
            ],
            ask: 'Which of White’s groups is stopped?',
            options: { 'd3–g3': 'd3–g3', 'c3–f3': 'c3–f3', none: 'Neither' },
            right: 'd3–g3 needs a square above in both columns. c3–f3 needs only f3, and may well be completed before g2 is reached.',
            wrong: { 'c3–f3': 'What if f2 is played long before g2?', none: 'One of them needs squares above f2 and above g2.' },
          },
        ],
      },
      lowinverse: {
        title: 'Lowinverse',
        steps: [
          {
            text: [
              'Odd and odd make even. Two columns, in each a pair of empty squares with the **upper one odd**: Black waits in both. White must begin in one of them, and Black takes the odd square above.',
              'Take c2 c3 and d2 d3.',
            ],
            ask: 'Of which two squares is Black sure to get one, which stops b3–e3?',
            right: 'c3 and d3. White decides which, by where he begins.',
            wrong: { '*': 'b3–e3 lies in the third row.' },
          },
          {
            text: ['In each of the two columns Black also gets one of the two squares, as by a Vertical.'],
            ask: 'Which other group is stopped by this Lowinverse?',
            options: { 'd1–d4': 'd1–d4', 'b2–e2': 'b2–e2', 'c4–f4': 'c4–f4' },
            right: 'd1–d4 needs d2 and d3.',
            wrong: { 'b2–e2': 'b2–e2 needs the two lower squares, and White may get both.', 'c4–f4': 'The fourth row has nothing to do with it.' },
          },
        ],
      },
      highinverse: {
        title: 'Highinverse',
        steps: [
          {
            text: [
              'A Lowinverse with one square more on top of each column. When White has begun in one column and Black has taken the odd square, she turns to the other column and claims its even square.',
              'So of the two middle squares she gets one, of the two upper ones as well, and of the two upper squares of each column too.',
            ],
            ask: 'Which of these is **not** stopped by a Highinverse on c2 c3 c4 and d2 d3 d4?',
            options: { 'a4–d4': 'a4–d4', 'b3–e3': 'b3–e3', 'b2–e2': 'b2–e2' },
            right: 'b2–e2 goes through the lowest squares, which White may take both.',
            wrong: { 'a4–d4': 'It goes through c4 and d4, the upper squares: stopped.', 'b3–e3': 'It goes through c3 and d3, the middle squares: stopped.' },
          },
        ],
      },
      baseclaim: {
        title: 'Baseclaim',
        steps: [
          {
            text: [
              'White hopes for b1–e4 and c1–f1. A Claimeven on c2 would stop the one, a Baseinverse on c1 and e1 the other, but both need c1: they cannot be combined.',
              '**Baseclaim** does it with three playable squares, b1, c1 and e1, and the even square c2. The trick is a good answer to each move.',
            ],
            ask: 'White plays c1. Black’s answer?',
            right: 'e1 stops c1–f1. Now c2 can be played, and b1 and c2 are a Baseinverse.',
            wrong: { c2: 'Then White plays e1 and has completed c1–f1.', '*': 'c1–f1 must be stopped at once; b1 and c2 can wait.' },
          },
          {
            text: ['And if White begins on the other side?'],
            ask: 'White plays e1. Black’s answer?',
            right: 'c1 stops c1–f1, and again b1 and c2 answer each other. If White begins with b1, Black takes e1 and keeps the Claimeven on c2.',
            wrong: { '*': 'c1–f1 again. Which square of it can Black take now?' },
          },
        ],
      },
      before: {
        title: 'Before',
        steps: [
          {
            text: [
              'Sometimes Black stops a group by being **first**. White has a group d3–g3 that lacks f3; Black has d2–g2 that lacks f2, directly below.',
              'If White leaves f2 alone, Black wins there. If he takes it, she takes f3.',
            ],
            ask: 'White to move. Where must he play?',
            right: 'f2, and Black answers f3: d3–g3 is stopped either way.',
            wrong: { '*': 'Black threatens to complete d2–g2.' },
          },
          {
            text: [
              'In general: take a group of Black’s own, here b4–e1. For each of its empty squares Black either claims it, or gives it away and takes the square above.',
              'Then either she completes her group, or she gets a square above one of them.',
            ],
            ask: 'Which of White’s groups can therefore never be completed?',
            options: { 'b5–e2': 'b5–e2', 'c5–f2': 'c5–f2', 'a5–d2': 'a5–d2' },
            right: 'b5–e2 needs all the squares above the empty ones, b5 and e2.',
            wrong: { '*': 'Which group contains both b5 and e2, the squares above b4 and e1?' },
          },
        ],
      },
      specialbefore: {
        title: 'Specialbefore',
        steps: [
          {
            text: [
              'The group d2–g2 of Black’s could be a Before against d3–g3: Claimevens on f2 and g2, and a Vertical on e2 and e3. But she needs e3 and e4 for a Claimeven, and that clashes with the Vertical.',
              '**Specialbefore**: instead of e3 she may just as well take d3, since d3–g3 contains it. e2 and d3 can both be played now, so they answer each other.',
            ],
            ask: 'White plays d3. Black’s answer?',
            right: 'e2, and her own group d2–g2 comes first. If White takes e2, she takes d3.',
            wrong: { '*': 'The pair is d3 and e2.' },
          },
        ],
      },
      combine: {
        title: 'Rules that fit together',
        steps: [
          {
            text: [
              'One rule is never enough: **every** group of White’s must be stopped, by rules that can all be kept at once.',
              'Here Black wants a Baseinverse on a1 and b1 against a1–d1, and a Claimeven on b1 and b2 against a1–d4.',
            ],
            ask: 'Can she have both?',
            options: { yes: 'Yes', no: 'No' },
            right: 'No. When White plays b1, one rule wants a1 and the other b2. Most rules may not share a square.',
            wrong: { '*': 'What does each of them answer to b1?' },
          },
          {
            text: [
              'A rule that keeps Black from playing somewhere must hold back an **even** number of squares, or the turn to move comes out wrong.',
              'A Lowinverse on a2 a3 and b2 b3, and a Claimeven on e1 and e2.',
            ],
            ask: 'Can these two stand together?',
            options: { yes: 'Yes', no: 'No' },
            right: 'Yes. They lie in different columns, and whichever is opened first sets free an even number of squares.',
            wrong: { '*': 'They share no square and no column.' },
          },
          {
            text: ['Now a Claimeven on a1 and a2, and a Lowinverse on a4 a5 and b4 b5, **above** it.'],
            ask: 'Can these two stand together?',
            options: { yes: 'Yes', no: 'No' },
            right: 'No. After a1 and a2 only a3 is free below the Lowinverse: one, two, three squares. Odd, so the turn has changed. No Claimeven may lie below a Lowinverse or Highinverse. (A Before on a4 a5 b4 b5 does the same work here and may be combined.)',
            wrong: { '*': 'When a1 and a2 have been played, how many squares of the a-column have become free below a4?' },
          },
        ],
      },
      proof: {
        title: 'Build a proof',
        steps: [
          {
            text: [
              'Now it is your turn. White is to move. **Choose rules for Black** until every group that White could complete is stopped. Rules that share a square are refused.',
              'It is like a house of cards: if one group is left, nothing is proved at all.',
            ],
          },
          {
            text: [
              'You have shown that Black does not lose. But look at b4–e1: Black has three of its stones already, and b4 is the upper square of a Claimeven.',
            ],
            ask: 'Take that Claimeven as an Aftereven. Who wins?',
            options: { first: 'White', second: 'Black', draw: 'Nobody' },
            right: 'Black: with an Aftereven in the set she completes that group in the end.',
            wrong: { '*': 'An Aftereven promises that Black completes the group.' },
          },
        ],
      },
      victor: {
        title: 'How VICTOR proves it',
        steps: [
          {
            text: [
              'VICTOR, Allis’s program, lists every application of the nine rules and every group to be stopped. Then it looks for a set that fits together: it takes the group with the fewest ways to stop it, tries each of them, strikes out what no longer fits, and goes on.',
              'White may use the rules too, if something gives him the zugzwang. Black is to move.',
            ],
            ask: 'Which threat of White’s does it here?',
            right: 'The odd threat a3. The marked squares belong to rules on the other columns; they stop every group of Black’s.',
            wrong: { '*': 'Look for three white stones in a row with an odd square missing.' },
          },
          {
            text: [
              'Two half-finished groups can be as good as an odd threat: d3–g3 and d1–g4 cross in one square, and their other empty squares are neighbours, g3 and g4. White will get one of these.',
            ],
            ask: 'On which square do the two groups cross?',
            right: 'f3. Whatever Black does, White gets an odd threat there or wins. This is called a threat combination.',
            wrong: { '*': 'It belongs to d3–g3 and to d1–g4.' },
          },
          {
            text: [
              'If the rules leave a group, VICTOR knows nothing, and has to search. It grows the tree where the fewest positions must be settled (conspiracy numbers, the forerunner of proof numbers).',
              'After 1. a1 b1 no search is needed. Open it in the workbench and look at Why: twelve rules.',
            ],
            ask: 'What do the rules prove after 1. a1 b1?',
            options: { 'second-not-lose': 'Black does not lose', 'first-wins': 'White wins', none: 'Nothing' },
            right: 'Black does not lose. The thesis carries these rules over to seven columns of any even height.',
            wrong: { '*': 'Remember what Black’s rules can promise.' },
          },
        ],
      },
      d1: {
        title: 'Why 1. d1 wins',
        steps: [
          {
            text: [
              'After any first move but one Black at least draws, and against a1, b1 and c1 the rules alone are enough to show it. That leaves one candidate.',
            ],
            ask: 'White’s only winning first move?',
            right: 'd1, the middle. With best play White wins with his very last stone, the 41st of the game.',
            wrong: { '*': 'The column through which most groups go.' },
          },
          {
            text: ['The win hangs on a thread: time and again there is only one move. Black has answered 1. … d2.'],
            ask: 'White’s only winning move?',
            right: 'd3, and after d4 he must take d5 as well.',
            wrong: { '*': 'The middle again.' },
          },
          {
            text: ['Against 1. … c1 Allis believed in c2, and VICTOR searched for a long time before it found that Black holds. The program had suggested another square from the start.'],
            ask: 'Find a winning move for White.',
            right: 'f1 wins quickest; g1 wins as well.',
            wrong: { '*': 'On the other side: White wants both ends of the bottom row.' },
          },
          {
            text: [
              'And 1. … a1 is the weakest answer: 2. e1, and after c1 or f1 3. e2. Every one of Black’s answers has been searched to the end, by VICTOR in 1988 and by this program.',
              'You need not believe it: the certificate with all of White’s replies comes with Inarow, and inarow-check reads it without any of the solver’s code.',
            ],
            ask: 'After these moves Black is to play. Who wins?',
            options: { first: 'White', second: 'Black', draw: 'Nobody' },
            right: 'White. Open it in the workbench and try to hold it.',
            wrong: { '*': 'Open it in the workbench and look at the values.' },
          },
        ],
      },
    } as Record<string, LessonText>,
  },
  lecture: {
    title: 'The MIT lecture, retold',
    heading: 'Solving Connect-Four: a lecture, retold',
    source:
      'After the lecture “Connect Four” (9 March 2010) of the course SP.268 The Mathematics in Toys and Games, MIT OpenCourseWare, Spring 2010 (ocw.mit.edu), which in turn follows Victor Allis’s thesis. The slides are MIT’s and under its terms; the words and pictures here are our own, and every board is alive.',
    contents: 'In this lecture',
    toLesson: 'Lesson',
    workbench: 'In the workbench',
    game: {
      title: 'The game',
      text: [
        'Two players drop discs into a standing board of seven columns and six rows; four in a row wins. As “The Captain’s Mistress” it is old, in plastic it dates from 1974, and since 1988 it is solved: Victor Allis, and independently James Allen, showed that whoever begins in the middle wins, and that every other first move lets the second player at least draw.',
        'How can a machine know that? Not by looking at everything.',
      ],
    },
    size: {
      title: 'Can one simply write down all positions?',
      text: [
        'A **strong solution** knows the value of every position. The obvious way is a table of them all. How long would it be?',
      ],
      bounds: [
        ['Each of the 42 squares is empty, white or black', '3⁴² ≈ 1.1 · 10²⁰'],
        ['Stones rest on stones, and the colours are in balance', '7.1 · 10¹³'],
        ['Only positions that a game can reach, counted exactly since then', '4 531 985 219 092'],
      ],
      after: [
        'The last step is the hard one. A column that was filled black first may be impossible because White begins; a full board may be impossible because no order of moves leads to it. In 2010 only bounds were known; today the positions have been counted one by one. (The program counts smaller boards the same way: inarow count.)',
        'Four and a half million million entries would have been out of reach in 1988. So Allis took another way.',
      ],
    },
    knowledge: {
      title: 'Knowledge instead of lists',
      text: [
        'Take rules of thumb for tic-tac-toe: win if you can; stop the other if you must; the centre before corners, corners before edges. Sensible, and still there is a game in which they lose.',
        'So one has to keep two kinds of rules apart: those that are **proved** to give a result, and those that are merely good advice. All that follows is of the first kind. In this program the word “proved” is kept for it.',
      ],
      link: 'Try it on the tic-tac-toe board',
    },
    words: {
      title: 'The words',
      threats: 'A **threat** is a square that would complete four. Here White has two, b1 and f1, and Black can take only one.',
      useless: 'A **useless** threat is one that will never be carried out. White has ten threats here, but whoever gets b2 or f2 has won, and all squares above them do not count.',
      zugzwang: '**Zugzwang**: having to move when one would rather not. All columns are even and White is to move, so Black can follow him everywhere. White gets the odd squares, Black the even ones, among them b2 or f2.',
      followed: 'The same game at its end: White must open the b- or the f-column.',
      pairs: 'One threat each, in different columns: who comes out ahead?',
      white: 'White’s threat',
      black: 'Black’s threat',
      result: 'Result, if nothing else happens',
      table: [
        ['odd', 'even', 'White wins'],
        ['even', 'even', 'Black wins'],
        ['even', 'odd', 'Draw'],
        ['odd', 'odd', 'Usually both come to nothing; look closely'],
      ],
    },
    rules: {
      title: 'Nine rules',
      text: [
        'Every rule says which groups of the opponent it stops, and is valid for the player who controls the zugzwang: here always Black, with White to move. Each has a lesson of its own, with questions.',
      ],
    },
    computer: {
      title: 'From rules to a proof',
      text: [
        'On the standard board there are 69 groups. Each one that White could still complete is a **problem**; each application of a rule that stops some of them is a **solution**. Write down all solutions, and note which of them cannot be kept at the same time.',
        'Now choose solutions, no two of which clash, so that every problem is stopped. That is a question about graphs, hard in general, but small here. The idea that makes it quick: always look at the problem with the fewest solutions left.',
      ],
      steps: [
        'No problem left: done, the chosen solutions are the proof.',
        'Otherwise take the problem that the fewest solutions stop.',
        'Try these solutions one after the other: choose one, strike out all problems that it stops and all solutions that clash with it, and begin again.',
        'If none of them works, go back.',
      ],
      live: (problems: number, rules: number, chosen: number) =>
        `After 1. a1 b1: ${problems} problems, ${rules} applications of rules, and ${chosen} of them are enough. Counted by the program just now.`,
      table: 'Which rules may be kept together',
      tableHint: 'The numbers are conditions; all of a field’s must hold.',
      conditions: [
        'They share no square.',
        'No Claimeven lies below the inverse.',
        'In every column their squares are the same, or have nothing in common.',
        'They share no square, and their pairs of columns are the same or have none in common.',
      ],
      tryIt: 'Build such a proof yourself',
    },
    search: {
      title: 'Where the rules say nothing: conspiracy numbers',
      text: [
        'For most positions the rules settle nothing, and one has to search. Give a position 1 if White wins, −1 if Black at least draws, 0 as long as it is open. A position in which White moves is a 1 as soon as one of its moves is; it is a −1 only when all of them are. With Black to move it is the other way round.',
        'So it takes few open positions to **conspire** for the one result, and many for the other. Each node carries both numbers: how many open positions below would have to turn out well for White, and how many for Black, to settle it. A settled node has 0 for what it is and ∞ for the other.',
        'Then search where the fewest must conspire. With win and not-win only, that is **proof-number search**, which Allis published six years later.',
      ],
      figure: 'White to move: for 1 one child is enough, so the smallest first number; for −1 all are needed, so the sum of the second numbers. With Black to move the other way round.',
      treeLabel: 'A tree of positions with their two numbers',
      commands: 'Both are in the program:',
    },
    end: {
      title: 'And then?',
      text: ['The lecture ended with a tournament. You can have one here, against an opponent that makes no mistakes.'],
      play: 'Play',
      certificate: 'The whole proof that 1. d1 wins is in data/connect4-first-wins.cert; inarow-check verifies it without any of the solver’s code.',
    },
  },
  graph: {
    title: 'Value along the game',
    label: 'Value of every position of the game; the table below says the same in words',
    table: 'As a table',
    columns: ['After', 'Value'],
    begin: 'the start',
    move: (ply: number, move: string) => `${ply}. ${move}`,
    unknown: 'not known',
  },
  review: {
    title: 'What was thrown away',
    looking: 'Looking through the game…',
    incomplete: 'Some positions of this game are too hard to be settled here.',
    none: 'Nothing: every move of both sides was the best.',
    hint: 'Choose a move to see the position before it, with the values of all moves.',
    move: (ply: number, colour: string, move: string) => `${ply}. ${colour} ${move}`,
    fault: {
      winToDraw: 'a win became a draw',
      winToLoss: 'a win became a loss',
      drawToLoss: 'a draw became a loss',
      winsLater: 'wins later',
      losesSooner: 'loses sooner',
    },
    detail: (before: number | null, after: number | null) =>
      before !== null && after !== null ? ` (in ${after} instead of ${before})` : '',
  },
  files: {
    title: 'Share and files',
    copyText: 'Copy as text',
    copyPicture: 'Copy picture',
    savePicture: 'Save picture',
    open: 'Open SGF…',
    save: 'Save SGF',
    hint: 'An SGF file can also be dragged onto the page.',
    letGo: 'Let go to open the file',
    downloaded: 'Saved as a file: this browser cannot copy pictures.',
    noClipboard: 'The browser does not let the page copy.',
    tooLarge: (name: string) => `${name} is too large to be a game of this board (more than 60 kB).`,
    refused: (name: string, why: string) => `${name} cannot be opened: ${why}`,
  },
  setup: {
    begin: 'Set up a position',
    title: 'Setting up a position',
    intro: 'Click the columns to put stones there; the order of the colours does not matter.',
    brush: 'With a click',
    erase: 'Take away',
    brushOn: { first: 'put a white stone', second: 'put a black stone', erase: 'take the top stone away' },
    counts: (white: number, black: number) => `${white} white, ${black} black`,
    checking: 'Looking for a game that leads here…',
    good: 'A game leads to this position.',
    refused: (why: string) => `Not possible: ${why}.`,
    done: 'Use this position',
    clear: 'Clear the board',
    cancel: 'Cancel',
  },
  engines: {
    title: 'What other programs think',
    ask: (name: string) => `Ask ${name}`,
    asking: 'Asking…',
    opinion: (move: string, says: string) => (says ? `${move}, not proved. It says: ${says}` : `${move}, not proved.`),
    says: (words: string) => `It says: ${words}`,
    thinks: (win: number, line: readonly string[]) =>
      `I win with a chance of about ${Math.round(100 * win)} %${line.length > 1 ? `; I expect ${line.slice(1, 4).join(' ')}` : ''}`,
    about: (name: string) =>
      `${name} is a program of another author, which this server was started with. How strong it is, nobody here knows, and what it says is not proved.`,
  },
  play: {
    against: 'Against',
    opponents: {
      perfect: 'Perfect player',
      victor: 'VICTOR (1988)',
      'looks:8': 'Hard',
      'looks:4': 'Medium',
      'looks:2': 'Easy',
      'looks:1': 'Beginner',
    },
    about: {
      perfect: 'Never makes a mistake: wins as soon, loses as late as possible.',
      victor: "Plays White by Allis's nine rules and the lines of a proof. He wins every game.",
      'looks:8': 'Sees everything within the next eight stones, and otherwise draws lots.',
      'looks:4': 'Sees everything within the next four stones, and otherwise draws lots.',
      'looks:2': 'Completes four in a row and stops yours; otherwise draws lots.',
      'looks:1': 'Completes four in a row if it can; otherwise draws lots.',
    },
    youPlay: 'You play',
    newGame: 'New game',
    hints: 'Hints',
    takeBack: 'Take back',
    yourTurn: 'Your turn.',
    thinking: (name: string) => `${name}: thinking…`,
    noMove: 'No move was found. Choose another opponent.',
    lookingBack: 'Looking back: go forward to play on.',
    won: (perfect: boolean) => (perfect ? 'You have won. Well played: that needed perfect moves.' : 'You have won.'),
    lost: (name: string) => `${name} has won.`,
    drawn: 'Drawn.',
  },
};
