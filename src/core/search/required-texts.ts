import { memoByText } from '../lib/collections.js';

/**
 * A pattern of bytes: for each position the characters that match there, as in `['b', 'eE', 'l']`; a string if exactly
 * one matches at each position.
 */
export type SearchText = string | readonly string[];

/** A pattern of bytes with a string for each position. */
type BytePattern = readonly string[];

/** Bytes that are compared together; shorter texts cannot be searched for. */
export const WINDOW_BYTES = 3;

/** All bytes, as the characters that have their codes. */
const ALL_BYTES = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code)).join('');

/** Characters by frequency in programs, the most frequent first; all others are rarer. */
const FREQUENT_CHARACTERS = ` etnrsioalcdpumfhgyb\n.(),'"=/w;:vkx_-{}jqz`;

/** Approximate frequency of each byte. */
const BYTE_FREQUENCIES = Array.from(ALL_BYTES, (char) => {
  const rank = FREQUENT_CHARACTERS.indexOf(char);
  return rank < 0 ? 0.003 : 0.1 * 0.93 ** rank;
});

/** Approximate frequency of a match at one position, from 0 to 1. */
const frequencyOf = memoByText((chars) => {
  let sum = 0;
  for (let index = 0; index < chars.length; index += 1) sum += BYTE_FREQUENCIES[chars.charCodeAt(index)] ?? 0;
  return Math.min(1, sum);
});

/** Words that are in most programs: each is as selective as its first character. */
const KEYWORDS = /\b(?:import|from|export|require|return|function|const|class)\b/g;

/**
 * Approximate frequency of a text. Letters are predictable from those before them, so each is less selective than
 * punctuation.
 */
function likelihoodOf(text: BytePattern): number {
  const literalText = text.map((chars) => (chars.length === 1 ? chars : NO_LETTER)).join('');
  const keywords = Array.from(
    literalText.matchAll(KEYWORDS),
    ({ 0: word, index }) => [index, index + word.length] as const,
  );
  const isInsideKeyword = (at: number): boolean => keywords.some(([start, end]) => at > start && at < end);
  return text.reduce(
    (product, chars, at) => (isInsideKeyword(at) ? product : product * (hasLetter(chars) ? 0.25 : frequencyOf(chars))),
    1,
  );
}

const hasLetter = memoByText((chars) => /[a-z]/.test(chars));

/** Placeholder for a position that several characters match. */
const NO_LETTER = ' ';

/** Maximum number of combinations of three bytes to search for one text. */
const MAX_WINDOWS = 64;

/** Offset of the least frequent three bytes in a text; undefined if it is too short, or matches too many bytes. */
export function rarestWindowOf(text: SearchText): number | undefined {
  const frequencies = Array.from(text, frequencyOf);
  let bestOffset: number | undefined;
  let leastFrequency = Infinity;
  for (let at = 0; at + WINDOW_BYTES <= text.length; at += 1) {
    let frequency = 1;
    let count = 1;
    for (let index = at; index < at + WINDOW_BYTES; index += 1) {
      frequency *= frequencies[index] ?? 0;
      count *= text[index]?.length ?? 0;
    }
    if (frequency < leastFrequency && count <= MAX_WINDOWS) [bestOffset, leastFrequency] = [at, frequency];
  }
  return bestOffset;
}

/** The matches of an expression: each equals one of `exact`, or begins with one of `prefixes`. */
interface Matches {
  readonly exact: readonly BytePattern[];
  readonly prefixes: readonly BytePattern[];
  /** Each match contains one of these; undefined if unknown. */
  readonly part: Part | undefined;
  /** Each match of `prefixes` ends with one of these, if known. */
  readonly suffixes?: readonly BytePattern[];
}

/** Texts that are all long enough to be searched for. */
interface Part {
  readonly texts: readonly BytePattern[];
  /** Approximate frequency of one of them. */
  readonly likelihood: number;
}

/** Maximum number of texts that one part of an expression may match; beyond it, parts are searched for separately. */
const MAX_TEXTS = 64;

const EMPTY_MATCH: Matches = { exact: [[]], prefixes: [], part: undefined };
const ANY_MATCH: Matches = { exact: [], prefixes: [[]], part: undefined };

/** Several literal characters, except a repeated last one. */
const LITERAL = /[\w/ -]{2,}(?![\w/ -]|[*+?{])/y;

const QUANTIFIER = /^(?:[*+?]|\{(\d+)(?:,\d*)?\})\??/;

/** Form of a source that is literal and long enough to be searched for, as most are. */
const LITERAL_SOURCE = /^[\w/ -]{3,}$/;

class UnknownSyntax extends Error {}

/**
 * Texts such that every input that an expression (its source, without flags) matches contains at least one of them;
 * none if nothing can match. Undefined if there are no such texts of three bytes or more, or the expression has an
 * unknown construct.
 */
export const requiredTexts = memoByText((source): readonly SearchText[] | undefined => {
  if (LITERAL_SOURCE.test(source)) return [source];
  try {
    return new ExpressionReader(source).read().part?.texts.map(toSearchText);
  } catch (error) {
    if (error instanceof UnknownSyntax) return undefined;
    throw error;
  }
});

function toSearchText(pattern: BytePattern): SearchText {
  return pattern.every((chars) => chars.length === 1) ? pattern.join('') : pattern;
}

/** Parses the source of an expression. Assertions are ignored: they only reduce the matches. */
class ExpressionReader {
  readonly #source: string;
  #position = 0;

  constructor(source: string) {
    this.#source = source;
  }

  read(): Matches {
    const matches = this.#alternatives();
    if (this.#position < this.#source.length) throw new UnknownSyntax();
    return matches;
  }

  #alternatives(): Matches {
    const branches = [this.#sequence()];
    while (this.#takeText('|')) branches.push(this.#sequence());
    const exact = branches.flatMap((branch) => branch.exact);
    const prefixes = branches.flatMap((branch) => branch.prefixes);
    const part = unionOf(branches.map((branch) => branch.part));
    return exact.length + prefixes.length > MAX_TEXTS ? { ...ANY_MATCH, part } : { exact, prefixes, part };
  }

  #sequence(): Matches {
    /** Possible starts of the sequence, once none of them can be extended further. */
    let head: readonly BytePattern[] | undefined;
    let exact: readonly BytePattern[] = [[]];
    let prefixes: readonly BytePattern[] = [];
    let part: Part | undefined;
    while (this.#position < this.#source.length && !'|)'.includes(this.#source.charAt(this.#position))) {
      const next = this.#quantified(this.#atom());
      part = rarer(part, next.part);
      if (prefixes.length + exact.length * (next.exact.length + next.prefixes.length) <= MAX_TEXTS) {
        prefixes = [...prefixes, ...concatenated(exact, next.prefixes)];
        exact = concatenated(exact, next.exact);
      } else {
        part = rarer(part, partOf([...prefixes, ...exact]));
        head ??= [...prefixes, ...exact];
        ({ exact, prefixes } = next);
      }
      if (exact.length > 0) continue;
      part = rarer(part, partOf(prefixes));
      head ??= prefixes;
      [exact, prefixes] = [next.suffixes ?? [[]], []];
    }
    part = rarer(part, partOf([...prefixes, ...exact]));
    return head === undefined ? { exact, prefixes, part } : { exact: [], prefixes: head, part };
  }

  #quantified(matches: Matches): Matches {
    const [quantifier = '', minimum = ''] =
      QUANTIFIER.exec(this.#source.slice(this.#position, this.#position + 20)) ?? [];
    this.#position += quantifier.length;
    const { exact, prefixes, part } = matches;
    if (quantifier === '') return matches;
    if (quantifier.startsWith('?')) return { exact: [[], ...exact], prefixes, part: undefined };
    if (!quantifier.startsWith('+') && Number(minimum) === 0) return ANY_MATCH;
    // The end of a repeated part is also directly before the part that follows.
    const suffixes = prefixes.length === 0 ? { suffixes: exact } : {};
    return { exact: [], prefixes: [...exact, ...prefixes], part, ...suffixes };
  }

  #atom(): Matches {
    if (this.#takeText('(')) return this.#group();
    if (this.#takeText('[')) return oneOf(this.#class());
    if (this.#takeText('^') || this.#takeText('$') || this.#takeText('\\b') || this.#takeText('\\B'))
      return EMPTY_MATCH;
    if (this.#takeText('.')) return oneOf(allBytesExcept('\n\r'));
    if (this.#source.charAt(this.#position) === '\\') return oneOf(this.#escapedCharacters());
    LITERAL.lastIndex = this.#position;
    const word = LITERAL.exec(this.#source)?.[0];
    if (word === undefined) return oneOf(this.#takeCharacter());
    this.#position += word.length;
    return { exact: [Array.from(word)], prefixes: [], part: undefined };
  }

  #group(): Matches {
    const [opening = ''] = /^\?(?::|<?[=!])/.exec(this.#source.slice(this.#position, this.#position + 3)) ?? [];
    if (opening === '' && this.#takeText('?')) throw new UnknownSyntax();
    this.#position += opening.length;
    const matches = this.#alternatives();
    if (!this.#takeText(')')) throw new UnknownSyntax();
    return /[=!]$/.test(opening) ? EMPTY_MATCH : matches;
  }

  /** Characters that a class matches. */
  #class(): string {
    const isNegated = this.#takeText('^');
    let chars = '';
    while (!this.#takeText(']')) {
      if (this.#position >= this.#source.length) throw new UnknownSyntax();
      const first = this.#classMember();
      const isRange = first.length === 1 && /^-[^\]]/.test(this.#source.slice(this.#position, this.#position + 2));
      if (!isRange) {
        chars += first;
        continue;
      }
      this.#position += 1;
      const last = this.#classMember();
      if (last.length !== 1) throw new UnknownSyntax();
      for (let code = first.charCodeAt(0); code <= Math.min(last.charCodeAt(0), 0xff); code += 1)
        chars += String.fromCharCode(code);
    }
    return isNegated ? allBytesExcept(chars) : chars;
  }

  #classMember(): string {
    return this.#source.charAt(this.#position) === '\\' ? this.#escapedCharacters() : this.#takeCharacter();
  }

  /** Characters that an escape matches. */
  #escapedCharacters(): string {
    this.#position += 1;
    const char = this.#takeCharacter();
    const chars = ESCAPES[char];
    if (chars !== undefined) return chars;
    const digits = char === 'x' ? 2 : char === 'u' ? 4 : 0;
    if (digits === 0 && /\w/.test(char)) throw new UnknownSyntax();
    if (digits === 0) return char;
    const code = this.#source.slice(this.#position, this.#position + digits);
    if (!/^[\da-f]+$/i.test(code) || code.length < digits) throw new UnknownSyntax();
    this.#position += digits;
    return String.fromCharCode(Number.parseInt(code, 16));
  }

  #takeCharacter(): string {
    this.#position += 1;
    return this.#source.charAt(this.#position - 1);
  }

  #takeText(text: string): boolean {
    if (!this.#source.startsWith(text, this.#position)) return false;
    this.#position += text.length;
    return true;
  }
}

function allBytesExcept(chars: string): string {
  return Array.from(ALL_BYTES)
    .filter((char) => !chars.includes(char))
    .join('');
}

function bytesMatching(expression: RegExp): string {
  return Array.from(ALL_BYTES)
    .filter((char) => expression.test(char))
    .join('');
}

const ESCAPES: Readonly<Record<string, string>> = {
  d: bytesMatching(/\d/),
  D: bytesMatching(/\D/),
  w: bytesMatching(/\w/),
  W: bytesMatching(/\W/),
  s: bytesMatching(/\s/),
  S: bytesMatching(/\S/),
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  f: '\f',
};

/** Matches of one of these characters; a character that is not a byte matches nothing. */
function oneOf(chars: string): Matches {
  if (chars.length === 1 && chars <= '\xff') return { exact: [[chars]], prefixes: [], part: undefined };
  const bytes = [...new Set(chars)].filter((char) => char <= '\xff').sort();
  return { exact: bytes.length === 0 ? [] : [[bytes.join('')]], prefixes: [], part: undefined };
}

function concatenated(starts: readonly BytePattern[], ends: readonly BytePattern[]): readonly BytePattern[] {
  return starts.flatMap((start) => ends.map((end) => [...start, ...end]));
}

/** A part that is one of these texts; undefined if one is too short. No texts mean that nothing can match. */
function partOf(texts: readonly BytePattern[]): Part | undefined {
  if (!texts.every((text) => rarestWindowOf(text) !== undefined)) return undefined;
  return { texts, likelihood: texts.reduce((sum, text) => sum + likelihoodOf(text), 0) };
}

/** The union of several sets; undefined if one is unknown. */
function unionOf(parts: readonly (Part | undefined)[]): Part | undefined {
  const knownParts = parts.filter((part) => part !== undefined);
  if (knownParts.length < parts.length) return undefined;
  return {
    texts: knownParts.flatMap(({ texts }) => texts),
    likelihood: knownParts.reduce((sum, { likelihood }) => sum + likelihood, 0),
  };
}

/** The less frequent of two sets. */
function rarer(first: Part | undefined, second: Part | undefined): Part | undefined {
  return first === undefined || (second !== undefined && second.likelihood < first.likelihood) ? second : first;
}
