// Every text of the page, so that it can be translated in one place; those of pages that are loaded when they are opened
// stand beside them (learn/texts.ts, strategies/texts.ts, proofs/texts.ts).

import type { Player } from './game/types';

export const colour = (player: Player) => (player === 'first' ? 'White' : 'Black');
/** Tic-tac-toe is played with X and O; whether it is on the board changes while the page is open. */
let crosses = () => false;
export const namePlayers = (byCrosses: () => boolean) => (crosses = byCrosses);
const black = (player: Player) => (crosses() ? (player === 'first' ? 'X' : 'O') : player === 'first' ? 'Black' : 'White');
/** Black begins in placement games, White in drop games. */
export const colourIn = (game: string) => (/^Connect\(/.test(game) ? black : colour);
/** "c6, e4 and f3" */
const enumeration = (names: string[], last: 'and' | 'or') =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${last} ${names.at(-1)}`;
/** What cannot all be stopped: "both c6 and e4", "all of c6, e4 and f3". */
const allOf = (names: string[]) => `${names.length === 2 ? 'both' : 'all of'} ${enumeration(names, 'and')}`;
export const count = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;

/** How free the attacker's stones are, by the order of the threats: one vocabulary wherever threats are spoken of. */
const threatKinds = ['forcing moves only', 'one free stone', 'two free stones', 'three free stones'];
export const threatKind = (order: number) => threatKinds[Math.max(0, Math.min(threatKinds.length - 1, order - 1))]!;

/** A finger points: words say so. */
export const touch = typeof matchMedia === 'function' && matchMedia('(hover: none)').matches;
export const tap = touch ? 'Tap' : 'Click';

const placementNames: Record<string, string> = {
  'Connect(3,3,3,1,1)': 'tictactoe',
  'Connect(15,15,5,1,1)': 'gomoku',
  'Connect(19,19,6,2,1)': 'connect6',
};
const placementName = (game: string) =>
  ({ tictactoe: 'Tic-tac-toe', gomoku: 'Gomoku 15×15', connect6: 'Connect6 19×19', 'Connect(6,2,3)': 'Connect(6,2,3), infinite' })[placementNames[game] ?? game] ?? game;

export const texts = {
  title: 'Inarow',
  subtitle: 'k-in-a-row, solved and explained',
  colour,
  pages: 'Pages',
  pageNames: { board: 'Board', puzzles: 'Puzzles', strategies: 'Strategies', learn: 'Learn' },
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
  badBoard: 'This board does not fit: columns × (rows + 1) may be at most 128.',
  boardLabel: (game: string, stones: number, state: string) => `Board ${game}, ${count(stones, 'stone', 'stones')}. ${state}`,
  aroundHint: (first: string, last: string) =>
    `${first} and ${last} are neighbours: the faint columns show what lies around the edge.`,
  columnGroup: 'Columns: choose one to play a stone',
  toMove: (player: Player) => `${colour(player)} to move`,
  hasWon: (player: Player) => `${colour(player)} has won`,
  drawn: 'The game is drawn',
  tabs: { analysis: 'Analysis', why: 'Why', play: 'Play', openings: 'Book', proofs: 'Proofs' },
  panels: 'What to show',
  badge: { win: 'Win', draw: 'Draw', loss: 'Loss', unknown: '…', full: 'full' },
  inMoves: (n: number) => `in ${n}`,
  columnLabel: (column: string, text: string) => `Column ${column}: ${text}`,
  columnFull: 'full',
  columnUnknown: 'not known yet',
  moveText: (value: 'win' | 'draw' | 'loss', moves: number | null) =>
    ({ win: 'wins', draw: 'draws', loss: 'loses' })[value] + (moves === null ? '' : ` in ${count(moves, 'move', 'moves')}`),
  /** Begins with what the column shows: Win in 21 moves, or Win +1. */
  columnValue: (value: 'win' | 'draw' | 'loss', moves: number | null, score: string | null) => {
    const inMoves = moves === null ? '' : ` in ${count(moves, 'move', 'moves')}`;
    return texts.badge[value] + (score === null ? inMoves : ` ${score}${inMoves && `,${inMoves}`}`);
  },
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
  lineHint: touch ? 'The best moves of both sides, one after the other.' : 'Point at a column to see the best play after it on the board.',
  stop: 'Stop',
  goOn: 'Search deeper',
  showValues: 'Show values',
  showScores: 'Scores',
  scoresMean: 'How soon the win comes: +1 with the winner’s last stone, +2 one move earlier, and so on; negative for a loss.',
  start: 'To the start',
  undo: 'Back',
  redo: 'Forward',
  end: 'To the end',
  copyLink: 'Copy link',
  copied: 'Copied',
  flipTheme: 'Light or dark',
  close: 'Close',
  newGameBegun: 'A new game. The old one is kept.',
  bringBack: 'Bring it back',
  pageTitle: (page: string) => `${page} · Inarow`,
  /** The position, as a tab of the browser and its history name it. */
  documentTitle: (game: string, moves: readonly string[], status: string) =>
    `${status}${moves.length > 0 ? ` after ${moves.length > 4 ? '… ' : ''}${moves.slice(-4).join(' ')}` : ''} · ${game} · Inarow`,
  movesSoFar: 'Moves',
  noMoves: 'No moves yet.',
  keys: 'Keys: 1–9 play a column, ← → go back and forward, ↑ ↓ between variations, Home and End, W why, ? on a column why not there, V values.',
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
    provedByThreats: (order: number) => `proved by threats (${threatKind(order)})`,
    lookingForThreats: (order: number) => `looking for wins by threats (${threatKind(order)})`,
    lookingAtAll: 'looking at all ways to play',
    nothingFound: (order: number) =>
      order > 0 ? `No win by threats (${threatKind(order)}) was found. That proves nothing: there may be other wins.` : 'Stopped before anything was proved.',
    nothingToProve: 'Nothing can be proved here: place some stones.',
    bestMove: 'Best move',
    everyMoveLoses: 'Every move loses.',
    playIt: (move: string) => `Play ${move}`,
    seeWhy: 'See why',
    valuesOfSome: 'What the cells with a mark are worth is proved; the others have not been looked at.',
    valuesOfMoves: 'Each empty cell shows the exact value of a stone there.',
    valuesOfStones: 'Each empty cell shows what the move is worth if its first stone goes there.',
    whatIsSearched: 'Large boards: forced wins by threats of either side. Boards of up to 62 cells: also the exact value, if there is time.',
    aimAt: (cell: string) => `Aiming at ${cell}`,
    placeAt: (cell: string) => `Place ${cell}`,
    aimLeft: 'One to the left',
    aimRight: 'One to the right',
    aimUp: 'One up',
    aimDown: 'One down',
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
    panHint: touch ? 'The board has no end: drag it, zoom with two fingers.' : 'The board has no end: drag it, zoom with the wheel.',
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
      open: (n: number, complete: boolean) => `${count(n, 'move is', 'moves are')} not refuted${complete ? '; all others lose' : ' so far; the time was up'}. ${tap} one to see it.`,
      openButLost: (n: number) =>
        `${count(n, 'move is', 'moves are')} not refuted one by one with threats of this kind; the win above covers them as well.`,
      more: (n: number) => `and ${n} more`,
      refuted: (n: number) => `Refuted: ${n} were tried, the zones take care of the rest`,
    },
    setup: {
      intro: `${tap} the board to put stones there or to take them away.`,
      counts: (blackStones: number, white: number) => `${blackStones} black, ${white} white`,
      refused: {
        counts: (q: number, p: number) =>
          `Not possible: Black begins with ${count(q, 'stone', 'stones')}, and then ${p === 1 ? 'each move has one stone' : `each move has ${p} stones`}; these numbers of stones never come up.`,
        line: () => 'Not possible: somebody has a line already, so the game would have ended before.',
      },
    },
    chance: (player: Player, win: number) => `${black(player)} wins with a chance of about ${Math.round(100 * win)} %.`,
    playIntro: 'Play against the computer.',
    against: 'Against',
    levels: { strong: 'Strong', 'plain:4': 'Hard', 'plain:2': 'Medium', 'plain:1': 'Easy', easy: 'Beginner' } as Record<string, string>,
    thinking: 'The computer is thinking…',
    youWon: 'You have won.',
    computerWon: 'The computer has won.',
    yourTurnStones: (n: number) => `Your turn: ${count(n, 'stone', 'stones')}.`,
    hints: 'Tell me what is proved',
    lookingForHint: 'Looking…',
    howStrong: 'How strong it is',
    strength: {
      'plain:4': 'Hard looks four moves ahead by what lines are worth. It proves nothing and looks for no forced wins.',
      'plain:2': 'Medium looks two moves ahead by what lines are worth.',
      'plain:1': 'Easy looks one move ahead by what lines are worth.',
      easy: 'Beginner completes its own lines and stops yours when they are about to be completed. Otherwise it takes the cell on the most promising lines. It does not look ahead.',
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
      otherDefenses: (n: number) => `Other defenses, and how each is answered (${n})`,
      instead: (step: number, cells: string) => `Step ${step}: ${cells}`,
      stepHint: 'Next places the moves on the board, one after the other.',
      moves: (player: Player, cells: string) => `${black(player)} plays ${cells}`,
      hasMoved: (player: Player) => `${black(player)} has moved`,
      completes: 'and completes a line.',
      makes: (threats: number, p: number) =>
        threats > p ? `with more threats than ${count(p, 'stone', 'stones')} can stop.` : threats === 0 ? 'without a threat yet.' : `with ${count(threats, 'threat', 'threats')}.`,
      answers: (cells: string, threats: number) => `The answer ${cells} stops ${threats === 1 ? 'it' : 'them'} for now.`,
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
      best: (move: string) => `Best move: ${move}.`,
      order: 'Look for',
      orders: threatKinds,
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
    winsNow: (squares: string[]) => `Wins at once at ${enumeration(squares, 'or')}.`,
    mustStop: (squares: string[]) => (squares.length === 1 ? `Must answer the threat at ${squares[0]}.` : `Cannot stop ${allOf(squares)}.`),
    hint: touch ? 'Tap a rule or a group to see it on the board.' : 'Point at a rule or a group to see it on the board.',
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
  /** What the engine thinks where nothing is proved. */
  estimates: {
    title: 'What the engine sees',
    unproved: 'not proved',
    chance: (player: Player, win: number) => `${colour(player)} wins with a chance of about ${Math.round(100 * win)} %.`,
    percent: (win: number) => `${Math.round(100 * win)} %`,
    hint: 'The engine looks a few moves ahead and guesses. Behind each move: the chance of the player who makes it, and what the engine expects then.',
  },
  /** Why a position of a drop game has its value: the plan that proves it. */
  reason: {
    looking: 'Looking for the reason…',
    lookingAt: (positions: number) => `Looking for the reason: ${count(positions, 'position', 'positions')} so far…`,
    notInTime: 'The value was not found in the time. The rules and threats below are proved; the rest is open.',
    proved: 'proved',
    hardest: 'Hardest line:',
    bestPlay: 'Best play:',
    more: (n: number) => `… ${n} more`,
    goTo: (cell: string) => `Play up to ${cell}`,
    then: (why: string) => `Then ${why}.`,
    because: (why: string) => `Because ${why}.`,
    doesNotLose: (player: Player) => `${colour(player)} does not lose`,
    settled: (by: string, player: Player, wins: boolean, squares: string[], claim: string, rules: number) => {
      const he = colour(player);
      const other = colour(player === 'first' ? 'second' : 'first');
      if (by === 'rules') {
        if (rules === 0) return `the rules settle it: ${he} ${wins ? 'wins' : 'cannot lose'}`;
        const answers = `${he} answers every move by ${rules === 1 ? 'a rule' : `one of ${rules} rules`}, so that ${other} completes no line`;
        return claim === 'second-wins' ? `${answers}, and in the end ${he} completes one of even squares` : answers;
      }
      if (by === 'threats') {
        if (squares.length > 1) return `${other} cannot stop ${allOf(squares)}`;
        return squares.length === 1 ? `${other} cannot keep ${he} from ${squares[0]}` : `whatever ${other} plays, ${he} completes a line`;
      }
      if (by === 'line') return `${he} completes a line`;
      if (by === 'dead') return `no line is left to ${other}`;
      return by === 'late' ? `too few squares are left for ${other} to win` : '';
    },
    lever: (player: Player, kind: 'odd-threat' | 'threat-combination', square: string) => {
      const [he, other] = [colour(player), colour(player === 'first' ? 'second' : 'first')];
      return kind === 'odd-threat'
        ? `${he} has a threat at ${square}, and ${he} answers everything else until ${other} has to play below it`
        : `two threats of ${he} cross at ${square}, and ${he} answers everything else until ${other} has to open the way`;
    },
    pictureLabel: (moves: string) => `The position in which it is settled, after ${moves}`,
    improving: 'Looking for the whole plan, with an answer to every other move…',
    incomplete: 'A whole proof that is small enough to show was not found. The verdict is proved all the same.',
    size: (positions: number, rules: number) =>
      positions <= 1
        ? 'That is the whole proof.'
        : `The whole plan has ${positions.toLocaleString('en')} positions${rules > 0 ? `; the rules settle ${rules.toLocaleString('en')} of them` : ''}. ${tap} a move to walk through it.`,
    whatIf: (player: Player, n: number) => `What if ${colour(player)} plays something else? (${n})`,
    insteadOf: (main: string) => `instead of ${main}:`,
    tryIt: (move: string, main: string) => (main ? `Play ${move} instead of ${main}` : `Play ${move}`),
    ends: (by: string, positions: number) => {
      const end = ({ rules: 'the rules settle it', threats: 'two threats', line: 'a line', dead: 'no line is left', late: 'too late' } as Record<string, string>)[by] ?? '';
      return positions > 1 ? `${end}; ${count(positions, 'position', 'positions')}` : end;
    },
    replies: (player: Player) => `What ${colour(player)} answers then`,
    details: 'Threats, zugzwang, rules and groups',
    whyNot: 'Why not another move?',
    /** On the mark of a column. */
    askMark: (label: string) => `${label}. Why?`,
    whyNotMove: (move: string) => `Why not ${move}?`,
    turns: (move: string, before: string, after: string) => `${move} turns ${before} into ${after}.`,
    keeps: (move: string, value: string) => `${move} is not wrong: it stays ${value}.`,
    aValue: (value: 'win' | 'draw' | 'loss' | 'unknown', moves: number | null) =>
      ({ win: 'a win', draw: 'a draw', loss: 'a loss', unknown: 'an open game' })[value] + (moves === null ? '' : ` in ${moves}`),
  },
  notation: {
    bad: (text: string, place: number | null, what: string) =>
      `The moves “${text.length > 60 ? `${text.slice(0, 60)}…` : text}” cannot be read ${place === null ? 'at their end' : `at character ${place}`}: ${what}.`,
    pair: 'a cell of the infinite board is a pair of numbers such as 0,0 or -1,1',
    secondNumber: 'a comma and the second number are missing',
    spaces: 'cells are separated by spaces',
    noDigits: 'digits name columns only on boards of up to 9 columns',
    columns: (from: string, to: string) => `the columns are ${from} to ${to}`,
    noMove: 'this does not begin a move',
    noColumn: (name: string, last: string) => `there is no column ${name}, the columns are a to ${last}`,
    rows: (n: number) => `the rows are 1 to ${n}`,
    rowMissing: 'the row is missing, write for example h8',
    refused: (number: number, move: string, why: string) => `Move ${number} (${move}) cannot be played: ${why}.`,
    ended: (number: number) => `the game ended with move ${number}`,
    full: (column: string) => `column ${column} is full`,
    falls: (column: string, cell: string) => `a stone in column ${column} falls on ${cell}`,
    taken: (cell: string) => `${cell} is taken`,
    outside: (cell: string) => `${cell} is outside the board`,
    unknownGame: (text: string) => `There is no game “${text}”. Write for example connect4, drop:8x7, gomoku, connect6 or Connect(9,9,5,1,1).`,
    tooLarge: (text: string) => `The board of ${text} is too large or too small for this page: columns × (rows + 1) may be at most 128, and there are up to 26 columns.`,
    placementTooLarge: (text: string) => `${text} cannot be shown: sides are 1 to 64, the other numbers 1 to 1000.`,
    noPage: (text: string) => `There is no page “${text}”. There are ${enumeration(Object.keys(texts.pageNames), 'and')}.`,
    noTab: (text: string) => `There is no panel “${text}”. There are ${enumeration(Object.keys(texts.tabs), 'and')}.`,
    elsewhere: (text: string) => `${text} has no board of its own; the page Strategies plays it.`,
  },
  graph: {
    title: 'Value along the game',
    label: 'Value of every position of the game; the table below says the same in words',
    table: 'As a table',
    columns: ['After', 'Value'],
    begin: 'the start',
    unknown: 'not known',
    guess: (player: Player, win: number) => `not proved: ${colour(player)} wins with a chance of about ${Math.round(100 * win)} %`,
  },
  review: {
    title: 'Mistakes',
    looking: 'Looking through the game…',
    incomplete: 'Some positions of this game are too hard to be settled here.',
    none: 'None: every move of both sides was the best.',
    noneSeen: 'None found.',
    guesses: 'Where nothing is proved, the engine’s estimates are compared; they are views, not proofs.',
    hint: 'Choose a move to see the position before it, and what would have been better.',
    /** What a player has, in how many moves: a win in 21. */
    value: (value: 'win' | 'draw' | 'loss', moves: number | null) => `a ${value}${moves === null ? '' : ` in ${moves}`}`,
    became: (before: string, after: string) => `${before} became ${after}`,
    lostWin: 'a proved win was let go',
    chance: (win: number) => `a chance of about ${Math.round(100 * win)} %`,
  },
  files: {
    title: 'Share and files',
    copyText: 'Copy as text',
    copyPicture: 'Copy picture',
    savePicture: 'Save picture',
    open: 'Open SGF…',
    save: 'Save SGF',
    hint: 'An SGF file can also be dragged onto the page.',
    paste: 'Moves, a position as text, a link, or SGF',
    pasteExample: 'Paste or write here',
    goThere: 'Go there',
    pasted: 'The pasted text',
    letGo: 'Let go to open the file',
    downloaded: 'Saved as a file: this browser cannot copy pictures.',
    noClipboard: 'The browser does not let the page copy.',
    tooLarge: (name: string) => `${name} is too large to be a game of this board (more than 60 kB).`,
    refused: (name: string, why: string) => `${name} cannot be opened: ${why}`,
  },
  setup: {
    begin: 'Set up a position',
    title: 'Setting up a position',
    intro: `${tap} the columns to put stones there; the order of the colours does not matter.`,
    brush: touch ? 'With a tap' : 'With a click',
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
  elapsed: (seconds: number) => `${seconds} s`,
  depth: (n: number) => `${count(n, 'move', 'moves')} deep`,
  look: {
    title: 'Look',
    board: 'Board',
    looks: { classic: 'Classic', wood: 'Wood', green: 'Green', slate: 'Slate' },
    motion: 'Stones fall',
  },
  playOptions: {
    title: 'Clock, first move and swap',
    clock: 'Clock',
    clockName: (clock: string) => {
      const [minutes, seconds] = clock.split('+');
      return clock === '' ? 'No clock' : `${count(Number(minutes), 'minute', 'minutes')}${seconds === '0' ? '' : ` and ${seconds} s a move`}`;
    },
    opening: 'First move of a new game',
    openings: { free: 'Free', centre: 'In the middle', random: 'Anywhere, by chance' },
    swap: 'Swap rule',
    swapMeans: 'After the first move the second player may take the other side instead of moving. The computer does so if it likes that side better.',
    swapNow: (colour: string) => `Take the other side: play ${colour}`,
    swapped: (colour: string) => `The sides are swapped: you play ${colour} now.`,
    time: (seconds: number) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}${seconds < 10 ? `.${Math.floor((seconds * 10) % 10)}` : ''}`,
    timeUp: (loser: string, winner: string) => `The time of ${loser} is up: ${winner} has won.`,
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
      'looks:8': 'Sees everything within the next eight stones, and otherwise plays randomly.',
      'looks:4': 'Sees everything within the next four stones, and otherwise plays randomly.',
      'looks:2': 'Completes four in a row and stops yours; otherwise plays randomly.',
      'looks:1': 'Completes four in a row if it can; otherwise plays randomly.',
    },
    youPlay: 'You play',
    newGame: 'New game',
    endsGame: (name: string) => `${name} begins every game himself. End this game and begin a new one?`,
    keepGame: 'Go on with this one',
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
