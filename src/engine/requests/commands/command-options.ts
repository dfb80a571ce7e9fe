import type { CommandFlag, CommandGrammar, CommandValue } from '../../../model/client-model.js';
import { atRunTime } from '../../values/value.js';
import type { Parts } from '../../values/value.js';
import { behind, onlyText } from './command-words.js';
import type { CommandWord } from './command-words.js';

/** One parsed part of a command. */
export type Said =
  | { readonly kind: 'value'; readonly says: CommandValue; readonly word: CommandWord }
  | { readonly kind: 'flag'; readonly says: CommandFlag }
  /** A word that is no option. */
  | { readonly kind: 'word'; readonly word: CommandWord }
  /** Words that can be any options. */
  | { readonly kind: 'open'; readonly word: CommandWord };

/** Parses the words of a command, in order. */
export function saidBy(words: readonly CommandWord[], grammar: CommandGrammar): readonly Said[] {
  const said: Said[] = [];
  let isOver = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (word === undefined) break;
    const text = onlyText(word);
    const [first] = text ?? [];
    const start = first?.kind === 'text' ? first.text : '';
    if (word.many === true) said.push({ kind: 'open', word });
    else if (start === '--' && text?.length === 1) isOver = true;
    else if (isOver || !start.startsWith('-') || text === undefined || (start === '-' && text.length === 1))
      said.push({ kind: 'word', word });
    else if (readOption({ text, start, word, next: words[at + 1] }, grammar, said)) at++;
  }
  return said;
}

interface Option {
  readonly text: Parts;
  readonly start: string;
  readonly word: CommandWord;
  readonly next: CommandWord | undefined;
}

/** Reads one word of options; whether the next word is the value of the last of them. */
function readOption(option: Option, grammar: CommandGrammar, said: Said[]): boolean {
  const { text, start, word } = option;
  if (start.startsWith('--')) {
    const equals = start.indexOf('=');
    const name = equals < 0 ? start : start.slice(0, equals);
    const attached = equals < 0 ? undefined : behind(text, equals + 1);
    return readNamed(option, { name, attached }, grammar, said);
  }
  for (let letter = 1; letter < start.length; letter++) {
    const name = `-${start.charAt(letter)}`;
    const flag = grammar.flags?.[name];
    if (flag !== undefined) said.push({ kind: 'flag', says: flag });
    if (!Object.hasOwn(grammar.valued, name)) continue;
    const rest = behind(text, letter + 1);
    return readNamed(option, { name, attached: rest.length === 0 ? undefined : rest }, grammar, said);
  }
  // `-s$MORE`
  if (text.length > 1) said.push({ kind: 'open', word });
  return false;
}

function readNamed(
  { word, next }: Option,
  { name, attached }: { readonly name: string; readonly attached: Parts | undefined },
  { valued, flags }: CommandGrammar,
  said: Said[],
): boolean {
  const flag = flags !== undefined && Object.hasOwn(flags, name) ? flags[name] : undefined;
  if (flag !== undefined) said.push({ kind: 'flag', says: flag });
  const says = Object.hasOwn(valued, name) ? valued[name] : undefined;
  if (says === undefined) return false;
  if (attached !== undefined) {
    said.push({ kind: 'value', says, word: { value: { kind: 'text', parts: attached }, at: word.at } });
    return false;
  }
  if (next === undefined) return false;
  const isOpen = next.many === true;
  said.push({ kind: 'value', says, word: isOpen ? { value: atRunTime(next.at), at: next.at } : next });
  if (isOpen) said.push({ kind: 'open', word: next });
  return true;
}
