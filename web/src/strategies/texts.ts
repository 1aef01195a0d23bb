// The words of the page of strategies.

import { colour, count, touch } from '../texts';
import type { Player } from '../game/types';

export const strategies = {
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
  cylinderLegend: `${touch ? '' : 'Point at a column to see the answer that is ready. '}Hatched columns are frozen; the pairs in them are yours below, its above.`,
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
  fitLabel: 'Fit: show all stones',
};
