// Addresses and pasted texts: moves are read exactly as the program reads them, what cannot be read is said and changes
// nothing; the panel and the title follow; what was chosen is remembered.

import assert from 'node:assert/strict';
import { address, close, open, shot, until } from './harness.mjs';
import { modules } from './modules.mjs';

const steps = (page) => page.locator('.moves-box .step').allInnerTexts();
const button = (page, name) => page.getByRole('button', { name, exact: true });
const tab = (page, name) => page.getByRole('tab', { name });
const complaint = (page) => page.locator('[role=alert]');
const stones = (page) => page.locator('.stone, .disc').count();
const paste = async (page, text) => {
  await page.getByLabel('Moves, a position as text').fill(text);
  await button(page, 'Go there').click();
};

export const tests = {
  async 'moves are read as the program reads them'() {
    const [drop, placement] = await modules('drop/game', 'placement/game');
    const page = {
      drop: (game, text) => drop.movesText(drop.parseSpec(game), drop.readMoves(drop.parseSpec(game), text)),
      placement: (game, text) => {
        const spec = placement.parseSpec(game);
        const { moves, pending } = placement.readMoves(spec, text);
        // The program takes whole moves only.
        if (pending.length > 0) throw new Error('too few');
        return placement.movesText(spec, moves);
      },
    };
    let seed = 5;
    const below = (n) => (seed = (seed * 48271) % 2147483647) % n;
    const pick = (list) => list[below(list.length)];
    const random = (parts, n) => Array.from({ length: 1 + below(n) }, () => pick(parts)).join(pick(['', ' ', '', ',']));
    const letters = ['a', 'b', 'd', 'D', 'g', 'h', '1', '2', '4', '7', '8', '0', 'd1', 'd2', 'e1', 'c1', 'a12', '--', ',', ' '];
    const cells = ['h8', 'i9', 'H8', 'a1', 'o15', 'p1', 'a16', 'b', '--', 'j10', 'k11', 'i11', ',', ' ', 'c0'];
    const pairs = ['0,0', '-1,1', '1,1', ' ', '2,', '3', '--', '4,-5', '1001,0'];
    const cases = [
      ['drop', 'connect4', 'd1 d2 e1'],
      ['drop', 'connect4', 'd1d2e1c1'],
      ['drop', 'connect4', '444444'],
      ['drop', 'connect4', '4444444'],
      ['drop', 'connect4', '12121212'],
      ['drop', 'drop:12x6', 'l1 a1 l2'],
      ['placement', 'connect6', 'j10 k11i11 j12h9'],
      ['placement', 'connect6', 'j10k11i11'],
      ['placement', 'Connect(6,2,3)', '0,0 -1,1 1,1 -- --'],
      ['placement', 'Connect(40,30,5,1,1)', 'aa1 ab2 z3'],
      ...Array.from({ length: 60 }, () => ['drop', pick(['connect4', 'drop:12x6', 'drop:3x3:k3']), random(letters, 8)]),
      ...Array.from({ length: 60 }, () => ['placement', pick(['gomoku', 'connect6', 'Connect(40,30,5,1,1)']), random(cells, 5)]),
      ...Array.from({ length: 40 }, () => ['placement', pick(['Connect(6,2,1)', 'Connect(5,1,1)']), random(pairs, 5)]),
    ];
    let refused = 0;
    for (const [family, game, moves] of cases) {
      const response = await fetch(`${address}api/show`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ game, moves }) });
      const answer = await response.json();
      let here = null;
      try {
        here = page[family](game, moves);
      } catch {
        refused++;
      }
      assert.equal(here, response.ok ? answer.moves : null, `${game} “${moves}”: ${answer.error ?? answer.moves}`);
    }
    assert.ok(refused > 30 && refused < cases.length - 30, `${refused} of ${cases.length} refused`);
  },
  async 'an address with cells shows the position; one with a mistake says so and changes nothing'() {
    const page = await open('?moves=d1+d2+e1');
    assert.deepEqual(await steps(page), ['d1', 'd2', 'e1']);
    assert.equal(await complaint(page).count(), 0);
    await close(page);
    for (const [query, reason] of [
      ['?moves=d1+d1', /Move 2 \(d1\) cannot be played: a stone in column d falls on d2/],
      ['?moves=4444444', /Move 7 \(d\) cannot be played: column d is full/],
      ['?page=rules', /There is no page “rules”. There are board, puzzles, strategies and learn/],
      ['?tab=rules&moves=44', /There is no panel “rules”. There are analysis, why/],
      ['?moves=48', /the columns are 1 to 7/],
      ['?game=chess&moves=44', /There is no game “chess”/],
      ['?game=drop:30x30', /too large/],
      ['?game=Connect(99,99,5,1,1)', /sides are 1 to 64/],
      ['?game=cylinder:6', /the page Strategies plays it/],
    ]) {
      const wrong = await open(query);
      await complaint(wrong).filter({ hasText: reason }).waitFor();
      assert.equal(await stones(wrong), 0);
      assert.equal(new URL(wrong.url()).search.replaceAll('%20', '+'), query, 'the address stays');
      assert.equal(await wrong.locator('.chooser select').inputValue(), 'drop:7x6');
      if (query === '?moves=d1+d1') await shot(wrong, 'bad-address');
      // It can be closed, and the board is there to be played on.
      await button(wrong, 'Close').click();
      await complaint(wrong).waitFor({ state: 'detached' });
      await wrong.locator('.head[data-column=d]').click();
      assert.deepEqual(await steps(wrong), ['d1']);
      await close(wrong);
    }
    const gomoku = await open('?game=gomoku&moves=h8h8', {}, '.goban');
    await complaint(gomoku).filter({ hasText: 'h8 is taken' }).waitFor();
    assert.equal(await stones(gomoku), 0);
    await close(gomoku);
    const crosses = await open('?game=tictactoe&moves=a1a1', {}, '.goban');
    await complaint(crosses).filter({ hasText: 'a1 is taken' }).waitFor();
    assert.match(await crosses.locator('.turn').innerText(), /X to move/);
    await close(crosses);
  },
  async 'moves, positions, links and SGF are pasted; what is refused leaves the game'() {
    const page = await open('?moves=44');
    await paste(page, 'd1 d2 e1 c1');
    assert.match(page.url(), /moves=4453$/);
    await paste(page, '4455');
    assert.match(page.url(), /moves=4455$/);
    assert.equal(await page.locator('.variation').count(), 1, 'what was there stays as a variation');
    await paste(page, '4455 9');
    await complaint(page).filter({ hasText: 'the columns are 1 to 7' }).waitFor();
    assert.match(page.url(), /moves=4455$/);
    assert.equal(await page.getByLabel('Moves, a position as text').inputValue(), '4455 9', 'to be mended');
    await paste(page, '6 . . . . . . .\n5 . . . . . . .\n4 . . . . . . .\n3 . . . . . . .\n2 . . . o . . .\n1 . . . x . . .\n  a b c d e f g');
    await until(page, () => /moves=44$/.test(location.search));
    await paste(page, '(;FF[4]GAME[drop:6x5];W[a1];B[b1])');
    await until(page, () => location.search === '?game=drop:6x5&moves=12');
    await paste(page, `${address}?game=tictactoe&moves=b2+a1`);
    await page.waitForSelector('.goban');
    assert.match(page.url(), /\?game=tictactoe&moves=b2\+a1$/);
    await paste(page, 'b2 a1 c3');
    assert.match(page.url(), /moves=b2\+a1\+c3$/);
    await paste(page, `${address}?game=tictactoe&moves=b2+b2`);
    await complaint(page).filter({ hasText: 'b2 is taken' }).waitFor();
    assert.match(page.url(), /moves=b2\+a1\+c3$/);
    await close(page);
  },
  async 'the panel is in the address and remembered, as are the theme and the options; the title names the position'() {
    const page = await open('?moves=4453');
    await tab(page, 'Why').click();
    assert.match(page.url(), /\?tab=why&moves=4453$/);
    await until(page, () => document.title === 'White to move after d1 d2 e1 c1 · Connect-Four 7×6 · Inarow');
    await button(page, 'Light or dark').click();
    const theme = await page.evaluate(() => document.documentElement.dataset.theme);
    assert.equal(theme, 'dark');
    await tab(page, 'Analysis').click();
    await page.getByLabel('Show values').uncheck();
    await tab(page, 'Play').click();
    await page.getByLabel('Against').selectOption('looks:2');
    await page.reload();
    await page.waitForSelector('.board svg');
    assert.ok(await tab(page, 'Play').getAttribute('aria-selected'), 'true');
    assert.equal(await page.getByLabel('Against').inputValue(), 'looks:2');
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
    await tab(page, 'Analysis').click();
    assert.ok(!(await page.getByLabel('Show values').isChecked()));
    await tab(page, 'Why').click();
    // Who opens the page alone comes back to the panel; who opens a position, to its analysis.
    await page.goto(address);
    await page.waitForSelector('.board svg');
    assert.equal(await tab(page, 'Why').getAttribute('aria-selected'), 'true');
    await page.goto(`${address}?moves=44`);
    await page.waitForSelector('.board svg');
    assert.equal(await tab(page, 'Analysis').getAttribute('aria-selected'), 'true');
    // Another game keeps the panel.
    await tab(page, 'Play').click();
    await page.locator('.chooser select').selectOption('tictactoe');
    await page.waitForSelector('.goban');
    assert.match(page.url(), /\?game=tictactoe&tab=play$/);
    await page.getByRole('link', { name: 'Learn' }).click();
    await until(page, () => document.title === 'Learn · Inarow');
    await close(page);
  },
  async 'taking back deletes nothing; a new game is one click in every panel and can be undone; VICTOR asks first'() {
    const page = await open('?moves=4453');
    for (const name of ['Analysis', 'Why', 'Play', 'Proofs']) {
      await tab(page, name).click();
      await page.locator('.steps').getByRole('button', { name: 'New game' }).click();
      await until(page, () => document.querySelectorAll('.stone').length === 0 && !location.search.includes('moves'));
      await button(page, 'Bring it back').click();
      await until(page, () => document.querySelectorAll('.stone').length === 4);
      assert.match(page.url(), /moves=4453$/);
    }
    await tab(page, 'Play').click();
    await page.getByLabel('Against').selectOption('looks:2');
    await page.locator('.head[data-column=a]').click();
    await until(page, () => document.querySelectorAll('.stone').length === 6);
    const played = await steps(page);
    await button(page, 'Take back').click();
    assert.equal(await stones(page), 4);
    assert.deepEqual(await steps(page), played, 'the moves are still in the list');
    await page.getByRole('button', { name: 'Forward' }).click();
    await page.getByRole('button', { name: 'Forward' }).click();
    assert.equal(await stones(page), 6);
    await button(page, 'Take back').click();
    // The same move again: the computer answers again.
    await page.locator('.head[data-column=a]').click();
    await until(page, () => document.querySelectorAll('.stone').length === 6);
    await page.getByLabel('Against').selectOption('victor');
    await page.getByText('End this game and begin a new one?').waitFor();
    await shot(page, 'victor-asks');
    await button(page, 'Go on with this one').click();
    assert.equal(await page.getByLabel('Against').inputValue(), 'looks:2');
    assert.equal(await stones(page), 6);
    await page.getByLabel('Against').selectOption('victor');
    await page.getByRole('alertdialog').getByRole('button', { name: 'New game' }).click();
    await until(page, () => /moves=4$/.test(location.search));
    await button(page, 'Bring it back').click();
    await until(page, () => document.querySelectorAll('.stone').length >= 6);
    assert.equal(await page.getByLabel('Against').inputValue(), 'looks:2', 'with who played it');
    await close(page);
    const six = await open('?game=connect6&moves=j10+k11i11', {}, '.goban');
    await six.locator('.steps').getByRole('button', { name: 'New game' }).click();
    await until(six, () => document.querySelectorAll('.disc').length === 0);
    await button(six, 'Bring it back').click();
    await until(six, () => document.querySelectorAll('.disc').length === 3);
    await close(six);
  },
  async 'the game and the size of an SGF choose the board'() {
    const page = await open('?game=connect6', {}, '.goban');
    const file = (text) => page.locator('input[type=file]').setInputFiles({ name: 'game.sgf', mimeType: 'text/plain', buffer: Buffer.from(text) });
    await file('(;FF[4]GM[4]SZ[15];B[hh];W[ii])');
    await until(page, () => location.search === '?game=gomoku&moves=h8+i7');
    await file('(;FF[4]SZ[13];B[gg];W[hh])');
    await until(page, () => location.search.startsWith('?game=Connect(13,13,5,1,1)&moves='));
    assert.equal(await page.locator('.chooser select').inputValue(), 'Connect(13,13,5,1,1)');
    // Two stones a move are none of Gomoku's: what the game on the board refuses is read once more without it.
    await file('(;FF[4]SZ[19];B[j10];W[j9l11])');
    await until(page, () => location.search === '?game=connect6&moves=j10+j9l11');
    page.problems = page.problems.filter((problem) => !problem.includes('400'));
    await file('(;FF[4]GAME[drop:5x4];W[a1];B[a2])');
    await page.waitForSelector('.board svg');
    await until(page, () => location.search === '?game=drop:5x4&moves=11');
    await close(page);
  },
};
