import { readFileSync, statSync } from 'node:fs';
import type { Catalogue } from '../model/deprecation.js';
import type { FileFacts } from '../model/facts.js';
import { lowerEstree } from '../facts/estree.js';
import { apiMention } from './api-mention.js';
import { gateOf } from './gate.js';
import type { ModuleParser } from './parse-module.js';

/** What the text of a module tells without a parser. */
export interface TextFacts {
  /** The API or its SDK is named. */
  readonly api: boolean;
  /** A base URL of the API is in the text. */
  readonly mentionsApi: boolean;
  /** What it has of deprecated paths. */
  readonly words: 'path' | 'word' | 'none';
  /** Relative module specifiers, and perhaps other texts that look like one. */
  readonly specifiers: readonly string[];
}

interface Entry extends TextFacts {
  readonly mtime: number;
  readonly size: number;
  checked: number;
  facts?: { readonly parser: unknown; readonly name: string; readonly value: FileFacts | undefined };
}

const MAX_ENTRIES = 4000;
const MAX_SIZE = 1024 * 1024;

/** Files other than the one that is linted, by absolute path; read again when time of change or size differ. */
export class FileCache {
  readonly #entries = new Map<string, Entry>();
  readonly #catalogue: Catalogue;

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue;
  }

  /** `maxAge`: for so many milliseconds a file that was looked at is not looked at again. */
  text(path: string, maxAge: number): TextFacts | undefined {
    return this.#entry(path, maxAge);
  }

  /** Facts of a module under the name that the engine knows it by. `parser` is what `parse` stands for. */
  facts(path: string, name: string, parser: unknown, parse: ModuleParser): FileFacts | undefined {
    const entry = this.#entry(path, 0);
    if (entry === undefined) return undefined;
    const known = entry.facts;
    if (known !== undefined && known.parser === parser && known.name === name) return known.value;
    const text = readText(path) ?? '';
    const program = parse(text, path);
    const value = program === undefined ? undefined : lowerEstree(program, text, name);
    entry.facts = { parser, name, value };
    return value;
  }

  #entry(path: string, maxAge: number): Entry | undefined {
    const now = performance.now();
    const known = this.#entries.get(path);
    if (known !== undefined && now - known.checked < maxAge) return known;
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined || !stat.isFile() || stat.size > MAX_SIZE) return undefined;
    if (known?.mtime === stat.mtimeMs && known.size === stat.size) {
      known.checked = now;
      return known;
    }
    const text = readText(path);
    if (text === undefined) return undefined;
    const entry = { ...textFacts(text, this.#catalogue), mtime: stat.mtimeMs, size: stat.size, checked: now };
    this.#remember(path, entry);
    return entry;
  }

  #remember(path: string, entry: Entry): void {
    this.#entries.delete(path);
    this.#entries.set(path, entry);
    if (this.#entries.size <= MAX_ENTRIES) return;
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined) this.#entries.delete(oldest);
  }
}

/** What a text tells about a module, by the catalogue's text test. */
export function textFacts(text: string, catalogue: Catalogue): TextFacts {
  const gate = gateOf(catalogue);
  const level = gate.test(text);
  return {
    api: level === 'api',
    mentionsApi: level === 'api' && apiMention(catalogue).test(text),
    words: level === undefined ? 'none' : gate.words(text),
    specifiers: relativeSpecifiers(text),
  };
}

/** Texts in quotes that begin as a relative module specifier does. */
export function relativeSpecifiers(text: string): readonly string[] {
  const found = new Set<string>();
  for (const match of text.matchAll(/(['"])(\.\.?(?:\/[^'"\n]{0,300})?)\1/g)) found.add(match[2] ?? '');
  return [...found];
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  } catch {
    return undefined;
  }
}
