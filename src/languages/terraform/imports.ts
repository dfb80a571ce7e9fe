import type { ImportTexts } from '../../select/import-text.js';
import { escapeRegExp } from '../../lib/escape.js';
import { SIBLING } from './specifiers.js';

/** `source = "./modules/bells"`, and `"source": "./modules/bells"` in JSON. */
const SOURCE = /\bsource"?\s*[=:]\s*"(\.\.?(?:\/[^"\n]{0,300})?)"/g;

function specifiersIn(text: string): readonly string[] {
  const sources = Array.from(text.matchAll(SOURCE), ([, source = '']) => Buffer.from(source).toString());
  return [SIBLING, ...sources.map((source) => source.replace(/(?<!\/)\/+$/, ''))];
}

/** `variable "x"`, `x = …` among locals, and module arguments, whose names callers use. */
function declares(name: string): (text: string) => boolean {
  const [, module, argument = ''] = /^module (.*): ([^:]*)$/.exec(name) ?? [];
  const attribute = (key: string): string => `${escapeRegExp(key)}"?\\s*(?:[=:]|/\\*)`;
  if (module !== undefined) return allIn([`${escapeRegExp(module)}/*"`, attribute(argument)]);
  const [kind, own = ''] = /^(local|var)\.(.*)$/s.exec(name)?.slice(1) ?? [];
  if (kind === undefined) return () => false;
  return allIn([kind === 'local' ? attribute(own) : `"${escapeRegExp(own)}"|\\bvariable\\s+${escapeRegExp(own)}`]);
}

/** Tests whether a text matches all sources, or may spell names in another way. */
function allIn(sources: readonly string[]): (text: string) => boolean {
  const tests = sources.map((source) => new RegExp(source));
  return (text) => text.includes('\\u') || tests.every((test) => test.test(text));
}

/** Files of a folder are one module, and share all names. */
export const TERRAFORM_IMPORTS: ImportTexts = {
  specifiersIn,
  declares,
  clausesIn: (text) =>
    specifiersIn(text).map((specifier) => ({ specifier, names: 'all', passed: [], passesAll: specifier === SIBLING })),
  isBare: () => true,
  importKey: (specifier) => specifier,
  fileKeys: () => [],
};
