import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Linter, RuleTester } from 'eslint';
import { afterAll, describe, it, onTestFinished } from 'vitest';
import plugin from '../../src/index.js';

// The types of RuleTester declare only two of the three.
Object.assign(RuleTester, { afterAll, describe, it });

/** ESLint's RuleTester, running in Vitest. */
export { RuleTester };

/** Fixed day of all rule tester cases. */
export const ON_A_DAY: Linter.Config = { settings: { sunset: { asOf: '2026-11-01' } } };

export type Files = Readonly<Record<string, string>>;

/** Makes a folder with these files, removed when the test ends. */
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
  /** File to lint; the first one by default. */
  readonly file?: string;
  readonly languageOptions?: Linter.LanguageOptions;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly rules?: Linter.RulesRecord;
}

/** Lints one file of a folder with the recommended configuration. */
export function lint(files: Files, options: LintOptions = {}): Linter.LintMessage[] {
  return lintIn(folder(files), options.file ?? Object.keys(files)[0] ?? '', options, files);
}

/** Lints a file on disk, or its unsaved text in `files`. */
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

/** Formats each message as `line:column-endLine:endColumn rule confidence`. */
export function summary(messages: readonly Linter.LintMessage[]): readonly string[] {
  return messages.map((message) => {
    const range = `${String(message.line)}:${String(message.column)}-${String(message.endLine)}:${String(message.endColumn)}`;
    return message.fatal === true
      ? `fatal ${message.message}`
      : `${range} ${message.ruleId ?? ''} ${message.messageId ?? ''}`;
  });
}

export const API = 'https://api.cloudflare.com/client/v4';
