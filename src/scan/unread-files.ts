import { join, resolve } from 'node:path';
import type { FileKinds } from '../languages/table.js';
import { mentionsResource } from '../knowledge/clients/resource-rows.js';
import { LANGUAGES, Parsers } from '../languages/table.js';
import { isInside } from '../core/lib/read-file.js';
import type { Catalogue } from '../core/model/deprecation.js';
import type { FileAnalysis } from '../core/model/finding.js';
import type { SkippedGroup, SkipReason, UnreadFile } from '../core/model/skipped.js';
import type { Report } from '../report/report.js';
import { mentionsOf } from '../select/mentions.js';
import { reachesApi } from '../select/text-mentions.js';
import { ignoredBy, includedBy } from '../files/ignore-rules.js';
import { toName } from '../files/file-name.js';
import { isPattern } from '../files/path-pattern.js';
import type { TreeOverlay } from '../files/tree-overlay.js';
import { searchableText, targetOf } from '../files/read-text.js';
import type { TreeOptions } from './prepare-scan.js';

/** A file of a change that may call an API and was not read. */
export interface UnreadOfChange {
  readonly file: string;
  /** Reason and advice: two sentences, without an initial capital or a final full stop. */
  readonly why: string;
}

export interface UnreadInput {
  readonly root: string;
  readonly changed: ReadonlySet<string>;
  /** Nested repositories that the change adds or moves to another commit, by absolute path. */
  readonly repositories: readonly string[];
  readonly overlay: TreeOverlay;
  readonly kinds: FileKinds;
  readonly catalogue: Catalogue;
  readonly options: Pick<TreeOptions, 'paths' | 'include' | 'ignoreFiles' | 'also'>;
  readonly result: {
    readonly report: Pick<Report, 'coverage'>;
    readonly analyses: ReadonlyMap<string, FileAnalysis>;
    readonly read: ReadonlySet<string>;
    readonly textOf: (file: string) => string | undefined;
  };
}

const ADVICE: Readonly<Partial<Record<SkipReason, string>>> = {
  binary: 'it has a NUL byte or an unsupported encoding. Save it as UTF-8 text',
  'lfs-pointer': 'it is a pointer of Git LFS. Keep source code out of Git LFS, or fetch the content first',
  'too-large': 'it is larger than maxFileSize. Split it, or raise the limit in the configuration',
  unreadable: 'it cannot be opened. Correct its permissions',
  link: 'it is a symbolic link to code that is not scanned. Commit a file instead',
  outside: 'it is a symbolic link to code that is not scanned. Commit a file instead',
  minified: 'it looks minified. Commit the source',
  'build-output': 'its folder has the name of build output. Include the folder with --include',
  dependencies: 'it is in node_modules. Install dependencies instead of committing them',
};

/**
 * Returns the files of a change that no scan reads, and that name an API or cannot be searched for one. A declaration
 * file counts only if it has calls: types request nothing.
 */
export function unreadOfChange(input: UnreadInput): readonly UnreadOfChange[] {
  const { changed, result } = input;
  const skipped = result.report.coverage.skipped.flatMap(({ reason, paths }) =>
    paths.filter((path) => changed.has(path)).flatMap((file) => skippedFile({ file, reason }, input)),
  );
  const broken = result.report.coverage.syntaxErrors
    .filter((file) => changed.has(file) && mayHideCalls(file, input))
    .map((file) => ({ file, why: 'it has syntax errors, and nothing was found in it. Correct the syntax' }));
  return [...skipped, ...broken, ...repositoriesOf(input)].sort((a, b) => (a.file < b.file ? -1 : 1));
}

const NESTED_REPOSITORY = 'it is a repository of its own. Scan it by itself, and leave it out here with ignoreFiles';

/** Returns the nested repositories that the settings before or after the change include. */
function repositoriesOf({ repositories, root, options }: UnreadInput): readonly UnreadOfChange[] {
  const { paths = ['.'], include = [], ignoreFiles = [], also } = options;
  const isIncluded = (
    name: string,
    globs: { readonly include: readonly string[]; readonly ignore: readonly string[] },
  ) => includedBy(globs.include)(`${name}/x`) && !ignoredBy(globs.ignore)(`${name}/x`);
  return repositories
    .filter((path) => paths.some((top) => isPattern(root, top) || isInside(resolve(root, top), path)))
    .map((path) => toName(root, path))
    .filter(
      (name) => isIncluded(name, { include, ignore: ignoreFiles }) || (also !== undefined && isIncluded(name, also)),
    )
    .map((file) => ({ file, why: NESTED_REPOSITORY }));
}

interface SkippedFile {
  readonly file: string;
  readonly reason: SkipReason;
}

function skippedFile({ file, reason }: SkippedFile, input: UnreadInput): readonly UnreadOfChange[] {
  if (reason === 'other-kind')
    return isDisguised(file, input)
      ? [
          {
            file,
            why: 'its name is that of a program with blanks, dots or hidden characters in it. Rename it',
          },
        ]
      : [];
  const why = file.includes('\uFFFD') ? 'its name is not UTF-8. Rename it' : ADVICE[reason];
  if (reason === 'declaration')
    return hasCalls(file, input)
      ? [{ file, why: 'it calls functions, and its name says that it has types alone. Rename it' }]
      : [];
  if (why === undefined || !mayCall({ file, reason }, { ...input, isRead: (name) => input.result.read.has(name) }))
    return [];
  return [{ file, why }];
}

/** Blanks, invisible characters, and those that Windows removes from the end of a name. */
const UNSEEN_CHARACTERS = /[\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]|(?<![.:])[.:]+$/gu;

/**
 * Whether a name only looks like the name of a program, because of unseen characters. Files of other kinds are listed
 * only if they name the API.
 */
function isDisguised(file: string, { kinds }: UnreadInput): boolean {
  const shown = file.normalize('NFKC').replace(UNSEEN_CHARACTERS, '');
  return shown !== file && kinds.candidateKind(file) === undefined && kinds.candidateKind(shown) === 'code';
}

/** Parts of a scan that decide whether an unread file may call an API. */
interface ReadTree extends Pick<UnreadInput, 'root' | 'kinds' | 'catalogue'> {
  readonly overlay: TreeOverlay | undefined;
  readonly isRead: (name: string) => boolean;
}

const LISTED_IF_NAMING_API: ReadonlySet<SkipReason> = new Set([
  'minified',
  'build-output',
  'dependencies',
  'declaration',
]);

/** Largest number of unread files that are searched for API calls. */
const MAX_CHECKED = 1000;

/** Returns the unread files of a scan that may call an API, including those that were not searched. */
export function unreadFiles(groups: readonly SkippedGroup[], tree: ReadTree): readonly UnreadFile[] {
  let count = 0;
  return groups
    .filter(({ reason }) => ADVICE[reason] !== undefined || reason === 'failed' || reason === 'declaration')
    .flatMap(({ reason, paths }) => paths.map((file) => ({ file, reason })))
    .filter((candidate) => candidate.reason === 'failed' || (count += 1) > MAX_CHECKED || mayCall(candidate, tree));
}

/** Whether a file that was not read may call an API. */
function mayCall({ file, reason }: SkippedFile, { root, overlay, kinds, catalogue, isRead }: ReadTree): boolean {
  // Files with these reasons are listed only if they name the API.
  if (LISTED_IF_NAMING_API.has(reason)) return true;
  const isProgram = (path: string): boolean => kinds.of(path).some(({ hostFile }) => hostFile?.scanRole !== 'asked');
  if (reason === 'lfs-pointer') return isProgram(file);
  const target = targetOf(resolve(root, file));
  const name = toName(root, target.path);
  if (reason === 'link' || reason === 'outside') {
    // The target of the link is scanned under its own name.
    if (isRead(name)) return false;
    if (target.kind === 'folder') return name.startsWith('..') || /(?:^|\/)(?:\.git|node_modules)(?:\/|$)/.test(name);
  }
  const text = searchableText(target.path, overlay);
  if (text === undefined) return reason === 'unreadable' || isProgram(file);
  if (!isProgram(file) && !isProgram(name) && !text.startsWith('#!')) return false;
  return namesApi(text, catalogue) || mentionsOf(catalogue).wordKindIn(text) === 'path' || mentionsResource(text);
}

function namesApi(text: string, catalogue: Catalogue): boolean {
  return LANGUAGES.some(({ forms }) => reachesApi(text, catalogue, forms));
}

/** Whether a partly parsed file names the API, and has only possible findings. */
function mayHideCalls(file: string, { catalogue, result }: UnreadInput): boolean {
  const { findings = [] } = result.analyses.get(file) ?? {};
  return (
    findings.every(({ confidence }) => confidence === 'possible') && namesApi(result.textOf(file) ?? '', catalogue)
  );
}

function hasCalls(file: string, { root, overlay }: UnreadInput): boolean {
  const text = searchableText(join(root, file), overlay) ?? '';
  try {
    return new Parsers().of('javascript').parse(file, text).facts.calls.length > 0;
  } catch {
    // Nested too deeply.
    return true;
  }
}
