import { operationKey, methodOf, templateOf } from './operations.js';
import type { HttpMethod } from '../model/endpoint.js';
import type { NamedOperation } from './upstream.js';

/** Operations of one document by what words may call them. */
export interface OperationNames {
  readonly byKey: ReadonlyMap<string, NamedOperation>;
  /** Lower case; a name of several operations is none. */
  readonly byName: ReadonlyMap<string, NamedOperation | undefined>;
  /** Path of the base URL, which words may begin a path with: `/v1`. */
  readonly basePath: string;
}

/** Words that introduce a replacement: `use` alone only at the start of the sentence. */
const LEADS =
  /^[^a-z]{0,20}(?:please )?use\b|\b(?:replaced (?:by|with)|replacement|in favou?r of|instead|migrat(?:e|ing) to|migrating your existing code|switch(?:ing)? to|superseded by)\b/i;

/** `GET /a/{id}`, or a path alone. */
const PATH = /(?:\b(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)[`"'\]]{0,2}\s{0,3}[`"'[]{0,2})?(\/[\w{}:.~/-]{2,300})/g;

/** Text in backticks, or of a link. */
const QUOTED = /`([^`\n]{2,120})`|\[([^\][\n]{2,120})\]/g;

/** Longer texts are read up to here. */
export const MAX_TEXT = 5000;

/**
 * The one operation of the document that words name as a replacement: by method and path, by its id, or by its summary.
 * Several are none, and so is what the document does not have.
 */
export function namedReplacement(
  words: readonly string[],
  of: NamedOperation,
  names: OperationNames,
): NamedOperation | undefined {
  const found = new Map<string, NamedOperation>();
  for (const sentence of words.flatMap(sentences)) {
    if (!LEADS.test(sentence)) continue;
    for (const named of [...byPath(sentence, of.method, names), ...byName(sentence, names)])
      if (operationKey(named) !== operationKey(of)) found.set(operationKey(named), named);
    if (found.size > 0) break;
  }
  return found.size === 1 ? [...found.values()][0] : undefined;
}

function sentences(text: string): readonly string[] {
  return text
    .slice(0, MAX_TEXT)
    .split(/(?<=[.!?])\s|\n\s*\n/)
    .map((sentence) => sentence.replace(/\s+/g, ' '));
}

function byPath(sentence: string, own: HttpMethod, { byKey, basePath }: OperationNames): readonly NamedOperation[] {
  return [...sentence.matchAll(PATH)].flatMap(([, verb, written = ''], index) => {
    // An address is no path of the document.
    if (index > 50) return [];
    const text = written.replace(/(?<![.:])[.:]+$/, '');
    const below = basePath !== '' && text.startsWith(`${basePath}/`) ? text.slice(basePath.length) : text;
    const path = templateOf(below);
    const method = verb === undefined ? own : methodOf(verb);
    if (path === undefined || method === undefined) return [];
    const known = byKey.get(operationKey({ method, path }));
    return known === undefined ? [] : [known];
  });
}

function byName(sentence: string, { byName: names }: OperationNames): readonly NamedOperation[] {
  return [...sentence.matchAll(QUOTED)].flatMap(([, code, link]) => {
    const name = (code ?? link ?? '').replaceAll('`', '').trim().toLowerCase();
    return names.get(name) ?? [];
  });
}
