import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CONFIG_NAMES } from '../config/load-config.js';
import { MEGABYTE, readRegularFile } from '../lib/read-regular-file.js';
import { ConfigError } from '../model/errors.js';
import type { LanguageId } from '../model/language.js';
import { kindsOf, listFound } from '../scan/prepare-scan.js';
import { SkipLog } from '../sources/skip-log.js';

/** One thing that `init` does, or that only a person can do. */
export type InitStep =
  | {
      readonly kind: 'write';
      readonly file: string;
      readonly text: string;
      readonly about: string;
      readonly how: 'new' | 'changed';
    }
  | { readonly kind: 'done'; readonly about: string }
  | { readonly kind: 'by-hand'; readonly about: string; readonly text: string };

const CONFIG = {
  $schema: './node_modules/sunset-lint/rules/config.schema.json',
  edition: 'specification',
  failOn: 'deprecated',
  warnWithin: '90d',
};
const SCRIPTS_ABOUT = '  "onlyChanged": what stands in scripts is told, and fails only where a change brings it.';
/** The choice of the edition, in two lines. */
const CONFIG_ABOUT = `configuration
  "edition": "specification" keeps the dates of the specification, and says where the vendor has moved them since;
  "current" takes what the vendor says by now, leaves out what was withdrawn, and knows what is newer.`;
const PLUGIN_IMPORT = "import sunset from 'sunset-lint';\n";
const ESLINT_CONFIG = `${PLUGIN_IMPORT}\nexport default [sunset.configs.recommended];\n`;
const HOOK_COMMAND = 'npx --no-install sunset-lint scan --staged --no-config-code --quiet';

/** What is to be done in a folder. Files are only made, or get lines added: nothing in them is taken away. */
export function planInit(folder: string): readonly InitStep[] {
  return [configStep(folder), eslintStep(folder), hookStep(folder)];
}

function configStep(folder: string): InitStep {
  const known = CONFIG_NAMES.find((name) => existsSync(join(folder, name)));
  if (known !== undefined) return { kind: 'done', about: `${known} is there` };
  if (readOwn(folder, 'package.json')?.includes('"sunsetLint"') === true)
    return { kind: 'done', about: "package.json has 'sunsetLint'" };
  const onlyChanged = scriptLanguages(folder);
  const config = onlyChanged.length === 0 ? CONFIG : { ...CONFIG, onlyChanged };
  const about = onlyChanged.length === 0 ? CONFIG_ABOUT : `${CONFIG_ABOUT}\n${SCRIPTS_ABOUT}`;
  return {
    kind: 'write',
    file: 'sunset-lint.config.json',
    text: `${JSON.stringify(config, null, 2)}\n`,
    about,
    how: 'new',
  };
}

/** Languages of files that often ran once and stay as they are. */
const SCRIPTS: readonly LanguageId[] = ['shell', 'python'];

/** Which of them the repository has. */
function scriptLanguages(folder: string): readonly LanguageId[] {
  const { files, perhaps } = listFound({ root: folder, asOf: '1970-01-01' }, new SkipLog(() => true));
  const kinds = kindsOf({});
  const found = new Set([...files, ...perhaps].flatMap((file) => kinds.of(file)).map(({ language }) => language.id));
  return SCRIPTS.filter((id) => found.has(id));
}

function eslintStep(folder: string): InitStep {
  const file = ['eslint.config.js', 'eslint.config.mjs', 'eslint.config.ts', 'eslint.config.mts'].find((name) =>
    existsSync(join(folder, name)),
  );
  if (file === undefined) {
    if (existsSync(join(folder, 'eslint.config.cjs'))) return byHand('eslint.config.cjs');
    return {
      kind: 'write',
      file: 'eslint.config.mjs',
      text: ESLINT_CONFIG,
      about: 'ESLint with the rules of sunset-lint',
      how: 'new',
    };
  }
  const text = readOwn(folder, file) ?? '';
  if (/['"]sunset-lint['"]/.test(text)) return { kind: 'done', about: `${file} names sunset-lint` };
  const start = /^export default (?:(?:\w+\.)?(?:defineConfig|config)\([^\S\n]*)?\[?/m.exec(text);
  // Only a list, or the arguments of a helper that makes one, is sure to take one more.
  if (start === null || !/[[(]\s*$/.test(start[0])) return byHand(file);
  const at = start.index + start[0].length;
  const added = `${PLUGIN_IMPORT}${text.slice(0, at)}\n  sunset.configs.recommended,${/^\s*\n/.test(text.slice(at)) ? '' : '\n  '}${text.slice(at)}`;
  return { kind: 'write', file, text: added, about: 'the rules of sunset-lint in ESLint', how: 'changed' };
}

function byHand(file: string): InitStep {
  return {
    kind: 'by-hand',
    about: `${file} has a form that is not changed safely: add the rules yourself`,
    text: `${PLUGIN_IMPORT}// and in the list of configurations:\nsunset.configs.recommended,\n`,
  };
}

function hookStep(folder: string): InitStep {
  const preCommit = readOwn(folder, '.pre-commit-config.yaml');
  if (preCommit !== undefined) return preCommitStep(preCommit);
  if (existsSync(join(folder, '.husky'))) return huskyStep(folder);
  const lefthook = ['lefthook.yml', 'lefthook.yaml', '.lefthook.yml'].find((name) => existsSync(join(folder, name)));
  if (lefthook !== undefined) {
    if (readOwn(folder, lefthook)?.includes('sunset-lint') === true)
      return { kind: 'done', about: `${lefthook} names sunset-lint` };
    return {
      kind: 'by-hand',
      about: `add the hook to ${lefthook}`,
      text: `pre-commit:\n  commands:\n    sunset-lint:\n      run: ${HOOK_COMMAND}\n`,
    };
  }
  return {
    kind: 'by-hand',
    about: 'no hook manager was found (pre-commit, Husky, lefthook): run this before a commit',
    text: `${HOOK_COMMAND}\n`,
  };
}

function preCommitStep(text: string): InitStep {
  const file = '.pre-commit-config.yaml';
  if (text.includes('sunset-lint')) return { kind: 'done', about: `${file} names sunset-lint` };
  const block = (indent: string): string =>
    [
      '- repo: local',
      '  hooks:',
      '    - id: sunset-lint',
      '      name: sunset-lint',
      `      entry: ${HOOK_COMMAND}`,
      '      language: system',
      '      pass_filenames: false',
    ]
      .map((line) => `${indent}${line}\n`)
      .join('');
  const keys = [...text.matchAll(/^([\w-]+):/gm)].map((match) => match[1]);
  const indent = /^repos:[^\S\n]*\n(?:[^\S\n]*(?:#[^\n]*)?\n)*([^\S\n]*)- /m.exec(text)?.[1];
  // The end of the file is inside the list only where that is the last key.
  if (indent === undefined || keys.at(-1) !== 'repos')
    return { kind: 'by-hand', about: `add the hook to the list 'repos' in ${file}`, text: block('') };
  return {
    kind: 'write',
    file,
    text: `${text.replace(/\n*$/, '\n')}${block(indent)}`,
    about: 'hook for pre-commit',
    how: 'changed',
  };
}

function huskyStep(folder: string): InitStep {
  const file = '.husky/pre-commit';
  const text = readOwn(folder, file);
  if (text?.includes('sunset-lint') === true) return { kind: 'done', about: `${file} names sunset-lint` };
  if (text === undefined)
    return { kind: 'write', file, text: `${HOOK_COMMAND}\n`, about: 'hook for Husky', how: 'new' };
  return {
    kind: 'write',
    file,
    text: `${text.replace(/\n*$/, '\n')}${HOOK_COMMAND}\n`,
    about: 'hook for Husky',
    how: 'changed',
  };
}

/** Files that people write by hand, and manifests. */
const MAX_FILE = 10 * MEGABYTE;

/**
 * Text of a file of a folder; undefined where there is none.
 *
 * @throws ConfigError where there is one that cannot be read, or that a link takes out of the folder.
 */
export function readOwn(folder: string, name: string): string | undefined {
  const content = readRegularFile(join(folder, name), { limit: MAX_FILE, within: folder });
  if (content.kind === 'refused')
    throw new ConfigError(`cannot read '${join(folder, name)}': ${content.why}. Set this folder up by hand.`);
  return content.kind === 'text' ? content.text : undefined;
}
