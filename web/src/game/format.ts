// Numbers as the page writes them.

/** 12.8 M, 431 k, 17 */
export function short(n: number): string {
  if (n >= 1e9) return `${(n / 1e9).toFixed(1)} G`;
  if (n >= 1e6) return `${(n / 1e6).toFixed(1)} M`;
  if (n >= 1e4) return `${Math.round(n / 1e3)} k`;
  return String(Math.round(n));
}

export function signed(n: number): string {
  return n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0';
}

/** A move as the list numbers it: 3. e1 of the first player, 3… c2 of the second. */
export function moveNumber(ply: number, move: string): string {
  return `${Math.ceil(ply / 2)}${ply % 2 === 1 ? '.' : '…'} ${move}`;
}
