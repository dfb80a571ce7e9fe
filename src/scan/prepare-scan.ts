import { resolve } from 'node:path';
import { count } from '../core/lib/wording.js';
import { ResourceLimit } from './resource-limit.js';
import { ReadState } from './read-state.js';
import type { ReadingCache } from '../cache/reading-cache.js';
import type { ScanCache } from '../cache/scan-cache.js';
import type { Api, Catalogue } from '../core/model/deprecation.js';
import type { ApiSigns } from '../select/seen-apis.js';
import { ScanError } from '../core/model/errors.js';
import { FileKinds, LANGUAGES, languageOf } from '../languages/table.js';
import { LANGUAGE_IDS } from '../core/model/language.js';
import type { LanguageId } from '../core/model/language.js';
import { countUnread, knownFiles, cachedMentions, notedImports } from './known-reading.js';
import type { TwinScan } from './known-reading.js';
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
import type { LeftData } from './left-out.js';

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
  readonly inShard: (file: string) => boolean;
  readonly allowance: ResourceLimit;
  readonly affectedBy: AffectedBy;
}

/** Settings that determine the files of a scan. */
export interface TreeOptions extends Pick<
  ScanOptions,
  'root' | 'paths' | 'include' | 'ignoreFiles' | 'tests' | 'languages' | 'documents' | 'maxFileSize'
> {
  /** Files that differ from those on disk. */
  readonly overlay?: TreeOverlay;
  /** Alternative globs; a file is scanned where these or the others match it. */
  readonly also?: { readonly include: readonly string[]; readonly ignore: readonly string[] };
}

/** Settings that determine which files are examined, and for what. */
export interface SelectionOptions extends Pick<ScanOptions, 'tsconfig' | 'shard'> {
  /** Scan only these files, which exist and are not ignored. */
  readonly among?: ReadonlySet<string>;
  /** Restricts the search of left-out files to these. */
  readonly changed?: ReadonlySet<string>;
  /**
   * Files and folders of the scan itself, relative to the root: no program imports them, and no tool sends their
   * content.
   */
  readonly own?: readonly string[];
  /** JSON that counts as a module of its importers, even without the name of the API. */
  readonly data?: ReadonlySet<string>;
  /** Whether a tree without files to scan is an error; it is allowed before the first commit, for example. */
  readonly empty?: 'refused' | 'allowed';
  /** Whether only problems are looked for, such as files that cannot be read; no file is analysed then. */
  readonly isProblemsOnly?: boolean;
  /** Signs of APIs that the catalogue lacks; the first one found ends the scan as `MoreApisFound`. */
  readonly signs?: ApiSigns | undefined;
  /** Looks for more than the catalogue covers. */
  readonly widened?: WidenMentions;
}

/** Results of other scans and runs, and the bounds and observers of this one. */
export interface StoreOptions extends Pick<ScanOptions, 'onProgress'> {
  /** Results of an earlier run over the same files. */
  readonly cache?: ScanCache | undefined;
  /** Mentions in unchanged files; only where all files are in their state on disk. */
  readonly reading?: ReadingCache | undefined;
  /** File probe by language; default a new one for each language. */
  readonly probeOf?: (language: LanguageId) => FileProbe;
  /** A scan of another state of the tree, with the files that are the same. */
  readonly twin?: TwinScan;
  /** Files that the scan which ended as `MoreApisFound` has listed and read; default none. */
  readonly readState?: ReadState | undefined;
  /** Limit shared by all parts of one scan; default without bounds. */
  readonly allowance?: ResourceLimit;
}

/** Thrown to restart the scan with catalogues of more APIs, which its files use. */
export class MoreApisFound extends Error {
  constructor(readonly ids: ReadonlySet<Api['id']>) {
    super('more APIs are used than the catalogue has');
  }
}

/**
 * Selects the files to analyse, cheapest test first: listing, reading, a search of each text, a few RegExps over those that may mention an API, then the importers of files with a mention.
 *
 * @throws ConfigError for invalid patterns, ScanError where there is nothing to scan, MoreApisFound where a file has a sign.
 */
export function* prepareScan(
  options: TreeOptions & SelectionOptions & StoreOptions,
  catalogue: Catalogue,
): Steps<PreparedScan> {
  const root = resolve(options.root ?? '.');
  const paths = options.paths ?? ['.'];
  const { onProgress, overlay, allowance = new ResourceLimit(), reading, twin, readState = new ReadState() } = options;
  const isInShard = inShard(options.shard);
  onProgress?.({ phase: 'list', done: 0, total: 0 });
  yield;
  const { list, skips } = readState.listed(options, () => {
    const log = new SkipLog(isInShard);
    return { list: listFound(options, log), skips: log };
  });
  // The search covers the catalogue alone.
  const search = (): ReturnType<typeof mentionSearch> =>
    options.widened === undefined
      ? mentionSearch(catalogue, () => countUnread(list, reading), options.signs)
      : undefined;
  const maxFileSize = options.maxFileSize ?? DEFAULT_MAX_FILE_SIZE;
  const reader = new TextReader(maxFileSize, overlay, search, readState.reads);
  // Files of which only the text is needed are read without a search.
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
  const refused = options.empty !== 'allowed';
  if (refused && list.files.length + list.perhaps.length === 0) throw new ScanError(nothingToScan(paths, list, skips));
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
    known: twin === undefined ? cachedMentions(reading, list.named) : knownFiles(twin),
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
  // Files that could have held code were searched, and none was left out.
  const isSilent = found.read.length === 0 && list.perhaps.length > 0 && skips.groups().length === 0;
  if (refused && found.read.length === 0 && !isSilent && !allowance.isSpent())
    throw new ScanError(nothingToScan(paths, list, skips));

  const { left } = list;
  const namesAny = found.files.some(({ mention }) => mention === 'api');
  const leftOut = yield* searchLeftOut({
    left,
    among: options.changed,
    own: options.own ?? [],
    root,
    reader,
    skips,
    namesApi,
    apisIn,
    hasPaths: namesAny ? (text) => mentionsOf(catalogue).words(text) === 'path' : undefined,
    reading,
    modules: options.data,
    kinds,
  });
  const data = importedData(leftOut.data, drafts);
  for (const { file, apis, otherwise } of data.others)
    if (options.changed?.has(file) !== false) skips.add(otherwise, file, apis);
  const silent = isSilent ? [nothingNamed(list.perhaps.length)] : [];
  const all: FileList = { ...list, files: found.scanned, limits: [...list.limits, ...silent, ...leftOut.limits] };
  const programs =
    options.isProblemsOnly === true
      ? []
      : yield* finishPrograms({ drafts, found, data, catalogue, seen: readState.seen, store, allowance });
  const candidates = [...new Set(programs.flatMap((program) => program.candidates))].sort();
  return {
    list: all,
    store,
    programs,
    found,
    skips,
    candidates,
    inShard: isInShard,
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
  const files = withImporting(found.files, data.importing);
  const commented = found.directives.flatMap((file) => store.kinds.of(file).map(({ language }) => language.id));
  if (!allowance.isSpent()) yield store.parsers.load([...files.map(({ language }) => language), ...commented]);
  const programs: LanguageProgram[] = [];
  for (const language of LANGUAGES) {
    const mentioning = files.filter((file) => file.language === language.id);
    if (mentioning.length === 0) continue;
    // A language of which no file was read again has no draft yet.
    const draft = drafts.of(language);
    programs.push(
      finishProgram(draft, { mentioning, data: data.modules, read: found.read, catalogue, seen, store, allowance }),
    );
    yield;
  }
  return programs;
}

/**
 * The files of a scan.
 *
 * @throws ConfigError for invalid patterns.
 */
export function listFound(options: TreeOptions & Pick<SelectionOptions, 'among'>, skips: SkipLog): FileList {
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
  const because = skipped.length === 0 ? '' : ` Left out: ${skipped.join(', ')}.`;
  const named = paths.map((path) => `'${path}'`).join(', ');
  return `no file to scan in ${named}: looked for ${kindsOfFiles()}.${because} Name a file or folder that has some, or check --include and --ignore-files.`;
}

/** Message for a scan of files that count only if they name an API, where none does. */
function nothingNamed(perhaps: number): string {
  return `There is no code that is read: ${count(perhaps, 'file')} that may hold some, such as workflows, ${perhaps === 1 ? 'names' : 'name'} no API of a catalogue. Looked for ${kindsOfFiles()}.`;
}

/** All kinds of files that are scanned by default, by extension or in words. */
function kindsOfFiles(): string {
  const holders = LANGUAGES.flatMap((language) => language.holders).filter(({ counts }) => counts !== 'asked');
  const ends = new Set([...LANGUAGES, ...holders].flatMap(({ extensions = [] }) => extensions));
  const others = new Set(holders.filter(({ extensions }) => extensions === undefined).map(({ name }) => name));
  return `${[...ends].map((end) => `.${end}`).join(' ')}, and code in ${[...others].join(', ')}`;
}

/** JSON files with an address or paths of the API, by whether a program imports them. */
interface ImportedData {
  /** Files that import data, whose content counts as their own. */
  readonly importing: readonly MentioningFile[];
  /** Data files that a program imports. */
  readonly modules: readonly string[];
  /** Data files with an address that no program imports. */
  readonly others: readonly LeftData[];
}

/** Groups data files by whether the JavaScript program imports them. */
function importedData(data: readonly LeftData[], drafts: ProgramDrafts): ImportedData {
  if (data.length === 0) return { importing: [], modules: [], others: [] };
  const { modules } = drafts.of(languageOf('javascript'));
  modules.noteData(new Set(data.map(({ file }) => file)));
  const asked = data.map((entry) => ({ ...entry, importers: modules.importers(entry.file) }));
  const mentions = new Map<string, LeftData['mention']>();
  for (const { importers, mention } of asked)
    for (const file of importers) if (mentions.get(file) !== 'api') mentions.set(file, mention);
  return {
    importing: [...mentions].map(([file, mention]) => ({ file, language: 'javascript', mention })),
    modules: asked.filter(({ importers }) => importers.length > 0).map(({ file }) => file),
    others: asked.filter(({ importers, mention }) => importers.length === 0 && mention === 'api'),
  };
}

/** Merges in files that import the API from data: they mention the API, even if their own text mentions less. */
function withImporting(
  mentioning: readonly MentioningFile[],
  importing: readonly MentioningFile[],
): readonly MentioningFile[] {
  const isOwn = ({ language }: MentioningFile): boolean => language === 'javascript';
  const named = new Set(mentioning.filter((entry) => isOwn(entry) && entry.mention === 'api').map(({ file }) => file));
  const added = importing.filter(({ file }) => !named.has(file));
  const files = new Set(added.map(({ file }) => file));
  return [...mentioning.filter((entry) => !(isOwn(entry) && files.has(entry.file))), ...added];
}

/** Returns a test for the files of a shard, by a hash of the name that is the same on every machine. */
function inShard(shard: { readonly index: number; readonly count: number } | undefined): (file: string) => boolean {
  if (shard === undefined) return () => true;
  return (file) => hash(file) % shard.count === shard.index - 1;
}

/** FNV-1a over UTF-16 units. */
function hash(text: string): number {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  return (state ^ (state >>> 15)) >>> 0;
}
