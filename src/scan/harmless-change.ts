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
    /** Files of the later state. */
    readonly overlay: TreeOverlay;
  };

/**
 * Returns the files of a change that can add or remove a finding, by their texts and the texts of their imports, and
 * then by their facts. No other file of the tree is read.
 */
export function* relevantSources(
  files: readonly string[],
  options: ChangeOptions,
  before: TreeOverlay,
  { catalogue, loadIndependence }: Pick<ScanDependencies, 'catalogue' | 'loadIndependence'>,
): Steps<readonly string[]> {
  const root = resolve(options.root ?? '.');
  const kinds = kindsOf(options);
  const storeOf = (overlay: TreeOverlay): SourceStore => new SourceStore(root, readerOf(options, overlay), kinds);
  const states = { before: storeOf(before), now: storeOf(options.overlay) };
  const probe = new FileProbe(options.overlay);
  const mayMatter = (subset: readonly string[]): boolean =>
    subset.some((file) => mayBeImported(file, states, (folder) => probe.namesIn(resolve(root, folder)))) ||
    reachesMention(subset, states.now, options, catalogue);
  if (!mayMatter(files)) return [];
  let compareFacts: typeof import('./changed-facts.js').changedFacts | undefined;
  yield import('./changed-facts.js').then(({ changedFacts }) => void (compareFacts = changedFacts));
  const changed =
    compareFacts === undefined
      ? files
      : yield* compareFacts(files, states, catalogue, { loadIndependence, clients: options.clients });
  return changed.length === 0 || (changed.length < files.length && !mayMatter(changed)) ? [] : changed;
}

/** Returns the JSON files of a change that have, or had, an address or paths of the API, which programs may import. */
export function relevantDataFiles(
  files: readonly string[],
  options: ChangeOptions,
  before: TreeOverlay,
  catalogue: Catalogue,
): readonly string[] {
  const { namesApi, wordKindIn } = mentionsOf(catalogue);
  const jsonFiles = files.filter((file) => file.endsWith('.json'));
  return filesWithText(jsonFiles, options, before, (text) => namesApi(text) || wordKindIn(text) === 'path');
}

/** Returns the settings files of a change that have, or had, an address of the API or a deprecated value. */
export function relevantSettings(
  files: readonly string[],
  options: ChangeOptions,
  before: TreeOverlay,
  catalogue: Catalogue,
): readonly string[] {
  const { namesApi } = mentionsOf(catalogue);
  const deprecatedValues = catalogue.deprecations.flatMap((deprecation) =>
    deprecation.kind === 'value' ? deprecation.equals : [],
  );
  return filesWithText(
    files.filter(isSettingsFile),
    options,
    before,
    (text) => namesApi(text) || deprecatedValues.some((value) => text.includes(value)),
  );
}

/** Returns the files whose text passes a test in one of the two states. */
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

/** Creates a reader of one of the two states. */
function readerOf({ maxFileSize, readState }: ChangeOptions, overlay: TreeOverlay): TextReader {
  return new TextReader(maxFileSize, overlay, undefined, readState?.reads);
}

/** Matches every text with an export, and some without. */
const EXPORT_WORD = /\bexports?\b|\bdefine\s*\(|\bSystem\b/;

/**
 * Whether unchanged files may import from a changed one. A file without exports is not imported. A new file is imported
 * only if it shadows another one, because scans report missing imports.
 */
function mayBeImported(
  file: string,
  { before, now }: BothStates,
  namesIn: (folder: string) => readonly string[],
): boolean {
  const texts = [before.text(file), now.text(file)];
  if (texts[1] === undefined) return true;
  if (texts[0] === undefined) return shadowsFile(file, namesIn);
  const kinds = now.kinds.readFirstLine(file, texts[1]);
  return (
    !kinds.every(({ language }) => language.id === 'javascript') || texts.some((text = '') => EXPORT_WORD.test(text))
  );
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
 * Whether files without importers can cause a finding: they, or their direct or indirect imports, have a mention. True
 * if this is unknown, or would take as long as a scan.
 */
export function reachesMention(
  files: readonly string[],
  store: SourceStore,
  options: ReachOptions,
  catalogue: Catalogue,
): boolean {
  const modulesOf = moduleReaders(store, options, catalogue);
  const reachedFiles = new Set(files);
  // The set grows during the loop.
  for (const file of reachedFiles) {
    if (reachedFiles.size > MAX_FILES) return true;
    const text = store.text(file);
    // A deleted file may have shadowed another one.
    if (text === undefined) return true;
    for (const { language } of store.kinds.readFirstLine(file, text)) {
      if (mentionsOf(catalogue, language.forms).of(text) !== undefined) return true;
      for (const target of modulesOf(language).imports(file)) reachedFiles.add(target);
    }
  }
  return false;
}
