// The page in a real browser: node tests/browser.mjs PROGRAM SCREENSHOT_FOLDER [NAME...]
// Does what a user does, and takes pictures. Every file in tests/browser/ that exports `tests` is run, or those named.

import { readdirSync } from 'node:fs';

const names = process.argv.slice(4);
const harness = await import('./browser/harness.mjs');
let failed = 0;
for (const file of readdirSync(new URL('./browser/', import.meta.url)).sort()) {
  const { tests } = await import(`./browser/${file}`);
  if (!tests || (names.length > 0 && !names.includes(file.replace('.mjs', '')))) continue;
  for (const [name, test] of Object.entries(tests)) {
    const begin = Date.now();
    try {
      await test();
      console.log(`ok   ${name} (${Date.now() - begin} ms)`);
    } catch (error) {
      failed++;
      console.log(`FAIL ${name}\n${error.stack}`);
    }
  }
}
const code = await harness.end();
if (code !== 0) console.log(`FAIL the server ended with ${code}`);
process.exit(failed > 0 || code !== 0 ? 1 : 0);
