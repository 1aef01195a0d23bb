// What every file of browser tests needs: the program is started, pages are opened in Debian's chromium, watched, and
// closed with the complaint if anything went wrong in them.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

export const [program, folder] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);

// A program of another author that plays Gomoku.
const fake = fileURLToPath(new URL('../../../tests/support/fake_engine.py', import.meta.url));
const engine = ['--engine', `fake:gomocup=python3 '${fake}' gomocup`, '--engine', `columns:json=python3 '${fake}' json`];
// A book of Gomoku that may be grown.
const books = mkdtempSync(path.join(tmpdir(), 'inarow-books-'));
const grow = ['--grow', `gomoku=${path.join(books, 'gomoku.db')}`];
const server = spawn(program, ['serve', '--port', '0', '--no-open', '--json', ...engine, ...grow], { stdio: ['ignore', 'pipe', 'inherit'] });
// Whatever happens here, it does not stay behind.
process.on('exit', () => server.kill('SIGKILL'));
const [line] = await once(createInterface({ input: server.stdout }), 'line');
export const { address, page: hasPage } = JSON.parse(line);
assert.ok(hasPage, 'the page is not built');
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });

/** Milliseconds that anything expected may take: far more than it needs, for machines that are busy with other things. */
export const patience = Number(process.env.INAROW_PATIENCE ?? 120000);

/** A page at the address, when `ready` is there. */
export async function open(query = '', options = {}, ready = 'svg[role=img]') {
  return openIn(browser, query, options, ready);
}
/** The same in another browser. */
export async function openIn(which, query = '', options = {}, ready = 'svg[role=img]') {
  const page = await newPage(which, options);
  await page.goto(address + query);
  await page.waitForSelector(ready);
  return page;
}
/** An empty page. */
export const openNew = (options = {}) => newPage(browser, options);
async function newPage(which, options) {
  const context = await which.newContext({ viewport: { width: 1200, height: 820 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  page.problems = [];
  page.on('pageerror', (error) => page.problems.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && page.problems.push(message.text()));
  page.on('request', (request) => {
    if (!request.url().replace(/^blob:/, '').startsWith(address)) page.problems.push(`outside request: ${request.url()}`);
  });
  return page;
}
// Playwright's own waitForFunction needs eval, which the page's security policy forbids.
export async function until(page, condition, argument) {
  for (const end = Date.now() + patience; Date.now() < end; ) {
    if (await page.evaluate(condition, argument)) return;
    await page.waitForTimeout(20);
  }
  assert.fail(`not in time: ${condition}`);
}
/** Plays the user's first possible column until somebody has won, and waits for the answer to each move. */
export async function playOut(page, turns) {
  for (let turn = 0; turn < turns; turn++) {
    if (await page.locator('.verdict', { hasText: 'has won' }).count()) break;
    const before = page.url();
    await page.locator('.head:enabled').first().click();
    await until(
      page,
      (url) => location.href !== url && !document.querySelector('.verdict')?.textContent?.includes('thinking'),
      before,
    );
  }
}
export const shot = (page, name, fullPage = false) =>
  page.screenshot({ path: path.join(folder, `${name}.png`), animations: 'disabled', fullPage });
export async function close(page) {
  assert.deepEqual(page.problems, []);
  await page.context().close();
}

/** Closes what a test that failed has left open, so that the next one has the server for itself. */
export async function closeAll() {
  for (const context of browser.contexts()) await context.close();
}
/** Milliseconds of processor time that the server has taken so far. */
export function serverCpu() {
  const [user, system] = readFileSync(`/proc/${server.pid}/stat`, 'utf8').replace(/.*\) /s, '').split(' ').slice(11, 13);
  return 10 * (Number(user) + Number(system));
}
export async function end() {
  await browser.close();
  server.kill('SIGTERM');
  const [code] = await once(server, 'exit');
  rmSync(books, { recursive: true, force: true });
  return code;
}
