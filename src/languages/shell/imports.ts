import { dirname, isAbsolute, join, relative } from 'node:path';
import { escapeRegExp } from '../../core/lib/escape.js';
import type { Resolution } from '../../core/model/module-reader.js';
import type { ImportTexts } from '../language-texts.js';
import type { LanguageTree, Resolver } from '../language.js';

/** Folder expression at the start of a path: `$DIR/`, `${BASH_SOURCE%/*}/`, `$(dirname "$0")/`. */
const FOLDER = /^(?:\$\w+|\$\{[^{}]*\}|\$\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|`[^`]*`)\/+/;

/** Maximum length of a path; a longer path is not resolved. */
const MAX_LENGTH = 1000;

/**
 * The sourced file that a word without its quotes names; a folder that is unknown counts as that of the script.
 * Undefined if another part of the word is unknown.
 */
export function sourcedSpecifier(word: string): string | undefined {
  if (word.length > MAX_LENGTH) return word;
  const path = word.replace(FOLDER, './');
  return path === '' || /[$`*?[\]()<>\s]/.test(path) ? undefined : path;
}

/** Start of a command that may source another script; the word after it may have quotes and substitutions. */
const SOURCE =
  /(?:^|[\n;&|({!]|\b(?:then|do|else|if)\b)[ \t]*(?:builtin[ \t]+|command[ \t]+)?(?:source|\.)[ \t]+((?:"[^"\n]{0,300}"|'[^'\n]{0,300}'|\$\([^()\n]{0,300}(?:\([^()\n]{0,100}\)[^()\n]{0,100})?\)|[^\s;&|<>()"']+){1,20})/g;

function specifiersIn(text: string): readonly string[] {
  return Array.from(text.matchAll(SOURCE), ([, word = '']) => sourcedSpecifier(word.replace(/["']/g, ''))).flatMap(
    (specifier) => (specifier === undefined ? [] : [Buffer.from(specifier).toString()]),
  );
}

/** Commands that declare or set the variables named in their arguments. */
const DECLARING_COMMAND =
  /\b(?:coproc|declare|export|getopts|let|local|mapfile|printf\s+-v|read|readarray|readonly|typeset|wait)\b/;

/** Blanks, including a continued line end. */
const BLANKS = String.raw`(?:\s|\\\r?\n)`;

/**
 * Creates a test of texts for a declaration: `name=`, `name+=`, `name[1]=`, `((name *= 2))`, `((--name))`,
 * `${name:=…}`, `name()`, `{name}>`, `read -r name`. A variable is exported as `$name` only if a function of the file
 * has the same name, so that the declaration of this function is the test. A name that is invalid for variables can
 * only be that of a function.
 */
function declares(name: string): (text: string) => boolean {
  const own = name.replace(/^\$/, '');
  const word = escapeRegExp(own);
  const functionDeclaration = new RegExp(`(?<![$\\w])${word}${BLANKS}*\\(|\\bfunction${BLANKS}+${word}(?!\\w)`);
  if (own !== name || !/^[A-Za-z_]\w*$/.test(own))
    return (text) => text.includes(own) && functionDeclaration.test(text);
  const assignment = new RegExp(
    [
      `(?<![$\\w])${word}(?:\\[|\\+\\+|[-+*/%&|^<>]{0,2}=|\\s+(?:\\+\\+|[-+*/%&|^<>]{0,2}=(?!=))|--|\\s+--\\s*\\))`,
      `[(,=?:&|[]\\s*(?:\\+\\+|--)\\s*${word}`,
      `\\{${word}(?::?=|\\}[<>])`,
      `\\b(?:for|select)${BLANKS}+${word}(?!\\w)`,
    ].join('|'),
  );
  // A word in the position of a command is a call, and not an argument.
  const asArgument = new RegExp(
    `${word}(?<!(?:[$\\w]|\\$\\{|(?:^|(?<!\\\\)[;&|({\`!]|\\b(?:do|then|else)\\b)[ \\t]*)${word})(?!\\w)`,
  );
  const isDeclaredIn = (line: string): boolean =>
    !/^\s*#/.test(line) && DECLARING_COMMAND.test(line) && asArgument.test(line);
  return (text) =>
    text.includes(own) &&
    (functionDeclaration.test(text) ||
      assignment.test(text) ||
      linesWith(own, text).some((line) => isDeclaredIn(line)));
}

/** The lines of a text with a word, joined with their continuation lines. */
function linesWith(word: string, text: string): readonly string[] {
  const lines: string[] = [];
  for (let at = text.indexOf(word); at >= 0;) {
    let start = text.lastIndexOf('\n', at) + 1;
    while (isContinued(text, start - 1)) start = text.lastIndexOf('\n', start - 2) + 1;
    let end = text.indexOf('\n', at);
    while (isContinued(text, end)) end = text.indexOf('\n', end + 1);
    if (end < 0) end = text.length;
    lines.push(text.slice(start, end).replaceAll(/\\\r?\n/g, ' '));
    at = text.indexOf(word, end);
  }
  return lines;
}

/** Whether a line continues after its end. */
function isContinued(text: string, end: number): boolean {
  return end > 0 && (text[end - 1] === '\\' || (text[end - 1] === '\r' && text[end - 2] === '\\'));
}

function nameOf(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1).replace(/\.(?:sh|bash|ksh|zsh)$/, '');
}

/** Imports of a script: a sourced file shares all names in both directions. */
export const SHELL_IMPORTS: ImportTexts = {
  specifiersIn,
  mayDeclare: declares,
  clausesIn: (text) =>
    specifiersIn(text).map((specifier) => ({ specifier, names: 'all', reExports: [], passesAll: true })),
  isBare: () => false,
  importKey: nameOf,
  fileKeys: (file) => [nameOf(file)],
};

/** Resolves `source`: beside the script, then in each folder above it up to the root. */
export function createShellResolver({ root, probe }: LanguageTree): Resolver {
  return {
    broken: [],
    resolve(fromFile, specifier): Resolution {
      if (isAbsolute(specifier) || specifier.startsWith('~'))
        return { kind: 'unresolved', reason: 'it is a file of the machine' };
      for (const folder of foldersAbove(fromFile)) {
        const path = join(root, folder, specifier);
        const file = relative(root, path).replaceAll('\\', '/');
        if (!file.startsWith('../') && probe.isFile(path)) return { kind: 'file', file };
      }
      return { kind: 'unresolved', reason: 'the file does not exist' };
    },
  };
}

/** The folder of a file, and its ancestors, relative to the root. */
function foldersAbove(file: string): readonly string[] {
  const folders = [dirname(file)];
  for (let folder = folders[0] ?? '.'; folder !== '.' && folder !== '/' && folder !== ''; folder = dirname(folder))
    folders.push(dirname(folder));
  return folders;
}
