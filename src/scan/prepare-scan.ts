import { resolve } from 'node:path';
import { Allowance } from './allowance.js';
import type { CallSelection } from '../select/select-calls.js';
import type { Catalogue } from '../model/deprecation.js';
import { ScanError } from '../model/errors.js';
import { reachByFile } from '../select/reach-files.js';
import { readMentions } from './read-mentions.js';
import type { FoundMentions } from './read-mentions.js';
import { nameLeftOut } from './left-out.js';
import { reachSeeds } from '../select/reach-seeds.js';
import { selectImporting } from '../select/select-importing.js';
import type { ImportingFiles } from '../select/select-importing.js';
import { listFiles } from '../sources/list-files.js';
import type { FileList } from '../sources/list-files.js';
import { isPattern } from '../sources/path-pattern.js';
import { refusePatterns } from '../sources/pattern-problem.js';
import { createModuleReader } from './module-reader.js';
import type { ScanModuleReader } from '../select/modules.js';
import { mentionsOf } from '../select/mentions.js';
import type { MentioningFile } from '../select/mentions.js';
import { selectsFile } from '../select/select-file.js';
import { reachesApi } from '../select/text-mentions.js';
import { DEFAULT_MAX_FILE_SIZE, TextReader } from '../sources/read-text.js';
import { callSelectionOf } from '../select/call-selection.js';
import type { ScanOptions } from './scan-options.js';
import { inShard } from './shard.js';
import { SkipLog } from '../sources/skip-log.js';
import { SourceStore } from './source-store.js';
import type { Steps } from './steps.js';
import type { TreeOverlay } from '../sources/tree-overlay.js';

/** A scan up to the point where files are analysed. */
export interface PreparedScan {
  readonly list: FileList;
  readonly store: SourceStore;
  readonly modules: ScanModuleReader;
  readonly found: FoundMentions;
  readonly skips: SkipLog;
  readonly importing: ImportingFiles;
  readonly selection: CallSelection;
  /** Files whose analysis can give something, sorted. */
  readonly candidates: readonly string[];
  readonly inShard: (file: string) => boolean;
  readonly allowance: Allowance;
  /**
   * Files whose analysis these can change: they themselves, those that import them, however indirectly,
   * and the modules they call, because a request in a wrapper is understood from its callers.
   */
  readonly affectedBy: (files: readonly string[]) => ReadonlySet<string>;
}

export interface PrepareOptions extends ScanOptions {
  /** Files that differ from those on disk. */
  readonly overlay?: TreeOverlay;
  /** Scan only these files, which are there and not ignored. */
  readonly among?: ReadonlySet<string>;
  /** Other globs: a file is scanned where these take it, or those above. */
  readonly also?: { readonly include: readonly string[]; readonly ignore: readonly string[] };
  /** Of the files that are left out, only these are asked whether they name the API. */
  readonly changed?: ReadonlySet<string>;
  /** A tree without any file to scan is no error, such as the one before the first commit. */
  readonly empty?: 'refused' | 'allowed';
  /** Shared by all parts of one scan; default one without bounds. */
  readonly allowance?: Allowance;
}

/**
 * Cheapest test first: list, read, a few RegExps over each text; then those that import something from the
 * files with a mention.
 *
 * @throws ConfigError for patterns that are none, ScanError where there is nothing to scan.
 */
export function* prepareScan(options: PrepareOptions, catalogue: Catalogue): Steps<PreparedScan> {
  const root = resolve(options.root ?? '.');
  const paths = options.paths ?? ['.'];
  const { onProgress, overlay, allowance = new Allowance() } = options;
  const mine = inShard(options.shard);
  const skips = new SkipLog(mine);
  const list = listFound(options, skips);
  const reader = new TextReader(options.maxFileSize ?? DEFAULT_MAX_FILE_SIZE, overlay);
  const store = new SourceStore(root, reader);
  const tsconfig = options.tsconfig === undefined ? undefined : resolve(root, options.tsconfig);
  const modules = createModuleReader({ store, files: list.files, catalogue, tsconfig, overlay, allowance });
  const namesApi = (text: string): boolean => reachesApi(text, catalogue);
  const refused = options.empty !== 'allowed';
  if (refused && list.files.length === 0) throw new ScanError(nothingToScan(paths, list, skips));
  const mentions = mentionsOf(catalogue);
  const found = yield* readMentions({
    files: list.files,
    named: list.named,
    reader,
    store,
    mentions,
    namesApi,
    skips,
    allowance,
    noteImports: (...read) => modules.noteImports(...read),
    onProgress,
  });
  if (refused && found.read.length === 0 && !allowance.isSpent())
    throw new ScanError(nothingToScan(paths, list, skips));

  const { left } = list;
  const leftLimits = yield* nameLeftOut({ left, among: options.changed, root, reader, skips, namesApi });

  modules.noteRead(found.read, new Set(found.files.filter(({ mention }) => mention === 'api').map(({ file }) => file)));
  const isSelected = ({ file, mention }: MentioningFile): boolean =>
    selectsFile(mention, {
      reachesApi: () => modules.reachesApi(file),
      hasContext: () => mentions.hasContext(store.text(file) ?? ''),
    });
  // Nothing more is looked up once there is no time left: all that may matter are told as not analysed.
  const direct = new Set(found.files.filter((file) => allowance.isSpent() || isSelected(file)).map(({ file }) => file));
  yield;
  const files = new Set(list.files);
  const seeds =
    !allowance.isSpent() && found.files.some(({ mention }) => mention !== 'common')
      ? reachSeeds(found.files, catalogue, modules, mentions)
      : NO_SEEDS;
  const importing = selectImporting(seeds, modules, (file) => direct.has(file) || !files.has(file));
  const candidates = [...direct, ...importing.files].sort();
  return {
    list: { ...list, limits: [...list.limits, ...leftLimits] },
    store,
    modules,
    found,
    skips,
    importing,
    selection: callSelectionOf(mentions, catalogue, modules, importing.names),
    candidates,
    inShard: mine,
    allowance,
    affectedBy(files) {
      const called = reachByFile(files, (file) => modules.imports(file), Infinity);
      const seeds = [...files, ...candidates.filter((file) => called.has(file))];
      return new Set([...seeds, ...reachByFile(seeds, (file) => modules.importers(file), Infinity)]);
    },
  };
}

/**
 * The files of a scan.
 *
 * @throws ConfigError for patterns that are none.
 */
export function listFound(options: PrepareOptions, skips: SkipLog): FileList {
  const root = resolve(options.root ?? '.');
  const { paths = ['.'], include = [], ignoreFiles = [], tests = 'mark', overlay, among, also } = options;
  refusePatterns(include, () => 'a pattern of files to include');
  refusePatterns(ignoreFiles, () => 'a pattern of files to leave out');
  refusePatterns(
    paths,
    () => 'a pattern of paths',
    (path) => isPattern(root, path),
  );
  return listFiles({ root, paths, include, ignore: ignoreFiles, tests, also, overlay, among }, skips);
}

const NO_SEEDS = { api: [], words: [], paths: [] };

/** Why there is nothing to scan. */
export function nothingToScan(paths: readonly string[], list: FileList, skips: SkipLog): string {
  if (list.missing.length > 0)
    return list.missing.map(({ path, reason }) => `cannot scan '${path}': ${reason}.`).join('\n');
  const skipped = skips.groups().map((group) => `${group.count} ${group.reason}`);
  const because = skipped.length === 0 ? '' : ` Left out: ${skipped.join(', ')}.`;
  const named = paths.map((path) => `'${path}'`).join(', ');
  return `no file to scan in ${named}: looked for .ts .tsx .mts .cts .js .jsx .mjs .cjs.${because} Name a file or folder that has some, or check --include and --ignore-files.`;
}
