import type { Place } from '../../core/model/span.js';
import { tableOf } from '../../core/lib/collections.js';
import { concatTexts, fromTexts, MAX_LENGTH, mergedPart, plainText, plainTexts, textsOf } from './text.js';
import { sliceTexts } from './text-ranges.js';
import { boundedRegex, replaceText } from './text-replace.js';
import { choiceOf } from './choice.js';
import { listOf } from './value.js';
import type { Args, Part, Parts, TextValue, Value } from './value.js';

/** Model of a string method: returns its result for a text, undefined if unknown. */
type TextMethod = (text: TextValue, args: Args, at: Place) => Value | undefined;

const unchangedText: TextMethod = ({ parts }) => ({ kind: 'text', parts });
const trimmedText =
  (ends: 'trim' | 'trimStart' | 'trimEnd'): TextMethod =>
  ({ parts }) => ({ kind: 'text', parts: trimParts(parts, ends) });
const convertedText =
  (convert: (text: string) => string): TextMethod =>
  ({ parts }) => ({
    kind: 'text',
    parts: parts.map((part) => (part.kind === 'text' ? { ...part, text: convert(part.text) } : part)),
  });
const replacedText =
  (isGlobal: boolean): TextMethod =>
  (text, args, at) =>
    replaceText(text, args(), isGlobal, at);
const slicedText =
  (method: 'slice' | 'substring' | 'substr'): TextMethod =>
  ({ parts }, args, at) =>
    fromTexts(sliceTexts(parts, method, args(), at), at);

/** Methods that do not change the meaning of a URL or path. */
const IDENTITY_METHODS = {
  toString: unchangedText,
  valueOf: unchangedText,
  normalize: unchangedText,
  toJSON: unchangedText,
  toWellFormed: unchangedText,
  trim: trimmedText('trim'),
  trimStart: trimmedText('trimStart'),
  trimEnd: trimmedText('trimEnd'),
  toLowerCase: convertedText((text) => text.toLowerCase()),
} satisfies Record<string, TextMethod>;

/** Methods that change a text at its edges or in parts. */
const EDIT_METHODS = {
  replace: replacedText(false),
  replaceAll: replacedText(true),
  slice: slicedText('slice'),
  substring: slicedText('substring'),
  substr: slicedText('substr'),
} satisfies Record<string, TextMethod>;

/** Methods of strings, by name. */
export const TEXT_METHODS: ReadonlyMap<string, TextMethod> = tableOf<TextMethod>({
  ...IDENTITY_METHODS,
  ...EDIT_METHODS,
  toUpperCase: convertedText((text) => text.toUpperCase()),
  concat: ({ parts }, args, at) => fromTexts(concatTexts([[parts], ...args().map((arg) => textsOf(arg, at))]), at),
  repeat: repeatedText,
  split: splitText,
});

/** Names of the methods that keep the unknown part of a URL or path unchanged. */
export const TEXT_IDENTITY_METHODS: ReadonlySet<string> = new Set(Object.keys(IDENTITY_METHODS));

/** Names of the methods after which the unknown part of a text is still unknown. */
export const TEXT_EDIT_METHODS: ReadonlySet<string> = new Set(Object.keys(EDIT_METHODS));

/** A text without white space at its known ends. */
export function trimParts(written: Parts, method: 'trim' | 'trimStart' | 'trimEnd'): Parts {
  const parts: Part[] = [...written];
  if (method !== 'trimEnd') trimEdge(parts, 'shift', 'unshift', (text) => text.trimStart());
  if (method !== 'trimStart') trimEdge(parts, 'pop', 'push', (text) => text.trimEnd());
  return parts;
}

/** Trims the pieces at one end, up to the first piece that does not become empty. */
function trimEdge(
  parts: Part[],
  removeMethod: 'shift' | 'pop',
  restoreMethod: 'unshift' | 'push',
  trim: (text: string) => string,
): void {
  for (let part = parts[removeMethod](); part !== undefined; part = parts[removeMethod]()) {
    const trimmed = part.kind === 'text' ? { ...part, text: trim(part.text) } : part;
    if (trimmed.kind === 'text' && trimmed.text === '') continue;
    parts[restoreMethod](trimmed);
    return;
  }
}

/** A repeated text; unknown if its length or the count is unknown. */
function repeatedText({ parts }: TextValue, args: Args, at: Place): Value | undefined {
  const text = plainText(parts);
  const [count] = args();
  const times = count === undefined ? undefined : plainTexts(count)?.map(Number);
  if (text === undefined || times === undefined) return undefined;
  if (!times.every((number) => Number.isInteger(number) && number >= 0 && number * text.length <= MAX_LENGTH))
    return undefined;
  const texts = times.map((number) => text.repeat(number));
  return fromTexts(
    texts.map((repetition) => (repetition === '' ? [] : [mergedPart(repetition, at, parts)])),
    at,
  );
}

function splitText(receiver: TextValue, args: Args, at: Place): Value | undefined {
  const [separator, limitValue] = args();
  const text = plainText(receiver.parts);
  const limits = limitValue === undefined ? [undefined] : plainTexts(limitValue)?.map(Number);
  if (text === undefined || separator === undefined || limits === undefined) return undefined;
  const separators = separator.kind === 'regex' ? boundedSeparators(separator, text.length) : plainTexts(separator);
  return (
    separators &&
    choiceOf(
      separators.flatMap((separator) =>
        limits.map((limit) =>
          listOf(
            splitAtMost(text, separator, limit).map((piece = ''): TextValue => ({
              kind: 'text',
              parts: piece === '' ? [] : [mergedPart(piece, at, receiver.parts)],
            })),
            false,
          ),
        ),
      ),
      at,
    )
  );
}

/** Splits a text at a separator; an unmatched group of the separator leaves an undefined element. */
function splitAtMost(
  text: string,
  separator: string | RegExp,
  limit: number | undefined,
): readonly (string | undefined)[] {
  return text.split(separator, limit);
}

function boundedSeparators(
  separator: Extract<Value, { kind: 'regex' }>,
  length: number,
): readonly RegExp[] | undefined {
  const regex = boundedRegex(separator, length);
  return regex && [regex];
}
