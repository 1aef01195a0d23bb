// Puzzles: every move is answered, right ones to the end, wrong ones on the board; hints, solution, rating, the puzzle
// of the day and the sheet.

import assert from 'node:assert/strict';
import { findBadTexts } from './bad_texts.mjs';
import { address, close, open, shot, until } from './harness.mjs';

const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'dark', deviceScaleFactor: 2, hasTouch: true, isMobile: true };
const stored = () => JSON.parse(localStorage.getItem('inarow.puzzles') ?? '{"results":{}}');
const state = (page, wanted) => until(page, (name) => document.querySelector('.frame')?.dataset.state === name, wanted);
const openPuzzle = async (id, options) => {
  const page = await open(`?page=puzzles&id=${id}`, options, '.task');
  await state(page, 'try');
  return page;
};
const ask = async (path, body) =>
  (await fetch(`${address}api/${path}`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })).json();
/** Clicks a crossing of the board of stones. */
async function clickCell(page, name, columns = 19) {
  const box = await page.locator('.stone-board').boundingBox();
  const cell = box.width / (columns - 1 + 2.5);
  const x = name.charCodeAt(0) - 97;
  const y = Number(name.slice(1)) - 1;
  await page.mouse.click(box.x + (x + 1.25) * cell, box.y + box.height - (y + 1.25) * cell);
}

export const tests = {
  async 'a new user opens the puzzles, solves one of Connect-Four, and the rating goes up'() {
    const page = await open();
    await page.getByRole('link', { name: 'Puzzles' }).click();
    await page.waitForSelector('.task');
    assert.match(page.url(), /page=puzzles&id=c4-\d+/);
    await close(page);
    const one = await openPuzzle('c4-000002');
    assert.equal(await one.locator('.task').innerText(), 'White to move and draw.');
    await one.locator('[data-square=d1]').click(); // any square of the column
    await state(one, 'solved');
    assert.match(await one.locator('.verdict').innerText(), /Solved!/);
    await until(one, () => document.querySelector('.change') !== null);
    const { rating, results } = await one.evaluate(stored);
    assert.ok(rating.rating > 1500, String(rating.rating));
    assert.deepEqual(results, { 'c4-000002': 'solved' });
    await shot(one, 'puzzles-solved');
    // The next one is another one, and the way back leads to this one again.
    await one.getByRole('button', { name: 'Next puzzle' }).click();
    await until(one, () => /id=c4-/.test(location.search) && !location.search.includes('c4-000002'));
    await state(one, 'try');
    await one.goBack();
    await until(one, () => location.search.includes('c4-000002'));
    await close(one);
  },
  async 'a wrong move is refuted on the board and counts as not solved'() {
    const page = await openPuzzle('c4-000002');
    await page.locator('[data-square=a1]').click();
    await state(page, 'wrong');
    assert.match(await page.locator('.said').innerText(), /No: Black wins in \d+ moves? after \w\d/);
    assert.ok((await page.locator('.lesson-board .ghost').count()) > 1, 'the refutation is drawn');
    assert.equal((await page.evaluate(stored)).results['c4-000002'], 'failed');
    await until(page, () => document.querySelector('.change.down') !== null);
    await shot(page, 'puzzles-wrong');
    await page.getByRole('button', { name: 'Try again' }).click();
    await state(page, 'try');
    assert.equal(await page.locator('.lesson-board .ghost').count(), 0);
    await page.locator('[data-square=d6]').click();
    await state(page, 'solved');
    assert.match(await page.locator('.verdict').innerText(), /with help/);
    // Later tries do not change what was counted.
    assert.equal((await page.evaluate(stored)).results['c4-000002'], 'failed');
    await close(page);
  },
  async 'Connect6: two stones a move, the reply of the opponent, to the end'() {
    const page = await openPuzzle('c6-000002');
    const moves = async () => page.locator('.disc').count();
    const before = await moves();
    await clickCell(page, 'o7');
    assert.equal(await page.locator('.chosen').count(), 1);
    await clickCell(page, 'o8');
    await until(page, (n) => document.querySelectorAll('.disc').length >= n + 3, before);
    await state(page, 'try');
    assert.match(await page.locator('.said').innerText(), /Right\. Black answers/);
    await shot(page, 'puzzles-connect6');
    // To the end by the program's own moves.
    for (let turn = 0; turn < 6 && (await page.locator('.frame').getAttribute('data-state')) !== 'solved'; turn++) {
      const stones = await page.locator('.disc').evaluateAll((list) => list.map((stone) => stone.dataset.cell));
      const { moves: first } = await ask('puzzle', { id: 'c6-000002' });
      const said = await page.locator('.said p').first().innerText();
      const game = await page.evaluate(() => document.querySelector('.frame').dataset.moves);
      const { best } = await ask('solve', { game: 'connect6', moves: game });
      assert.ok(best?.length, `${first} ${stones} ${said}`);
      for (const cell of best[0].match(/[a-z]+\d+/g)) await clickCell(page, cell);
      await until(page, (n) => document.querySelectorAll('.disc').length > n || document.querySelector('.frame').dataset.state === 'solved', stones.length);
      await until(page, () => ['try', 'solved'].includes(document.querySelector('.frame').dataset.state));
    }
    await state(page, 'solved');
    await close(page);
  },
  async 'hints, and the solution as a tree that is walked on the board'() {
    const page = await openPuzzle('go-000001');
    await page.getByRole('button', { name: 'Hint' }).click();
    assert.match(await page.locator('.hint').innerText(), /Think of: fours/);
    await page.getByRole('button', { name: 'Another hint' }).click();
    assert.match(await page.locator('.hint').last().innerText(), /Column m/);
    const before = await page.locator('.disc').count();
    await page.getByRole('button', { name: 'Show solution' }).click();
    await page.waitForSelector('.solution .step[aria-current=true]');
    await until(page, (n) => document.querySelectorAll('.disc').length === n + 1, before);
    assert.match(await page.locator('.solution').innerText(), /m5\s*More threats than can be stopped/);
    assert.match(await page.locator('.solution').innerText(), /Wrong/);
    // Nobody is asked for a move any more.
    assert.equal(await page.locator('.verdict').innerText(), 'The solution');
    assert.equal(await page.getByRole('button', { name: /hint/i }).count(), 0);
    await page.locator('.solution').getByRole('button', { name: 'Move 3' }).first().click();
    await until(page, (n) => document.querySelectorAll('.disc').length === n + 3, before);
    await shot(page, 'puzzles-solution');
    await close(page);
  },
  async 'by grade and theme; the puzzle of the day is that of the server; a sheet to print'() {
    const page = await open('?page=puzzles&game=gomoku', {}, '.task');
    await state(page, 'try');
    const { daily, puzzles } = await ask('puzzles', { game: 'gomoku', day: new Date().toISOString().slice(0, 10) });
    await page.getByLabel('Grade').selectOption('1');
    await page.getByLabel('Theme').selectOption('fours');
    const fitting = puzzles.filter((one) => one.grade === 1 && one.themes.includes('fours')).map((one) => one.id);
    await until(page, (ids) => ids.some((id) => location.search.includes(id)), fitting);
    assert.match(await page.locator('.choice').innerText(), new RegExp(`^${fitting.length} puzzle`, 'm'));
    await page.getByLabel('Grade').selectOption('0');
    await page.getByLabel('Theme').selectOption('');
    const button = page.getByRole('button', { name: 'Puzzle of the day' });
    if (await button.isEnabled()) await button.click();
    await until(page, (id) => location.search.includes(id), daily);
    await state(page, 'try');
    const [sheet] = await Promise.all([page.context().waitForEvent('page'), page.getByRole('button', { name: 'Print a sheet' }).click()]);
    await sheet.waitForURL(/^blob:/);
    await sheet.waitForSelector('svg');
    assert.equal(await sheet.locator('svg').count(), 24);
    await shot(sheet, 'puzzles-sheet');
    await close(page);
  },
  async 'by keys alone'() {
    const page = await openPuzzle('go-000001');
    await page.locator('.stone-board').focus();
    // The cursor begins at j10; the solution is m5.
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    await until(page, () => /Right/.test(document.querySelector('.said')?.textContent ?? ''));
    await close(page);
  },
  async 'puzzles on a phone: a tap chooses, a button plays; labels and contrast in both themes'() {
    const page = await openPuzzle('go-000001', phone);
    const box = await page.locator('.stone-board').boundingBox();
    const cell = box.width / 16.5;
    await page.touchscreen.tap(box.x + 13.25 * cell, box.y + box.height - 5.25 * cell);
    await page.getByRole('button', { name: 'Play m5' }).click();
    await until(page, () => /Right/.test(document.querySelector('.said')?.textContent ?? ''));
    assert.ok(!(await page.evaluate(() => document.querySelector('main').scrollWidth > 390)), 'wider than the phone');
    assert.deepEqual(await page.evaluate(findBadTexts), []);
    await shot(page, 'puzzles-phone');
    await close(page);
    for (const colorScheme of ['light', 'dark']) {
      const wide = await openPuzzle('c4-000004', { colorScheme });
      assert.deepEqual(await wide.evaluate(findBadTexts), [], colorScheme);
      await shot(wide, `puzzles-${colorScheme}`);
      await close(wide);
    }
  },
  async 'an unknown puzzle is said in words'() {
    const page = await open('?page=puzzles&id=c4-999999', {}, '.complaint');
    assert.match(await page.locator('.complaint').first().innerText(), /no puzzle/);
    page.problems.length = 0;
    await close(page);
  },
};
