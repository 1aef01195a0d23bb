// What has been done, remembered by the browser; without its memory (a private window) for as long as the page is open.

const key = 'inarow.learn';

function read(): Record<string, true> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, true>;
  } catch {
    return {};
  }
}

class Progress {
  /** By lesson and step: claimeven/0 */
  done = $state.raw<Record<string, true>>(read());

  has(lesson: string, step: number): boolean {
    return this.done[`${lesson}/${step}`] === true;
  }
  count(lesson: string, steps: number): number {
    return Array.from({ length: steps }, (_, i) => this.has(lesson, i)).filter(Boolean).length;
  }
  add(lesson: string, step: number): void {
    if (this.has(lesson, step)) return;
    this.done = { ...this.done, [`${lesson}/${step}`]: true };
    this.write();
  }
  forget(): void {
    this.done = {};
    this.write();
  }
  private write(): void {
    try {
      localStorage.setItem(key, JSON.stringify(this.done));
    } catch {
      // The browser keeps nothing; the page goes on.
    }
  }
}

export const progress = new Progress();
