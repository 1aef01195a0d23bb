// Facts about positions, found by asking the program. The tests ask for all facts that the course rests on; the page asks
// only where an answer is to be explained.

import type { Explained, Group, Rule } from '../api';
import type { Solved } from '../game/answers';
import { Position, cellName, connect4, groupCells, parseCell, parseMoves } from '../drop/game';
import type { Cell, Player } from '../game/types';

/** A rule and its squares: claimeven f3 f4 */
export type RuleName = string;
/** A group by its ends, with a long dash: c2–f2 */
export type GroupName = string;

export type Fact =
  | { of: 'last' }
  | { of: 'result' }
  | { of: 'to-move' }
  | { of: 'winner' }
  | { of: 'plies' }
  /** The best moves; those that keep the value. */
  | { of: 'best' }
  | { of: 'keeps' }
  | { of: 'legal' }
  | { of: 'legal-even' }
  | { of: 'wins-now' }
  | { of: 'must-stop'; after?: string }
  | { of: 'threats'; player: Player; useful?: boolean; parity?: 'odd' | 'even' }
  | { of: 'useful'; player: Player; square: string }
  /** Of all the player's threats. */
  | { of: 'parity'; player: Player }
  | { of: 'zugzwang' }
  | { of: 'claim'; after?: string }
  | { of: 'lever' }
  /** The squares of the rules that prove the claim, and how many rules they are. */
  | { of: 'set' }
  | { of: 'set-size' }
  /** The square above the move, if taking it keeps the value. */
  | { of: 'follow'; move: string }
  /** The moves after which all columns but one have an even number of empty squares. */
  | { of: 'makes-even'; without: string }
  | { of: 'line-parity'; player: Player }
  | { of: 'line-result' }
  /** The rule's squares that lie in every group it stops. */
  | { of: 'sure'; rule: RuleName }
  | { of: 'upper'; rule: string; group: GroupName }
  | { of: 'partner'; rule: string; square: string; group: GroupName }
  | { of: 'squares'; rule: string; group: GroupName }
  | { of: 'in-group'; rule: RuleName; group: GroupName }
  | { of: 'stops'; rule: RuleName; among: GroupName[] }
  | { of: 'not-stopped'; rule: RuleName; among: GroupName[] }
  | { of: 'does-stop'; rule: RuleName; group: GroupName }
  | { of: 'baseclaim'; rule: RuleName; move: string }
  | { of: 'special'; rule: RuleName; move: string }
  | { of: 'combine'; pair: [RuleName, RuleName] }
  | { of: 'proves'; chosen: RuleName[] };

export interface Choice {
  rule: string;
  squares: string[];
}
export interface RuleList {
  problems: Group[];
  rules: (Rule & { special?: string[] })[];
}
export interface ChoiceCheck {
  claim: string;
  proved: boolean;
  unknown: number[];
  clashes: [number, number][];
  unsolved: Group[];
}

/** Who answers: the server. */
export interface Program {
  solve(moves: string): Promise<Solved>;
  explain(moves: string): Promise<Explained>;
  rules(moves: string): Promise<RuleList>;
  check(moves: string, chosen: Choice[]): Promise<ChoiceCheck>;
}

export const groupName = (group: Group): GroupName => `${group[0]}–${group[1]}`;
export const groupEnds = (name: GroupName): Group => name.split('–') as Group;
export function readRule(name: RuleName): Choice {
  const [rule = '', ...squares] = name.split(' ');
  return { rule, squares };
}
export const position = (moves: string): Position => Position.after(connect4, parseMoves(connect4, moves) ?? []);
const column = (square: string) => String(parseCell(square).x + 1);
const legalCells = (at: Position): Cell[] =>
  Array.from({ length: connect4.width }, (_, x) => at.landing(x)).filter((cell) => cell !== null);
const parityOf = (squares: string[]) => [...new Set(squares.map((s) => (parseCell(s).y % 2 === 0 ? 'odd' : 'even')))];
const cells = (group: GroupName) => groupCells(connect4, groupEnds(group)).map(cellName);

async function ruleOf(program: Program, moves: string, name: RuleName) {
  const wanted = readRule(name);
  const list = (await program.rules(moves)).rules.filter(
    (r) => r.rule === wanted.rule && r.squares.join() === wanted.squares.join(),
  );
  if (list.length === 0) throw new Error(`${name} cannot be applied after ${moves}`);
  return { ...list[0]!, solves: list.flatMap((r) => r.solves) };
}
async function rulesThatStop(program: Program, moves: string, rule: string, group: GroupName) {
  return (await program.rules(moves)).rules.filter(
    (r) => r.rule === rule && r.solves.some((g) => groupName(g) === group),
  );
}

/** What is true, as squares or as names of options. */
export async function find(fact: Fact, moves: string, line: string, program: Program): Promise<string[]> {
  const at = position(moves);
  switch (fact.of) {
    case 'last':
      return at.last ? [cellName(at.last)] : [];
    case 'result':
      return [at.outcome];
    case 'to-move':
      return [at.toMove];
    case 'winner':
      return [(await program.solve(moves)).winner];
    case 'plies':
      return [String((await program.solve(moves)).plies_to_end)];
    case 'best':
      return (await program.solve(moves)).best;
    case 'keeps': {
      const answer = await program.solve(moves);
      return legalCells(at)
        .map(cellName)
        .filter((cell) => answer.moves_value?.[cell[0]!]?.value === answer.value);
    }
    case 'legal':
      return legalCells(at).map(cellName);
    case 'legal-even':
      return legalCells(at)
        .filter((cell) => cell.y % 2 === 1)
        .map(cellName);
    case 'wins-now':
      return (await program.explain(moves)).wins_now ?? [];
    case 'must-stop':
      return (await program.explain(fact.after ? moves + column(`${fact.after}1`) : moves)).must_stop ?? [];
    case 'threats':
      return (await program.explain(moves)).threats
        .filter(
          (t) =>
            t.player === fact.player &&
            (fact.useful === undefined || t.useful === fact.useful) &&
            (fact.parity === undefined || t.parity === fact.parity),
        )
        .map((t) => t.square);
    case 'useful': {
      const threat = (await program.explain(moves)).threats.find(
        (t) => t.player === fact.player && t.square === fact.square,
      );
      return threat ? [threat.useful ? 'yes' : 'no'] : ['none'];
    }
    case 'parity':
      return parityOf(
        (await program.explain(moves)).threats.filter((t) => t.player === fact.player).map((t) => t.square),
      );
    case 'zugzwang':
      return [(await program.explain(moves)).zugzwang];
    case 'claim':
      return [(await program.explain(fact.after ? moves + column(`${fact.after}1`) : moves)).claim];
    case 'lever': {
      const lever = (await program.explain(moves)).lever;
      return lever ? [lever.square] : [];
    }
    case 'set':
      return (await program.explain(moves)).rules.flatMap((rule) => rule.squares);
    case 'set-size':
      return [String((await program.explain(moves)).rules.length)];
    case 'follow': {
      const before = await program.solve(moves);
      const after = moves + column(fact.move);
      const answer = position(after).landing(parseCell(fact.move).x)!;
      const kept = (await program.solve(after + column(cellName(answer)))).winner === before.winner;
      return kept ? [cellName(answer)] : [];
    }
    case 'makes-even':
      return legalCells(at)
        .filter((cell) =>
          at.columns.every(
            (stones, x) =>
              x === parseCell(`${fact.without}1`).x ||
              (connect4.height - stones.length - (x === cell.x ? 1 : 0)) % 2 === 0,
          ),
        )
        .map(cellName);
    case 'line-parity': {
      const now = position(moves);
      const squares: string[] = [];
      for (const x of parseMoves(connect4, moves + line)!.slice(moves.length)) {
        const player = now.toMove;
        now.play(x);
        if (player === fact.player) squares.push(cellName(now.last!));
      }
      return parityOf(squares);
    }
    case 'line-result':
      return [position(moves + line).outcome];
    case 'sure': {
      const rule = await ruleOf(program, moves, fact.rule);
      return rule.squares.filter((s) => rule.solves.every((g) => cells(groupName(g)).includes(s)));
    }
    case 'upper':
      return (await rulesThatStop(program, moves, fact.rule, fact.group)).map((r) => r.squares[1]!);
    case 'partner':
      return (await rulesThatStop(program, moves, fact.rule, fact.group))
        .filter((r) => r.squares.includes(fact.square))
        .flatMap((r) => r.squares.filter((s) => s !== fact.square));
    case 'squares':
      return (await rulesThatStop(program, moves, fact.rule, fact.group)).flatMap((r) => r.squares);
    case 'in-group': {
      const rule = await ruleOf(program, moves, fact.rule);
      if (!rule.solves.some((g) => groupName(g) === fact.group)) return [];
      return rule.squares.filter((s) => cells(fact.group).includes(s));
    }
    case 'stops': {
      const rule = await ruleOf(program, moves, fact.rule);
      return fact.among.filter((group) => rule.solves.some((g) => groupName(g) === group));
    }
    case 'not-stopped': {
      const rule = await ruleOf(program, moves, fact.rule);
      return fact.among.filter((group) => !rule.solves.some((g) => groupName(g) === group));
    }
    case 'does-stop': {
      const rule = await ruleOf(program, moves, fact.rule);
      return [rule.solves.some((g) => groupName(g) === fact.group) ? 'yes' : 'no'];
    }
    case 'baseclaim': {
      // First, second, the square above it, third: the second and the third answer each other, the third answers the first.
      const [a, b, , c] = (await ruleOf(program, moves, fact.rule)).squares;
      return [fact.move === a || fact.move === b ? c! : b!];
    }
    case 'special':
      return ((await ruleOf(program, moves, fact.rule)).special ?? []).filter((s) => s !== fact.move);
    case 'combine': {
      const check = await program.check(moves, fact.pair.map(readRule));
      if (check.unknown.length > 0) throw new Error(`${fact.pair.join(' / ')} cannot be applied after ${moves}`);
      return [check.clashes.length === 0 ? 'yes' : 'no'];
    }
    case 'proves': {
      const check = await program.check(moves, fact.chosen.map(readRule));
      return [check.claim];
    }
  }
}
