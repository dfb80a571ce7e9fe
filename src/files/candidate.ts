import type { SkipReason } from '../core/model/skipped.js';
import { StepBudget } from '../core/lib/bounds.js';
import { ignoredBy, includedBy, MATCHING_STEPS } from './ignore-rules.js';

const DECLARATION_FILE = /\.d\.(?:[^./]+\.)?[cm]?tsx?$|\.d\.[cm]ts$/i;
const MINIFIED_FILE = /[.-]min\.[cm]?js$/i;
const BUILD_OUTPUT_FOLDERS = [
  'dist',
  'build',
  'out',
  'coverage',
  '.next',
  '.nuxt',
  '.output',
  '.svelte-kit',
  'vendor',
] as const;

/** File extensions, or bare file names, of files that are not programs and are not searched for a shebang. */
const NON_PROGRAM_NAMES: ReadonlySet<string> = new Set(
  [
    // documents
    'md mdx markdown rst adoc txt rtf pdf doc docx xls xlsx ppt pptx log license readme changelog notice authors codeowners',
    // data that no tool sends
    'jsonl ndjson lock lockb xsd plist map csv tsv po pot',
    'snap sql db sqlite graphql gql patch diff pem crt key gitignore gitattributes gitkeep npmignore dockerignore',
    'eslintignore prettierignore prettierrc editorconfig npmrc nvmrc example sample',
    // appearance
    'css scss sass less styl pcss svg png jpg jpeg gif ico webp avif bmp tif tiff woff woff2 ttf otf eot mp3 mp4 webm ogg wav mov',
    // archives and machine code
    'zip gz tgz bz2 xz 7z rar tar jar wasm wat node so dll dylib exe bin',
  ].flatMap((names) => names.split(' ')),
);

/** File extensions of settings, which may name an address that a program sends to. */
const SETTINGS_EXTENSIONS: ReadonlySet<string> = new Set(
  'json jsonc json5 yml yaml toml xml ini cfg conf env properties'.split(' '),
);

/** Files of package managers and compilers. */
const TOOL_FILES = /(?:^|\/)(?:package-lock|npm-shrinkwrap|pnpm-lock|tsconfig[^/]*|composer)\.(?:json|yaml)$/;

/** Whether a file is data that may name an address of an API. */
export function isData(path: string): boolean {
  return (SETTINGS_EXTENSIONS.has(extensionOrName(path)) || /(?:^|\/)\.env[^/]*$/.test(path)) && !TOOL_FILES.test(path);
}

/** Classification of file names: files with code, files whose text decides, and tests. */
export interface FileNames {
  readonly candidateKind: (path: string) => 'code' | 'perhaps' | undefined;
  readonly isTest: (path: string) => boolean;
}

export interface CandidateOptions {
  readonly include: readonly string[];
  readonly ignore: readonly string[];
  readonly tests: 'mark' | 'skip';
  readonly names: FileNames;
}

export interface CandidateTest {
  /**
   * `undefined`: to be scanned. `perhaps`: to be scanned depending on its text. `not-source`: irrelevant and not
   * counted. `other-kind`: a program that is not read, reported if it names the API. `below`: the part of the path
   * under the one that the user named: a named folder is never skipped because of its name.
   */
  file(path: string, below: string): SkipReason | 'not-source' | 'perhaps' | undefined;
  /** Reason why a walk does not enter a folder; undefined if it does. */
  folder(path: string, name: string): SkipReason | undefined;
  /** Omissions, one sentence each; complete once all files are tested. */
  limits(): readonly string[];
}

/** Whether the settings leave a file out. */
function isExcludedBySettings(reason: SkipReason | 'not-source'): boolean {
  return reason === 'ignored' || reason === 'test' || reason === 'not-source';
}

/** Test that accepts a file if either of two tests does. */
export function eitherTest(first: CandidateTest, second: CandidateTest): CandidateTest {
  return {
    file(path, below) {
      const reason = first.file(path, below);
      if (reason === undefined || reason === 'perhaps') return reason;
      const otherReason = second.file(path, below);
      // A file that one test excludes on purpose may be included by the other.
      return otherReason === undefined || otherReason === 'perhaps' || isExcludedBySettings(reason)
        ? otherReason
        : reason;
    },
    folder(path, name) {
      const reason = first.folder(path, name);
      return reason === undefined || second.folder(path, name) === undefined ? undefined : reason;
    },
    limits: () => [...first.limits(), ...second.limits()],
  };
}

/** Decides from the path alone whether a file is scanned. */
export function candidateTest(options: CandidateOptions): CandidateTest {
  const budget = new StepBudget(MATCHING_STEPS);
  const isIncluded = includedBy(options.include, budget);
  const isIgnored = ignoredBy(options.ignore, budget);
  const outputFolders = BUILD_OUTPUT_FOLDERS.filter(
    (name) => !options.include.some((glob) => glob.split('/').includes(name)),
  );
  const buildFolder = new RegExp(`(?:^|/)(?:${outputFolders.map((name) => name.replace('.', '\\.')).join('|')})/`);
  const unlessExcluded = (reason: SkipReason, path: string): SkipReason | 'not-source' =>
    isIncluded(path) ? (isIgnored(path) ? 'ignored' : reason) : 'not-source';
  const programReason = (path: string, below: string): SkipReason | 'not-source' | undefined => {
    if (isInDependencies(below)) return unlessExcluded('dependencies', path);
    if (buildFolder.test(below)) return unlessExcluded('build-output', path);
    if (DECLARATION_FILE.test(path)) return unlessExcluded('declaration', path);
    if (MINIFIED_FILE.test(path)) return unlessExcluded('minified', path);
    if (!isIncluded(path)) return 'not-source';
    if (isIgnored(path)) return 'ignored';
    return options.tests === 'skip' && options.names.isTest(path) ? 'test' : undefined;
  };
  return {
    file(path, below) {
      const kind = options.names.candidateKind(path);
      if (kind === 'code') return programReason(path, below);
      if (isNotProgram(path, kind) || isInDependencies(below)) return 'not-source';
      if (buildFolder.test(below)) {
        if (kind === 'perhaps') return unlessExcluded('build-output', path);
        if (isData(path)) return 'not-source';
      }
      return isIncluded(path) && !isIgnored(path) ? (kind ?? 'other-kind') : 'not-source';
    },
    folder(path, name) {
      if (name === 'node_modules') return 'dependencies';
      if (outputFolders.some((output) => output === name)) return 'build-output';
      if (isIgnored(`${path}/`)) return 'ignored';
      return undefined;
    },
    limits: () =>
      budget.isSpent
        ? ['The patterns of files to include and to leave out take too long: some files were selected without them.']
        : [],
  };
}

/**
 * Whether a file is not a program, by its name. It may still be a host file (a manifest, a workflow), or name an
 * address.
 */
function isNotProgram(path: string, kind: 'perhaps' | undefined): boolean {
  if (kind === undefined ? isData(path) : path.includes('.')) return false;
  const ending = extensionOrName(path);
  return NON_PROGRAM_NAMES.has(ending) || SETTINGS_EXTENSIONS.has(ending);
}

function isInDependencies(below: string): boolean {
  return below.includes('node_modules/') && /(?:^|\/)node_modules\//.test(below);
}

/** The extension in lower case; the name itself if it has none. */
function extensionOrName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('.'), path.lastIndexOf('/')) + 1).toLowerCase();
}
