// Strategies: the cylinder of infinite height and the infinite board; the promise is drawn and kept.

import assert from 'node:assert/strict';
import { findBadTexts } from './bad_texts.mjs';
import { close, open, shot, until } from './harness.mjs';

const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'dark', deviceScaleFactor: 2, hasTouch: true, isMobile: true };
const ready = '.promise .columns li, .promise [aria-live] p:not(.muted)';
const yourTurn = () => document.querySelector('.turn')?.textContent.includes('Your turn');
const kept = (page) => page.locator('section[aria-label="Kept so far"] strong').innerText();
const stones = (page) => page.locator('.buttons ~ .frame svg g:not(.echo) > .stone').count();

export const tests = {
  async 'a new user plays against the width-6 cylinder strategy, which keeps its promise'() {
    const page = await open();
    await page.getByRole('link', { name: 'Strategies' }).click();
    await page.waitForSelector('.promise li');
    assert.match(page.url(), /page=strategies&game=cylinder:6&you=first/);
    await shot(page, 'strategies-start');
    // Everywhere in turn, but not where it would win at once; it never loses and always answers as promised.
    let round = 0;
    let frozen = 0;
    for (let turn = 0; turn < 18 && (await page.evaluate(yourTurn)); turn++) {
      const loses = await page.locator('.promise li', { hasText: 'and wins' }).allInnerTexts();
      const column = [0, 1, 2, 3, 4, 5].map((i) => (turn + i) % 6).find((x) => !loses.some((text) => text.startsWith('abcdef'[x])));
      if (column === undefined) break;
      const before = await stones(page);
      await page.locator('.buttons button').nth(column).click();
      await until(page, (n) => document.querySelectorAll('.frame svg g:not(.echo) > .stone').length >= n + 2, before);
      round++;
      assert.equal(await kept(page), `${round} of ${round} ${round === 1 ? 'answer' : 'answers'} as promised`);
      if (round === 4) {
        await page.locator('.buttons button').nth(1).hover();
        await page.waitForSelector('.arrow', { state: 'attached' });
        await shot(page, 'strategies-cylinder');
      }
      // Frozen columns are said in words and hatched, with the pairs that are promised.
      const now = await page.locator('.promise .frozen').count();
      if (now > frozen) {
        assert.ok((await page.locator('svg .ice').count()) >= now);
        assert.ok((await page.locator('svg .pair').count()) > now);
        await page.mouse.move(5, 5);
        await shot(page, 'strategies-frozen');
        frozen = now;
      }
    }
    assert.ok(frozen > 0);
    assert.ok(round > 5);
    assert.ok(!(await page.locator('.turn').innerText()).includes('You have won'));
    await page.mouse.move(5, 5);
    await shot(page, 'strategies-cylinder-high');
    const before = await stones(page);
    await page.getByRole('button', { name: 'Take back' }).click();
    await until(page, (n) => document.querySelectorAll('.frame svg g:not(.echo) > .stone').length < n, before);
    await until(page, yourTurn);
    await page.keyboard.press('1');
    await until(page, (n) => document.querySelectorAll('.frame svg g:not(.echo) > .stone').length >= n, before);
    await close(page);
  },
  async 'the strategy begins, on another width; a stone beyond the seam counts'() {
    const page = await open('?page=strategies&game=cylinder:5&you=second', {}, '.frame svg');
    await until(page, yourTurn);
    assert.equal(await stones(page), 1);
    await page.locator('svg .column[data-at="-1"]').click({ position: { x: 10, y: 200 } });
    await until(page, () => document.querySelectorAll('.frame svg g:not(.echo) > .stone').length === 3);
    assert.match(await page.locator('.rounds').innerText(), /You e1/);
    await page.locator('.options select').first().selectOption('cylinder:2');
    await until(page, () => location.search.includes('cylinder:2'));
    await until(page, yourTurn);
    await close(page);
  },
  async 'the Maker-Breaker strategy on the infinite board: tiles and lines, pan and zoom, mouse and keys'() {
    const page = await open('?page=strategies&game=Connect(11,2,2)&you=first', {}, '.plane svg');
    await page.waitForSelector(ready);
    await until(page, yourTurn);
    const box = await page.locator('.plane svg').boundingBox();
    // The first cells of the list that are free.
    const wish = [[0, 0], [1, 0], [2, 0], [3, 0], [4, 1], [-1, 0], [0, 1], [1, 2], [2, 3], [-2, -2], [5, 5], [-3, 2], [4, -3], [-5, -4], [6, 0]];
    const place = async () => {
      const taken = await page.locator('.plane .stone').evaluateAll((list) => list.map((stone) => stone.dataset.cell));
      const [x, y] = wish.find((cell) => !taken.includes(cell.join(',')));
      const [left, bottom, width] = (await page.locator('.plane svg').getAttribute('data-view')).split(' ').map(Number);
      const cell = box.width / width;
      await page.mouse.click(box.x + (x + 0.5 - left) * cell, box.y + box.height - (y + 0.5 - bottom) * cell);
    };
    let total = 0;
    for (let round = 1; round <= 4; round++) {
      await place();
      await place();
      total += 4;
      await until(page, (n) => document.querySelectorAll('.plane .stone').length === n, total);
      await until(page, yourTurn);
    }
    assert.ok((await page.locator('.plane .border').count()) > 0);
    assert.ok((await page.locator('.plane .watched').count()) > 0);
    // Tiles, stones and lines are all inside the window.
    const cut = await page.evaluate(() => {
      const frame = document.querySelector('.plane svg').getBoundingClientRect();
      return [...document.querySelectorAll('.plane .border, .plane .stone, .plane .watched')].map((e) => e.getBoundingClientRect()).filter((b) => b.left < frame.left - 2 || b.right > frame.right + 2 || b.top < frame.top - 2 || b.bottom > frame.bottom + 2).length;
    });
    assert.equal(cut, 0, 'nothing is cut off');
    assert.match(await kept(page), /^(\d) of \1 answers as promised/);
    await shot(page, 'strategies-plane');
    // Dragging moves the board and places nothing.
    await page.mouse.move(box.x + 300, box.y + 300);
    await page.mouse.down();
    await page.mouse.move(box.x + 420, box.y + 360, { steps: 5 });
    await page.mouse.up();
    assert.equal(await page.locator('.plane .stone').count(), total);
    await page.mouse.wheel(0, 300);
    await page.getByRole('button', { name: 'Show all stones' }).click();
    await page.locator('.plane svg').focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
    await until(page, (n) => document.querySelectorAll('.plane .stone').length > n + 2, total);
    await close(page);
  },
  async 'what the server refuses is said'() {
    const page = await open('?page=strategies&game=Connect(3,1,1)&you=first', {}, '.plane svg');
    await page.waitForSelector('.complaint');
    assert.match(await page.locator('.complaint').innerText(), /there is no .* of Connect\(3,1,1\)/);
    assert.deepEqual(page.problems.filter((text) => !text.includes('400')), []);
    page.problems.length = 0;
    await close(page);
  },
  async 'strategies on a phone, labels and contrast in both themes'() {
    const page = await open('?page=strategies', phone, '.frame svg');
    await until(page, yourTurn);
    await page.locator('.buttons button').nth(3).dispatchEvent('click');
    await page.waitForSelector('.rounds li');
    assert.ok(!(await page.evaluate(() => document.querySelector('main').scrollWidth > 390)), 'wider than the phone');
    assert.deepEqual(await page.evaluate(findBadTexts), []);
    await shot(page, 'strategies-phone');
    await close(page);
    const wide = await open('?page=strategies&game=cylinder:9&you=second', phone, '.frame svg');
    await until(wide, yourTurn);
    assert.ok(!(await wide.evaluate(() => document.querySelector('main').scrollWidth > 390)), 'wider than the phone');
    await shot(wide, 'strategies-phone-wide');
    await close(wide);
    for (const colorScheme of ['light', 'dark']) {
      const plane = await open('?page=strategies&game=Connect(8,1,1)', { colorScheme }, '.plane svg');
      await until(plane, yourTurn);
      assert.deepEqual(await plane.evaluate(findBadTexts), [], colorScheme);
      await close(plane);
    }
  },
};
