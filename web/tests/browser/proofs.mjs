// Proofs: asked for, opened, checked by inarow-check, walked through, damaged.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findBadTexts } from './bad_texts.mjs';
import { close, folder, open, shot, until } from './harness.mjs';

const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'dark', deviceScaleFactor: 2, hasTouch: true, isMobile: true };
async function openTab(query = '', options = {}, ready = undefined) {
  const page = await open(query, options, ready);
  await page.getByRole('tab', { name: 'Proofs' }).click();
  await page.waitForSelector('.shipped summary');
  return page;
}
/** One of the proofs that come with the program, whose list is folded. */
async function openShipped(page, id) {
  await page.locator('.shipped:not([open]) summary').click();
  await page.locator(`[data-id=${id}]`).click();
}
const verdict = (page) => page.locator('.said pre').innerText();
async function checked(page) {
  await page.waitForSelector('.said pre');
}
const stones = (page) => page.locator('svg[role=img] .stone').count();

export const tests = {
  async 'a shipped proof is opened and checked with one click, then walked through'() {
    const page = await openTab();
    await openShipped(page, 'connect4-victor');
    await checked(page);
    assert.match(await verdict(page), /^VERIFIED: on drop:7x6 the first player wins; 37,504 positions/);
    assert.match(await page.locator('.card .verdict').innerText(), /White wins/);
    assert.match(await page.locator('.card dl').innerText(), /15,414/);
    await shot(page, 'proofs-checked');
    await page.getByRole('button', { name: 'Walk through it' }).click();
    await page.getByRole('button', { name: 'Play d1' }).click();
    await until(page, () => document.querySelectorAll('[data-reply]').length === 7);
    assert.equal(await stones(page), 1);
    await shot(page, 'proofs-replies');
    // Always the first reply that is answered by a move, until the rules end it.
    for (let turn = 0; turn < 30; turn++) {
      await until(page, () => document.querySelector('.walk .primary, .walk [data-reply], .walk .squares') || document.querySelector('.walk [aria-live]')?.textContent.includes('The end:'));
      if (await page.locator('.walk .squares').count()) break;
      const before = await stones(page);
      if (await page.locator('.walk [aria-live]', { hasText: 'The end:' }).count()) break;
      const further = page.locator('.walk .primary, .walk [data-reply]:has-text("is answered")');
      await ((await further.count()) > 0 ? further : page.locator('.walk [data-reply]')).first().click();
      await until(
        page,
        (n) => document.querySelectorAll('svg[role=img] .stone').length > n && document.querySelector('.walk[aria-busy=false] [aria-live] .said'),
        before,
      );
    }
    assert.match(await page.locator('.walk [aria-live]').innerText(), /The end:/);
    if (await page.locator('.walk .squares').count()) {
      await page.locator('.walk .rule').last().hover();
      assert.ok((await page.locator('.lit').count()) >= 2);
    }
    await shot(page, 'proofs-end');
    // The board leads, too: back by the keyboard.
    const before = await stones(page);
    await page.mouse.move(5, 5);
    await page.keyboard.press('ArrowLeft');
    await until(page, (n) => document.querySelectorAll('svg[role=img] .stone').length === n - 1, before);
    await page.getByRole('button', { name: 'To the start' }).last().click();
    await page.waitForSelector('.walk .primary');
    assert.equal(await stones(page), 0);
    // A move that is not the proof's.
    await page.keyboard.press('1');
    await until(page, () => document.querySelector('.walk .said')?.textContent.includes('The proof plays d here, not a'));
    assert.equal(page.problems.filter((text) => !text.includes('400')).length, 0);
    page.problems.length = 0;
    await close(page);
  },
  async 'the position on the board is proved, downloaded, opened again, and refused when damaged'() {
    const page = await openTab('?game=drop:5x4&moves=33');
    await page.getByRole('button', { name: 'Prove it' }).click();
    await page.waitForSelector('.card');
    assert.match(await page.locator('.card .verdict').innerText(), /The game is a draw/);
    await page.getByRole('button', { name: 'Check it with inarow-check' }).click();
    await checked(page);
    assert.match(await verdict(page), /^VERIFIED: on drop:5x4 after c1 c2 the game is a draw/);
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    const download = await coming;
    assert.equal(download.suggestedFilename(), 'drop-5x4-33-value.cert');
    const file = path.join(folder, 'proved.cert');
    await download.saveAs(file);
    await page.getByRole('button', { name: 'Walk through it' }).click();
    await page.waitForSelector('.walk [type=radio]');
    assert.match(await page.locator('.walk fieldset').innerText(), /White does not lose[^]*Black does not lose/);
    await page.getByRole('radio', { name: 'Black does not lose' }).check();
    await until(page, () => document.querySelectorAll('[data-reply]').length === 5);
    await shot(page, 'proofs-draw');
    await page.getByRole('button', { name: 'Close the certificate' }).click();
    const input = page.getByLabel('Open a certificate…');
    await input.setInputFiles(file);
    await checked(page);
    assert.match(await verdict(page), /^VERIFIED/);
    const bytes = readFileSync(file);
    bytes[bytes.length - 5] ^= 1;
    await input.setInputFiles({ name: 'damaged.cert', mimeType: 'application/octet-stream', buffer: bytes });
    await until(page, () => document.querySelector('.said')?.textContent.includes('✗'));
    assert.match(await verdict(page), /^(REFUTED|inarow-check): /);
    assert.equal(await page.getByRole('button', { name: 'Walk through it' }).count(), 0);
    await shot(page, 'proofs-refused');
    // Something else, dropped onto the panel.
    const data = await page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['no certificate at all'], 'letter.txt'));
      return transfer;
    });
    await page.dispatchEvent('section.panel[aria-label="Check a certificate"]', 'drop', { dataTransfer: data });
    await until(page, () => document.querySelector('.said pre')?.textContent.includes('line 1 of the header'));
    assert.match(await page.locator('.card .verdict').innerText(), /no certificate/);
    await close(page);
    // A certificate that is let go anywhere on the page opens the panel.
    const other = await open();
    const good = await other.evaluateHandle((text) => {
      const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], 'draw.cert'));
      return transfer;
    }, readFileSync(file).toString('base64'));
    await other.dispatchEvent('main', 'drop', { dataTransfer: good });
    await checked(other);
    assert.match(await verdict(other), /^VERIFIED/);
    await close(other);
  },
  async 'positions of placement games are proved and checked, too'() {
    const page = await openTab('?game=connect6&moves=j10+i8h9+i11k11+g10h11+k9h12+l8g13', {}, '.goban');
    assert.deepEqual(await page.getByLabel('What to prove').locator('option').allInnerTexts(), [
      'Who wins, or that it is a draw', 'Black wins', 'White wins', 'Black does not lose', 'White does not lose',
    ]);
    await page.getByRole('button', { name: 'Prove it' }).click();
    await page.waitForSelector('.card');
    assert.match(await page.locator('.card .verdict').innerText(), /Black wins/);
    assert.match(await page.locator('.card').innerText(), /Connect6 19×19, after j10 i8h9/);
    await page.getByRole('button', { name: 'Check it with inarow-check' }).click();
    await checked(page);
    assert.match(await verdict(page), /^VERIFIED: on Connect\(19,19,6,2,1\)[^]*the first player wins/);
    await shot(page, 'proofs-placement');
    // The win is walked through, its stones numbered on the board, until nothing can be stopped any more.
    await page.getByRole('button', { name: 'Walk through it' }).click();
    await page.waitForSelector('.zone-walk .said');
    assert.match(await page.locator('.zone-walk .said').innerText(), /^Black plays /);
    await until(page, () => document.querySelectorAll('.goban .phantom').length > 0);
    await shot(page, 'proofs-placement-walk');
    for (let round = 0; round < 20 && (await page.locator('.zone-walk .reply').count()) > 0; round++) {
      const before = await page.locator('.goban .phantom').count();
      await page.locator('.zone-walk .reply').last().click();
      await until(page, (n) => document.querySelectorAll('.goban .phantom').length > n + 1 || document.querySelectorAll('.zone-walk .reply').length === 0, before);
    }
    assert.match(await page.locator('.zone-walk').innerText(), /more threats than White can stop|completes a line/);
    await page.locator('.zone-walk').getByRole('button', { name: 'To the start' }).click();
    await page.waitForSelector('.zone-walk .reply, .zone-walk .said');
    assert.deepEqual(await page.evaluate(findBadTexts), []);
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    const file = path.join(folder, 'placement.cert');
    await (await coming).saveAs(file);
    // That nobody wins cannot be proved on such a board, and the server says so.
    await page.getByLabel('What to prove').selectOption('not-lose second');
    await page.getByRole('button', { name: 'Prove it' }).click();
    await until(page, () => document.querySelector('.complaint')?.textContent.includes('cells'));
    page.problems = page.problems.filter((text) => !text.includes('400'));
    // A false claim about a small board.
    await page.getByLabel('Game', { exact: true }).selectOption('tictactoe');
    await page.getByLabel('What to prove').selectOption('win second');
    await page.getByRole('button', { name: 'Prove it' }).click();
    await until(page, () => document.querySelector('.complaint')?.textContent === 'That is not so: the game is a draw.');
    await close(page);
    // Opened from a file on the board of another family, and shown on its own.
    const other = await openTab('', phone);
    await other.getByLabel('Open a certificate…').setInputFiles(file);
    await checked(other);
    assert.match(await other.locator('.card').innerText(), /Black wins[^]*Connect6 19×19, after j10 i8 h9/);
    await other.getByRole('button', { name: 'Show the position' }).click();
    await until(other, () => document.querySelectorAll('.goban .disc').length === 11 && document.querySelector('#tab-proofs[aria-selected=true]'));
    assert.equal(await other.getByRole('button', { name: 'Show the position' }).count(), 0);
    assert.match(await verdict(other), /^VERIFIED/);
    assert.equal(await other.evaluate(() => document.documentElement.scrollWidth), 390);
    await shot(other, 'proofs-placement-phone', true);
    assert.deepEqual(await other.evaluate(findBadTexts), []);
    // A proof of a drop game is walked through on its own board.
    await openShipped(other, 'connect4-victor');
    await checked(other);
    await other.getByRole('button', { name: 'Walk through it' }).click();
    await other.getByRole('button', { name: 'Play d1' }).click();
    await until(other, () => document.querySelectorAll('[data-reply]').length === 7);
    await close(other);
  },
  async 'false claims and long proofs'() {
    const page = await openTab('?game=drop:5x4');
    await page.getByLabel('What to prove').selectOption('win first');
    await page.getByRole('button', { name: 'Prove it' }).click();
    await until(page, () => document.querySelector('.complaint')?.textContent.includes('the game is a draw'));
    await close(page);
    const long = await openTab('?game=drop:9x8');
    await long.getByLabel('With Allis').uncheck();
    await long.getByRole('button', { name: 'Prove it' }).click();
    await long.waitForSelector('progress');
    await long.locator('section[aria-label=Proofs] button', { hasText: 'Stop' }).click();
    await long.waitForSelector('button:has-text("Prove it")');
    await close(long);
  },
  async 'proofs on a phone, labels and contrast'() {
    const page = await openTab('', phone);
    await shot(page, 'proofs-phone-start');
    assert.ok(!(await page.evaluate(() => document.querySelector('main').scrollWidth > 390)), 'wider than the phone');
    await openShipped(page, 'connect4-victor');
    await checked(page);
    await page.getByRole('button', { name: 'Walk through it' }).dispatchEvent('click');
    await page.waitForSelector('.walk .primary');
    assert.ok(!(await page.evaluate(() => document.querySelector('main').scrollWidth > 390)), 'wider than the phone');
    await page.locator('.walk').scrollIntoViewIfNeeded();
    await shot(page, 'proofs-phone');
    assert.deepEqual(await page.evaluate(findBadTexts), []);
    await close(page);
    const light = await openTab();
    await openShipped(light, 'cannot-lose-cylinder-6-second');
    await checked(light);
    assert.deepEqual(await light.evaluate(findBadTexts), []);
    await close(light);
  },
};
