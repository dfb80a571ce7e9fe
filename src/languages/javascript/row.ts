import { join } from 'node:path';
import { JAVASCRIPT_FORMS, JAVASCRIPT_IMPORTS } from '../language-texts.js';
import { packageVersion } from '../../files/package-version.js';
import { SpecifierResolver } from '../../files/resolve-specifier.js';
import { TsconfigPaths } from '../../files/tsconfig.js';
import type { Language } from '../language.js';
import { sharedHostFilesOf } from '../holders/table.js';
import { markup } from './markup.js';
import { javascriptParser } from './parse.js';

const TEST_NAME = /(?:[.-](?:test|spec|e2e|mock|cy)|_test)\.[cm]?[jt]sx?$|(?:^|\/)(?:mock|test|spec)\.[cm]?[jt]sx?$/i;

/** TypeScript and JavaScript. */
export const javascript: Language = {
  id: 'javascript',
  name: 'TypeScript and JavaScript',
  extensions: ['ts', 'tsx', 'mts', 'cts', 'js', 'jsx', 'mjs', 'cjs'],
  interpreters: ['node', 'deno', 'bun', 'tsx', 'ts-node'],
  hostFiles: [markup, ...sharedHostFilesOf('javascript')],
  isTestName: (path) => TEST_NAME.test(path),
  forms: JAVASCRIPT_FORMS,
  imports: JAVASCRIPT_IMPORTS,
  resolver: ({ root, probe, tsconfig }) => new SpecifierResolver(root, probe, new TsconfigPaths(probe, tsconfig)),
  packageVersion: ({ root, probe }, file, name) => packageVersion(probe, join(root, file), name),
  parser: () => Promise.resolve(javascriptParser),
};
