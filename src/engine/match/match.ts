import { acceptsMethod, AFFIXED_WEIGHT } from '../../core/model/endpoint.js';
import type { HttpMethod } from '../../core/model/endpoint.js';
import { filledSegment, mayFill, leadingText } from './url-parts.js';
import type { UrlSegment } from './url-parts.js';
import type { ApiIndex, FieldEntry, IndexEntry, LiveEntry, TrieNode } from './catalogue-index.js';
import type { Part, TextPart } from '../values/value.js';

/** A path that matches a catalogue entry. */
export interface PathMatch {
  readonly entry: IndexEntry;
  /** The deciding piece of text: the last literal segment; else the piece that names the host. */
  readonly decider: TextPart;
  /** Whether the last parameter of the path is a plain word, which could be another operation. */
  readonly endsInWord: boolean;
  /** Live operations whose path is as literal as that of the entry. */
  readonly live: LiveEntry | undefined;
  /** Set if one hole of the path is read as two segments. */
  readonly isJoined?: true;
  /** Set if an unknown part is joined to the deciding text. */
  readonly isOpen?: true;
  /** Set if the hole that is joined to the deciding text is the rest of the path. */
  readonly isBelow?: true;
  /** Set if the entry covers any rest of a path, so that a live operation that is as literal has priority. */
  readonly coversRest?: true;
}

/** State of a walk down the trie. */
interface WalkState {
  readonly literals: number;
  readonly decider: TextPart | undefined;
  readonly wordAsParameter: boolean;
  readonly rest?: true;
}

interface Walk<T> extends WalkState {
  readonly entry: T;
}

const START_STATE: WalkState = { literals: 0, decider: undefined, wordAsParameter: false };

/**
 * Returns the catalogue entry that a path below the base URL matches, unless a live operation fits better. `base`: the
 * piece that names the host, which decides if the path has no literal.
 */
export function matchPath(index: ApiIndex, segments: readonly UrlSegment[], base?: Part): PathMatch | undefined {
  return matchAsWritten(index, segments, base) ?? matchJoined(index, segments);
}

/**
 * Matches a path with one hole read as two segments. With the hole read as one, the path may be a live operation, which
 * wins unless the deprecated one has more literals (`/towers/{name}/bells`, with `/towers/{city}/{name}` live).
 */
function matchJoined(index: ApiIndex, segments: readonly UrlSegment[]): PathMatch | undefined {
  for (const joined of withJoinedSegments(segments)) {
    const match = matchSegments(index, joined);
    if (match === undefined) continue;
    const singleMatch = walk(index.live, segments, () => false);
    const joinedMatch = walk(index.deprecated, joined, (entry) => entry.coversDeeperPaths);
    if (singleMatch === undefined || (joinedMatch !== undefined && joinedMatch.literals > singleMatch.literals))
      return { ...match, isJoined: true };
  }
  return undefined;
}

function matchAsWritten(index: ApiIndex, segments: readonly UrlSegment[], base?: Part): PathMatch | undefined {
  const match = matchSegments(index, segments, base);
  if (match !== undefined || !segments.some((segment) => segment.text === '')) return match;
  return matchSegments(index, segments.filter(isSignificant), base);
}

/** Whether a segment is more than an extra slash. */
function isSignificant({ text, emptied }: UrlSegment): boolean {
  return text !== '' || emptied === true;
}

function matchSegments(index: ApiIndex, segments: readonly UrlSegment[], base?: Part): PathMatch | undefined {
  const found = walk(index.deprecated, segments, (entry) => entry.coversDeeperPaths);
  const decider = found?.decider ?? (base === undefined ? undefined : asTextPart(base));
  if (found === undefined || decider === undefined) return undefined;
  const live = walk(index.live, segments, () => false);
  if (live !== undefined && live.literals > found.literals && live.entry.methods.size > 0) return undefined;
  return {
    entry: found.entry,
    decider,
    endsInWord: found.wordAsParameter,
    live: live !== undefined && live.literals === found.literals ? live.entry : undefined,
    ...(endsOpen(segments.at(-1), decider) ? { isOpen: true } : {}),
    ...(found.rest === true ? { coversRest: true } : {}),
  };
}

function asTextPart(part: Part): TextPart {
  return part.kind === 'text' ? part : { kind: 'text', text: part.name, at: part.at };
}

/** The operations with deprecated fields that a path matches, and its last segment if that is a plain word. */
export function matchFieldPath(
  index: ApiIndex,
  segments: readonly UrlSegment[],
): { readonly entries: readonly FieldEntry[]; readonly word: string | undefined } {
  const significant = segments.filter((segment) => isSignificant(segment) || segments.length < 3);
  const found = walk(index.fields, significant, () => false);
  const last = significant.at(-1)?.text;
  if (found === undefined) return { entries: [], word: undefined };
  return { entries: found.entry, word: found.wordAsParameter ? last : undefined };
}

/** Matches a path whose scope (`/towers/{id}`) is added in unseen code: `bells`, `/settings/chime`. */
export function matchScopedPath(index: ApiIndex, segments: readonly UrlSegment[]): PathMatch | undefined {
  for (const scope of index.deprecated.literals.values()) {
    if (scope.parameter === undefined) continue;
    const found = walk(scope.parameter, segments, (entry) => entry.coversDeeperPaths);
    if (found?.decider === undefined) continue;
    return { entry: found.entry, decider: found.decider, endsInWord: found.wordAsParameter, live: undefined };
  }
  return undefined;
}

/** Whether the deciding text is the beginning of a segment with an unknown rest. */
function endsOpen(last: UrlSegment | undefined, { at }: TextPart): boolean {
  const start = last?.text === undefined && last !== undefined ? leadingText(last) : undefined;
  return start !== undefined && start.at.file === at.file && start.at.span[0] === at.span[0];
}

function walk<T>(
  root: TrieNode<T>,
  segments: readonly UrlSegment[],
  isPrefix: (entry: T) => boolean,
  state = START_STATE,
): Walk<T> | undefined {
  if (root.entry !== undefined && (segments.length === 0 || isPrefix(root.entry)))
    return { entry: root.entry, ...state };
  const restEntry = root.rest?.entry;
  return (
    walkChildren(root, segments, isPrefix, state) ??
    (restEntry === undefined ? undefined : { ...state, entry: restEntry, wordAsParameter: false, rest: true })
  );
}

/** Continues with the remaining segments, in more literal branches first. */
function walkChildren<T>(
  root: TrieNode<T>,
  segments: readonly UrlSegment[],
  isPrefix: (entry: T) => boolean,
  state: WalkState,
): Walk<T> | undefined {
  const [segment, ...rest] = segments;
  if (segment === undefined) return undefined;
  const literal = literalOf(segment, rest.length === 0);
  const child = literal === undefined ? undefined : root.literals.get(literal.text);
  if (child !== undefined) {
    const nextState: WalkState = { literals: state.literals + 1, decider: literal, wordAsParameter: false };
    const found = walk(child, rest, isPrefix, nextState);
    if (found !== undefined) return found;
  }
  for (const affixed of root.affixed ?? []) {
    const decider = filledSegment(segment, affixed, rest.length === 0);
    if (decider === undefined) continue;
    const nextState: WalkState = { literals: state.literals + AFFIXED_WEIGHT, decider, wordAsParameter: false };
    const found = walk(affixed.node, rest, isPrefix, nextState);
    if (found !== undefined) return found;
  }
  if (root.parameter === undefined) return undefined;
  return walk(root.parameter, rest, isPrefix, { ...state, wordAsParameter: rest.length === 0 && isWord(segment.text) });
}

/** The literal text of a segment; at the end of a path, text before a hole counts (`bells${query}`). */
function literalOf(segment: UrlSegment, isLast: boolean): TextPart | undefined {
  const [first] = segment.parts;
  if (segment.text !== undefined) {
    const lastPart = segment.parts.findLast((part) => part.kind === 'text') ?? first;
    return lastPart?.kind === 'text' ? { ...lastPart, text: segment.text } : undefined;
  }
  return isLast ? leadingText(segment) : undefined;
}

/** Whether a text is a plain word: `validate-expr`, but not `:id`, `{id}`, `<ID>`, `RULE_ID` or one with a digit. */
function isWord(text: string | undefined): boolean {
  return (
    text !== undefined && /^[a-z]+(?:[-_][a-z]+)*$/.test(text) && !/(?:^|[-_])(?:id|uuid|uid|identifier)$/.test(text)
  );
}

/**
 * Whether a path could be deprecated if one of its holes contains one or more literal segments. `methods`: methods of
 * the request, if known; default any.
 */
export function couldMatch(
  index: ApiIndex,
  segments: readonly UrlSegment[],
  methods: readonly HttpMethod[] = [],
): boolean {
  return couldReach(index.deprecated, segments, methods, false);
}

function couldReach(
  root: TrieNode<IndexEntry>,
  segments: readonly UrlSegment[],
  methods: readonly HttpMethod[],
  isGuessed: boolean,
): boolean {
  const [segment, ...rest] = segments;
  if (isGuessed && root.rest !== undefined && hasMethod(root.rest, methods)) return true;
  if (segment === undefined) return isGuessed && root.entry !== undefined && hasAnyMethod(root.entry, methods);
  if (root.entry?.coversDeeperPaths === true) return isGuessed && hasAnyMethod(root.entry, methods);
  const literal = segment.text === undefined ? undefined : root.literals.get(segment.text);
  if (literal !== undefined && couldReach(literal, rest, methods, isGuessed)) return true;
  if (segment.text === undefined && couldReachLiteral(root, segment, rest, methods)) return true;
  for (const affixed of root.affixed ?? []) {
    const isFilled = filledSegment(segment, affixed, rest.length === 0) !== undefined;
    const isGuess = !isFilled && segment.text === undefined && mayFill(segment, affixed);
    if ((isFilled || isGuess) && couldReach(affixed.node, rest, methods, isGuessed || isGuess)) return true;
  }
  return root.parameter !== undefined && couldReach(root.parameter, rest, methods, isGuessed);
}

/** Whether a path with a hole could match one of the literals. */
function couldReachLiteral(
  root: TrieNode<IndexEntry>,
  { parts }: UrlSegment,
  rest: readonly UrlSegment[],
  methods: readonly HttpMethod[],
): boolean {
  const [first] = parts;
  const isLast = rest.length === 0;
  // The text joined to the hole decides which fixed parts match.
  const hasOpenText = parts.length > 1 && (root.affixed === undefined || root.parameter !== undefined);
  if (first?.kind === 'hole' && isLast && hasOpenText && hasMethod(root, methods)) return true;
  for (const [name, literal] of root.literals) {
    const mayBeLiteral = first?.kind === 'hole' || (first !== undefined && name.startsWith(first.text));
    if (mayBeLiteral && (isLast ? hasMethod(literal, methods) : couldReach(literal, rest, methods, true))) return true;
  }
  return false;
}

/** Whether an operation at a node of the trie, or below it, has one of the methods; any method if none is given. */
function hasMethod(node: TrieNode<IndexEntry>, methods: readonly HttpMethod[]): boolean {
  if (methods.length === 0 || (node.entry !== undefined && hasAnyMethod(node.entry, methods))) return true;
  const below = [...node.literals.values(), ...(node.affixed ?? []).map((affixed) => affixed.node)];
  return [...below, node.parameter, node.rest].some((child) => child !== undefined && hasMethod(child, methods));
}

function hasAnyMethod(entry: IndexEntry, methods: readonly HttpMethod[]): boolean {
  if (methods.length === 0) return true;
  return [entry, ...entry.others].some((candidate) => methods.some((method) => acceptsMethod(candidate, method)));
}

/**
 * The entries of a match that list one of the methods of a request, if several entries share its path. If none does, or
 * the method is unknown, the first entry represents all.
 */
export function entriesForMethods(match: PathMatch, methods: readonly HttpMethod[]): readonly PathMatch[] {
  const { others } = match.entry;
  if (others.length === 0) return [operationBelowOpenEnd(match, methods) ?? match];
  const matching = [match.entry, ...others].filter((entry) => methods.some((method) => acceptsMethod(entry, method)));
  return matching.length === 0 ? [match] : matching.map((entry) => ({ ...match, entry }));
}

/**
 * The first operation below a path with an unknown end (`/bells${rest}`), if the path itself has none of the methods:
 * the unknown part is then not a query.
 */
function operationBelowOpenEnd(match: PathMatch, methods: readonly HttpMethod[]): PathMatch | undefined {
  const { entry, isOpen } = match;
  const { deprecation } = entry;
  if (isOpen !== true || deprecation.kind !== 'endpoint' || methods.length === 0) return undefined;
  const hasMethodIn = (listed: readonly HttpMethod[]): boolean => methods.some((method) => listed.includes(method));
  if (entry.methods.length === 0 || hasMethodIn(entry.methods)) return undefined;
  const endpointBelow = deprecation.endpoints.find(
    (endpoint) => endpoint.path.text.startsWith(`${entry.path}/`) && hasMethodIn(endpoint.methods),
  );
  if (endpointBelow === undefined) return undefined;
  return {
    ...match,
    entry: { ...entry, path: endpointBelow.path.text, methods: endpointBelow.methods },
    isBelow: true,
  };
}

/**
 * Compares the methods of the request with those of the entry. A known method that is live on this path is no match if
 * the entry does not list it, covers all methods, or covers any rest of a path.
 */
export function judgeMethod(
  match: PathMatch,
  methods: readonly HttpMethod[],
  isMethodUnknown: boolean,
): { readonly verdict: 'listed' | 'unlisted' | 'unknown'; readonly method: HttpMethod | undefined } | undefined {
  const { entry, live } = match;
  const isAny = entry.methods.length === 0 && !entry.coversDeeperPaths;
  const isLive = (method: HttpMethod): boolean => live?.methods.has(method) === true;
  const yieldsToLive = isAny || match.coversRest === true;
  const listed = methods.filter((method) => acceptsMethod(entry, method) && !(yieldsToLive && isLive(method)));
  const [first] = listed;
  if (isMethodUnknown || methods.length === 0) {
    const verdict = isAny && (live?.methods.size ?? 0) === 0 ? 'listed' : 'unknown';
    return { verdict, method: first ?? entry.methods[0] };
  }
  if (first !== undefined) return { verdict: 'listed', method: first };
  const [unlisted] = methods.filter((method) => !isLive(method));
  return unlisted === undefined ? undefined : { verdict: 'unlisted', method: unlisted };
}

/** Last word in the name of a hole that fills two segments, such as the owner and the name of a repository. */
const JOINED_NAME =
  /(?:^|[^a-z])(?:repo|repository|slug|nwo)$|(?:^|[a-z_.])(?:Repo|Repository|Slug|Nwo|REPO|REPOSITORY|SLUG)$/;

/** Last word of such a name inside a path. At the end of the path, the hole may be any rest of a path. */
const JOINED_NAME_INSIDE = /(?:^|[^a-z])(?:name|path|fullname)$|[a-z](?:Name|Path)$|_(?:NAME|PATH)$/;

/**
 * A path with one hole read as two segments, once for each hole with a name that suggests it:
 * `/towers/${fullName}/bells` as `/towers/{city}/{name}/bells`.
 */
function* withJoinedSegments(segments: readonly UrlSegment[]): Generator<readonly UrlSegment[]> {
  for (const [index, segment] of segments.entries()) {
    const [hole, ...others] = segment.parts;
    if (hole?.kind !== 'hole' || others.length > 0) continue;
    const isInside = segments[index + 1]?.text !== undefined && segments[index + 1]?.text !== '';
    if (JOINED_NAME.test(hole.name) || (isInside && JOINED_NAME_INSIDE.test(hole.name)))
      yield [...segments.slice(0, index), segment, segment, ...segments.slice(index + 1)];
  }
}
