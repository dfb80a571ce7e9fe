import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

const PARTS = ['src', 'test', 'tools', 'bench', 'site/playground', 'site/test', 'build'];

/** Fixtures, and what tests install, are written by others. */
const FOREIGN = /(?:^|\/)(?:node_modules|hosts|fixtures)\//;

/** Lines of comments that begin with a what-clause: the first line of each, and of each line comment. */
function whatClauses(text: string): readonly number[] {
  if (!/(?:\/[/*]|^)[\s*]*What\b/m.test(text)) return [];
  const source = ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest, true);
  const found = new Set<number>();
  const visit = (node: ts.Node): void => {
    for (const { pos, end } of ts.getLeadingCommentRanges(text, node.getFullStart()) ?? [])
      if (/^\/[/*][\s*]*What\b/.test(text.slice(pos, end)))
        found.add(source.getLineAndCharacterOfPosition(pos).line + 1);
    for (const child of node.getChildren(source)) visit(child);
  };
  visit(source);
  return [...found];
}

it('finds comments that begin with a what-clause, and no others', () => {
  expect(whatClauses('/** What a run needs. */\nconst a = 1;\n// What is left.\nf(a);\n')).toEqual([1, 3]);
  expect(whatClauses('/**\n * What a run needs.\n */\nconst a = 1;\n')).toEqual([1]);
  expect(
    whatClauses("/** Inputs of a run. */\nconst a = '// What';\n// Whatever is left.\nf(`/** What */`);\n"),
  ).toEqual([]);
});

it.each(PARTS)('begins comments of %s with a noun or a verb', (part) => {
  const names = readdirSync(part, { recursive: true, encoding: 'utf8' });
  const found = names
    .map((name) => join(part, name).replaceAll('\\', '/'))
    .filter((file) => /\.[cm]?[tj]s$/.test(file) && !FOREIGN.test(file))
    .flatMap((file) => whatClauses(readFileSync(file, 'utf8')).map((line) => `${file}:${String(line)}`));
  expect(found).toEqual([]);
});
