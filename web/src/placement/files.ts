// SGF files: read and written by the program, which knows all their dialects and checks every move.

import { readSgf, writeSgf } from '../api';
import { download } from '../files/download';
import { site } from '../site.svelte';
import { texts } from '../texts';
import { complaintOf } from './answers.svelte';
import { canonicalText, parseSpec, specText } from './game';
import { bench } from './workbench.svelte';

const mostBytes = 60000;

export async function openFile(file: File): Promise<void> {
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
    const read = await readSgf(text, /GAME\s*\[/.test(text) ? undefined : canonicalText(bench.spec));
    const spec = parseSpec(read.game);
    if (spec) {
      bench.openTree(spec, read.nodes);
      site.game = specText(spec);
    } else {
      // Another family's board takes the main line.
      const moves: string[] = [];
      for (let at = 0; ; ) {
        const next = read.nodes.findIndex((node, i) => i > 0 && node.parent === at);
        if (next < 0) break;
        moves.push(read.nodes[next]!.move);
        at = next;
      }
      site.choose(read.game, moves.join(' '));
    }
  } catch (error) {
    bench.complaint = texts.files.refused(file.name, complaintOf(error));
  }
}

export async function saveFile(): Promise<void> {
  try {
    const sgf = await writeSgf({ game: canonicalText(bench.spec), nodes: bench.tree.store() });
    download(new Blob([sgf], { type: 'application/x-go-sgf' }), 'inarow.sgf');
  } catch (error) {
    bench.complaint = complaintOf(error);
  }
}
