import type { CallFact } from '../../../core/model/facts.js';
import type { Place } from '../../../core/model/span.js';
import { restElement } from '../../evaluate/arguments.js';
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
    const alternatives = words.flatMap(combinations);
    const longerLines = lines.flatMap((line) => alternatives.map((way) => [...line, ...way]));
    lines =
      longerLines.length <= MAX_LINES
        ? longerLines
        : lines.map((line) => [...line, { value, at, many: true as const }]);
  }
  return lines;
}

/** Alternative lists of words, where branches choose between an option and nothing. */
function combinations(words: readonly CommandWord[]): readonly (readonly CommandWord[])[] {
  let lines: readonly (readonly CommandWord[])[] = [[]];
  for (const word of words) {
    const options = optionsOfWord(word);
    const longerLines = lines.flatMap((way) =>
      options.map((choice) => (choice === undefined ? way : [...way, choice])),
    );
    lines =
      longerLines.length <= MAX_LINES ? longerLines : lines.map((way) => [...way, { ...word, many: true as const }]);
  }
  return lines;
}

function optionsOfWord(word: CommandWord): readonly (CommandWord | undefined)[] {
  const { value } = word;
  if (value.kind === 'scalar') return [undefined];
  if (value.kind !== 'choice') return [word];
  const mayBeOption = value.options.some(
    (option) => option.kind === 'scalar' || (option.kind === 'text' && isOption(option.parts)),
  );
  if (!mayBeOption) return [word];
  const words = new Map<string, CommandWord | undefined>();
  for (const [index, option] of value.options.entries()) {
    const text = option.kind === 'text' ? plainText(option.parts) : undefined;
    words.set(
      option.kind === 'scalar' ? '' : (text ?? String(index)),
      option.kind === 'scalar' ? undefined : { ...word, value: option },
    );
  }
  return [...words.values()];
}

function isOption([first]: Parts): boolean {
  return first?.kind === 'text' && first.text.startsWith('-');
}

function spreadWords(value: Value, at: Place): readonly CommandWord[] {
  if (value.kind === 'array') {
    const words = value.elements.map((element) => ({ value: element, at }));
    const otherWords: CommandWord = {
      value: { kind: 'unknown', reason: 'a value known only at run time', name: '…', at },
      at,
      many: true,
    };
    return value.loose === true
      ? words.map((word) => ({ ...word, many: true as const }))
      : value.open
        ? [...words, otherWords]
        : words;
  }
  if (value.kind === 'scalar') return [];
  if (value.kind === 'parameter' && value.parameter.rest) return [{ value: restElement(value, 0), at, many: true }];
  if (value.kind !== 'text') return [{ value, at, many: true }];
  return splitWords(value.parts).map((parts) => {
    const isUnknown = parts.every(({ kind }) => kind === 'hole');
    return { value: { kind: 'text', parts }, at, ...(isUnknown ? { many: true as const } : {}) };
  });
}

/** Splits a text into words at its known white space. */
export function splitWords(parts: Parts): readonly Parts[] {
  const words: Part[][] = [];
  let isInWord = false;
  for (const part of parts) {
    const pieces = part.kind === 'text' ? part.text.split(/\s+/) : [''];
    for (const [index, piece] of pieces.entries()) {
      if (index > 0) isInWord = false;
      if (part.kind === 'text' && piece === '') continue;
      const wordPart = part.kind === 'text' ? { ...part, text: piece } : part;
      if (isInWord) words.at(-1)?.push(wordPart);
      else words.push([wordPart]);
      isInWord = true;
    }
  }
  return words;
}

/** The only possible text of a word; undefined if there are several. */
export function singleText({ value, at }: CommandWord): Parts | undefined {
  const [parts, ...extra] = value.kind === 'text' || value.kind === 'choice' ? textsOf(value, at) : [];
  return extra.length === 0 ? parts : undefined;
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
  let hasEndedOptions = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (word === undefined) break;
    const text = singleText(word);
    const [first] = text ?? [];
    const prefix = first?.kind === 'text' ? first.text : '';
    if (word.many === true) parsed.push({ kind: 'open', word });
    else if (prefix === '--' && text?.length === 1) hasEndedOptions = true;
    else if (hasEndedOptions || !prefix.startsWith('-') || text === undefined || (prefix === '-' && text.length === 1))
      parsed.push({ kind: 'word', word });
    else if (readOption({ text, prefix, word, next: words[at + 1] }, grammar, parsed)) at++;
  }
  return parsed;
}

interface OptionWord {
  readonly text: Parts;
  readonly prefix: string;
  readonly word: CommandWord;
  readonly next: CommandWord | undefined;
}

/** Reads a word with options; returns whether the next word is the value of the last option. */
function readOption(option: OptionWord, grammar: CommandGrammar, parsed: ParsedWord[]): boolean {
  const { text, prefix, word } = option;
  if (prefix.startsWith('--')) {
    const equals = prefix.indexOf('=');
    const name = equals < 0 ? prefix : prefix.slice(0, equals);
    const attachedValue = equals < 0 ? undefined : withoutStart(text, equals + 1);
    return readNamedOption(option, { name, attachedValue }, grammar, parsed);
  }
  for (let letter = 1; letter < prefix.length; letter++) {
    const name = `-${prefix.charAt(letter)}`;
    const flag = grammar.flags?.[name];
    if (flag !== undefined) parsed.push({ kind: 'flag', says: flag });
    if (!Object.hasOwn(grammar.valued, name)) continue;
    const attachedParts = withoutStart(text, letter + 1);
    return readNamedOption(
      option,
      { name, attachedValue: attachedParts.length === 0 ? undefined : attachedParts },
      grammar,
      parsed,
    );
  }
  // Unknown options follow: `-s$MORE`.
  if (text.length > 1) parsed.push({ kind: 'open', word });
  return false;
}

function readNamedOption(
  { word, next }: OptionWord,
  { name, attachedValue }: { readonly name: string; readonly attachedValue: Parts | undefined },
  { valued, flags }: CommandGrammar,
  parsed: ParsedWord[],
): boolean {
  const flag = flags !== undefined && Object.hasOwn(flags, name) ? flags[name] : undefined;
  if (flag !== undefined) parsed.push({ kind: 'flag', says: flag });
  const meaning = Object.hasOwn(valued, name) ? valued[name] : undefined;
  if (meaning === undefined) return false;
  if (attachedValue !== undefined) {
    parsed.push({ kind: 'value', says: meaning, word: { value: { kind: 'text', parts: attachedValue }, at: word.at } });
    return false;
  }
  if (next === undefined) return false;
  const isUnknown = next.many === true;
  parsed.push({ kind: 'value', says: meaning, word: isUnknown ? { value: atRunTime(next.at), at: next.at } : next });
  if (isUnknown) parsed.push({ kind: 'open', word: next });
  return true;
}
