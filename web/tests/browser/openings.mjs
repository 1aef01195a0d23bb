// The opening book beside the board: moves with what is known of them, growing, defenses, files in and out.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { findBadTexts } from './bad_texts.mjs';
import { close, open, shot, until } from './harness.mjs';

const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'dark', deviceScaleFactor: 2, hasTouch: true, isMobile: true };
const openBook = async (query, options, ready) => {
  const page = await open(query, options, ready);
  await page.getByRole('tab', { name: 'Book' }).click();
  await page.waitForSelector('.openings');
  return page;
};

export const tests = {
  async 'the book of Connect-Four shows the value of every move, and a click plays it'() {
    const page = await openBook('?moves=44');
    await page.waitForSelector('.openings td');
    assert.equal(await page.locator('.openings tbody tr').count(), 7);
    assert.match(await page.locator('.openings .verdict').innerText(), /The player to move wins/);
    // The best move stands first, and it is proved.
    const first = page.locator('.openings tbody tr').first();
    assert.match(await first.innerText(), /d3\s+wins\s+✓ proved/);
    await shot(page, 'openings-connect4');
    await first.getByRole('button').click();
    await until(page, () => /moves=444/.test(location.search));
    await until(page, () => /loses/.test(document.querySelector('.openings .verdict')?.textContent ?? ''));
    await close(page);
  },
  async 'the book of Connect6 has estimates and visits, marked as guesses'() {
    const page = await openBook('?game=connect6&moves=j10', {}, '.goban');
    await page.waitForSelector('.openings td');
    assert.match(await page.locator('.openings').innerText(), /about \d+ %/);
    assert.match(await page.locator('.openings').innerText(), /A guess of the engine, not a proof/);
    assert.match(await page.locator('.openings').innerText(), /can be read only.*--grow "Connect\(19,19,6,2,1\)=mine\.db"/);
    const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export SGF' }).click()]);
    assert.match(readFileSync(await saved.path(), 'latin1'), /GAME\[Connect\(19,19,6,2,1\)\]/);
    await shot(page, 'openings-connect6');
    await close(page);
  },
  async 'a book grows from the page, takes a file, and its defenses are worked through'() {
    const page = await openBook('?game=gomoku&moves=h8', {}, '.goban');
    await page.waitForSelector('.openings h3');
    await page.getByLabel('How many').fill('3');
    await page.getByRole('button', { name: 'Grow', exact: true }).click();
    await until(page, () => /3 positions looked at/.test(document.querySelector('.openings .said')?.textContent ?? ''));
    await page.waitForSelector('.openings tbody tr');
    await shot(page, 'openings-grown');
    const sgf = '(;FF[4]GAME[Connect(15,15,5,1,1)];B[h8];W[h9]C[a natural answer])';
    await page.locator('.openings input[type=file]').setInputFiles({ name: 'mine.sgf', mimeType: 'text/plain', buffer: Buffer.from(sgf) });
    await until(page, () => /kept as a claim/.test(document.querySelector('.openings .said')?.textContent ?? ''));
    await until(page, () => /a natural answer/.test(document.querySelector('.openings')?.textContent ?? ''));
    const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export RenLib' }).click()]);
    assert.ok(readFileSync(await saved.path(), 'latin1').includes('RenLib'));
    await close(page);
    const attack = await openBook('?game=gomoku&moves=h8+a1+i8+a2+j8', {}, '.goban');
    await attack.getByRole('button', { name: 'Try the defenses against j8' }).click();
    await attack.waitForSelector('.defenses li');
    assert.match(await attack.locator('.openings').innerText(), /not refuted by threats alone/);
    await shot(attack, 'openings-defenses');
    // A defense is played on the board by a click.
    await attack.locator('.defenses button:enabled').first().click();
    await until(attack, () => location.search.split('+').length === 6);
    await close(attack);
    // A quiet move asks for no defense.
    const quiet = await openBook('?game=gomoku&moves=h8+h9', {}, '.goban');
    await quiet.getByRole('button', { name: 'Try the defenses against h9' }).click();
    await quiet.getByText('Nothing has to be stopped: any move may hold').waitFor();
    assert.equal(await quiet.locator('.defenses li').count(), 0);
    await close(quiet);
  },
  async 'the book on a phone, labels and contrast'() {
    const page = await openBook('?moves=4453', phone);
    await page.waitForSelector('.openings td');
    assert.ok(!(await page.evaluate(() => document.querySelector('main').scrollWidth > 390)), 'wider than the phone');
    assert.deepEqual(await page.evaluate(findBadTexts), []);
    await page.locator('.openings').scrollIntoViewIfNeeded();
    await shot(page, 'openings-phone', true);
    await close(page);
    const light = await openBook('?game=connect6&moves=j10', { colorScheme: 'light' }, '.goban');
    await light.waitForSelector('.openings td');
    assert.deepEqual(await light.evaluate(findBadTexts), []);
    await close(light);
  },
};
