import type makeIgnore from 'ignore';
import { lateLibrary } from '../lib/late-library.js';

/** Tests paths relative to the root, with `/`; that of a folder ends with one. */
export type PathTest = (path: string) => boolean;

/** What the rules of one .gitignore file say of a path: `kept` is one that a negation takes back, `open` one they do not name. */
type Verdict = 'ignored' | 'kept' | 'open';

export interface GitignoreRules {
  /** On paths relative to the folder of the file; that of a folder ends with `/`. */
  readonly verdict: (path: string) => Verdict;
  /** Rules that were left out for what they would cost. */
  readonly dropped: number;
}

/** Runs of `**` in one rule: with each, the time for one path grows by a factor of its depth. */
const MAX_DEEP_STARS = 4;

/** Reads a .gitignore file. Only needed outside a git work tree: inside one, git decides. */
export function gitignoreRules(text: string): GitignoreRules {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const affordable = lines.filter((line) => (line.match(/\*\*/g) ?? []).length <= MAX_DEEP_STARS);
  const rules = newRules().add(affordable.join('\n'));
  return {
    verdict(path) {
      const { ignored, unignored } = rules.test(path);
      return ignored ? 'ignored' : unignored ? 'kept' : 'open';
    },
    dropped: lines.length - affordable.length,
  };
}

/**
 * A test for `--ignore`: the globs are the lines of a .gitignore file at the root, in which braces have a meaning. So a
 * negated one takes back what those before it ignore, unless a whole folder is ignored.
 */
export function ignoredBy(globs: readonly string[]): PathTest {
  if (globs.length === 0) return () => false;
  const rules = newRules().add(globs.flatMap(lines));
  return (path) => rules.ignores(path);
}

/**
 * A test for `--include`: the last glob that fits decides, and each fits as a line of a .gitignore file does. Where all
 * are negated, everything else is included.
 */
export function includedBy(globs: readonly string[]): PathTest {
  const tests = globs.flatMap(lines).map((line) => {
    const negated = line.startsWith('!');
    return { negated, rules: newRules().add(negated ? line.slice(1) : line) };
  });
  const otherwise = tests.every(({ negated }) => negated);
  return (path) => {
    const last = tests.findLast(({ rules }) => rules.ignores(path));
    return last === undefined ? otherwise : !last.negated;
  };
}

/**
 * A test for the folders that a glob of a workspace names, relative to the workspace: these themselves, and not what they
 * hold, unless the glob ends with `**`.
 */
export function folderTest(glob: string): PathTest {
  const rules = newRules().add(expandBraces(glob).map((line) => `/${line}/`));
  const deep = glob.endsWith('**');
  const isNamed = (folder: string): boolean => folder !== '' && rules.ignores(`${folder}/`);
  return (folder) => isNamed(folder) && (deep || !isNamed(folder.slice(0, Math.max(0, folder.lastIndexOf('/')))));
}

/** Names outside the root begin with `../`, and git's rules tell upper from lower case. */
function newRules(): ReturnType<typeof makeIgnore> {
  const make = lateLibrary('ignore');
  return make({ ignorecase: false, allowRelativePaths: true });
}

/** What a glob stands for in a .gitignore file, which knows no braces and no `./`. */
function lines(glob: string): readonly string[] {
  return expandBraces(glob.replace(/^(!?)(?:\.\/)+/, '$1'));
}

/** More alternatives than this are left out: a few braces in a row make millions. */
const MAX_ALTERNATIVES = 1000;

function expandBraces(glob: string): readonly string[] {
  if (!glob.includes('{')) return [glob];
  const braces = lateLibrary('brace-expansion');
  return braces.expand(glob, { max: MAX_ALTERNATIVES });
}
