import type { SkipReason } from '../model/skipped.js';
import { Effort } from '../lib/effort.js';
import { ignoredBy, includedBy, MATCHING_STEPS } from './ignore-rules.js';
import { isTestFile } from './test-file.js';

const SOURCE = /\.[cm]?[jt]sx?$/i;
const DECLARATION = /\.d\.(?:[^./]+\.)?[cm]?tsx?$|\.d\.[cm]ts$/i;
const MINIFIED = /[.-]min\.[cm]?js$/i;
const BUILD_OUTPUT = [
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

/** Whether the name is one of a program. */
export function isSource(name: string): boolean {
  return SOURCE.test(name);
}

export interface CandidateOptions {
  readonly include: readonly string[];
  readonly ignore: readonly string[];
  readonly tests: 'mark' | 'skip';
}

export interface CandidateTest {
  /**
   * `undefined`: to be scanned. `not-source`: none of our business, not counted. `below` is the part
   * of the path under what the user named: a folder that was named is never skipped for its name.
   */
  file(path: string, below: string): SkipReason | 'not-source' | undefined;
  /** Whether a walk has to enter a folder. */
  folder(path: string, name: string): SkipReason | undefined;
  /** What was not done, each in a sentence; complete once everything was asked. */
  limits(): readonly string[];
}

/** Decides from the path alone whether a file is scanned. */
export function candidateTest(options: CandidateOptions): CandidateTest {
  const effort = new Effort(MATCHING_STEPS);
  const included = includedBy(options.include, effort);
  const ignored = ignoredBy(options.ignore, effort);
  const outputs = BUILD_OUTPUT.filter((name) => !options.include.some((glob) => glob.split('/').includes(name)));
  const buildFolder = new RegExp(`(?:^|/)(?:${outputs.map((name) => name.replace('.', '\\.')).join('|')})/`);
  return {
    file(path, below) {
      if (!SOURCE.test(path)) return 'not-source';
      if (below.includes('node_modules/') && /(?:^|\/)node_modules\//.test(below)) return 'dependencies';
      if (buildFolder.test(below)) return 'build-output';
      if (DECLARATION.test(path)) return 'declaration';
      if (MINIFIED.test(path)) return 'minified';
      if (!included(path)) return 'not-source';
      if (ignored(path)) return 'ignored';
      if (options.tests === 'skip' && isTestFile(path)) return 'test';
      return undefined;
    },
    folder(path, name) {
      if (name === 'node_modules') return 'dependencies';
      if (outputs.some((output) => output === name)) return 'build-output';
      if (ignored(`${path}/`)) return 'ignored';
      return undefined;
    },
    limits: () =>
      effort.spent
        ? ['The patterns of files to include and to leave out take too long: from some file on none of them counted.']
        : [],
  };
}
