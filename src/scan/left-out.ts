import { resolve } from 'node:path';
import type { SkippedGroup, SkipReason } from '../model/skipped.js';
import type { FileKinds } from '../languages/file-kinds.js';
import type { LeftOut } from '../sources/list-folder.js';
import { kindOfPath } from '../sources/path-kind.js';
import type { TextReader } from '../sources/read-text.js';
import type { SkipLog } from '../sources/skip-log.js';
import { walk } from '../sources/walk.js';
import type { Steps } from './steps.js';

/** Files that nobody asked to leave out. Dependencies are too many, and whoever ignores a file has seen it. */
const UNASKED: ReadonlySet<SkipReason> = new Set(['build-output', 'declaration', 'minified', 'other-kind']);

/** Files, and characters in them, that are read only to be named. */
const MAX_FILES = 20_000;
const MAX_TEXT = 64_000_000;

const STEP = 200;
const MAX_LISTED = 10;

const WORDS: Readonly<Partial<Record<SkipReason, string>>> = {
  'build-output': 'build output',
  'other-kind': 'another kind of file',
};

export interface LeftOutInput {
  readonly left: readonly LeftOut[];
  /** Of these only. */
  readonly among?: ReadonlySet<string> | undefined;
  /** Absolute path that names are relative to. */
  readonly root: string;
  readonly reader: TextReader;
  readonly skips: SkipLog;
  readonly namesApi: (text: string) => boolean;
  readonly kinds: FileKinds;
}

/** Names the files that are left out and name the API. Gives what was not done, each in a sentence. */
export function* nameLeftOut({
  left,
  among,
  root,
  reader,
  skips,
  namesApi,
  kinds,
}: LeftOutInput): Steps<readonly string[]> {
  const wanted = left
    .filter(({ reason, path }) => UNASKED.has(reason) && among?.has(path) !== false)
    .flatMap((entry) => filesOf(entry, root, kinds));
  let text = 0;
  for (const [index, { reason, path }] of wanted.entries()) {
    if (index >= MAX_FILES || text > MAX_TEXT)
      return [`${wanted.length - index} files that are left out were not asked whether they name the API.`];
    if (index % STEP === 0) yield;
    const result = reader.read(resolve(root, path));
    if (result.kind === 'skipped') continue;
    text += result.length;
    if (result.groups === 0 || !namesApi(result.latin1)) continue;
    if (reason === 'other-kind') skips.add(reason, path);
    else skips.name(reason, path);
  }
  return [];
}

/** A file itself, or the files in a folder; a folder stands for its files where there is no git. */
function filesOf({ reason, path: top }: LeftOut, root: string, kinds: FileKinds): readonly LeftOut[] {
  const files: LeftOut[] = [];
  if (reason !== 'build-output' || kindOfPath(resolve(root, top)) !== 'folder') return [{ reason, path: top }];
  walk(resolve(root, top), {
    outermost: root,
    skipFolder: (_path, name) => (name === 'node_modules' || files.length > MAX_FILES ? 'dependencies' : undefined),
    onFile: (path) => files.push({ reason, path: `${top}/${path}` }),
    isSource: () => false,
    onSkip: () => undefined,
    onLimit: () => undefined,
  });
  return files.filter(({ path }) => kinds.listed(path) === 'code');
}

/** Says which files that nobody asked to leave out name the API; nothing where none does. */
export function unreadLimits(groups: readonly SkippedGroup[]): readonly string[] {
  const files = groups
    .filter(({ reason }) => UNASKED.has(reason))
    .flatMap(({ reason, paths }) => paths.map((path) => `${path} (${WORDS[reason] ?? reason})`));
  if (files.length === 0) return [];
  const shown = files.slice(0, MAX_LISTED).join(', ');
  const more = files.length > MAX_LISTED ? ` and ${files.length - MAX_LISTED} more` : '';
  return [`Not read, though the API is named there: ${shown}${more}.`];
}
