import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadCatalogue } from '../dist/catalogue/load.js';
import { runStaged, stagedGenerated } from './commits.mjs';
import { inTurn, measure, ratio, table } from './measure.mjs';
import { ripgrepArgs, version } from './search-tools.mjs';
import { writeTree } from './trees.mjs';

const RATIOS = fileURLToPath(new URL('ratios.json', import.meta.url));
const FIXTURES = fileURLToPath(new URL('../fixtures', import.meta.url));
const PARSE = fileURLToPath(new URL('parse-all.mjs', import.meta.url));

/** A ratio may be this much worse than the one that is kept. */
const TOLERANCE = 1.2;

/** Times that a worse ratio is measured again before it counts. */
const REPEATS = 2;

/** Runs of what takes long, and of what takes less than a second. */
const RUNS = { long: 3, short: 9 };

/**
 * Compares what we take with what another program takes for the same files, in the same minute: seconds differ from
 * machine to machine, ratios hardly. Prints a table, and gives the exit code: 1 where a ratio is worse than the one
 * kept.
 */
export function quick({ program, ripgrep, keep }, temporary) {
  const kept = existsSync(RATIOS) ? JSON.parse(readFileSync(RATIOS, 'utf8')) : {};
  const { cases, done } = casesOf({ program, ripgrep }, temporary);
  try {
    const measured = cases.map((one) => ({ ...one, value: settled(one, keep ? undefined : kept[one.name]) }));
    const isWorse = ({ name, value }) => value > kept[name] * TOLERANCE;
    console.log(
      table([
        ['CPU of ours : CPU of the other', 'now', 'kept', 'kept ratio × 1.2'],
        ...measured.map(({ name, value }) => [
          name,
          value.toFixed(2),
          kept[name]?.toFixed(2) ?? '-',
          kept[name] === undefined ? '-' : (kept[name] * TOLERANCE).toFixed(2),
        ]),
      ]),
    );
    if (keep) {
      const ratios = Object.fromEntries(measured.map(({ name, value }) => [name, Number(value.toFixed(3))]));
      writeFileSync(RATIOS, `${JSON.stringify({ ...kept, ...ratios }, null, 2)}\n`);
      return 0;
    }
    const worse = measured.filter(isWorse);
    for (const { name, value } of worse)
      console.error(`worse by more than a fifth: ${name}: ${value.toFixed(2)}, kept ${kept[name].toFixed(2)}`);
    for (const { name } of measured.filter(({ name: one, value }) => value * TOLERANCE < kept[one]))
      console.log(`better by more than a fifth: ${name}. Keep it with 'npm run bench -- --quick --keep'.`);
    return worse.length === 0 ? 0 : 1;
  } finally {
    done();
  }
}

/** The ratio of one case; where it is worse than the one kept, the best of some more measurements. */
function settled({ tools, runs }, kept) {
  let best = Infinity;
  for (let round = 0; round <= REPEATS; round += 1) {
    const samples = inTurn(tools, runs);
    best = Math.min(best, ratio(samples.get('ours'), samples.get('peer'), 'cpu'));
    if (kept === undefined || best <= kept * TOLERANCE) break;
  }
  return best;
}

/** What is compared, each with a program that does the part of the work that nobody can leave out. */
function casesOf({ program, ripgrep }, temporary) {
  const report = join(temporary, 'report.json');
  const scan = (cwd) => () =>
    measure(
      process.execPath,
      [program, 'scan', '.', '--no-config', '--no-baseline', '--no-cache', '--format', 'json', '--output', report],
      { cwd, statuses: [0, 1] },
    );
  const against = (name, ours, peer, runs = RUNS.long) => ({
    name,
    runs,
    tools: [
      { name: 'ours', run: ours },
      { name: 'peer', run: peer },
    ],
  });
  const clean = join(temporary, 'clean');
  const calls = join(temporary, 'calls');
  writeTree('clean', clean, 5000);
  writeTree('calls', calls, 2000);
  const staged = [0, 10].map((hits) => stagedGenerated(hits));
  const node = () => measure(process.execPath, ['-e', '0']);
  const parse = (cwd, folder) => () => measure(process.execPath, [PARSE, folder], { cwd });
  const cases = [
    ...(version(ripgrep) === undefined
      ? []
      : [
          against(
            'scan, no file mentions the API : ripgrep',
            scan(clean),
            () => measure(ripgrep, ripgrepArgs(temporary, loadCatalogue()), { cwd: clean, statuses: [0, 1] }),
            RUNS.short,
          ),
        ]),
    against('scan, 1 % of the files call it : TypeScript parses 100 of them', scan(calls), parse(calls, 'src/part0')),
    against('scan of our fixtures : TypeScript parses them', scan(FIXTURES), parse(FIXTURES, '.')),
    against('commit of ten clean files : Node starts', () => runStaged(staged[0], program), node, RUNS.short),
    against('commit with ten findings : Node starts', () => runStaged(staged[1], program), node),
  ];
  const done = () => {
    for (const root of staged) rmSync(root, { recursive: true, force: true });
  };
  return { cases, done };
}
