import type { Scalar, YAMLMap, YAMLSeq } from 'yaml';
import { loadLibrary } from '../../core/lib/late-library.js';
import type { Comment } from '../../core/model/language.js';
import { PlacedText } from './placed-text.js';

/** A value of a YAML file. A value with several aliases is the same object. */
export type Yaml =
  | { readonly kind: 'map'; readonly entries: ReadonlyMap<string, Yaml> }
  | { readonly kind: 'list'; readonly items: readonly Yaml[]; readonly tag: string | undefined }
  | { readonly kind: 'text'; readonly text: PlacedText };

export interface YamlFile {
  /** Roots, one for each document. */
  readonly roots: readonly Yaml[];
  readonly broken: boolean;
  /** The limit that the file exceeds. */
  readonly limit?: string | undefined;
}

/** Maximum length of a file, of a line and of an indentation: the time of the library grows faster than the length. */
const MAX_YAML = 300_000;
const MAX_LINE = 20_000;
const MAX_INDENT = 200;

/** Pattern of nesting that takes too long: many nested lists and keys, or many unclosed brackets, on one line. */
const MAX_OPENED = /^(?:\s*[?:-]\s){20}|(?:[[{][^[{\]}]*){100}/;

/** Maximum number of keys that maps merge from others. */
const MAX_MERGED = 50_000;

/** Reads as much of a file as possible. */
export function readYaml(text: string): YamlFile {
  const limit = limitOf(text);
  if (limit !== undefined) return { roots: [], broken: true, limit };
  try {
    const options = { uniqueKeys: false, strict: false, prettyErrors: false, logLevel: 'silent' } as const;
    const documents = [loadLibrary('yaml').parseAllDocuments(text, options)].flat();
    const reader = new NodeReader(text);
    const roots = documents.flatMap(({ contents }) => reader.read(contents) ?? []);
    const failed = documents.some(({ errors }) => errors.length > 0);
    return {
      roots,
      broken: failed || reader.isBroken,
      limit: reader.isBroken ? 'maps take over too many keys' : undefined,
    };
  } catch {
    // The library fails only on input that is nested too deeply.
    return { roots: [], broken: true, limit: TOO_DEEP };
  }
}

const TOO_DEEP = 'nested too deeply';

function limitOf(text: string): string | undefined {
  if (text.length > MAX_YAML)
    return `its YAML has ${text.length} characters, and ${MAX_YAML} are read. Split it into several files`;
  const lines = text.split('\n');
  if (lines.some((line) => line.length > MAX_LINE)) return `a line of its YAML has more than ${MAX_LINE} characters`;
  return lines.some((line) => line.search(/\S/) > MAX_INDENT || MAX_OPENED.test(line)) ? TOO_DEEP : undefined;
}

const STYLES: Readonly<Record<string, SourceScalar['style']>> = {
  BLOCK_LITERAL: 'literal',
  QUOTE_DOUBLE: 'double',
  QUOTE_SINGLE: 'single',
};

class NodeReader {
  readonly #source: string;
  readonly #anchors = new Map<string, Yaml>();
  #merged = 0;

  constructor(source: string) {
    this.#source = source;
  }

  /** Whether maps merge more keys than any real file has. */
  get isBroken(): boolean {
    return this.#merged > MAX_MERGED;
  }

  /** Reads a node; an alias inside its own value is undefined. */
  read(node: unknown): Yaml | undefined {
    const { isAlias, isCollection, isScalar } = loadLibrary('yaml');
    if (isAlias(node)) return this.#anchors.get(node.source);
    if (!isScalar(node) && !isCollection(node)) return undefined;
    const value = isScalar(node) ? this.#scalar(node) : this.#collection(node);
    const { anchor } = node as { anchor?: string };
    if (anchor !== undefined && value !== undefined) this.#anchors.set(anchor, value);
    return value;
  }

  #scalar({ value, source, range, type }: Scalar): Yaml | undefined {
    const text = typeof value === 'string' ? value : source;
    if (text === undefined || range === undefined || range === null) return undefined;
    const written = { value: text, style: STYLES[type ?? ''] ?? 'other', start: range[0], end: range[1] } as const;
    return { kind: 'text', text: placeScalar(this.#source, written) };
  }

  #collection(node: YAMLMap | YAMLSeq): Yaml {
    if (loadLibrary('yaml').isSeq(node))
      return { kind: 'list', items: node.items.flatMap((item) => this.read(item) ?? []), tag: node.tag };
    const own = new Map<string, Yaml>();
    const merged = new Map<string, Yaml>();
    for (const { key, value } of node.items) {
      const name = this.#nameOf(key);
      const read = this.read(value);
      if (read === undefined || name === undefined) continue;
      if (name === '<<') this.#merge(read, merged);
      else own.set(name, read);
    }
    return { kind: 'map', entries: new Map([...merged, ...own]) };
  }

  /** Merges a map into another; of several merged maps, the first has priority. */
  #merge(from: Yaml, into: Map<string, Yaml>): void {
    const sources = from.kind === 'list' ? from.items : [from];
    for (const source of sources) {
      if (source.kind !== 'map') continue;
      for (const [name, value] of source.entries) {
        this.#merged += 1;
        if (this.isBroken) return;
        if (!into.has(name)) into.set(name, value);
      }
    }
  }

  #nameOf(key: unknown): string | undefined {
    const read = this.read(key);
    return read?.kind === 'text' ? read.text.text : undefined;
  }
}

/** The value at a path of names. */
export function yamlAt(value: Yaml | undefined, ...names: readonly string[]): Yaml | undefined {
  return names.reduce<Yaml | undefined>(
    (inner, name) => (inner?.kind === 'map' ? inner.entries.get(name) : undefined),
    value,
  );
}

/** The text at a path of names. */
export function yamlText(value: Yaml | undefined, ...names: readonly string[]): PlacedText | undefined {
  const found = yamlAt(value, ...names);
  return found?.kind === 'text' ? found.text : undefined;
}

/** Entries of a map, or items of a list. */
export function yamlEntries(value: Yaml | undefined): readonly (readonly [name: string, value: Yaml])[] {
  if (value?.kind === 'map') return [...value.entries];
  return value?.kind === 'list' ? value.items.map((item, index) => [String(index), item] as const) : [];
}

/** Comments: lines that begin with `#`, and texts after ` #`, including the comments of code in a block. */
export function hashComments(text: string): readonly Comment[] {
  const comments: Comment[] = [];
  for (const match of text.matchAll(/(^|[ \t])#([^\r\n]*)/gm)) {
    const start = match.index + (match[1]?.length ?? 0);
    const alone = /^\s*$/.test(text.slice(text.lastIndexOf('\n', start - 1) + 1, start));
    comments.push({
      kind: alone ? 'block' : 'line',
      span: [start, match.index + match[0].length],
      text: match[2] ?? '',
    });
  }
  return comments;
}

/** A scalar in the source. */
interface SourceScalar {
  readonly value: string;
  readonly style: 'literal' | 'double' | 'single' | 'other';
  /** Range of the scalar in the file, with quotes or with the header of a block. */
  readonly start: number;
  readonly end: number;
}

/** The text of a scalar, with the place of each of its characters. */
function placeScalar(source: string, written: SourceScalar): PlacedText {
  return written.style === 'literal' ? placeLines(source, written) : placeCharacters(source, written);
}

/** Places a literal block, whose lines are verbatim after their indentation. */
function placeLines(source: string, { value, start, end }: SourceScalar): PlacedText {
  const placed = new PlacedText();
  let lineStart = source.indexOf('\n', start) + 1;
  for (const line of value.split(/(?<=\n)/)) {
    const next = source.indexOf('\n', lineStart);
    const lineEnd = next < 0 || next > end ? end : next;
    const content = line.replace(/\n$/, '');
    const sourceLine = source.slice(lineStart, lineEnd).replace(/\r$/, '');
    placed.addVerbatim(content, lineStart + sourceLine.length - content.length);
    if (content !== line) placed.addVerbatim('\n', lineEnd);
    lineStart = lineEnd + 1;
  }
  return placed;
}

const BLANK = /\s/;

/** Places other scalars, which fold lines and escape characters: their non-blank characters are in the same order. */
function placeCharacters(source: string, { value, style, start, end }: SourceScalar): PlacedText {
  const placed = new PlacedText();
  let at = style === 'other' && /[|>]/.test(source.charAt(start)) ? source.indexOf('\n', start) : start;
  if (style === 'single' || style === 'double') at += 1;
  let last = at;
  for (let index = 0; index < value.length; index += 1) {
    const unit = value.charAt(index);
    if (/[\udc00-\udfff]/.test(unit) && source.charAt(at) !== unit) {
      // The second half of an escaped character.
      placed.addAt(unit, last);
      continue;
    }
    if (!BLANK.test(unit)) at = skipBlanks(source, at, end, style);
    last = at;
    const length = style === 'double' ? escapeLength(source, at) : 0;
    if (length > 0) {
      placed.addAt(unit, at);
      at += length;
    } else {
      placed.addVerbatim(unit, Math.min(at, end));
      const same = source.charAt(at) === unit;
      if (same || BLANK.test(source.charAt(at))) at += style === 'single' && unit === "'" ? 2 : 1;
    }
  }
  return placed;
}

function skipBlanks(source: string, from: number, end: number, style: SourceScalar['style']): number {
  let at = from;
  for (;;) {
    while (at < end && BLANK.test(source.charAt(at))) at += 1;
    if (style !== 'double' || source.charAt(at) !== '\\' || !/[\r\n]/.test(source.charAt(at + 1))) return at;
    at += 2;
  }
}

/** Length of an escape; 0 if there is none. */
function escapeLength(source: string, at: number): number {
  if (source.charAt(at) !== '\\') return 0;
  return { x: 4, u: 6, U: 10 }[source.charAt(at + 1)] ?? 2;
}
