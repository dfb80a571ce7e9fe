import { stampOf } from './stamp.js';

/** Files and folders that answers rest on, by absolute path, with their stamps before they were looked at. */
export class Stamps {
  readonly #stamps = new Map<string, string>();

  /** Notes what is about to be looked at. */
  note(path: string): void {
    if (!this.#stamps.has(path)) this.#stamps.set(path, stampOf(path));
  }

  has(path: string): boolean {
    return this.#stamps.has(path);
  }

  /** Whether one that was noted is what it was. */
  isHolding(path: string): boolean {
    return this.#stamps.get(path) === stampOf(path);
  }

  /** Whether all of them are what they were. */
  areHolding(): boolean {
    for (const [path, stamp] of this.#stamps) if (stampOf(path) !== stamp) return false;
    return true;
  }
}
