import { basename, dirname, resolve } from 'node:path';
import type { Catalogue } from '../core/model/deprecation.js';
import { mentionsOf } from '../select/mentions.js';
import { isSettingsFile } from '../files/settings-files.js';
import { FileProbe } from '../files/file-probe.js';
import { TextReader } from '../files/read-text.js';
import type { TreeOverlay } from '../files/tree-overlay.js';
import type { BothStates } from './changed-facts.js';
import { moduleReaders } from './module-reader.js';
import { kindsOf } from './prepare-scan.js';
import type { TreeOptions } from './prepare-scan.js';
import type { RunOptions, ScanDependencies } from './open-scan.js';
import { SourceStore } from './source-store.js';
import type { Steps } from './steps.js';

type ChangeOptions = TreeOptions &
  Pick<RunOptions, 'tsconfig' | 'clients' | 'readState'> & {
    /** The later state. */
    readonly overlay: TreeOverlay;
  };

/**
 * Files of a change that can add or remove a finding, tested by their texts and the texts of their imports, then by
 * their facts. No other file of the tree is read.
 */
export function* relevantSources(
  files: readonly string[],
  options: ChangeOptions,
  before: TreeOverlay,
  { catalogue, loadIndependence }: Pick<ScanDependencies, 'catalogue' | 'loadIndependence'>,
): Steps<readonly string[]> {
  const root = resolve(options.root ?? '.');
  const kinds = kindsOf(options);
  const stateOf = (overlay: TreeOverlay): SourceStore => new SourceStore(root, readerOf(options, overlay), kinds);
  const states = { before: stateOf(before), now: stateOf(options.overlay) };
  const probe = new FileProbe(options.overlay);
  const mayMatter = (some: readonly string[]): boolean =>
    some.some((file) => mayBeImported(file, states, (folder) => probe.namesIn(resolve(root, folder)))) ||
    reachesMention(some, states.now, options, catalogue);
  if (!mayMatter(files)) return [];
  let compare: typeof import('./changed-facts.js').changedFacts | undefined;
  yield import('./changed-facts.js').then(({ changedFacts }) => void (compare = changedFacts));
  const changed =
    compare === undefined
      ? files
      : yield* compare(files, states, catalogue, { loadIndependence, clients: options.clients });
  return changed.length === 0 || (changed.length < files.length && !mayMatter(changed)) ? [] : changed;
}

/** The JSON files of a change that have, or had, an address or paths of the API, which programs may import. */
export function relevantData(
  files: readonly string[],
  options: ChangeOptions,
  before: TreeOverlay,
  catalogue: Catalogue,
): readonly string[] {
  const { namesApi, words } = mentionsOf(catalogue);
  const json = files.filter((file) => file.endsWith('.json'));
  return filesWithText(json, options, before, (text) => namesApi(text) || words(text) === 'path');
}

/** The settings files of a change that have, or had, an address of the API or a deprecated value. */
export function relevantSettings(
  files: readonly string[],
  options: ChangeOptions,
  before: TreeOverlay,
  catalogue: Catalogue,
): readonly string[] {
  const { namesApi } = mentionsOf(catalogue);
  const ended = catalogue.deprecations.flatMap((deprecation) =>
    deprecation.kind === 'value' ? deprecation.equals : [],
  );
  return filesWithText(
    files.filter(isSettingsFile),
    options,
    before,
    (text) => namesApi(text) || ended.some((value) => text.includes(value)),
  );
}

/** The files whose text passes a test in one of the two states. */
function filesWithText(
  files: readonly string[],
  options: ChangeOptions,
  before: TreeOverlay,
  test: (text: string) => boolean,
): readonly string[] {
  const root = resolve(options.root ?? '.');
  const readers = [before, options.overlay].map((overlay) => readerOf(options, overlay));
  return files.filter((file) =>
    readers.some((reader) => {
      const result = reader.read(resolve(root, file));
      return result.kind === 'text' && test(result.latin1);
    }),
  );
}

/** Reads one of the two states. */
function readerOf({ maxFileSize, readState }: ChangeOptions, overlay: TreeOverlay): TextReader {
  return new TextReader(maxFileSize, overlay, undefined, readState?.reads);
}

/** Pattern of every text that may export something; it also matches texts that export nothing. */
const EXPORTS = /\bexports?\b|\bdefine\s*\(|\bSystem\b/;

/**
 * Whether unchanged files may import from a changed one. A file without exports is not imported. A new file is imported
 * only where it shadows another one, because scans report missing imports. `namesIn` lists a folder.
 */
function mayBeImported(
  file: string,
  { before, now }: BothStates,
  namesIn: (folder: string) => readonly string[],
): boolean {
  const texts = [before.text(file), now.text(file)];
  if (texts[1] === undefined) return true;
  if (texts[0] === undefined) return shadowsFile(file, namesIn);
  const kinds = now.kinds.look(file, texts[1]);
  return !kinds.every(({ language }) => language.id === 'javascript') || texts.some((text = '') => EXPORTS.test(text));
}

/** Whether a new file may shadow another one that is imported without an extension or by the name of its folder. */
function shadowsFile(file: string, namesIn: (folder: string) => readonly string[]): boolean {
  const [folder, stem] = [dirname(file), stemOf(basename(file))];
  if (namesIn(folder).some((name) => name !== basename(file) && stemOf(name) === stem)) return true;
  const isEntry = /^(?:index|main|mod|lib|__init__)$/.test(stem);
  return (
    isEntry && namesIn(dirname(folder)).some((name) => name !== basename(folder) && stemOf(name) === basename(folder))
  );
}

function stemOf(name: string): string {
  return name.replace(/(?<=.)\.[^]*/, '');
}

/** Largest number of files to examine; beyond it, the whole tree is scanned. */
const MAX_FILES = 300;

type ReachOptions = Pick<RunOptions, 'tsconfig'> & { readonly overlay: TreeOverlay };

/**
 * Whether files without importers can lead to a finding: they, or their imports, however indirect, have a mention. True
 * where that is not known, or would take as long as a scan.
 */
export function reachesMention(
  files: readonly string[],
  store: SourceStore,
  options: ReachOptions,
  catalogue: Catalogue,
): boolean {
  const modulesOf = moduleReaders(store, options, catalogue);
  const seen = new Set(files);
  // Grows during the loop.
  for (const file of seen) {
    if (seen.size > MAX_FILES) return true;
    const text = store.text(file);
    // A deleted file may have shadowed another one.
    if (text === undefined) return true;
    for (const { language } of store.kinds.look(file, text)) {
      if (mentionsOf(catalogue, language.forms).of(text) !== undefined) return true;
      for (const target of modulesOf(language).imports(file)) seen.add(target);
    }
  }
  return false;
}
