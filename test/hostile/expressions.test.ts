import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { analyse } from 'scslre';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PROGRAM = join(ROOT, 'dist/program/main.cjs');
const HOOK = join(ROOT, 'test/hostile/note-expressions.cjs');

/** Expressions that the TypeScript compiler composes, for paths of folders. */
const OF_LIBRARIES: ReadonlySet<string> = new Set(['/[/]+$/g']);

function slowExpressions(expressions: readonly string[]): readonly string[] {
  return expressions.filter((expression) => {
    const end = expression.lastIndexOf('/');
    const literal = { source: expression.slice(1, end), flags: expression.slice(end + 1) };
    return analyse(literal, { reportTypes: { Move: true } }).reports.length > 0;
  });
}

describe('regular expressions composed at run time', () => {
  it('take time in proportion to the text that they search', () => {
    const noted = join(mkdtempSync(join(tmpdir(), 'expressions-')), 'noted.json');
    const run = spawnSync(
      process.execPath,
      ['-r', HOOK, PROGRAM, 'scan', 'fixtures', '--no-cache', '--format', 'json'],
      {
        cwd: ROOT,
        env: { ...process.env, NOTED: noted },
        maxBuffer: 1e9,
      },
    );
    expect(run.status).toBe(1);
    const expressions = JSON.parse(readFileSync(noted, 'utf8')) as readonly string[];
    expect(expressions.length).toBeGreaterThan(500);
    expect(slowExpressions(expressions).filter((expression) => !OF_LIBRARIES.has(expression))).toEqual([]);
  });

  it('are distinguished from expressions that take more time', () => {
    expect(slowExpressions([String.raw`/[\w.]+\.example\.com/`, String.raw`/(?<![\w.])[\w.]+\.example\.com/`])).toEqual(
      [String.raw`/[\w.]+\.example\.com/`],
    );
  });
});

describe('a long word', () => {
  it('does not hold up a file with an address whose host begins with a variable', () => {
    const folder = mkdtempSync(join(tmpdir(), 'long-word-'));
    const call = 'fetch(`https://${shop}.myshopify.com/admin/api/2023-01/products.json`);';
    writeFileSync(join(folder, 'a.js'), `const data = '${'a'.repeat(400_000)}';\n${call}\n`);
    const run = spawnSync(process.execPath, [PROGRAM, 'scan', '.', '--no-cache', '--format', 'json'], {
      cwd: folder,
      encoding: 'utf8',
      timeout: 20_000,
    });
    const { findings } = JSON.parse(run.stdout) as { findings: readonly { deprecation: string }[] };
    expect(findings.map(({ deprecation }) => deprecation)).toContain('shopify-versions/api2023-01');
  });
});
