// The course and the lecture: everything they claim is asked of the program, and a learner's way through them.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { findBadTexts } from './bad_texts.mjs';
import { address, close, open, shot, until } from './harness.mjs';
import { modules } from './modules.mjs';

const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };
const ready = '.learn article';

const [lessonModule, facts, lecture, texts, given] = await modules('learn/lessons', 'learn/facts', 'learn/lecture', 'learn/texts', 'learn/answers');
const course = { ...lessonModule, ...facts, lecture, texts };

const answers = new Map();
async function ask(path, body) {
  const key = path + JSON.stringify(body);
  if (!answers.has(key)) {
    const response = await fetch(`${address}api/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ game: 'connect4', ...body }),
    });
    const answer = await response.json();
    assert.equal(response.status, 200, `${key}: ${answer.error}`);
    answers.set(key, answer);
  }
  return answers.get(key);
}
const program = {
  solve: (moves) => ask('solve', { moves, score: true, all_moves: true }),
  explain: (moves) => ask('explain', { moves }),
  rules: (moves) => ask('rules', { moves }),
  check: (moves, chosen) => ask('rules', { moves, chosen }),
};
const sorted = (list) => [...new Set(list)].sort();
const steps = course.lessons.flatMap((lesson) => lesson.steps.map((step, i) => ({ lesson, step, i, name: `${lesson.id} ${i + 1}` })));

/** Diagrams of the thesis as columns from the bottom. */
const diagrams = Object.fromEntries(
  readFileSync(new URL('../../../tests/data/allis_diagrams.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => line.split(' '))
    .map(([name, columns]) => [name, columns]),
);
const picture = (moves) =>
  course
    .position(moves)
    .columns.map((stones) => stones.map((player) => (player === 'first' ? 'x' : 'o')).join('').padEnd(6, '.'))
    .join(',');

export const tests = {
  async 'every answer and every claim of the course is what the program says'() {
    let asked = 0;
    for (const { step, name } of steps) {
      const check = async (fact, expected, moves, line) => {
        const found = await course.find(fact, moves, line, program);
        assert.deepEqual(sorted(found), sorted(expected), `${name}: ${JSON.stringify(fact)}`);
        asked++;
      };
      if (step.question) await check(step.question.fact, step.question.right, step.moves, step.line ?? '');
      for (const [fact, expected, moves] of step.claims ?? []) await check(fact, expected, moves ?? step.moves, step.line ?? '');
      if (step.proof) {
        await check({ of: 'proves', chosen: step.proof.chosen }, [step.proof.claim], step.moves, '');
        const { unknown } = await program.check(step.moves, step.proof.rules.map(course.readRule));
        assert.deepEqual(unknown, [], `${name}: all rules of the pool can be applied`);
        for (const rule of step.proof.chosen) assert.ok(step.proof.rules.includes(rule), rule);
      }
    }
    console.log(`  ${asked} facts of ${steps.length} steps`);
    assert.ok(asked > 60);
  },
  async 'positions are the diagrams, lines are legal, groups and squares fit'() {
    for (const { step, name } of steps) {
      if (step.diagram) assert.equal(picture(step.moves), diagrams[step.diagram], `${name}: diagram ${step.diagram}`);
      assert.equal(course.position(step.moves).count, step.moves.length, `${name}: legal moves`);
      if (step.line) {
        const end = course.position(step.moves + step.line);
        assert.equal(end.count, step.moves.length + step.line.length, `${name}: legal line`);
        // A line that is shown to its end shows how the game ends, and that is the position's value.
        assert.ok(end.over, `${name}: the line ends the game`);
        assert.equal(end.outcome, (await program.solve(step.moves)).winner, `${name}: the line's result`);
      }
    }
    // 4.2 leads to 4.3 and 4.12 to 4.13 as the thesis has them.
    const [follow, drawn] = ['4.2', '4.12'].map((d) => steps.find(({ step }) => step.diagram === d && step.line).step);
    assert.equal(picture(follow.moves + follow.line.slice(0, -2)), diagrams['4.3']);
    assert.equal(picture(drawn.moves + drawn.line), diagrams['4.13']);
    const [odd] = ['3.5'].map((d) => steps.find(({ step }) => step.diagram === d && step.line).step);
    assert.equal(picture(odd.moves + odd.line.slice(0, -2)), diagrams['3.6']);
  },
  async 'texts: every step has its words, every option a reason'() {
    const words = course.texts.learn.lessons;
    assert.deepEqual(Object.keys(words).sort(), course.lessons.map((lesson) => lesson.id).sort());
    for (const { lesson, step, i, name } of steps) {
      const text = words[lesson.id].steps[i];
      assert.equal(words[lesson.id].steps.length, lesson.steps.length, lesson.id);
      assert.ok(text?.text.length > 0, name);
      if (!step.question) continue;
      assert.ok(text.ask && text.right, name);
      assert.ok(text.wrong?.['*'] || Object.keys(text.options).every((o) => step.question.right.includes(o) || text.wrong[o]), name);
      if (step.question.kind === 'choice') {
        for (const right of step.question.right) assert.ok(text.options[right], `${name}: ${right}`);
        // What the program is asked about is what can be chosen.
        for (const group of step.question.fact.among ?? []) assert.ok(text.options[group], `${name}: ${group}`);
      } else assert.ok(!text.options, name);
    }
  },
  async 'the lecture: its rules stop what it says, its table is that of the documents'() {
    const { examples, ruleOrder, conditions, numbers, tree } = course.lecture;
    for (const rule of ruleOrder) {
      const { moves, squares, groups } = examples[rule];
      const found = await course.find({ of: 'stops', rule: `${rule} ${squares.join(' ')}`, among: groups }, moves, '', program);
      assert.deepEqual(found, groups, rule);
    }
    const rows = readFileSync(new URL('../../../docs/victor.md', import.meta.url), 'utf8')
      .split('\n')
      .filter((line) => /^\| [A-Z]{2} [A-Z]/.test(line))
      .map((line) => line.split('|').slice(2, -1).map((field) => field.trim()));
    assert.deepEqual(conditions, rows);
    assert.deepEqual(numbers(tree), [1, 2]);
    const total = readFileSync(new URL('../../../tests/data/positions_total.txt', import.meta.url), 'utf8');
    const said = course.texts.lecture.size.bounds.at(-1)[1].replaceAll(' ', '');
    assert.match(total, new RegExp(`drop:7x6 ${said}\\b`));
  },
  async 'a learner: right and wrong answers, reasons, progress that stays'() {
    const page = await open('?page=learn', {}, ready);
    assert.match(await page.locator('article h2').innerText(), /The game and its squares/);
    await page.locator('[data-square=d1]').click();
    assert.match(await page.locator('.feedback').innerText(), /Not quite/);
    await page.locator('[data-square=f1]').click();
    assert.match(await page.locator('.feedback').innerText(), /Right/);
    assert.match(await page.locator('.progress').innerText(), /1 of \d+ steps done/);
    await shot(page, 'learn-first');
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    assert.match(page.url(), /lesson=game&step=2/);
    await page.reload();
    await page.waitForSelector(ready);
    assert.match(await page.locator('.progress').innerText(), /1 of \d+ steps done/);
    await page.goBack();
    assert.match(await page.locator('.feedback').innerText(), /Solved/);
    // A wrong move is refuted by the solver, and drawn.
    await page.goto(`${address}?page=learn&lesson=tactics`);
    await page.waitForSelector(ready);
    await page.locator('[data-square=d4]').click();
    await until(page, () => document.querySelector('.feedback')?.textContent?.includes('Black then wins in'));
    await page.waitForSelector('.ghost');
    await page.setViewportSize({ width: 1100, height: 700 });
    await shot(page, 'learn-refuted');
    await page.locator('[data-square=b5]').click();
    assert.match(await page.locator('.feedback').innerText(), /cannot fall on b5/);
    await page.locator('[data-square=a1]').click();
    assert.match(await page.locator('.feedback').innerText(), /Right/);
    // Find all; by the keyboard.
    await page.goto(`${address}?page=learn&lesson=threats`);
    await page.waitForSelector(ready);
    await page.locator('[data-square=b1]').click();
    assert.match(await page.locator('.feedback').innerText(), /1 of 2 found/);
    for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    assert.match(await page.locator('.feedback').innerText(), /Right/);
    await page.getByRole('button', { name: 'Open in the workbench' }).click();
    await until(page, () => location.search === '?moves=44543' || location.search === '?game=drop:7x6&moves=44543');
    await page.waitForSelector('.heads');
    await close(page);
  },
  async 'no question gives its answer away'() {
    const { beforeAnswer, inOrder } = given;
    for (const { step, name } of steps) {
      const drawn = beforeAnswer(step);
      const right = step.question?.kind === 'choice' ? [] : (step.question?.right ?? []);
      assert.ok(drawn.length === 0 || right.length === 0 || drawn.some((square) => !right.includes(square)), `${name}: only the answer is drawn`);
    }
    const firsts = steps.filter(({ step }) => step.question?.kind === 'choice').map(({ lesson, step, i }) => inOrder(course.texts.learn.lessons[lesson.id].steps[i].options)[0][0] === step.question.right[0]);
    assert.ok(firsts.filter(Boolean).length < firsts.length * 0.6, `the first option is right ${firsts.filter(Boolean).length} times of ${firsts.length}`);
    for (const lesson of course.lessons) assert.ok(!/\b[a-g][1-6]\b/.test(course.texts.learn.lessons[lesson.id].title), `${lesson.id}: the title names a square`);
    // Whose turn it is stands nowhere while it is asked for; the workbench, which shows values, opens afterwards.
    const page = await open('?page=learn&lesson=zugzwang', {}, ready);
    assert.equal((await page.locator('.turn-note').innerText()).trim(), '');
    assert.ok(await page.getByRole('button', { name: 'Open in the workbench' }).isDisabled());
    await page.locator('.option', { hasText: 'White' }).click();
    assert.match(await page.locator('.turn-note').innerText(), /White to move/);
    assert.ok(await page.getByRole('button', { name: 'Open in the workbench' }).isEnabled());
    await close(page);
  },
  async 'every question of the course can be answered on the page'() {
    const page = await open('?page=learn&lesson=game', {}, ready);
    let n = 0;
    for (const { lesson, step, i } of steps) {
      await page.evaluate(([id, at]) => {
        history.pushState(null, '', `/?page=learn&lesson=${id}&step=${at + 1}`);
        dispatchEvent(new PopStateEvent('popstate'));
      }, [lesson.id, i]);
      if (step.proof) {
        await page.getByRole('button', { name: 'Show me a proof' }).click();
      } else if (step.question.kind === 'choice') {
        const text = course.texts.learn.lessons[lesson.id].steps[i].options[step.question.right[0]];
        await page.locator('.option', { hasText: text }).first().click();
      } else {
        for (const square of step.question.kind === 'all' ? step.question.right : [step.question.right.at(-1)]) {
          await page.locator(`[data-square=${square}]`).click();
        }
      }
      n++;
      await until(page, (count) => document.querySelector('.progress')?.textContent?.includes(`${count} of`), n);
    }
    assert.equal(await page.locator('aside a[aria-label$=": done"]').count(), course.lessons.length);
    await shot(page, 'learn-done');
    await close(page);
  },
  async 'a proof is built from rules; clashing ones are refused'() {
    const page = await open('?page=learn&lesson=proof', {}, ready);
    const rule = (name) => page.locator('.pick', { hasText: name });
    await rule('Claimeven a1 a2').click();
    await rule('Baseinverse a1 b1').click();
    await until(page, () => document.querySelector('.state')?.textContent?.includes('cannot stand together'));
    assert.equal(await page.locator('.pick.on').count(), 1);
    await rule('Claimeven a1 a2').click();
    for (const name of course.lessons.find((l) => l.id === 'proof').steps[0].proof.chosen.slice(0, 5)) {
      await rule(course.texts.learn.ruleName(name)).click();
    }
    await until(page, () => /\d+ groups? left/.test(document.querySelector('.state')?.textContent ?? ''));
    await rule('Claimeven f3 f4').hover();
    assert.ok((await page.locator('.lesson-board .group').count()) > 2);
    await shot(page, 'learn-proof');
    for (const name of course.lessons.find((l) => l.id === 'proof').steps[0].proof.chosen.slice(5)) {
      await rule(course.texts.learn.ruleName(name)).click();
    }
    await until(page, () => document.querySelector('.state')?.textContent?.includes('That is a proof'));
    await close(page);
  },
  async 'lines are played through, words light up the board'() {
    const page = await open('?page=learn&lesson=oddeven&step=3', {}, ready);
    const before = await page.locator('.stone').count();
    for (let i = 0; i < 8; i++) await page.getByRole('button', { name: 'One move on' }).click();
    assert.equal(await page.locator('.stone').count(), before + 8);
    await page.waitForSelector('.wonline', { state: 'attached' });
    await shot(page, 'learn-line');
    await page.getByRole('button', { name: 'To the position of the question' }).click();
    assert.equal(await page.locator('.stone').count(), before);
    await close(page);
    const words = await open('?page=learn&lesson=aftereven&step=2', {}, ready);
    await words.locator('.words .ref', { hasText: 'f2' }).first().hover();
    assert.equal(await words.locator('.lit').count(), 1);
    await words.locator('.option').first().hover();
    assert.equal(await words.locator('.lit').count(), 2);
    await shot(words, 'learn-aftereven');
    await close(words);
  },
  async 'the lecture leads into the course and the workbench'() {
    const page = await open('?page=learn&lesson=lecture', {}, '.lecture');
    await until(page, () => /\d+ problems, \d+ applications/.test(document.querySelector('.live')?.textContent ?? ''));
    console.log(`  ${await page.locator('.live').innerText()}`);
    await shot(page, 'lecture');
    await page.locator('.pairs td', { hasText: '2+3' }).first().hover();
    assert.equal(await page.locator('.conditions li.on').count(), 2);
    await page.locator('#rules').scrollIntoViewIfNeeded();
    await shot(page, 'lecture-rules');
    await page.locator('#search').scrollIntoViewIfNeeded();
    await shot(page, 'lecture-search');
    await page.getByRole('button', { name: 'Lesson: Lowinverse' }).click();
    assert.match(await page.locator('article h2').innerText(), /Lowinverse/);
    await page.goBack();
    await page.waitForSelector('.lecture');
    await close(page);
  },
  async 'a proof and an answered question on a phone, in both themes'() {
    const page = await open('?page=learn&lesson=proof', phone, ready);
    await page.locator('.pick').nth(1).tap();
    await until(page, () => document.querySelector('.pick.on') && /left/.test(document.querySelector('.state').textContent));
    const check = async (name) => {
      for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme });
        assert.deepEqual(await page.evaluate(findBadTexts), [], `${name} ${colorScheme}`);
        await shot(page, `learn-phone-${name}-${colorScheme}`);
      }
      assert.ok(!(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)), `${name}: too wide`);
    };
    await check('proof');
    await page.locator('.jump select').selectOption('claimeven');
    await page.locator('[data-square=f3]').tap();
    assert.match(await page.locator('.feedback').innerText(), /in exchange/);
    await check('wrong');
    await page.locator('[data-square=f4]').tap();
    // The answer comes into sight by itself, and the board stays there.
    await until(page, () => {
      const answer = document.querySelector('.feedback').getBoundingClientRect();
      const turns = document.querySelector('.turns').getBoundingClientRect();
      const board = document.querySelector('.lesson-board').getBoundingClientRect();
      return answer.bottom <= turns.top && answer.top >= board.bottom && board.top >= 0;
    });
    await check('right');
    await close(page);
  },
};
