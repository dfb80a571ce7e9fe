import type { ImportTexts } from '../../select/import-text.js';
import { SIBLING } from './specifiers.js';

/** `source = "./modules/bells"`, and `"source": "./modules/bells"` in JSON. */
const SOURCE = /\bsource"?\s*[=:]\s*"(\.\.?(?:\/[^"\n]{0,300})?)"/g;

function specifiersIn(text: string): readonly string[] {
  const sources = Array.from(text.matchAll(SOURCE), ([, source = '']) => Buffer.from(source).toString());
  return [SIBLING, ...sources.map((source) => source.replace(/\/+$/, ''))];
}

/** Files of a folder are one module, and see all of each other. */
export const TERRAFORM_IMPORTS: ImportTexts = {
  specifiersIn,
  clausesIn: (text) =>
    specifiersIn(text).map((specifier) => ({ specifier, names: 'all', passed: [], passesAll: specifier === SIBLING })),
  isBare: () => true,
  keyOf: (specifier) => specifier,
  keysOf: () => [],
};
