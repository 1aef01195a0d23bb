// The main paths in Debian's Firefox, if it is installed (firefox-esr): the board, why, play, files, placement games, the course.

import { existsSync } from 'node:fs';
import playwright from 'playwright-core';
import { close, openIn, shot, until } from './harness.mjs';

const executablePath = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find(existsSync);

async function mainPaths() {
  // A Firefox that nobody has changed speaks WebDriver BiDi.
  const firefox = await playwright._bidiFirefox.launch({ executablePath });
  try {
    const open = (...what) => openIn(firefox, ...what);
    const page = await open('?moves=d1+d2');
    await until(page, () => document.querySelectorAll('.head.win, .head.draw, .head.loss').length === 7);
    await page.locator('.head[data-column=d]').click();
    await until(page, () => location.search === '?moves=444');
    await page.keyboard.press('ArrowLeft');
    await until(page, () => location.search === '?moves=44');
    await page.keyboard.press('5');
    await page.locator('.mistakes .rule', { hasText: '2. e1' }).waitFor();
    await shot(page, 'firefox-analysis');
    await page.getByLabel('Moves, a position as text').fill('1 2');
    await page.getByRole('button', { name: 'Go there' }).click();
    await until(page, () => location.search === '?moves=12');
    await page.getByRole('tab', { name: 'Why' }).click();
    await page.waitForSelector('.panel .rule');
    await shot(page, 'firefox-why');
    await page.getByRole('tab', { name: 'Play' }).click();
    await page.locator('.head[data-column=d]').click();
    await until(page, () => document.querySelectorAll('.stone').length === 4);
    await close(page);
    const six = await open('?game=connect6&moves=j10', {}, '.goban');
    const box = await six.locator('.goban').boundingBox();
    await six.mouse.click(box.x + box.width / 2, box.y + box.height * 0.3);
    await until(six, () => document.querySelectorAll('.disc').length === 2);
    await shot(six, 'firefox-connect6');
    await close(six);
    const lesson = await open('?page=learn&lesson=threats', {}, '.learn article');
    await lesson.locator('[data-square=b1]').click();
    await until(lesson, () => document.querySelector('.feedback').textContent.includes('1 of 2 found'));
    await close(lesson);
    const strategy = await open('?page=strategies', {}, '.frame svg');
    await until(strategy, () => document.querySelector('.turn').textContent.includes('Your turn'));
    await strategy.locator('.buttons button').nth(2).click();
    await until(strategy, () => document.querySelectorAll('.rounds li').length === 1);
    await close(strategy);
  } finally {
    await firefox.close();
  }
}

export const tests = executablePath ? { 'Firefox: the main paths': mainPaths } : {};
if (!executablePath) console.log('skipped: Firefox is not installed');
