import { join } from 'node:path';
import { holdersOf } from '../holders/table.js';
import type { Language } from '../language.js';
import { PYTHON_IMPORTS } from './imports.js';
import { pythonPackageVersion } from './package-version.js';
import { ModuleNames } from './resolver.js';
import { PYTHON_SPELLING } from './spelling.js';

const TEST_NAME = /(?:^|\/)(?:test_[^/]*|[^/]*_tests?|tests?|conftest)\.pyw?$/i;

/** Python. */
export const python: Language = {
  id: 'python',
  name: 'Python',
  extensions: ['py', 'pyw'],
  interpreters: ['python', 'pypy', 'uv'],
  holders: holdersOf('python'),
  isTestName: (path) => TEST_NAME.test(path),
  spelling: PYTHON_SPELLING,
  imports: PYTHON_IMPORTS,
  resolver: ({ files }) => new ModuleNames(files),
  packageVersion: ({ root, probe }, file, name) => pythonPackageVersion(probe, join(root, file), name),
  parser: async () => (await import('./parse.js')).pythonParser,
};
