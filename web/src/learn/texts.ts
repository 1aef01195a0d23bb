// The words of the course and of the lecture.

import { colour, count, tap } from '../texts';
import type { Player } from '../game/types';

export interface StepText {
  text: string[];
  ask?: string;
  /** By the answers' names. */
  options?: Record<string, string>;
  right?: string;
  /** By answer; * for all others. */
  wrong?: Record<string, string>;
}
export interface LessonText {
  title: string;
  steps: StepText[];
}

export const learn = {
  title: 'Learn',
  intro: 'A short course from Victor Allis’s thesis of 1988, in his own positions. Every answer is checked by the program.',
  contents: 'Lessons',
  parts: {
    basics: 'Seeing the game',
    rules: 'The nine rules',
    proofs: 'Proofs',
    reading: 'To read',
  },
  lessonOf: (n: number, all: number) => `Lesson ${n} of ${all}`,
  stepOf: (n: number, all: number) => `Step ${n} of ${all}`,
  source: (chapter: string) => `Thesis, section ${chapter}`,
  diagram: (name: string) => `Diagram ${name}`,
  progress: (done: number, all: number) => `${done} of ${all} steps done`,
  lessonState: (title: string, done: number, all: number) =>
    `${title}: ${done === all ? 'done' : done === 0 ? 'not begun' : `${done} of ${all} done`}`,
  forget: 'Start over',
  forgetSure: 'Forget all progress?',
  next: 'Next',
  nextLesson: 'Next lesson',
  back: 'Back',
  lastDone: 'That was the course. Now play, and look at the Why of your own games.',
  open: 'Open in the workbench',
  openLater: 'When the question is answered: the workbench shows all values.',
  solved: 'Solved',
  right: 'Right.',
  wrong: 'Not quite.',
  found: (found: number, all: number) => `${found} of ${all} found.`,
  clickBoard: `${tap} a square on the board.`,
  clickAll: (n: number) => `${tap} ${count(n, 'square', 'squares')} on the board.`,
  already: 'That one you have found already.',
  showAnswer: 'Show me',
  taken: (square: string) => `On ${square} there is a stone already.`,
  notPlayable: (square: string) => `A stone cannot fall on ${square} yet: the square below it is empty.`,
  asking: 'Asking the solver…',
  refuted: (move: string, text: string) => `${move} is not it: ${text}.`,
  refutedSlower: (move: string, moves: number, best: number) => `${move} wins too, but in ${moves} moves instead of ${best}.`,
  refutedBy: (line: string) => `Best play goes on ${line}.`,
  whoWins: (player: Player, moves: number | null) =>
    `${colour(player)} then wins${moves === null ? '' : ` in ${count(moves, 'move', 'moves')}`}`,
  thenDraw: 'the game is then only a draw',
  playThrough: 'Play it through',
  lineBack: 'One move back',
  lineForward: 'One move on',
  lineStart: 'To the position of the question',
  lineAt: (n: number, all: number) => `${n} of ${all} moves`,
  boardLabel: (stones: number, state: string) => `Board with ${count(stones, 'stone', 'stones')}. ${state}`,
  squareLabel: (square: string, what: string) => `${square}: ${what}`,
  squareEmpty: 'empty',
  squareMarked: 'marked',
  squareRight: 'right',
  squareWrong: 'wrong',
  odd: 'odd',
  even: 'even',
  proof: {
    pool: 'Rules to choose from, and how many of the groups each would stop',
    left: (n: number) => (n === 0 ? 'No group is left.' : `${count(n, 'group', 'groups')} left to stop:`),
    clash: (a: string, b: string) => `${a} and ${b} cannot stand together: they share a square.`,
    done: 'That is a proof: every group is stopped, and no two rules get in each other’s way.',
    stops: (n: number) => `stops ${count(n, 'group', 'groups')}`,
    clear: 'Clear',
    show: 'Show me a proof',
    checking: 'Checking…',
  },
  ruleName: (rule: string) => {
    const [name = '', ...squares] = rule.split(' ');
    return `${name.charAt(0).toUpperCase()}${name.slice(1)} ${squares.join(' ')}`;
  },
  lessons: {
    game: {
      title: 'The game and its squares',
      steps: [
        {
          text: [
            'Seven columns, six rows. White begins, then the players take turns. A stone falls to the lowest free square of its column, and whoever first has **four in a row** wins: across, upwards or slantwise.',
            'Columns are called a to g, rows 1 to 6 from the bottom. A row of four is a **group**, and is named by its two ends: here White has c1–f1.',
          ],
          ask: `White’s last stone is marked with a dot. ${tap} its square: which one is it?`,
          right: 'f1. It completed c1–f1 and ended the game.',
          wrong: { '*': 'The last stone has a dot in its middle. It lies in the lowest row.' },
        },
        {
          text: ['Upwards is the easiest way to see, and the easiest to stop.'],
          ask: 'White to move. Where does he win at once?',
          right: 'c5 completes c2–c5.',
          wrong: { '*': 'Look for three white stones on top of each other.' },
        },
        {
          text: ['Slanting groups are the ones that people overlook.'],
          ask: 'White to move. One square wins. Find it.',
          right: 'f3 completes d1–g4.',
          wrong: { '*': 'White has d1, e2 and g4. What is missing between them?' },
        },
      ],
    },
    threats: {
      title: 'Threats',
      steps: [
        {
          text: [
            'A **threat** is an empty square that would complete a group. It matters little how many groups a square completes; what counts is the square.',
            'If a threat can be played at once, the opponent must answer. Two such threats at the same time cannot both be answered.',
          ],
          ask: `Black to move. ${tap} all of White’s threats.`,
          right: 'b1 and f1. Black can take only one of them, and White wins on the other.',
          wrong: { '*': 'White has c1, d1 and e1. What would make four?' },
        },
        {
          text: ['One move earlier Black could still have stopped that trick.'],
          ask: 'Black to move. Where must she play so as not to lose?',
          right: 'b1 or e1: then three stones with both ends open cannot arise. The program says that Black even wins from here.',
          wrong: { '*': 'White answers e1 or b1 and has three in a row with both ends open.' },
        },
        {
          text: [
            'Two threats of the same player **directly above each other** also win: if the opponent takes the lower one, you take the upper one.',
            'White has such a pair in the c-column and another in the g-column.',
          ],
          ask: 'White to move. Where should he begin if he is in a hurry?',
          right: 'He simply fills the column: when the second square is taken, Black must take the third and White wins on the fourth.',
          wrong: { '*': 'That wins as well, but later. The pairs are in the c- and the g-column.' },
        },
      ],
    },
    useless: {
      title: 'Useless threats',
      steps: [
        {
          text: [
            'White could complete a group on no fewer than ten squares: everything from b2 to b6 and from f2 to f6. It looks overwhelming.',
            'But a threat is only worth something if its square will ever be reached.',
          ],
          ask: 'Look at b3. Is White’s threat there of any use?',
          options: { yes: 'Yes, he will win there', no: 'No, nobody will ever get there' },
          right: 'To reach b3 somebody must take b2 first. Both players have a threat at b2, so the game ends there.',
          wrong: { '*': 'What happens when a stone falls on b2? Who has a threat there?' },
        },
        {
          text: ['So most of these squares can be forgotten, Black’s at b6 and f6 as well.'],
          ask: `Which of Black’s threats are left? ${tap} both.`,
          right: 'b2 and f2. White has the same two, so all depends on who must play b1 or f1 first.',
          wrong: { '*': 'Look for the lowest threat in each of the two empty columns.' },
        },
        {
          text: [
            'Nobody wants to play b1 or f1: the other would win above it. There are six quiet squares left, all in the g-column, and White is to move.',
            'Six is even. Play it through below the board if you like.',
          ],
          ask: 'Who wins?',
          options: { first: 'White', second: 'Black', draw: 'Nobody' },
          right: 'After g1 to g6 it is White’s turn again and he must open one of the two columns. That is no bad luck: a column has an even number of squares, so filling it changes nothing about whose turn it is.',
          wrong: { '*': 'Count: g1 White, g2 Black and so on. Who has to move after g6?' },
        },
        {
          text: [
            'Here Black has a threat at e3 and White has one at e4, the square directly above it.',
            'Before anybody gets to e4, somebody must take e3.',
          ],
          ask: 'Is White’s threat at e4 of any use?',
          options: { yes: 'Yes', no: 'No' },
          right: 'If Black gets e3 she has won; if White takes e3 himself, Black takes e4. A threat directly above one of the opponent is useless.',
          wrong: { '*': 'For White to get e4, Black would have to play e3. What would that give her?' },
        },
      ],
    },
    oddeven: {
      title: 'Odd and even threats',
      steps: [
        {
          text: [
            'A square is **odd** or **even** by its row. When everything else is full and one column is left, White begins in it: he gets its odd squares and Black the even ones.',
            'So Black’s good threats are the even ones, White’s the odd ones.',
          ],
          ask: 'Black has two threats here. What are they?',
          options: { odd: 'Odd', even: 'Even', both: 'One of each' },
          right: 'b2 and f2 lie in the second row. They are just what Black wants.',
          wrong: { '*': 'Both threats lie in the same row. Which one is it?' },
        },
        {
          text: [
            'Now both have what they like: White an odd threat at b3, Black an even one at e2. Only the b- and e-columns are open, and Black is to move.',
          ],
          ask: 'Whose threat is stronger?',
          options: { first: 'White’s odd one', second: 'Black’s even one', draw: 'Neither wins' },
          right: 'White’s. Black dare not play b2, so five squares of the b-column stay empty: an odd number, and that turns round who gets which squares elsewhere.',
          wrong: { '*': 'Black must move. b2 loses at once, and after e1 White takes e2.' },
        },
        {
          text: ['See how it ends. Black can choose how long it takes, not how it ends.'],
          ask: 'Where does Black play to lose as late as possible?',
          right: 'e1. Then the e-column is filled, White taking e2, and Black must play b2 after all. Play it through.',
          wrong: { '*': 'There are only two columns; one of them loses at once.' },
        },
        {
          text: [
            'Odd against odd: White has f3, Black has c3 (so has White). Both columns have five empty squares, ten in all, so White must give up his own threat first.',
            'One should then look twice: filling a column makes new stones.',
          ],
          ask: 'White to move. Who wins?',
          options: { first: 'White', second: 'Black', draw: 'Nobody' },
          right: 'While the f-column is filled Black gets f5, and with it a second threat at c2, directly below c3. Play it through: it ends with c2.',
          wrong: { '*': 'Play it through below the board and watch what f5 does.' },
        },
      ],
    },
    followup: {
      title: 'Follow-up',
      steps: [
        {
          text: [
            'Every column here has an even number of empty squares, and White is to move. So Black can always answer **in the column White has just used**. That is called follow-up.',
            'White then gets only odd squares and Black only even ones, and White can do nothing about it.',
          ],
          ask: 'White plays e3. Where does Black follow up?',
          right: 'e4, on top of it. And she keeps her win.',
          wrong: { '*': 'Follow-up means the same column, on top of White’s stone.' },
        },
        {
          text: ['White chooses the order, Black the squares. Play it through: whatever the order, in the end White must open b or f.'],
          ask: 'Which squares does White get in this line?',
          options: { odd: 'Only odd ones', even: 'Only even ones', both: 'Both kinds' },
          right: 'Only odd ones. Black’s even threats at b2 and f2 decide.',
          wrong: { '*': 'White always plays first into a pair of squares. Is the lower one odd or even?' },
        },
        {
          text: ['Could Black follow up from the very first move? Here she has: a1 a2, b1 b2, c1 c2.'],
          ask: 'White to move. What is wrong with her plan?',
          right: 'White has the whole bottom row and wins with d1. Follow-up works only where it leaves White no group.',
          wrong: { '*': 'Look at the bottom row.' },
        },
        {
          text: [
            'Follow-up can also be enough to hold a position in which Black has no threat at all. Here it gives her all even squares that are left.',
            'Play it through to the full board.',
          ],
          ask: 'How does this game end if Black follows up to the end?',
          options: { first: 'White wins', second: 'Black wins', draw: 'A draw' },
          right: 'A draw: no group of White’s consists of odd squares only and the stones he has. The rules prove it: Black cannot lose.',
          wrong: { '*': 'Play it to the end and look for four in a row.' },
        },
      ],
    },
    zugzwang: {
      title: 'Zugzwang',
      steps: [
        {
          text: [
            '**Zugzwang**: you must move, although every move hurts. In this game all of strategy comes down to it.',
            'Five columns are full, two are empty, and both squares that can be played are bad.',
          ],
          ask: 'Whose turn is it?',
          options: { first: 'White’s', second: 'Black’s' },
          right: 'White’s. Thirty stones lie on the board, an even number. He plays b1 or f1, and Black wins above it.',
          wrong: { '*': 'White moves after an even number of stones. Five full columns are thirty.' },
        },
        {
          text: [
            'A player **controls the zugzwang** if it is his choice how odd and even squares are shared out. On the empty board every column has an even number of squares.',
          ],
          ask: 'Who controls the zugzwang at the start?',
          options: { first: 'White', second: 'Black', none: 'Nobody' },
          right: 'Black: she can follow up whenever she likes. White takes it from her only with an odd threat.',
          wrong: { '*': 'Who can always answer in the same column?' },
        },
        {
          text: [
            'White has the odd threat a3, so Black will not play a2. Forget the a-column: on the other six, White wants to be the one who follows up.',
            'For that, each of them must have an even number of empty squares with Black to move.',
          ],
          ask: 'White to move. Which square puts that right?',
          right: 'b4. Now Black must always play first elsewhere, White follows up, and at last Black has to play a2.',
          wrong: { '*': 'Count the empty squares of each column but a. Which column has an odd number?' },
        },
        {
          text: [
            'Follow-up can be mended if some columns are odd: Black pairs off the **even squares that can be played now**, and gets one of each pair.',
          ],
          ask: `${tap} the four even squares that can be played now.`,
          right: 'a2, c4, e4 and g2: two pairs, for instance a2 with c4 and e4 with g2. She still wins at b2 or f2.',
          wrong: { '*': 'The square must be empty, lie directly on a stone, and be in an even row.' },
        },
      ],
    },
    tactics: {
      title: 'Strategy needs tactics',
      steps: [
        {
          text: [
            'Black has even threats at b2 and f2 and controls the zugzwang. In the long run she wins, unless something happens now.',
          ],
          ask: 'White to move. Only one move saves him, and it even wins. Which?',
          right: 'a1 threatens a1–d1, so Black must answer b1, and then White gets b2.',
          wrong: { '*': 'White needs a move that Black must answer in the b-column.' },
        },
        {
          text: ['Black has answered b1.'],
          ask: 'Where must White play?',
          right: 'b2: otherwise Black wins there. So Black’s first threat is gone.',
          wrong: { '*': 'Black now threatens to win. Where?' },
        },
        {
          text: [
            'A few forced moves later White has made an **odd threat** at a3. Black still has f2, but an odd threat of White’s is stronger than an even one of Black’s.',
          ],
          ask: 'Who controls the zugzwang now?',
          options: { first: 'White', second: 'Black', none: 'Nobody' },
          right: 'White. The rules prove that he wins: you will see how in the lesson on VICTOR.',
          wrong: { '*': 'Black does not dare to play a2. What does that do to the count on the other columns?' },
        },
      ],
    },
    claimeven: {
      title: 'Claimeven',
      steps: [
        {
          text: [
            'The rules that follow are promises. Each says which of White’s groups can be **stopped**, and how. Black is the one who controls the zugzwang, White is to move.',
            '**Claimeven**: two empty squares above each other, the upper one even. Black waits until White takes the lower one, and takes the upper one.',
          ],
          ask: 'Which square does Black’s Claimeven on f3 and f4 give her?',
          right: 'f4. Every group through f4 is stopped.',
          wrong: { f3: 'f3 is what White gets in exchange.', '*': 'The rule only speaks about f3 and f4.' },
        },
        {
          text: ['White would like to complete c2–f2. He has d2 already.'],
          ask: 'Which square of it can Black claim by a Claimeven?',
          right: 'f2, with f1 below it still empty. c2 and e2 can be played at once, so White could simply take them.',
          wrong: {
            c2: 'c2 can be played at once: White would take it.',
            e2: 'e2 can be played at once: White would take it.',
            d2: 'White has d2 already.',
            '*': 'It must be a square of c2–f2.',
          },
        },
        {
          text: ['Here ten Claimevens are enough: every group that White could still complete goes through one of the marked squares.'],
          ask: 'So Black cannot lose. What is the position worth with best play?',
          options: { first: 'White wins', second: 'Black wins', draw: 'Draw' },
          right: 'A draw. The rules say that Black does not lose; that White does not lose either, the solver says.',
          wrong: { first: 'The ten Claimevens prove that he does not.', '*': 'Claimevens alone only stop White. Open it in the workbench to see all values.' },
        },
      ],
    },
    baseinverse: {
      title: 'Baseinverse',
      steps: [
        {
          text: [
            '**Baseinverse**: two squares that can both be played now. White can take only one of them in a move, so Black gets the other.',
            'White may hope for a1–d1.',
          ],
          ask: 'White plays b1. Where does Black answer?',
          right: 'a1. She gets one of the two squares, and one is enough.',
          wrong: { '*': 'a1–d1 has two squares left. White has just taken one.' },
        },
        {
          text: ['White decides which of the two he takes, so only groups that need **both** squares are stopped.'],
          ask: 'Which of these does the Baseinverse on c4 and d3 stop?',
          options: { 'b5–e2': 'b5–e2', 'a4–d4': 'a4–d4', 'd3–g3': 'd3–g3' },
          right: 'b5–e2 goes through c4 and d3. (So do a6–d3 and c4–f1.)',
          wrong: { 'a4–d4': 'a4–d4 has c4, but not d3. White could just take c4.', 'd3–g3': 'd3–g3 has d3, but not c4. White could just take d3.' },
        },
      ],
    },
    vertical: {
      title: 'Vertical',
      steps: [
        {
          text: [
            '**Vertical**: two empty squares above each other, the upper one odd. When White takes the lower one, Black takes the upper one; and she may take the lower one herself whenever she likes.',
            'White has e2 and e3.',
          ],
          ask: `${tap} the two squares of the Vertical that stops e2–e5.`,
          right: 'e4 and e5: White will not get both.',
          wrong: { '*': 'Both must be empty squares of e2–e5.' },
        },
        {
          text: ['If the upper square were even it would be a Claimeven, which promises more. The Vertical needs no zugzwang, so it gets on well with other rules.'],
          ask: 'What else does e4 and e5 stop?',
          options: { 'e3–e6': 'e3–e6', 'd5–g5': 'd5–g5', 'b1–e4': 'b1–e4' },
          right: 'e3–e6 needs both squares as well. A group that two neighbours of a column belong to is always upright: hence the name.',
          wrong: { '*': 'That group needs only one of the two squares, and White may get just that one.' },
        },
      ],
    },
    aftereven: {
      title: 'Aftereven',
      steps: [
        {
          text: [
            'If Black can complete a group of her own with squares that she gets by Claimeven, she will complete it in the end. This is the rule that **wins**.',
            'Black has c2, d2 and e2.',
          ],
          ask: `Where will she complete a group? ${tap} both squares.`,
          right: 'b2 and f2, by the Claimevens b1–b2 and f1–f2.',
          wrong: { '*': 'Look at both ends of c2, d2, e2.' },
        },
        {
          text: ['Once she plays f2 the game is over. So nobody ever plays above it.'],
          ask: 'White threatens c3–f3. Does the **Aftereven** with f2 stop it?',
          options: { yes: 'Yes', no: 'No' },
          right: 'Yes: f3 comes after f2, hence the name. All groups that need a square above f2 are stopped, and those through f2 by the Claimeven.',
          wrong: { '*': 'When could White play f3?' },
        },
        {
          text: [
            'If two squares are missing, White decides which column is filled first. Here Black needs f2 and g2 for d2–g2; only in one of the two columns, nobody knows which, the game will end.',
          ],
          ask: 'Which of White’s groups is stopped?',
          options: { 'd3–g3': 'd3–g3', 'c3–f3': 'c3–f3', none: 'Neither' },
          right: 'd3–g3 needs a square above in both columns. c3–f3 needs only f3, and may well be completed before g2 is reached.',
          wrong: { 'c3–f3': 'What if f2 is played long before g2?', none: 'One of them needs squares above f2 and above g2.' },
        },
      ],
    },
    lowinverse: {
      title: 'Lowinverse',
      steps: [
        {
          text: [
            'Odd and odd make even. Two columns, in each a pair of empty squares with the **upper one odd**: Black waits in both. White must begin in one of them, and Black takes the odd square above.',
            'Take c2 c3 and d2 d3.',
          ],
          ask: 'Of which two squares is Black sure to get one, which stops b3–e3?',
          right: 'c3 and d3. White decides which, by where he begins.',
          wrong: { '*': 'b3–e3 lies in the third row.' },
        },
        {
          text: ['In each of the two columns Black also gets one of the two squares, as by a Vertical.'],
          ask: 'Which other group is stopped by this Lowinverse?',
          options: { 'd1–d4': 'd1–d4', 'b2–e2': 'b2–e2', 'c4–f4': 'c4–f4' },
          right: 'd1–d4 needs d2 and d3.',
          wrong: { 'b2–e2': 'b2–e2 needs the two lower squares, and White may get both.', 'c4–f4': 'The fourth row has nothing to do with it.' },
        },
      ],
    },
    highinverse: {
      title: 'Highinverse',
      steps: [
        {
          text: [
            'A Lowinverse with one square more on top of each column. When White has begun in one column and Black has taken the odd square, she turns to the other column and claims its even square.',
            'So of the two middle squares she gets one, of the two upper ones as well, and of the two upper squares of each column too.',
          ],
          ask: 'Which of these is **not** stopped by a Highinverse on c2 c3 c4 and d2 d3 d4?',
          options: { 'a4–d4': 'a4–d4', 'b3–e3': 'b3–e3', 'b2–e2': 'b2–e2' },
          right: 'b2–e2 goes through the lowest squares, which White may take both.',
          wrong: { 'a4–d4': 'It goes through c4 and d4, the upper squares: stopped.', 'b3–e3': 'It goes through c3 and d3, the middle squares: stopped.' },
        },
      ],
    },
    baseclaim: {
      title: 'Baseclaim',
      steps: [
        {
          text: [
            'White hopes for b1–e4 and c1–f1. A Claimeven on c2 would stop the one, a Baseinverse on c1 and e1 the other, but both need c1: they cannot be combined.',
            '**Baseclaim** does it with three playable squares, b1, c1 and e1, and the even square c2. The trick is a good answer to each move.',
          ],
          ask: 'White plays c1. Black’s answer?',
          right: 'e1 stops c1–f1. Now c2 can be played, and b1 and c2 are a Baseinverse.',
          wrong: { c2: 'Then White plays e1 and has completed c1–f1.', '*': 'c1–f1 must be stopped at once; b1 and c2 can wait.' },
        },
        {
          text: ['And if White begins on the other side?'],
          ask: 'White plays e1. Black’s answer?',
          right: 'c1 stops c1–f1, and again b1 and c2 answer each other. If White begins with b1, Black takes e1 and keeps the Claimeven on c2.',
          wrong: { '*': 'c1–f1 again. Which square of it can Black take now?' },
        },
      ],
    },
    before: {
      title: 'Before',
      steps: [
        {
          text: [
            'Sometimes Black stops a group by being **first**. White has a group d3–g3 that lacks f3; Black has d2–g2 that lacks f2, directly below.',
            'If White leaves f2 alone, Black wins there. If he takes it, she takes f3.',
          ],
          ask: 'White to move. Where must he play?',
          right: 'f2, and Black answers f3: d3–g3 is stopped either way.',
          wrong: { '*': 'Black threatens to complete d2–g2.' },
        },
        {
          text: [
            'In general: take a group of Black’s own, here b4–e1. For each of its empty squares Black either claims it, or gives it away and takes the square above.',
            'Then either she completes her group, or she gets a square above one of them.',
          ],
          ask: 'Which of White’s groups can therefore never be completed?',
          options: { 'b5–e2': 'b5–e2', 'c5–f2': 'c5–f2', 'a5–d2': 'a5–d2' },
          right: 'b5–e2 needs all the squares above the empty ones, b5 and e2.',
          wrong: { '*': 'Which group contains both b5 and e2, the squares above b4 and e1?' },
        },
      ],
    },
    specialbefore: {
      title: 'Specialbefore',
      steps: [
        {
          text: [
            'The group d2–g2 of Black’s could be a Before against d3–g3: Claimevens on f2 and g2, and a Vertical on e2 and e3. But she needs e3 and e4 for a Claimeven, and that clashes with the Vertical.',
            '**Specialbefore**: instead of e3 she may just as well take d3, since d3–g3 contains it. e2 and d3 can both be played now, so they answer each other.',
          ],
          ask: 'White plays d3. Black’s answer?',
          right: 'e2, and her own group d2–g2 comes first. If White takes e2, she takes d3.',
          wrong: { '*': 'The pair is d3 and e2.' },
        },
      ],
    },
    combine: {
      title: 'Rules that fit together',
      steps: [
        {
          text: [
            'One rule is never enough: **every** group of White’s must be stopped, by rules that can all be kept at once.',
            'Here Black wants a Baseinverse on a1 and b1 against a1–d1, and a Claimeven on b1 and b2 against a1–d4.',
          ],
          ask: 'Can she have both?',
          options: { yes: 'Yes', no: 'No' },
          right: 'No. When White plays b1, one rule wants a1 and the other b2. Most rules may not share a square.',
          wrong: { '*': 'What does each of them answer to b1?' },
        },
        {
          text: [
            'A rule that keeps Black from playing somewhere must hold back an **even** number of squares, or the turn to move comes out wrong.',
            'A Lowinverse on a2 a3 and b2 b3, and a Claimeven on e1 and e2.',
          ],
          ask: 'Can these two stand together?',
          options: { yes: 'Yes', no: 'No' },
          right: 'Yes. They lie in different columns, and whichever is opened first sets free an even number of squares.',
          wrong: { '*': 'They share no square and no column.' },
        },
        {
          text: ['Now a Claimeven on a1 and a2, and a Lowinverse on a4 a5 and b4 b5, **above** it.'],
          ask: 'Can these two stand together?',
          options: { yes: 'Yes', no: 'No' },
          right: 'No. After a1 and a2 only a3 is free below the Lowinverse: one, two, three squares. Odd, so the turn has changed. No Claimeven may lie below a Lowinverse or Highinverse. (A Before on a4 a5 b4 b5 does the same work here and may be combined.)',
          wrong: { '*': 'When a1 and a2 have been played, how many squares of the a-column have become free below a4?' },
        },
      ],
    },
    proof: {
      title: 'Build a proof',
      steps: [
        {
          text: [
            'Now it is your turn. White is to move. **Choose rules for Black** until every group that White could complete is stopped. Rules that share a square are refused.',
            'It is like a house of cards: if one group is left, nothing is proved at all.',
          ],
        },
        {
          text: [
            'You have shown that Black does not lose. But look at b4–e1: Black has three of its stones already, and b4 is the upper square of a Claimeven.',
          ],
          ask: 'Take that Claimeven as an Aftereven. Who wins?',
          options: { first: 'White', second: 'Black', draw: 'Nobody' },
          right: 'Black: with an Aftereven in the set she completes that group in the end.',
          wrong: { '*': 'An Aftereven promises that Black completes the group.' },
        },
      ],
    },
    victor: {
      title: 'How VICTOR proves it',
      steps: [
        {
          text: [
            'VICTOR, Allis’s program, lists every application of the nine rules and every group to be stopped. Then it looks for a set that fits together: it takes the group with the fewest ways to stop it, tries each of them, strikes out what no longer fits, and goes on.',
            'White may use the rules too, if something gives him the zugzwang. Black is to move.',
          ],
          ask: 'Which threat of White’s does it here?',
          right: 'The odd threat a3. The marked squares belong to rules on the other columns; they stop every group of Black’s.',
          wrong: { '*': 'Look for three white stones in a row with an odd square missing.' },
        },
        {
          text: [
            'Two half-finished groups can be as good as an odd threat: d3–g3 and d1–g4 cross in one square, and their other empty squares are neighbours, g3 and g4. White will get one of these.',
          ],
          ask: 'On which square do the two groups cross?',
          right: 'f3. Whatever Black does, White gets an odd threat there or wins. This is called a threat combination.',
          wrong: { '*': 'It belongs to d3–g3 and to d1–g4.' },
        },
        {
          text: [
            'If the rules leave a group, VICTOR knows nothing, and has to search. It grows the tree where the fewest positions must be settled (conspiracy numbers, the forerunner of proof numbers).',
            'After 1. a1 b1 no search is needed. Twelve rules are enough; the workbench shows them under Why when you have answered.',
          ],
          ask: 'What do the rules prove after 1. a1 b1?',
          options: { 'second-not-lose': 'Black does not lose', 'first-wins': 'White wins', none: 'Nothing' },
          right: 'Black does not lose. The thesis carries these rules over to seven columns of any even height.',
          wrong: { '*': 'Remember what Black’s rules can promise.' },
        },
      ],
    },
    d1: {
      title: 'Why White wins',
      steps: [
        {
          text: [
            'After any first move but one Black at least draws, and against a1, b1 and c1 the rules alone are enough to show it. That leaves one candidate.',
          ],
          ask: 'White’s only winning first move?',
          right: 'd1, the middle. With best play White wins with his very last stone, the 41st of the game.',
          wrong: { '*': 'The column through which most groups go.' },
        },
        {
          text: ['The win hangs on a thread: time and again there is only one move. Black has answered 1. … d2.'],
          ask: 'White’s only winning move?',
          right: 'd3, and after d4 he must take d5 as well.',
          wrong: { '*': 'The middle again.' },
        },
        {
          text: ['Against 1. … c1 Allis believed in c2, and VICTOR searched for a long time before it found that Black holds. The program had suggested another square from the start.'],
          ask: 'Find a winning move for White.',
          right: 'f1 wins quickest; g1 wins as well.',
          wrong: { '*': 'On the other side: White wants both ends of the bottom row.' },
        },
        {
          text: [
            'And 1. … a1 is the weakest answer: 2. e1, and after c1 or f1 3. e2. Every one of Black’s answers has been searched to the end, by VICTOR in 1988 and by this program.',
            'You need not believe it: the certificate with all of White’s replies comes with Inarow, and inarow-check reads it without any of the solver’s code.',
          ],
          ask: 'After these moves Black is to play. Who wins?',
          options: { first: 'White', second: 'Black', draw: 'Nobody' },
          right: 'White. Open it in the workbench and try to hold it.',
          wrong: { '*': 'All of Black’s answers have been searched to the end: remember who began in the middle.' },
        },
      ],
    },
  } as Record<string, LessonText>,
};

export const lecture = {
  title: 'The MIT lecture, retold',
  heading: 'Solving Connect-Four: a lecture, retold',
  source:
    'After the lecture “Connect Four” (9 March 2010) of the course SP.268 The Mathematics in Toys and Games, MIT OpenCourseWare, Spring 2010 (ocw.mit.edu), which in turn follows Victor Allis’s thesis. The slides are MIT’s and under its terms; the words and pictures here are our own, and every board is alive.',
  contents: 'In this lecture',
  toLesson: 'Lesson',
  workbench: 'In the workbench',
  game: {
    title: 'The game',
    text: [
      'Two players drop discs into a standing board of seven columns and six rows; four in a row wins. As “The Captain’s Mistress” it is old, in plastic it dates from 1974, and since 1988 it is solved: Victor Allis, and independently James Allen, showed that whoever begins in the middle wins, and that every other first move lets the second player at least draw.',
      'How can a machine know that? Not by looking at everything.',
    ],
  },
  size: {
    title: 'Can one simply write down all positions?',
    text: [
      'A **strong solution** knows the value of every position. The obvious way is a table of them all. How long would it be?',
    ],
    bounds: [
      ['Each of the 42 squares is empty, white or black', '3⁴² ≈ 1.1 · 10²⁰'],
      ['Stones rest on stones, and the colours are in balance', '7.1 · 10¹³'],
      ['Only positions that a game can reach, counted exactly since then', '4 531 985 219 092'],
    ],
    after: [
      'The last step is the hard one. A column that was filled black first may be impossible because White begins; a full board may be impossible because no order of moves leads to it. In 2010 only bounds were known; today the positions have been counted one by one. (The program counts smaller boards the same way: inarow count.)',
      'Four and a half million million entries would have been out of reach in 1988. So Allis took another way.',
    ],
  },
  knowledge: {
    title: 'Knowledge instead of lists',
    text: [
      'Take rules of thumb for tic-tac-toe: win if you can; stop the other if you must; the centre before corners, corners before edges. Sensible, and still there is a game in which they lose.',
      'So one has to keep two kinds of rules apart: those that are **proved** to give a result, and those that are merely good advice. All that follows is of the first kind. In this program the word “proved” is kept for it.',
    ],
    link: 'Try it on the tic-tac-toe board',
  },
  words: {
    title: 'The words',
    threats: 'A **threat** is a square that would complete four. Here White has two, b1 and f1, and Black can take only one.',
    useless: 'A **useless** threat is one that will never be carried out. White has ten threats here, but whoever gets b2 or f2 has won, and all squares above them do not count.',
    zugzwang: '**Zugzwang**: having to move when one would rather not. All columns are even and White is to move, so Black can follow him everywhere. White gets the odd squares, Black the even ones, among them b2 or f2.',
    followed: 'The same game at its end: White must open the b- or the f-column.',
    pairs: 'One threat each, in different columns: who comes out ahead?',
    white: 'White’s threat',
    black: 'Black’s threat',
    result: 'Result, if nothing else happens',
    table: [
      ['odd', 'even', 'White wins'],
      ['even', 'even', 'Black wins'],
      ['even', 'odd', 'Draw'],
      ['odd', 'odd', 'Usually both come to nothing; look closely'],
    ],
  },
  rules: {
    title: 'Nine rules',
    text: [
      'Every rule says which groups of the opponent it stops, and is valid for the player who controls the zugzwang: here always Black, with White to move. Each has a lesson of its own, with questions.',
    ],
  },
  computer: {
    title: 'From rules to a proof',
    text: [
      'On the standard board there are 69 groups. Each one that White could still complete is a **problem**; each application of a rule that stops some of them is a **solution**. Write down all solutions, and note which of them cannot be kept at the same time.',
      'Now choose solutions, no two of which clash, so that every problem is stopped. That is a question about graphs, hard in general, but small here. The idea that makes it quick: always look at the problem with the fewest solutions left.',
    ],
    steps: [
      'No problem left: done, the chosen solutions are the proof.',
      'Otherwise take the problem that the fewest solutions stop.',
      'Try these solutions one after the other: choose one, strike out all problems that it stops and all solutions that clash with it, and begin again.',
      'If none of them works, go back.',
    ],
    live: (problems: number, rules: number, chosen: number) =>
      `After 1. a1 b1: ${problems} problems, ${rules} applications of rules, and ${chosen} of them are enough. Counted by the program just now.`,
    table: 'Which rules may be kept together',
    tableHint: 'The numbers are conditions; all of a field’s must hold.',
    conditions: [
      'They share no square.',
      'No Claimeven lies below the inverse.',
      'In every column their squares are the same, or have nothing in common.',
      'They share no square, and their pairs of columns are the same or have none in common.',
    ],
    tryIt: 'Build such a proof yourself',
  },
  search: {
    title: 'Where the rules say nothing: conspiracy numbers',
    text: [
      'For most positions the rules settle nothing, and one has to search. Give a position 1 if White wins, −1 if Black at least draws, 0 as long as it is open. A position in which White moves is a 1 as soon as one of its moves is; it is a −1 only when all of them are. With Black to move it is the other way round.',
      'So it takes few open positions to **conspire** for the one result, and many for the other. Each node carries both numbers: how many open positions below would have to turn out well for White, and how many for Black, to settle it. A settled node has 0 for what it is and ∞ for the other.',
      'Then search where the fewest must conspire. With win and not-win only, that is **proof-number search**, which Allis published six years later.',
    ],
    figure: 'White to move: for 1 one child is enough, so the smallest first number; for −1 all are needed, so the sum of the second numbers. With Black to move the other way round.',
    treeLabel: 'A tree of positions with their two numbers',
    commands: 'Both are in the program:',
  },
  end: {
    title: 'And then?',
    text: ['The lecture ended with a tournament. You can have one here, against an opponent that makes no mistakes.'],
    play: 'Play',
    certificate: 'The whole proof that 1. d1 wins is in data/connect4-first-wins.cert; inarow-check verifies it without any of the solver’s code.',
  },
};
