import { resolve } from 'node:path';
import { count } from '../core/lib/wording.js';
import { mentionsResource } from '../knowledge/clients/resource-rows.js';
import { notUnderstoodWords } from '../core/model/skipped.js';
import type { SkippedGroup, SkipReason, UnreadFile } from '../core/model/skipped.js';
import type { FileKinds } from '../languages/table.js';
import type { ReadingCache, LeftOutSummary } from '../cache/reading-cache.js';
import { UNREAD_REASONS } from '../report/unread-words.js';
import { isData } from '../files/candidate.js';
import { dataKind } from './data-kinds.js';
import type { LeftOut } from '../files/list-files.js';
import { kindOfPath, walk } from '../files/walk.js';
import type { TextReader } from '../files/read-text.js';
import type { SkipLog } from '../files/skip-log.js';
import type { Steps } from './steps.js';

/** Reasons for leaving files out that the user did not choose, except dependencies, which are too many to search. */
const UNCHOSEN_REASONS: ReadonlySet<SkipReason> = new Set(['build-output', 'declaration', 'minified', 'other-kind']);

/** The same reasons for the files of a change, which include committed dependencies. */
const UNCHOSEN_REASONS_OF_CHANGE: ReadonlySet<SkipReason> = new Set([...UNCHOSEN_REASONS, 'dependencies']);

/** Maximum number of left-out files that are searched, and maximum number of their bytes together. */
const MAX_FILES = 20_000;
const MAX_BYTES = 64_000_000;

const FILES_PER_STEP = 200;
const MAX_LISTED = 10;

export interface LeftOutInput {
  readonly left: readonly LeftOut[];
  /** The files of a change: only these, and the JSON files that they may import, are searched. Absent: all files. */
  readonly changedFiles?: ReadonlySet<string> | undefined;
  /** Files and folders of the scan itself, such as its baseline: data among them is not searched. */
  readonly toolFiles: readonly string[];
  /** Absolute path that names are relative to. */
  readonly root: string;
  readonly reader: TextReader;
  readonly skips: SkipLog;
  readonly namesApi: (text: string) => boolean;
  /** Returns the titles of the APIs with a base URL in a text; other words of an API do not count in data. */
  readonly apisIn: (text: string) => readonly string[];
  /** Whether a text has paths that a program may request; absent if no file names the API. */
  readonly hasPaths: ((text: string) => boolean) | undefined;
  /** Mentions of unchanged files from an earlier run. */
  readonly reading?: ReadingCache | undefined;
  /** JSON files that count as modules, whatever their content. */
  readonly modules?: ReadonlySet<string> | undefined;
  readonly kinds: FileKinds;
}

/** A JSON file with an address or paths, which a program may import. */
export interface DataFile {
  readonly file: string;
  readonly mention: 'api' | 'rare';
  readonly apis: readonly string[];
  /** Reason for leaving the file out if no program imports it. */
  readonly skipReason: SkipReason;
}

/** Mentions in files that are left out. */
export interface LeftOutMentions {
  readonly data: readonly DataFile[];
  /** Omissions, one sentence each. */
  readonly limits: readonly string[];
}

/** Searches the left-out files, and records those that name the API. */
export function* searchLeftOut(input: LeftOutInput): Steps<LeftOutMentions> {
  const { changedFiles, skips } = input;
  const data: DataFile[] = [];
  const files = filesToSearch(input);
  let searchedBytes = 0;
  for (const [index, file] of files.entries()) {
    if (index >= MAX_FILES || searchedBytes > MAX_BYTES) {
      const unsearched = files.slice(index);
      // Unsearched files of a change count as files that name the API, except those of other kinds.
      if (changedFiles !== undefined)
        for (const { reason, path } of unsearched) if (reason !== 'other-kind') skips.listPath(reason, path);
      return {
        data,
        limits: [
          `At least ${count(unsearched.length, 'left-out file was', 'left-out files were')} not checked for names of an API.`,
        ],
      };
    }
    if (index % FILES_PER_STEP === 0) yield;
    const summary = cachedSummary(file, input) ?? readSummary(file, input);
    if (summary.unread === true) continue;
    searchedBytes += summary.size;
    const mention = mentionOf(file, summary, input);
    if (mention === undefined) continue;
    const { apis = [], kind: skipReason = 'other-kind' } = summary;
    if (mention !== 'unread') data.push({ file: file.path, mention, apis, skipReason });
    else if (file.reason === 'other-kind') skips.add(skipReason, file.path, apis);
    else skips.listPath(file.reason, file.path);
  }
  return { data, limits: [] };
}

function filesToSearch({ left, changedFiles, toolFiles, root, kinds }: LeftOutInput): readonly LeftOut[] {
  const isChanged = (path: string): boolean => changedFiles?.has(path) !== false;
  const isToolFile = (path: string): boolean => toolFiles.some((name) => path === name || path.startsWith(`${name}/`));
  const reasons = changedFiles === undefined ? UNCHOSEN_REASONS : UNCHOSEN_REASONS_OF_CHANGE;
  return left
    .filter(({ reason, path }) => reasons.has(reason) && (isChanged(path) || isJson({ reason, path })))
    .flatMap((entry) => filesOf(entry, root, kinds))
    .filter(({ reason, path }) => reason !== 'other-kind' || !isToolFile(path));
}

/** Mentions in the text of one file, and its size in bytes. */
type SizedSummary = LeftOutSummary & { readonly size: number };

/** Cached mentions of a file; undefined if the file has to be read. */
function cachedSummary(file: LeftOut, input: LeftOutInput): SizedSummary | undefined {
  const cached = input.reading?.leftOut(file.path);
  return cached !== undefined && cached.paths === undefined && needsPaths(file, cached, input) ? undefined : cached;
}

/** Reads a file for its mentions. A changed file that cannot be read is recorded as skipped. */
function readSummary(file: LeftOut, input: LeftOutInput): SizedSummary {
  const { changedFiles, apisIn, hasPaths, kinds, namesApi, reader, reading, root, skips } = input;
  const { reason, path } = file;
  const result = reader.readOnce(resolve(root, path));
  if (result.kind === 'skipped') {
    if (changedFiles !== undefined && reason !== 'other-kind' && result.reason !== 'vanished')
      skips.add(result.reason, path);
    const unreadSummary = { names: false, paths: false, unread: true } as const;
    reading?.noteLeftOut(path, unreadSummary);
    return { ...unreadSummary, size: 0 };
  }
  const text = result.groups === 0 ? '' : result.latin1;
  const isOtherKind = reason === 'other-kind';
  const mayName = (isOtherKind && isData(path)) || namesApi(text);
  const apis = isOtherKind && mayName ? apisIn(text) : [];
  // A file without an extension is a program only if its first line names an interpreter.
  const names = isOtherKind
    ? mayName && (!isData(path) || apis.length > 0)
    : (mayName || mentionsResource(text)) && kinds.readFirstLine(path, text).length > 0;
  const kind = isOtherKind && names ? dataKind(path, text) : undefined;
  const nameSummary: LeftOutSummary = {
    names,
    ...(apis.length === 0 ? {} : { apis }),
    ...(kind === undefined ? {} : { kind }),
  };
  const summary = needsPaths(file, nameSummary, input)
    ? { ...nameSummary, paths: hasPaths?.(text) === true }
    : nameSummary;
  reading?.noteLeftOut(path, summary);
  return { ...summary, size: result.size };
}

/** Whether the paths in a file matter: the file names no API, and a program may import it. */
function needsPaths(file: LeftOut, { names }: LeftOutSummary, { hasPaths, modules }: LeftOutInput): boolean {
  return hasPaths !== undefined && !names && isJson(file) && modules?.has(file.path) !== true;
}

/** Mention in data that a program may import; `unread` for other files that name the API, which no scan reads. */
function mentionOf(
  file: LeftOut,
  { names, paths = false }: LeftOutSummary,
  { modules, hasPaths }: LeftOutInput,
): DataFile['mention'] | 'unread' | undefined {
  const isModule = modules?.has(file.path) === true;
  if (isJson(file) && (names || isModule || (paths && hasPaths !== undefined))) return names ? 'api' : 'rare';
  return names ? 'unread' : undefined;
}

function isJson({ reason, path }: LeftOut): boolean {
  return reason === 'other-kind' && path.endsWith('.json');
}

/** The file of an entry, or the files of a folder, which is a single entry in a tree without git. */
function filesOf({ reason, path: top }: LeftOut, root: string, kinds: FileKinds): readonly LeftOut[] {
  const files: LeftOut[] = [];
  if (reason !== 'build-output' || kindOfPath(resolve(root, top)) !== 'folder') return [{ reason, path: top }];
  walk(resolve(root, top), {
    outermost: root,
    skipFolder: (_path, name) => (name === 'node_modules' || files.length > MAX_FILES ? 'dependencies' : undefined),
    onFile: (path) => {
      const file = `${top}/${path}`;
      if (kinds.candidateKind(file) !== undefined) files.push({ reason, path: file });
    },
    isSource: () => false,
    onSkip: () => undefined,
    onLimit: () => undefined,
  });
  return files;
}

/**
 * Sentences about files that may call an API and were not read at all, and about files that name an API and are not
 * understood.
 */
export function unreadLimits(groups: readonly SkippedGroup[], unread: readonly UnreadFile[]): readonly string[] {
  const files = unread
    .filter(({ reason }) => reason !== 'partly' && reason !== 'failed')
    .map(({ file, reason }) => `${file} (${UNREAD_REASONS[reason]})`);
  const otherFiles = groups.flatMap(({ reason, paths }) => (reason === 'other-kind' ? paths : []));
  const notUnderstoodText = notUnderstoodWords(groups);
  return [
    ...(files.length === 0 ? [] : [`Not read, though they may call an API: ${listNames(files)}.`]),
    ...(notUnderstoodText === undefined ? [] : [`${notUnderstoodText}: ${listNames(otherFiles)}.`]),
  ];
}

function listNames(files: readonly string[]): string {
  const more = files.length > MAX_LISTED ? ` and ${files.length - MAX_LISTED} more` : '';
  return `${files.slice(0, MAX_LISTED).join(', ')}${more}`;
}
