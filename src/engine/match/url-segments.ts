import { plainText, displayText } from '../values/text.js';
import type { Part, Parts, TextPart } from '../values/value.js';
import { decoded } from './normalized-url.js';
import { fillsAffixed } from '../../model/path-template.js';

/** One path segment; `text` if all of it is known. */
export interface UrlSegment {
  readonly parts: Parts;
  readonly text: string | undefined;
  /** The end of the path is empty after an interpolation: it is no way to write the path above it. */
  readonly emptied?: true;
}

/**
 * Path segments. Empty ones at the ends are dropped, unless an interpolation there is empty; inner ones stay, because
 * an unset constant (`const TOWER = ''`) leaves them. `isRoot`: they follow a host.
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
      if (piece !== '') segments.at(-1)?.push({ ...part, text: decoded(piece) });
    }
  }
  const all = segments.map((segment): UrlSegment => ({ parts: segment, text: plainText(segment) }));
  const last = parts.at(-1);
  if (all.length > 1 && all.at(-1)?.text === '' && last?.kind === 'text' && last.emptied === true)
    all[all.length - 1] = { parts: [], text: '', emptied: true };
  return trimmed(withoutDots(all, isRoot));
}

export function trimmed(segments: readonly UrlSegment[]): readonly UrlSegment[] {
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
 * Segments without `.`, and without those that `..` removes. A segment with unknown parts may be several: there `..`
 * stays. It also stays at the beginning, unless that is the root of a host.
 */
function withoutDots(segments: readonly UrlSegment[], isRoot: boolean): readonly UrlSegment[] {
  if (!segments.some(({ text }) => text === '.' || text === '..')) return segments;
  const kept: UrlSegment[] = [];
  for (const segment of segments) {
    if (segment.text === '.') continue;
    // An empty segment at the start is the first slash.
    const before = kept.length === 1 && kept[0]?.text === '' ? undefined : kept.at(-1);
    if (segment.text !== '..') kept.push(segment);
    else if (before === undefined ? !isRoot : before.text === undefined || before.text === '..') kept.push(segment);
    else kept.pop();
  }
  return kept;
}

/** The fixed parts of a segment, such as `.json` after a parameter. */
export interface Affixes {
  readonly before: string;
  readonly after: string;
}

/**
 * The text that fills a segment with these fixed parts, taken from the whole segment (`${id}.json`); undefined if it
 * has other ones. At the end of a path an unknown part may follow: `${id}.json${query}`.
 */
export function filledSegment(segment: UrlSegment, affixes: Affixes, isLast: boolean): TextPart | undefined {
  const { parts } = segment;
  const isOpen = isLast && parts.length > 1 && parts.at(-1)?.kind === 'hole';
  if (!isFilled(parts, affixes) && !(isOpen && isFilled(parts.slice(0, -1), affixes))) return undefined;
  const text = parts.findLast((part) => part.kind === 'text');
  return text === undefined ? undefined : { ...text, text: displayText(parts) };
}

function isFilled(parts: Parts, { before, after }: Affixes): boolean {
  const text = plainText(parts);
  if (text !== undefined) return fillsAffixed(text, { before, after });
  return startOf(parts).startsWith(before) && endOf(parts).endsWith(after);
}

/** Whether a segment could have these fixed parts, depending on its holes. */
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
