import { resolve } from 'node:path';
import { count } from '../core/lib/wording.js';
import { Allowance } from './allowance.js';
import { BegunScan } from './begun-scan.js';
import type { KeptReading } from '../cache/kept-reading.js';
import type { ScanCache } from '../cache/scan-cache.js';
import type { Api, Catalogue } from '../core/model/deprecation.js';
import type { ApiSigns } from '../select/seen-apis.js';
import { ScanError } from '../core/model/errors.js';
import { FileKinds, LANGUAGES, languageOf } from '../languages/table.js';
import { LANGUAGE_IDS } from '../core/model/language.js';
import type { LanguageId } from '../core/model/language.js';
import { countUnread, knownFiles, knownFrom, notedImports } from './known-reading.js';
import type { TwinScan } from './known-reading.js';
import { finishProgram, ProgramDrafts } from './language-program.js';
import type { AffectedBy, LanguageProgram, WidenMentions } from './language-program.js';
import { readMentions } from './read-mentions.js';
import type { FoundMentions } from './read-mentions.js';
import { nameLeftOut } from './left-out.js';
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
  /** One for each language that has something to analyse, in the order of languages. */
  readonly programs: readonly LanguageProgram[];
  readonly found: FoundMentions;
  readonly skips: SkipLog;
  /** Files of all programs whose analysis can give something, sorted. */
  readonly candidates: readonly string[];
  readonly inShard: (file: string) => boolean;
  readonly allowance: Allowance;
  readonly affectedBy: AffectedBy;
}

/** Settings of a scan that say which files there are. */
export interface TreeOptions extends Pick<
  ScanOptions,
  'root' | 'paths' | 'include' | 'ignoreFiles' | 'tests' | 'languages' | 'documents' | 'maxFileSize'
> {
  /** Files that differ from those on disk. */
  readonly overlay?: TreeOverlay;
  /** Other globs: a file is scanned where either these or the above match it. */
  readonly also?: { readonly include: readonly string[]; readonly ignore: readonly string[] };
}

/** Settings that say which of the files are looked at, and for what. */
export interface SelectionOptions extends Pick<ScanOptions, 'tsconfig' | 'shard'> {
  /** Scan only these files, which exist and are not ignored. */
  readonly among?: ReadonlySet<string>;
  /** Of the files that are left out, only these are searched for the API. */
  readonly changed?: ReadonlySet<string>;
  /**
   * Files and folders of the scan itself, relative to the root: no program imports them, and no tool sends their
   * content.
   */
  readonly own?: readonly string[];
  /** JSON that counts as a module of its importers, even without the name of the API. */
  readonly data?: ReadonlySet<string>;
  /** Whether a tree without any file to scan is an error, such as the one before the first commit. */
  readonly empty?: 'refused' | 'allowed';
  /** Whether only problems are looked for, such as files that cannot be read; no file is analysed then. */
  readonly isProblemsOnly?: boolean;
  /** Signs of APIs that the catalogue lacks; the first one found ends the scan as `ApisSeen`. */
  readonly signs?: ApiSigns | undefined;
  /** Looks for more than the catalogue covers. */
  readonly widened?: WidenMentions;
}

/** Results of other scans and runs, and the bounds and observers of this one. */
export interface StoreOptions extends Pick<ScanOptions, 'onProgress'> {
  /** Results of an earlier run over the same files. */
  readonly cache?: ScanCache | undefined;
  /** Mentions in unchanged files; only where all files are in their state on disk. */
  readonly reading?: KeptReading | undefined;
  /** File probe by language; default a new one for each language. */
  readonly probeOf?: (language: LanguageId) => FileProbe;
  /** A scan of another state of the tree, with the files that are the same. */
  readonly twin?: TwinScan;
  /** Files that the scan which ended as `ApisSeen` has listed and read; default none. */
  readonly begun?: BegunScan | undefined;
  /** Shared by all parts of one scan; default one without bounds. */
  readonly allowance?: Allowance;
}

/** Thrown to restart the scan with catalogues of more APIs, which its files use. */
export class ApisSeen extends Error {
  constructor(readonly ids: ReadonlySet<Api['id']>) {
    super('more APIs are used than the catalogue has');
  }
}

/**
 * Cheapest test first: list, read, search each text, a few RegExps over those that may mention something; then the
 * importers of the files with a mention.
 *
 * @throws ConfigError for invalid patterns, ScanError where there is nothing to scan, ApisSeen where a file has a sign.
 */
export function* prepareScan(
  options: TreeOptions & SelectionOptions & StoreOptions,
  catalogue: Catalogue,
): Steps<PreparedScan> {
  const root = resolve(options.root ?? '.');
  const paths = options.paths ?? ['.'];
  const { onProgress, overlay, allowance = new Allowance(), reading, twin, begun = new BegunScan() } = options;
  const mine = inShard(options.shard);
  onProgress?.({ phase: 'list', done: 0, total: 0 });
  yield;
  const { list, skips } = begun.listed(options, () => {
    const log = new SkipLog(mine);
    return { list: listFound(options, log), skips: log };
  });
  // The search covers the catalogue alone.
  const search = (): ReturnType<typeof mentionSearch> =>
    options.widened === undefined
      ? mentionSearch(catalogue, () => countUnread(list, reading), options.signs)
      : undefined;
  const maxFileSize = options.maxFileSize ?? DEFAULT_MAX_FILE_SIZE;
  const reader = new TextReader(maxFileSize, overlay, search, begun.reads);
  // Files of which only the text is needed are read without a search.
  const texts = new TextReader(maxFileSize, overlay, undefined, begun.reads);
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
    known: twin === undefined ? knownFrom(reading, list.named) : knownFiles(twin),
    reading,
    signs: options.signs,
    listsSent: options.widened === undefined,
    onProgress,
  });
  if (found.seenApis.size > 0) {
    begun.noteSeen(found.seenApis);
    throw new ApisSeen(found.seenApis);
  }
  reading?.noteImports((file) => notedImports(drafts, file));
  // Files that could have held code were searched, and none was left out.
  const isSilent = found.read.length === 0 && list.perhaps.length > 0 && skips.groups().length === 0;
  if (refused && found.read.length === 0 && !isSilent && !allowance.isSpent())
    throw new ScanError(nothingToScan(paths, list, skips));

  const { left } = list;
  const namesAny = found.files.some(({ mention }) => mention === 'api');
  const leftOut = yield* nameLeftOut({
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
      : yield* finishPrograms({ drafts, found, data, catalogue, seen: begun.seen, store, allowance });
  const candidates = [...new Set(programs.flatMap((program) => program.candidates))].sort();
  return {
    list: all,
    store,
    programs,
    found,
    skips,
    candidates,
    inShard: mine,
    allowance,
    affectedBy: (files, others) =>
      new Set([...files, ...programs.flatMap((program) => [...program.affectedBy(files, others)])]),
  };
}

/** The programs of all languages with a mention. */
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
  readonly allowance: Allowance;
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

/** Message where only files were found that count once they name an API, and none does. */
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
  /** Files that import one: its content counts as if written there. */
  readonly importing: readonly MentioningFile[];
  /** Those that are modules of a program. */
  readonly modules: readonly string[];
  /** Those with an address and without an importer. */
  readonly others: readonly LeftData[];
}

/** Asks the JavaScript program, where there is one, which of the files it imports. */
function importedData(data: readonly LeftData[], drafts: ProgramDrafts): ImportedData {
  if (data.length === 0) return { importing: [], modules: [], others: [] };
  const { modules } = drafts.of(languageOf('javascript'));
  modules.noteData(new Set(data.map(({ file }) => file)));
  const asked = data.map((one) => ({ ...one, importers: modules.importers(one.file) }));
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
  const named = new Set(mentioning.filter((one) => isOwn(one) && one.mention === 'api').map(({ file }) => file));
  const added = importing.filter(({ file }) => !named.has(file));
  const files = new Set(added.map(({ file }) => file));
  return [...mentioning.filter((one) => !(isOwn(one) && files.has(one.file))), ...added];
}

/** A part of the files, the same on every machine: by a hash of the name. */
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
