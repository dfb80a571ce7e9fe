import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Linter, RuleTester } from 'eslint';
import { afterAll, describe, it, onTestFinished } from 'vitest';
import plugin from '../../src/index.js';

// Its types know two of the three.
Object.assign(RuleTester, { afterAll, describe, it });

/** ESLint's own tester of rules, with the tests of Vitest. */
export { RuleTester };

/** The day of all its cases. */
export const ON_A_DAY: Linter.Config = { settings: { sunset: { asOf: '2026-11-01' } } };

export type Files = Readonly<Record<string, string>>;

/** A folder with these files, gone when the test ends. */
export function folder(files: Files): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'sunset-eslint-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) write(root, name, text);
  return root;
}

export function write(root: string, name: string, text: string): void {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), text);
}

export interface LintOptions {
  /** The linted file; default the first one. */
  readonly file?: string;
  readonly languageOptions?: Linter.LanguageOptions;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly rules?: Linter.RulesRecord;
}

/** Messages for one file of a folder, with the recommended configuration. */
export function lint(files: Files, options: LintOptions = {}): Linter.LintMessage[] {
  return lintIn(folder(files), options.file ?? Object.keys(files)[0] ?? '', options, files);
}

/** Messages for a file that is on disk, or whose text in `files` differs from it. */
export function lintIn(root: string, file: string, options: LintOptions, files: Files): Linter.LintMessage[] {
  const { languageOptions = {}, settings, rules } = options;
  const config: Linter.Config[] = [
    plugin.configs.recommended,
    {
      files: ['**/*.{js,jsx,mjs,cjs,ts,tsx,mts,cts,vue,svelte,astro}'],
      languageOptions,
      ...(settings === undefined ? {} : { settings: { sunset: settings } }),
      ...(rules === undefined ? {} : { rules }),
    },
  ];
  return new Linter({ cwd: root, configType: 'flat' }).verify(files[file] ?? '', config, {
    filename: join(root, file),
  });
}

/** Each message as `line:column-endLine:endColumn rule id`. */
export function summary(messages: readonly Linter.LintMessage[]): readonly string[] {
  return messages.map((message) => {
    const range = `${String(message.line)}:${String(message.column)}-${String(message.endLine)}:${String(message.endColumn)}`;
    return message.fatal === true
      ? `fatal ${message.message}`
      : `${range} ${message.ruleId ?? ''} ${message.messageId ?? ''}`;
  });
}

export const API = 'https://api.cloudflare.com/client/v4';
