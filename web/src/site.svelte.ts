// Which page is open. Everything that says so stands in the address, so that every view can be linked and the browser's
// back button works: ?page=learn; without a page, the board of ?game=...

export type PageName = 'board' | 'strategies' | 'learn';
export const pageNames: readonly PageName[] = ['board', 'strategies', 'learn'];

class Site {
  page = $state<PageName>('board');
  /** The game on the board, as the program writes it; the page of its family reads the rest of the address itself. */
  game = $state('drop:7x6');
  shown: 'drop' | 'placement' | 'strategies' | 'learn' = $derived(this.page !== 'board' ? this.page : isDropGame(this.game) ? 'drop' : 'placement');

  /** The board's part of the address, to come back to. */
  private board = '/';

  constructor() {
    this.read();
  }

  read(): void {
    const parameters = new URLSearchParams(location.search);
    const page = parameters.get('page') as PageName;
    this.page = pageNames.includes(page) ? page : 'board';
    if (this.page === 'board') this.game = parameters.get('game') ?? 'drop:7x6';
  }

  open(page: PageName): void {
    if (page === this.page) return;
    if (this.page === 'board') this.board = location.pathname + location.search;
    history.pushState(null, '', page === 'board' ? this.board : `/?page=${page}`);
    this.read();
  }

  /** Opens a board with the game, at its start or after moves. */
  choose(game: string, moves = '', panel = ''): void {
    const query = new URLSearchParams({ game, ...(moves ? { moves } : {}) });
    history.pushState(null, '', `/?${decodeURIComponent(query.toString()).replaceAll(' ', '+')}`);
    this.panel = panel;
    this.read();
    this.chosen++;
  }
  /** The panel to open with it, for the page that comes up. */
  panel = '';
  /** Counts the games chosen, for boards that are open already. */
  chosen = $state(0);
}

/** Drop games of finite height; the others have boards of their own. */
export function isDropGame(game: string): boolean {
  return /^(connect4$|drop:\d+x\d+)/.test(game);
}

export const site = new Site();
