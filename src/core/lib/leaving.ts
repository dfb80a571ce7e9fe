import { breakCommands, jsonText, makeInert } from './escape.js';
import { hideNamed, hideTold } from './mask-secrets.js';

declare const LEAVES: unique symbol;

/** A text that may leave the program: without secrets, and without commands to a terminal or a runner. */
export type Leaving = string & { readonly [LEAVES]: true };

/** Text for people, and any other text that is not JSON. */
export function asWords(text: string): Leaving {
  return breakCommands(makeInert(hideTold(text))) as Leaving;
}

/** JSON for programs, on separate lines. Its texts are masked one by one, so that it remains valid. */
export function asJson(value: unknown): Leaving {
  return `${jsonText(masked(value, ''), 2)}\n` as Leaving;
}

/**
 * A report, or a piece of one, that a format built from values without secrets (`hide-in-report.ts`). Each format
 * escapes its values in its own way; control sequences that it misses are made visible here.
 */
export function asReport(text: string): Leaving {
  return makeInert(text) as Leaving;
}

/** Text that is safe unchanged: files of this package. */
export function asSafe(text: string): Leaving {
  return text as Leaving;
}

function masked(value: unknown, name: string): unknown {
  if (typeof value === 'string') return hideNamed(name, value);
  if (Array.isArray(value)) return value.map((item) => masked(item, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [hideTold(key), masked(item, key)]));
}
