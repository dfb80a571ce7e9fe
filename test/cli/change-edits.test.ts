import { appendFileSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { matchItems } from '../../src/scan/baseline/entry.js';
import type { Report, ReportFinding } from '../../src/report/report.js';
import { NAMES, put } from '../cache/trees.js';
import { cli, git, repository } from './support.js';
import { share } from '../share.js';

/** Commits in one run; more in a longer test run. */
const STEPS = share(25);

/** Lines that an edit adds to a file, harmless or not. */
const LINES = [
  '',
  '// page rules were here',
  'globalThis.mark = [1, 2, 3];',
  'const spare = 1;',
  'type Spare = string;',
  'interface Wide { readonly path: string }',
  'globalThis.fetch = 1;',
  "console.log('/zones/1/pagerules');",
  "if (globalThis.mark) console.log('late');",
  'export const API = 1;',
  'export const own = (id) => fetch(`/api/bench/${id}`);',
  "export const own = (id) => fetch('/api/other', { method: 'POST', body: JSON.stringify({ id }) });",
  'export const send = (id) => fetch(`/api/bench/${id}`);',
  'const path = (id) => fetch(`/api/bench/${id}`).then((answer) => answer.json());',
  '// sunset-lint-disable-next-line page-rules-api -- known',
];

const EDIT = fc.record({
  name: fc.constantFrom(...NAMES),
  content: fc.nat({ max: 5 }),
  line: fc.option(fc.constantFrom(...LINES), { freq: 2 }),
});
/**
 * Files that affect how imports of others are resolved, a module that shadows another one, and data, which a change
 * treats as a module if it had a path before, and a scan only if it has one now.
 */
const DECIDING = /(?:package|tsconfig|zone)\.json$|vite\.config\.js$|^src\/index/;

const COMMITS = fc.array(fc.array(EDIT, { minLength: 1, maxLength: 3 }), { minLength: STEPS, maxLength: STEPS });

async function report(root: string, ...flags: readonly string[]): Promise<Report> {
  const args = ['scan', '--format', 'json', '--min-confidence', 'possible', '--no-baseline', '--no-cache', ...flags];
  return JSON.parse((await cli(root, args)).out) as Report;
}

/** Lists findings with the context that distinguishes equal ones. */
function items(root: string, { findings }: Report): { file: string; key: string; detail: string; at: string }[] {
  return findings.map((finding: ReportFinding) => {
    const { file, range, deprecation, method, operation, url } = finding;
    const line = readFileSync(join(root, file), 'utf8').split('\n')[range.start.line - 1] ?? '';
    return {
      file,
      key: [deprecation, method, operation?.path].join(' '),
      detail: `${url} ${line.trim()}`,
      at: `${file}:${String(range.start.line)}:${String(range.start.column)} ${deprecation} ${method}`,
    };
  });
}

it(
  'reports for every commit the difference between scans of the trees before and after it',
  { timeout: 600_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(COMMITS, async (commits) => {
        const root = realpathSync(mkdtempSync(join(tmpdir(), 'sunset-commits-')));
        try {
          for (const name of NAMES) put(root, name, 0);
          repository(root);
          let before = items(root, await report(root));
          for (const edits of commits) {
            for (const { name, content, line } of edits) {
              const path = join(root, name);
              if (line === null || !existsSync(path)) put(root, name, content);
              else if (content === 0) writeFileSync(path, `${line}\n${readFileSync(path, 'utf8')}`);
              else appendFileSync(path, `${line}\n`);
            }
            git(root, 'add', '-A');
            const now = items(root, await report(root));
            const { pairs } = matchItems(before, now, (file) => existsSync(join(root, file)));
            const staged = items(root, await report(root, '--staged'));
            const told = JSON.stringify(edits);
            const come = now.flatMap((item) => (pairs.has(item) ? [] : [item.at])).sort();
            const found = staged.map(({ at }) => at).sort();
            // Files that affect import resolution count in both states.
            if (edits.some(({ name }) => DECIDING.test(name)))
              expect(found, told).toEqual(expect.arrayContaining(come));
            else expect(found, told).toEqual(come);
            git(root, 'commit', '-q', '--allow-empty', '-m', 'next');
            before = now;
          }
        } finally {
          rmSync(root, { recursive: true });
        }
      }),
      { numRuns: 1, endOnFailure: true },
    );
  },
);
