import { plainText, displayText, mergeScheme } from '../values/text.js';
import type { HolePart, Part, Parts, TextPart } from '../values/value.js';
import { splitBaseUrl } from '../../core/api/base-url.js';
import type { BaseUrl } from '../../core/model/deprecation.js';
import { fillsAffixed } from '../../core/model/endpoint.js';

/** Result of comparing a URL's origin with a host. */
interface UrlAuthority {
  /** Whether the host is that of the base URL. */
  readonly isApi: boolean;
  /** The first unknown part. */
  readonly hole: HolePart | undefined;
  /** Text that follows a known host without a slash between them. */
  readonly rest: Parts;
}

/** An origin, split for comparison with hosts. */
export interface UrlOrigin {
  /** Scheme, in lower case. */
  readonly scheme: string;
  /** Text after the scheme and user information, in lower case. */
  readonly authority: Parts;
}

/** Reads the origin of a URL; undefined if it cannot be that of a base URL. */
export function readOrigin({ scheme, authority }: UrlOrigin, host: HostPattern): UrlAuthority | undefined {
  if (fillsVariable(authority, host, scheme)) return { isApi: true, hole: undefined, rest: [] };
  if (!couldBeHost(authority, host, scheme)) return undefined;
  const [start, ...rest] = authority;
  const hole = authority.find((part) => part.kind === 'hole');
  const isApi = start?.kind === 'text' && isHost(host, start.text, scheme) && (hole === undefined || rest[0] === hole);
  return { isApi, hole, rest };
}

/** Splits the origin of a URL. */
export function originOf(origin: Parts): UrlOrigin {
  const [first, ...rest] = origin;
  const match = first?.kind === 'text' ? /^(?:([a-z][a-z0-9+.-]*):)?\/\//i.exec(first.text) : null;
  if (first?.kind !== 'text' || match === null) return { scheme: '', authority: origin };
  const parts = [{ ...first, text: first.text.slice(match[0].length) }, ...rest];
  const userInfoIndex = parts.findLastIndex((part) => part.kind === 'text' && part.text.includes('@'));
  const authority: Part[] = [];
  for (const [index, part] of parts.slice(Math.max(userInfoIndex, 0)).entries()) {
    const previous = authority.at(-1);
    if (part.kind === 'hole') authority.push(part);
    else {
      const text = decodedText(index === 0 ? part.text.slice(part.text.lastIndexOf('@') + 1) : part.text).toLowerCase();
      if (previous?.kind === 'text') authority[authority.length - 1] = { ...previous, text: previous.text + text };
      else if (text !== '') authority.push({ ...part, text });
    }
  }
  return { scheme: (match[1] ?? '').toLowerCase(), authority };
}

/** Whether all unknown parts of a host are at variables of its base URL: `https://${region}.clock.test`. */
function fillsVariable(authority: Parts, { head, tail }: HostPattern, scheme: string): boolean {
  if (tail === undefined || !authority.some(({ kind }) => kind === 'hole')) return false;
  const [first, last] = [authority[0], authority.at(-1)];
  const start = first?.kind === 'text' ? first.text : '';
  const end = last?.kind === 'text' ? last.text : '';
  const filled = `${start}x${end}`;
  return start.startsWith(head) && end.endsWith(tail) && isHost({ head, tail }, filled, scheme);
}

/** Spellings of a host after a scheme: the default port and the root dot make no difference. */
function hostSpellings({ head }: HostPattern, scheme: string): readonly string[] {
  const port = scheme === 'http' ? ':80' : ':443';
  if (scheme !== '' && scheme !== 'http' && scheme !== 'https') return [];
  return head.includes(':') ? [head] : [head, `${head}.`, `${head}${port}`, `${head}.${port}`];
}

/** Whether a partly known name can be a host, with any text in its holes. */
function couldBeHost(parts: Parts, host: HostPattern, scheme: string): boolean {
  const text = plainText(parts);
  if (text !== undefined) return isHost(host, text, scheme);
  if (host.tail === undefined) return hostSpellings(host, scheme).some((name) => fitsAroundHoles(parts, name));
  const [first, last] = [parts[0], parts.at(-1)];
  const start = first?.kind === 'text' ? first.text : '';
  const end = last?.kind === 'text' ? last.text : '';
  return (
    (start.startsWith(host.head) || host.head.startsWith(start)) && (end.endsWith(host.tail) || host.tail.endsWith(end))
  );
}

/** Whether a name has the texts of the parts in order, with any text in the holes. */
function fitsAroundHoles(parts: Parts, name: string): boolean {
  const [first, last] = [parts[0], parts.at(-1)];
  const head = first?.kind === 'text' ? first.text : '';
  const tail = last?.kind === 'text' ? last.text : '';
  if (!name.startsWith(head) || !name.endsWith(tail) || name.length < head.length + tail.length) return false;
  let from = head.length;
  for (const part of parts.slice(head === '' ? 0 : 1, tail === '' ? undefined : -1)) {
    if (part.kind === 'hole') continue;
    const position = name.indexOf(part.text, from);
    if (position < 0) return false;
    from = position + part.text.length;
  }
  return from <= name.length - tail.length;
}

/** Parsed base URL. A name in braces matches any text. */
export interface ParsedBase {
  readonly host: HostPattern;
  /** Segments of the version path; undefined for a variable one. */
  readonly version: readonly (string | undefined)[];
}

/** A lower-case host, with its port if that is not the default. */
interface HostPattern {
  /** The host, or its beginning up to the first variable. */
  readonly head: string;
  /** Text after the last variable: `.clock.test` of `{region}.clock.test`; undefined without a variable. */
  readonly tail: string | undefined;
}

/** Reads a base URL, whose host and path may have variables. */
export function parseBase({ url }: BaseUrl): ParsedBase {
  const { host, path } = splitBaseUrl(url);
  const defaultPort = /^http:/i.test(url) ? /:80$/ : /:443$/;
  const pattern = host.toLowerCase().replace(defaultPort, '');
  const variableStart = pattern.indexOf('{');
  return {
    host: {
      head: variableStart < 0 ? pattern : pattern.slice(0, variableStart),
      tail: variableStart < 0 ? undefined : pattern.slice(pattern.lastIndexOf('}') + 1),
    },
    version: path
      .split('/')
      .filter((segment) => segment !== '')
      .map((segment) => (/^\{.*\}$/.test(segment) ? undefined : segment)),
  };
}

/** Whether the host of a URL is that of a base URL: the default port and the root dot make no difference. */
function isHost({ head, tail }: HostPattern, text: string, scheme: string): boolean {
  if (scheme !== '' && scheme !== 'http' && scheme !== 'https') return false;
  const defaultPort = scheme === 'http' ? /:80$/ : /:443$/;
  const host = head.includes(':') ? text : text.replace(defaultPort, '').replace(/\.$/, '');
  if (tail === undefined) return host === head;
  return host.length > head.length + tail.length && host.startsWith(head) && host.endsWith(tail);
}

/** One path segment; `text` if all of it is known. */
export interface UrlSegment {
  readonly parts: Parts;
  readonly text: string | undefined;
  /** Set for an empty end of the path after an interpolation: such a path is not a spelling of the path above it. */
  readonly emptied?: true;
}

/**
 * Path segments. Empty segments at the ends are dropped, unless an interpolation there is empty. Inner empty segments
 * remain, because an empty constant causes them (`const TOWER = ''`). `isRoot`: the segments follow a host.
 */
export function segmentsOf(parts: Parts, isRoot = false): readonly UrlSegment[] {
  const segments: Part[][] = [[]];
  for (const part of parts) {
    if (part.kind === 'hole') {
      segments.at(-1)?.push(part);
      continue;
    }
    for (const [index, piece] of part.text.split('/').entries()) {
      if (index > 0) segments.push([]);
      if (piece !== '') segments.at(-1)?.push({ ...part, text: decodedText(piece) });
    }
  }
  const urlSegments = segments.map((segment): UrlSegment => ({ parts: segment, text: plainText(segment) }));
  const last = parts.at(-1);
  if (urlSegments.length > 1 && urlSegments.at(-1)?.text === '' && last?.kind === 'text' && last.emptied === true)
    urlSegments[urlSegments.length - 1] = { parts: [], text: '', emptied: true };
  return withoutEmptyEnds(withoutDots(urlSegments, isRoot));
}

/** Segments without empty ones at the ends, except an empty interpolation. */
export function withoutEmptyEnds(segments: readonly UrlSegment[]): readonly UrlSegment[] {
  const start = segments.findIndex((segment) => segment.text !== '');
  const end = segments.findLastIndex((segment) => segment.text !== '' || segment.emptied === true);
  return start < 0 ? [] : segments.slice(start, end + 1);
}

/** The known text at the start of a segment, if an unknown part follows. */
export function leadingText(segment: UrlSegment): TextPart | undefined {
  const [first, second] = segment.parts;
  return first?.kind === 'text' && second?.kind === 'hole' ? first : undefined;
}

/**
 * Segments without `.`, and without those that `..` removes. A `..` remains after a segment with unknown parts, which
 * may be several segments, and at the beginning, unless that is the root of a host.
 */
function withoutDots(segments: readonly UrlSegment[], isRoot: boolean): readonly UrlSegment[] {
  if (!segments.some(({ text }) => text === '.' || text === '..')) return segments;
  const result: UrlSegment[] = [];
  for (const segment of segments) {
    if (segment.text === '.') continue;
    // An empty segment at the start is the first slash.
    const last = result.length === 1 && result[0]?.text === '' ? undefined : result.at(-1);
    if (segment.text !== '..') result.push(segment);
    else if (last === undefined ? !isRoot : last.text === undefined || last.text === '..') result.push(segment);
    else result.pop();
  }
  return result;
}

/** The fixed parts of a segment, such as `.json` after a parameter. */
export interface Affixes {
  readonly before: string;
  readonly after: string;
}

/**
 * The text of a segment that has the longer one of these fixed parts: `.json` in `${id}.json`, `bell` in `bell:ring`;
 * undefined if the segment has other fixed parts. At the end of a path an unknown part may follow: `${id}.json${query}`.
 */
export function filledSegment(segment: UrlSegment, affixes: Affixes, isLast: boolean): TextPart | undefined {
  const { parts } = segment;
  const isOpen = isLast && parts.length > 1 && parts.at(-1)?.kind === 'hole';
  if (!hasAffixes(parts, affixes) && !(isOpen && hasAffixes(parts.slice(0, -1), affixes))) return undefined;
  const texts = parts.filter((part) => part.kind === 'text');
  const text = affixes.before.length > affixes.after.length ? texts[0] : texts.at(-1);
  return text && { ...text, text: texts.length === parts.length ? text.text : displayText(parts) };
}

function hasAffixes(parts: Parts, { before, after }: Affixes): boolean {
  const text = plainText(parts);
  if (text !== undefined) return fillsAffixed(text, { before, after });
  return startOf(parts).startsWith(before) && endOf(parts).endsWith(after);
}

/** Whether a segment could have the fixed parts, depending on its holes. */
export function mayFill({ parts }: UrlSegment, { before, after }: Affixes): boolean {
  const [start, end] = [startOf(parts), endOf(parts)];
  return (start.startsWith(before) || before.startsWith(start)) && (end.endsWith(after) || after.endsWith(end));
}

function startOf(parts: Parts): string {
  return textOf(parts[0]);
}

function endOf(parts: Parts): string {
  return textOf(parts.at(-1));
}

function textOf(part: Part | undefined): string {
  return part?.kind === 'text' ? part.text : '';
}

/** Texts that a URL parser rewrites before it reads the host. */
const UNNORMALIZED = /[\t\n\r\\]|^[\0- ]|[\0- ]$|^https?:\/?(?!\/)|^https?:\/{3}/i;

/**
 * A URL with the rewrites of a URL parser: without surrounding blanks, tabs and line ends, with slashes for backslashes
 * and two slashes after `https:`.
 */
export function normalizedUrl(written: Parts): Parts {
  const parts = mergeScheme(written);
  if (!parts.some((part) => part.kind === 'text' && UNNORMALIZED.test(part.text))) return parts;
  const last = parts.length - 1;
  const cleaned = parts.map((part, index) => {
    if (part.kind === 'hole') return part;
    let text = part.text.replace(/[\t\n\r]+/g, '');
    if (index === 0) text = text.replace(/^[\0- ]+/, '');
    if (index === last) text = text.replace(/(?<![\0- ])[\0- ]+$/, '');
    return { ...part, text };
  });
  const merged = mergeScheme(cleaned.filter(isNotEmpty));
  const [first, ...rest] = merged;
  if (first?.kind !== 'text' || !/^https?:[\\/]/i.test(first.text)) return merged;
  const start = { ...first, text: first.text.replace(/^(https?:)[\\/]+/i, '$1//') };
  return withSlashes([start, ...rest]);
}

function isNotEmpty(part: Part): boolean {
  return part.kind === 'hole' || part.text !== '';
}

/** Replaces backslashes before the query with slashes. */
function withSlashes(parts: Parts): Parts {
  let isPath = true;
  return parts.map((part) => {
    if (part.kind === 'hole' || !isPath) return part;
    const end = part.text.search(/[?#]/);
    isPath = end < 0;
    const path = isPath ? part.text : part.text.slice(0, end);
    return { ...part, text: path.replaceAll('\\', '/') + part.text.slice(path.length) };
  });
}

/** Decodes characters that mean the same with and without percent encoding (`%70` is `p`). */
function decodedText(text: string): string {
  if (!text.includes('%')) return text;
  return text.replace(/%[2-7][0-9a-f]/gi, (code) => {
    const letter = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /[\w.~-]/.test(letter) ? letter : code;
  });
}
