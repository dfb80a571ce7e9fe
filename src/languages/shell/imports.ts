import type { ImportTexts } from '../../select/import-text.js';
import { sourcedSpecifier } from './sourced-specifier.js';

/** Where a text may read another script; the word after it may have quotes and substitutions in it. */
const SOURCE =
  /(?:^|[\n;&|({!]|\b(?:then|do|else|if)\b)[ \t]*(?:builtin[ \t]+|command[ \t]+)?(?:source|\.)[ \t]+((?:"[^"\n]{0,300}"|'[^'\n]{0,300}'|\$\([^()\n]{0,300}(?:\([^()\n]{0,100}\)[^()\n]{0,100})?\)|[^\s;&|<>()"']+){1,20})/g;

function specifiersIn(text: string): readonly string[] {
  return Array.from(text.matchAll(SOURCE), ([, word = '']) => sourcedSpecifier(word.replace(/["']/g, ''))).flatMap(
    (specifier) => (specifier === undefined ? [] : [Buffer.from(specifier).toString()]),
  );
}

function nameOf(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1).replace(/\.(?:sh|bash|ksh|zsh)$/, '');
}

/** What a script reads is part of it: all names, both ways. */
export const SHELL_IMPORTS: ImportTexts = {
  specifiersIn,
  clausesIn: (text) =>
    specifiersIn(text).map((specifier) => ({ specifier, names: 'all', passed: [], passesAll: true })),
  isBare: () => false,
  keyOf: nameOf,
  keysOf: (file) => [nameOf(file)],
};
