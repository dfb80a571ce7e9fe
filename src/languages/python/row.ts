import { join } from 'node:path';
import type { LexicalForms } from '../language-texts.js';
import { isInMarkedLine, snakeCase } from '../language-texts.js';
import { sharedHostFilesOf } from '../holders/table.js';
import type { Language } from '../language.js';
import { PythonResolver, PYTHON_IMPORTS, pythonPackageVersion } from './imports.js';

const TEST_NAME = /(?:^|\/)(?:test_[^/]*|[^/]*_tests?|tests?|conftest)\.pyw?$/i;

const COMMENT = /[ \t]*#/y;

/** Pattern of `import`, and the modules before another one: `import os, json as j, …`. */
const IMPORT = String.raw`\bimport(?:[ \t,]+[\w.]{1,99}(?:[ \t]+as[ \t]+\w{1,99})?[ \t]*(?=,)){0,20}`;

/** Pattern of `from` in `from os import path`, but not in `from GitHub releases`. */
const FROM = String.raw`\bfrom(?=[ \t]+[\w.]{1,200}[ \t]+import\b)`;

/** Lexical forms of packages and their members in Python. */
const PYTHON_FORMS: LexicalForms = {
  opening: `['"/}]`,
  // The blank or comma before a name makes a search for it selective.
  sdkImport: (name) => `(?:${IMPORT}|${FROM})[ \\t,]+${anyCase(name)}\\b`,
  // `@langchain/openai` is a package of npm.
  isImportable: (name) => !/[@/]/.test(name),
  nameOf: snakeCase,
  isAside: (text, at) => isInMarkedLine(COMMENT, text, at),
  otherTexts: () => [],
};

/** Pattern of a package name in any case, with `_` for `-`, as in most imports. */
function anyCase(source: string): string {
  return source
    .replaceAll('\\-', '_')
    .replace(/\\.|[a-zA-Z]/g, (letter) =>
      letter.length > 1 ? letter : `[${letter.toLowerCase()}${letter.toUpperCase()}]`,
    );
}

/** Python. */
export const python: Language = {
  id: 'python',
  name: 'Python',
  extensions: ['py', 'pyw'],
  interpreters: ['python', 'pypy', 'uv'],
  hostFiles: sharedHostFilesOf('python'),
  isTestName: (path) => TEST_NAME.test(path),
  forms: PYTHON_FORMS,
  imports: PYTHON_IMPORTS,
  resolver: ({ files }) => new PythonResolver(files),
  packageVersion: ({ root, probe }, file, name) => pythonPackageVersion(probe, join(root, file), name),
  parser: async () => (await import('./parse.js')).pythonParser,
};
