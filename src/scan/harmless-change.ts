import { resolve } from 'node:path';
import type { Catalogue } from '../model/deprecation.js';
import { mentionsOf } from '../select/mentions.js';
import { isSettingsFile } from '../sources/settings-files.js';
import { FileProbe } from '../sources/file-probe.js';
import { TextReader } from '../sources/read-text.js';
import type { TreeOverlay } from '../sources/tree-overlay.js';
import { mayBeImported } from './may-be-imported.js';
import { kindsOf } from './prepare-scan.js';
import { reachesMention } from './reaches-mention.js';
import type { ScanOptions } from './scan-options.js';
import { SourceStore } from './source-store.js';
import type { Steps } from './steps.js';

type ChangeOptions = ScanOptions & {
  /** The later state. */
  readonly overlay: TreeOverlay;
};

/**
 * The files of a change that can add or remove a finding, cheapest test first: by their texts and the texts of their
 * imports, then by their facts. No other file of the tree is read.
 */
export function* filesThatMatter(
  files: readonly string[],
  options: ChangeOptions,
  before: TreeOverlay,
  catalogue: Catalogue,
): Steps<readonly string[]> {
  const root = resolve(options.root ?? '.');
  const kinds = kindsOf(options);
  const stateOf = (overlay: TreeOverlay): SourceStore =>
    new SourceStore(root, new TextReader(options.maxFileSize, overlay), kinds);
  const states = { before: stateOf(before), now: stateOf(options.overlay) };
  const probe = new FileProbe(options.overlay);
  const mayMatter = (some: readonly string[]): boolean =>
    some.some((file) => mayBeImported(file, states, (folder) => probe.namesIn(resolve(root, folder)))) ||
    reachesMention(some, states.now, options, catalogue);
  if (!mayMatter(files)) return [];
  let compare: typeof import('./changed-facts.js').changedFacts | undefined;
  yield import('./changed-facts.js').then(({ changedFacts }) => void (compare = changedFacts));
  const changed = compare === undefined ? files : yield* compare(files, states, catalogue);
  return changed.length === 0 || (changed.length < files.length && !mayMatter(changed)) ? [] : changed;
}

/** The JSON files of a change that have, or had, an address or paths of the API, which programs may import. */
export function dataThatMatters(
  files: readonly string[],
  options: ChangeOptions,
  before: TreeOverlay,
  catalogue: Catalogue,
): readonly string[] {
  const { namesApi, words } = mentionsOf(catalogue);
  const json = files.filter((file) => file.endsWith('.json'));
  return filesThatSay(json, options, before, (text) => namesApi(text) || words(text) === 'path');
}

/** The files of a change that give variables their values and have, or had, an address of the API. */
export function settingsThatMatter(
  files: readonly string[],
  options: ChangeOptions,
  before: TreeOverlay,
  catalogue: Catalogue,
): readonly string[] {
  return filesThatSay(files.filter(isSettingsFile), options, before, mentionsOf(catalogue).namesApi);
}

/** The files whose text passes a test in one of the two states. */
function filesThatSay(
  files: readonly string[],
  options: ChangeOptions,
  before: TreeOverlay,
  test: (text: string) => boolean,
): readonly string[] {
  const root = resolve(options.root ?? '.');
  const readers = [before, options.overlay].map((overlay) => new TextReader(options.maxFileSize, overlay));
  return files.filter((file) =>
    readers.some((reader) => {
      const result = reader.read(resolve(root, file));
      return result.kind === 'text' && test(result.latin1);
    }),
  );
}
