import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { cli } from '../cli/support.js';
import { folder } from '../scanner/support.js';

/** Rooms with texts for users. Words of reports are in other rooms. */
const ROOMS = ['hosts/cli', 'hosts/init', 'scan', 'config'];
const COMMANDS = ['scan', 'merge', 'facts', 'link', 'catalogue', 'explain', 'waf-plan', 'schema', 'init', 'completion'];

const AVOIDED = avoided(readFileSync('CONTRIBUTING.md', 'utf8'));

function avoided(page: string): readonly string[] {
  const start = page.indexOf('| Avoid |');
  const table = page.slice(start, page.indexOf('\n\n', start));
  return [...table.matchAll(/^\| (?!Avoid|-)([^|]+) \|/gm)].flatMap(([, words = '']) => words.trim().split(', '));
}

/** Lists avoided words in a text, even across line breaks. */
function foundIn(text: string): readonly string[] {
  const plain = text.replace(/\s+/g, ' ');
  return AVOIDED.filter((words) => new RegExp(`(?<![\\w-])${words}(?![\\w-])`, 'i').test(plain));
}

/** Lists texts of a module with several words, which excludes names and keys. */
function textsOf(file: string): readonly { readonly line: number; readonly text: string }[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const texts: { line: number; text: string }[] = [];
  const visit = (node: ts.Node): void => {
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
    if (isText && /[a-z] [a-z]/.test(node.getText()))
      texts.push({ line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1, text: node.getText() });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
}

it('reads the words to avoid from CONTRIBUTING.md', () => {
  expect(AVOIDED).toContain('withdrew');
  expect(foundIn('The vendor\n  withdrew it.')).toEqual(['withdrew']);
  expect(foundIn('a standard that understands itself, re-told')).toEqual([]);
});

it('finds no words to avoid in SECURITY.md', () => {
  const page = readFileSync('SECURITY.md', 'utf8').replace(/`[^`]*`/g, '');
  expect(foundIn(page)).toEqual([]);
  expect(page.split('\n').filter((line) => /(?:^|[|.:;] )What(?!ever)\b(?! \|)/.test(line))).toEqual([]);
});

it.each(ROOMS)('finds no words to avoid in texts of %s', (room) => {
  const found = readdirSync(join('src', room), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && name !== 'gate.ts')
    .map((name) => join('src', room, name))
    .flatMap((file) =>
      textsOf(file).flatMap(({ line, text }) =>
        foundIn(text).map((words) => `${file}:${String(line)} says '${words}'`),
      ),
    );
  expect(found).toEqual([]);
});

it.each(COMMANDS)('finds no words to avoid in the help of %s', async (command) => {
  const helps = command === 'scan' ? ['--help', '--help-all'] : ['--help'];
  const out = (await Promise.all(helps.map((help) => cli(folder({}), [command, help]))))
    .map((said) => said.out)
    .join('');
  expect(out).toContain('Usage: sunset-lint');
  expect(foundIn(out)).toEqual([]);
});
