import type { CallFact } from '../../../core/model/facts.js';
import type { Place } from '../../../core/model/span.js';
import { oneOf } from '../../evaluate/arguments.js';
import type { Env } from '../../evaluate/evaluator.js';
import { placeIn } from '../../evaluate/program.js';
import { plainText, textsOf } from '../../values/text.js';
import { optionsOf, atRunTime } from '../../values/value.js';
import type { Part, Parts, Value } from '../../values/value.js';
import type { CommandFlag, CommandGrammar, CommandValue } from '../../../core/model/client-model.js';

/** One word of a command. `many`: it may represent any number of words. */
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
    const ways = words.flatMap(combinations);
    const next = lines.flatMap((line) => ways.map((way) => [...line, ...way]));
    lines = next.length <= MAX_LINES ? next : lines.map((line) => [...line, { value, at, many: true as const }]);
  }
  return lines;
}

/** Alternatives of words chosen by branches: on each branch an option, or nothing. */
function combinations(words: readonly CommandWord[]): readonly (readonly CommandWord[])[] {
  let ways: readonly (readonly CommandWord[])[] = [[]];
  for (const word of words) {
    const choices = alternatives(word);
    const next = ways.flatMap((way) => choices.map((choice) => (choice === undefined ? way : [...way, choice])));
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
export function withoutStart(parts: Parts, length: number): Parts {
  const [first, ...rest] = parts;
  if (first?.kind !== 'text') return parts;
  const text = first.text.slice(length);
  return text === '' ? rest : [{ ...first, text }, ...rest];
}

/** One parsed part of a command. */
export type ParsedWord =
  | { readonly kind: 'value'; readonly says: CommandValue; readonly word: CommandWord }
  | { readonly kind: 'flag'; readonly says: CommandFlag }
  /** A word that is not an option. */
  | { readonly kind: 'word'; readonly word: CommandWord }
  /** Words that can be any options. */
  | { readonly kind: 'open'; readonly word: CommandWord };

/** Parses the words of a command, in order. */
export function parseCommandWords(words: readonly CommandWord[], grammar: CommandGrammar): readonly ParsedWord[] {
  const parsed: ParsedWord[] = [];
  let isOver = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (word === undefined) break;
    const text = onlyText(word);
    const [first] = text ?? [];
    const start = first?.kind === 'text' ? first.text : '';
    if (word.many === true) parsed.push({ kind: 'open', word });
    else if (start === '--' && text?.length === 1) isOver = true;
    else if (isOver || !start.startsWith('-') || text === undefined || (start === '-' && text.length === 1))
      parsed.push({ kind: 'word', word });
    else if (readOption({ text, start, word, next: words[at + 1] }, grammar, parsed)) at++;
  }
  return parsed;
}

interface Option {
  readonly text: Parts;
  readonly start: string;
  readonly word: CommandWord;
  readonly next: CommandWord | undefined;
}

/** Reads one word of options; returns whether the next word is the value of the last of them. */
function readOption(option: Option, grammar: CommandGrammar, parsed: ParsedWord[]): boolean {
  const { text, start, word } = option;
  if (start.startsWith('--')) {
    const equals = start.indexOf('=');
    const name = equals < 0 ? start : start.slice(0, equals);
    const attached = equals < 0 ? undefined : withoutStart(text, equals + 1);
    return readNamed(option, { name, attached }, grammar, parsed);
  }
  for (let letter = 1; letter < start.length; letter++) {
    const name = `-${start.charAt(letter)}`;
    const flag = grammar.flags?.[name];
    if (flag !== undefined) parsed.push({ kind: 'flag', says: flag });
    if (!Object.hasOwn(grammar.valued, name)) continue;
    const rest = withoutStart(text, letter + 1);
    return readNamed(option, { name, attached: rest.length === 0 ? undefined : rest }, grammar, parsed);
  }
  // `-s$MORE`
  if (text.length > 1) parsed.push({ kind: 'open', word });
  return false;
}

function readNamed(
  { word, next }: Option,
  { name, attached }: { readonly name: string; readonly attached: Parts | undefined },
  { valued, flags }: CommandGrammar,
  parsed: ParsedWord[],
): boolean {
  const flag = flags !== undefined && Object.hasOwn(flags, name) ? flags[name] : undefined;
  if (flag !== undefined) parsed.push({ kind: 'flag', says: flag });
  const says = Object.hasOwn(valued, name) ? valued[name] : undefined;
  if (says === undefined) return false;
  if (attached !== undefined) {
    parsed.push({ kind: 'value', says, word: { value: { kind: 'text', parts: attached }, at: word.at } });
    return false;
  }
  if (next === undefined) return false;
  const isOpen = next.many === true;
  parsed.push({ kind: 'value', says, word: isOpen ? { value: atRunTime(next.at), at: next.at } : next });
  if (isOpen) parsed.push({ kind: 'open', word: next });
  return true;
}
