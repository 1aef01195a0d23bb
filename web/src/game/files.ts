// SGF files: read and written by the program, which knows all their dialects and checks every move.

import { readSgf, writeSgf } from '../api';
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
  try {
    const text = await file.text();
    // A file that does not say which game it is of is one of the game on the board.
    const read = await readSgf(text, /GAME\s*\[/.test(text) ? undefined : bench.asked);
    // Another family's board takes the main line.
    if (!bench.openFile(read.game, read.nodes)) site.choose(read.game, mainLine(read.nodes).join(' '));
  } catch (error) {
    bench.complaint = texts.files.refused(file.name, complaintOf(error));
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
