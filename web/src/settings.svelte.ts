// What the user has chosen, remembered by the browser; without its memory (a private window) for as long as the page is open.

const key = 'inarow.settings';

const defaults = {
  /** Empty: as the system has it. */
  theme: '' as '' | 'light' | 'dark',
  /** The panel that was open last. */
  tab: 'analysis',
  values: true,
  /** Pons's scores in the columns instead of the moves to the end. */
  scores: false,
  hints: false,
  /** Numbers on the stones of placement games. */
  numbers: false,
  /** Stones that fall. */
  motion: true,
  /** How boards look. */
  look: 'classic',
  /** By family. */
  opponents: { drop: '', placement: '' } as Record<'drop' | 'placement', string>,
  clock: '',
  swap: false,
  opening: 'free',
};

function read(): typeof defaults {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, unknown>;
    // Only what is of the right kind: an older page may have stored something else.
    const fits = Object.entries(defaults).filter(([name, value]) => typeof stored[name] === typeof value && stored[name] !== null);
    return { ...defaults, ...Object.fromEntries(fits.map(([name]) => [name, stored[name]])) };
  } catch {
    return { ...defaults };
  }
}

export const settings = $state(read());

$effect.root(() => {
  $effect(() => {
    const text = JSON.stringify(settings);
    try {
      localStorage.setItem(key, text);
    } catch {
      // The browser keeps nothing; the page goes on.
    }
  });
});
