import { stampOf } from './stamps.js';

interface Ground {
  readonly stamp: string;
  /** The round in which it was last known to be so. */
  round: number;
}

/** Dependency of answers that depend on no file. */
export const EVERYWHERE = '';

/**
 * Files and folders that answers rest on, by absolute path, and which of them led to which others: what was learnt of
 * a file rests on all that can be reached from it. In each round, which is one linted file, each is looked at once.
 */
export class Grounds {
  readonly #grounds = new Map<string, Ground>();
  readonly #needs = new Map<string, Set<string>>();
  #round = 0;
  #isBroken = false;

  /** Begins a round: what was the same before has to be looked at again. */
  begin(): void {
    this.#round += 1;
  }

  /** Notes that answers about `path` rest on another file or folder, which is about to be looked at. */
  need(path: string, other: string): void {
    this.lead(path, other);
    if (!this.#grounds.has(other)) this.read(other, stampOf(other));
  }

  /** Notes that a file leads to another, whatever that holds. */
  lead(path: string, other: string): void {
    let needs = this.#needs.get(path);
    if (needs === undefined) this.#needs.set(path, (needs = new Set()));
    needs.add(other);
  }

  /** Notes with which stamp something was read in this round. */
  read(path: string, stamp: string): void {
    const known = this.#grounds.get(path);
    if (known === undefined) this.#grounds.set(path, { stamp, round: this.#round });
    else if (known.stamp === stamp) known.round = this.#round;
    else if (known.round !== this.#round) this.#isBroken = true;
  }

  /** Whether something was looked at in this round, and was as before. */
  isFresh(path: string): boolean {
    return this.#grounds.get(path)?.round === this.#round;
  }

  /** Whether all that answers about a file rest on is what it was. */
  hold(path: string): boolean {
    const reached = new Set([path, EVERYWHERE]);
    for (const one of reached) {
      const ground = this.#grounds.get(one);
      if (ground !== undefined && ground.round !== this.#round) this.read(one, stampOf(one));
      if (this.#isBroken) return false;
      for (const need of this.#needs.get(one) ?? []) reached.add(need);
    }
    return true;
  }
}
