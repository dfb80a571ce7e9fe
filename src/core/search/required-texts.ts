import { rememberedText } from '../lib/collections.js';

/**
 * A pattern of bytes: for each position the characters that match there, as in `['b', 'eE', 'l']`; a string if exactly
 * one matches at each position.
 */
export type SearchText = string | readonly string[];

/** A pattern of bytes with a string for each position. */
type Places = readonly string[];

/** Bytes that are compared together; shorter texts cannot be searched for. */
export const WINDOW = 3;

/** All bytes, as the characters that have their codes. */
const BYTES = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code)).join('');

/** Characters by frequency in programs, the most frequent first; others are rarer. */
const FREQUENT = ` etnrsioalcdpumfhgyb\n.(),'"=/w;:vkx_-{}jqz`;

/** Approximate frequency of each byte. */
const FREQUENCIES = Array.from(BYTES, (char) => {
  const rank = FREQUENT.indexOf(char);
  return rank < 0 ? 0.003 : 0.1 * 0.93 ** rank;
});

/** Approximate frequency of a match at one position, from 0 to 1. */
const frequencyOf = rememberedText((fitting) => {
  let sum = 0;
  for (let index = 0; index < fitting.length; index += 1) sum += FREQUENCIES[fitting.charCodeAt(index)] ?? 0;
  return Math.min(1, sum);
});

/** Words that are in most programs: each is no more selective than its first character. */
const KEYWORDS = /\b(?:import|from|export|require|return|function|const|class)\b/g;

/**
 * Approximate frequency of a text. Letters are predictable from those before them, so each is less selective than
 * punctuation.
 */
function likelihoodOf(text: Places): number {
  const spelled = text.map((fitting) => (fitting.length === 1 ? fitting : NO_LETTER)).join('');
  const words = Array.from(spelled.matchAll(KEYWORDS), ({ 0: word, index }) => [index, index + word.length] as const);
  const isInside = (at: number): boolean => words.some(([start, end]) => at > start && at < end);
  return text.reduce(
    (product, fitting, at) => (isInside(at) ? product : product * (hasLetter(fitting) ? 0.25 : frequencyOf(fitting))),
    1,
  );
}

const hasLetter = rememberedText((fitting) => /[a-z]/.test(fitting));

/** Replaces a position that several characters match. */
const NO_LETTER = ' ';

/** Maximum number of combinations of three bytes to search for one text. */
const MAX_WINDOWS = 64;

/** Offset of the least frequent three bytes in a text; undefined if it is too short, or matches too many bytes. */
export function windowOf(text: SearchText): number | undefined {
  const often = Array.from(text, frequencyOf);
  let best: number | undefined;
  let least = Infinity;
  for (let at = 0; at + WINDOW <= text.length; at += 1) {
    let frequency = 1;
    let count = 1;
    for (let index = at; index < at + WINDOW; index += 1) {
      frequency *= often[index] ?? 0;
      count *= text[index]?.length ?? 0;
    }
    if (frequency < least && count <= MAX_WINDOWS) [best, least] = [at, frequency];
  }
  return best;
}

/** The matches of an expression: each equals one of `exact`, or begins with one of `prefixes`. */
interface Found {
  readonly exact: readonly Places[];
  readonly prefixes: readonly Places[];
  /** Each match contains one of these; undefined if unknown. */
  readonly part: Part | undefined;
  /** Each match of `prefixes` ends with one of these, if known. */
  readonly suffixes?: readonly Places[];
}

/** Texts that are all long enough to be searched for. */
interface Part {
  readonly texts: readonly Places[];
  /** Approximate frequency of one of them. */
  readonly likelihood: number;
}

/** Maximum number of texts that one part of an expression may match; beyond it, parts are searched for separately. */
const MAX_TEXTS = 64;

const NOTHING: Found = { exact: [[]], prefixes: [], part: undefined };
const ANYTHING: Found = { exact: [], prefixes: [[]], part: undefined };

/** Several literal characters, except a repeated last one. */
const WORD = /[\w/ -]{2,}(?![\w/ -]|[*+?{])/y;

const QUANTIFIER = /^(?:[*+?]|\{(\d+)(?:,\d*)?\})\??/;

/** Source that is literal and long enough to be searched for, as most are. */
const PLAIN = /^[\w/ -]{3,}$/;

class UnknownSyntax extends Error {}

/**
 * Texts such that every input that an expression (its source, without flags) matches contains at least one of them;
 * none if nothing can match. Undefined if there are no such texts of three bytes or more, or the expression has an
 * unknown construct.
 */
export const requiredTexts = rememberedText((source): readonly SearchText[] | undefined => {
  if (PLAIN.test(source)) return [source];
  try {
    return new Reader(source).read().part?.texts.map(shortest);
  } catch (error) {
    if (error instanceof UnknownSyntax) return undefined;
    throw error;
  }
});

function shortest(places: Places): SearchText {
  return places.every((fitting) => fitting.length === 1) ? places.join('') : places;
}

/** Parses the source of an expression. Assertions are ignored: they only reduce the matches. */
class Reader {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  read(): Found {
    const found = this.#alternatives();
    if (this.#at < this.#source.length) throw new UnknownSyntax();
    return found;
  }

  #alternatives(): Found {
    const all = [this.#sequence()];
    while (this.#take('|')) all.push(this.#sequence());
    const exact = all.flatMap((found) => found.exact);
    const prefixes = all.flatMap((found) => found.prefixes);
    const part = union(all.map((found) => found.part));
    return exact.length + prefixes.length > MAX_TEXTS ? { ...ANYTHING, part } : { exact, prefixes, part };
  }

  #sequence(): Found {
    /** Possible starts of the sequence, once none of them can be extended further. */
    let head: readonly Places[] | undefined;
    let exact: readonly Places[] = [[]];
    let prefixes: readonly Places[] = [];
    let part: Part | undefined;
    while (this.#at < this.#source.length && !'|)'.includes(this.#source.charAt(this.#at))) {
      const next = this.#repeated(this.#term());
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

  #repeated(found: Found): Found {
    const [written = '', least = ''] = QUANTIFIER.exec(this.#source.slice(this.#at, this.#at + 20)) ?? [];
    this.#at += written.length;
    const { exact, prefixes, part } = found;
    if (written === '') return found;
    if (written.startsWith('?')) return { exact: [[], ...exact], prefixes, part: undefined };
    if (!written.startsWith('+') && Number(least) === 0) return ANYTHING;
    // The end of a repeated part is also directly before the part that follows.
    const suffixes = prefixes.length === 0 ? { suffixes: exact } : {};
    return { exact: [], prefixes: [...exact, ...prefixes], part, ...suffixes };
  }

  #term(): Found {
    if (this.#take('(')) return this.#group();
    if (this.#take('[')) return oneOf(this.#class());
    if (this.#take('^') || this.#take('$') || this.#take('\\b') || this.#take('\\B')) return NOTHING;
    if (this.#take('.')) return oneOf(allExcept('\n\r'));
    if (this.#source.charAt(this.#at) === '\\') return oneOf(this.#escaped());
    WORD.lastIndex = this.#at;
    const word = WORD.exec(this.#source)?.[0];
    if (word === undefined) return oneOf(this.#next());
    this.#at += word.length;
    return { exact: [Array.from(word)], prefixes: [], part: undefined };
  }

  #group(): Found {
    const [opening = ''] = /^\?(?::|<?[=!])/.exec(this.#source.slice(this.#at, this.#at + 3)) ?? [];
    if (opening === '' && this.#take('?')) throw new UnknownSyntax();
    this.#at += opening.length;
    const found = this.#alternatives();
    if (!this.#take(')')) throw new UnknownSyntax();
    return /[=!]$/.test(opening) ? NOTHING : found;
  }

  /** Characters that a class matches. */
  #class(): string {
    const isNegated = this.#take('^');
    let fitting = '';
    while (!this.#take(']')) {
      if (this.#at >= this.#source.length) throw new UnknownSyntax();
      const first = this.#member();
      const isRange = first.length === 1 && /^-[^\]]/.test(this.#source.slice(this.#at, this.#at + 2));
      if (!isRange) {
        fitting += first;
        continue;
      }
      this.#at += 1;
      const last = this.#member();
      if (last.length !== 1) throw new UnknownSyntax();
      for (let code = first.charCodeAt(0); code <= Math.min(last.charCodeAt(0), 0xff); code += 1)
        fitting += String.fromCharCode(code);
    }
    return isNegated ? allExcept(fitting) : fitting;
  }

  #member(): string {
    return this.#source.charAt(this.#at) === '\\' ? this.#escaped() : this.#next();
  }

  /** Characters that an escape matches. */
  #escaped(): string {
    this.#at += 1;
    const char = this.#next();
    const fitting = ESCAPES[char];
    if (fitting !== undefined) return fitting;
    const digits = char === 'x' ? 2 : char === 'u' ? 4 : 0;
    if (digits === 0 && /\w/.test(char)) throw new UnknownSyntax();
    if (digits === 0) return char;
    const code = this.#source.slice(this.#at, this.#at + digits);
    if (!/^[\da-f]+$/i.test(code) || code.length < digits) throw new UnknownSyntax();
    this.#at += digits;
    return String.fromCharCode(Number.parseInt(code, 16));
  }

  #next(): string {
    this.#at += 1;
    return this.#source.charAt(this.#at - 1);
  }

  #take(text: string): boolean {
    if (!this.#source.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }
}

function allExcept(chars: string): string {
  return Array.from(BYTES)
    .filter((char) => !chars.includes(char))
    .join('');
}

function matching(expression: RegExp): string {
  return Array.from(BYTES)
    .filter((char) => expression.test(char))
    .join('');
}

const ESCAPES: Readonly<Record<string, string>> = {
  d: matching(/\d/),
  D: matching(/\D/),
  w: matching(/\w/),
  W: matching(/\W/),
  s: matching(/\s/),
  S: matching(/\S/),
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  f: '\f',
};

/** Matches of one of these characters; a character that is not a byte matches nothing. */
function oneOf(chars: string): Found {
  if (chars.length === 1 && chars <= '\xff') return { exact: [[chars]], prefixes: [], part: undefined };
  const fitting = [...new Set(chars)].filter((char) => char <= '\xff').sort();
  return { exact: fitting.length === 0 ? [] : [[fitting.join('')]], prefixes: [], part: undefined };
}

function concatenated(before: readonly Places[], after: readonly Places[]): readonly Places[] {
  return before.flatMap((start) => after.map((end) => [...start, ...end]));
}

/** A part that is one of these texts; undefined if one is too short. No texts mean that nothing can match. */
function partOf(texts: readonly Places[]): Part | undefined {
  if (!texts.every((text) => windowOf(text) !== undefined)) return undefined;
  return { texts, likelihood: texts.reduce((sum, text) => sum + likelihoodOf(text), 0) };
}

/** The union of several sets; undefined if one is unknown. */
function union(parts: readonly (Part | undefined)[]): Part | undefined {
  const known = parts.filter((part) => part !== undefined);
  if (known.length < parts.length) return undefined;
  return {
    texts: known.flatMap(({ texts }) => texts),
    likelihood: known.reduce((sum, { likelihood }) => sum + likelihood, 0),
  };
}

/** The less frequent of two sets. */
function rarer(first: Part | undefined, second: Part | undefined): Part | undefined {
  return first === undefined || (second !== undefined && second.likelihood < first.likelihood) ? second : first;
}
