import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadCatalogue } from '../dist/knowledge/catalogue/load.js';
import { LINES, runStaged, stageLines } from './commits.mjs';
import { env, inTurn, measure } from './measure.mjs';
import { ripgrepArgs, version } from './search-tools.mjs';
import { writeTree } from './trees.mjs';

const PARSE_SCRIPT = fileURLToPath(new URL('parse-all.mjs', import.meta.url));

/** Largest number of rounds of a session; a bad ratio is measured again in each. */
const ROUNDS = 6;

/**
 * Sessions, each with its own code cache: a busy machine or a bad code cache affects one session, but a slower program
 * affects all of them.
 */
const SESSIONS = 3;

/** Runs of long tasks, and of tasks below a second, before a ratio is evaluated. */
const RUNS = { long: 2, short: 5 };

/**
 * Ratios of our CPU time to that of another program that does the unavoidable part of the same work in the same minute:
 * seconds differ between machines, ratios hardly. `limit`: the highest allowed ratio. A ratio above it is measured
 * again, and so is one to be stored. The fastest run counts, because other processes only add time.
 */
export function measureRatios({ build, ripgrep, limit }, temporary) {
  const cases = casesOf(build, ripgrep, temporary);
  const ratios = Object.fromEntries(cases.map(({ name }) => [name, Infinity]));
  const { XDG_CACHE_HOME: usualCache } = env;
  for (let session = 0; session < SESSIONS; session += 1)
    for (const [index, testCase] of cases.entries())
      if (!(ratios[testCase.name] <= limit(testCase.name))) {
        // A code cache of another case lacks some functions of this one.
        env.XDG_CACHE_HOME = join(temporary, `user-${index}-${session}`);
        ratios[testCase.name] = Math.min(ratios[testCase.name], ratioOf(testCase, limit(testCase.name)));
      }
  Object.assign(env, { XDG_CACHE_HOME: usualCache });
  if (usualCache === undefined) delete env.XDG_CACHE_HOME;
  return Object.fromEntries(Object.entries(ratios).map(([name, value]) => [name, Number(value.toFixed(3))]));
}

/** Ratio of our fastest run to the peer's in one session, which ends once it is below `limit`. */
function ratioOf({ runs, ours, peer }, limit) {
  // This run creates the folder of the code cache, and the warm-up run fills it.
  ours();
  const cpuTimes = { ours: [], peer: [] };
  const tools = [
    { name: 'ours', run: ours },
    { name: 'peer', run: peer },
  ];
  let bestRatio = Infinity;
  for (let round = 0; round < ROUNDS && !(bestRatio <= limit); round += 1) {
    for (const [tool, samples] of inTurn(tools, runs)) cpuTimes[tool].push(...samples.map(({ cpu }) => cpu));
    bestRatio = Math.min(...cpuTimes.ours) / Math.min(...cpuTimes.peer);
  }
  return bestRatio;
}

function casesOf(build, ripgrep, temporary) {
  const tree = (name, folder = name, size = 'small') => {
    const root = join(temporary, folder);
    writeTree(name, root, size);
    return root;
  };
  const scan =
    (cwd, flags = build.flags) =>
    () =>
      measure(process.execPath, [build.program, 'scan', '.', ...flags, '--quiet'], { cwd, statuses: [0, 1] });
  const parse =
    (cwd, folder = '.') =>
    () =>
      measure(process.execPath, [PARSE_SCRIPT, folder], { cwd });
  const search = (cwd) => () => measure(ripgrep, ripgrepArgs(temporary, loadCatalogue()), { cwd, statuses: [0, 1] });
  const commitOf = (line, folder) => {
    const root = tree('calls', folder);
    stageLines(root, line);
    return () => runStaged(root, build);
  };
  const { long, short } = RUNS;
  const [callsTree, manyTree, widgetsTree] = ['calls', 'many', 'widgets'].map((name) => tree(name));
  const cleanTree = tree('clean', 'clean', 'large');
  const parseHundred = parse(callsTree, 'src/part0');
  const flagsWithConfig = build.flags.filter((flag) => flag !== '--no-config');
  return [
    ...(version(ripgrep) === undefined
      ? []
      : [
          {
            name: 'scan of 10,000 files, none mentions the API : ripgrep',
            runs: short,
            ours: scan(cleanTree),
            peer: search(cleanTree),
          },
        ]),
    {
      name: 'scan, 1 % of the files call it : TypeScript parses 100 files',
      runs: long,
      ours: scan(callsTree),
      peer: parseHundred,
    },
    {
      name: 'scan, 10 % of the files call it : TypeScript parses all',
      runs: long,
      ours: scan(manyTree),
      peer: parse(manyTree),
    },
    {
      name: 'scan of widgets and headers : TypeScript parses them',
      runs: long,
      ours: scan(widgetsTree),
      peer: parse(widgetsTree),
    },
    {
      name: 'scan beside a hundred catalogues : TypeScript parses 100 files',
      runs: long,
      ours: scan(tree('catalogues'), flagsWithConfig),
      peer: parseHundred,
    },
    {
      name: 'commit of ten harmless files : TypeScript parses 100 files',
      runs: short,
      ours: commitOf(LINES.harmless, 'harmless'),
      peer: parseHundred,
    },
    {
      name: 'commit of ten findings : TypeScript parses 100 files',
      runs: long,
      ours: commitOf(LINES.deprecated, 'deprecated'),
      peer: parseHundred,
    },
  ];
}
