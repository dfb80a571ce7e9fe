import type { Place } from '../../core/model/span.js';
import { concatTexts, fromTexts, plainText, textsOf } from './text.js';
import { unknownText } from './text-ranges.js';
import { optionsOf } from './value.js';
import type { Parts, Value } from './value.js';

/** A number as the text that represents it, marked as a number. */
export function numberValue(value: number, at: Place): Value {
  return { kind: 'text', parts: [{ kind: 'text', text: String(value), at }], number: true };
}

/** Operand of a sum, with its texts. */
export interface Summand {
  readonly value: Value;
  readonly texts: readonly Parts[];
}

/** Returns a value as an operand of `sumOf`. */
export function summand(value: Value, at: Place): Summand {
  return { value, texts: textsOf(value, at) };
}

/** Evaluates `a + b + c`: operands before the first text are added as numbers; their sum is a hole if one is unknown. */
export function sumOf(summands: readonly Summand[], at: Place): Value {
  const kinds = summands.map(({ value }) => operandKind(value));
  const firstText = kinds.indexOf('text');
  const end = firstText < 0 ? kinds.length : firstText;
  const leading = summands.slice(0, end);
  if (end < 2 || !kinds.slice(0, end).includes('number'))
    return fromTexts(concatTexts(summands.map(({ texts }) => texts)), at);
  const sum = numericSum(leading);
  if (sum !== undefined && end === kinds.length) return numberValue(sum, at);
  const [head] = leading;
  const soleText = head?.texts.length === 1 ? head.texts[0] : undefined;
  const hole = soleText?.length === 1 && soleText[0]?.kind === 'hole' ? soleText[0] : unknownText(at);
  const start: Parts = [sum === undefined ? hole : { kind: 'text', text: String(sum), at }];
  return fromTexts(concatTexts([[start], ...summands.slice(end).map(({ texts }) => texts)]), at);
}

function numericSum(summands: readonly Summand[]): number | undefined {
  let sum = 0;
  for (const { value } of summands) {
    const text = value.kind === 'text' && value.number === true ? plainText(value.parts) : undefined;
    if (text === undefined) return undefined;
    sum += Number(text);
  }
  return sum;
}

function operandKind(value: Value): 'text' | 'number' | 'open' {
  const kinds = new Set(optionsOf(value).map(kindOfOption));
  const [only] = kinds;
  return kinds.size === 1 && only !== undefined ? only : 'open';
}

function kindOfOption(value: Value): 'text' | 'number' | 'open' {
  if (value.kind === 'text') return value.number === true ? 'number' : 'text';
  if (value.kind === 'scalar') return 'number';
  return value.kind === 'unknown' || value.kind === 'external' || value.kind === 'parameter' ? 'open' : 'text';
}
