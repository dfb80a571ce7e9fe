import { relative, resolve, sep } from 'node:path';
import type { FileAnalysis } from '../model/finding.js';
import type { Resolution } from '../model/module-reader.js';
import type { FileProbe } from '../sources/file-probe.js';
import { findWorkspaces } from '../sources/workspaces.js';
import { importersKey, Uses } from './recorder.js';
import { digestOfNames } from '../lib/digest.js';
import { encodeResolution } from './stored.js';
import type { StoredAnalysis, StoredFile, StoredProgram, StoredResolutions } from './stored.js';

/** Where a program stands. */
export interface KeptTree {
  /** Absolute path that names are relative to. */
  readonly root: string;
  readonly probe: FileProbe;
  /** Names of all its files. */
  readonly files: readonly string[];
}

/** An analysis with all that it rests on. */
export interface KeptAnalysis {
  readonly uses: Uses;
  readonly result: FileAnalysis;
}

/** Results that an earlier run kept of a program, and which of them are still valid. */
export class KeptPart {
  readonly #files: ReadonlyMap<string, StoredFile>;
  readonly #resolutions: StoredResolutions | undefined;
  readonly #answers: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly #analyses: ReadonlyMap<string, KeptAnalysis>;
  readonly #tree: KeptTree;
  #holds: boolean | undefined;

  constructor({ files, resolutions, analyses }: StoredProgram, tree: KeptTree) {
    const names = files.map(([file]) => file);
    this.#files = new Map(files);
    this.#resolutions = resolutions;
    this.#answers = new Map((resolutions?.answers ?? []).map(([file, answers]) => [file, new Map(answers)]));
    // Without the imports it is not known what they rest on.
    const kept = resolutions === undefined ? [] : analyses;
    this.#analyses = new Map(kept.map(([file, analysis]) => [file, readKept(analysis, names)]));
    this.#tree = tree;
  }

  get files(): Iterable<readonly [string, StoredFile]> {
    return this.#files;
  }

  get analyses(): Iterable<readonly [string, KeptAnalysis]> {
    return this.#analyses;
  }

  file(name: string): StoredFile | undefined {
    return this.#files.get(name);
  }

  analysis(file: string): KeptAnalysis | undefined {
    return this.#analyses.get(file);
  }

  /** Whether what a language finds modules with are the names of all files. */
  get usesList(): boolean {
    return this.#resolutions?.list !== undefined;
  }

  /** Where a specifier leads, where that still holds; in stored form. */
  resolution(from: string, specifier: string): string | undefined {
    return this.isHolding ? this.#answers.get(from)?.get(specifier) : undefined;
  }

  /** Answers that still hold, by file. */
  get resolutions(): ReadonlyMap<string, ReadonlyMap<string, string>> {
    return this.isHolding ? this.#answers : new Map();
  }

  /** Whether an import of the file leads elsewhere than it did. */
  hasMoved(file: string, ask: (specifier: string) => Resolution): boolean {
    if (this.isHolding) return false;
    return [...(this.#answers.get(file) ?? [])].some(
      ([specifier, answer]) => encodeResolution(ask(specifier)) !== answer,
    );
  }

  /** Whether all is as it was that the answers of imports rest on. */
  get isHolding(): boolean {
    if (this.#holds !== undefined) return this.#holds;
    const stored = this.#resolutions;
    this.#holds = stored !== undefined && this.#isUnchanged(stored);
    if (this.#holds && stored !== undefined) {
      const { probe, root } = this.#tree;
      for (const note of stored.notes) probe.note({ ...note, file: resolve(root, note.file) });
      for (const [path, why] of stored.unread) probe.noteUnread(resolve(root, path), why);
    }
    return this.#holds;
  }

  #isUnchanged({ kinds, texts, folders, deciders, sums, list }: StoredResolutions): boolean {
    const { root, files, probe } = this.#tree;
    if (list !== undefined && list !== digestOfNames(files)) return false;
    const paths = <T>(entries: readonly (readonly [string, T])[]): (readonly [string, T])[] =>
      entries.map(([name, value]) => [resolve(root, name), value]);
    const sumOf = (folder: string): string | undefined => {
      findWorkspaces(folder, probe);
      return probe.sumOf(folder);
    };
    return (
      probe.isAsAsked({
        kinds: paths(kinds),
        texts: paths(texts),
        folders: paths(folders),
        deciders: paths(deciders),
      }) && paths(sums).every(([folder, digest]) => sumOf(folder) === digest)
    );
  }
}

/** A path as a part names it. */
export function keptName(root: string, path: string): string {
  return path.startsWith(root + sep) ? path.slice(root.length + 1) : relative(root, path);
}

function readKept(
  { result, facts, texts, importers, walked, versions, settings, offers, imported }: StoredAnalysis,
  names: readonly string[],
): KeptAnalysis {
  const uses = new Uses();
  for (const index of facts) uses.facts.add(names[index] ?? '');
  for (const index of texts) uses.texts.add(names[index] ?? '');
  for (const entry of importers) uses.importers.set(importersKey(entry[0], entry[1]), entry);
  for (const entry of walked) uses.walked.set(entry[0], entry);
  for (const entry of versions) uses.versions.set(entry.slice(0, 2).join('\n'), entry);
  for (const entry of settings) uses.settings.set(entry.slice(0, 2).join('\n'), entry);
  for (const entry of offers) uses.offers.set(entry.slice(0, 3).join('\n'), entry);
  for (const entry of imported) uses.imported.set(entry.slice(0, 2).join('\n'), entry);
  return { uses, result };
}

/** `place`: where the analysis's program lists a file. */
export function writeKept({ uses, result }: KeptAnalysis, place: (file: string) => number): StoredAnalysis {
  return {
    result,
    facts: [...uses.facts].map(place),
    texts: [...uses.texts].map(place),
    importers: [...uses.importers.values()],
    walked: [...uses.walked.values()],
    versions: [...uses.versions.values()],
    settings: [...uses.settings.values()],
    offers: [...uses.offers.values()],
    imported: [...uses.imported.values()],
  };
}
