// Every view in axe-core: nothing is found, on a wide screen and on a phone, in light and in dark; and every control is
// reached by the keyboard.

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { close, open, until } from './harness.mjs';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
/** What is opened, what it is ready by, and what is done there first. */
const views = {
  analysis: ['?moves=445323346', '.board svg', (page) => until(page, () => document.querySelector('.mistakes'))],
  why: ['?tab=why&moves=12', '.rules .rule'],
  'why not': [
    '?tab=why',
    '.board svg',
    async (page) => {
      await page.getByRole('button', { name: 'Why not a1?' }).click();
      await page.locator('.why-not strong', { hasText: /a1 turns a win in 21 into a loss/ }).waitFor();
    },
  ],
  play: ['?tab=play&moves=44', '.against', (page) => page.getByText('Clock, first move and swap').click()],
  proofs: ['?tab=proofs&moves=44', '.board svg'],
  certificate: [
    '?tab=proofs',
    '.shipped summary',
    async (page) => {
      await page.locator('.shipped summary').click();
      await page.locator('[data-id=connect4-victor]').click();
      await page.locator('.card .said', { hasText: 'VERIFIED' }).waitFor();
      await page.getByRole('button', { name: 'Walk through it' }).click();
      await page.getByRole('button', { name: 'Play d1' }).click();
      await until(page, () => document.querySelectorAll('[data-reply]').length === 7);
    },
  ],
  'a proof by jobs that has ended': [
    // No other test proves it: the server keeps its proofs.
    '?tab=proofs&moves=444335552',
    '.board svg',
    async (page) => {
      await page.getByRole('button', { name: 'Start the proof' }).click();
      await page.locator('.panel.grid .verdict', { hasText: 'Proved: ' }).waitFor();
    },
  ],
  'another board': [
    '',
    '.board svg',
    async (page) => {
      await page.locator('.chooser select').selectOption('other');
      await page.waitForSelector('.custom');
    },
  ],
  estimate: ['?game=drop:9x7&moves=5', '.board svg', (page) => page.locator('p', { hasText: /wins with a chance of about \d+ %/ }).first().waitFor()],
  setup: ['?moves=44', '.board svg', (page) => page.getByRole('button', { name: 'Set up a position' }).click()],
  refused: ['?moves=99', '[role=alert]'],
  cylinder: ['?game=drop:6x6:cyl&moves=1616', '.board svg'],
  connect6: ['?game=connect6&moves=j10+k11i11', '.goban'],
  'connect6 why': ['?game=connect6&tab=why&moves=j10+i8h9+i11k11+g10h11+k9h12+l8g13', '.phantom'],
  'connect6 play': ['?game=connect6&tab=play&moves=j10+k11i11', '.goban'],
  tictactoe: ['?game=tictactoe&moves=b2+b1', '.badge'],
  puzzles: ['?page=puzzles&id=c4-000001', '.task'],
  'a solved puzzle': [
    '?page=puzzles&id=c4-000002',
    '.task',
    async (page) => {
      await page.locator('[data-square=d1]').click();
      await until(page, () => document.querySelector('.frame').dataset.state === 'solved' && document.querySelector('.change'));
    },
  ],
  'a puzzle tried wrongly': [
    '?page=puzzles&id=c4-000002',
    '.task',
    async (page) => {
      await page.locator('[data-square=a1]').click();
      await until(page, () => document.querySelector('.frame').dataset.state === 'wrong' && document.querySelector('.change.down'));
    },
  ],
  'puzzles of Gomoku': ['?page=puzzles&game=Connect(15,15,5,1,1)', '.task'],
  book: ['?tab=openings&moves=44', 'table'],
  'connect6 book': ['?game=connect6&tab=openings&moves=j10', 'table'],
  'proofs by jobs': ['?game=connect6&tab=proofs&moves=j10+k11i11', '.goban'],
  strategies: ['?page=strategies', '.frame svg'],
  plane: ['?page=strategies&game=Connect(8,1,1)', '.plane svg'],
  learn: ['?page=learn&lesson=threats', '.learn article'],
  proof: ['?page=learn&lesson=proof', '.learn .pick'],
  lecture: ['?page=learn&lesson=lecture', '.lecture'],
};

/** All layouts and all colours. */
const sizes = { wide: { width: 1200, height: 820 }, phone: { width: 390, height: 844 } };
const looks = Object.entries(sizes).flatMap(([size, viewport]) => ['light', 'dark'].map((colorScheme) => ({ name: `${size} and ${colorScheme}`, viewport, colorScheme })));

async function look([query, ready, prepare]) {
  const page = await open(query, { bypassCSP: true }, ready);
  await prepare?.(page);
  await page.addScriptTag({ path: axe });
  const found = [];
  for (const { name, viewport, colorScheme } of looks) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
    for (const { id, nodes } of violations) found.push(`${name}: ${id}: ${nodes.slice(0, 3).map((node) => `${node.html.slice(0, 140)} ${node.any[0]?.message ?? ''}`).join(' | ')}`);
  }
  page.problems = [];
  await close(page);
  assert.deepEqual(found, []);
}

export const tests = {
  ...Object.fromEntries(Object.entries(views).map(([name, view]) => [`axe-core finds nothing: ${name}`, () => look(view)])),
  async 'every control of a board is reached by Tab, and pressed by the keyboard'() {
    const page = await open('?moves=4453');
    await until(page, () => document.querySelectorAll('.head.win, .head.draw, .head.loss').length === 7);
    const missed = await page.evaluate(() => {
      // Radio buttons and tabs are one stop together; what is hidden or disabled is none.
      const controls = [...document.querySelectorAll('a, button, select, input, textarea, summary')];
      return controls
        .filter((e) => e.getClientRects().length > 0 && !e.disabled && !e.matches('[role=tab], [type=radio]') && e.tabIndex < 0)
        .map((e) => e.outerHTML.slice(0, 80));
    });
    assert.deepEqual(missed, []);
    // From the top of the page to the first column and a stone in it.
    let at = '';
    for (let i = 0; i < 12 && at !== 'a'; i++) {
      await page.keyboard.press('Tab');
      at = await page.evaluate(() => document.activeElement.dataset.column ?? '');
    }
    await page.keyboard.press('Enter');
    await until(page, () => /moves=44531$/.test(location.search));
    await page.getByRole('tab', { name: 'Analysis' }).focus();
    await page.keyboard.press('ArrowRight');
    await until(page, () => /tab=why/.test(location.search));
    await close(page);
  },
};
