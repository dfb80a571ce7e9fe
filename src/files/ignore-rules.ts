import { StepBudget } from '../core/lib/bounds.js';
import { loadLibrary } from '../core/lib/late-library.js';
import { BELOW, DEEP, NOTHING, globMatcher, parseGlob } from '../core/lib/patterns.js';
import type { Glob, GlobMatcher } from '../core/lib/patterns.js';

/** Tests paths relative to the root, with `/`; the path of a folder ends with `/`. */
export type PathTest = (path: string) => boolean;

/** Tests paths of folders relative to a workspace, without a `/` at the end. */
export type FolderTest = (folder: string) => boolean;

/**
 * Maximum number of comparisons for patterns of one kind in a scan, which take a second or two. Beyond it patterns
 * match nothing, so that more is scanned.
 */
export const MATCHING_STEPS = 40_000_000;

/** Verdict of one .gitignore file on a path: `kept` by a negation, `open` if no rule matches. */
type Verdict = 'ignored' | 'kept' | 'open';

interface Rule {
  /** Index of the line: the last rule that matches decides. */
  readonly order: number;
  readonly isNegated: boolean;
  readonly isForFoldersOnly: boolean;
  readonly glob: Glob;
}

/** The last rules without wildcards for one name: for a file, and for a folder. */
interface ExactRules {
  file?: Rule;
  folder?: Rule;
}

/** Rules of a .gitignore file. Once the budget is spent, they match nothing. */
class IgnoreRules {
  readonly #budget: StepBudget;
  readonly #matches: GlobMatcher;
  /** Rules without wildcards, by name, or by path with a `/` before it. */
  readonly #exactRules = new Map<string, ExactRules>();
  readonly #wildcardRules: Rule[] = [];
  readonly #folderVerdicts = new Map<string, Verdict>();

  constructor(lines: readonly string[], budget: StepBudget) {
    this.#budget = budget;
    this.#matches = globMatcher(budget);
    for (const [order, line] of lines.entries()) {
      const rule = parseRule(line, order);
      if (rule !== undefined) this.#add(rule);
    }
  }

  /** Verdict on a path relative to the folder of the file; the path of a folder ends with `/`. */
  verdict(path: string): Verdict {
    const isFolder = path.endsWith('/');
    const name = isFolder ? path.slice(0, -1) : path;
    const verdict = isFolder ? this.#folderVerdict(name) : this.#entryVerdict(name, isFolder);
    return this.#budget.isSpent ? 'open' : verdict;
  }

  #folderVerdict(path: string): Verdict {
    let verdict = this.#folderVerdicts.get(path);
    if (verdict === undefined) this.#folderVerdicts.set(path, (verdict = this.#entryVerdict(path, true)));
    return verdict;
  }

  #entryVerdict(path: string, isFolder: boolean): Verdict {
    const slash = path.lastIndexOf('/');
    // A file in an ignored folder cannot be re-included.
    if (slash > 0 && this.#folderVerdict(path.slice(0, slash)) === 'ignored') return 'ignored';
    const rule = this.#lastMatchingRule(path, path.slice(slash + 1), isFolder);
    return rule === undefined ? 'open' : rule.isNegated ? 'kept' : 'ignored';
  }

  #lastMatchingRule(path: string, name: string, isFolder: boolean): Rule | undefined {
    const kind = isFolder ? 'folder' : 'file';
    const [byName, byPath] = [this.#exactRules.get(name)?.[kind], this.#exactRules.get(`/${path}`)?.[kind]];
    const exactRule = (byName?.order ?? -1) > (byPath?.order ?? -1) ? byName : byPath;
    const segments = path.split('/');
    for (let index = this.#wildcardRules.length - 1; index >= 0; index -= 1) {
      const rule = this.#wildcardRules[index];
      if (rule === undefined || rule.order < (exactRule?.order ?? -1) || !this.#budget.take(1)) break;
      if ((isFolder || !rule.isForFoldersOnly) && this.#matches(rule.glob, segments)) return rule;
    }
    return exactRule;
  }

  #add(rule: Rule): void {
    const [first, ...others] = rule.glob;
    const key =
      first === DEEP && others.length === 1
        ? others[0]
        : rule.glob.every(isName)
          ? `/${rule.glob.join('/')}`
          : undefined;
    if (typeof key !== 'string') {
      this.#wildcardRules.push(rule);
      return;
    }
    const rules = this.#exactRules.get(key) ?? {};
    rules.folder = rule;
    if (!rule.isForFoldersOnly) rules.file = rule;
    this.#exactRules.set(key, rules);
  }
}

export type GitignoreRules = Pick<IgnoreRules, 'verdict'>;

/** Reads a .gitignore file. Only needed outside a git work tree: inside one, git decides. */
export function gitignoreRules(text: string, budget: StepBudget): GitignoreRules {
  return new IgnoreRules(text.replace(/^\uFEFF/, '').split(/\r?\n/), budget);
}

/**
 * A test for `--ignore-files`: the globs are lines of a .gitignore file at the root, with support for braces. A negated
 * glob cancels those before it, unless an entire folder is ignored. Once the budget is spent, nothing is ignored.
 */
export function ignoredBy(globs: readonly string[], budget = new StepBudget(MATCHING_STEPS)): PathTest {
  if (globs.length === 0) return () => false;
  const rules = new IgnoreRules(globs.flatMap(linesOf), budget);
  return (path) => rules.verdict(path) === 'ignored';
}

/**
 * A test for `--include`: the last matching glob decides, and each matches like a line of a .gitignore file. If all are
 * negated, everything else is included; once the budget is spent, everything.
 */
export function includedBy(globs: readonly string[], budget = new StepBudget(MATCHING_STEPS)): PathTest {
  if (globs.length === 0) return () => true;
  const matches = globMatcher(budget);
  const tests = globs.flatMap(linesOf).map((line) => {
    const isNegated = line.startsWith('!');
    const rule = parseRule(isNegated ? line.slice(1) : line, 0);
    // A folder includes all its content.
    const suffix: Glob = rule?.isForFoldersOnly === true ? BELOW : [DEEP];
    const glob: Glob = rule === undefined ? NOTHING : [...rule.glob, ...suffix];
    return { isNegated, glob };
  });
  const isIncludedByDefault = tests.every(({ isNegated }) => isNegated);
  return (path) => {
    const segments = path.split('/');
    const lastMatch = tests.findLast(({ glob }) => budget.take(1) && matches(glob, segments));
    return budget.isSpent || (lastMatch === undefined ? isIncludedByDefault : !lastMatch.isNegated);
  };
}

/**
 * A test for the folders that a glob of a workspace names, relative to the workspace: the folders themselves, and not
 * those inside, unless the glob ends with `**`.
 */
export function folderTest(glob: string, budget: StepBudget): FolderTest {
  const matches = globMatcher(budget);
  const globs = expandBraces(glob).flatMap((line) => {
    const rule = parseRule(`/${line}/`, 0);
    return rule === undefined ? [] : [rule.glob];
  });
  const isDeep = glob.endsWith('**');
  const isMatch = (path: readonly string[]): boolean => globs.some((pattern) => matches(pattern, path));
  return (folder) => {
    if (folder === '' || !budget.take(10)) return false;
    const path = folder.split('/');
    const isInsideMatch = (): boolean => path.some((_, index) => index > 0 && isMatch(path.slice(0, index)));
    return isDeep ? isMatch(path) || isInsideMatch() : isMatch(path) && !isInsideMatch();
  };
}

/** The rule of a line, as git parses it; undefined for an empty line, a comment and an invalid pattern. */
function parseRule(line: string, order: number): Rule | undefined {
  if (line.startsWith('#')) return undefined;
  const isNegated = line.startsWith('!');
  const body = withoutBlanks(isNegated ? line.slice(1) : line);
  const isForFoldersOnly = body.endsWith('/');
  const pattern = isForFoldersOnly ? body.slice(0, -1) : body;
  if (pattern === '') return undefined;
  const isAnchored = pattern.includes('/');
  const segments = parseGlob(pattern.startsWith('/') ? pattern.slice(1) : pattern, 'all');
  if (segments === undefined) return undefined;
  const last = segments.at(-1);
  // `a/**` matches the content of `a`, and not `a` itself.
  const contentGlob = last === DEEP ? [...segments.slice(0, -1), ...BELOW] : segments;
  return {
    order,
    isNegated,
    isForFoldersOnly,
    glob: isAnchored || last === DEEP ? contentGlob : [DEEP, ...segments],
  };
}

/** Removes blanks at the end of a line, unless they are escaped. */
function withoutBlanks(line: string): string {
  let end = line.length;
  while (line[end - 1] === ' ') end -= 1;
  let escapeStart = end;
  while (line[escapeStart - 1] === '\\') escapeStart -= 1;
  return line.slice(0, (end - escapeStart) % 2 === 1 && end < line.length ? end + 1 : end);
}

function isName(segment: Glob[number]): segment is string {
  return typeof segment === 'string';
}

/** Expands a glob to lines of a .gitignore file, which supports neither braces nor `./`. */
function linesOf(glob: string): readonly string[] {
  return expandBraces(glob.replace(/^(!?)(?:\.\/)+/, '$1'));
}

/** Maximum number of patterns to which one with braces may expand: a few braces in a row make millions. */
export const MAX_ALTERNATIVES = 1000;

/** Expands the braces of a pattern; returns at most one pattern more than the limit. */
export function expandBraces(glob: string): readonly string[] {
  if (!glob.includes('{')) return [glob];
  const { expand } = loadLibrary('brace-expansion');
  return expand(glob, { max: MAX_ALTERNATIVES + 1 });
}
