// What stands in the address of a board: ?game=connect6&tab=why&moves=j10+k11i11

import { parseSpec as parseDrop, readMoves as readDrops } from './drop/game';
import { MoveError } from './game/notation';
import type { Tab } from './game/types';
import { parseSpec as parsePlacement, readMoves as readStones } from './placement/game';
import { texts } from './texts';

export const standardGame = 'drop:7x6';

export function addressOf(game: string, moves: string, tab: Tab = 'analysis'): string {
  const parts = [
    ...(game === standardGame ? [] : [`game=${game}`]),
    ...(tab === 'analysis' ? [] : [`tab=${tab}`]),
    ...(moves ? [`moves=${moves.replaceAll(' ', '+')}`] : []),
  ];
  return parts.length > 0 ? `?${parts.join('&')}` : '';
}

/** Drop games of finite height; the others have boards of their own. */
export function isDropGame(game: string): boolean {
  return /^\s*(connect4\s*$|drop:\d+x\d+)/i.test(game);
}

/** Two names of one game: connect6 and Connect(19,19,6,2,1). */
export function isSameGame(one: string, other: string): boolean {
  const read = (game: string) => JSON.stringify(isDropGame(game) ? parseDrop(game) : parsePlacement(game));
  return read(one) === read(other) && refusalOf(one) === '';
}

/** Why there is no board for the game; empty if there is one. */
export function refusalOf(game: string): string {
  const t = texts.notation;
  if (isDropGame(game)) return parseDrop(game) ? '' : t.tooLarge(game);
  if (parsePlacement(game)) return '';
  if (/^\s*(drop:\d+xinf|cylinder:\d+)/i.test(game)) return t.elsewhere(game);
  return /^\s*connect\(\s*\d+(\s*,\s*\d+){2,4}\s*\)\s*$/i.test(game) ? t.placementTooLarge(game) : t.unknownGame(game);
}

/** Why there is no such game or position; empty if there is. */
export function refusalOfMoves(game: string, moves: string): string {
  const refused = refusalOf(game);
  if (refused) return refused;
  try {
    if (isDropGame(game)) readDrops(parseDrop(game)!, moves);
    else readStones(parsePlacement(game)!, moves);
    return '';
  } catch (error) {
    if (error instanceof MoveError) return error.message;
    throw error;
  }
}
