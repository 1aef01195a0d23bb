// SGF files: read and written by the program, which knows all their dialects and checks every move.

import { refusalOfMoves, standardGame } from '../address';
import { readSgf, setUp, writeSgf } from '../api';
import { download } from '../files/download';
import { site } from '../site.svelte';
import { texts } from '../texts';
import type { StoredNode } from '../tree/tree.svelte';
import type { Bench } from './bench.svelte';
import { complaintOf } from './complaint';

const mostBytes = 60000;

export async function openFile(bench: Bench, file: File): Promise<void> {
  bench.complaint = '';
  if (file.name.endsWith('.cert') || (await file.slice(0, 18).text()) === 'INAROW CERTIFICATE') {
    bench.show('proofs');
    const { proofs } = await import('../proofs/proofs.svelte');
    return proofs.openFile(file);
  }
  if (file.size > mostBytes) {
    bench.complaint = texts.files.tooLarge(file.name);
    return;
  }
  await openSgf(bench, await file.text(), file.name);
}

async function openSgf(bench: Bench, text: string, name: string): Promise<boolean> {
  try {
    const game = gameFor(text, bench.asked);
    // What is not of the game on the board may be of another one, which the program tells by its moves.
    const read = await readSgf(text, game).catch((error: unknown) => (game ? readSgf(text, undefined).catch(() => Promise.reject(error)) : Promise.reject(error)));
    // Another family's board takes the main line.
    if (!bench.openFile(read.game, read.nodes)) site.choose(read.game, mainLine(read.nodes).join(' '));
    return true;
  } catch (error) {
    bench.complaint = texts.files.refused(name, complaintOf(error));
    return false;
  }
}

/** The game to read a file as: its own if it names one, its own size if it names only that, else the game on the board. */
export function gameFor(sgf: string, asked: string): string | undefined {
  if (/[^A-Z]GAME\s*\[|[^A-Z]GM\s*\[/.test(sgf)) return undefined;
  const size = /[^A-Z]SZ\s*\[\s*(\d+)\s*(?::\s*(\d+)\s*)?\]/.exec(sgf);
  const rest = /^Connect\(\d+,\d+,(\d+,\d+,\d+)\)$/.exec(asked);
  if (!size) return asked;
  return rest ? `Connect(${size[1]},${size[2] ?? size[1]},${rest[1]})` : undefined;
}

/** What somebody has pasted: moves, an address, a position as text, or a file's content. False if it was refused. */
export async function openText(bench: Bench, text: string): Promise<boolean> {
  const plain = text.trim();
  bench.complaint = '';
  if (!plain) return false;
  if (/^\(\s*;/.test(plain)) return openSgf(bench, plain, texts.files.pasted);
  const query = /\?((?:\w+=[^\s#]*)?(?:game|moves)=[^\s#]*)/.exec(plain);
  if (query) {
    const parameters = new URLSearchParams(query[1]);
    const [game, moves] = [parameters.get('game') ?? standardGame, parameters.get('moves') ?? ''];
    bench.complaint = refusalOfMoves(game, moves);
    if (bench.complaint) return false;
    if (game === bench.game || game === bench.asked) return bench.tryLine(moves);
    site.choose(game, moves);
    return true;
  }
  if (!plain.includes('\n')) return bench.tryLine(plain);
  try {
    return bench.tryLine((await setUp(bench.asked, `${plain}\n`)).moves);
  } catch (error) {
    bench.complaint = texts.setup.refused(complaintOf(error));
    return false;
  }
}

function mainLine(nodes: readonly StoredNode[]): string[] {
  const moves: string[] = [];
  for (let at = 0; ; ) {
    const next = nodes.findIndex((node, i) => i > 0 && node.parent === at);
    if (next < 0) return moves;
    moves.push(nodes[next]!.move);
    at = next;
  }
}

export async function saveFile(bench: Bench): Promise<void> {
  try {
    const sgf = await writeSgf({ game: bench.asked, nodes: bench.tree.store() });
    download(new Blob([sgf], { type: 'application/x-go-sgf' }), 'inarow.sgf');
  } catch (error) {
    bench.complaint = complaintOf(error);
  }
}
