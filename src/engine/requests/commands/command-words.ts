import type { CallFact } from '../../../model/facts.js';
import type { Place } from '../../../model/span.js';
import { oneOf } from '../../evaluate/arguments.js';
import type { Env } from '../../evaluate/evaluator.js';
import { placeIn } from '../../evaluate/program.js';
import { plainText, textsOf } from '../../values/text.js';
import { optionsOf } from '../../values/value.js';
import type { Part, Parts, Value } from '../../values/value.js';

/** One word of a command; `many`: it may represent any number of words. */
export interface CommandWord {
  readonly value: Value;
  readonly at: Place;
  readonly many?: true;
}

/** Maximum number of alternative word lists for one command. */
const MAX_LINES = 8;

/** The words of a command, one list for each alternative. */
export function commandLines(env: Env, call: CallFact): readonly (readonly CommandWord[])[] {
  let lines: readonly (readonly CommandWord[])[] = [[]];
  for (const arg of call.args) {
    const at = placeIn(env.context, arg.at);
    const value = env.value(arg);
    const words = arg.kind === 'spread' ? optionsOf(value).map((option) => spreadWords(option, at)) : [[{ value, at }]];
    const ways = words.flatMap(eachWay);
    const next = lines.flatMap((line) => ways.map((way) => [...line, ...way]));
    lines = next.length <= MAX_LINES ? next : lines.map((line) => [...line, { value, at, many: true as const }]);
  }
  return lines;
}

/** Words chosen by branches: on each branch an option, or nothing. */
function eachWay(words: readonly CommandWord[]): readonly (readonly CommandWord[])[] {
  let ways: readonly (readonly CommandWord[])[] = [[]];
  for (const word of words) {
    const alike = alternatives(word);
    const next = ways.flatMap((way) => alike.map((one) => (one === undefined ? way : [...way, one])));
    ways = next.length <= MAX_LINES ? next : ways.map((way) => [...way, { ...word, many: true as const }]);
  }
  return ways;
}

function alternatives(word: CommandWord): readonly (CommandWord | undefined)[] {
  const { value } = word;
  if (value.kind === 'scalar') return [undefined];
  if (value.kind !== 'choice') return [word];
  const isMixed = value.options.some(
    (option) => option.kind === 'scalar' || (option.kind === 'text' && isOption(option.parts)),
  );
  if (!isMixed) return [word];
  const ways = new Map<string, CommandWord | undefined>();
  for (const [index, option] of value.options.entries()) {
    const plain = option.kind === 'text' ? plainText(option.parts) : undefined;
    ways.set(
      option.kind === 'scalar' ? '' : (plain ?? String(index)),
      option.kind === 'scalar' ? undefined : { ...word, value: option },
    );
  }
  return [...ways.values()];
}

function isOption([first]: Parts): boolean {
  return first?.kind === 'text' && first.text.startsWith('-');
}

function spreadWords(value: Value, at: Place): readonly CommandWord[] {
  if (value.kind === 'array') {
    const words = value.elements.map((element) => ({ value: element, at }));
    const rest: CommandWord = {
      value: { kind: 'unknown', reason: 'a value known only at run time', name: '…', at },
      at,
      many: true,
    };
    return value.loose === true
      ? words.map((word) => ({ ...word, many: true as const }))
      : value.open
        ? [...words, rest]
        : words;
  }
  if (value.kind === 'scalar') return [];
  if (value.kind === 'parameter' && value.parameter.rest) return [{ value: oneOf(value, 0), at, many: true }];
  if (value.kind !== 'text') return [{ value, at, many: true }];
  return splitWords(value.parts).map((parts) => {
    const isHole = parts.every(({ kind }) => kind === 'hole');
    return { value: { kind: 'text', parts }, at, ...(isHole ? { many: true as const } : {}) };
  });
}

/** Splits a text into words at its known blanks. */
export function splitWords(parts: Parts): readonly Parts[] {
  const words: Part[][] = [];
  let isOpen = false;
  for (const part of parts) {
    const pieces = part.kind === 'text' ? part.text.split(/\s+/) : [''];
    for (const [index, piece] of pieces.entries()) {
      if (index > 0) isOpen = false;
      if (part.kind === 'text' && piece === '') continue;
      const next = part.kind === 'text' ? { ...part, text: piece } : part;
      if (isOpen) words.at(-1)?.push(next);
      else words.push([next]);
      isOpen = true;
    }
  }
  return words;
}

/** The only possible text of a word; undefined if there are several. */
export function onlyText({ value, at }: CommandWord): Parts | undefined {
  const [parts, ...others] = value.kind === 'text' || value.kind === 'choice' ? textsOf(value, at) : [];
  return others.length === 0 ? parts : undefined;
}

/** Returns a text without its first `length` characters. */
export function behind(parts: Parts, length: number): Parts {
  const [first, ...rest] = parts;
  if (first?.kind !== 'text') return parts;
  const text = first.text.slice(length);
  return text === '' ? rest : [{ ...first, text }, ...rest];
}
