import type { Place } from '../../model/span.js';
import { concatTexts, fromTexts, plainText, plainTexts, textsOf, textValue } from './text.js';
import { sliceTexts } from './text-ranges.js';
import { boundedRegex, replaceText } from './text-replace.js';
import { choiceOf, listOf } from './value.js';
import type { Args, Part, Parts, TextValue, Value } from './value.js';

/** Methods that leave what matters of a URL or path as it is. */
export const TEXT_IDENTITY = new Set([
  'toString',
  'trim',
  'trimEnd',
  'trimStart',
  'valueOf',
  'normalize',
  'toJSON',
  'toLowerCase',
  'toWellFormed',
]);

/** Result of a method of strings on a text; undefined where it is none that keeps what is known. */
export function textMethod(receiver: TextValue, method: string, args: Args, at: Place): Value | undefined {
  if (method === 'trim' || method === 'trimEnd' || method === 'trimStart')
    return { kind: 'text', parts: trimParts(receiver.parts, method) };
  if (TEXT_IDENTITY.has(method) && method !== 'toLowerCase') return { kind: 'text', parts: receiver.parts };
  switch (method) {
    case 'toLowerCase':
    case 'toUpperCase': {
      const convert = (text: string): string => (method === 'toLowerCase' ? text.toLowerCase() : text.toUpperCase());
      return {
        kind: 'text',
        parts: receiver.parts.map((part) => (part.kind === 'text' ? { ...part, text: convert(part.text) } : part)),
      };
    }
    case 'concat':
      return fromTexts(concatTexts([[receiver.parts], ...args().map((arg) => textsOf(arg, at))]), at);
    case 'replace':
    case 'replaceAll':
      return replaceText(receiver, args(), method === 'replaceAll', at);
    case 'slice':
    case 'substring':
    case 'substr':
      return fromTexts(sliceTexts(receiver.parts, method, args(), at), at);
    case 'split':
      return splitText(receiver, args(), at);
    default:
      return undefined;
  }
}

/** A text without white space at its ends, as far as they are known. */
export function trimParts(given: Parts, method: 'trim' | 'trimStart' | 'trimEnd'): Parts {
  const parts: Part[] = [...given];
  if (method !== 'trimEnd') trimEdge(parts, 'shift', 'unshift', (text) => text.trimStart());
  if (method !== 'trimStart') trimEdge(parts, 'pop', 'push', (text) => text.trimEnd());
  return parts;
}

/** Trims pieces off one end until one keeps something. */
function trimEdge(
  parts: Part[],
  take: 'shift' | 'pop',
  give: 'unshift' | 'push',
  trim: (text: string) => string,
): void {
  for (let part = parts[take](); part !== undefined; part = parts[take]()) {
    const kept = part.kind === 'text' ? { ...part, text: trim(part.text) } : part;
    if (kept.kind === 'text' && kept.text === '') continue;
    parts[give](kept);
    return;
  }
}

function splitText(receiver: TextValue, [given, most]: readonly Value[], at: Place): Value | undefined {
  const text = plainText(receiver.parts);
  const limits = most === undefined ? [undefined] : plainTexts(most)?.map(Number);
  if (text === undefined || given === undefined || limits === undefined) return undefined;
  const separators = given.kind === 'regex' ? boundedSeparators(given, text.length) : plainTexts(given);
  return (
    separators &&
    choiceOf(
      separators.flatMap((separator) =>
        limits.map((limit) =>
          listOf(
            splitAtMost(text, separator, limit).map((piece) => textValue(piece ?? '', at)),
            false,
          ),
        ),
      ),
      at,
    )
  );
}

/** A group of the separator that took no part leaves an element that is undefined. */
function splitAtMost(
  text: string,
  separator: string | RegExp,
  limit: number | undefined,
): readonly (string | undefined)[] {
  return text.split(separator, limit);
}

function boundedSeparators(given: Extract<Value, { kind: 'regex' }>, length: number): readonly RegExp[] | undefined {
  const regex = boundedRegex(given, length);
  return regex && [regex];
}
