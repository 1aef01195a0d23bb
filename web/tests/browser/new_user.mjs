// What a new user can do without reading anything: learn why a move loses, solve puzzles, see what the engine thinks of
// a quiet position, start a small proof and watch it end, check its certificate, and send a friend the link.

import assert from 'node:assert/strict';
import { address, close, open, shot, until } from './harness.mjs';

const ask = async (path, body) =>
  (await fetch(`${address}api/${path}`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })).json();

export const tests = {
  async 'a new user: why a move loses, three puzzles, a quiet Connect6 position, a proof with its certificate, the link'() {
    const page = await open('', { permissions: ['clipboard-read', 'clipboard-write'] });
    const tab = (name) => page.getByRole('tab', { name }).click();
    const stones = (n) => until(page, (count) => document.querySelectorAll('.stone, .disc').length === count, n);

    // White begins at the side. Why is that bad? The panel says it, and the friend's link leads to the same.
    await page.locator('.head[data-column=a]').click();
    await page.locator('.verdict', { hasText: 'Black wins in 20 moves' }).waitFor();
    await page.locator('.mistakes .rule', { hasText: '1. a1' }).waitFor();
    assert.match(await page.locator('.mistakes').innerText(), /1\. a1\s+a win in 21 became a loss in 20/);
    await page.locator('.mistakes .rule').first().click();
    await stones(0);
    await tab('Why');
    await page.getByRole('button', { name: 'Why not a1?' }).click();
    await page.locator('.why-not strong', { hasText: /a1 turns a win in 21 into a loss/ }).waitFor();
    await shot(page, 'new-user-why');

    // Three puzzles in a row, played by who sees the best move.
    await page.getByRole('link', { name: 'Puzzles' }).click();
    for (let solved = 0; solved < 3; solved++) {
      await until(page, () => document.querySelector('.frame')?.dataset.state === 'try');
      const here = page.url();
      for (let turn = 0; turn < 21 && (await page.locator('.frame').getAttribute('data-state')) !== 'solved'; turn++) {
        const moves = await page.locator('.frame').getAttribute('data-moves');
        const { best } = await ask('solve', { game: 'connect4', moves, score: true });
        await page.locator(`[data-square=${best[0][0]}1]`).click();
        await until(page, (before) => document.querySelector('.frame').dataset.state === 'solved' || (document.querySelector('.frame').dataset.state === 'try' && document.querySelector('.frame').dataset.moves !== before), moves);
      }
      assert.match(await page.locator('.verdict').innerText(), /Solved!/);
      await page.getByRole('button', { name: 'Next puzzle' }).click();
      await until(page, (url) => location.href !== url, here);
    }
    assert.match(await page.locator('section[aria-label="Your rating"]').innerText(), /3 solved/);

    // What does the engine think of a quiet position?
    await page.getByRole('link', { name: 'Board' }).click();
    await page.waitForSelector('.heads');
    await page.locator('.chooser select').selectOption('connect6');
    await page.waitForSelector('.goban');
    await page.getByLabel('Moves, a position as text').fill('j10 k11i11');
    await page.getByRole('button', { name: 'Go there' }).click();
    await stones(3);
    await page.locator('p', { hasText: /Black wins with a chance of about \d+ %/ }).waitFor();
    await shot(page, 'new-user-connect6');

    // A small proof by jobs, to its end, and its certificate.
    await page.locator('.chooser select').selectOption('drop:7x6');
    await page.waitForSelector('.heads');
    await page.getByLabel('Moves, a position as text').fill('44433555');
    await page.getByRole('button', { name: 'Go there' }).click();
    await stones(8);
    await tab('Proofs');
    await page.getByRole('button', { name: 'Start the proof' }).click();
    await page.locator('.panel.grid .verdict', { hasText: 'Proved: White wins.' }).waitFor();
    await page.getByRole('button', { name: 'Open the certificate' }).click();
    await page.locator('.card .said', { hasText: 'VERIFIED' }).waitFor();
    await shot(page, 'new-user-proof');

    // The link leads a friend to the same position and panel.
    await page.locator('.head[data-column=c]').click();
    await stones(9);
    await page.getByRole('button', { name: 'Copy link' }).click();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    await close(page);
    const friend = await open(new URL(link).search);
    assert.equal(await friend.locator('.stone').count(), 9);
    assert.equal(await friend.getByRole('tab', { name: 'Proofs' }).getAttribute('aria-selected'), 'true');
    await close(friend);
  },
};
