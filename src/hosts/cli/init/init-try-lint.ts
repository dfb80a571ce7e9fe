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
      /** Files that were tried earlier, and that the linter ignores. */
      readonly ignored: readonly string[];
    }
  | { readonly kind: 'ignored' }
  | { readonly kind: 'failed'; readonly why: string }
  | { readonly kind: 'absent' };

type Level = 'off' | 'warn' | 'error';

/** Effect of a configuration change on a linter. */
export type LintVerdict =
  | {
      readonly kind: 'works';
      readonly file: string;
      readonly unchangedRuleCount: number;
      readonly addedRuleCount: number;
      readonly ignored: readonly string[];
    }
  | { readonly kind: 'broken'; readonly why: string }
  /** The linter could not be run. */
  | { readonly kind: 'untried'; readonly why: string };

interface LinterProgram {
  /** Path relative to the package folder. */
  readonly executable: string;
  readonly printConfigArgs: (file: string) => readonly string[];
  /** Returns the lines of our messages from the JSON output of the linter. */
  readonly ourLinesIn: (output: unknown) => readonly (number | undefined)[];
}

/** The parts of the JSON output of ESLint and oxlint that are read. */
type EslintReport = readonly { readonly messages: readonly { readonly ruleId?: string; readonly line: number }[] }[];
interface OxlintReport {
  readonly diagnostics: readonly {
    readonly code?: string;
    readonly labels: readonly { readonly span: { readonly line: number } }[];
  }[];
}

const LINTER_PROGRAMS: Readonly<Record<Linter, LinterProgram>> = {
  eslint: {
    executable: 'bin/eslint.js',
    printConfigArgs: (file) => ['--print-config', file],
    ourLinesIn: (output) =>
      (output as EslintReport)
        .flatMap(({ messages }) => messages)
        .flatMap(({ ruleId, line }) => (ruleId?.startsWith('sunset/') === true ? [line] : [])),
  },
  oxlint: {
    executable: 'bin/oxlint',
    printConfigArgs: () => ['--print-config'],
    ourLinesIn: (output) =>
      (output as OxlintReport).diagnostics.flatMap(({ code, labels }) =>
        code?.startsWith('sunset(') === true ? [labels[0]?.span.line] : [],
      ),
  },
};
const TIME_LIMIT_MS = 120_000;
const MAX_OUTPUT_BYTES = 32 * 1024 * 1024;
const MAX_LISTED_RULES = 3;

/** Chooses files whose configuration is compared: one of each extension, preferably a source file. */
export function filesToTry(files: readonly string[]): readonly string[] {
  const extensions = ['ts', 'tsx', 'js', 'jsx', 'mjs', 'cjs', 'vue', 'svelte', 'astro'];
  const isSource = (file: string): boolean => /(?:^|\/)(?:src|app|lib)\//.test(file) && !/\.(?:test|spec)\./.test(file);
  return extensions.flatMap((extension) => {
    const candidates = files.filter(
      (file) => file.endsWith(`.${extension}`) && !/(?:^|\/)[^/]*\.config\.[^/]*$/.test(file),
    );
    return candidates.find(isSource) ?? candidates.at(0) ?? [];
  });
}

/** A linter with one of its configurations. */
export interface ConfiguredLinter {
  readonly linter: Linter;
  /** Changed configuration file. */
  readonly config: string;
}

/** Returns the linter's configuration for the first file that it does not ignore. Runs programs of the project. */
export async function readLinterConfig(
  configuredLinter: ConfiguredLinter,
  files: readonly string[],
  io: CliIo,
): Promise<LinterConfig> {
  const ignored: string[] = [];
  for (const file of files) {
    const config = await configFor(configuredLinter, file, io);
    if (config.kind === 'rules') return { ...config, ignored };
    if (config.kind !== 'ignored') return config;
    ignored.push(file);
  }
  return { kind: 'ignored' };
}

/** Compares a linter's configurations before and after a change. */
export function judgeConfigChange(before: LinterConfig, after: LinterConfig): LintVerdict {
  if (after.kind === 'absent') return { kind: 'untried', why: 'it is not installed here' };
  if (after.kind === 'failed')
    return before.kind === 'failed'
      ? { kind: 'broken', why: `it fails, and did before: ${after.why}` }
      : { kind: 'broken', why: after.why };
  if (after.kind === 'ignored') return { kind: 'broken', why: 'it lints none of the files of this project' };
  const activeBefore =
    before.kind === 'rules' ? Object.entries(before.rules).filter(([, level]) => level !== 'off') : [];
  const lostRules = activeBefore.filter(([rule, level]) => after.rules[rule] !== level).map(([rule]) => rule);
  if (lostRules.length > 0) return { kind: 'broken', why: `rules would change: ${listRules(lostRules)}` };
  const ourRules = Object.entries(after.rules).filter(([rule, level]) => rule.startsWith('sunset/') && level !== 'off');
  if (ourRules.length === 0) return { kind: 'broken', why: `our rules are not on for ${after.file}` };
  return {
    kind: 'works',
    file: after.file,
    unchangedRuleCount: activeBefore.length,
    addedRuleCount: ourRules.length,
    ignored: after.ignored,
  };
}

function listRules(rules: readonly string[]): string {
  const unlistedCount = rules.length - MAX_LISTED_RULES;
  return `${rules.slice(0, MAX_LISTED_RULES).join(', ')}${unlistedCount > 0 ? ` and ${String(unlistedCount)} more` : ''}`;
}

/** Lints a file, and returns the lines that our rules report; undefined if the linter cannot be run. */
export async function linesByLinter(
  configuredLinter: ConfiguredLinter,
  file: string,
  io: CliIo,
): Promise<ReadonlySet<number> | undefined> {
  const program = programOf(configuredLinter.linter, io.cwd);
  if (program === undefined) return undefined;
  // Exit code 1 means findings.
  const { output } = await runNode([program, '--format', 'json', file], { ...io, env: envFor(configuredLinter, io) });
  try {
    const lines = LINTER_PROGRAMS[configuredLinter.linter].ourLinesIn(JSON.parse(output));
    return new Set(lines.filter((line) => line !== undefined));
  } catch {
    return undefined;
  }
}

/** Sets the variable with which newer versions of ESLint read an `.eslintrc`. */
function envFor({ config }: ConfiguredLinter, { env }: CliIo): CliIo['env'] {
  return /^(?:\.eslintrc|package\.json$)/.test(config) ? { ...env, ESLINT_USE_FLAT_CONFIG: 'false' } : env;
}

async function configFor(configuredLinter: ConfiguredLinter, file: string, io: CliIo): Promise<LinterConfig> {
  const { linter } = configuredLinter;
  const program = programOf(linter, io.cwd);
  if (program === undefined) return { kind: 'absent' };
  const { printConfigArgs } = LINTER_PROGRAMS[linter];
  const { output, failure } = await runNode([program, ...printConfigArgs(file)], {
    ...io,
    env: envFor(configuredLinter, io),
  });
  if (failure !== undefined) return { kind: 'failed', why: failure };
  const rules = rulesIn(output);
  return rules === undefined ? { kind: 'ignored' } : { kind: 'rules', file, rules, ignored: [] };
}

/** Finds the installed linter's program. */
function programOf(linter: Linter, folder: string): string | undefined {
  try {
    const manifest = createRequire(join(folder, 'package.json')).resolve(`${linter}/package.json`);
    const program = join(dirname(manifest), LINTER_PROGRAMS[linter].executable);
    return existsSync(program) ? realpathSync(program) : undefined;
  } catch {
    return undefined;
  }
}

function runNode(args: readonly string[], io: CliIo): Promise<{ readonly output: string; readonly failure?: string }> {
  const options = {
    cwd: io.cwd,
    env: io.env,
    timeout: TIME_LIMIT_MS,
    maxBuffer: MAX_OUTPUT_BYTES,
    ...(io.signal === undefined ? {} : { signal: io.signal }),
  };
  return new Promise((resolve) => {
    execFile(process.execPath, args, options, (error, output, errorOutput) => {
      resolve(
        error === null
          ? { output }
          : { output, failure: reasonOf(error, errorOutput.trim() === '' ? output : errorOutput) },
      );
    });
  });
}

const MAX_REASON_CHARACTERS = 300;

/** Summarises an error by the most informative lines of the program's output. */
function reasonOf(error: Error & { readonly killed?: boolean }, output: string): string {
  if (error.killed === true) return `it did not end within ${String(TIME_LIMIT_MS / 1000)} s`;
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(?:at |Oops!|ESLint: \d)/.test(line));
  const reason = lines.slice(0, 3).join(' ');
  return reason.length > MAX_REASON_CHARACTERS || lines.length > 3
    ? `${reason.slice(0, MAX_REASON_CHARACTERS)} …`
    : reason;
}

/** Parses the rules of a printed configuration; undefined for other output, such as about an ignored file. */
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
