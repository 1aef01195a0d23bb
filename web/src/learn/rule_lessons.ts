// The lessons on the nine rules, in the order of the thesis's sixth chapter; see lessons.ts.

import type { Lesson } from './lessons';

const second = 'second' as const;

export const ruleLessons: Lesson[] = [
  {
    id: 'claimeven',
    chapter: '6.1',
    steps: [
      {
        diagram: '6.1',
        moves: '34444445',
        squares: ['f3', 'f4'],
        question: { kind: 'one', right: ['f4'], fact: { of: 'sure', rule: 'claimeven f3 f4' } },
      },
      {
        diagram: '6.1',
        moves: '34444445',
        groups: ['c2–f2'],
        question: { kind: 'one', right: ['f2'], fact: { of: 'upper', rule: 'claimeven', group: 'c2–f2' } },
      },
      {
        diagram: '6.1',
        moves: '34444445',
        squares: ['a4', 'b2', 'b4', 'b6', 'c4', 'e4', 'f2', 'f4', 'f6', 'g4'],
        question: { kind: 'choice', right: ['draw'], fact: { of: 'winner' } },
        claims: [
          [
            {
              of: 'proves',
              chosen: [
                'claimeven a3 a4',
                'claimeven b1 b2',
                'claimeven b3 b4',
                'claimeven b5 b6',
                'claimeven c3 c4',
                'claimeven e3 e4',
                'claimeven f1 f2',
                'claimeven f3 f4',
                'claimeven f5 f6',
                'claimeven g3 g4',
              ],
            },
            ['second-not-lose'],
          ],
        ],
      },
    ],
  },
  {
    id: 'baseinverse',
    chapter: '5.1, 6.2',
    steps: [
      {
        diagram: '6.2',
        moves: '453433',
        groups: ['a1–d1'],
        question: { kind: 'one', right: ['a1'], fact: { of: 'partner', rule: 'baseinverse', square: 'b1', group: 'a1–d1' } },
      },
      {
        diagram: '6.2',
        moves: '453433',
        squares: ['c4', 'd3'],
        question: {
          kind: 'choice',
          right: ['b5–e2'],
          fact: { of: 'stops', rule: 'baseinverse c4 d3', among: ['b5–e2', 'a4–d4', 'd3–g3'] },
        },
        claims: [[{ of: 'stops', rule: 'baseinverse c4 d3', among: ['a6–d3', 'c4–f1'] }, ['a6–d3', 'c4–f1']]],
      },
    ],
  },
  {
    id: 'vertical',
    chapter: '6.3',
    steps: [
      {
        diagram: '6.3',
        moves: '4534335353',
        groups: ['e2–e5'],
        question: { kind: 'all', right: ['e4', 'e5'], fact: { of: 'squares', rule: 'vertical', group: 'e2–e5' } },
      },
      {
        diagram: '6.3',
        moves: '4534335353',
        squares: ['e4', 'e5'],
        question: {
          kind: 'choice',
          right: ['e3–e6'],
          fact: { of: 'stops', rule: 'vertical e4 e5', among: ['e3–e6', 'd5–g5', 'b1–e4'] },
        },
      },
    ],
  },
  {
    id: 'aftereven',
    chapter: '6.4',
    steps: [
      {
        diagram: '6.4',
        moves: '4535544331',
        groups: ['b2–e2', 'c2–f2'],
        question: { kind: 'all', right: ['b2', 'f2'], fact: { of: 'threats', player: second } },
        claims: [[{ of: 'claim' }, ['second-wins']]],
      },
      {
        diagram: '6.4',
        moves: '4535544331',
        squares: ['f1', 'f2'],
        groups: ['c3–f3'],
        question: { kind: 'choice', right: ['yes'], fact: { of: 'does-stop', rule: 'aftereven f1 f2', group: 'c3–f3' } },
      },
      {
        diagram: '6.5',
        moves: '453554453433212221',
        squares: ['f1', 'f2', 'g1', 'g2'],
        groups: ['d2–g2'],
        question: {
          kind: 'choice',
          right: ['d3–g3'],
          fact: { of: 'stops', rule: 'aftereven f1 f2 g1 g2', among: ['d3–g3', 'c3–f3'] },
        },
      },
    ],
  },
  {
    id: 'lowinverse',
    chapter: '6.5',
    steps: [
      {
        diagram: '6.6',
        moves: '43',
        squares: ['c2', 'c3', 'd2', 'd3'],
        groups: ['b3–e3'],
        question: {
          kind: 'all',
          right: ['c3', 'd3'],
          fact: { of: 'in-group', rule: 'lowinverse c2 c3 d2 d3', group: 'b3–e3' },
        },
      },
      {
        diagram: '6.6',
        moves: '43',
        squares: ['c2', 'c3', 'd2', 'd3'],
        question: {
          kind: 'choice',
          right: ['d1–d4'],
          fact: { of: 'stops', rule: 'lowinverse c2 c3 d2 d3', among: ['d1–d4', 'b2–e2', 'c4–f4'] },
        },
      },
    ],
  },
  {
    id: 'highinverse',
    chapter: '6.6',
    steps: [
      {
        diagram: '6.6',
        moves: '43',
        squares: ['c2', 'c3', 'c4', 'd2', 'd3', 'd4'],
        question: {
          kind: 'choice',
          right: ['b2–e2'],
          fact: { of: 'not-stopped', rule: 'highinverse c2 c3 c4 d2 d3 d4', among: ['a4–d4', 'b3–e3', 'b2–e2'] },
        },
      },
    ],
  },
  {
    id: 'baseclaim',
    chapter: '6.7',
    steps: [
      {
        diagram: '6.7',
        moves: '67444441',
        squares: ['b1', 'c1', 'c2', 'e1'],
        groups: ['b1–e4', 'c1–f1'],
        question: { kind: 'one', right: ['e1'], fact: { of: 'baseclaim', rule: 'baseclaim b1 c1 c2 e1', move: 'c1' } },
        claims: [
          [{ of: 'stops', rule: 'baseclaim b1 c1 c2 e1', among: ['b1–e4', 'c1–f1'] }, ['b1–e4', 'c1–f1']],
          [{ of: 'combine', pair: ['claimeven c1 c2', 'baseinverse c1 e1'] }, ['no']],
          [{ of: 'must-stop' }, ['e1'], '674444413'],
          [{ of: 'must-stop' }, ['c1'], '674444415'],
        ],
      },
      {
        diagram: '6.7',
        moves: '67444441',
        squares: ['b1', 'c1', 'c2', 'e1'],
        groups: ['b1–e4', 'c1–f1'],
        question: { kind: 'one', right: ['c1'], fact: { of: 'baseclaim', rule: 'baseclaim b1 c1 c2 e1', move: 'e1' } },
      },
    ],
  },
  {
    id: 'before',
    chapter: '6.8',
    steps: [
      {
        diagram: '6.8',
        moves: '777776555544433334',
        groups: ['d2–g2', 'd3–g3'],
        question: { kind: 'one', right: ['f2'], fact: { of: 'must-stop' }, refute: true },
        claims: [
          [{ of: 'does-stop', rule: 'before f2 f3', group: 'd3–g3' }, ['yes']],
          [{ of: 'must-stop', after: 'f' }, ['f3']],
        ],
      },
      {
        diagram: '6.9',
        moves: '444333',
        squares: ['b4', 'b5', 'e1', 'e2'],
        groups: ['b4–e1'],
        question: {
          kind: 'choice',
          right: ['b5–e2'],
          fact: { of: 'stops', rule: 'before b4 b5 e1 e2', among: ['b5–e2', 'c5–f2', 'a5–d2'] },
        },
        claims: [[{ of: 'does-stop', rule: 'before b3 b4 e1 e2', group: 'b5–e2' }, ['yes']]],
      },
    ],
  },
  {
    id: 'specialbefore',
    chapter: '6.9',
    steps: [
      {
        diagram: '6.10',
        moves: '45343333',
        squares: ['d3', 'e2', 'f1', 'f2', 'g1', 'g2'],
        groups: ['d2–g2', 'd3–g3'],
        question: {
          kind: 'one',
          right: ['e2'],
          fact: { of: 'special', rule: 'specialbefore d3 e2 f1 f2 g1 g2', move: 'd3' },
        },
        claims: [
          [{ of: 'does-stop', rule: 'specialbefore d3 e2 f1 f2 g1 g2', group: 'd3–g3' }, ['yes']],
          [{ of: 'combine', pair: ['vertical e2 e3', 'claimeven e3 e4'] }, ['no']],
          [{ of: 'claim' }, ['second-not-lose']],
        ],
      },
    ],
  },
];
