import type { ImportTexts } from '../../select/import-text.js';
import { escapeRegExp } from '../../lib/escape-reg-exp.js';
import { sourcedSpecifier } from './sourced-specifier.js';

/** Where a text may read another script; the word after it may have quotes and substitutions in it. */
const SOURCE =
  /(?:^|[\n;&|({!]|\b(?:then|do|else|if)\b)[ \t]*(?:builtin[ \t]+|command[ \t]+)?(?:source|\.)[ \t]+((?:"[^"\n]{0,300}"|'[^'\n]{0,300}'|\$\([^()\n]{0,300}(?:\([^()\n]{0,100}\)[^()\n]{0,100})?\)|[^\s;&|<>()"']+){1,20})/g;

function specifiersIn(text: string): readonly string[] {
  return Array.from(text.matchAll(SOURCE), ([, word = '']) => sourcedSpecifier(word.replace(/["']/g, ''))).flatMap(
    (specifier) => (specifier === undefined ? [] : [Buffer.from(specifier).toString()]),
  );
}

/** Commands that declare or set names that are written somewhere behind them. */
const SETTING =
  /\b(?:coproc|declare|export|for|function|getopts|let|local|mapfile|printf|read|readarray|readonly|select|typeset|wait)\b/;

/** `name=`, `name+=`, `name[1]=`, `((name *= 2))`, `((--name))`, `${name:=…}`, `name()`, `{name}>`, `read -r name`. */
function declares(name: string): (text: string) => boolean {
  const own = name.replace(/^\$/, '');
  const word = escapeRegExp(own);
  const set = new RegExp(
    [
      `(?<![$\\w])${word}(?:\\[|\\s*(?:\\(|\\+\\+|[-+*/%&|^<>]{0,2}=)|--|\\s+--\\s*\\))`,
      `[(,=?:&|[]\\s*(?:\\+\\+|--)\\s*${word}`,
      `\\{${word}(?::?=|\\}[<>])`,
    ].join('|'),
  );
  // What stands where a command does is called, and not set.
  const behind = new RegExp(
    `${word}(?<!(?:[$\\w]|\\$\\{|(?:^|(?<!\\\\)[;&|({\`!]|\\b(?:do|then|else)\\b)[ \\t]*)${word})(?!\\w)`,
  );
  return (text) =>
    text.includes(own) &&
    (set.test(text) ||
      text
        .replaceAll(/\\\r?\n/g, ' ')
        .split('\n')
        .some((line) => line.includes(own) && SETTING.test(line) && behind.test(line)));
}

function nameOf(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1).replace(/\.(?:sh|bash|ksh|zsh)$/, '');
}

/** What a script reads is part of it: all names, both ways. */
export const SHELL_IMPORTS: ImportTexts = {
  specifiersIn,
  declares,
  clausesIn: (text) =>
    specifiersIn(text).map((specifier) => ({ specifier, names: 'all', passed: [], passesAll: true })),
  isBare: () => false,
  importKey: nameOf,
  fileKeys: (file) => [nameOf(file)],
};
