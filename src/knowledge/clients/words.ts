import { packageName } from '../../core/lib/packages.js';
import { BYSTANDERS } from './bystanders.js';
import { REQUEST_WORDS, TEST_WORDS } from './word-rows.js';
import type { WordKind, WordRow } from './word-rows.js';

/** Every word that classifies a call or a key by its name alone. */
export const WORDS: readonly WordRow[] = [...BYSTANDERS, ...REQUEST_WORDS, ...TEST_WORDS];

/** Kinds whose words are case-insensitive. */
const CASE_INSENSITIVE: ReadonlySet<WordKind> = new Set(['root-tells', 'tells', 'before-verb', 'redirecting-option']);

/** The words of a kind, in the order of the rows. */
export function wordsOf(kind: WordKind): readonly string[] {
  return WORDS.flatMap((row) => (row.kind === kind ? row.words.split(' ') : []));
}

/** A test for the words of a kind, to be created once. */
export function wordTest(kind: WordKind): (name: string) => boolean {
  const isAnyCase = CASE_INSENSITIVE.has(kind);
  const foldCase = (name: string): string => (isAnyCase ? name.toLowerCase() : name);
  const words = wordsOf(kind);
  const exactWords = new Set(words.filter((word) => !word.includes('*')).map(foldCase));
  const sources = words.flatMap((word) =>
    word.includes('*') ? word.replace(/[.$]/g, '\\$&').replaceAll('*', '\\w*') : [],
  );
  if (sources.length === 0) return (name) => exactWords.has(foldCase(name));
  const pattern = new RegExp(`^(?:${sources.join('|')})$`, isAnyCase ? 'i' : '');
  return (name) => exactWords.has(foldCase(name)) || pattern.test(name);
}

/** A test for the packages of a kind, by the imported module: `@hono/zod/v4`, `node:assert/strict`. */
export function packageTest(kind: WordKind): (module: string) => boolean {
  const words = new Set(wordsOf(kind));
  return (module) => {
    const name = packageName(module.replace(/^node:/, ''));
    return words.has(name) || (name.startsWith('@') && words.has(`${name.slice(0, name.indexOf('/'))}/*`));
  };
}

/** Names that suggest sending requests: `acmeRequest`, `apiGet`, `fetchAll`, `getAPIList`. */
export const SENDING_NAME = new RegExp(
  `${alternatives('sends')}|^[_$#]*(?:${alternatives('sends-first')})(?:$|[A-Z_])|(?:${alternatives('sends-last')})$`,
  'i',
);

function alternatives(kind: WordKind): string {
  return wordsOf(kind).join('|');
}
