// Drop games: analysis, reasons, play.

import assert from 'node:assert/strict';
import { findBadTexts } from './bad_texts.mjs';
import { close, open, playOut, shot, until } from './harness.mjs';

const head = (page, column) => page.locator(`.head[data-column=${column}]`);
async function allValues(page, n) {
  await until(page, (count) => document.querySelectorAll('.head.win, .head.draw, .head.loss').length === count, n);
}

export const tests = {
  async 'all seven scores of the first move, quickly, and no layout shift'() {
    const page = await open();
    await allValues(page, 7);
    assert.equal(await head(page, 'd').getAttribute('aria-label'), 'Column d: Win in 21 moves, best');
    assert.match(await head(page, 'a').getAttribute('aria-label'), /Loss in 20 moves/);
    assert.match(await page.locator('.verdict').innerText(), /White wins in 21 moves/);
    const { board, shift } = await page.evaluate(
      () =>
        new Promise((resolve) => {
          let total = 0;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) total += entry.value;
          }).observe({ type: 'layout-shift', buffered: true });
          const paint = performance.getEntriesByName('first-contentful-paint')[0];
          setTimeout(() => resolve({ board: paint ? paint.startTime : 0, shift: total }), 300);
        }),
    );
    console.log(`  first paint after ${Math.round(board)} ms, layout shift ${shift.toFixed(3)}`);
    assert.ok(shift < 0.05, `layout shift ${shift}`);
    assert.ok(board < 30000);
    await page.waitForSelector('.line.best .step');
    await shot(page, 'analysis');
    await close(page);
  },
  async 'a click plays, the address follows, undo and redo and keys work'() {
    const page = await open();
    await page.locator('svg .column').nth(3).click();
    await head(page, 'd').click();
    await page.keyboard.press('5');
    assert.match(page.url(), /\?moves=445$/);
    await page.keyboard.press('ArrowLeft');
    assert.match(page.url(), /\?moves=44$/);
    await page.keyboard.press('Home');
    assert.ok(!page.url().includes('moves'));
    await page.keyboard.press('End');
    assert.match(page.url(), /\?moves=445$/);
    assert.equal(await page.locator('.stone').count(), 3);
    await allValues(page, 7);
    await close(page);
  },
  async 'the best play after a column is drawn when the pointer rests on it'() {
    const page = await open('?moves=4444445');
    await allValues(page, 6);
    await head(page, 'c').hover();
    await page.waitForSelector('.ghost');
    assert.ok((await page.locator('.panel .step').count()) > 5);
    await shot(page, 'best-play');
    await close(page);
  },
  async 'Why shows rules, threats and zugzwang, and lights them up'() {
    const page = await open('?moves=12');
    await page.getByRole('tab', { name: 'Why' }).click();
    await page.waitForSelector('.rules .rule');
    assert.match(await page.locator('.claim').innerText(), /Black cannot lose/);
    await page.locator('.verdict', { hasText: 'Black wins' }).waitFor();
    assert.equal(await page.locator('.lit').count(), 0);
    await page.locator('.rules .rule').first().hover();
    assert.ok((await page.locator('.lit').count()) >= 2);
    assert.ok((await page.locator('svg .group').count()) >= 2);
    await shot(page, 'why');
    await page.locator('.rules .rule').nth(1).focus();
    assert.ok((await page.locator('.lit').count()) >= 2);
    assert.ok((await page.locator('.plan li').count()) > 0);
    await close(page);
  },
  async 'Why leads with the verdict and the plan that proves it'() {
    const page = await open('?moves=44433555');
    await page.getByRole('tab', { name: 'Why' }).click();
    await page.locator('.verdict', { hasText: 'White wins in 7 moves' }).waitFor();
    const line = page.locator('.reason .line .step');
    await line.first().waitFor();
    assert.ok((await line.count()) >= 3);
    assert.match(await page.locator('.reason .because').first().innerText(), /^Then .*(White|Black)/);
    assert.match(await page.locator('.reason').first().innerText(), /The whole plan has \d+ positions/);
    // Pointing at a move shows the line on the board.
    await line.nth(2).hover();
    assert.equal(await page.locator('.ghost').count(), 3);
    // Every other reply is there with its answer.
    await page.locator('.tries > summary').click();
    assert.ok((await page.locator('.tries li button').count()) >= 6);
    await shot(page, 'why-plan');
    // The plan is walked through: after two moves it is White's turn again, and the plan goes on.
    await line.nth(1).click();
    await until(page, () => /moves=44433555\d\d$/.test(location.search));
    await page.locator('.verdict', { hasText: 'White wins in 6 moves' }).waitFor();
    await page.locator('.reason').first().waitFor();
    await close(page);
    const draw = await open('?game=drop:6x4&moves=33');
    await draw.getByRole('tab', { name: 'Why' }).click();
    await draw.locator('.verdict', { hasText: 'Draw with best play' }).waitFor();
    await until(draw, () => document.querySelectorAll('.reason h3').length === 2);
    await close(draw);
  },
  async 'the first trap that a beginner falls into is explained to the end'() {
    const page = await open('?tab=why&moves=4455');
    await page.getByText('Then Black cannot stop both b1 and f1.').waitFor();
    await page.getByText('That is the whole proof.').waitFor();
    assert.match(await page.locator('.verdict').innerText(), /White wins in 2 moves/);
    await shot(page, 'why-trap');
    await close(page);
  },
  async 'what the rules prove stands first where the value is not known, and no estimate against it'() {
    const page = await open('?game=drop:9x6:k5&tab=why&moves=55');
    await page.locator('.verdict', { hasText: 'The rules prove that Black cannot lose.' }).waitFor();
    // The estimate comes after a second; the analysis shows it.
    await page.getByRole('tab', { name: 'Analysis' }).click();
    await page.locator('.guesses').waitFor();
    await page.getByRole('tab', { name: 'Why' }).click();
    await page.locator('.verdict', { hasText: 'The rules prove that Black cannot lose.' }).waitFor();
    assert.equal(await page.getByText(/with a chance of about/).count(), 0);
    await close(page);
  },
  async 'replies that are answered alike stand together'() {
    const page = await open('?tab=why&moves=4444432555');
    await page.locator('.tries > summary').click();
    // White has a line at c2 whatever Black plays elsewhere.
    const first = page.locator('.tries li').first();
    assert.match(await first.innerText(), /^a1\s+b2\s+d6\s+e5\s+f1\s+g1\s+instead of c2:\s+c2\s+a line$/);
    const [rows, moves] = [await page.locator('.tries li').count(), await page.locator('.tries li button').count()];
    assert.ok(rows * 1.3 < moves, `${rows} rows of ${moves} moves`);
    await page.getByRole('button', { name: 'Play d6 instead of c2' }).click();
    await until(page, () => /moves=444443255554$/.test(location.search));
    await close(page);
  },
  async 'Why says what is wrong with a move'() {
    const page = await open('?moves=44433555');
    await page.getByRole('tab', { name: 'Why' }).click();
    await page.getByRole('button', { name: 'Why not a1?' }).click();
    await page.locator('.why-not strong', { hasText: /a1 turns a win in 7 into a (loss|draw)/ }).waitFor();
    await page.locator('.why-not .reason').first().waitFor();
    await shot(page, 'why-not');
    await page.getByRole('button', { name: 'Why not a1?' }).click();
    await until(page, () => !document.querySelector('.why-not'));
    await close(page);
  },
  async 'the mark of a column tells why the move does not win, and so does a key'() {
    const page = await open('?tab=why&moves=44433555');
    const mark = page.getByRole('button', { name: /^Column a: (Loss|Draw).*Why\?$/ });
    await mark.waitFor();
    // A mark takes no more room than it did, and a winning move has none to ask about.
    const height = () => page.evaluate(() => document.querySelector('.heads').getBoundingClientRect().height);
    const under = await height();
    await page.getByRole('tab', { name: 'Analysis' }).click();
    await until(page, () => !document.querySelector('.mark'));
    assert.equal(await height(), under);
    await page.getByRole('tab', { name: 'Why' }).click();
    await mark.waitFor();
    assert.equal(await page.getByRole('button', { name: /^Column c: Win.*Why/ }).count(), 0);
    await mark.click();
    await page.locator('.why-not strong', { hasText: /a1 turns a win in 7 into a (loss|draw)/ }).waitFor();
    assert.match(page.url(), /moves=44433555$/, 'asking plays nothing');
    assert.equal(await mark.getAttribute('aria-pressed'), 'true');
    await shot(page, 'why-mark');
    await mark.click();
    await until(page, () => !document.querySelector('.why-not'));
    // The name above the mark still plays.
    await head(page, 'a').click();
    await until(page, () => /moves=444335551$/.test(location.search));
    await close(page);
    const keys = await open('?tab=analysis&moves=44433555');
    await allValues(keys, 7);
    await head(keys, 'a').focus();
    await keys.keyboard.press('?');
    await keys.locator('.why-not strong', { hasText: /^a1 turns a win/ }).waitFor();
    assert.match(keys.url(), /tab=why/);
    await close(keys);
  },
  async 'Why begins with best play where the whole plan takes longer, and then replaces it'() {
    // A draw with two large plans. The answers are held back here, so that what is shown between them can be seen.
    const page = await open('?moves=2713525');
    let letGo;
    const held = new Promise((resolve) => (letGo = resolve));
    const asked = [];
    await page.route('**/api/why', async (route) => {
      const body = route.request().postDataJSON();
      asked.push(body);
      if (!body.proof_seconds) await held;
      await route.continue(body.proof_seconds ? { postData: JSON.stringify({ ...body, proof_seconds: 0.01 }) } : {});
    });
    await page.getByRole('tab', { name: 'Why' }).click();
    await page.locator('.verdict', { hasText: 'Draw with best play' }).waitFor();
    await until(page, () => document.querySelectorAll('.reason .line').length === 2);
    assert.match(await page.locator('.reason').first().innerText(), /Best play:[\s\S]*Then [\s\S]*Looking for the whole plan/);
    await shot(page, 'why-first');
    letGo();
    await until(page, () => {
      const texts = [...document.querySelectorAll('.reason')].map((e) => e.innerText);
      return texts.length === 2 && texts.every((text) => !text.includes('Looking for'));
    });
    assert.deepEqual(asked.map((body) => body.proof_seconds), [0.6, undefined]);
    await shot(page, 'why-whole');
    await close(page);
  },
  async 'Why says who wins as soon as that is known, before it knows how soon'() {
    // No other answer comes in between, and this one says no more than its bounds.
    const page = await open('?moves=445323346');
    const whyIs = async (bounds) => {
      const body = `event: progress\ndata: ${JSON.stringify({ state: 'running', nodes: 1, seconds: 0.1, bounds })}\n\n`;
      await page.unrouteAll();
      await page.route('**/api/{analyse,solve}', () => {});
      await page.route('**/api/why', (route) => route.fulfill({ contentType: 'text/event-stream', body }));
      await page.reload();
    };
    await page.getByRole('tab', { name: 'Why' }).click();
    for (const [bounds, said] of [
      [[-3, 4], 'Looking for the reason…'],
      [[1, 4], 'Black wins'],
      [[2, 2], 'Black wins in 16 moves'],
      [[-4, -1], 'White wins'],
      [[0, 0], 'Draw with best play'],
    ]) {
      await whyIs(bounds);
      await page.locator('.verdict', { hasText: new RegExp(`^${said}$`) }).waitFor();
      assert.equal(await page.locator('.chip', { hasText: 'proved' }).count(), bounds[0] < 0 && bounds[1] > 0 ? 0 : 1);
    }
    await close(page);
  },
  async 'who wins on a large board is said while its moves are still searched'() {
    // White completes a line in two moves; the column that is looked at first takes minutes.
    const page = await open('?game=drop:9x7&moves=5544');
    await page.locator('.verdict', { hasText: 'White wins in 2 moves' }).waitFor();
    assert.match(await page.locator('.facts').innerText(), /proved by search\s+looking at e/);
    await page.getByRole('button', { name: 'Column f: Win in 2 moves, best' }).waitFor();
    await until(page, () => document.querySelectorAll('.line.best .step').length === 3);
    assert.equal(await page.getByText(/with a chance of about/).count(), 0);
    await page.locator('.mistakes .rule', { hasText: /2… d2.*became a loss in 2/ }).waitFor();
    assert.ok(await page.getByRole('button', { name: 'Stop' }).isVisible());
    await shot(page, 'drop-alone');
    await close(page);
  },
  async 'the best moves of a large board are not called mistakes'() {
    const page = await open('?game=drop:8x8&moves=444');
    await page.locator('.graph .guess').nth(3).waitFor({ state: 'attached' });
    await page.getByText('None found. Where nothing is proved, the engine’s estimates are compared').waitFor();
    assert.equal(await page.locator('.mistakes').count(), 0);
    await close(page);
  },
  async 'the graph and the mistakes of a large board are estimates, marked as such'() {
    const page = await open('?tab=analysis&game=drop:10x10&moves=effeedg');
    await page.locator('.graph .guess').nth(3).waitFor({ state: 'attached' });
    await until(page, () => document.querySelectorAll('.graph .open').length === 0);
    await page.getByText('Where nothing is proved, the engine’s estimates are compared').waitFor();
    await page.locator('summary', { hasText: 'As a table' }).click();
    assert.match(await page.locator('.panel table').innerText(), /not proved: (White|Black) wins with a chance of about \d+ %/);
    await shot(page, 'drop-estimate-graph');
    await close(page);
  },
  async 'where nothing is proved the engine says what it sees, marked as no proof'() {
    const page = await open('?game=drop:10x10&moves=ef');
    await page.locator('.guesses li').nth(4).waitFor();
    assert.match(await page.locator('.panel').first().innerText(), /not proved\s+White wins with a chance of about \d+ %/);
    await shot(page, 'drop-estimate');
    await page.getByRole('tab', { name: 'Why' }).click();
    await page.locator('.guesses li').first().waitFor();
    await page.locator('.guesses button').first().click();
    await until(page, () => /moves=ef[a-j]$/.test(location.search));
    await close(page);
  },
  async 'Why without a claim shows what is unsolved, and threats as diamonds'() {
    const page = await open('?moves=4444');
    await page.getByRole('tab', { name: 'Why' }).click();
    await page.locator('.rest > summary').click();
    await page.locator('.rest .chips .mini').first().hover();
    assert.equal(await page.locator('svg .group:not(.under)').count(), 1);
    await shot(page, 'why-unsolved');
    await close(page);
    const odd = await open('?moves=453225255443341');
    await odd.getByRole('tab', { name: 'Why' }).click();
    await odd.waitForSelector('svg .threat');
    await odd.locator('.verdict', { hasText: 'White wins' }).waitFor();
    await odd.locator('.threats .rule').first().hover();
    await shot(odd, 'why-threats');
    await close(odd);
  },
  async 'the solver plays perfectly with either colour'() {
    const page = await open();
    await page.getByRole('tab', { name: 'Play' }).click();
    await page.getByRole('radio', { name: 'Black' }).check();
    await until(page, () => /moves=4$/.test(location.search));
    await playOut(page, 25);
    assert.match(await page.locator('.verdict').innerText(), /Perfect player has won/);
    await page.waitForSelector('.wonline', { state: 'attached' });
    await shot(page, 'play');
    await page.getByRole('button', { name: 'Take back' }).click();
    assert.match(await page.locator('.verdict').innerText(), /Your turn/);
    await close(page);
  },
  async 'a program of another author is an opponent and gives its opinion'() {
    const page = await open('?moves=44');
    await page.getByRole('button', { name: 'Ask columns' }).click();
    await until(page, () => document.querySelector('.opinion span')?.textContent?.startsWith('a1, not proved. It says:'));
    assert.equal(await page.getByRole('button', { name: 'Ask fake' }).count(), 0);
    await page.getByRole('tab', { name: 'Play' }).click();
    await page.locator('.against select').selectOption('columns');
    await page.getByText('columns is a program of another author').waitFor();
    await page.getByRole('radio', { name: 'Black' }).check();
    await until(page, () => /moves=441$/.test(location.search));
    await page.getByText('It says: {"win":0.5}').waitFor();
    await shot(page, 'play-engine-drop');
    await close(page);
  },
  async 'other boards: chosen, made, shared by a link'() {
    const page = await open('?game=drop:5x4&moves=33');
    await allValues(page, 5);
    // It is closed by a button or Escape, and nothing changes.
    for (const leave of [() => page.getByRole('button', { name: 'Cancel' }).click(), () => page.keyboard.press('Escape')]) {
      await page.locator('.chooser select').selectOption('other');
      await page.locator('.custom').waitFor();
      await page.locator('.chooser select').focus();
      await leave();
      await page.locator('.custom').waitFor({ state: 'detached' });
      assert.match(page.url(), /game=drop:5x4&moves=33$/);
    }
    await page.locator('.chooser select').selectOption('other');
    await page.getByLabel('Columns', { exact: true }).fill('6');
    await page.getByLabel('Rows').fill('30');
    assert.ok(await page.getByRole('button', { name: 'New board' }).isDisabled());
    await page.getByLabel('Rows').fill('4');
    await page.getByLabel('Cylinder').check();
    await page.getByRole('button', { name: 'New board' }).click();
    assert.match(page.url(), /game=drop:6x4:cyl/);
    await allValues(page, 6);
    await shot(page, 'cylinder');
    await close(page);
  },
  async 'a click never waits for the engine; a running analysis shows its bounds'() {
    const page = await open('?game=drop:9x8');
    await until(page, () => document.querySelector('.facts')?.textContent?.includes('score between'));
    await shot(page, 'running');
    const took = await page.evaluate(async () => {
      const begin = performance.now();
      document.querySelector('.head[data-column=e]').click();
      await new Promise((resolve) => requestAnimationFrame(resolve));
      return [performance.now() - begin, document.querySelectorAll('.stone').length];
    });
    assert.equal(took[1], 1);
    console.log(`  a click is shown after ${Math.round(took[0])} ms`);
    assert.ok(took[0] < 5000);
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: 'Search deeper' }).click();
    await close(page);
  },
  async 'phone and dark'() {
    const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'dark', deviceScaleFactor: 2, hasTouch: true, isMobile: true };
    const page = await open('?moves=4453', phone);
    await allValues(page, 7);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > 390);
    assert.ok(!wide, 'the page is wider than the phone');
    await shot(page, 'phone-dark');
    await close(page);
  },
  async 'labels, and contrast in both themes'() {
    for (const colorScheme of ['light', 'dark']) {
      const page = await open('?moves=12', { colorScheme });
      await allValues(page, 7);
      for (const tab of ['Analysis', 'Why', 'Play']) {
        await page.getByRole('tab', { name: tab }).click();
        if (tab === 'Why') await page.waitForSelector('.rules .rule');
        const bad = await page.evaluate(findBadTexts);
        assert.deepEqual(bad, [], `${colorScheme} ${tab}`);
      }
      await close(page);
    }
  },
};
