import { resolve } from 'node:path';
import { count } from '../core/lib/wording.js';
import { ResourceLimit } from './resource-limit.js';
import { ReadState } from './read-state.js';
import type { ReadingCache } from '../cache/reading-cache.js';
import type { ScanCache } from '../cache/scan-cache.js';
import type { Api, Catalogue } from '../core/model/deprecation.js';
import type { ApiSigns } from '../select/api-signs.js';
import { ScanError } from '../core/model/errors.js';
import { FileKinds, LANGUAGES, languageOf } from '../languages/table.js';
import { LANGUAGE_IDS } from '../core/model/language.js';
import type { LanguageId } from '../core/model/language.js';
import { countUnread, twinMentions, cachedMentions, notedImports } from './reused-mentions.js';
import type { TwinScan } from './reused-mentions.js';
import { finishProgram, ProgramDrafts } from './language-program.js';
import type { AffectedBy, LanguageProgram, WidenMentions } from './language-program.js';
import { readMentions } from './read-mentions.js';
import type { FoundMentions } from './read-mentions.js';
import { searchLeftOut } from './left-out.js';
import type { FileProbe } from '../files/file-probe.js';
import { listFiles } from '../files/list-files.js';
import type { FileList } from '../files/list-files.js';
import { mentionSearch } from './mention-search.js';
import { isPattern, refusePatterns } from '../files/path-pattern.js';
import { mentionedApis, reachesApi } from '../select/text-mentions.js';
import { mentionsOf } from '../select/mentions.js';
import { DEFAULT_MAX_FILE_SIZE, TextReader } from '../files/read-text.js';
import type { ScanOptions } from './scan-options.js';
import { SkipLog } from '../files/skip-log.js';
import { SourceStore } from './source-store.js';
import type { Steps } from './steps.js';
import type { TreeOverlay } from '../files/tree-overlay.js';
import type { MentioningFile } from '../select/mentions.js';
import type { DataFile } from './left-out.js';

/** A scan up to the point where files are analysed. */
export interface PreparedScan {
  readonly list: FileList;
  readonly store: SourceStore;
  /** Programs of the languages with something to analyse, in the order of languages. */
  readonly programs: readonly LanguageProgram[];
  readonly found: FoundMentions;
  readonly skips: SkipLog;
  /** Files of all programs whose analysis can give a result, sorted. */
  readonly candidates: readonly string[];
  readonly isInShard: (file: string) => boolean;
  readonly allowance: ResourceLimit;
  readonly affectedBy: AffectedBy;
}

/** Settings that determine the files of a scan. */
export interface TreeOptions extends Pick<
  ScanOptions,
  'root' | 'paths' | 'include' | 'ignoreFiles' | 'tests' | 'languages' | 'documents' | 'maxFileSize'
> {
  /** Files whose scanned content differs from the content on disk. */
  readonly overlay?: TreeOverlay;
  /** Alternative globs; a file is scanned if these or the main ones match it. */
  readonly also?: { readonly include: readonly string[]; readonly ignore: readonly string[] };
}

/** Settings that determine which files of a tree are selected. */
export interface SelectionOptions extends Pick<ScanOptions, 'tsconfig' | 'shard'> {
  /** Scan only these files, which exist and are not ignored. */
  readonly among?: ReadonlySet<string>;
  /** Restricts the search of left-out files to these files. */
  readonly changed?: ReadonlySet<string>;
  /**
   * Files and folders of the scan itself, such as its baseline, relative to the root: no program imports them, and no
   * tool sends their content.
   */
  readonly own?: readonly string[];
  /** JSON files that count as modules of their importers, even without the name of an API. */
  readonly data?: ReadonlySet<string>;
  /** Treatment of a tree without files to scan: an error (default), or allowed, as before the first commit. */
  readonly empty?: 'refused' | 'allowed';
  /** Whether the scan only reports problems, such as files that cannot be read, and analyses no file. */
  readonly onlyProblems?: boolean;
  /** Signs of APIs that the catalogue lacks; the first one found ends the scan as `MoreApisFound`. */
  readonly signs?: ApiSigns | undefined;
  /** Extends mentions beyond the catalogue. */
  readonly widened?: WidenMentions;
}

/** Results of other scans and runs, and the limits and progress of this scan. */
export interface StoreOptions extends Pick<ScanOptions, 'onProgress'> {
  /** Results of an earlier run over the same files. */
  readonly cache?: ScanCache | undefined;
  /** Mentions in unchanged files; set only if all files are scanned in their state on disk. */
  readonly reading?: ReadingCache | undefined;
  /** File probe by language; default a new one for each language. */
  readonly probeOf?: (language: LanguageId) => FileProbe;
  /** A scan of another state of the tree, with a test for the files that are the same in both. */
  readonly twin?: TwinScan;
  /** Files that the scan before `MoreApisFound` has listed and read; default none. */
  readonly readState?: ReadState | undefined;
  /** Limit that all parts of a scan share; default without bounds. */
  readonly allowance?: ResourceLimit;
}

/** Thrown to restart the scan with catalogues of more APIs, which its files use. */
export class MoreApisFound extends Error {
  constructor(readonly ids: ReadonlySet<Api['id']>) {
    super('more APIs are used than the catalogue has');
  }
}

/**
 * Selects the files to analyse, cheapest test first: listing, reading, a search of each text, a few RegExps over texts
 * that may mention an API, then the importers of files with a mention.
 *
 * @throws ConfigError for invalid patterns, ScanError if there is nothing to scan, MoreApisFound if a file has a sign
 * of another API.
 */
export function* prepareScan(
  options: TreeOptions & SelectionOptions & StoreOptions,
  catalogue: Catalogue,
): Steps<PreparedScan> {
  const root = resolve(options.root ?? '.');
  const paths = options.paths ?? ['.'];
  const { onProgress, overlay, allowance = new ResourceLimit(), reading, twin, readState = new ReadState() } = options;
  const inShard = shardTest(options.shard);
  onProgress?.({ phase: 'list', done: 0, total: 0 });
  yield;
  const { list, skips } = readState.listOnce(options, () => {
    const log = new SkipLog(inShard);
    return { list: listScanFiles(options, log), skips: log };
  });
  // The search does not cover widened mentions.
  const search = (): ReturnType<typeof mentionSearch> =>
    options.widened === undefined
      ? mentionSearch(catalogue, () => countUnread(list, reading), options.signs)
      : undefined;
  const maxFileSize = options.maxFileSize ?? DEFAULT_MAX_FILE_SIZE;
  const reader = new TextReader(maxFileSize, overlay, search, readState.reads);
  // Files whose mentions are not needed are read without a search.
  const texts = new TextReader(maxFileSize, overlay, undefined, readState.reads);
  const kinds = kindsOf(options);
  const store = new SourceStore(root, texts, kinds, {
    memory: allowance.memory,
    reading,
    ...(twin && { parsers: twin.prepared.store.parsers, twin: { store: twin.prepared.store, isSame: twin.isSame } }),
  });
  const namesApi = (text: string): boolean => LANGUAGES.some(({ forms }) => reachesApi(text, catalogue, forms));
  const apisIn = (text: string): readonly string[] =>
    mentionedApis(text, catalogue).map((id) => catalogue.apis.find((api) => api.id === id)?.title ?? id);
  const hasAddress = (text: string): boolean => mentionedApis(text, catalogue).length > 0;
  const refusesEmpty = options.empty !== 'allowed';
  if (refusesEmpty && list.files.length + list.perhaps.length === 0)
    throw new ScanError(nothingToScan(paths, list, skips));
  const drafts = new ProgramDrafts({ ...options, store, list, catalogue, allowance });
  const found = yield* readMentions({
    files: list.files,
    perhaps: list.perhaps,
    named: list.named,
    reader,
    store,
    drafts,
    namesApi,
    apisIn,
    hasAddress,
    isAsked: (file) => options.changed?.has(file) !== false,
    skips,
    allowance,
    known: twin === undefined ? cachedMentions(reading, list.named) : twinMentions(twin),
    reading,
    signs: options.signs,
    listsSent: options.widened === undefined,
    onProgress,
  });
  if (found.seenApis.size > 0) {
    readState.noteSeen(found.seenApis);
    throw new MoreApisFound(found.seenApis);
  }
  reading?.noteImports((file) => notedImports(drafts, file));
  // Files that may contain code were searched, none names an API, and none was left out.
  const hasOnlySilentFiles = found.read.length === 0 && list.perhaps.length > 0 && skips.groups().length === 0;
  if (refusesEmpty && found.read.length === 0 && !hasOnlySilentFiles && !allowance.isSpent())
    throw new ScanError(nothingToScan(paths, list, skips));

  const { leftOutFiles } = list;
  const isApiNamed = found.files.some(({ mention }) => mention === 'api');
  const leftOut = yield* searchLeftOut({
    left: leftOutFiles,
    changedFiles: options.changed,
    toolFiles: options.own ?? [],
    root,
    reader,
    skips,
    namesApi,
    apisIn,
    hasPaths: isApiNamed ? (text) => mentionsOf(catalogue).wordKindIn(text) === 'path' : undefined,
    reading,
    modules: options.data,
    kinds,
  });
  const data = importedData(leftOut.data, drafts);
  for (const { file, apis, skipReason } of data.unimported)
    if (options.changed?.has(file) !== false) skips.add(skipReason, file, apis);
  const unnamedLimits = hasOnlySilentFiles ? [nothingNamed(list.perhaps.length)] : [];
  const limits = [...list.limits, ...unnamedLimits, ...leftOut.limits];
  const programs =
    options.onlyProblems === true
      ? []
      : yield* finishPrograms({ drafts, found, data, catalogue, seen: readState.seenApis, store, allowance });
  const candidates = [...new Set(programs.flatMap((program) => program.candidates))].sort();
  return {
    list: { ...list, files: found.scanned, limits },
    store,
    programs,
    found,
    skips,
    candidates,
    isInShard: inShard,
    allowance,
    affectedBy: (files, others) =>
      new Set([...files, ...programs.flatMap((program) => [...program.affectedBy(files, others)])]),
  };
}

/** Completes the programs of all languages with a mention. */
function* finishPrograms({
  drafts,
  found,
  data,
  catalogue,
  seen,
  store,
  allowance,
}: {
  readonly drafts: ProgramDrafts;
  readonly found: FoundMentions;
  readonly data: ReturnType<typeof importedData>;
  readonly catalogue: Catalogue;
  readonly seen: ReadonlySet<Api['id']>;
  readonly store: SourceStore;
  readonly allowance: ResourceLimit;
}): Steps<readonly LanguageProgram[]> {
  const files = mergeImporters(found.files, data.importers);
  const directiveLanguages = found.directives.flatMap((file) =>
    store.kinds.of(file).map(({ language }) => language.id),
  );
  if (!allowance.isSpent()) yield store.parsers.load([...files.map(({ language }) => language), ...directiveLanguages]);
  const programs: LanguageProgram[] = [];
  for (const language of LANGUAGES) {
    const mentioning = files.filter((file) => file.language === language.id);
    if (mentioning.length === 0) continue;
    // A language has no draft yet if none of its files was read again.
    const draft = drafts.of(language);
    programs.push(
      finishProgram(draft, { mentioning, data: data.modules, read: found.read, catalogue, seen, store, allowance }),
    );
    yield;
  }
  return programs;
}

/**
 * Lists the files of a scan.
 *
 * @throws ConfigError for invalid patterns.
 */
export function listScanFiles(options: TreeOptions & Pick<SelectionOptions, 'among'>, skips: SkipLog): FileList {
  const root = resolve(options.root ?? '.');
  const { paths = ['.'], include = [], ignoreFiles = [], tests = 'mark', overlay, among, also } = options;
  refusePatterns(include, () => 'a pattern of files to include');
  refusePatterns(ignoreFiles, () => 'a pattern of files to leave out');
  refusePatterns(
    paths,
    () => 'a pattern of paths',
    (path) => isPattern(root, path),
  );
  return listFiles(
    { root, paths, include, ignore: ignoreFiles, tests, also, overlay, among, names: kindsOf(options) },
    skips,
  );
}

/** Returns the kinds of files with code of the wanted languages. */
export function kindsOf({
  languages = LANGUAGE_IDS,
  documents = false,
}: Pick<TreeOptions, 'languages' | 'documents'>): FileKinds {
  return new FileKinds(languages, documents);
}

/** Reason why there is nothing to scan. */
export function nothingToScan(paths: readonly string[], list: FileList, skips: SkipLog): string {
  if (list.missing.length > 0)
    return list.missing.map(({ path, reason }) => `cannot scan '${path}': ${reason}.`).join('\n');
  const skipped = skips.groups().map((group) => `${group.count} ${group.reason}`);
  const leftOut = skipped.length === 0 ? '' : ` Left out: ${skipped.join(', ')}.`;
  const pathNames = paths.map((path) => `'${path}'`).join(', ');
  return `no file to scan in ${pathNames}: looked for ${kindsOfFiles()}.${leftOut} Name a file or folder that has some, or check --include and --ignore-files.`;
}

/** Sentence for a scan whose files count only if they name an API, and do not. */
function nothingNamed(fileCount: number): string {
  return `There is no code that is read: ${count(fileCount, 'file')} that may hold some, such as workflows, ${fileCount === 1 ? 'names' : 'name'} no API of a catalogue. Looked for ${kindsOfFiles()}.`;
}

/** Lists all kinds of files that are scanned by default, by extension or in words. */
function kindsOfFiles(): string {
  const holders = LANGUAGES.flatMap((language) => language.hostFiles).filter(({ scanRole }) => scanRole !== 'asked');
  const allExtensions = new Set([...LANGUAGES, ...holders].flatMap(({ extensions = [] }) => extensions));
  const hostFileNames = new Set(holders.filter(({ extensions }) => extensions === undefined).map(({ name }) => name));
  return `${[...allExtensions].map((end) => `.${end}`).join(' ')}, and code in ${[...hostFileNames].join(', ')}`;
}

/** JSON files with an address or paths of the API, grouped by whether a program imports them. */
interface ImportedData {
  /** Files that import data, with the mention in that data. */
  readonly importers: readonly MentioningFile[];
  /** Data files that a program imports. */
  readonly modules: readonly string[];
  /** Data files with an address that no program imports. */
  readonly unimported: readonly DataFile[];
}

/** Groups data files by whether the JavaScript program imports them. */
function importedData(data: readonly DataFile[], drafts: ProgramDrafts): ImportedData {
  if (data.length === 0) return { importers: [], modules: [], unimported: [] };
  const { modules } = drafts.of(languageOf('javascript'));
  modules.noteData(new Set(data.map(({ file }) => file)));
  const dataImporters = data.map((entry) => ({ ...entry, importers: modules.importers(entry.file) }));
  const mentions = new Map<string, DataFile['mention']>();
  for (const { importers, mention } of dataImporters)
    for (const file of importers) if (mentions.get(file) !== 'api') mentions.set(file, mention);
  return {
    importers: [...mentions].map(([file, mention]) => ({ file, language: 'javascript', mention })),
    modules: dataImporters.filter(({ importers }) => importers.length > 0).map(({ file }) => file),
    unimported: dataImporters.filter(({ importers, mention }) => importers.length === 0 && mention === 'api'),
  };
}

/** Adds the importers of data to the files with a mention; the mention in the data replaces a weaker one. */
function mergeImporters(
  mentioning: readonly MentioningFile[],
  importers: readonly MentioningFile[],
): readonly MentioningFile[] {
  const isScript = ({ language }: MentioningFile): boolean => language === 'javascript';
  const naming = mentioning.filter((entry) => isScript(entry) && entry.mention === 'api');
  const namingFiles = new Set(naming.map(({ file }) => file));
  const added = importers.filter(({ file }) => !namingFiles.has(file));
  const files = new Set(added.map(({ file }) => file));
  return [...mentioning.filter((entry) => !(isScript(entry) && files.has(entry.file))), ...added];
}

/** Returns a test for the files of a shard, by a hash of the name that is the same on every machine. */
function shardTest(shard: { readonly index: number; readonly count: number } | undefined): (file: string) => boolean {
  if (shard === undefined) return () => true;
  return (file) => hash(file) % shard.count === shard.index - 1;
}

/** FNV-1a over UTF-16 units. */
function hash(text: string): number {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  return (state ^ (state >>> 15)) >>> 0;
}
