import type { Language } from '../language.js';
import { TERRAFORM_IMPORTS } from './imports.js';
import { providerVersion } from './providers.js';
import { terraformResolver } from './resolver.js';
import { TERRAFORM_SPELLING } from './spelling.js';

/** Terraform and OpenTofu. */
export const terraform: Language = {
  id: 'terraform',
  name: 'Terraform',
  extensions: ['tf', 'tofu'],
  interpreters: [],
  holders: [
    {
      name: 'a Terraform file in JSON',
      extensions: ['tf.json', 'tofu.json'],
      isHolder: (path) => /\.(?:tf|tofu)\.json$/i.test(path),
      fragmentsOf: (text) => [{ text, start: 0, end: text.length }],
      counts: 'code',
    },
  ],
  isTestName: () => false,
  spelling: TERRAFORM_SPELLING,
  imports: TERRAFORM_IMPORTS,
  resolver: terraformResolver,
  packageVersion: (tree, file, name) => providerVersion(tree, file, name),
  parser: async () => (await import('./parse.js')).parser,
};
