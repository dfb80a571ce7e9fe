import { relative, resolve, sep } from 'node:path';
import type { Resolution } from '../model/module-reader.js';
import type { FileProbe } from '../sources/file-probe.js';
import { digestOfNames } from './stored.js';
import type { StoredResolutions } from './stored.js';

/** Where the names lead by which files of one program import each other. */
export class KeptResolutions {
  readonly #root: string;
  readonly #probe: FileProbe;
  readonly #files: readonly string[];
  readonly #old: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly #stored: StoredResolutions | undefined;
  readonly #answers = new Map<string, Map<string, string>>();
  #usesList = false;
  #holds: boolean | undefined;

  /** `files`: all names of the program. */
  constructor(
    stored: StoredResolutions | undefined,
    { root, probe, files }: { readonly root: string; readonly probe: FileProbe; readonly files: readonly string[] },
  ) {
    this.#root = root;
    this.#probe = probe;
    this.#files = files;
    this.#stored = stored;
    this.#old = new Map((stored?.answers ?? []).map(([file, answers]) => [file, new Map(answers)]));
  }

  /** The names of all files, for a language that finds modules among them. */
  get files(): readonly string[] {
    this.#usesList = true;
    return this.#files;
  }

  /** Files that would say where something is, and cannot be understood. */
  get broken(): readonly string[] {
    return this.#isHolding() ? (this.#stored?.broken ?? []) : [];
  }

  resolve(from: string, specifier: string, ask: () => Resolution): Resolution {
    const answers = this.#answers.get(from) ?? new Map<string, string>();
    this.#answers.set(from, answers);
    let answer = answers.get(specifier) ?? (this.#isHolding() ? this.#old.get(from)?.get(specifier) : undefined);
    if (answer === undefined) answer = encode(ask());
    answers.set(specifier, answer);
    return decode(answer);
  }

  /** Whether an import of the file leads elsewhere than it did. */
  hasChanged(file: string, ask: (specifier: string) => Resolution): boolean {
    if (this.#isHolding()) return false;
    return [...(this.#old.get(file) ?? [])].some(
      ([specifier, answer]) => encode(this.resolve(file, specifier, () => ask(specifier))) !== answer,
    );
  }

  /** What can be kept; undefined where a limit was reached, whose place depends on the order of questions. */
  toStored(broken: readonly string[]): StoredResolutions | undefined {
    const { asked, notes, unread } = this.#probe;
    if (notes.some(({ why }) => why === 'much')) return undefined;
    const names = <T>(entries: Iterable<readonly [string, T]>): (readonly [string, T])[] =>
      [...entries].map(([path, value]) => [this.#nameOf(path), value]);
    const kept = this.#isHolding() ? this.#old : new Map<string, ReadonlyMap<string, string>>();
    const answers = new Map([...kept, ...[...this.#answers].map(([file, own]) => [file, new Map([...(kept.get(file) ?? []), ...own])] as const)]);
    return {
      kinds: names(asked.kinds),
      texts: names(asked.texts),
      folders: names(asked.folders),
      ...(this.#usesList ? { list: digestOfNames(this.#files) } : {}),
      broken,
      notes,
      unread: names(unread),
      answers: [...answers].map(([file, own]) => [file, [...own]]),
    };
  }

  /** Whether all that the stored answers rest on is as it was. */
  #isHolding(): boolean {
    if (this.#holds !== undefined) return this.#holds;
    const stored = this.#stored;
    this.#holds = stored !== undefined && this.#isUnchanged(stored);
    if (this.#holds && stored !== undefined) {
      this.#usesList ||= stored.list !== undefined;
      for (const note of stored.notes) this.#probe.note(note);
      for (const [path, why] of stored.unread) this.#probe.noteUnread(resolve(this.#root, path), why);
    }
    return this.#holds;
  }

  #isUnchanged({ kinds, texts, folders, list }: StoredResolutions): boolean {
    if (list !== undefined && list !== digestOfNames(this.#files)) return false;
    const paths = <T>(entries: readonly (readonly [string, T])[]): (readonly [string, T])[] =>
      entries.map(([name, value]) => [resolve(this.#root, name), value]);
    return this.#probe.isAsAsked({ kinds: paths(kinds), texts: paths(texts), folders: paths(folders) });
  }

  #nameOf(path: string): string {
    return path.startsWith(this.#root + sep) ? path.slice(this.#root.length + 1) : relative(this.#root, path);
  }
}

function encode(resolution: Resolution): string {
  switch (resolution.kind) {
    case 'file':
      return `f${resolution.file}`;
    case 'package':
      return `p${resolution.name}`;
    case 'unresolved':
      return `u${resolution.reason}`;
  }
}

function decode(text: string): Resolution {
  const rest = text.slice(1);
  if (text.startsWith('f')) return { kind: 'file', file: rest };
  return text.startsWith('p') ? { kind: 'package', name: rest } : { kind: 'unresolved', reason: rest };
}
