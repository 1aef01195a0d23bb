// Placement games: boards of all sizes, the infinite one, analysis, reasons, play.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { findBadTexts } from './bad_texts.mjs';
import { close, open as openAt, shot, until } from './harness.mjs';

const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };
const open = (query, options = {}) => openAt(query, options, '.goban');
const stones = (page) => page.locator('.disc').count();
const movesOf = (page) => new URL(page.url()).searchParams.get('moves') ?? '';

/** Where a cell is on the screen, found by the names at the edges. */
async function point(page, name) {
  return page.evaluate((cell) => {
    const svg = document.querySelector('.goban svg');
    const box = svg.getBoundingClientRect();
    const { x, y, width, height } = svg.viewBox.baseVal;
    const finite = /^([a-z])(\d+)$/.exec(cell);
    const [cx, cy] = finite ? [finite[1].charCodeAt(0) - 97, Number(finite[2]) - 1] : cell.split(',').map(Number);
    return { x: box.left + ((cx * 40 - x) / width) * box.width, y: box.top + ((-cy * 40 - y) / height) * box.height };
  }, name);
}
async function click(page, name) {
  const at = await point(page, name);
  const box = await page.locator('.goban').boundingBox();
  await page.locator('.goban').click({ position: { x: at.x - box.x, y: at.y - box.y } });
}
const view = (page) => page.evaluate(() => ({ ...['x', 'y', 'width'].reduce((o, n) => ({ ...o, [n]: document.querySelector('.goban svg').viewBox.baseVal[n] }), {}) }));

export const tests = {
  async 'Connect6: clicks place one stone and then two, the address follows, keys go back and forward'() {
    const page = await open('?game=connect6');
    assert.match(await page.locator('.turn').innerText(), /Black to move/);
    await click(page, 'j10');
    assert.equal(movesOf(page), 'j10');
    await click(page, 'k11');
    assert.match(await page.locator('.turn').innerText(), /White to move: 1 more stone/);
    await click(page, 'k11');
    assert.equal(await stones(page), 2);
    await click(page, 'i11');
    assert.equal(movesOf(page), 'j10 k11i11');
    await page.locator('.turn').click();
    await page.keyboard.press('ArrowLeft');
    assert.equal(movesOf(page), 'j10');
    await page.keyboard.press('Home');
    assert.equal(movesOf(page), '');
    await page.keyboard.press('End');
    assert.equal(movesOf(page), 'j10 k11i11');
    await page.getByRole('button', { name: 'Numbers' }).click();
    assert.deepEqual(await page.locator('.disc text').allTextContents(), ['1', '2', '2']);
    await shot(page, 'connect6');
    // Another move is a variation; the first one stays.
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await click(page, 'a1');
    await click(page, 's19');
    assert.equal(movesOf(page), 'j10 a1s19');
    assert.equal(await page.locator('.variation').count(), 1);
    await page.locator('.turn').click();
    await page.keyboard.press('ArrowDown');
    assert.equal(movesOf(page), 'j10 k11i11');
    await close(page);
  },
  async 'the board by keyboard alone, told in words'() {
    const page = await open('?game=gomoku');
    await page.locator('.goban').focus();
    await page.keyboard.press('ArrowRight');
    assert.equal(await page.locator('.unseen[aria-live]').innerText(), 'i8, empty');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press(' ');
    assert.equal(movesOf(page), 'i8 i9');
    await page.keyboard.press('ArrowDown');
    assert.equal(await page.locator('.unseen[aria-live]').innerText(), 'i8, Black');
    await page.keyboard.press('Backspace');
    assert.equal(movesOf(page), 'i8');
    assert.match(await page.locator('.goban').getAttribute('aria-label'), /White to move\. Black: i8\. White: no stones\./);
    const before = await view(page);
    await page.keyboard.press('+');
    const near = await view(page);
    assert.ok(near.width < before.width);
    await page.keyboard.press('Shift+ArrowRight');
    assert.ok((await view(page)).x > near.x);
    await page.keyboard.press('0');
    assert.equal((await view(page)).width, before.width);
    await close(page);
  },
  async 'tic-tac-toe: the exact value of every stone'() {
    const page = await open('?game=tictactoe&moves=b2+b1');
    await until(page, () => document.querySelectorAll('.badge').length === 7);
    assert.match(await page.locator('.verdict').innerText(), /X wins/);
    assert.equal(await page.locator('.badge.win[data-cell=a1]').count(), 1);
    assert.equal(await page.locator('.badge.draw[data-cell=b3]').count(), 1);
    await page.getByText('Each empty cell shows the exact value of a stone there.').waitFor();
    await shot(page, 'tictactoe');
    // The win that Why shows is one of several: no other one is called the best beside it.
    await page.getByRole('tab', { name: 'Why' }).click();
    await page.getByText(/with 1 threat\. The answer [abc]\d stops it for now/).waitFor();
    assert.equal(await page.getByText('Best move:').count(), 0);
    await page.getByRole('tab', { name: 'Analysis' }).click();
    await until(page, () => document.querySelectorAll('.badge').length === 7);
    for (const cell of ['a1', 'c3', 'c1', 'c2', 'a3']) await click(page, cell);
    await close(page);
    const won = await open('?game=tictactoe&moves=b2+b1+a1+c3+a3+a2+c1');
    assert.match(await won.locator('.turn').innerText(), /X has won/);
    assert.equal(await won.locator('.wonline').count(), 1);
    await close(won);
  },
  async 'values of whole moves: a stone is worth the best move that has it'() {
    const page = await open('?game=tictactoe');
    const answer = {
      game: 'Connect(3,3,3,2,1)', moves: 'b2', to_move: 'second', value: 'win', winner: 'second', score: null, plies_to_end: null,
      best: ['a1a2'], proved: true, axioms: [], method: 'alphabeta', nodes: 9, seconds: 0.1,
      moves_value: { a1a2: { value: 'win' }, a1c3: { value: 'loss' }, c2c3: { value: 'draw' }, b1c3: { value: 'loss' } },
    };
    const events = [
      ['move', { move: 'a1a2', value: 'win' }],
      ['done', answer],
    ];
    const body = events.map(([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`).join('');
    await page.route('**/api/analyse', (route) => route.fulfill({ contentType: 'text/event-stream', body }));
    await page.goto(page.url().replace(/\?.*/, '?game=Connect(3,3,3,2,1)&moves=b2'));
    await page.waitForSelector('.badge');
    const seen = await page.locator('.badge').evaluateAll((all) => all.map((one) => `${one.dataset.cell} ${one.textContent.trim()}`).sort());
    assert.deepEqual(seen, ['a1 Win', 'a2 Win', 'b1 Loss', 'c2 Draw', 'c3 Draw']);
    await close(page);
  },
  async 'the infinite board: drag, wheel, buttons'() {
    const page = await open('?game=Connect(6,2,3)&moves=0,0+-1,1+1,1');
    assert.equal(await stones(page), 3);
    const before = await view(page);
    const middle = await point(page, '3,-3');
    await page.mouse.move(middle.x, middle.y);
    await page.mouse.down();
    await page.mouse.move(middle.x - 100, middle.y - 60, { steps: 5 });
    await page.mouse.up();
    const dragged = await view(page);
    assert.ok(dragged.x > before.x && dragged.y > before.y);
    assert.equal(await stones(page), 3, 'a drag places nothing');
    await page.mouse.wheel(0, -300);
    await until(page, (width) => document.querySelector('.goban svg').viewBox.baseVal.width < width, dragged.width);
    await page.getByRole('button', { name: 'Zoom out' }).click();
    await page.getByRole('button', { name: 'Show all' }).click();
    assert.equal((await view(page)).width, before.width);
    await click(page, '-4,5');
    await click(page, '5,-6');
    assert.equal(movesOf(page), '0,0 -1,1 1,1 -4,5 5,-6');
    await close(page);
  },
  async 'touch: a tap places, one finger drags, two fingers zoom'() {
    const page = await open('?game=Connect(6,2,3)&moves=0,0+-1,1+1,1', phone);
    const at = await point(page, '2,2');
    // The first tap aims, the second places.
    await page.touchscreen.tap(at.x, at.y);
    await page.waitForSelector('.lens');
    await page.touchscreen.tap(at.x, at.y);
    assert.equal(await stones(page), 4);
    const cdp = await page.context().newCDPSession(page);
    const touch = (type, ...points) => cdp.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
    const before = await view(page);
    await touch('touchStart', [150, 300], [220, 300]);
    for (let i = 1; i <= 6; i++) await touch('touchMove', [150 - 10 * i, 300], [220 + 10 * i, 300]);
    await touch('touchEnd');
    const near = await view(page);
    assert.ok(near.width < before.width * 0.8, `${near.width} of ${before.width}`);
    await touch('touchStart', [200, 300]);
    for (let i = 1; i <= 6; i++) await touch('touchMove', [200 - 15 * i, 300]);
    await touch('touchEnd');
    assert.ok((await view(page)).x > near.x);
    assert.equal(await stones(page), 4, 'fingers that drag place nothing');
    await close(page);
  },
  async 'a relevance zone in one click: the V of Connect(6,2,3), White passes'() {
    const page = await open('?game=connect6');
    await page.getByRole('button', { name: /the zone if White passes/ }).click();
    // The win comes first, the zones when they are asked for.
    await page.waitForSelector('.phantom');
    assert.equal(await page.locator('.zone').count(), 0);
    await page.locator('.zone-choice').last().click();
    await page.waitForSelector('.zone');
    assert.match(await page.locator('.verdict').innerText(), /Black wins by force/);
    const zones = async () => [...new Set(await page.locator('.zone').evaluateAll((all) => all.map((one) => one.dataset.zone)))].sort();
    const all = await zones();
    assert.ok(all.length >= 2 && all[0] === '1', all.join());
    assert.equal(await page.locator('.zone').count(), await page.locator('.zone-number').count());
    await shot(page, 'zones');
    await page.getByRole('button', { name: 'Z1', exact: true }).click();
    assert.deepEqual(await zones(), ['1']);
    await page.getByRole('button', { name: 'None', exact: true }).click();
    assert.deepEqual(await zones(), []);
    // The keyboard's cursor tells the zone of a cell.
    await page.getByRole('button', { name: 'Z1', exact: true }).click();
    await page.locator('.goban').focus();
    let said = '';
    for (let i = 0; i < 12 && !said.includes('zone'); i++) {
      await page.keyboard.press(i % 2 === 0 ? 'ArrowUp' : 'ArrowRight');
      said = await page.locator('.unseen[aria-live]').innerText();
    }
    assert.match(said, /zone 1/);
    // With White to move the same stones win against every move: that takes two free stones.
    await page.getByRole('button', { name: /three stones that win/ }).click();
    await page.getByText('proved by threats (two free stones)').waitFor();
    assert.equal(movesOf(page), '0,0 -1,1 1,1');
    await close(page);
  },
  async 'files: SGF saved and opened, text and picture; a position set up by hand'() {
    const page = await open('?game=connect6&moves=j10+k11i11', { acceptDownloads: true, permissions: ['clipboard-read', 'clipboard-write'] });
    await page.getByLabel('Comment on k11i11').fill('why not');
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save SGF' }).click();
    const path = await (await saved).path();
    const sgf = readFileSync(path, 'utf8');
    assert.match(sgf, /GAME\[Connect\(19,19,6,2,1\)\]/);
    assert.match(sgf, /C\[why not\]/);
    await page.getByRole('button', { name: 'To the start' }).click();
    await page.getByRole('button', { name: 'Copy as text' }).click();
    assert.equal((await page.evaluate(() => navigator.clipboard.readText())).split('\n').length, 21);
    const infinite = '(;FF[4]GAME[Connect(6,2,3)];B[0,0 -1,1 1,1];W[3,3 4,4](;B[0,2 0,3])(;B[5,5 6,6]C[else]))';
    await page.locator('input[type=file]').setInputFiles({ name: 'v.sgf', mimeType: 'text/plain', buffer: Buffer.from(infinite) });
    await until(page, () => location.search.includes('Connect(6,2,3)'));
    assert.equal(movesOf(page), '0,0 -1,1 1,1 3,3 4,4 0,2 0,3');
    assert.equal(await page.locator('.variation').count(), 1);
    await page.locator('input[type=file]').setInputFiles({ name: 'bad.sgf', mimeType: 'text/plain', buffer: Buffer.from('no game') });
    await page.locator('.complaint').waitFor();
    page.problems = page.problems.filter((text) => !text.includes('400'));
    const picture = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save picture' }).click();
    await picture;
    await page.getByRole('button', { name: 'Set up a position' }).click();
    await page.getByRole('button', { name: 'Clear the board' }).click();
    await click(page, '0,0');
    assert.ok(await page.getByRole('button', { name: 'Use this position' }).isDisabled());
    assert.match(await page.locator('.reason').innerText(), /Black begins with 3 stones/);
    await click(page, '1,0');
    await click(page, '2,0');
    await shot(page, 'setup-placement');
    await page.getByRole('button', { name: 'Use this position' }).click();
    assert.equal(movesOf(page), '0,0 1,0 2,0');
    await close(page);
  },
  async 'a forced win in Connect6 step by step, with threats and zones'() {
    const page = await open('?game=gomoku');
    await page.getByRole('button', { name: 'Connect6: a forced win' }).click();
    await page.waitForSelector('.phantom');
    assert.match(await page.locator('.verdict').innerText(), /Black wins by force/);
    assert.equal(await page.locator('.phantom').count(), 2);
    assert.match(await page.locator('.stepword').innerText(), /Black plays .* with 2 threats/);
    await page.getByRole('button', { name: 'Next ▶' }).click();
    assert.equal(await page.locator('.phantom').count(), 6);
    await shot(page, 'forced-win');
    await page.getByRole('button', { name: '◀ Previous' }).click();
    assert.equal(await page.locator('.phantom').count(), 2);
    while (await page.getByRole('button', { name: 'Next ▶' }).isEnabled()) await page.getByRole('button', { name: 'Next ▶' }).click();
    assert.match(await page.locator('.stepword').innerText(), /completes a line|more threats than 2 stones can stop/);
    await page.getByRole('button', { name: /^Play / }).click();
    await until(page, () => document.querySelectorAll('.disc').length === 13);
    // White to move, and lost: his threats and Black's are listed, the Verifier finds nothing that holds.
    await page.waitForSelector('.side');
    // An answer that arrives draws the list anew under the pointer, so it is pointed at until the threat shows.
    for (let tries = 0; tries < 20 && (await page.locator('.band').count()) === 0; ++tries) {
      await page.mouse.move(0, 0);
      await page.locator('.chips .mini').first().hover();
      await page.waitForSelector('.band', { state: 'attached', timeout: 1000 }).catch(() => {});
    }
    await page.waitForSelector('.band', { state: 'attached' });
    await shot(page, 'threats');
    await page.getByRole('button', { name: 'List them' }).click();
    await page.getByText('every move is refuted').waitFor();
    await close(page);
  },
  async 'the Verifier lists the defenses that are left, and shows them'() {
    const page = await open('?game=connect6&moves=j10+a1a3+k10l10+a5c7+m10b2');
    await page.keyboard.press('w');
    await page.getByRole('button', { name: 'List them' }).click();
    await page.getByText('not refuted').waitFor();
    const before = await page.locator('.phantom').count();
    await page.locator('.defenses .mini').first().click();
    assert.ok((await page.locator('.phantom').count()) >= 1);
    await shot(page, 'defenses');
    await page.locator('.defenses .mini').first().click();
    assert.equal(await page.locator('.phantom').count(), before);
    await close(page);
  },
  async 'Gomoku: where the next stone must go'() {
    const page = await open('?game=gomoku');
    await page.getByRole('button', { name: 'Gomoku: where White must play' }).click();
    await page.waitForSelector('.phantom');
    await page.getByText('If White did nothing, Black would win').waitFor();
    await page.getByRole('button', { name: /^\d+ cells$/ }).hover();
    assert.ok((await page.locator('.frame').count()) > 3);
    await shot(page, 'must-play');
    await close(page);
    const other = await open('?game=connect6');
    await other.getByRole('button', { name: 'Gomoku: a forced win' }).click();
    await other.waitForSelector('.phantom');
    assert.match(await other.locator('.verdict').innerText(), /wins by force/);
    // A win by threats says nothing of the other cells.
    await other.getByRole('tab', { name: 'Analysis' }).click();
    await other.getByText('What the cells with a mark are worth is proved; the others have not been looked at.').waitFor();
    await shot(other, 'gomoku-win');
    await close(other);
  },
  async 'play against the computer with either colour, take back, hints'() {
    const page = await open('?game=tictactoe');
    await page.getByRole('tab', { name: 'Play' }).click();
    await page.getByRole('radio', { name: 'O', exact: true }).check();
    await until(page, () => document.querySelectorAll('.disc').length === 1);
    for (let turn = 0; turn < 4; turn++) {
      if (/won|Drawn/.test(await page.locator('.verdict').innerText())) break;
      const n = await stones(page);
      for (const cell of ['a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'a3', 'b3', 'c3']) {
        if ((await stones(page)) > n) break;
        await click(page, cell);
      }
      await until(page, () => !document.querySelector('.verdict')?.textContent?.includes('thinking'));
    }
    assert.match(await page.locator('.verdict').innerText(), /The computer has won|Drawn/);
    await close(page);
    const six = await open('?game=connect6');
    await six.getByRole('tab', { name: 'Play' }).click();
    await click(six, 'j10');
    await until(six, () => document.querySelectorAll('.disc').length === 3);
    assert.match(await six.locator('.verdict').innerText(), /Your turn: 2 stones/);
    await six.getByLabel('Tell me what is proved').check();
    await six.waitForSelector('.hint:not(:empty)');
    await shot(six, 'play-connect6');
    await six.getByRole('button', { name: 'Take back' }).click();
    assert.equal(await stones(six), 0);
    await close(six);
  },
  async 'where nothing is proved the engine gives its chances'() {
    const page = await open('?game=gomoku&moves=h8');
    await page.locator('p', { hasText: /White wins with a chance of about \d+ %/ }).waitFor();
    const guesses = page.locator('.guesses li');
    assert.ok((await guesses.count()) > 1);
    await shot(page, 'estimate');
    const move = await guesses.first().getByRole('button').innerText();
    await guesses.first().getByRole('button').click();
    assert.equal(movesOf(page), `h8 ${move}`);
    await page.locator('p', { hasText: /Black wins with a chance of about/ }).waitFor();
    await page.getByRole('tab', { name: 'Play' }).click();
    await page.getByRole('radio', { name: 'White' }).check();
    // With much time it may find a proof.
    await page.getByText(/It says: (I win with a chance of about|.*proved)/).waitFor();
    await close(page);
  },
  async 'the estimate lists moves with the answers to them, and the graph says the same'() {
    const page = await open('?game=connect6&moves=j10+k11i11', {}, '.goban');
    const chance = page.locator('p', { hasText: /Black wins with a chance of about \d+ %/ });
    await chance.waitFor();
    const words = (await chance.innerText()).match(/Black wins with a chance of about \d+ %/)[0];
    const lines = await page.locator('.guesses li .muted').allInnerTexts();
    assert.equal(lines.length, 5);
    for (const line of lines) assert.match(line, /^[a-s]\d+[a-s]\d+/);
    await page.locator('summary', { hasText: 'As a table' }).click();
    await until(page, (text) => document.querySelector('.panel tbody tr:last-child').textContent.includes(text), words);
    await close(page);
  },
  async 'a program of another author is an opponent and gives its opinion'() {
    const page = await open('?game=gomoku');
    await page.getByRole('button', { name: 'Ask fake' }).click();
    await until(page, () => document.querySelector('.opinion span')?.textContent === 'a1, not proved. It says: depth 3 ev 0.5');
    await page.getByRole('tab', { name: 'Play' }).click();
    await page.getByRole('radio', { name: 'fake' }).check();
    await click(page, 'h8');
    await until(page, () => document.querySelectorAll('.disc').length === 2);
    await page.getByText('It says: depth 3 ev 0.5').waitFor();
    await shot(page, 'play-engine');
    // It does not play other games, and who played against it goes on against ours.
    await page.locator('.chooser select').selectOption('connect6');
    await page.getByRole('radio', { name: 'fake' }).waitFor({ state: 'detached' });
    assert.ok(await page.getByRole('radio', { name: 'Strong' }).isChecked());
    await close(page);
  },
  async 'other boards are made in the form; wrong ones are refused'() {
    const page = await open('?game=gomoku');
    await page.locator('.chooser select').selectOption('other');
    await page.getByLabel('Stones a move').fill('0');
    assert.ok(await page.getByRole('button', { name: 'New board' }).isDisabled());
    await page.getByLabel('Stones a move').fill('2');
    await page.getByLabel('Columns', { exact: true }).fill('5');
    await page.getByLabel('Rows').fill('4');
    await page.getByLabel('In a row').fill('4');
    await page.getByRole('button', { name: 'New board' }).click();
    assert.equal(new URL(page.url()).searchParams.get('game'), 'Connect(5,4,4,2,1)');
    await click(page, 'e4');
    assert.equal(movesOf(page), 'e4');
    await page.locator('.chooser select').selectOption('other');
    await page.getByLabel('Infinite board').check();
    await page.getByRole('button', { name: 'New board' }).click();
    assert.equal(new URL(page.url()).searchParams.get('game'), 'Connect(4,2,1)');
    await close(page);
  },
  async 'from a game of one family to one of the other and back'() {
    const page = await open('?game=connect6&moves=j10');
    await page.locator('.chooser select').selectOption('drop:7x6');
    await page.waitForSelector('.head');
    assert.ok(!page.url().includes('connect6'), page.url());
    await page.goBack();
    await page.waitForSelector('.goban');
    assert.equal(movesOf(page), 'j10');
    assert.equal(await stones(page), 1);
    await close(page);
  },
  async 'a click never waits for the search'() {
    const page = await open('?game=Connect(7,7,5,1,1)&moves=d4');
    await until(page, () => document.querySelector('.facts')?.textContent?.includes('looking'));
    const took = await page.evaluate(async () => {
      const board = document.querySelector('.goban');
      const box = board.getBoundingClientRect();
      const at = { clientX: box.left + box.width * 0.3, clientY: box.top + box.height * 0.3, button: 0, pointerId: 1, bubbles: true };
      board.setPointerCapture = () => {};
      const begin = performance.now();
      board.dispatchEvent(new PointerEvent('pointerdown', at));
      board.dispatchEvent(new PointerEvent('pointerup', at));
      await new Promise((resolve) => requestAnimationFrame(resolve));
      return [performance.now() - begin, document.querySelectorAll('.disc').length];
    });
    assert.equal(took[1], 2);
    console.log(`  a click is shown after ${Math.round(took[0])} ms`);
    assert.ok(took[0] < 5000);
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: 'Search deeper' }).click();
    await close(page);
  },
  async 'phone, dark, and no wider than the screen'() {
    for (const [name, query, scheme] of [
      ['phone-connect6', '?game=connect6&moves=j10+i8h9+i11k11+g10h11+k9h12+l8g13', 'dark'],
      ['phone-infinite', '?game=Connect(6,2,3)&moves=0,0+-1,1+1,1+--+--', 'light'],
    ]) {
      const page = await open(query, { ...phone, colorScheme: scheme });
      await page.getByRole('tab', { name: 'Why' }).click();
      await page.waitForSelector('.phantom');
      assert.ok(!(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)), 'wider than the phone');
      await shot(page, name);
      await close(page);
    }
  },
  async 'labels, and contrast in both themes (placement)'() {
    for (const colorScheme of ['light', 'dark']) {
      const page = await open('?game=connect6&moves=j10+i8h9+i11k11+g10h11+k9h12+l8g13', { colorScheme });
      for (const tab of ['Analysis', 'Why', 'Play']) {
        await page.getByRole('tab', { name: tab }).click();
        if (tab === 'Why') await page.waitForSelector('.phantom');
        assert.deepEqual(await page.evaluate(findBadTexts), [], `${colorScheme} ${tab}`);
      }
      await close(page);
    }
  },
};
