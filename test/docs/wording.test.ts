import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { cli } from '../cli/support.js';
import { folder } from '../scanner/support.js';

/** Folders with texts for users. */
const FOLDERS = [
  ...readdirSync('src', { withFileTypes: true }).flatMap((room) => (room.isDirectory() ? [`src/${room.name}`] : [])),
  ...['packages/catalogue-tools/src', 'packages/waf-plan/src', 'templates', 'site', 'build', 'tools', 'bench'],
];
const PAGES = [
  ...['README.md', 'SECURITY.md', 'CHANGELOG.md', 'rules/README.md', 'rules/apis/README.md', 'src/select/README.md'],
  ...['editors/vscode/README.md', 'packages/catalogue-tools/README.md', 'packages/waf-plan/README.md'],
  ...['docs', 'docs/rules']
    .flatMap((name) => readdirSync(name).map((page) => `${name}/${page}`))
    .filter((page) => page.endsWith('.md')),
];
const CODE = /^(?!node_modules|out\/|test\/).*\.(?:ts|mjs)$/;
const COMMANDS = ['scan', 'merge', 'facts', 'link', 'catalogue', 'explain', 'waf-plan', 'schema', 'init', 'completion'];

const NOUN = 'NOUN';
const NOUN_NOT_COMPARISON = '(?!longer|more|newer)(?:[a-z]|\\$\\{)';

const AVOIDED = avoided(readFileSync('CONTRIBUTING.md', 'utf8'));

function avoided(page: string): readonly string[] {
  const start = page.indexOf('| Avoid |');
  const table = page.slice(start, page.indexOf('\n\n', start));
  return [...table.matchAll(/^\| (?!Avoid|-)([^|]+) \|/gm)].flatMap(([, words = '']) => words.trim().split(', '));
}

/** Lists avoided words in a text, even across line breaks. */
function foundIn(text: string): readonly string[] {
  const plain = text.replace(/\s+/g, ' ');
  return AVOIDED.filter((words) => {
    const searched = words.includes(NOUN)
      ? `(?<!there )${words.replace(NOUN, NOUN_NOT_COMPARISON)}`
      : `(?<![\\w-])${words}(?![\\w-])`;
    return new RegExp(searched, 'i').test(plain);
  });
}

interface TextOnLine {
  readonly line: number;
  readonly text: string;
}

/** Whether a text is the title of a test or of a group of tests. */
function isTitle(node: ts.Node): boolean {
  const call = node.parent;
  return ts.isCallExpression(call) && /^(?:it|describe)\b/.test(call.expression.getText());
}

/** Lists texts of a module with several words, which excludes names and keys. */
function textsOf(file: string, isSearched: (node: ts.Node) => boolean = () => true): readonly TextOnLine[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const texts: TextOnLine[] = [];
  const visit = (node: ts.Node): void => {
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
    if (isText && /[a-z] [a-z]/.test(node.getText()) && isSearched(node))
      texts.push({ line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1, text: node.getText() });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
}

/** Lists the places of avoided words in texts of the modules of a folder. */
function avoidedIn(folder: string, modules: RegExp, isSearched?: (node: ts.Node) => boolean): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => modules.test(name))
    .map((name) => join(folder, name))
    .flatMap((file) =>
      textsOf(file, isSearched).flatMap(({ line, text }) =>
        foundIn(text).map((words) => `${file}:${String(line)} says '${words}'`),
      ),
    );
}

it('reads the words to avoid from CONTRIBUTING.md', () => {
  expect(AVOIDED).toContain('withdrew');
  expect(foundIn('The vendor\n  withdrew it.')).toEqual(['withdrew']);
  expect(foundIn('a standard that understands itself, re-told')).toEqual([]);
  expect(foundIn("'a.json' is no JSON")).toEqual(['is no NOUN']);
  expect(foundIn('there is no JSON here, and it is no longer read')).toEqual([]);
});

it.each(PAGES)('finds no words to avoid in %s', (page) => {
  const prose = readFileSync(page, 'utf8').replace(/```[^]*?```|`[^`\n]*`/g, '');
  expect(foundIn(prose)).toEqual([]);
});

it('begins no sentence of SECURITY.md with a what-clause', () => {
  const lines = readFileSync('SECURITY.md', 'utf8').split('\n');
  expect(lines.filter((line) => /(?:^|[|.:;] )What(?!ever)\b(?! \|)/.test(line))).toEqual([]);
});

it.each(FOLDERS)('finds no words to avoid in texts of %s', (folder) => {
  expect(avoidedIn(folder, CODE)).toEqual([]);
});

it('finds no words to avoid in titles of tests', () => {
  expect(avoidedIn('test', /\.test\.ts$/, isTitle)).toEqual([]);
});

it.each(COMMANDS)('finds no words to avoid in the help of %s', async (command) => {
  const helps = command === 'scan' ? ['--help', '--help-all'] : ['--help'];
  const out = (await Promise.all(helps.map((help) => cli(folder({}), [command, help]))))
    .map((said) => said.out)
    .join('');
  expect(out).toContain('Usage: sunset-lint');
  expect(foundIn(out)).toEqual([]);
});
