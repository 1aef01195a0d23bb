// A process of browser.mjs: tells which tests there are, and runs those it is given, with its own server and browser.

import { readdirSync } from 'node:fs';
import { closeAll, end } from './harness.mjs';

const all = new Map();
for (const file of readdirSync(new URL('.', import.meta.url)).sort()) {
  if (file === 'worker.mjs') continue;
  const { tests } = await import(`./${file}`);
  if (tests) all.set(file.replace('.mjs', ''), tests);
}

// What a test says stands before its result, whatever others say meanwhile.
let said = [];
console.log = (...words) => said.push(words.join(' '));

process.on('message', async (message) => {
  if (message.end) {
    const code = await end();
    if (code !== 0) console.error(`the server ended with ${code}`);
    process.exit(code === 0 ? 0 : 1);
  }
  said = [];
  const begin = performance.now();
  let error = null;
  try {
    await all.get(message.file)[message.name]();
  } catch (problem) {
    error = problem.stack ?? String(problem);
    await closeAll();
  }
  process.send({ result: { ms: performance.now() - begin, error, said } });
});
// Without the parent there is nothing left to do.
process.on('disconnect', () => process.exit(1));
process.send({ tests: [...all].flatMap(([file, tests]) => Object.keys(tests).map((name) => ({ file, name }))) });
