// Placement games: boards of all sizes, the infinite one, analysis, reasons, play.

import assert from 'node:assert/strict';
import { findBadTexts } from './bad_texts.mjs';
import { address, close, open as openAt, shot, until } from './harness.mjs';

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
    assert.equal(await page.locator('.sr[aria-live]').innerText(), 'i8, empty');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press(' ');
    assert.equal(movesOf(page), 'i8 i9');
    await page.keyboard.press('ArrowDown');
    assert.equal(await page.locator('.sr[aria-live]').innerText(), 'i8, Black');
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
    assert.match(await page.locator('.verdict').innerText(), /Black wins/);
    assert.equal(await page.locator('.badge.win[data-cell=a1]').count(), 1);
    assert.equal(await page.locator('.badge.draw[data-cell=b3]').count(), 1);
    await shot(page, 'tictactoe');
    for (const cell of ['a1', 'c3', 'c1', 'c2', 'a3']) await click(page, cell);
    await close(page);
    const won = await open('?game=tictactoe&moves=b2+b1+a1+c3+a3+a2+c1');
    assert.match(await won.locator('.turn').innerText(), /Black has won/);
    assert.equal(await won.locator('.wonline').count(), 1);
    await close(won);
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
};
