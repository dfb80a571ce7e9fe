import { AFTER_END } from '../model/deprecation.js';
import type { CatalogueFile, WrittenEntry } from './file-format.js';

/** Something that only format 3 has. */
export interface OfThirdFormat {
  /** JSON path in the catalogue. */
  readonly at: string;
  readonly what: string;
}

/** The first construct in a catalogue that format 2 lacks; undefined where format 2 is enough. */
export function thirdFormatIn({
  deprecations,
  live = [],
  names,
}: Pick<CatalogueFile, 'deprecations' | 'live' | 'names'>): OfThirdFormat | undefined {
  if (names !== undefined) return { at: '/names', what: `'names'` };
  for (const [index, entry] of deprecations.entries()) {
    const found = inEntry(entry);
    if (found !== undefined) return { at: `/deprecations/${String(index)}/${found.at}`, what: found.what };
  }
  return inTexts(live, '/live');
}

const KINDS: ReadonlySet<WrittenEntry['kind']> = new Set(['package', 'versions']);
const KEYS = ['appliesTo', 'package', 'packages', 'language', 'in', 'versions'] as const;

function inEntry(entry: WrittenEntry): OfThirdFormat | undefined {
  const { kind, endpoints = [], replacement, revived = [] } = entry;
  if (KINDS.has(kind)) return { at: 'kind', what: `the kind '${kind ?? ''}'` };
  const key = KEYS.find((name) => entry[name] !== undefined);
  if (key !== undefined) return { at: key, what: `'${key}'` };
  if (isAfterEnd(entry)) return { at: 'after', what: `'after' of the end` };
  if (kind === 'value' && entry.endpoints === undefined) return { at: 'kind', what: 'a value without endpoints' };
  if (kind === 'query' && endpoints.length === 0) return { at: 'kind', what: 'a parameter of all operations' };
  for (const [index, { methods = [], path }] of endpoints.entries()) {
    const at = `endpoints/${String(index)}`;
    if (methods.length === 0) return { at, what: 'an endpoint of any method' };
    if (isOfThirdFormat(path)) return { at: `${at}/path`, what: `'${path}'` };
  }
  const path = replacement?.kind === 'operation' ? replacement.operation.path : '';
  if (isOfThirdFormat(path)) return { at: 'replacement/operation/path', what: `'${path}'` };
  for (const [index, { operations }] of revived.entries()) {
    const found = inTexts(operations, `revived/${String(index)}/operations`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether `after` is the behaviour after the end, and not the path before a segment. */
export function isAfterEnd({ kind, after }: WrittenEntry): boolean {
  return after !== undefined && kind !== 'segment' && AFTER_END.some((known) => known === after);
}

function inTexts(texts: readonly string[], at: string): OfThirdFormat | undefined {
  const index = texts.findIndex(isOfThirdFormat);
  return index < 0 ? undefined : { at: `${at}/${String(index)}`, what: `'${texts[index] ?? ''}'` };
}

/** Whether a path has a segment with a fixed part beside a parameter, or a wildcard rest. */
function isOfThirdFormat(path: string): boolean {
  return /[^/{]\{|\}[^/]|\/\*\*$/.test(path);
}
