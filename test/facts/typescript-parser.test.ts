import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ts } from 'ts-morph';
import { describe, expect, it } from 'vitest';
import { parseTypeScript } from '../../src/languages/facts/typescript.js';
import type { TypeScriptParser } from '../../src/languages/facts/typescript/syntax.js';

// Needs `npm run build`.
const parser = createRequire(import.meta.url)('../../dist/libraries/typescript-parser.cjs') as TypeScriptParser;
const PROJECT = fileURLToPath(new URL('../../', import.meta.url));

const FILES = ['fixtures/clients', 'src/languages/facts', 'bench'].flatMap((folder) =>
  readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.[cm]?[jt]sx?$/.test(file))
    .map((file) => join(folder, file)),
);

/** Rare or invalid syntax. */
const RARE: Readonly<Record<string, string>> = {
  'broken.ts': 'const a = (;\nclass { #b = `${ }` ',
  'broken.tsx': '<div {...}>{</span>',
  'rare.ts':
    'enum E { A = `${1}` }\nexport = E;\nimport x = require("y");\n@d abstract class C<const T> { accessor a!: T; static { await; } }\nlet u = <T,>(x: T) => x satisfies unknown;\n/** @type {a} */ using z = 1n;\nlabel: for await (const q of /[/]\\//u) continue label;',
  'rare.js':
    "#!/usr/bin/env node\n'use strict'\n// @ts-check\nexports['a-b'] = async function* () { yield* import.meta; }\n<!-- html\n",
};

describe('the parser extracted from the compiler', () => {
  it('gives the same facts and errors as the whole compiler', () => {
    expect(FILES.length).toBeGreaterThan(90);
    const differing = FILES.filter((file) => {
      const text = readFileSync(join(PROJECT, file), 'utf8');
      return parsed(parser, file, text) !== parsed(ts, file, text);
    });
    expect(differing).toEqual([]);
  });

  it.each(Object.keys(RARE))('parses %s as the whole compiler does', (file) => {
    const text = RARE[file] ?? '';
    expect(parsed(parser, file, text)).toBe(parsed(ts, file, text));
  });
});

function parsed(typescript: TypeScriptParser, file: string, text: string): string {
  const { facts, syntaxErrors } = parseTypeScript(typescript, file, text);
  return JSON.stringify([syntaxErrors, facts], (_, value: unknown) => (value instanceof Map ? [...value] : value));
}
