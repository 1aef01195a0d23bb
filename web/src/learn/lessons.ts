// The course: positions, what is drawn on them, and questions with their answers. The words are in texts.ts (learn),
// step by step. Nothing here may be false: every answer and every claim names the fact that it rests on, and a test asks
// the program for all of them (facts.ts, tests/browser/learn.mjs).

import type { Fact, RuleName } from './facts';
import { ruleLessons } from './rule_lessons';

export interface Question {
  /** How it is answered: a click on one of the right squares, on all of them, or one of the options. */
  kind: 'one' | 'all' | 'choice';
  /** Squares, or the name of the option. */
  right: string[];
  fact: Fact;
  /** Why another move is wrong is asked of the solver. */
  refute?: boolean;
}

export interface Step {
  /** The thesis's diagram, as tests/data/allis_diagrams.txt has it. */
  diagram?: string;
  moves: string;
  /** Moves that follow, to be played through. */
  line?: string;
  squares?: string[];
  groups?: string[];
  /** Draws which rows are odd and even. */
  parity?: boolean;
  question?: Question;
  /** Instead of a question: find the rules that prove the claim. */
  proof?: { rules: RuleName[]; chosen: RuleName[]; claim: 'second-not-lose' | 'second-wins' };
  /** What the words say besides; of the step's position or after other moves. */
  claims?: [Fact, string[], string?][];
}

export interface Lesson {
  id: string;
  chapter: string;
  steps: Step[];
}

const first = 'first' as const;
const second = 'second' as const;

export const lessons: Lesson[] = [
  {
    id: 'game',
    chapter: '1.1–1.2',
    steps: [
      {
        diagram: '1.1',
        moves: '4434526',
        groups: ['c1–f1'],
        question: { kind: 'one', right: ['f1'], fact: { of: 'last' } },
        claims: [[{ of: 'result' }, ['first']]],
      },
      { moves: '43343434', question: { kind: 'one', right: ['c5'], fact: { of: 'wins-now' } } },
      { moves: '47777556565445', question: { kind: 'one', right: ['f3'], fact: { of: 'wins-now' } } },
    ],
  },
  {
    id: 'threats',
    chapter: '3.1, 3.4',
    steps: [
      {
        diagram: '3.9',
        moves: '44543',
        question: { kind: 'all', right: ['b1', 'f1'], fact: { of: 'threats', player: first } },
        claims: [[{ of: 'winner' }, ['first']]],
      },
      {
        diagram: '3.8',
        moves: '443',
        question: { kind: 'one', right: ['b1', 'e1'], fact: { of: 'keeps' }, refute: true },
        claims: [[{ of: 'winner' }, ['second']]],
      },
      {
        diagram: '3.10',
        moves: '666556554444',
        squares: ['c3', 'c4', 'g3', 'g4'],
        question: { kind: 'one', right: ['c1', 'g1'], fact: { of: 'best' }, refute: true },
        claims: [
          [{ of: 'threats', player: first }, ['c3', 'c4', 'g3', 'g4']],
          [{ of: 'plies' }, ['5']],
        ],
      },
    ],
  },
  {
    id: 'useless',
    chapter: '3.1–3.2',
    steps: [
      {
        diagram: '3.1',
        moves: '444545515155443331113133',
        question: { kind: 'choice', right: ['no'], fact: { of: 'useful', player: first, square: 'b3' } },
        claims: [[{ of: 'threats', player: first }, ['b2', 'b3', 'b4', 'b5', 'b6', 'f2', 'f3', 'f4', 'f5', 'f6']]],
      },
      {
        diagram: '3.1',
        moves: '444545515155443331113133',
        question: { kind: 'all', right: ['b2', 'f2'], fact: { of: 'threats', player: second, useful: true } },
      },
      {
        diagram: '3.1',
        moves: '444545515155443331113133',
        line: '77777722',
        squares: ['b1', 'f1'],
        question: { kind: 'choice', right: ['second'], fact: { of: 'winner' } },
      },
      {
        diagram: '3.4',
        moves: '67636644334344633',
        groups: ['c1–f4', 'c2–f5'],
        question: { kind: 'choice', right: ['no'], fact: { of: 'useful', player: first, square: 'e4' } },
        claims: [
          [{ of: 'threats', player: second }, ['e3']],
          [{ of: 'threats', player: first }, ['e4']],
        ],
      },
    ],
  },
  {
    id: 'oddeven',
    chapter: '3.3',
    steps: [
      {
        diagram: '3.3',
        moves: '44454544333',
        parity: true,
        groups: ['b2–e2', 'c2–f2'],
        question: { kind: 'choice', right: ['even'], fact: { of: 'parity', player: second } },
      },
      {
        diagram: '3.5',
        moves: '7676676777446444433633332111111',
        parity: true,
        groups: ['a4–d1', 'c4–f1'],
        question: { kind: 'choice', right: ['first'], fact: { of: 'winner' } },
        claims: [
          [{ of: 'threats', player: first, parity: 'odd' }, ['b3']],
          [{ of: 'threats', player: second, parity: 'even' }, ['e2']],
        ],
      },
      {
        diagram: '3.5',
        moves: '7676676777446444433633332111111',
        line: '55555522',
        parity: true,
        question: { kind: 'one', right: ['e1'], fact: { of: 'best' }, refute: true },
      },
      {
        diagram: '3.7',
        moves: '47777557557454462524222241311111',
        line: '666663',
        parity: true,
        groups: ['d1–g4', 'b4–e1'],
        question: { kind: 'choice', right: ['second'], fact: { of: 'winner' } },
        claims: [
          [{ of: 'threats', player: first }, ['c3', 'f3']],
          [{ of: 'threats', player: second }, ['c3']],
        ],
      },
    ],
  },
  {
    id: 'followup',
    chapter: '4.1–4.2, 4.5',
    steps: [
      {
        diagram: '4.2',
        moves: '44454544333131',
        question: { kind: 'one', right: ['e4'], fact: { of: 'follow', move: 'e3' } },
        claims: [[{ of: 'winner' }, ['second']]],
      },
      {
        diagram: '4.2',
        moves: '44454544333131',
        line: '335555111177777722',
        question: { kind: 'choice', right: ['odd'], fact: { of: 'line-parity', player: first } },
      },
      {
        moves: '112233',
        question: { kind: 'one', right: ['d1'], fact: { of: 'wins-now' } },
      },
      {
        diagram: '4.12',
        moves: '34444443',
        line: '1111112222223333555555666666777777',
        question: { kind: 'choice', right: ['draw'], fact: { of: 'line-result' } },
        claims: [[{ of: 'claim' }, ['second-not-lose']]],
      },
    ],
  },
  {
    id: 'zugzwang',
    chapter: '4.1, 4.3–4.4',
    steps: [
      {
        diagram: '4.3',
        moves: '777775455554474544333131331111',
        question: { kind: 'choice', right: ['first'], fact: { of: 'to-move' } },
        claims: [
          [{ of: 'legal' }, ['b1', 'f1']],
          [{ of: 'winner' }, ['second']],
          [{ of: 'plies' }, ['2']],
        ],
      },
      {
        moves: '',
        parity: true,
        question: { kind: 'choice', right: ['second'], fact: { of: 'zugzwang' } },
      },
      {
        diagram: '4.5',
        moves: '453225255444433413',
        parity: true,
        groups: ['a3–d3'],
        question: { kind: 'one', right: ['b4'], fact: { of: 'makes-even', without: 'a' } },
        claims: [
          [{ of: 'zugzwang' }, ['first']],
          [{ of: 'claim', after: 'b' }, ['first-wins']],
        ],
      },
      {
        diagram: '4.7',
        moves: '44454557443331',
        question: { kind: 'all', right: ['a2', 'c4', 'e4', 'g2'], fact: { of: 'legal-even' } },
        claims: [
          [{ of: 'winner' }, ['second']],
          // Each answer of the two pairs keeps the win.
          [{ of: 'winner' }, ['second'], '4445455744333113'],
          [{ of: 'winner' }, ['second'], '4445455744333131'],
          [{ of: 'winner' }, ['second'], '4445455744333157'],
          [{ of: 'winner' }, ['second'], '4445455744333175'],
        ],
      },
    ],
  },
  {
    id: 'tactics',
    chapter: '3.4',
    steps: [
      {
        diagram: '3.11',
        moves: '44453335',
        groups: ['a1–d1'],
        question: { kind: 'one', right: ['a1'], fact: { of: 'keeps' }, refute: true },
      },
      {
        diagram: '3.12',
        moves: '4445333512',
        question: { kind: 'one', right: ['b2'], fact: { of: 'must-stop' }, refute: true },
      },
      {
        diagram: '3.14',
        moves: '444533351224255',
        groups: ['a3–d3'],
        question: { kind: 'choice', right: ['first'], fact: { of: 'zugzwang' } },
        claims: [[{ of: 'claim' }, ['first-wins']]],
      },
    ],
  },
  ...ruleLessons,
  {
    id: 'combine',
    chapter: '5.3, 7.1–7.4',
    steps: [
      {
        diagram: '5.3',
        moves: '455434453533',
        squares: ['a1', 'b1', 'b2'],
        groups: ['a1–d1', 'a1–d4'],
        question: {
          kind: 'choice',
          right: ['no'],
          fact: { of: 'combine', pair: ['baseinverse a1 b1', 'claimeven b1 b2'] },
        },
        claims: [
          [{ of: 'does-stop', rule: 'baseinverse a1 b1', group: 'a1–d1' }, ['yes']],
          [{ of: 'does-stop', rule: 'claimeven b1 b2', group: 'a1–d4' }, ['yes']],
        ],
      },
      {
        diagram: '7.1',
        moves: '47777666674644447363333312',
        squares: ['a2', 'a3', 'b2', 'b3', 'e1', 'e2'],
        question: {
          kind: 'choice',
          right: ['yes'],
          fact: { of: 'combine', pair: ['lowinverse a2 a3 b2 b3', 'claimeven e1 e2'] },
        },
      },
      {
        diagram: '7.2',
        moves: '67777755565645447444633363336222',
        squares: ['a1', 'a2', 'a4', 'a5', 'b4', 'b5'],
        groups: ['a2–d2', 'a5–d5'],
        question: {
          kind: 'choice',
          right: ['no'],
          fact: { of: 'combine', pair: ['claimeven a1 a2', 'lowinverse a4 a5 b4 b5'] },
        },
        claims: [
          [{ of: 'combine', pair: ['claimeven a1 a2', 'before a4 a5 b4 b5'] }, ['yes']],
          [{ of: 'winner' }, ['second']],
        ],
      },
    ],
  },
  {
    id: 'proof',
    chapter: '5.4, 9.2',
    steps: [
      {
        diagram: '5.4',
        moves: '47777774443445333335',
        proof: {
          rules: [
            'claimeven a1 a2',
            'claimeven a3 a4',
            'claimeven a5 a6',
            'claimeven b1 b2',
            'claimeven b3 b4',
            'claimeven b5 b6',
            'claimeven e3 e4',
            'claimeven e5 e6',
            'claimeven f1 f2',
            'claimeven f3 f4',
            'claimeven f5 f6',
            'baseinverse a1 b1',
            'vertical a2 a3',
          ],
          chosen: [
            'claimeven b5 b6',
            'claimeven e5 e6',
            'claimeven e3 e4',
            'claimeven a3 a4',
            'claimeven b3 b4',
            'claimeven f3 f4',
            'claimeven a5 a6',
            'baseinverse a1 b1',
          ],
          claim: 'second-not-lose',
        },
      },
      {
        diagram: '5.4',
        moves: '47777774443445333335',
        groups: ['b4–e1'],
        squares: ['b3', 'b4'],
        question: { kind: 'choice', right: ['second'], fact: { of: 'winner' } },
        claims: [
          [
            {
              of: 'proves',
              chosen: [
                'aftereven b3 b4',
                'claimeven e3 e4',
                'claimeven a3 a4',
                'claimeven f3 f4',
                'claimeven e5 e6',
                'baseinverse a1 b1',
              ],
            },
            ['second-wins'],
          ],
        ],
      },
    ],
  },
  {
    id: 'victor',
    chapter: '8.1–8.2, 9, 11',
    steps: [
      {
        diagram: '8.1',
        moves: '453225255443341',
        groups: ['a3–d3'],
        squares: ['f1', 'f2', 'f3', 'f4', 'b5', 'b6', 'f5', 'f6', 'g3', 'g4', 'd5', 'e5'],
        question: { kind: 'one', right: ['a3'], fact: { of: 'lever' } },
        claims: [
          [{ of: 'claim' }, ['first-wins']],
          [{ of: 'set' }, ['f1', 'f2', 'f3', 'f4', 'b5', 'b6', 'f5', 'f6', 'g3', 'g4', 'd5', 'e5']],
        ],
      },
      {
        diagram: '8.3',
        moves: '4554555544447',
        groups: ['d3–g3', 'd1–g4'],
        question: { kind: 'one', right: ['f3'], fact: { of: 'lever' } },
        claims: [[{ of: 'claim' }, ['first-wins']]],
      },
      {
        diagram: 'B.1',
        moves: '12',
        question: { kind: 'choice', right: ['second-not-lose'], fact: { of: 'claim' } },
        claims: [[{ of: 'set-size' }, ['12']]],
      },
    ],
  },
  {
    id: 'd1',
    chapter: '13',
    steps: [
      {
        moves: '',
        question: { kind: 'one', right: ['d1'], fact: { of: 'keeps' }, refute: true },
        claims: [
          [{ of: 'plies' }, ['41']],
          [{ of: 'claim' }, ['second-not-lose'], '12'],
          [{ of: 'claim' }, ['second-not-lose'], '23'],
          [{ of: 'claim' }, ['second-not-lose'], '34'],
        ],
      },
      {
        diagram: '13.1',
        moves: '44',
        question: { kind: 'one', right: ['d3'], fact: { of: 'keeps' }, refute: true },
        claims: [[{ of: 'keeps' }, ['d5'], '4444']],
      },
      {
        diagram: '13.7',
        moves: '43',
        question: { kind: 'one', right: ['f1', 'g1'], fact: { of: 'keeps' }, refute: true },
        claims: [
          [{ of: 'best' }, ['f1']],
          [{ of: 'winner' }, ['draw'], '433'],
        ],
      },
      {
        diagram: '13.16',
        moves: '41535',
        question: { kind: 'choice', right: ['first'], fact: { of: 'winner' } },
        claims: [
          [{ of: 'winner' }, ['first'], '41'],
          [{ of: 'winner' }, ['first'], '41565'],
        ],
      },
    ],
  },
];
