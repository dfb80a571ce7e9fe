// The page gives the same findings as the command line for the same files, word for word.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPlayground } from './support.js';
import type { Site } from './support.js';

const FIXTURES = fileURLToPath(new URL('../../fixtures/', import.meta.url));
const PROGRAM = fileURLToPath(new URL('../../dist/program/main.cjs', import.meta.url));
const DAY = '2026-11-25';

/** Largest number of files of each theme and kind, with and without expected findings. */
const [MAX_WITH_FINDINGS, MAX_WITHOUT_FINDINGS] =
  process.env['SITE_FIXTURES'] === 'all' ? [Infinity, Infinity] : [2, 1];

interface Sample {
  /** Path in `fixtures`. */
  readonly path: string;
  readonly files: readonly {
    /** Name for the command line, with its folder if that determines the kind of file. */
    readonly name: string;
    readonly text: string;
  }[];
}

/** Fixtures whose findings need several files: wrappers, imports, configured and unusual ones. */
const FOLDERS = [
  'modules/commonjs-module',
  'modules/tsconfig-paths',
  'modules/vite-alias',
  'modules/workspace-client',
  'python/wrappers',
  'waf-migration/across-files',
  'wrappers/class-in-field',
  'wrappers/object-of-functions',
];

const FOLDER_SAMPLES: readonly Sample[] = FOLDERS.map((path) => ({
  path,
  files: filesIn(join(FIXTURES, path)).map((name) => ({
    name,
    text: readFileSync(join(FIXTURES, path, name), 'utf8'),
  })),
}));

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile())
    .sort();
}

/** Files of fixtures, each scanned alone, so that no finding needs another file. */
function samples(): readonly Sample[] {
  const countByKind = new Map<string, number>();
  return filesIn(FIXTURES).flatMap((path): readonly Sample[] => {
    const text = readFileSync(join(FIXTURES, path), 'utf8');
    const hasExpectation = /(?:\/\/|\/\*|#|<!--)\s*expect(?:-next)?:/.test(text);
    const key = `${path.split('/')[0] ?? ''} ${extname(path) || path} ${String(hasExpectation)}`;
    const count = countByKind.get(key) ?? 0;
    countByKind.set(key, count + 1);
    const name = path.replace(/^.*?([^/]*|\.github\/.*)$/, '$1');
    return count < (hasExpectation ? MAX_WITH_FINDINGS : MAX_WITHOUT_FINDINGS)
      ? [{ path, files: [{ name, text }] }]
      : [];
  });
}

const SAMPLES = samples();

let site: Site;
let page: Page;

beforeAll(async () => {
  ({ site, page } = await openPlayground());
  // Uses the worker without its page, to get the complete report.
  await page.evaluate(`
    const worker = new Worker('worker.js', { type: 'module' });
    globalThis.ask = (question) => new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data.report ?? data);
      worker.onerror = ({ message }) => reject(new Error(message));
      worker.postMessage({ id: 1, question });
    });
  `);
});

afterAll(() => site.close());

/** Output of the program, or its error message. */
async function commandLine({ files }: Sample): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'sunset-lint-site-'));
  try {
    for (const { name, text } of files) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    const names = files.map(({ name }) => name);
    const flags = ['--format', 'json', '--as-of', DAY, '--no-config', '--no-baseline', '--no-cache'];
    const [stdout, stderr] = await new Promise<readonly [string, string]>((resolve) => {
      execFile(process.execPath, [PROGRAM, 'scan', ...names, ...flags], { cwd: folder }, (_failed, out, err) => {
        resolve([out, err]);
      });
    });
    return stdout === '' ? { error: stderr } : (JSON.parse(stdout) as unknown);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Comparable part of a report; unsupported files have errors in different words. */
function comparablePart(answer: unknown): unknown {
  const { error } = answer as { error?: string };
  return error === undefined ? answer : /no file to scan/.test(error) ? 'no file to scan' : error;
}

it('the comparison covers more than fifty files, in every language', () => {
  const extensions = new Set(SAMPLES.flatMap(({ files }) => files.map(({ name }) => extname(name))));
  expect(SAMPLES.length).toBeGreaterThan(50);
  for (const extension of ['.ts', '.js', '.py', '.sh', '.tf', '.yml', '.vue', '.svelte', '.astro', '.html'])
    expect(extensions).toContain(extension);
});

const findingCounts: number[] = [];

async function compare(sample: Sample): Promise<number> {
  const question = { files: sample.files, apis: [], edition: 'specification', asOf: DAY };
  const [answer, expected] = await Promise.all([
    page.evaluate<unknown>(`ask(${JSON.stringify(question)})`),
    commandLine(sample),
  ]);
  expect(comparablePart(answer)).toEqual(comparablePart(expected));
  return (expected as { findings?: readonly unknown[] }).findings?.length ?? 0;
}

it.each(SAMPLES)('the page reports for $path the same as the command line', async (sample) => {
  findingCounts.push(await compare(sample));
});

it.each(FOLDER_SAMPLES)('the page reports for all files of $path the same as the command line', async (sample) => {
  expect(sample.files.length).toBeGreaterThan(1);
  expect(await compare(sample)).toBeGreaterThan(0);
});

it('the comparison has findings in more than fifty files', () => {
  expect(findingCounts.filter((count) => count > 0).length).toBeGreaterThan(50);
});
