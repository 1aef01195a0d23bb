// How the pages are laid out on wide screens and phones: nothing shifts, nothing is cut off, the board stays in sight;
// what screen readers hear; how a cylinder is drawn.

import assert from 'node:assert/strict';
import { findBadTexts } from './bad_texts.mjs';
import { close, open, shot, until } from './harness.mjs';

const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };
const small = { ...phone, viewport: { width: 360, height: 640 } };
const pages = {
  board: ['?moves=4453', 'svg[role=img]'],
  cylinder: ['?game=drop:6x6:cyl&moves=1616', 'svg[role=img]'],
  strategies: ['?page=strategies', 'main'],
  learn: ['?page=learn&lesson=zugzwang&step=3', '.learn article'],
  threats: ['?page=learn&lesson=threats', '.learn .ask'],
  proof: ['?page=learn&lesson=proof', '.learn .pick'],
  lecture: ['?page=learn&lesson=lecture', '.lecture'],
};
const sidewaysScroll = () => document.documentElement.scrollWidth > innerWidth;
/** Controls that reach over the edge of the screen, or over each other, in the header. */
function cutOff() {
  const boxes = [...document.querySelectorAll('header a, header button, header select')].map((e) => ({
    name: e.textContent.trim().slice(0, 20) || e.getAttribute('aria-label'),
    box: e.getBoundingClientRect(),
  }));
  const bad = [];
  for (const [i, { name, box }] of boxes.entries()) {
    if (box.left < 0 || box.right > innerWidth) bad.push(`${name} is cut off`);
    for (const other of boxes.slice(i + 1)) {
      const apart = box.right <= other.box.left + 0.5 || other.box.right <= box.left + 0.5 || box.bottom <= other.box.top + 0.5 || other.box.bottom <= box.top + 0.5;
      if (!apart) bad.push(`${name} covers ${other.name}`);
    }
  }
  const [light, pages] = ['.theme', 'nav.pages'].map((name) => document.querySelector(name).getBoundingClientRect());
  if (light.top > pages.bottom) bad.push('the light stands in a row of its own');
  for (const e of document.querySelectorAll('button, a, select')) {
    if (e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== 'inline') bad.push(`too narrow: ${e.textContent.trim().slice(0, 40)}`);
  }
  return bad;
}
/** Things without a name, or with a role that does not exist, of which a screen reader would say nothing. */
function findUnnamed() {
  const bad = [];
  const name = (e) => e.getAttribute('aria-label') ?? e.getAttribute('aria-labelledby') ?? e.getAttribute('title') ?? e.textContent.trim();
  for (const e of document.querySelectorAll('a, button, [role=img], [role=group], [role=tablist], [role=tab], nav, section, select, progress')) {
    if (e.matches('select, section') ? !(e.getAttribute('aria-label') ?? e.closest('label') ?? e.querySelector('h2, h3')) : !name(e)) {
      bad.push(`no name: ${e.outerHTML.slice(0, 90)}`);
    }
  }
  for (const image of document.querySelectorAll('img')) if (!image.hasAttribute('alt')) bad.push(`no alt: ${image.outerHTML}`);
  for (const svg of document.querySelectorAll('svg')) {
    if (!svg.closest('[aria-hidden=true]') && !svg.getAttribute('aria-label')) bad.push(`svg without a word: ${svg.outerHTML.slice(0, 90)}`);
  }
  if (document.querySelectorAll('main').length !== 1) bad.push('not one main');
  if (document.querySelectorAll('h1').length !== 1) bad.push('not one h1');
  const ids = [...document.querySelectorAll('[id]')].map((e) => e.id);
  for (const id of new Set(ids)) if (ids.filter((other) => other === id).length > 1) bad.push(`id twice: ${id}`);
  return bad;
}

async function looksGood(name, size, options) {
  const [query, ready] = pages[name];
  const page = await open(query, options, ready);
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await page.evaluate(findBadTexts), [], `${name} ${colorScheme}`);
    if (size === 'phone') await shot(page, `layout-${name}-${colorScheme}`);
  }
  // A finger taps, and points at nothing.
  if (size !== 'wide') assert.doesNotMatch(await page.locator('main').innerText(), /\b(click|point at)/i, name);
  assert.deepEqual(await page.evaluate(findUnnamed), [], name);
  assert.deepEqual(await page.evaluate(cutOff), [], name);
  assert.ok(!(await page.evaluate(sidewaysScroll)), `${name}: wider than the screen`);
  await close(page);
}

export const tests = {
  ...Object.fromEntries(
    Object.entries({ wide: {}, phone, small }).map(([size, options]) => [
      `every page, ${size}: labels, contrast and room in both themes`,
      async () => {
        for (const name of Object.keys(pages)) await looksGood(name, size, options);
      },
    ]),
  ),
  async 'on a phone the board stays in sight while Why is read'() {
    for (const options of [phone, small]) {
      const page = await open('?moves=12', options);
      await page.getByRole('tab', { name: 'Why' }).click();
      await page.waitForSelector('.rules .rule');
      await page.locator('.rules .rule').last().scrollIntoViewIfNeeded();
      await page.evaluate(() => document.querySelector('.rules li:last-child .rule').scrollIntoView({ block: 'end' }));
      await page.locator('.rules .rule').last().tap();
      const seen = await page.evaluate(() => {
        const board = document.querySelector('.board svg').getBoundingClientRect();
        const rule = document.querySelector('.rules li:last-child .rule').getBoundingClientRect();
        return { top: board.top, bottom: board.bottom, rule: rule.top, ruleEnd: rule.bottom, height: innerHeight, scrolled: scrollY };
      });
      assert.ok(seen.scrolled > 200, 'the panel is long enough to scroll');
      assert.ok(seen.top >= -1 && seen.bottom < seen.height * 0.55, `the board is in sight: ${JSON.stringify(seen)}`);
      assert.ok(seen.rule >= seen.bottom && seen.ruleEnd <= seen.height + 1, `so is the rule: ${JSON.stringify(seen)}`);
      assert.ok((await page.locator('.lit').count()) >= 2);
      await shot(page, `layout-why-${options.viewport.width}`);
      await close(page);
    }
  },
  async 'what Why shows first fits on the screen of a phone'() {
    for (const moves of ['44433555', '2713525']) {
      const page = await open(`?tab=why&moves=${moves}`, phone);
      await page.locator('.reason .because').first().waitFor();
      assert.doesNotMatch(await page.locator('main').innerText(), /\bclick/i);
      for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme });
        const ends = await page.evaluate(() => ['.verdict', '.reason .line', '.reason .because'].map((name) => document.querySelector(name).getBoundingClientRect().bottom));
        assert.ok(
          ends.every((end) => end <= 844),
          `${moves}: ${ends}`,
        );
        await shot(page, `layout-why-first-${moves}-${colorScheme}`);
      }
      await close(page);
    }
  },
  async 'nothing shifts while a phone loads, and answers come'() {
    for (const query of ['?moves=4453', '?page=learn&lesson=useless', '?game=drop:6x6:cyl&moves=1616']) {
      const page = await open(query, phone);
      // Until all answers have come.
      await page.waitForLoadState('networkidle');
      const shift = await page.evaluate(
        () =>
          new Promise((resolve) => {
            let total = 0;
            new PerformanceObserver((list) => {
              for (const entry of list.getEntries()) if (!entry.hadRecentInput) total += entry.value;
            }).observe({ type: 'layout-shift', buffered: true });
            setTimeout(() => resolve(total), 100);
          }),
      );
      console.log(`  ${query}: ${shift.toFixed(3)}`);
      assert.ok(shift < 0.05, `${query}: layout shift ${shift}`);
      await close(page);
    }
  },
  async 'screen readers hear the verdict in every panel'() {
    const page = await open('?moves=12');
    await until(page, () => [...document.querySelectorAll('[aria-live=polite]')].some((e) => e.textContent.includes('Black wins')));
    await page.getByRole('tab', { name: 'Why' }).click();
    await until(page, () => /Black wins.*Black cannot lose/.test(document.querySelector('[role=status]')?.textContent ?? ''));
    await page.locator('.head[data-column=d]').click();
    await until(page, () => document.querySelector('[role=status]')?.textContent?.includes('Black to move'));
    await close(page);
  },
  async 'a cylinder shows what lies around its edge: stones, groups, the winning line'() {
    // White wins with e1 f1 a1 b1, over the seam.
    const page = await open('?game=drop:6x6:cyl&moves=5566112');
    assert.equal(await page.locator('.wonline').count(), 2);
    const paths = await page.locator('.wonline').evaluateAll((list) => list.map((e) => e.getBBox()).map((b) => [b.x, b.x + b.width]));
    // Once from e over the right edge, once from the left edge to b: the same line, a turn apart.
    assert.deepEqual(paths.sort((a, b) => a[0] - b[0]), [[-150, 150], [450, 750]]);
    // Columns f and a are repeated with their stones.
    assert.equal(await page.locator('.stone.again').count(), 4);
    await shot(page, 'cylinder-won');
    await close(page);
    const why = await open('?game=drop:6x6:cyl&moves=556611');
    await why.getByRole('tab', { name: 'Why' }).click();
    await why.locator('.rest > summary').click();
    await why.waitForSelector('.threats .rule');
    const threat = why.locator('.threats .rule').first();
    await threat.hover();
    assert.ok((await why.locator('svg .group:not(.under)').count()) >= 2, 'the group is drawn at both ends');
    await shot(why, 'cylinder-why');
    // A click on the repeated column plays there.
    await why.locator('svg .column').last().click();
    await until(why, () => location.search.endsWith('moves=5566111'));
    // The buttons stand above their columns.
    const [head, column] = await why.evaluate(() =>
      [document.querySelector('.head[data-column=a]'), document.querySelectorAll('svg .column')[0]].map((e) => e.getBoundingClientRect().left),
    );
    assert.ok(Math.abs(head - column) < 6, `${head} and ${column}`);
    await close(why);
    const flat = await open('?moves=4455667');
    assert.equal(await flat.locator('.stone.again, .faint').count(), 0);
    assert.equal(await flat.locator('.wonline').count(), 1);
    await close(flat);
  },
};
