// Prints the messages of the built plugin for every fixture, with the ESLint version of a package in test/eslint/hosts.
// usage: node test/matrix-lint.mjs PACKAGE
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as parser from '@typescript-eslint/parser';
import plugin from '../dist/bundle/index.js';

const [host] = process.argv.slice(2);
const here = createRequire(import.meta.url);
const { Linter } = host === 'eslint' ? here('eslint') : createRequire(here.resolve(`${host}/package.json`))('eslint');
const root = fileURLToPath(new URL('../fixtures/', import.meta.url));
const linter = new Linter({ cwd: root, configType: 'flat' });
const config = [
  { ...plugin.configs.recommended, files: ['**/*.{js,jsx,mjs,cjs,ts,tsx,mts,cts}'], languageOptions: { parser } },
];
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.[cm]?[jt]sx?$/.test(file))
  .sort();
const said = files.map((file) => {
  const messages = linter.verify(readFileSync(join(root, file), 'utf8'), config, { filename: join(root, file) });
  return [
    file,
    messages.map(({ ruleId, severity, message, line, column, endLine, endColumn, suggestions = [] }) => ({
      ruleId,
      severity,
      message,
      line,
      column,
      endLine,
      endColumn,
      suggestions,
    })),
  ];
});
process.stdout.write(JSON.stringify(Object.fromEntries(said)));
