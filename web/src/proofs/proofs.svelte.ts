// The certificate that is open on the page: how it came there, what inarow-check says about it, and the place in it that
// the board shows. It stays open when the board or the page changes.

import { bytesOf, check, node, openCertificate, prove, shipped } from './api';
import type { ClaimKind, Header, Node, Opened, ProofProgress, Verdict } from './api';
import { ServerError } from '../api';
import type { Group } from '../api';
import { complaintOf } from '../game/complaint';
import type { Player } from '../game/types';
import { download as save } from '../files/download';
import { site } from '../site.svelte';
import { proofs as proofTexts } from './texts';

/** The board that a proof is shown on, whatever its game. */
export interface BoardLink {
  /** Black begins, there are no scores, and proofs are not walked through. */
  readonly placement: boolean;
  /** The highest order of threats to look for, in placement games. */
  readonly order?: number;
  readonly game: string;
  /** All moves so far, as the server writes them. */
  readonly moves: string;
  readonly over: boolean;
  readonly toMove: Player;
  /** Who is known to win; null: nobody is. */
  readonly winner: Player | null;
  /** Whether Allis's rules say anything on this board. */
  readonly hasRules: boolean;
  /** Where a stone in the column would lie. */
  cellOf(column: string): string;
  play(column: string): void;
  back(): void;
  light(squares: string[], groups: Group[]): void;
  /** Numbered stones on top of the position, where proofs are drawn and not played. */
  ghosts?(stones: { cell: string; player: Player; label: string }[]): void;
}

export interface Certificate extends Opened {
  name: string;
  /** The file as the user gave it, to send it again if the server has forgotten it. */
  file?: Blob;
}

export interface Claim {
  kind: ClaimKind;
  player?: Player;
}

const maxBytes = 8 * 1024 * 1024;

class Proofs {
  certificate = $state.raw<Certificate | null>(null);
  verdict = $state.raw<Verdict | null>(null);
  checking = $state(false);
  progress = $state.raw<ProofProgress | null>(null);
  proving = $state(false);
  /** What was refused, in a sentence. */
  complaint = $state('');
  list = $state.raw<Opened[]>([]);

  walking = $state(false);
  bound = $state(0);
  node = $state.raw<Node | null>(null);
  /** Why the board's position is not in the proof. */
  outside = $state('');

  private work: AbortController | null = null;
  private step: AbortController | null = null;

  async loadList(): Promise<void> {
    if (this.list.length > 0) return;
    try {
      this.list = await shipped();
    } catch {
      // What the user asks for next complains.
    }
  }

  async prove(board: BoardLink, claim: Claim, rules: boolean): Promise<void> {
    const work = this.begin();
    this.close();
    this.proving = true;
    try {
      const question = { game: board.game, moves: board.moves, claim: claim.kind, seconds: 600, ...(board.placement ? { order: board.order } : { rules }) };
      const answer = await prove(
        claim.player ? { ...question, for: claim.player } : question,
        (progress) => !work.signal.aborted && (this.progress = progress),
        work.signal,
      );
      if (work.signal.aborted) return;
      if (answer.proved) {
        const header = { ...answer, method: '' } as unknown as Header;
        this.certificate = { id: answer.id!, bytes: answer.bytes!, header, name: answer.file! };
      } else if (answer.refuted) {
        this.complaint = proofTexts.falseClaim(answer.value!, board.toMove, board.game);
      } else if (answer.order !== undefined) {
        this.complaint = proofTexts.notFound(answer.order);
      } else {
        this.complaint = proofTexts.stopped;
      }
    } catch (error) {
      this.complain(error, work);
    } finally {
      if (this.work === work) {
        this.proving = false;
        this.progress = null;
      }
    }
  }

  stop(): void {
    this.work?.abort();
    this.proving = false;
    this.checking = false;
    this.progress = null;
  }

  /** Opens a file of the user and has it checked. */
  async openFile(file: File): Promise<void> {
    const work = this.begin();
    this.close();
    if (file.size > maxBytes) {
      this.complaint = proofTexts.tooLarge;
      return;
    }
    try {
      const bytes = new Blob([await file.arrayBuffer()]);
      const opened = await openCertificate(bytes, work.signal);
      if (work.signal.aborted) return;
      this.certificate = { ...opened, name: file.name, file: bytes };
      await this.check();
    } catch (error) {
      this.complain(error, work);
    }
  }

  /** Opens one that comes with the program and has it checked. */
  async openShipped(one: Opened): Promise<void> {
    this.begin();
    this.close();
    this.certificate = { ...one, name: `${one.id}.cert` };
    await this.check();
  }

  async check(noAxioms = false): Promise<void> {
    if (!this.certificate) return;
    const work = this.begin();
    this.verdict = null;
    this.checking = true;
    try {
      const ask = () => check({ id: this.certificate!.id, no_axioms: noAxioms, seconds: 300 }, work.signal);
      const verdict = await this.sendingAgain(ask);
      if (!work.signal.aborted) this.verdict = verdict;
    } catch (error) {
      this.complain(error, work);
    } finally {
      if (this.work === work) this.checking = false;
    }
  }

  close(): void {
    this.step?.abort();
    this.certificate = null;
    this.verdict = null;
    this.walking = false;
    this.node = null;
    this.outside = '';
    this.bound = 0;
  }

  async download(): Promise<void> {
    const certificate = this.certificate;
    if (!certificate) return;
    try {
      const bytes = certificate.file ?? (await bytesOf(certificate.id));
      save(bytes, certificate.name);
    } catch (error) {
      this.complain(error, null);
    }
  }

  /** Shows the beginning of the proof on the board; from there the panel follows the board. */
  walk(): void {
    const header = this.certificate?.header;
    if (!header) return;
    this.walking = true;
    site.choose(header.game, header.moves.replaceAll(' ', ''), 'proofs');
  }

  /** The position of a certificate that cannot be walked through. */
  showPosition(): void {
    const header = this.certificate?.header;
    if (header) site.choose(header.game, header.moves, 'proofs');
  }

  /** Finds the board's position in the proof. */
  async look(game: string, moves: string, bound: number): Promise<void> {
    const certificate = this.certificate;
    if (!certificate?.header || !this.walking) return;
    this.step?.abort();
    const step = new AbortController();
    this.step = step;
    if (game !== certificate.header.game) {
      this.node = null;
      this.outside = proofTexts.otherGame;
      return;
    }
    try {
      const found = await this.sendingAgain(() => node({ id: this.certificate!.id, bound, moves }, step.signal));
      if (step.signal.aborted) return;
      this.node = found;
      this.outside = '';
    } catch (error) {
      if (step.signal.aborted) return;
      this.node = null;
      if (error instanceof ServerError && error.status >= 400) this.outside = error.message;
      else this.complain(error, null);
    }
  }

  /** A server that was started anew, or has much to keep, does not know the file any more. */
  private async sendingAgain<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      const file = this.certificate?.file;
      if (!(error instanceof ServerError) || error.status !== 404 || !file) throw error;
      await openCertificate(file);
      return ask();
    }
  }

  private begin(): AbortController {
    this.stop();
    this.complaint = '';
    this.work = new AbortController();
    return this.work;
  }

  private complain(error: unknown, work: AbortController | null): void {
    if (work?.signal.aborted) return;
    this.complaint = complaintOf(error);
  }
}

export const proofs = new Proofs();
