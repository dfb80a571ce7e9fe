import type {
  Api,
  AreaEndpoint,
  Catalogue,
  Deprecation,
  FieldDeprecation,
  NearMiss,
  SegmentDeprecation,
} from '../../core/model/deprecation.js';
import { restorePathTemplate } from '../../core/model/endpoint.js';
import type { HttpMethod, TemplateSegment } from '../../core/model/endpoint.js';
import type { Affixes, ParsedBase } from './url-parts.js';
import { parseBase } from './url-parts.js';
import { apisOf } from '../../core/api/known-apis.js';
import type { KnownApi } from '../../core/api/known-apis.js';
import { memoByObject } from '../../core/lib/collections.js';

/** Entry for a path in the catalogue. */
export interface IndexEntry {
  readonly deprecation: Deprecation;
  /** Canonical form of the path. */
  readonly path: string;
  /** Methods of the entry; empty for any. */
  readonly methods: readonly HttpMethod[];
  /** Whether deeper paths belong to the entry too, because the deprecation is of a path segment. */
  readonly coversDeeperPaths: boolean;
  /** Whether the path matches without proof of the host, because it identifies the API. */
  readonly isDistinctive: boolean;
  /** Whether the path is one common word. */
  readonly isCommonWord: boolean;
  /** Other deprecations of the path, with other methods. */
  readonly others: readonly IndexEntry[];
}

/** An operation whose bodies have deprecated fields. */
export interface FieldEntry {
  readonly deprecation: FieldDeprecation;
  readonly path: string;
  readonly methods: readonly HttpMethod[];
  /** Whether there is no evidence that the deprecation covers the operation. */
  readonly isUnsure: boolean;
}

/** Node of a trie of path segments. */
export interface TrieNode<T> {
  readonly literals: Map<string, TrieNode<T>>;
  parameter: TrieNode<T> | undefined;
  /** Parameters with fixed text in the same segment; undefined if there are none. */
  affixed: (Affixes & { readonly node: TrieNode<T> })[] | undefined;
  /** Node for a wildcard that matches any rest of a path, of zero or more segments. */
  rest: TrieNode<T> | undefined;
  entry: T | undefined;
}

/** A live operation with the same path as a deprecated one, or a more literal path. */
export interface LiveEntry {
  readonly methods: Set<HttpMethod>;
  readonly collisions: Map<HttpMethod, NearMiss>;
}

/** Look-up tables for matching with one API. */
export interface ApiIndex {
  readonly deprecated: TrieNode<IndexEntry>;
  readonly live: TrieNode<LiveEntry>;
  /** Deprecated fields of operations, with an entry for each deprecation. */
  readonly fields: TrieNode<readonly FieldEntry[]>;
}

/** Builds the look-up tables of one API of a catalogue. */
function indexApi(catalogue: Catalogue, { id, live: liveOperations = [] }: Api): ApiIndex {
  const deprecations = catalogue.deprecations.filter(({ api }) => api === id);
  const deprecated = emptyNode<IndexEntry>();
  const live = emptyNode<LiveEntry>();
  const fields = emptyNode<readonly FieldEntry[]>();
  const liveEndings = new Set<string | undefined>();
  const liveAt = (path: string): LiveEntry => {
    const segments = pathSegments(path);
    liveEndings.add(literalsOf(segments).at(-1));
    return (nodeAt(live, segments).entry ??= { methods: new Set(), collisions: new Map() });
  };
  // One look-alike can be in several deprecations, as the same object.
  for (const nearMiss of new Set(deprecations.flatMap((deprecation) => deprecation.nearMisses))) {
    const entry = liveAt(nearMiss.path);
    if (nearMiss.status === 'collision') entry.collisions.set(nearMiss.method, nearMiss);
    else entry.methods.add(nearMiss.method);
  }
  for (const { method, path } of liveOperations) liveAt(path.text).methods.add(method);
  for (const deprecation of deprecations) {
    if (deprecation.kind === 'endpoint') {
      for (const endpoint of deprecation.endpoints) addEndpoint(deprecated, deprecation, endpoint, liveEndings);
    } else if (deprecation.kind === 'segment') {
      addSegment(deprecated, deprecation);
    } else if (deprecation.kind === 'field') {
      for (const endpoint of deprecation.endpoints) addFields(fields, deprecation, endpoint);
    }
  }
  return { deprecated, live, fields };
}

function emptyNode<T>(): TrieNode<T> {
  return { literals: new Map(), parameter: undefined, affixed: undefined, rest: undefined, entry: undefined };
}

function addEndpoint(
  root: TrieNode<IndexEntry>,
  deprecation: Deprecation,
  endpoint: AreaEndpoint,
  liveEndings: ReadonlySet<string | undefined>,
): void {
  const path = endpoint.path.text;
  const target = nodeAt(root, pathSegments(path));
  const isRevived = deprecation.nearMisses.some((miss) => miss.status === 'collision');
  const entry: IndexEntry = {
    deprecation,
    path,
    methods: endpoint.methods,
    coversDeeperPaths: false,
    others: [],
    isDistinctive: isDistinctive(path, liveEndings, isRevived),
    isCommonWord: isCommon(path),
  };
  target.entry = target.entry === undefined ? entry : mergedEntry(target.entry, entry);
}

/** An entry merged with another endpoint of the same path, which may be of another deprecation. */
function mergedEntry(existing: IndexEntry, added: IndexEntry): IndexEntry {
  if (existing.deprecation === added.deprecation) {
    const isAny = existing.methods.length === 0 || added.methods.length === 0;
    return { ...existing, methods: isAny ? [] : [...existing.methods, ...added.methods] };
  }
  const at = existing.others.findIndex(({ deprecation }) => deprecation === added.deprecation);
  const other = existing.others[at];
  if (other === undefined) return { ...existing, others: [...existing.others, added] };
  return { ...existing, others: existing.others.with(at, mergedEntry(other, added)) };
}

function addFields(
  root: TrieNode<readonly FieldEntry[]>,
  deprecation: FieldDeprecation,
  { path, methods, unsure }: AreaEndpoint,
): void {
  const target = nodeAt(root, pathSegments(path.text));
  const entries = target.entry ?? [];
  const existing = entries.find((entry) => entry.deprecation === deprecation);
  const entry: FieldEntry = {
    deprecation,
    path: path.text,
    methods: [...(existing?.methods ?? []), ...methods],
    isUnsure: unsure === true,
  };
  target.entry = [...entries.filter((other) => other !== existing), entry];
}

function addSegment(root: TrieNode<IndexEntry>, deprecation: SegmentDeprecation): void {
  const path = `${deprecation.after}/${deprecation.segment}`;
  nodeAt(root, pathSegments(path)).entry = {
    deprecation,
    path,
    methods: [],
    coversDeeperPaths: true,
    isDistinctive: true,
    isCommonWord: false,
    others: [],
  };
}

/** Segments of a catalogue path; a look-alike may be spelled as in its source. */
function pathSegments(path: string): readonly TemplateSegment[] {
  const written = path.split('/').filter((segment) => segment !== '');
  const plain = written.map((segment) => (/^\{.*\}$|^:/.test(segment) ? '{id}' : segment));
  return plain.length === 0 ? [] : restorePathTemplate(`/${plain.join('/')}`).segments;
}

function literalsOf(segments: readonly TemplateSegment[]): readonly string[] {
  return segments.flatMap((segment) => (segment.kind === 'literal' ? [segment.text] : []));
}

/** Returns the node of a path, which is added if missing. */
function nodeAt<T>(root: TrieNode<T>, segments: readonly TemplateSegment[]): TrieNode<T> {
  return segments.reduce(childOf, root);
}

function childOf<T>(parent: TrieNode<T>, segment: TemplateSegment): TrieNode<T> {
  switch (segment.kind) {
    case 'literal': {
      const existing = parent.literals.get(segment.text) ?? emptyNode<T>();
      parent.literals.set(segment.text, existing);
      return existing;
    }
    case 'parameter':
      return (parent.parameter ??= emptyNode<T>());
    case 'rest':
      return (parent.rest ??= emptyNode<T>());
    case 'affixed': {
      const { before, after } = segment;
      const existing = (parent.affixed ??= []).find(
        (affixed) => affixed.before === before && affixed.after === after,
      )?.node;
      if (existing !== undefined) return existing;
      const child = emptyNode<T>();
      parent.affixed.push({ before, after, node: child });
      // Longer fixed parts are more specific.
      parent.affixed.sort((a, b) => b.before.length + b.after.length - a.before.length - a.after.length);
      return child;
    }
  }
}

/** Whether a path is likely to exist in other APIs too: `/towers/{id}`. */
function isCommon(path: string): boolean {
  const literals = literalsOf(pathSegments(path));
  return literals.length < 2 && literals.every((literal) => /^[a-z]+$/.test(literal));
}

/**
 * Whether a path alone identifies its API. Its score is the number of literal segments below the scope (`towers`,
 * `accounts`, …), plus one if no live operation ends in the same literal, minus one if a live operation has the path.
 */
function isDistinctive(path: string, liveEndings: ReadonlySet<string | undefined>, isRevived: boolean): boolean {
  const literals = literalsOf(pathSegments(path));
  const endingBonus = !liveEndings.has(literals.at(-1)) && !isRevived ? 1 : 0;
  return literals.length - 1 + endingBonus - (isRevived ? 1 : 0) >= 2;
}

/** An API for matching. Each API has its own view, so that no operation is found at the host of another API. */
export interface ApiView {
  readonly id: string;
  readonly knownApi: KnownApi;
  /** Its base URLs, the longest path first. */
  readonly bases: readonly ParsedBase[];
  readonly index: ApiIndex;
}

/** The APIs of a catalogue for matching, built once. */
export const apiViews = memoByObject((catalogue: Catalogue): readonly ApiView[] =>
  apisOf(catalogue).each.map((entry) => ({
    id: entry.api.id,
    knownApi: entry,
    bases: entry.api.baseUrls.map(parseBase).sort((a, b) => b.version.length - a.version.length),
    index: indexApi(catalogue, entry.api),
  })),
);
