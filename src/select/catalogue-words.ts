import { memoByObject } from '../core/lib/collections.js';
import { escapeRegExp } from '../core/lib/escape.js';
import { cachedResult } from '../core/lib/identity.js';
import { pointerKeys } from '../core/lib/json.js';
import type { Catalogue, Deprecation, FieldDeprecation, QueryDeprecation } from '../core/model/deprecation.js';
import type { Endpoint, PathTemplate } from '../core/model/endpoint.js';
import { isPlain } from './word-tests.js';

/** The words of a catalogue, computed once for all languages. */
export const wordsOf = memoByObject((catalogue: Catalogue): CatalogueWords =>
  cachedResult(catalogue, 'words', { make: () => findWords(catalogue), format: formatWords, parse: parseWords }),
);

/** The words of a part of a catalogue, chosen by their frequency in the whole, so that they are among its words. */
export function wordsWithin(part: Catalogue, whole: Catalogue): CatalogueWords {
  return findWords(part, countSegments(whole.deprecations));
}

function findWords(catalogue: Catalogue, segmentCounts = countSegments(catalogue.deprecations)): CatalogueWords {
  const plain = new Map<string, Set<string>>();
  const segments = new Set<string>();
  const queries = new Set<string>();
  const areas = new Set<string>();
  const sources = new Set(methodSources(catalogue));
  const lone = new Set<string>();
  const partReads = new Set<string>();
  const add = (word: string, companions: readonly string[] = []): void => {
    if (isMarked(word)) {
      segments.add(word);
      return;
    }
    const known = plain.get(word) ?? new Set();
    plain.set(word, known);
    for (const other of companions) if (other !== word) known.add(other);
  };
  // Many entries about values share their operations.
  const added = new Set<PathTemplate>();
  for (const deprecation of catalogue.deprecations) {
    for (const word of deprecation.words ?? []) {
      add(word);
      queries.add(word);
    }
    // A header is searched by its name.
    if (deprecation.kind !== 'header')
      for (const endpoint of endpointsOf(deprecation)) {
        if (added.has(endpoint.path)) continue;
        added.add(endpoint.path);
        addRarest(endpoint, segmentCounts, add);
      }
    const isLone = LONE_KINDS.has(deprecation.kind);
    for (const source of sourcesOf(deprecation)) (isLone ? lone : sources).add(source);
    switch (deprecation.kind) {
      case 'endpoint':
        for (const { area } of deprecation.endpoints) areas.add(area.replace(/(?<!\s)\s*\([^(]*\)\s*$/, ''));
        break;
      case 'segment':
        add(deprecation.segment);
        break;
      case 'field':
        // A field with a mark is sufficient alone: the record may be built far from the request.
        for (const field of deprecation.pointers.map((pointer) => pointer.slice(pointer.lastIndexOf('/') + 1)))
          if (/[_-]|[a-z][A-Z]/.test(field)) add(field);
        for (const source of partSources(deprecation)) partReads.add(source);
        break;
      case 'value':
        // So is a value with a mark: the caller of a wrapper may be far from the request.
        for (const value of deprecation.equals) if (isMarked(value)) segments.add(value);
        break;
      default:
    }
  }
  return { plain, segments, queries, areas, sources, lone, partReads, paths: pathsOf(catalogue) };
}

/** Kinds of entries that apply wherever they occur, for any API. */
const LONE_KINDS: ReadonlySet<Deprecation['kind']> = new Set(['cipher-suites', 'header', 'headers']);

/**
 * Minimum length of a rare word. Shorter words with a mark, such as `v2`, are in every program, and are searched like
 * common ones.
 */
const SHORTEST = 3;

/**
 * Whether a word is rare by itself. Numbers and dates are in every program: `v100` of `/v100/bells`, `1.0`, `2024-01`.
 */
function isMarked(word: string): boolean {
  return !isPlain(word) && word.length >= SHORTEST && !/^v?\d+(?:[.-]\d+)*$/i.test(word);
}

/** Regular expressions that identify a deprecation other than a path. */
function sourcesOf(deprecation: Deprecation): readonly string[] {
  switch (deprecation.kind) {
    case 'field':
      return deprecation.when === undefined ? [] : [`['"\`]${escapeRegExp(deprecation.when.equals)}['"\`]`];
    case 'headers':
      return [...deprecation.headers]
        .sort((a, b) => b.length - a.length)
        .slice(0, 1)
        .map(anyCase);
    case 'header':
      return [anyCase(deprecation.name)];
    case 'cipher-suites': {
      const points = deprecation.codePoints.flatMap((point) => [
        `0${anyCase(`x${point.toString(16)}`)}`,
        `\\b${String(point)}`,
      ]);
      return [deprecation.names.map(escapeRegExp).join('|') || '(?!)', `(?:${points.join('|') || '(?!)'})\\b`];
    }
    case 'query':
      // If it covers all operations of an API, the parameter is searched.
      return deprecation.endpoints.length > 0 ? [] : parameterSources(deprecation);
    case 'endpoint':
    case 'segment':
    case 'value':
    case 'undetectable':
    // The import of a package depends on the language.
    case 'package':
      return [];
    default:
      // A compile-time check: a kind without words would never be found.
      deprecation satisfies never;
      return [];
  }
}

/** Patterns of a parameter: its name, or its deprecated values if the name is a common word. */
function parameterSources({ parameter, only = [] }: QueryDeprecation): readonly string[] {
  if (!isPlain(parameter)) return [`\\b${escapeRegExp(parameter)}\\b`];
  return only.filter((value) => !isPlain(value)).map((value) => `['"\`=]${escapeRegExp(value)}\\b`);
}

function pathsOf({ deprecations }: Catalogue): ReadonlyMap<string, boolean> {
  const paths = new Map<string, boolean>();
  const add = (text: string, isOpen: boolean): void => {
    if (!paths.has(text)) paths.set(text, isOpen);
  };
  for (const deprecation of deprecations) {
    for (const word of deprecation.words ?? []) add(word, true);
    if (deprecation.kind === 'segment') add(`${deprecation.after}/${deprecation.segment}`, true);
    for (const { path } of endpointsOf(deprecation)) add(path.text, false);
  }
  return paths;
}

function endpointsOf(deprecation: Deprecation): readonly Endpoint[] {
  return 'endpoints' in deprecation ? deprecation.endpoints : [];
}

/**
 * Methods of the SDKs in the catalogue, with their owners (`bells.ring`): a file that receives the client may name
 * neither the SDK nor a path. They are few expressions, so that a text is not searched for each method.
 */
function methodSources({ apis }: Catalogue): readonly string[] {
  const methods = new Map<string, Set<string>>();
  const rows = apis.flatMap(({ clients = [] }) => clients.flatMap(({ requests }) => requests));
  for (const { member, template } of rows) {
    const [method, owner] = member.split('.').reverse();
    if (template === undefined || method === undefined || owner === undefined) continue;
    methods.set(owner, (methods.get(owner) ?? new Set()).add(method));
  }
  if (methods.size === 0) return [];
  const sorted = [...methods].sort(([left], [right]) => (left < right ? -1 : 1));
  const chains = sorted.map(
    ([owner, names]) =>
      `${escapeRegExp(owner)}(?:['"]\\s*\\])?\\s*[?!]?\\.\\s*(?:${[...names].sort().map(escapeRegExp).join('|')})`,
  );
  // `const tones = client.bells.tones;`
  const owners = sorted.map(([owner]) => escapeRegExp(owner)).join('|');
  return [`\\b(?:${chains.join('|')})\\b`, `\\b(?:${owners})(?=\\s*[;\\n])(?<=[=][ \\t]{0,20}[\\w$.?!]{1,80})`];
}

/**
 * Reads of a field in a part of a record, which can be far from any request: `bell.maker.town`, `{ maker: { town } }`.
 */
function partSources({ pointers, shared = [] }: FieldDeprecation): readonly string[] {
  return pointers.flatMap((pointer) => {
    const [field, part] = pointerKeys(pointer).toReversed();
    if (field === undefined || part === undefined || shared.includes(pointer)) return [];
    return [`\\b${escapeRegExp(part)}(?:\\??\\.|: ?\\{[^{}]{0,80}\\b)${escapeRegExp(field)}\\b`];
  });
}

/** Number of deprecations with each segment. */
function countSegments(deprecations: readonly Deprecation[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const deprecation of deprecations) {
    if (deprecation.kind !== 'endpoint' && deprecation.kind !== 'field') continue;
    for (const segment of new Set(deprecation.endpoints.flatMap(literals)))
      counts.set(segment, (counts.get(segment) ?? 0) + 1);
  }
  return counts;
}

function addRarest(
  endpoint: Endpoint,
  segmentCounts: ReadonlyMap<string, number>,
  add: (word: string, companions: readonly string[]) => void,
): void {
  const all = literals(endpoint);
  if (all.length === 0) for (const word of affixes(endpoint)) add(word, []);
  let rarest: string | undefined;
  let least = Infinity;
  for (const word of all) {
    const rank = (segmentCounts.get(word) ?? 0) - (/[_-]/.test(word) ? 0.5 : 0);
    if (rank > least || (rank === least && word.length <= (rarest?.length ?? 0))) continue;
    [rarest, least] = [word, rank];
  }
  if (rarest !== undefined) add(rarest, all);
}

function literals(endpoint: Endpoint): string[] {
  const all: string[] = [];
  for (const segment of endpoint.path.segments) if (segment.kind === 'literal') all.push(segment.text);
  return all;
}

/** Words that are not plain in the fixed parts of segments: `generateBell` of `{name}:generateBell`. */
function affixes({ path }: Endpoint): readonly string[] {
  const texts = path.segments.flatMap((segment) => (segment.kind === 'affixed' ? [segment.before, segment.after] : []));
  return texts.flatMap((text) => text.match(/\w[\w-]*\w/g) ?? []).filter((word) => !isPlain(word));
}

function anyCase(text: string): string {
  return escapeRegExp(text).replace(/[a-z]/gi, (char) => `[${char.toLowerCase()}${char.toUpperCase()}]`);
}

/** The words of a catalogue that are searched in texts, as the API spells them. */
export interface CatalogueWords {
  /** Common words, each with the other words of its paths. */
  readonly plain: ReadonlyMap<string, ReadonlySet<string>>;
  /** Words with a mark (`ring_tones`, `clockFaces`) that are segments or fields. */
  readonly segments: ReadonlySet<string>;
  /** Words that are query parameters, and so can be alone: `{ ring_tone: 'low' }`. */
  readonly queries: ReadonlySet<string>;
  /** Names of parts of the API in its documentation. */
  readonly areas: ReadonlySet<string>;
  /** Ready-made sources of regular expressions. */
  readonly sources: ReadonlySet<string>;
  /** Sources for findings without a request: cipher suites, headers of one name. */
  readonly lone: ReadonlySet<string>;
  /** Sources for reads of a field in a part of a record. */
  readonly partReads: ReadonlySet<string>;
  /** Deprecated paths and pieces of them, each with whether any text may precede and follow it. */
  readonly paths: ReadonlyMap<string, boolean>;
}

/** Serialised words, with lists instead of sets and maps. */
interface Stored {
  readonly plain: readonly (readonly [word: string, others: readonly string[]])[];
  readonly segments: readonly string[];
  readonly queries: readonly string[];
  readonly areas: readonly string[];
  readonly sources: readonly string[];
  readonly lone: readonly string[];
  readonly partReads: readonly string[];
  readonly paths: readonly (readonly [path: string, isOpen: boolean])[];
}

/** Serialises words for storage between runs. */
function formatWords(words: CatalogueWords): Uint8Array {
  const stored: Stored = {
    plain: Array.from(words.plain, ([word, others]) => [word, [...others]]),
    segments: [...words.segments],
    queries: [...words.queries],
    areas: [...words.areas],
    sources: [...words.sources],
    lone: [...words.lone],
    partReads: [...words.partReads],
    paths: [...words.paths],
  };
  return Buffer.from(JSON.stringify(stored));
}

/** Parses serialised words. */
function parseWords(form: Buffer): CatalogueWords {
  const stored = JSON.parse(form.toString('utf8')) as Stored;
  return {
    plain: new Map(stored.plain.map(([word, others]) => [word, new Set(others)])),
    segments: new Set(stored.segments),
    queries: new Set(stored.queries),
    areas: new Set(stored.areas),
    sources: new Set(stored.sources),
    lone: new Set(stored.lone),
    partReads: new Set(stored.partReads),
    paths: new Map(stored.paths),
  };
}
