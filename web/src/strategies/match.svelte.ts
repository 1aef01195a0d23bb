// A game of the user against a proved strategy. The server replays the whole game with every request, so that moves can
// be taken back; here every answer is compared with what the strategy had promised before.

import { askStrategy } from './api';
import type { Commitment } from './api';
import { complaintOf } from '../game/complaint';
import { opponent } from '../game/types';
import type { Player } from '../game/types';

export const cylinderWidths = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
/** In the order k, p, q. */
export const planes = ['Connect(8,1,1)', 'Connect(9,1,1)', 'Connect(11,2,1)', 'Connect(11,2,2)'];

export interface GameChoice {
  game: string;
  /** Of a cylinder; 0: the infinite board. */
  width: number;
  k: number;
  p: number;
  q: number;
}

/** cylinder:W, also as drop:Wxinf:cyl, and Connect(k,p,q); null for anything else. */
export function readChoice(game: string): GameChoice | null {
  const cylinder = /^(?:cylinder:(\d+)|drop:(\d+)xinf:cyl)$/.exec(game);
  if (cylinder) {
    const width = Number(cylinder[1] ?? cylinder[2]);
    return width >= 1 && width <= 16 ? { game: `cylinder:${width}`, width, k: 4, p: 1, q: 1 } : null;
  }
  const plane = /^Connect\((\d+),(\d+),(\d+)\)$/i.exec(game.replaceAll(' ', ''));
  if (!plane) return null;
  const [k, p, q] = [Number(plane[1]), Number(plane[2]), Number(plane[3])];
  return { game: `Connect(${k},${p},${q})`, width: 0, k, p, q };
}

/** A move of the user and the answer to it, seen against the promise that stood before it. */
export interface Round {
  move: string[];
  reply: string[];
  /** The column was frozen. */
  frozen: boolean;
  kept: boolean;
}

class Match {
  choice = $state.raw<GameChoice>(readChoice('cylinder:6')!);
  you = $state<Player>('first');
  /** The stones in order, as the program writes cells. */
  stones = $state.raw<string[]>([]);
  commitment = $state.raw<Commitment | null>(null);
  promise = $state('');
  winner = $state<Player | 'draw' | 'none'>('none');
  thinking = $state(false);
  complaint = $state('');
  rounds = $state.raw<Round[]>([]);

  strategySide = $derived(opponent(this.you));
  onCylinder = $derived(this.choice.width > 0);
  /** Whose stone each is: a move has q stones at first, then p. */
  owners = $derived(this.stones.map((_, i) => this.ownerOf(i)));
  toMove = $derived(this.ownerOf(this.stones.length));
  yourTurn = $derived(this.winner === 'none' && this.toMove === this.you && !this.thinking && this.complaint === '');

  private work: AbortController | null = null;
  /** What was promised before the user's last move, by the number of stones then. */
  private promises = new Map<number, Commitment>();

  ownerOf(i: number): Player {
    const { p, q } = this.choice;
    return i < q ? 'first' : Math.floor((i - q) / p) % 2 === 0 ? 'second' : 'first';
  }

  /** How many stones of the running move are placed already. */
  private placed(): number {
    let n = 0;
    while (n < this.stones.length && this.ownerOf(this.stones.length - 1 - n) === this.toMove) n++;
    return n;
  }

  load(search: string): void {
    const parameters = new URLSearchParams(search);
    if (parameters.get('page') !== 'strategies') return;
    const begun = this.stones.length > 0 || this.commitment !== null;
    const asked = parameters.get('game');
    const choice = (asked && readChoice(asked)) || this.choice;
    const you: Player = parameters.get('you') === 'second' ? 'second' : parameters.get('you') === 'first' ? 'first' : this.you;
    if (!begun || choice.game !== this.choice.game || you !== this.you) return this.begin(choice, you);
    this.writeAddress();
    // Somebody left while it was about to move.
    if (this.winner === 'none' && (this.toMove !== this.you || !this.commitment)) this.again();
  }

  begin(choice: GameChoice, you: Player): void {
    this.choice = choice;
    this.you = you;
    this.stones = [];
    this.rounds = [];
    this.promises.clear();
    this.promise = '';
    this.writeAddress();
    void this.ask([]);
  }

  /** A stone of the user; shown at once. */
  play(cell: string): void {
    if (!this.yourTurn || this.stones.includes(cell)) return;
    if (this.commitment && this.placed() === 0) this.promises.set(this.stones.length, this.commitment);
    this.stones = [...this.stones, cell];
    if (this.toMove !== this.you) void this.ask(this.stones);
  }

  /** Back to before the user's last move. */
  takeBack(): void {
    let n = this.stones.length - 1;
    while (n >= 0 && this.ownerOf(n) !== this.you) n--;
    while (n > 0 && this.ownerOf(n - 1) === this.you && n - 1 >= 0) n--;
    if (n < 0) return;
    this.stones = this.stones.slice(0, n);
    this.rounds = this.rounds.filter((_, i) => i < this.roundsIn(n));
    void this.ask(this.stones);
  }

  /** The user's complete moves among the first n stones. */
  private roundsIn(n: number): number {
    let rounds = 0;
    for (let i = 0; i < n; i++) if (this.ownerOf(i) === this.you && this.ownerOf(i + 1) !== this.you) rounds++;
    return rounds;
  }

  again(): void {
    void this.ask(this.stones);
  }

  leave(): void {
    this.work?.abort();
    this.thinking = false;
  }

  private writeAddress(): void {
    history.replaceState(history.state, '', `/?page=strategies&game=${this.choice.game}&you=${this.you}`);
  }

  private async ask(stones: string[]): Promise<void> {
    this.work?.abort();
    const work = new AbortController();
    this.work = work;
    this.thinking = true;
    this.complaint = '';
    this.winner = 'none';
    try {
      const answer = await askStrategy(
        { game: this.choice.game, side: this.strategySide, moves: stones.join(' '), seconds: 300 },
        work.signal,
      );
      if (work.signal.aborted) return;
      this.stones = [...stones, ...(answer.reply ?? [])];
      this.promise = answer.promise;
      this.commitment = answer.commitment;
      this.winner = answer.winner;
      if (answer.reply) this.judge(stones, answer.reply);
    } catch (error) {
      if (work.signal.aborted) return;
      this.complaint = complaintOf(error);
    } finally {
      if (this.work === work) this.thinking = false;
    }
  }

  /** Whether the answer is what was promised before the user moved. */
  private judge(stones: string[], reply: string[]): void {
    let from = stones.length;
    while (from > 0 && this.ownerOf(from - 1) === this.you) from--;
    const move = stones.slice(from);
    const before = this.promises.get(from);
    if (move.length === 0 || !before) return;
    let frozen = false;
    let kept = true;
    if (before.replies) {
      const column = (cell: string) => cell.replace(/\d+$/, '');
      frozen = before.frozen?.includes(column(move[0]!)) ?? false;
      const due = frozen ? column(move[0]!) : before.replies.find((r) => r.move === column(move[0]!))?.reply;
      kept = due === column(reply[0]!);
    } else {
      // On the infinite board the promise is that no line of the tiling becomes the user's.
      kept = !(this.commitment?.lines ?? []).some((line) => !line.broken && line.stones === line.cells.length);
    }
    this.rounds = [...this.rounds, { move, reply, frozen, kept }];
  }
}

export const match = new Match();
