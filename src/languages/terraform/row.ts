import { RESOURCE_ROWS } from '../../knowledge/clients/resource-rows.js';
import { isInMarkedLine, snakeCase } from '../language-texts.js';
import type { LexicalForms } from '../language-texts.js';
import type { Language } from '../language.js';
import { TERRAFORM_IMPORTS, terraformResolver } from './imports.js';
import { providerVersion } from './providers.js';

const COMMENT = /[ \t]*(?:#|\/\/)/y;

/** Lexical forms of Terraform: types of resources are in quotes, as strings are. */
const TERRAFORM_FORMS: LexicalForms = {
  opening: `["/}]`,
  sdkImport: undefined,
  nameOf: snakeCase,
  isAside: (text, at) => isInMarkedLine(COMMENT, text, at),
  otherTexts: ({ deprecations }) => [
    ...new Set(
      RESOURCE_ROWS.filter(
        ({ language, deprecation }) => language === 'terraform' && deprecations.some(({ id }) => id === deprecation),
      ).flatMap(({ names }) => names.map((name) => name.replace(/^data\./, ''))),
    ),
  ],
};

/** Terraform and OpenTofu. */
export const terraform: Language = {
  id: 'terraform',
  name: 'Terraform',
  extensions: ['tf', 'tofu'],
  interpreters: [],
  hostFiles: [
    {
      name: 'a Terraform file in JSON',
      extensions: ['tf.json', 'tofu.json'],
      isHostFile: (path) => /\.(?:tf|tofu)\.json$/i.test(path),
      fragmentsOf: (text) => [{ text, start: 0, end: text.length }],
      scanRole: 'code',
    },
  ],
  isTestName: () => false,
  forms: TERRAFORM_FORMS,
  imports: TERRAFORM_IMPORTS,
  resolver: terraformResolver,
  packageVersion: (tree, file, name) => providerVersion(tree, file, name),
  parser: async () => (await import('./parse.js')).parser,
};
