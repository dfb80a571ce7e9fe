import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ts } from 'ts-morph';
import { runFiles } from './run-files.mjs';

/** Call that is added to each file; its unique name identifies its finding. */
const CALL = "\n;fetch('https://api.cloudflare.com/client/v4/zones/suite-appended/pagerules');\n";
export const MARK = 'suite-appended';

const BATCH = 2000;
const MAIN = fileURLToPath(new URL('../../dist/program/main.cjs', import.meta.url));
const CHILD = fileURLToPath(new URL('appended-child.mjs', import.meta.url));

/**
 * Adds a request to each file and searches for it with both hosts. Declarations (`.d.ts`) are skipped, and file paths
 * have no influence. Of more than `sample` files every second, third, … is used.
 *
 * @returns for each host the number of files that parse, and the names of files with a missed request, with the known
 * results; `broken`: files that do not parse, with a found or missed request.
 */
export async function findAppended({ root, files, sample, hangAfter }) {
  const scanner = { parsed: 0, missed: [], brokenFound: 0, brokenMissed: 0 };
  const eslint = { parsed: 0, missed: [], refused: 0 };
  const all = files.filter((file) => !/\.d\.(?:[^./]+\.)?[cm]?ts$/i.test(file));
  const each = Math.max(1, Math.ceil(all.length / sample));
  const scripts = all.filter((_file, index) => index % each === 0);
  for (let start = 0; start < scripts.length; start += BATCH) {
    const copy = mkdtempSync(join(tmpdir(), 'sunset-appended-'));
    try {
      const batch = scripts.slice(start, start + BATCH).map((file, index) => {
        const name = `${index}/${basename(file)}`;
        mkdirSync(join(copy, String(index)));
        writeFileSync(join(copy, name), Buffer.concat([readFileSync(join(root, file)), Buffer.from(CALL)]));
        return { file, name };
      });
      scanAll(copy, batch, scanner);
      await lintAll(copy, batch, eslint, hangAfter);
    } finally {
      rmSync(copy, { recursive: true });
    }
  }
  return { scanner, eslint };
}

function scanAll(folder, batch, counts) {
  const args = ['scan', '.', '--format', 'json', '--no-config', '--no-baseline', '--min-confidence', 'possible'];
  const run = spawnSync(process.execPath, [MAIN, ...args], { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 30 });
  if (run.stdout === '') throw new Error(`the scan ended with ${run.status}: ${run.stderr}`);
  const { findings, unresolved, coverage } = JSON.parse(run.stdout);
  const found = new Set(findings.filter(({ url }) => url.includes(MARK)).map(({ file }) => file));
  const listed = new Set(unresolved.filter(({ url }) => url.includes(MARK)).map(({ file }) => file));
  const broken = new Set(coverage.syntaxErrors);
  const skipped = new Map(coverage.skipped.flatMap(({ reason, paths }) => paths.map((path) => [path, reason])));
  for (const { file, name } of batch) {
    if (found.has(name)) {
      if (broken.has(name)) counts.brokenFound += 1;
      else counts.parsed += 1;
    } else if (broken.has(name) || !parses(join(folder, name))) counts.brokenMissed += 1;
    else {
      counts.parsed += 1;
      counts.missed.push({ file, reason: listed.has(name) ? 'unresolved' : (skipped.get(name) ?? 'silent') });
    }
  }
}

function parses(path) {
  return ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ESNext).parseDiagnostics.length === 0;
}

async function lintAll(folder, batch, counts, hangAfter) {
  const names = new Map(batch.map(({ file, name }) => [name, file]));
  const onResult = ({ file: name, outcome, reason }) => {
    if (outcome === 'refused') counts.refused += 1;
    else counts.parsed += 1;
    if (outcome !== 'refused' && outcome !== 'found')
      counts.missed.push({ file: names.get(name), reason: reason ?? outcome });
  };
  await runFiles({ child: CHILD, root: folder, files: [...names.keys()], perChild: BATCH, hangAfter, onResult });
}

/** Counts as lines of text, and whether more than 2 in 10,000 requests in files that parse were missed. */
export function tellAppended({ scanner, eslint }) {
  const lines = [];
  let isWrong = false;
  for (const [host, { parsed, missed }] of Object.entries({ scanner, eslint })) {
    const share = parsed === 0 ? 100 : Math.floor(((parsed - missed.length) / parsed) * 1e5) / 1e3;
    if (share < 99.98) isWrong = true;
    lines.push(`${host}: ${parsed - missed.length} of ${parsed} appended requests found (${share} %)`);
    for (const { file, reason } of missed) lines.push(`  not found: ${file} (${reason})`);
  }
  lines.push(
    `with syntax errors: ${scanner.brokenFound} found, ${scanner.brokenMissed} not; refused by the parser in ESLint: ${eslint.refused}`,
  );
  return { lines, isWrong };
}
