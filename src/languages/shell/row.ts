import { isInMarkedLine, snakeCase } from '../language-texts.js';
import type { LexicalForms } from '../language-texts.js';
import { ghClient } from '../../knowledge/clients/gh.js';
import type { Language } from '../language.js';
import { sharedHostFilesOf } from '../holders/table.js';
import { SHELL_IMPORTS, createShellResolver } from './imports.js';

/** Pattern of test files: `api.bats`, `test_api.sh`, `api_test.sh`, `api.test.sh`, and files that stub commands. */
const TEST_NAME =
  /\.bats$|(?:^|\/)(?:test|mock|stub)[_-][^/]*$|[._-](?:test|spec|mock)\.[a-z]+$|(?:^|\/)tests?\.[a-z]+$/i;

const COMMENT = /[ \t]*#/y;

/** Lexical forms of the shell: paths and words have quotes or none, and packages are not imported. */
const SHELL_FORMS: LexicalForms = {
  opening: `['"\`/}=\\s]`,
  sdkImport: undefined,
  nameOf: snakeCase,
  // `source lib/filters`
  isAside(text, at) {
    if (isInMarkedLine(COMMENT, text, at)) return true;
    const line = text.slice(Math.max(text.lastIndexOf('\n', at - 1) + 1, at - 300), at + 1);
    return /(?:^|[;&|\s])(?:source|\.)\s+\S*$/.test(line);
  },
  otherTexts: () => [],
  commands: ({ apis }) =>
    apis.some(({ baseUrls }) => baseUrls.some(({ url }) => url === ghClient.baseUrl))
      ? [`${ghClient.name} ${ghClient.command.subcommand}`]
      : [],
};

/**
 * Scripts of bash, POSIX shells and their extensions. zsh scripts count too: most of their program calls have the same
 * syntax, and other statements count as syntax errors.
 */
export const shell: Language = {
  id: 'shell',
  name: 'Shell',
  extensions: ['sh', 'bash', 'ksh', 'zsh', 'bats'],
  interpreters: ['sh', 'bash', 'dash', 'ash', 'ksh', 'mksh', 'zsh', 'bats'],
  hostFiles: sharedHostFilesOf('shell'),
  isTestName: (path) => TEST_NAME.test(path),
  forms: SHELL_FORMS,
  imports: SHELL_IMPORTS,
  resolver: createShellResolver,
  packageVersion: () => undefined,
  parser: async () => (await import('./parse.js')).shellParser,
};
