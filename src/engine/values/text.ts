import type { Place } from '../../core/model/span.js';
import { REASON } from './reasons.js';
import { Readings } from './correlation.js';
import { textCorrelations } from './correlate.js';
import { choiceOf, withCorrelations } from './choice.js';
import { holePart, optionsOf } from './value.js';
import type { ExternalValue, HolePart, Part, Parts, Patch, TextValue, Value } from './value.js';

/** Maximum number of texts that the pieces of one expression combine to. */
export const MAX_TEXTS = 64;

/** Maximum number of pieces, and of known characters, of one text; the rest is one hole. No URL is nearly as long. */
const MAX_PARTS = 2000;
export const MAX_LENGTH = 100_000;

export function textValue(text: string, at: Place): TextValue {
  if (text.length > MAX_LENGTH)
    return { kind: 'text', parts: [{ kind: 'text', text: text.slice(0, MAX_LENGTH), at }, cutHole(at)] };
  return { kind: 'text', parts: text === '' ? [] : [{ kind: 'text', text, at }] };
}

/** Returns the hole for the rest of a text that is too long to be followed. */
function cutHole(at: Place): HolePart {
  return holePart(REASON.limit, at);
}

/** A text under construction; beyond the limits nothing is added. */
interface Draft {
  readonly parts: Part[];
  length: number;
  full: boolean;
  /** Readings that the parts come from; undefined while none is correlated. */
  readings: Readings | undefined;
}

function append(draft: Draft, parts: Parts): void {
  for (const part of parts) {
    if (draft.full) return;
    if (isEmptyPiece(part)) {
      const last = draft.parts.at(-1);
      if (last?.kind === 'text') draft.parts[draft.parts.length - 1] = { ...last, emptied: true };
      continue;
    }
    draft.length += part.kind === 'text' ? part.text.length : 0;
    draft.full = draft.parts.length >= MAX_PARTS || draft.length > MAX_LENGTH;
    draft.parts.push(draft.full ? cutHole(part.at) : part);
    if (!draft.full && part.correlations !== undefined) (draft.readings ??= new Readings()).add(part.correlations);
  }
}

function isEmptyPiece(part: Part): boolean {
  return part.kind === 'text' && part.text === '' && part.emptied === true;
}

/** The texts of an interpolated value; an empty text is marked. */
export function insertedTexts(texts: readonly Parts[], at: Place): readonly Parts[] {
  return texts.map((parts) => (parts.length > 0 ? parts : [{ kind: 'text', text: '', at, emptied: true }]));
}

/** All possible texts of a value, as in a template or `String(value)`; at least one. */
export function textsOf(value: Value, at: Place): readonly Parts[] {
  switch (value.kind) {
    case 'text':
      return [value.parts];
    case 'choice': {
      const texts = value.options.filter((option) => !isNothing(option)).flatMap((option) => textsOf(option, at));
      return texts.length === 0 ? [[]] : withinLimit(texts, at);
    }
    case 'scalar':
      return [[withCorrelations({ kind: 'text', text: String(value.value), at }, value.correlations ?? [])]];
    case 'layered':
      return isNothing(value.base) ? [[hole(value, at)]] : patchedUrl(value.base, value.patches, at);
    case 'array':
      return value.open ? [[hole(value, at)]] : joinTexts(value.elements, ',', at);
    default:
      return [[hole(value, at)]];
  }
}

function isNothing(value: Value): boolean {
  return value.kind === 'scalar' && (value.value === undefined || value.value === null || !value.value);
}

/** The hole for a value that is not a text. */
function hole(value: Value, at: Place): HolePart {
  return withCorrelations(bareHole(value, at), value.correlations ?? []);
}

function bareHole(value: Value, at: Place): HolePart {
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
 * Joins alternatives of several pieces. If they combine to too many texts, the first ones are kept, and a text in which
 * the piece is unknown represents the others.
 */
export function concatTexts(pieces: Iterable<readonly Parts[]>): readonly Parts[] {
  let texts: Draft[] = [{ parts: [], length: 0, full: false, readings: undefined }];
  for (const alternatives of pieces) {
    const [only] = alternatives;
    if (alternatives.length === 1 && only !== undefined) {
      for (const text of texts) append(text, only);
    } else {
      texts = combined(texts, alternatives);
    }
    if (texts.every(({ full }) => full)) break;
  }
  return texts.map(({ parts }) => parts);
}

function combined(texts: readonly Draft[], alternatives: readonly Parts[]): Draft[] {
  if (alternatives.some((parts) => parts.some(({ correlations }) => correlations !== undefined))) {
    const pairs = joinablePairs(texts, alternatives);
    if (pairs.length > 0 && pairs.length <= MAX_TEXTS) return pairs.map(([text, parts]) => extendedDraft(text, parts));
  }
  const grown: Draft[] = [];
  const overflows = texts.length * alternatives.length > MAX_TEXTS;
  const room = overflows ? MAX_TEXTS - 1 : MAX_TEXTS;
  for (const text of texts) {
    for (const alternative of alternatives) {
      if (grown.length >= room) break;
      grown.push(extendedDraft(text, alternative));
    }
  }
  const [text] = texts;
  const at = alternatives.find((parts) => parts.length > 0)?.[0]?.at;
  if (overflows && text !== undefined && at !== undefined) {
    grown.push(extendedDraft(text, [holePart(REASON.tooMany, at)]));
  }
  return grown;
}

/**
 * Pairs of texts and pieces that can be joined: pieces from another element of the same collection cannot. The search
 * ends at the limit.
 */
function joinablePairs(texts: readonly Draft[], alternatives: readonly Parts[]): (readonly [Draft, Parts])[] {
  const correlations = alternatives.map((parts) => [...new Set(textCorrelations(parts))]);
  const pairs: (readonly [Draft, Parts])[] = [];
  for (const text of texts) {
    for (const [index, parts] of alternatives.entries())
      if (text.readings?.areApartFrom(correlations[index] ?? []) !== true) pairs.push([text, parts]);
    if (pairs.length > MAX_TEXTS) break;
  }
  return pairs;
}

function extendedDraft(text: Draft, parts: Parts): Draft {
  const readings = text.readings && new Readings(text.readings);
  const draft: Draft = { ...text, parts: [...text.parts], readings };
  append(draft, parts);
  return draft;
}

/** The texts of values joined with a separator. */
export function joinTexts(values: readonly Value[], separator: string, at: Place): readonly Parts[] {
  return concatTexts(joinedPieces(values, separator, at));
}

/** Joins pieces lazily: a list of lists can represent more than fits into memory. */
function* joinedPieces(values: readonly Value[], separator: string, at: Place): Generator<readonly Parts[]> {
  for (const [index, value] of values.entries()) {
    if (index > 0 && separator !== '') yield [[{ kind: 'text', text: separator, at }]];
    yield textsOf(value, at);
  }
}

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

/** Every possible plain string of a value; undefined if one alternative is unknown. */
export function plainTexts(value: Value): readonly string[] | undefined {
  const texts: string[] = [];
  for (const option of optionsOf(value)) {
    const text = option.kind === 'text' ? plainText(option.parts) : undefined;
    if (text === undefined) return undefined;
    texts.push(text);
  }
  return texts;
}

/** Placeholder for a secret. */
const HIDDEN = '***';

/** The known text, holes shown as `${name}` and secrets as `***`. */
export function displayText(parts: Parts): string {
  return parts.map(displayPart).join('');
}

/** One piece for display. */
export function displayPart(part: Part): string {
  if (part.kind === 'hole') return `\${${part.name}}`;
  return part.secret === true ? HIDDEN : part.text;
}

/** Merges several pieces into one text: if one of them is secret, so is the whole. */
export function mergedPart(text: string, at: Place, from: Parts): Part {
  const isSecret = from.some((part) => part.kind === 'text' && part.secret === true);
  return { kind: 'text', text, at, ...(isSecret ? { secret: true } : {}) };
}

/** Cuts a text at the first match of a test on its known characters. */
export function splitAt(parts: Parts, cut: (text: string) => number): readonly [Parts, Parts] {
  const head: Part[] = [];
  for (const [index, part] of parts.entries()) {
    if (part.kind === 'text') {
      const position = cut(part.text);
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
    const set = textsOf(patch.value, at);
    const changed = texts.flatMap((text) => set.map((piece) => withMember(text, patch, piece, at)));
    texts = patch.maybe ? [...texts, ...changed] : changed;
  }
  return withinLimit(texts, at);
}

/** Texts up to the limit; if there are more, the last one is unknown. */
function withinLimit(texts: readonly Parts[], at: Place): readonly Parts[] {
  return texts.length > MAX_TEXTS ? [...texts.slice(0, MAX_TEXTS - 1), [holePart(REASON.tooMany, at)]] : texts;
}

const URL_MEMBERS = new Set(['href', 'pathname', 'host', 'hostname']);

function withMember(url: Parts, { path: [member], operator }: Patch, piece: Parts, at: Place): Parts {
  const [origin, path] = splitOrigin(url);
  if (member === 'href') return operator === '+=' ? [...url, ...piece] : piece;
  if (member === 'pathname')
    return operator === '+=' ? [...origin, ...path, ...piece] : [...origin, ...rooted(piece, at)];
  return [{ kind: 'text', text: 'https://', at }, ...piece, ...path];
}

function rooted(piece: Parts, at: Place): Parts {
  const [first] = piece;
  return first?.kind === 'text' && first.text.startsWith('/') ? piece : [{ kind: 'text', text: '/', at }, ...piece];
}

/** Joins the first pieces of text as far as a scheme can reach (`https:` + `//`), so that it can be read. */
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
  let firstSeen = true;
  return splitAt(parts, (text) => {
    const from = firstSeen ? prefix : 0;
    firstSeen = false;
    const slash = text.slice(from).search(/[/?#]/);
    return slash < 0 ? -1 : slash + from;
  });
}
