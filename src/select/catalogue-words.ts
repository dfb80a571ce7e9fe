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

/** The words of a part of a catalogue, chosen by their frequency in the full catalogue, whose words include them. */
export function wordsWithin(catalogue: Catalogue, fullCatalogue: Catalogue): CatalogueWords {
  return findWords(catalogue, countSegments(fullCatalogue.deprecations));
}

function findWords(catalogue: Catalogue, segmentCounts = countSegments(catalogue.deprecations)): CatalogueWords {
  const plain = new Map<string, Set<string>>();
  const segments = new Set<string>();
  const queries = new Set<string>();
  const areas = new Set<string>();
  const sources = new Set(methodSources(catalogue));
  const lone = new Set<string>();
  const partReads = new Set<string>();
  const addWord = (word: string, companions: readonly string[] = []): void => {
    if (isMarked(word)) {
      segments.add(word);
      return;
    }
    const companionsOfWord = plain.get(word) ?? new Set();
    plain.set(word, companionsOfWord);
    for (const other of companions) if (other !== word) companionsOfWord.add(other);
  };
  // Many entries about values share their operations.
  const addedPaths = new Set<PathTemplate>();
  for (const deprecation of catalogue.deprecations) {
    for (const word of deprecation.words ?? []) {
      addWord(word);
      queries.add(word);
    }
    // A header is searched by its name.
    if (deprecation.kind !== 'header')
      for (const endpoint of endpointsOf(deprecation)) {
        if (addedPaths.has(endpoint.path)) continue;
        addedPaths.add(endpoint.path);
        addRarestSegment(endpoint, segmentCounts, addWord);
      }
    const isLone = LONE_KINDS.has(deprecation.kind);
    for (const source of sourcesOf(deprecation)) (isLone ? lone : sources).add(source);
    switch (deprecation.kind) {
      case 'endpoint':
        for (const { area } of deprecation.endpoints) areas.add(area.replace(/(?<!\s)\s*\([^(]*\)\s*$/, ''));
        break;
      case 'segment':
        addWord(deprecation.segment);
        break;
      case 'field':
        // A field with a mark is sufficient alone: the record may be built far from the request.
        for (const field of deprecation.pointers.map((pointer) => pointer.slice(pointer.lastIndexOf('/') + 1)))
          if (/[_-]|[a-z][A-Z]/.test(field)) addWord(field);
        for (const source of partSources(deprecation)) partReads.add(source);
        break;
      case 'value':
        // A value with a mark is sufficient too: the caller of a wrapper may be far from the request.
        for (const value of deprecation.equals) if (isMarked(value)) segments.add(value);
        break;
      default:
    }
  }
  return { plain, segments, queries, areas, sources, lone, partReads, paths: pathsOf(catalogue) };
}

/** Kinds of entries that apply to requests of any API. */
const LONE_KINDS: ReadonlySet<Deprecation['kind']> = new Set(['cipher-suites', 'header', 'headers']);

/** Minimum length of a rare word. Shorter words with a mark, such as `v2`, are searched like common words. */
const MIN_RARE_LENGTH = 3;

/**
 * Whether a word is rare by itself. Numbers and dates are not: `v100` of `/v100/bells`, `1.0`, `2024-01`.
 */
function isMarked(word: string): boolean {
  return !isPlain(word) && word.length >= MIN_RARE_LENGTH && !/^v?\d+(?:[.-]\d+)*$/i.test(word);
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
        .map(anyCaseSource);
    case 'header':
      return [anyCaseSource(deprecation.name)];
    case 'cipher-suites': {
      const points = deprecation.codePoints.flatMap((point) => [
        `0${anyCaseSource(`x${point.toString(16)}`)}`,
        `\\b${String(point)}`,
      ]);
      return [deprecation.names.map(escapeRegExp).join('|') || '(?!)', `(?:${points.join('|') || '(?!)'})\\b`];
    }
    case 'query':
      // The parameter itself is searched if the deprecation covers all operations of an API.
      return deprecation.endpoints.length > 0 ? [] : parameterSources(deprecation);
    case 'endpoint':
    case 'segment':
    case 'value':
    case 'undetectable':
    // The import of a package depends on the language.
    case 'package':
      return [];
    default:
      // A compile-time check, because a deprecation without words is never found.
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
  const addPath = (text: string, isOpen: boolean): void => {
    if (!paths.has(text)) paths.set(text, isOpen);
  };
  for (const deprecation of deprecations) {
    for (const word of deprecation.words ?? []) addPath(word, true);
    if (deprecation.kind === 'segment') addPath(`${deprecation.after}/${deprecation.segment}`, true);
    for (const { path } of endpointsOf(deprecation)) addPath(path.text, false);
  }
  return paths;
}

function endpointsOf(deprecation: Deprecation): readonly Endpoint[] {
  return 'endpoints' in deprecation ? deprecation.endpoints : [];
}

/**
 * Sources for methods of SDKs with their owners (`bells.ring`): a file that receives the client may name neither the
 * SDK nor a path. There are few expressions, so that a text is not searched for each method.
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
 * Sources for reads of a field in a part of a record, often far from the request: `bell.maker.town`,
 * `{ maker: { town } }`.
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
    for (const segment of new Set(deprecation.endpoints.flatMap(literalSegments)))
      counts.set(segment, (counts.get(segment) ?? 0) + 1);
  }
  return counts;
}

function addRarestSegment(
  endpoint: Endpoint,
  segmentCounts: ReadonlyMap<string, number>,
  addWord: (word: string, companions: readonly string[]) => void,
): void {
  const segments = literalSegments(endpoint);
  if (segments.length === 0) for (const word of affixWords(endpoint)) addWord(word, []);
  let rarest: string | undefined;
  let lowestRank = Infinity;
  for (const word of segments) {
    const rank = (segmentCounts.get(word) ?? 0) - (/[_-]/.test(word) ? 0.5 : 0);
    if (rank > lowestRank || (rank === lowestRank && word.length <= (rarest?.length ?? 0))) continue;
    [rarest, lowestRank] = [word, rank];
  }
  if (rarest !== undefined) addWord(rarest, segments);
}

function literalSegments(endpoint: Endpoint): string[] {
  const texts: string[] = [];
  for (const segment of endpoint.path.segments) if (segment.kind === 'literal') texts.push(segment.text);
  return texts;
}

/** Words that are not plain in the fixed parts of segments: `generateBell` of `{name}:generateBell`. */
function affixWords({ path }: Endpoint): readonly string[] {
  const texts = path.segments.flatMap((segment) => (segment.kind === 'affixed' ? [segment.before, segment.after] : []));
  return texts.flatMap((text) => text.match(/\w[\w-]*\w/g) ?? []).filter((word) => !isPlain(word));
}

function anyCaseSource(text: string): string {
  return escapeRegExp(text).replace(/[a-z]/gi, (char) => `[${char.toLowerCase()}${char.toUpperCase()}]`);
}

/** The words of a catalogue that are searched in texts, as the API spells them. */
export interface CatalogueWords {
  /** Common words, each with the other words of its paths. */
  readonly plain: ReadonlyMap<string, ReadonlySet<string>>;
  /** Words with a mark (`ring_tones`, `clockFaces`) that are segments or fields. */
  readonly segments: ReadonlySet<string>;
  /** Words that are query parameters, which may occur without a path: `{ ring_tone: 'low' }`. */
  readonly queries: ReadonlySet<string>;
  /** Names of parts of the API in its documentation. */
  readonly areas: ReadonlySet<string>;
  /** Sources of regular expressions for all other deprecations and for SDK methods. */
  readonly sources: ReadonlySet<string>;
  /** Sources for findings without a request: cipher suites, headers of one name. */
  readonly lone: ReadonlySet<string>;
  /** Sources for reads of a field in a part of a record. */
  readonly partReads: ReadonlySet<string>;
  /** Deprecated paths and pieces of paths; true if any text may precede and follow the piece. */
  readonly paths: ReadonlyMap<string, boolean>;
}

/** Serialised words, with lists instead of sets and maps. */
interface StoredWords {
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
  const stored: StoredWords = {
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
  const stored = JSON.parse(form.toString('utf8')) as StoredWords;
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
