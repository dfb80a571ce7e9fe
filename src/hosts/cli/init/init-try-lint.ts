import { execFile } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Linter } from '../../init/step.js';
import type { CliIo } from '../shared/io.js';

/** Configuration of a linter for one file. */
export type LinterConfig =
  | {
      readonly kind: 'rules';
      readonly file: string;
      readonly rules: Readonly<Record<string, Level>>;
      /** Files before it that the linter ignores. */
      readonly ignored: readonly string[];
    }
  | { readonly kind: 'ignored' }
  | { readonly kind: 'failed'; readonly why: string }
  | { readonly kind: 'absent' };

type Level = 'off' | 'warn' | 'error';

/** Effect of a change of its configuration on a linter. */
export type LintVerdict =
  | {
      readonly kind: 'works';
      readonly file: string;
      readonly kept: number;
      readonly ours: number;
      readonly ignored: readonly string[];
    }
  | { readonly kind: 'broken'; readonly why: string }
  /** The linter could not be run. */
  | { readonly kind: 'untried'; readonly why: string };

interface Program {
  /** Path relative to the folder of the package. */
  readonly main: string;
  readonly args: (file: string) => readonly string[];
  /** Lines of our messages in its JSON run about a file. */
  readonly linesIn: (printed: unknown) => readonly (number | undefined)[];
}

/** The part of the run of ESLint and oxlint with `--format json` that is read. */
type EslintReport = readonly { readonly messages: readonly { readonly ruleId?: string; readonly line: number }[] }[];
interface OxlintReport {
  readonly diagnostics: readonly {
    readonly code?: string;
    readonly labels: readonly { readonly span: { readonly line: number } }[];
  }[];
}

const PROGRAMS: Readonly<Record<Linter, Program>> = {
  eslint: {
    main: 'bin/eslint.js',
    args: (file) => ['--print-config', file],
    linesIn: (printed) =>
      (printed as EslintReport)
        .flatMap(({ messages }) => messages)
        .flatMap(({ ruleId, line }) => (ruleId?.startsWith('sunset/') === true ? [line] : [])),
  },
  oxlint: {
    main: 'bin/oxlint',
    args: () => ['--print-config'],
    linesIn: (printed) =>
      (printed as OxlintReport).diagnostics.flatMap(({ code, labels }) =>
        code?.startsWith('sunset(') === true ? [labels[0]?.span.line] : [],
      ),
  },
};
const TIME_LIMIT_MS = 120_000;
const MAX_OUTPUT = 32 * 1024 * 1024;
/** Number of lost rules that are listed. */
const MAX_LOST = 3;

/** Chooses files whose configuration is compared: one of each extension, preferably a source file. */
export function filesToTry(files: readonly string[]): readonly string[] {
  const kinds = ['ts', 'tsx', 'js', 'jsx', 'mjs', 'cjs', 'vue', 'svelte', 'astro'];
  const isSource = (file: string): boolean => /(?:^|\/)(?:src|app|lib)\//.test(file) && !/\.(?:test|spec)\./.test(file);
  return kinds.flatMap((kind) => {
    const ofKind = files.filter((file) => file.endsWith(`.${kind}`) && !/(?:^|\/)[^/]*\.config\.[^/]*$/.test(file));
    return ofKind.find(isSource) ?? ofKind.at(0) ?? [];
  });
}

/** A linter with one of its configurations. */
export interface TriedLinter {
  readonly linter: Linter;
  /** Changed configuration file. */
  readonly config: string;
}

/** Returns the linter's configuration for the first file that it does not ignore. Runs programs of the project. */
export async function askLinter(tried: TriedLinter, files: readonly string[], io: CliIo): Promise<LinterConfig> {
  const ignored: string[] = [];
  for (const file of files) {
    const answer = await configFor(tried, file, io);
    if (answer.kind === 'rules') return { ...answer, ignored };
    if (answer.kind !== 'ignored') return answer;
    ignored.push(file);
  }
  return { kind: 'ignored' };
}

/** Compares a linter's configurations before and after a change. */
export function judgeChange(before: LinterConfig, after: LinterConfig): LintVerdict {
  if (after.kind === 'absent') return { kind: 'untried', why: 'it is not installed here' };
  if (after.kind === 'failed')
    return before.kind === 'failed'
      ? { kind: 'broken', why: `it fails, and did before: ${after.why}` }
      : { kind: 'broken', why: after.why };
  if (after.kind === 'ignored') return { kind: 'broken', why: 'it lints none of the files of this project' };
  const known = before.kind === 'rules' ? Object.entries(before.rules).filter(([, level]) => level !== 'off') : [];
  const lost = known.filter(([rule, level]) => after.rules[rule] !== level).map(([rule]) => rule);
  if (lost.length > 0) return { kind: 'broken', why: `rules would change: ${namesOf(lost)}` };
  const ours = Object.entries(after.rules).filter(([rule, level]) => rule.startsWith('sunset/') && level !== 'off');
  if (ours.length === 0) return { kind: 'broken', why: `our rules are not on for ${after.file}` };
  return { kind: 'works', file: after.file, kept: known.length, ours: ours.length, ignored: after.ignored };
}

function namesOf(rules: readonly string[]): string {
  const more = rules.length - MAX_LOST;
  return `${rules.slice(0, MAX_LOST).join(', ')}${more > 0 ? ` and ${String(more)} more` : ''}`;
}

/** Lints a file, and returns the lines that our rules report; undefined if the linter cannot be run. */
export async function linesByLinter(
  tried: TriedLinter,
  file: string,
  io: CliIo,
): Promise<ReadonlySet<number> | undefined> {
  const program = programOf(tried.linter, io.cwd);
  if (program === undefined) return undefined;
  // Exit code 1 means findings.
  const { out } = await run([program, '--format', 'json', file], { ...io, env: envFor(tried, io) });
  try {
    const lines = PROGRAMS[tried.linter].linesIn(JSON.parse(out));
    return new Set(lines.filter((line) => line !== undefined));
  } catch {
    return undefined;
  }
}

/** Sets the variable with which newer versions of ESLint read an `.eslintrc`. */
function envFor({ config }: TriedLinter, { env }: CliIo): CliIo['env'] {
  return /^(?:\.eslintrc|package\.json$)/.test(config) ? { ...env, ESLINT_USE_FLAT_CONFIG: 'false' } : env;
}

async function configFor(tried: TriedLinter, file: string, io: CliIo): Promise<LinterConfig> {
  const { linter } = tried;
  const program = programOf(linter, io.cwd);
  if (program === undefined) return { kind: 'absent' };
  const { args } = PROGRAMS[linter];
  const { out, why } = await run([program, ...args(file)], { ...io, env: envFor(tried, io) });
  if (why !== undefined) return { kind: 'failed', why };
  const rules = rulesIn(out);
  return rules === undefined ? { kind: 'ignored' } : { kind: 'rules', file, rules, ignored: [] };
}

/** Finds the installed linter's program. */
function programOf(linter: Linter, folder: string): string | undefined {
  try {
    const manifest = createRequire(join(folder, 'package.json')).resolve(`${linter}/package.json`);
    const program = join(dirname(manifest), PROGRAMS[linter].main);
    return existsSync(program) ? realpathSync(program) : undefined;
  } catch {
    return undefined;
  }
}

function run(args: readonly string[], io: CliIo): Promise<{ readonly out: string; readonly why?: string }> {
  const options = {
    cwd: io.cwd,
    env: io.env,
    timeout: TIME_LIMIT_MS,
    maxBuffer: MAX_OUTPUT,
    ...(io.signal === undefined ? {} : { signal: io.signal }),
  };
  return new Promise((resolve) => {
    execFile(process.execPath, args, options, (error, out, err) => {
      resolve(error === null ? { out } : { out, why: reasonOf(error, err.trim() === '' ? out : err) });
    });
  });
}

const MAX_REASON = 300;

/** Summarises an error by the most informative lines of its run. */
function reasonOf(error: Error & { readonly killed?: boolean }, printed: string): string {
  if (error.killed === true) return `it did not end within ${String(TIME_LIMIT_MS / 1000)} s`;
  const lines = printed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(?:at |Oops!|ESLint: \d)/.test(line));
  const reason = lines.slice(0, 3).join(' ');
  return reason.length > MAX_REASON || lines.length > 3 ? `${reason.slice(0, MAX_REASON)} …` : reason;
}

/** Parses the rules of a printed configuration; undefined for other run, such as for an ignored file. */
function rulesIn(text: string): Readonly<Record<string, Level>> | undefined {
  try {
    const config: unknown = JSON.parse(text);
    const rules = typeof config === 'object' && config !== null && 'rules' in config ? config.rules : {};
    return Object.fromEntries(Object.entries(rules as object).map(([rule, setting]) => [rule, levelOf(setting)]));
  } catch {
    return undefined;
  }
}

function levelOf(setting: unknown): Level {
  const level: unknown = Array.isArray(setting) ? setting[0] : setting;
  if (level === 2 || level === 'error' || level === 'deny') return 'error';
  return level === 1 || level === 'warn' ? 'warn' : 'off';
}
