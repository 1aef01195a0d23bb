// Play against the computer: levels, clock, first move, swap; X and O; how boards look and move; the review afterwards.

import assert from 'node:assert/strict';
import { close, open, shot, until } from './harness.mjs';

const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };
const button = (page, name) => page.getByRole('button', { name, exact: true });
const options = (page) => page.getByText('Clock, first move and swap').click();
const newGame = (page) => page.locator('.steps').getByRole('button', { name: 'New game' }).click();
const stones = (page) => page.locator('.stone, .disc').count();
/** Where a cell of a placement board is on the screen. */
const point = (page, x, y) =>
  page.evaluate(
    ([cx, cy]) => {
      const svg = document.querySelector('.goban svg');
      const box = svg.getBoundingClientRect();
      const view = svg.viewBox.baseVal;
      return { x: box.left + ((cx * 40 - view.x) / view.width) * box.width, y: box.top + ((-cy * 40 - view.y) / view.height) * box.height };
    },
    [x, y],
  );

export const tests = {
  async 'levels from beginner to full in both families'() {
    const page = await open('?tab=play');
    const names = await page.getByLabel('Against').locator('option').allInnerTexts();
    for (const name of ['Perfect player', 'Hard', 'Medium', 'Easy', 'Beginner']) assert.ok(names.includes(name), name);
    await close(page);
    const six = await open('?game=gomoku&tab=play', {}, '.goban');
    for (const [i, name] of ['Beginner', 'Easy', 'Medium', 'Hard'].entries()) {
      await six.getByRole('radio', { name }).check();
      await newGame(six);
      const at = await point(six, 7 + i, 7);
      await six.mouse.click(at.x, at.y);
      await until(six, () => document.querySelectorAll('.disc').length === 2);
    }
    await shot(six, 'play-levels');
    await close(six);
  },
  async 'the clock runs for who is to move, and ends the game'() {
    const page = await open('?tab=play', { reducedMotion: 'reduce' });
    await page.getByLabel('Against').selectOption('looks:2');
    await options(page);
    await page.getByLabel('Clock').first().selectOption('1+0');
    const clock = page.getByRole('timer');
    assert.match(await clock.innerText(), /White 1:00\s+Black 1:00/);
    await page.clock.install();
    await page.locator('.head[data-column=d]').click();
    await page.clock.runFor(2000);
    await until(page, () => document.querySelectorAll('.stone').length === 2);
    await page.clock.runFor(10000);
    await until(page, () => /White 0:4\d/.test(document.querySelector('[role=timer]').textContent.replace(/\s+/g, ' ')));
    assert.match(await clock.innerText(), /Black (1:00|0:5\d)/);
    await shot(page, 'play-clock');
    await page.clock.runFor(60000);
    await page.getByText('The time of White is up: Black has won.').waitFor();
    await page.locator('.head[data-column=a]').click({ force: true });
    assert.equal(await stones(page), 2, 'nobody moves any more');
    await newGame(page);
    assert.match(await clock.innerText(), /White 1:00\s+Black 1:00/);
    await close(page);
  },
  async 'a first move in the middle, and the swap rule for both'() {
    const page = await open('?tab=play');
    await page.getByLabel('Against').selectOption('looks:2');
    await options(page);
    await page.getByLabel('Swap rule').check();
    // d1 wins: the computer takes White.
    await page.locator('.head[data-column=d]').click();
    await page.getByText('The sides are swapped: you play Black now.').waitFor();
    assert.match(page.url(), /moves=4$/);
    await shot(page, 'play-swap');
    // a1 loses: it does not.
    await page.getByRole('radio', { name: 'White' }).check();
    await newGame(page);
    await page.locator('.head[data-column=a]').click();
    await until(page, () => document.querySelectorAll('.stone').length === 2);
    assert.equal(await page.getByText('The sides are swapped').count(), 0);
    // The first move is made in the middle; who plays Black may take it over.
    await page.getByLabel('First move of a new game').selectOption('centre');
    await page.getByRole('radio', { name: 'Black' }).check();
    await newGame(page);
    await until(page, () => /moves=4$/.test(location.search));
    await button(page, 'Take the other side: play White').click();
    await until(page, () => document.querySelectorAll('.stone').length === 2);
    assert.ok(await page.getByRole('radio', { name: 'White' }).isChecked());
    await close(page);
    const six = await open('?game=connect6&tab=play', {}, '.goban');
    await options(six);
    await six.getByLabel('First move of a new game').selectOption('centre');
    await six.getByRole('radio', { name: 'Beginner' }).check();
    await newGame(six);
    await until(six, () => /moves=j10/.test(location.search));
    await close(six);
  },
  async 'tic-tac-toe is played with X and O'() {
    const page = await open('?game=tictactoe&moves=b2', {}, '.goban');
    assert.match(await page.locator('.turn').innerText(), /O to move/);
    const at = await point(page, 0, 0);
    await page.mouse.click(at.x, at.y);
    await until(page, () => document.querySelectorAll('.disc .letter').length === 2);
    assert.equal(await page.locator('.disc.first path.letter').count(), 1);
    assert.equal(await page.locator('.disc.second circle.letter').count(), 1);
    await page.getByRole('tab', { name: 'Play' }).click();
    assert.ok(await page.getByRole('radio', { name: 'X' }).isChecked());
    await shot(page, 'x-and-o');
    await page.locator('.chooser select').selectOption('gomoku');
    await until(page, () => document.querySelector('.turn').textContent.includes('Black to move'));
    await page.getByRole('radio', { name: 'Black' }).waitFor();
    // With the panel open, too.
    await page.locator('.chooser select').selectOption('tictactoe');
    await page.getByRole('radio', { name: 'X' }).waitFor();
    assert.equal(await page.getByRole('radio', { name: 'Black' }).count(), 0);
    await close(page);
  },
  async 'looks of boards, and stones that fall unless nobody wants them to'() {
    const page = await open('?moves=44');
    const colour = () => page.locator('.front').evaluate((e) => getComputedStyle(e).fill);
    const animation = () => page.locator('.stone').first().evaluate((e) => getComputedStyle(e).animationName);
    const before = await colour();
    await page.locator('section[aria-label=Look] select').selectOption('wood');
    assert.notEqual(await colour(), before);
    assert.match(await animation(), /drop/);
    await page.getByLabel('Stones fall').uncheck();
    assert.equal(await animation(), 'none');
    await page.reload();
    await page.waitForSelector('.stone', { state: 'attached' });
    assert.equal(await animation(), 'none', 'it is remembered');
    await page.getByLabel('Stones fall').check();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    assert.equal(await animation(), 'none');
    await close(page);
    for (const look of ['green', 'slate']) {
      const six = await open('?game=gomoku&moves=h8+i9', {}, '.goban');
      await six.locator('section[aria-label=Look] select').selectOption(look);
      await shot(six, `look-${look}`);
      await close(six);
    }
  },
  async 'a finger aims with a lens, and then places'() {
    const page = await open('?game=connect6', phone, '.goban');
    const at = await point(page, 9, 9);
    await page.touchscreen.tap(at.x, at.y);
    await page.waitForSelector('.lens');
    assert.equal(await stones(page), 0);
    await button(page, 'One to the right').tap();
    await shot(page, 'aim-phone');
    await button(page, 'Place k10').tap();
    await until(page, () => /moves=k10$/.test(location.search));
    // A second tap on the same cell places, too.
    const next = await point(page, 8, 10);
    await page.touchscreen.tap(next.x, next.y);
    await page.waitForSelector('.lens');
    await page.touchscreen.tap(next.x, next.y);
    await until(page, () => /moves=k10\+i11$/.test(location.search));
    assert.equal(await page.locator('.lens').count(), 0);
    await close(page);
  },
  async 'the review stands under Analysis for every game, numbered as the moves are'() {
    const page = await open('?moves=44532');
    await page.locator('.mistakes .rule', { hasText: '2. e1' }).waitFor();
    assert.match(await page.locator('.mistakes').innerText(), /2\. e1\s+a win in 20 became a loss in 19/);
    await page.locator('.mistakes .rule').first().click();
    await until(page, () => /moves=44$/.test(location.search));
    // An opening is no flat line.
    const heights = await page.locator('.graph rect.first').evaluateAll((all) => all.map((e) => e.height.baseVal.value));
    assert.ok(Math.max(...heights) > 8, heights.join());
    await close(page);
    const small = await open('?game=tictactoe&moves=b2+b1+a1', {}, '.goban');
    await small.locator('.mistakes .rule', { hasText: '1… b1' }).waitFor();
    assert.match(await small.locator('.mistakes').innerText(), /1… b1\s+a draw became a loss/);
    await close(small);
    // Where nothing is proved, the engine's view is drawn and said to be one.
    const gomoku = await open('?game=gomoku&moves=h8+a1+i9', {}, '.goban');
    await until(gomoku, () => document.querySelectorAll('.graph rect.guess').length > 0);
    await gomoku.getByText('they are views, not proofs').waitFor();
    await shot(gomoku, 'review-gomoku');
    await close(gomoku);
  },
  async 'rows have numbers, columns their scores on demand; wide screens have a third column'() {
    const page = await open('?moves=44', { viewport: { width: 1700, height: 950 } });
    assert.deepEqual(await page.locator('.row-number').allTextContents(), ['1', '2', '3', '4', '5', '6']);
    await until(page, () => document.querySelectorAll('.head.win, .head.draw, .head.loss').length === 7);
    await page.getByLabel('Scores').check();
    const scores = await page.locator('.head .moves').allInnerTexts();
    assert.ok(scores.length === 7 && scores.every((text) => /^([+−]\d+|0)$/.test(text)), scores.join());
    assert.match(await page.locator('.head[data-column=d]').getAttribute('aria-label'), /Win \+1, in 20 moves/);
    const [panel, side] = await Promise.all(['.right > .panel', '.side > .panel'].map((one) => page.locator(one).first().boundingBox()));
    assert.ok(side.x > panel.x + panel.width, 'the moves stand beside the panel');
    await shot(page, 'wide');
    await close(page);
  },
  async 'a long search shows that it lives'() {
    const page = await open('?game=drop:9x8');
    await until(page, () => /positions/.test(document.querySelector('.facts').textContent) && /looking at/.test(document.querySelector('.facts').textContent));
    const first = await page.locator('.facts').innerText();
    await until(page, (text) => document.querySelector('.facts').textContent !== text && /moves? deep/.test(document.querySelector('.facts').textContent), first);
    await close(page);
    // In placement games, too.
    const placed = await open('?game=Connect(7,7,5,1,1)&moves=d4', {}, '.goban');
    await until(placed, () => /looking at [a-z]\d+.*positions.*moves? deep/s.test(document.querySelector('.facts').textContent));
    await close(placed);
  },
};
