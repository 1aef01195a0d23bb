// Drop games: variations and comments, files, positions set up by hand, the value along the game, play and review.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { findBadTexts } from './bad_texts.mjs';
import { close, open, patience, playOut, shot, until } from './harness.mjs';

const head = (page, column) => page.locator(`.head[data-column=${column}]`);
const steps = (page) => page.locator('.moves-box .step').allInnerTexts();
const button = (page, name) => page.getByRole('button', { name, exact: true });
const playable = { permissions: ['clipboard-read', 'clipboard-write'] };

async function dropFile(page, name, text) {
  const data = await page.evaluateHandle(
    ([fileName, content]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content], fileName));
      return transfer;
    },
    [name, text],
  );
  await page.dispatchEvent('main', 'dragover', { dataTransfer: data });
  await page.waitForSelector('.dropzone');
  await page.dispatchEvent('main', 'drop', { dataTransfer: data });
}
const openFile = (page, name, text) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/x-go-sgf', buffer: Buffer.from(text) });

export const tests = {
  async 'another move makes a variation; comments, main line, deletion, keys'() {
    const page = await open('?moves=4455');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('3');
    assert.deepEqual(await steps(page), ['d1', 'd2', 'e1', 'e2', 'c1']);
    assert.match(page.url(), /moves=4453$/);
    assert.equal(await page.locator('.variation').count(), 1);
    await page.keyboard.press('ArrowDown');
    assert.match(page.url(), /moves=4455$/);
    await page.keyboard.press('ArrowUp');
    assert.match(page.url(), /moves=4453$/);
    await page.getByLabel('Comment on c1').fill('Keeps the win?');
    await page.keyboard.press('3'); // into the comment, not onto the board
    assert.match(page.url(), /moves=4453$/);
    await page.locator('.moves-box .step', { hasText: 'e2' }).click();
    assert.match(await page.locator('.moves-box').innerText(), /Keeps the win\?3/);
    await page.keyboard.press('Home');
    await page.keyboard.press('7');
    await page.locator('.moves-box .step', { hasText: 'c1' }).click();
    await shot(page, 'variations');
    await button(page, 'Make main line').click();
    assert.deepEqual(await steps(page), ['d1', 'g1', 'd2', 'e1', 'c1', 'e2']);
    assert.ok(await button(page, 'Make main line').isDisabled());
    // A reload keeps the tree; another address does not.
    await page.reload();
    await page.waitForSelector('.moves-box .step');
    assert.equal((await steps(page)).length, 6);
    assert.match(page.url(), /moves=4453$/);
    await page.locator('.moves-box .step', { hasText: 'e1' }).click();
    await button(page, 'Delete from here').click();
    assert.deepEqual(await steps(page), ['d1', 'g1', 'd2']);
    assert.match(page.url(), /moves=44$/);
    await close(page);
  },
  async 'SGF is saved, opened, dragged in, and refused with the reason'() {
    const page = await open('?moves=445', playable);
    await page.getByLabel('Comment on e1').fill('A [bracket] and \\ too');
    await page.keyboard.press('Escape');
    await head(page, 'a').click();
    await page.locator('.moves-box .step', { hasText: 'e1' }).click();
    await head(page, 'b').click();
    const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Save SGF').click()]);
    assert.equal(file.suggestedFilename(), 'inarow.sgf');
    const sgf = readFileSync(await file.path(), 'utf8');
    assert.match(sgf, /GAME\[drop:7x6\]/);
    assert.match(sgf, /;W\[d1\];B\[d2\];W\[e1\]C\[A \[bracket\\\] and \\\\ too\]\s*\(;B\[a1\]\)\s*\(;B\[b1\]\)/);
    const fresh = await open('?game=drop:6x5');
    await openFile(fresh, 'game.sgf', sgf.replace('GAME[drop:7x6]', 'GAME[drop:7x6]PB[Ann]'));
    await until(fresh, () => document.querySelectorAll('.moves-box .step').length === 5);
    assert.match(fresh.url(), /\?moves=4451$/);
    assert.match(await fresh.locator('.moves-box').innerText(), /A \[bracket\] and \\ too/);
    assert.equal(await fresh.locator('header select').inputValue(), 'drop:7x6');
    const [again] = await Promise.all([fresh.waitForEvent('download'), button(fresh, 'Save SGF').click()]);
    assert.match(readFileSync(await again.path(), 'utf8'), /PB\[Ann\]/);
    for (const [name, text, reason] of [
      ['bad.sgf', '(;GAME[drop:7x6];W[d1];B[d1])', /bad\.sgf cannot be opened: SGF, line 1, column 24: .*falls on d2/],
      ['text.sgf', 'hello', /text\.sgf cannot be opened: .*\(/],
      ['chess.sgf', '(;GAME[chess];W[d1])', /chess/],
      ['setup.sgf', '(;GAME[drop:7x6]AB[d1])', /set-up stones/],
      ['big.sgf', `(;GAME[drop:7x6]C[${'x'.repeat(70000)}])`, /too large/],
    ]) {
      await openFile(fresh, name, text);
      await fresh.locator('[role=alert]', { hasText: reason }).waitFor();
    }
    assert.equal((await steps(fresh)).length, 5, 'a bad file leaves the game as it was');
    fresh.problems = fresh.problems.filter((problem) => !problem.includes('status of 400'));
    await shot(fresh, 'bad-file');
    await dropFile(fresh, 'other.sgf', '(;GAME[drop:6x6:cyl];W[a1];B[b1](;W[a2])(;W[c1]C[hm]))');
    await until(fresh, () => location.search.includes('drop:6x6:cyl'));
    assert.deepEqual(await steps(fresh), ['a1', 'b1', 'a2', 'c1']);
    // A game of another family opens its board.
    await openFile(fresh, 'small.sgf', '(;GAME[tictactoe];B[b2];W[a1])');
    await until(fresh, () => location.search === '?game=tictactoe&moves=b2+a1' && document.querySelectorAll('.moves-box .step').length === 2);
    await close(fresh);
    await close(page);
  },
  async 'a position is set up by hand, an illegal one refused with the reason'() {
    const page = await open('');
    await button(page, 'Set up a position').click();
    await page.getByText('A game leads to this position').waitFor();
    await page.getByLabel('Black', { exact: true }).check();
    await head(page, 'd').click();
    const reason = page.locator('.state .complaint');
    assert.match(await reason.innerText(), /0 stones of White and 1 of Black/);
    await head(page, 'c').click();
    await page.getByLabel('White', { exact: true }).check();
    await page.keyboard.press('1');
    await page.locator('svg .column').nth(1).click();
    await page.getByText('A game leads to this position').waitFor();
    assert.equal(await page.locator('.stone').count(), 4);
    await shot(page, 'setup');
    // Both have four in a row.
    for (const column of ['a', 'a', 'a']) await head(page, column).click();
    await page.getByLabel('Black', { exact: true }).check();
    for (const column of ['d', 'd', 'd']) await head(page, column).click();
    await reason.filter({ hasText: /both players have a complete line/ }).waitFor();
    assert.ok(await button(page, 'Use this position').isDisabled());
    await shot(page, 'setup-refused');
    await page.getByLabel('Take away').check();
    await head(page, 'd').click();
    await page.getByText('A game leads to this position').waitFor();
    await button(page, 'Clear the board').click();
    assert.equal(await page.locator('.stone').count(), 0);
    // White below, both Black above: possible only in one order.
    await page.getByLabel('White', { exact: true }).check();
    await head(page, 'd').click();
    await head(page, 'e').click();
    await page.getByLabel('Black', { exact: true }).check();
    await head(page, 'd').click();
    await head(page, 'e').click();
    await page.getByText('A game leads to this position').waitFor();
    await button(page, 'Use this position').click();
    await until(page, () => document.querySelectorAll('.head.win, .head.draw, .head.loss').length === 7);
    assert.equal(await page.locator('.stone').count(), 4);
    assert.equal((await steps(page)).length, 4);
    // Cancelling leaves the game.
    await button(page, 'Set up a position').click();
    await button(page, 'Clear the board').click();
    await button(page, 'Cancel').click();
    assert.equal(await page.locator('.stone').count(), 4);
    // Two white stones with black ones under both: nobody could have moved first.
    await button(page, 'Set up a position').click();
    await button(page, 'Clear the board').click();
    await page.getByLabel('Black', { exact: true }).check();
    await head(page, 'd').click();
    await page.getByLabel('White', { exact: true }).check();
    await head(page, 'd').click();
    await reason.filter({ hasText: /no game leads to this position/ }).waitFor();
    page.problems = page.problems.filter((problem) => !problem.includes('status of 400'));
    await close(page);
  },
  async 'the value along the game, as a graph and a table'() {
    const page = await open('?moves=445323346');
    await until(page, () => document.querySelectorAll('.graph .open').length === 0 && document.querySelectorAll('.graph .place').length === 10);
    await shot(page, 'graph');
    await page.getByText('As a table').click();
    const rows = await page.locator('table tbody tr').allInnerTexts();
    assert.match(rows[0], /the start\s+White wins in 21 moves/);
    assert.equal(rows.length, 10);
    await page.locator('table button', { hasText: '1… d2' }).click();
    assert.match(page.url(), /moves=44$/);
    await page.locator('.graph .place').nth(5).click({ force: true });
    assert.match(page.url(), /moves=44532$/);
    assert.equal(await page.locator('.graph .here').count(), 1);
    // Going along the game asks for nothing anew.
    assert.equal(await page.locator('.graph .open').count(), 0);
    await close(page);
  },
  async 'the board is copied as text and as a picture'() {
    const page = await open('?moves=4453', playable);
    await button(page, 'Copy as text').click();
    await page.getByText('Copied').waitFor();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(text.replaceAll('\r', '').split('\n').slice(-4).join('|'), '2 . . . o . . .|1 . . o x x . .|  a b c d e f g|');
    await button(page, 'Copy picture').click();
    const size = async () =>
      page.evaluate(async () => {
        const [item] = await navigator.clipboard.read();
        return item.types.includes('image/png') ? (await item.getType('image/png')).size : 0;
      });
    for (const end = Date.now() + patience; Date.now() < end && !(await size()); ) await page.waitForTimeout(50);
    assert.ok((await size()) > 3000);
    const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Save picture').click()]);
    assert.deepEqual([...readFileSync(await file.path()).subarray(1, 4)], [...Buffer.from('PNG')]);
    await button(page, 'Copy link').click();
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), /\?moves=4453$/);
    await close(page);
  },
  async 'VICTOR plays White and wins; afterwards the mistakes are listed'() {
    const page = await open();
    await page.getByRole('tab', { name: 'Play' }).click();
    await page.getByLabel('Against').selectOption('victor');
    assert.ok(await page.getByRole('radio', { name: 'Black' }).isChecked());
    await until(page, () => /moves=4$/.test(location.search));
    await playOut(page, 21);
    assert.match(await page.locator('.verdict').innerText(), /VICTOR \(1988\) has won/);
    const mistakes = page.locator('.mistakes .rule');
    await mistakes.first().waitFor();
    await until(page, () => !document.body.textContent.includes('Looking through the game'));
    assert.match((await mistakes.allInnerTexts()).join(), /1… .*a loss in \d+ became a loss in \d+/s);
    await shot(page, 'play-review');
    await mistakes.first().click();
    await until(page, () => document.querySelectorAll('.head.win, .head.draw, .head.loss').length > 0);
    assert.ok(await page.getByRole('tab', { name: 'Analysis', selected: true }).count());
    assert.ok(await page.locator('.graph .fault').count());
    await close(page);
  },
  async 'easier levels, either colour, hints and take-back'() {
    const page = await open('?moves=121212'); // White wins at a4 at once
    await page.getByRole('tab', { name: 'Play' }).click();
    await page.getByLabel('Against').selectOption('looks:1');
    assert.match(await page.locator('.about').innerText(), /plays randomly/);
    await page.getByRole('radio', { name: 'Black' }).check();
    // Even the beginner completes four in a row.
    await page.locator('.verdict', { hasText: 'Beginner has won' }).waitFor();
    await button(page, 'Take back').click();
    assert.match(page.url(), /moves=12121$/);
    assert.match(await page.locator('.verdict').innerText(), /Your turn/);
    assert.equal(await page.locator('.head.win, .head.loss, .head.draw').count(), 0, 'no values without hints');
    await page.getByLabel('Hints').check();
    await until(page, () => document.querySelectorAll('.head.win, .head.draw, .head.loss').length === 7);
    await shot(page, 'play-hints');
    // Moves stay when they are taken back: the two that were played here before, and the answer to this one.
    await head(page, 'a').click();
    await until(page, () => document.querySelectorAll('.moves-box .step').length === 9);
    await button(page, 'Take back').click();
    assert.equal(await page.locator('.moves-box .step').count(), 9);
    assert.match(page.url(), /moves=12121$/);
    await page.locator('.panel').getByRole('button', { name: 'New game' }).click();
    await until(page, () => /moves=\d$/.test(location.search));
    await page.getByLabel('Against').selectOption('looks:2');
    // It stops four in a row.
    const easy = await open('?moves=1212');
    await easy.getByRole('tab', { name: 'Play' }).click();
    await easy.getByLabel('Against').selectOption('looks:2');
    await head(easy, 'a').click();
    await until(easy, () => /moves=121211$/.test(location.search));
    await close(easy);
    await close(page);
  },
  async 'a group tells which rule stops it'() {
    const page = await open('?moves=12');
    await page.getByRole('tab', { name: 'Why' }).click();
    await page.waitForSelector('.stopped .mini');
    const chip = page.locator('.stopped .mini').nth(3);
    assert.match(await chip.getAttribute('aria-label'), /–.*, stopped by [A-Z]/);
    await chip.hover();
    const squares = (await chip.getAttribute('data-squares')).split(' ').length;
    assert.equal(await page.locator('svg .group:not(.under)').count(), 1);
    assert.equal(await page.locator('svg .lit').count(), squares);
    assert.ok((await page.locator('.rule.lit').count()) >= 1);
    await shot(page, 'why-group');
    await page.mouse.move(5, 5);
    assert.equal(await page.locator('.rule.lit').count(), 0);
    // And a rule tells which groups it stops.
    const rule = page.locator('.rules .rule').first();
    await rule.hover();
    assert.equal(await page.locator('.stopped .mini.lit').count(), Number(/stops (\d+)/.exec(await rule.innerText())[1]));
    await page.mouse.move(5, 5);
    await page.locator('.stopped .mini').nth(5).focus();
    assert.ok((await page.locator('.rule.lit').count()) >= 1);
    await close(page);
  },
  async 'all of it on a phone, with labels and contrast in both themes'() {
    for (const colorScheme of ['light', 'dark']) {
      const phone = { viewport: { width: 390, height: 844 }, colorScheme, deviceScaleFactor: 2, hasTouch: true, isMobile: true };
      const page = await open('?moves=44532334', phone);
      const check = async (what) => {
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 390), `${what} is too wide`);
        assert.deepEqual(await page.evaluate(findBadTexts), [], `${colorScheme} ${what}`);
      };
      await until(page, () => document.querySelectorAll('.head.win, .head.draw, .head.loss').length === 7);
      await page.locator('.moves-box .step').nth(3).tap();
      await page.locator('.head:enabled').nth(5).tap();
      await page.getByText('As a table').tap();
      await check('analysis');
      await shot(page, `phone-game-${colorScheme}`, true);
      await page.getByRole('tab', { name: 'Play' }).tap();
      await check('play');
      await page.getByRole('button', { name: 'Set up a position' }).tap();
      await check('setup');
      await page.locator('svg .column').nth(1).tap();
      await page.getByText(/Not possible|A game leads/).waitFor();
      page.problems = page.problems.filter((problem) => !problem.includes('status of 400'));
      await close(page);
    }
  },
};
