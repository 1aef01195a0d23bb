// Proofs by jobs: started from the board, watched, paused, resumed, decided; the certificate is checked.

import assert from 'node:assert/strict';
import { findBadTexts } from './bad_texts.mjs';
import { address, close, open, shot, until } from './harness.mjs';

const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'dark', deviceScaleFactor: 2, hasTouch: true, isMobile: true };
const verdict = (page, text) => until(page, (wanted) => (document.querySelector('.panel.grid .verdict')?.textContent ?? '').includes(wanted), text);
const discard = async (page) => {
  await page.locator('.panel.grid').getByRole('button', { name: 'Discard' }).click();
  await page.locator('.panel.grid').getByRole('button', { name: 'Start the proof' }).waitFor();
};
const openGrid = async (query, options, ready) => {
  const page = await open(query, options, ready);
  await page.getByRole('tab', { name: 'Proofs' }).click();
  await page.locator('.panel.grid').getByRole('button', { name: /Start the proof|Discard/ }).waitFor();
  // Of a test that failed.
  if (await page.locator('.panel.grid').getByRole('button', { name: 'Discard' }).count()) await discard(page);
  return page;
};

export const tests = {
  async 'a small proof is started from the board, ends, and its certificate is verified'() {
    const page = await openGrid('?game=drop:5x4&moves=33');
    const panel = page.locator('.panel.grid');
    await panel.getByLabel('Seconds a job').fill('0.1');
    await panel.getByRole('button', { name: 'Start the proof' }).click();
    await verdict(page, 'Proved: White does not win.');
    await shot(page, 'grid-decided');
    await panel.getByRole('button', { name: 'Open the certificate' }).click();
    await until(page, () => /verified/i.test(document.querySelector('.right')?.textContent ?? ''));
    await discard(page);
    await close(page);
    // Black is to move and loses: what is worth a proof is that White wins.
    const lost = await openGrid('?moves=4443355');
    await until(lost, () => document.querySelector('.panel.grid select').value === 'first');
    await lost.locator('.panel.grid').getByRole('button', { name: 'Start the proof' }).click();
    await verdict(lost, 'Proved: White wins.');
    await discard(lost);
    await close(lost);
  },
  async 'a large proof is watched: its tree opens part by part, pauses and goes on'() {
    const page = await openGrid('?moves=');
    const panel = page.locator('.panel.grid');
    await panel.getByLabel('Seconds a job').fill('0.1');
    await panel.getByRole('button', { name: 'Start the proof' }).click();
    await until(page, () => Number(document.querySelector('.positions')?.textContent.replace(/\D/g, '')) > 15);
    await page.waitForSelector('[role=treeitem] .toggle:enabled');
    assert.equal(await page.locator('[role=treeitem][aria-level="1"]').count(), 7);
    // The first that has something below it; by the time it is clicked another may stand first.
    await page.locator('[role=treeitem] .toggle:enabled').first().click();
    await page.waitForSelector('[role=treeitem][aria-level="2"]');
    await panel.locator('summary').click();
    assert.match(await panel.innerText(), /this machine: \d+ jobs? done/);
    await shot(page, 'grid-tree', true);
    await panel.getByRole('button', { name: 'Pause' }).click();
    await verdict(page, 'Paused');
    const paused = Number((await page.locator('.positions').innerText()).replace(/\D/g, ''));
    await panel.getByRole('button', { name: 'Go on' }).click();
    await until(page, (n) => Number(document.querySelector('.positions')?.textContent.replace(/\D/g, '')) > n, paused);
    // A move of the tree is shown on the board; the proof stays open.
    await panel.locator('[role=treeitem] .step').first().click();
    await until(page, () => /moves=\d/.test(location.search));
    await page.waitForSelector('.panel.grid [role=treeitem]');
    await discard(page);
    await close(page);
  },
  async 'a win in a placement game is proved by jobs'() {
    const page = await openGrid('?game=Connect(6,6,4,1,1)&moves=c3+a1+d3+f1', {}, '.goban');
    await page.locator('.panel.grid').getByRole('button', { name: 'Start the proof' }).click();
    await verdict(page, 'Proved: Black wins.');
    await page.locator('.panel.grid').getByRole('button', { name: 'Open the certificate' }).click();
    await until(page, () => /verified/i.test(document.querySelector('.right')?.textContent ?? ''));
    await discard(page);
    await close(page);
  },
  async 'a tree of a million positions does not choke the page: only what is seen is asked for and drawn'() {
    const page = await open('', {});
    // A server that says it has such a tree, every node with a thousand moves.
    const asked = [];
    await page.route('**/api/grid', (route) =>
      route.fulfill({ json: { broker: false, proofs: [proof()] } }));
    const proof = () => ({ id: 'big', game: 'drop:7x6', moves: '', for: 'first', proof: 12345, disproof: 6789, positions: 1000000, jobs: 500000, running: 1, refused: 0, given_up: 0, job_seconds: 1, line: [], state: 'running', trouble: '', winner: null, certificate: null, job_list: [], workers: [] });
    await page.route('**/api/grid/status', (route) => route.fulfill({ json: proof() }));
    await page.route('**/api/grid/node', (route) => {
      const { node, from } = route.request().postDataJSON();
      asked.push(node);
      const shown = Array.from({ length: Math.min(50, 1000 - from) }, (_, i) => ({ node: node * 1000 + from + i + 1, move: `d${(from + i) % 6 + 1}`, proof: from + i, disproof: 5, winner: null, cut: false, working: false, children: 1000 }));
      return route.fulfill({ json: { node, parent: null, moves: '', attacker_to_move: true, proof: 1, disproof: 1, winner: null, children: 1000, shown } });
    });
    await page.getByRole('tab', { name: 'Proofs' }).click();
    await page.waitForSelector('[role=treeitem]');
    for (let i = 0; i < 10; i++) {
      await page.locator('.rows').evaluate((rows) => (rows.scrollTop = rows.scrollHeight));
      await page.locator('[role=treeitem] button', { hasText: 'more moves' }).click();
      await until(page, (n) => document.querySelector('.rows .all').offsetHeight >= n * 32, Math.min(1000, 50 * (i + 2)));
    }
    assert.ok((await page.locator('[role=treeitem]').count()) < 40, 'only rows in sight are drawn');
    assert.ok(asked.length < 200 && new Set(asked).size === 1, 'nothing below is asked for');
    await page.locator('.rows').evaluate((rows) => (rows.scrollTop = 0));
    await page.locator('.rows').focus();
    await page.keyboard.press('ArrowRight');
    await page.waitForSelector('[role=treeitem][aria-level="2"]');
    await page.keyboard.press('ArrowLeft');
    await until(page, () => document.querySelectorAll('[aria-level="2"]').length === 0);
    page.problems.length = 0;
    await close(page);
  },
  async 'proofs by jobs on a phone, labels and contrast'() {
    const page = await openGrid('?game=drop:5x4&moves=33', phone);
    const panel = page.locator('.panel.grid');
    await panel.getByLabel('Seconds a job').fill('0.1');
    await panel.getByRole('button', { name: 'Start the proof' }).click();
    await verdict(page, 'Proved');
    assert.ok(!(await page.evaluate(() => document.querySelector('main').scrollWidth > 390)), 'wider than the phone');
    // A tree of one position is no empty box, and its heading keeps away from the buttons above it.
    await panel.getByText('The first job has decided it.').waitFor();
    assert.equal(await panel.locator('.rows').count(), 0);
    const room = await panel.evaluate((e) => e.querySelector('h3').getBoundingClientRect().top - [...e.querySelectorAll('p.row button')].at(-1).getBoundingClientRect().bottom);
    assert.ok(room >= 12, `${room} pixels above the heading`);
    assert.deepEqual(await page.evaluate(findBadTexts), []);
    await shot(page, 'grid-phone', true);
    await discard(page);
    await close(page);
  },
  async 'what the server refuses is said'() {
    const page = await openGrid('?game=Connect(6,2,3)', {}, '.goban');
    await page.locator('.panel.grid').getByRole('button', { name: 'Start the proof' }).click();
    await page.waitForSelector('.panel.grid .complaint');
    page.problems.length = 0;
    await close(page);
    assert.ok(address);
  },
};
