import { fillsAffixed } from '../../model/endpoint.js';
import { displayText, plainText } from '../values/text.js';
import type { Part, Parts, TextPart } from '../values/value.js';
import type { UrlSegment } from './url-segments.js';

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
