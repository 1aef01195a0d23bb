// Which page is open. Everything that says so stands in the address, so that every view can be linked and the browser's
// back button works: ?page=learn; without a page, the board: ?game=...&tab=...&moves=...

import { addressOf, isDropGame, refusalOf, standardGame } from './address';
import { tabs } from './game/types';
import type { Tab } from './game/types';
import { settings } from './settings.svelte';
import { texts } from './texts';

export type PageName = 'board' | 'puzzles' | 'strategies' | 'learn';
export const pageNames: readonly PageName[] = ['board', 'puzzles', 'strategies', 'learn'];

class Site {
  page = $state<PageName>('board');
  /** The game on the board, as the program writes it; the page of its family reads the rest of the address itself. */
  game = $state(standardGame);
  /** The panel beside the board. */
  tab = $state<Tab>('analysis');
  /** Why the address names no board that can be shown; empty: it does. The board stays what it was. */
  refusal = '';
  shown: 'drop' | 'placement' | 'puzzles' | 'strategies' | 'learn' = $derived(this.page !== 'board' ? this.page : isDropGame(this.game) ? 'drop' : 'placement');

  /** The board's part of the address, to come back to. */
  private board = '/';

  constructor() {
    this.read();
    // Who only opens the page finds the panel that was open last; who opens a position, its analysis.
    if (this.page === 'board' && !location.search) this.tab = tabOf(settings.tab) ?? 'analysis';
  }

  read(): void {
    const parameters = new URLSearchParams(location.search);
    const [page, tab] = [parameters.get('page') ?? 'board', parameters.get('tab') ?? 'analysis'];
    this.page = pageNames.find((name) => name === page) ?? 'board';
    if (this.page !== 'board') return;
    const game = parameters.get('game') ?? standardGame;
    const words = texts.notation;
    this.refusal = page !== 'board' ? words.noPage(page) : tabOf(tab) ? refusalOf(game) : words.noTab(tab);
    if (!this.refusal) this.game = game;
    this.tab = tabOf(tab) ?? 'analysis';
  }

  open(page: PageName): void {
    if (page === this.page) return;
    if (this.page === 'board') this.board = location.pathname + location.search;
    history.pushState(null, '', page === 'board' ? this.board : `/?page=${page}`);
    this.read();
  }

  /** Opens a board with the game, at its start or after moves, with the panel that is open or another. */
  choose(game: string, moves = '', tab: Tab = this.tab): void {
    history.pushState(null, '', `/${addressOf(game, moves, tab)}`);
    this.read();
    this.chosen++;
  }
  /** Counts the games chosen, for boards that are open already. */
  chosen = $state(0);

  /** What the board shows now, so that a reload and a link find it. */
  write(game: string, moves: string): void {
    history.replaceState(null, '', location.pathname + addressOf(game, moves, this.tab) + location.hash);
  }
}

function tabOf(name: string | null): Tab | undefined {
  return tabs.find((tab) => tab === name);
}

export const site = new Site();
