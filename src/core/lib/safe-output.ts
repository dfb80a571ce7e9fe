import { breakCommands, jsonText, makeInert } from './escape.js';
import { maskNamedValue, maskKnownSecrets } from './mask-secrets.js';

declare const SAFE: unique symbol;

/** A text that may leave the program: without secrets, and without commands to a terminal or a runner. */
export type SafeOutput = string & { readonly [SAFE]: true };

/** Makes text for people, and other text that is not JSON, safe. */
export function plainText(text: string): SafeOutput {
  return breakCommands(makeInert(maskKnownSecrets(text))) as SafeOutput;
}

/** Formats JSON on separate lines. Its texts are masked one by one, so that it remains valid. */
export function asJson(value: unknown): SafeOutput {
  return `${jsonText(maskValue(value, ''), 2)}\n` as SafeOutput;
}

/**
 * A report, or a piece of one, that a format built from values without secrets (`mask-report.ts`). Each format
 * escapes its values in its own way; control sequences that it misses are made visible here.
 */
export function asReport(text: string): SafeOutput {
  return makeInert(text) as SafeOutput;
}

/** Marks text that is safe unchanged, such as files of this package. */
export function asSafe(text: string): SafeOutput {
  return text as SafeOutput;
}

function maskValue(value: unknown, name: string): unknown {
  if (typeof value === 'string') return maskNamedValue(name, value);
  if (Array.isArray(value)) return value.map((item) => maskValue(item, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [maskKnownSecrets(key), maskValue(item, key)]));
}
