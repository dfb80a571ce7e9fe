import type { Place } from '../../core/model/span.js';
import { REASON } from './reasons.js';
import { Readings } from './correlation.js';
import { textCorrelations } from './correlate.js';
import { choiceOf, withCorrelations } from './choice.js';
import { holePart, optionsOf } from './value.js';
import type { ExternalValue, HolePart, Part, Parts, Patch, TextValue, Value } from './value.js';

/** Maximum number of texts into which the pieces of one expression are combined. */
export const MAX_TEXTS = 64;

/** Maximum number of pieces, and of known characters, of one text; the rest is one hole. No URL is nearly as long. */
const MAX_PARTS = 2000;
export const MAX_LENGTH = 100_000;

/** A known text as a value; the end of a very long text is a hole. */
export function textValue(text: string, at: Place): TextValue {
  if (text.length > MAX_LENGTH)
    return { kind: 'text', parts: [{ kind: 'text', text: text.slice(0, MAX_LENGTH), at }, cutHole(at)] };
  return { kind: 'text', parts: text === '' ? [] : [{ kind: 'text', text, at }] };
}

/** Returns the hole for the rest of a text that is too long to be followed. */
function cutHole(at: Place): HolePart {
  return holePart(REASON.limit, at);
}

/** A text under construction, to which nothing is added beyond the limits. */
interface Draft {
  readonly parts: Part[];
  length: number;
  isFull: boolean;
  /** Readings that the parts come from; undefined while no part is correlated. */
  readings: Readings | undefined;
}

function appendParts(draft: Draft, parts: Parts): void {
  for (const part of parts) {
    if (draft.isFull) return;
    if (isEmptyInterpolation(part)) {
      const last = draft.parts.at(-1);
      if (last?.kind === 'text') draft.parts[draft.parts.length - 1] = { ...last, emptied: true };
      continue;
    }
    draft.length += part.kind === 'text' ? part.text.length : 0;
    draft.isFull = draft.parts.length >= MAX_PARTS || draft.length > MAX_LENGTH;
    draft.parts.push(draft.isFull ? cutHole(part.at) : part);
    if (!draft.isFull && part.correlations !== undefined) (draft.readings ??= new Readings()).add(part.correlations);
  }
}

function isEmptyInterpolation(part: Part): boolean {
  return part.kind === 'text' && part.text === '' && part.emptied === true;
}

/** The texts of an interpolated value, with a marked part in place of an empty text. */
export function insertedTexts(texts: readonly Parts[], at: Place): readonly Parts[] {
  return texts.map((parts) => (parts.length > 0 ? parts : [{ kind: 'text', text: '', at, emptied: true }]));
}

/** All possible texts of a value, as in a template or `String(value)`; at least one. */
export function textsOf(value: Value, at: Place): readonly Parts[] {
  switch (value.kind) {
    case 'text':
      return [value.parts];
    case 'choice': {
      const texts = value.options.filter((option) => !isFalsyScalar(option)).flatMap((option) => textsOf(option, at));
      return texts.length === 0 ? [[]] : withinLimit(texts, at);
    }
    case 'scalar':
      return [[withCorrelations({ kind: 'text', text: String(value.value), at }, value.correlations ?? [])]];
    case 'layered':
      return isFalsyScalar(value.base) ? [[holeOf(value, at)]] : patchedUrl(value.base, value.patches, at);
    case 'array':
      return value.open ? [[holeOf(value, at)]] : joinTexts(value.elements, ',', at);
    default:
      return [[holeOf(value, at)]];
  }
}

function isFalsyScalar(value: Value): boolean {
  return value.kind === 'scalar' && (value.value === undefined || value.value === null || !value.value);
}

/** The hole for a value that is not a text. */
function holeOf(value: Value, at: Place): HolePart {
  return withCorrelations(uncorrelatedHole(value, at), value.correlations ?? []);
}

function uncorrelatedHole(value: Value, at: Place): HolePart {
  switch (value.kind) {
    case 'parameter':
      return { ...holePart(REASON.uncalled, at, value.name), parameter: value.parameter };
    case 'unknown':
      return { ...holePart(value.reason, at, value.name), ...(value.self === true ? { self: true } : {}) };
    case 'external':
      return { ...holePart(REASON.atRunTime, at, externalName(value)), external: value };
    case 'object':
    case 'layered':
      return { ...holePart(REASON.notFollowed, at), made: value };
    default:
      return holePart(REASON.notFollowed, at);
  }
}

/** An external value as a person would write it: `process.env.API`, `axios.create()`. */
export function externalName(value: ExternalValue): string {
  const { root } = value;
  let name =
    root.kind === 'package'
      ? root.export === 'default' || root.export === '*'
        ? root.module
        : root.export
      : root.name;
  for (const step of value.steps) name += step.kind === 'member' ? `.${step.name}` : '()';
  return name;
}

/**
 * Joins alternatives of several pieces. If they combine to too many texts, only the first ones are returned, and a text
 * with a hole in place of the piece represents the others.
 */
export function concatTexts(pieces: Iterable<readonly Parts[]>): readonly Parts[] {
  let texts: Draft[] = [{ parts: [], length: 0, isFull: false, readings: undefined }];
  for (const alternatives of pieces) {
    const [only] = alternatives;
    if (alternatives.length === 1 && only !== undefined) {
      for (const text of texts) appendParts(text, only);
    } else {
      texts = combinedDrafts(texts, alternatives);
    }
    if (texts.every(({ isFull }) => isFull)) break;
  }
  return texts.map(({ parts }) => parts);
}

function combinedDrafts(texts: readonly Draft[], alternatives: readonly Parts[]): Draft[] {
  if (alternatives.some((parts) => parts.some(({ correlations }) => correlations !== undefined))) {
    const pairs = joinablePairs(texts, alternatives);
    if (pairs.length > 0 && pairs.length <= MAX_TEXTS) return pairs.map(([text, parts]) => extendedDraft(text, parts));
  }
  const drafts: Draft[] = [];
  const overflows = texts.length * alternatives.length > MAX_TEXTS;
  const limit = overflows ? MAX_TEXTS - 1 : MAX_TEXTS;
  for (const text of texts) {
    for (const alternative of alternatives) {
      if (drafts.length >= limit) break;
      drafts.push(extendedDraft(text, alternative));
    }
  }
  const [text] = texts;
  const at = alternatives.find((parts) => parts.length > 0)?.[0]?.at;
  if (overflows && text !== undefined && at !== undefined) {
    drafts.push(extendedDraft(text, [holePart(REASON.tooMany, at)]));
  }
  return drafts;
}

/**
 * Pairs of texts and pieces that can be joined: those that are not from different elements of the same collection. The
 * search ends at the limit.
 */
function joinablePairs(texts: readonly Draft[], alternatives: readonly Parts[]): (readonly [Draft, Parts])[] {
  const correlations = alternatives.map((parts) => [...new Set(textCorrelations(parts))]);
  const pairs: (readonly [Draft, Parts])[] = [];
  for (const text of texts) {
    for (const [index, parts] of alternatives.entries())
      if (text.readings?.areExclusiveWith(correlations[index] ?? []) !== true) pairs.push([text, parts]);
    if (pairs.length > MAX_TEXTS) break;
  }
  return pairs;
}

function extendedDraft(text: Draft, parts: Parts): Draft {
  const readings = text.readings && new Readings(text.readings);
  const draft: Draft = { ...text, parts: [...text.parts], readings };
  appendParts(draft, parts);
  return draft;
}

/** The texts of values joined with a separator. */
export function joinTexts(values: readonly Value[], separator: string, at: Place): readonly Parts[] {
  return concatTexts(joinedPieces(values, separator, at));
}

/** Yields the texts and separators one by one, because a list of lists can represent more than fits into memory. */
function* joinedPieces(values: readonly Value[], separator: string, at: Place): Generator<readonly Parts[]> {
  for (const [index, value] of values.entries()) {
    if (index > 0 && separator !== '') yield [[{ kind: 'text', text: separator, at }]];
    yield textsOf(value, at);
  }
}

/** Returns the value with some possible texts. `url`: the texts are URLs, with members such as `pathname`. */
export function fromTexts(texts: readonly Parts[], at: Place, url?: 'url'): Value {
  return choiceOf(
    texts.map((parts): TextValue => (url === undefined ? { kind: 'text', parts } : { kind: 'text', parts, url: true })),
    at,
  );
}

/** The plain string if no part is unknown. */
export function plainText(parts: Parts): string | undefined {
  let text = '';
  for (const part of parts) {
    if (part.kind === 'hole') return undefined;
    text += part.text;
  }
  return text;
}

/** All possible plain strings of a value; undefined if an alternative is not a known text. */
export function plainTexts(value: Value): readonly string[] | undefined {
  const texts: string[] = [];
  for (const option of optionsOf(value)) {
    const text = option.kind === 'text' ? plainText(option.parts) : undefined;
    if (text === undefined) return undefined;
    texts.push(text);
  }
  return texts;
}

const SECRET_PLACEHOLDER = '***';

/** The known text, holes shown as `${name}` and secrets as `***`. */
export function displayText(parts: Parts): string {
  return parts.map(displayPart).join('');
}

/** A part for display. */
export function displayPart(part: Part): string {
  if (part.kind === 'hole') return `\${${part.name}}`;
  return part.secret === true ? SECRET_PLACEHOLDER : part.text;
}

/** Returns a part made from several parts; it is secret if one of them is. */
export function mergedPart(text: string, at: Place, sources: Parts): Part {
  const isSecret = sources.some((part) => part.kind === 'text' && part.secret === true);
  return { kind: 'text', text, at, ...(isSecret ? { secret: true } : {}) };
}

/** Splits a text at the first position that `findCut` returns for one of its known parts. */
export function splitAt(parts: Parts, findCut: (text: string) => number): readonly [Parts, Parts] {
  const head: Part[] = [];
  for (const [index, part] of parts.entries()) {
    if (part.kind === 'text') {
      const position = findCut(part.text);
      if (position >= 0) {
        if (position > 0) head.push({ ...part, text: part.text.slice(0, position) });
        return [head, [{ ...part, text: part.text.slice(position) }, ...parts.slice(index + 1)]];
      }
    }
    head.push(part);
  }
  return [head, []];
}

/** Texts of a URL whose `pathname` or `href` was set afterwards; other members do not change the destination. */
function patchedUrl(base: Value, patches: readonly Patch[], at: Place): readonly Parts[] {
  let texts = textsOf(base, at);
  for (const patch of patches) {
    const [member = ''] = patch.path;
    if (patch.path.length !== 1 || !URL_MEMBERS.has(member)) continue;
    const assigned = textsOf(patch.value, at);
    const changed = texts.flatMap((text) => assigned.map((piece) => withUrlMember(text, patch, piece, at)));
    texts = patch.maybe ? [...texts, ...changed] : changed;
  }
  return withinLimit(texts, at);
}

/** Texts up to the limit; if there are more, the last one is unknown. */
function withinLimit(texts: readonly Parts[], at: Place): readonly Parts[] {
  return texts.length > MAX_TEXTS ? [...texts.slice(0, MAX_TEXTS - 1), [holePart(REASON.tooMany, at)]] : texts;
}

const URL_MEMBERS = new Set(['href', 'pathname', 'host', 'hostname']);

function withUrlMember(url: Parts, { path: [member], operator }: Patch, piece: Parts, at: Place): Parts {
  const [origin, path] = splitOrigin(url);
  if (member === 'href') return operator === '+=' ? [...url, ...piece] : piece;
  if (member === 'pathname')
    return operator === '+=' ? [...origin, ...path, ...piece] : [...origin, ...withLeadingSlash(piece, at)];
  return [{ kind: 'text', text: 'https://', at }, ...piece, ...path];
}

function withLeadingSlash(piece: Parts, at: Place): Parts {
  const [first] = piece;
  return first?.kind === 'text' && first.text.startsWith('/') ? piece : [{ kind: 'text', text: '/', at }, ...piece];
}

/** Joins the first parts of a text that can be pieces of a scheme (`https:` + `//`). */
export function mergeScheme(parts: Parts): Parts {
  const [first, second, ...rest] = parts;
  if (first?.kind !== 'text' || second?.kind !== 'text' || first.text.length > 7) return parts;
  return mergeScheme([{ ...second, ...mergedPart(first.text + second.text, second.at, [first, second]) }, ...rest]);
}

/** Scheme and authority of an absolute URL, and the rest. A URL that starts with a hole has no known origin. */
export function splitOrigin(url: Parts): readonly [Parts, Parts] {
  const parts = mergeScheme(url);
  const [first] = parts;
  if (first?.kind !== 'text') return [[], parts];
  const scheme = /^[a-z][a-z0-9+.-]*:\/\/|^\/\//i.exec(first.text);
  if (scheme === null) return [[], parts];
  const prefix = scheme[0].length;
  let isFirst = true;
  return splitAt(parts, (text) => {
    const from = isFirst ? prefix : 0;
    isFirst = false;
    const slash = text.slice(from).search(/[/?#]/);
    return slash < 0 ? -1 : slash + from;
  });
}
