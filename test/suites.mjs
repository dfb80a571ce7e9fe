import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findAppended, tellAppended } from './suites/appended.mjs';
import { runFiles } from './suites/run-files.mjs';
import { tell } from './suites/tell.mjs';

const usage = `usage: npm run build && node test/suites.mjs [options] DIR [DIR...]

Runs the analyser over every script below folders, such as the test suites of compilers, and counts for
each folder: crashes, hangs, files over their budget, and files whose facts differ between the two
lowerings though both parsers take them. A file with syntax errors has only to be survived. Where the
compiler's parser lets pass what its own checker then refuses, or reads as something else (\`let\` as a
name), the parsers differ and not the lowerings: such files are counted by what the checker says.
Exits with 1 where anything is wrong.

With --appended a request is added to each file in a copy, which \`scan\` and ESLint then have to find: at
least 99.98 % of the files that parse; each that is missed is named. Declarations are left out.

  --budget MS    processor time to parse with the compiler, lower and analyse one file (default 2000)
  --hang MS      time without an answer after which a file counts as hung (default 60000)
  --per-child N  files for one process (default 4000)
  --appended     look for a request that is added to each file
  --sample N     with --appended: every second, third, … of more than N files (default: all)
  --show N       files shown for each kind of trouble (default 5)
  --help
`;

const { values, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: {
    budget: { type: 'string', default: '2000' },
    hang: { type: 'string', default: '60000' },
    'per-child': { type: 'string', default: '4000' },
    show: { type: 'string', default: '5' },
    appended: { type: 'boolean', default: false },
    sample: { type: 'string', default: '1000000' },
    help: { type: 'boolean', default: false },
  },
});
const numbers = [values.budget, values.hang, values['per-child'], values.show, values.sample].map(Number);
const [budget, hangAfter, perChild, show, sample] = numbers;

if (values.help) {
  console.log(usage);
} else if (folders.length === 0 || !numbers.every((number) => Number.isInteger(number) && number > 0)) {
  console.error(usage);
  process.exitCode = 2;
} else if (!existsSync(new URL('../dist/bundle/index.js', import.meta.url))) {
  console.error('There is no dist: run npm run build first.');
  process.exitCode = 2;
} else {
  for (const folder of folders) await (values.appended ? studyAppended : study)(resolve(folder));
}

async function study(root) {
  const files = [...scripts(root)].sort();
  const results = [];
  const start = performance.now();
  await runFiles({
    child: fileURLToPath(new URL('suites/child.mjs', import.meta.url)),
    root,
    files,
    perChild,
    hangAfter,
    onResult(result) {
      results.push(result);
      if (process.stderr.isTTY && results.length % 50 === 0)
        process.stderr.write(`\r${results.length} of ${files.length}`);
    },
  });
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
  const { lines, isWrong } = tell(results, { budget, show });
  console.log(`${root} (${Math.round((performance.now() - start) / 1000)} s)`);
  for (const line of lines) console.log(`  ${line}`);
  if (isWrong) process.exitCode = 1;
}

async function studyAppended(root) {
  const { lines, isWrong } = tellAppended(
    await findAppended({ root, files: [...scripts(root)].sort(), sample, hangAfter }),
  );
  console.log(root);
  for (const line of lines) console.log(`  ${line}`);
  if (isWrong) process.exitCode = 1;
}

function* scripts(root, folder = '') {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* scripts(root, path);
    else if (entry.isFile() && /\.[mc]?[jt]sx?$/i.test(entry.name)) yield path;
  }
}
