// The page in a real browser: node tests/browser.mjs PROGRAM SCREENSHOT_FOLDER [NAME...]
// Does what a user does, and takes pictures. Every file in tests/browser/ that exports `tests` is run, or those named
// by their file or by a part of the test's name. The tests are dealt to several processes, each with a server and a
// browser of its own, so that none sees what another does; INAROW_BROWSERS says how many.

import { fork } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const [program, folder, ...names] = process.argv.slice(2);
const browsers = Number(process.env.INAROW_BROWSERS ?? Math.min(4, availableParallelism()));
const begin = Date.now();

// What took long last time begins first, so that nobody waits for it at the end.
mkdirSync(folder, { recursive: true });
const memory = path.join(folder, 'seconds.json');
const took = (() => {
  try {
    return JSON.parse(readFileSync(memory, 'utf8'));
  } catch {
    return {};
  }
})();

let waiting = null;
let ended = 0;
let failed = 0;
const nameOf = ({ file, name }) => `${file}: ${name}`;
const isWanted = (test) => names.length === 0 || names.some((part) => test.file === part || test.name.includes(part));

/** Deals tests to one process until there are none left; ends with the process. */
function employ() {
  return new Promise((resolve) => {
    const worker = fork(fileURLToPath(new URL('./browser/worker.mjs', import.meta.url)), [program, folder]);
    let test = null;
    let left = false;
    const deal = () => {
      test = waiting.shift() ?? null;
      left = test === null;
      worker.send(test ?? { end: true });
    };
    worker.on('message', ({ tests, result }) => {
      if (tests) waiting ??= tests.filter(isWanted).sort((a, b) => (took[nameOf(b)] ?? 5) - (took[nameOf(a)] ?? 5));
      if (result) {
        ended++;
        took[nameOf(test)] = result.ms / 1000;
        if (result.error) failed++;
        for (const line of result.said) console.log(line);
        console.log(result.error ? `FAIL ${nameOf(test)}\n${result.error}` : `ok   ${nameOf(test)} (${(result.ms / 1000).toFixed(1)} s)`);
      }
      deal();
    });
    worker.on('exit', (code) => {
      if (!left || code !== 0) {
        failed++;
        console.log(`FAIL ${test ? nameOf(test) : 'a process of the tests'}: it ended with ${code}`);
      }
      resolve();
    });
  });
}

await Promise.all(Array.from({ length: browsers }, employ));
for (const test of waiting ?? []) {
  failed++;
  console.log(`FAIL ${nameOf(test)}: nobody was left to run it`);
}
writeFileSync(memory, JSON.stringify(took, null, 1));
console.log(`${ended} tests in ${browsers} browsers, ${failed} failed, ${((Date.now() - begin) / 1000).toFixed(0)} s`);
process.exit(failed > 0 || ended === 0 ? 1 : 0);
