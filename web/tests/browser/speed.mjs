// How soon a user sees things. The work behind it is asserted in processor time, which others can hardly make longer. By
// the clock others only ever make it longer, so the shortest of several times is asserted, and what half of them take
// where the machine has nothing else to do.

import assert from 'node:assert/strict';
import { address, close, open, openNew, serverCpu, until } from './harness.mjs';

/** Milliseconds from a click on the column until every column that is not full has its value; null if the game is over. Runs in the page. */
function timeOfClick(column) {
  const heads = [...document.querySelectorAll('.head')];
  const known = () => heads.every((head) => head.disabled || /\b(win|draw|loss)\b/.test(head.className));
  const stones = document.querySelectorAll('.stone').length;
  return new Promise((resolve) => {
    const begin = performance.now();
    const look = () => {
      if (document.querySelectorAll('.stone').length === stones) return;
      if (heads.every((head) => head.disabled)) finish(null);
      else if (known()) finish(performance.now() - begin);
    };
    const observer = new MutationObserver(look);
    const finish = (result) => {
      observer.disconnect();
      resolve(result);
    };
    observer.observe(document.querySelector('main'), { subtree: true, childList: true, attributes: true });
    heads[column].click();
  });
}

const percentile = (values, p) => values.sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor((values.length * p) / 100))];

/** This machine now: `slow` times the processor time of a core that does 1e8 steps of the loop a second; `busy` times that by the clock. */
function machine() {
  const [begin, cpu] = [performance.now(), process.cpuUsage()];
  let x = 1;
  let steps = 0;
  for (; process.cpuUsage(cpu).user < 100000; steps += 1e5) for (let i = 0; i < 1e5; i++) x = (x * 48271) % 2147483647;
  assert.ok(x > 0);
  const took = process.cpuUsage(cpu).user / 1000;
  return { slow: Math.max(1, (took * 1e5) / steps), busy: (performance.now() - begin) / took };
}
/** Milliseconds of processor time that the page's main thread has taken. */
async function pageCpu(page) {
  page.cdp ??= await page.context().newCDPSession(page);
  if (!page.counted) await page.cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  page.counted = true;
  const { metrics } = await page.cdp.send('Performance.getMetrics');
  return 1000 * metrics.find(({ name }) => name === 'TaskDuration').value;
}

export const tests = {
  async 'a usable board soon after the address is opened'() {
    const times = [];
    const before = machine();
    for (let i = 0; i < 7; i++) {
      const page = await openNew();
      await pageCpu(page);
      await page.goto(address);
      const seen = await page.evaluate(async () => {
        while (!document.querySelector('.head:enabled')) await new Promise((resolve) => setTimeout(resolve, 1));
        const from = (part) => performance.getEntriesByType('resource').filter((entry) => part.test(entry.name));
        const [script] = from(/index-.*\.js$/);
        return {
          usable: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? performance.now(),
          script: script.responseEnd - script.startTime,
          packed: script.encodedBodySize / script.decodedBodySize,
          // What the page waits for before it can be used: one script and one style, no chain of them.
          parts: from(/assets/).length,
        };
      });
      times.push({ ...seen, cpu: await pageCpu(page) });
      assert.ok(seen.packed < 0.5, `the script came with ${seen.packed} of its size`);
      assert.ok(seen.parts <= 2, `${seen.parts} parts`);
      await close(page);
    }
    const list = (name) => times.map((time) => Math.round(time[name])).join(', ');
    const median = (name) => percentile(times.map((time) => time[name]), 50);
    const { slow, busy } = machine();
    console.log(`  usable after ${list('usable')} ms, of which the script came in ${list('script')} ms; ${list('cpu')} ms of work; the core is ${slow.toFixed(2)} times as slow, ${busy.toFixed(1)} times as busy`);
    assert.ok(median('cpu') < 250 * slow, `${median('cpu').toFixed(0)} ms of work`);
    const shortest = Math.min(...times.map(({ usable }) => usable));
    assert.ok(shortest < 500 * slow, `usable after ${shortest.toFixed(0)} ms at best`);
    if (Math.max(before.busy, busy) < 1.1) assert.ok(median('usable') < 500 * slow, `usable after ${median('usable').toFixed(0)} ms`);
  },
  async 'all seven scores of positions of 7x6, with the book'() {
    // A small generator, so that every run asks for the same.
    let seed = 8;
    const below = (n) => (seed = (seed * 48271) % 2147483647) % n;
    const times = [];
    let work = 0;
    for (let game = 0; game < 4; game++) {
      const page = await open();
      await until(page, () => document.querySelectorAll('.head.win, .head.draw, .head.loss').length === 7);
      for (let stone = 0; stone < 24; stone++) {
        const open = await page.evaluate(() => [...document.querySelectorAll('.head')].map((head, i) => (head.disabled ? -1 : i)).filter((i) => i >= 0));
        const before = (await pageCpu(page)) + serverCpu();
        const took = open.length > 0 ? await page.evaluate(timeOfClick, open[below(open.length)]) : null;
        if (took === null) break;
        times.push([took, stone + 1]);
        work += (await pageCpu(page)) + serverCpu() - before;
      }
      await close(page);
    }
    for (const [name, from, to] of [['1 to 8', 1, 8], ['9 to 24', 9, 24]]) {
      const some = times.filter(([, stones]) => stones >= from && stones <= to).map(([took]) => took);
      console.log(`  ${name} stones: half within ${percentile(some, 50).toFixed(0)} ms, 90 % within ${percentile(some, 90).toFixed(0)} ms, all within ${percentile(some, 100).toFixed(0)} ms (${some.length})`);
    }
    const { slow, busy } = machine();
    console.log(`  ${(work / times.length).toFixed(0)} ms of work each; the core is ${slow.toFixed(2)} times as slow, ${busy.toFixed(1)} times as busy`);
    assert.ok(work / times.length < 150 * slow, `${work / times.length} ms of work`);
    if (busy < 1.1) assert.ok(percentile(times.map(([took]) => took), 50) < 250 * slow);
  },
};
