import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

const PARTS = ['src', 'packages', 'test', 'tools', 'bench', 'site/playground', 'site/test', 'build'];

/** Fixtures and installed packages were written by others. */
const FOREIGN = /(?:^|\/)(?:node_modules|hosts|fixtures|dist)\//;

/** Clause with `What` at the beginning of a comment, or of a line comment. */
const WHAT_CLAUSE = /^\/[/*][\s*]*What\b/;

/** Figures of speech that CONTRIBUTING.md lists, and pronouns for an unnamed actor. */
const FIGURE = /\b(?:nobody|somebody|whoever|stands?|tells?|lies|goes by|rests? on|leads? nowhere)\b/i;

/** Lists lines of comments that match an expression. */
function commentLines(text: string, wanted: RegExp): readonly number[] {
  const source = ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest, true);
  const found = new Set<number>();
  const visit = (node: ts.Node): void => {
    for (const { pos, end } of ts.getLeadingCommentRanges(text, node.getFullStart()) ?? [])
      if (wanted.test(text.slice(pos, end))) found.add(source.getLineAndCharacterOfPosition(pos).line + 1);
    for (const child of node.getChildren(source)) visit(child);
  };
  visit(source);
  return [...found];
}

/** Lists places of matching comments in a folder; `hint` matches every text that contains one. */
function commentsOf(part: string, wanted: RegExp, hint = wanted): readonly string[] {
  return readdirSync(part, { recursive: true, encoding: 'utf8' })
    .map((name) => join(part, name).replaceAll('\\', '/'))
    .filter((file) => /\.[cm]?[tj]s$/.test(file) && !FOREIGN.test(file))
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
    .filter(({ text }) => hint.test(text))
    .flatMap(({ file, text }) => commentLines(text, wanted).map((line) => `${file}:${String(line)}`));
}

it('finds comments that begin with a what-clause, and no others', () => {
  const clauses = (text: string): readonly number[] => commentLines(text, WHAT_CLAUSE);
  expect(clauses('/** What a run needs. */\nconst a = 1;\n// What is left.\nf(a);\n')).toEqual([1, 3]);
  expect(clauses('/**\n * What a run needs.\n */\nconst a = 1;\n')).toEqual([1]);
  expect(clauses("/** Inputs of a run. */\nconst a = '// What';\n// Whatever is left.\nf(`/** What */`);\n")).toEqual(
    [],
  );
});

it('finds figures of speech in comments, and not in code', () => {
  expect(commentLines('/** A name that nobody has. */\nconst a = 1;\n// It stands here.\nf(a);\n', FIGURE)).toEqual([
    1, 3,
  ]);
  expect(commentLines("/** A standing order. */\nconst tells = 'nobody';\n", FIGURE)).toEqual([]);
});

it.each(PARTS)('begins comments of %s with a noun or a verb', (part) => {
  expect(commentsOf(part, WHAT_CLAUSE, /\bWhat\b/)).toEqual([]);
});

it.each(['src', 'packages'])('uses no figures of speech in comments of %s', (part) => {
  expect(commentsOf(part, FIGURE)).toEqual([]);
});
