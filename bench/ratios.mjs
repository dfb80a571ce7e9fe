import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadCatalogue } from '../dist/knowledge/catalogue/load.js';
import { LINES, runStaged, stageLines } from './commits.mjs';
import { env, inTurn, measure } from './measure.mjs';
import { ripgrepArgs, version } from './search-tools.mjs';
import { writeTree } from './trees.mjs';

const PARSE = fileURLToPath(new URL('parse-all.mjs', import.meta.url));

/** Rounds of a sitting in which a worse ratio is measured again before it counts. */
const ROUNDS = 6;

/**
 * Sittings, each with compiled code of its own: a minute in which the machine is busy, or compiled code that was cached
 * in one, makes a whole sitting worse, and a dearer program makes all of them worse.
 */
const SITTINGS = 3;

/** Runs of what takes long, and of what takes less than a second, before a ratio is looked at. */
const RUNS = { long: 2, short: 5 };

/**
 * Ratios of our CPU time to that of another program that does the unavoidable part of the same work in the same minute:
 * seconds differ from machine to machine, ratios hardly. `limit`: the highest ratio allowed. One above is measured
 * further, and so is one that is to be kept. The least of the runs counts: whatever else runs beside them only adds.
 */
export function measureRatios({ build, ripgrep, limit }, temporary) {
  const cases = casesOf(build, ripgrep, temporary);
  const ratios = Object.fromEntries(cases.map(({ name }) => [name, Infinity]));
  const { XDG_CACHE_HOME: usual } = env;
  for (let sitting = 0; sitting < SITTINGS; sitting += 1)
    for (const [index, one] of cases.entries())
      if (!(ratios[one.name] <= limit(one.name))) {
        // Compiled code that another case cached lacks some of the functions of this one.
        env.XDG_CACHE_HOME = join(temporary, `user-${index}-${sitting}`);
        ratios[one.name] = Math.min(ratios[one.name], ratioOf(one, limit(one.name)));
      }
  Object.assign(env, { XDG_CACHE_HOME: usual });
  if (usual === undefined) delete env.XDG_CACHE_HOME;
  return Object.fromEntries(Object.entries(ratios).map(([name, found]) => [name, Number(found.toFixed(3))]));
}

/** Ratio of the least of our runs to the least of the peer's in one sitting, which ends below `limit`. */
function ratioOf({ runs, ours, peer }, limit) {
  // This run makes the folder of compiled code, and the run that does not count fills it.
  ours();
  const taken = { ours: [], peer: [] };
  const tools = [
    { name: 'ours', run: ours },
    { name: 'peer', run: peer },
  ];
  let found = Infinity;
  for (let round = 0; round < ROUNDS && !(found <= limit); round += 1) {
    for (const [tool, samples] of inTurn(tools, runs)) taken[tool].push(...samples.map(({ cpu }) => cpu));
    found = Math.min(...taken.ours) / Math.min(...taken.peer);
  }
  return found;
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
      measure(process.execPath, [PARSE, folder], { cwd });
  const search = (cwd) => () => measure(ripgrep, ripgrepArgs(temporary, loadCatalogue()), { cwd, statuses: [0, 1] });
  const staged = (line, folder) => {
    const root = tree('calls', folder);
    stageLines(root, line);
    return () => runStaged(root, build);
  };
  const { long, short } = RUNS;
  const [calls, many, widgets] = ['calls', 'many', 'widgets'].map((name) => tree(name));
  const clean = tree('clean', 'clean', 'large');
  const hundred = parse(calls, 'src/part0');
  const configured = build.flags.filter((flag) => flag !== '--no-config');
  return [
    ...(version(ripgrep) === undefined
      ? []
      : [
          {
            name: 'scan of 10,000 files, none mentions the API : ripgrep',
            runs: short,
            ours: scan(clean),
            peer: search(clean),
          },
        ]),
    {
      name: 'scan, 1 % of the files call it : TypeScript parses 100 files',
      runs: long,
      ours: scan(calls),
      peer: hundred,
    },
    {
      name: 'scan, 10 % of the files call it : TypeScript parses all',
      runs: long,
      ours: scan(many),
      peer: parse(many),
    },
    {
      name: 'scan of widgets and headers : TypeScript parses them',
      runs: long,
      ours: scan(widgets),
      peer: parse(widgets),
    },
    {
      name: 'scan beside a hundred catalogues : TypeScript parses 100 files',
      runs: long,
      ours: scan(tree('catalogues'), configured),
      peer: hundred,
    },
    {
      name: 'commit of ten harmless files : TypeScript parses 100 files',
      runs: short,
      ours: staged(LINES.harmless, 'harmless'),
      peer: hundred,
    },
    {
      name: 'commit of ten findings : TypeScript parses 100 files',
      runs: long,
      ours: staged(LINES.deprecated, 'deprecated'),
      peer: hundred,
    },
  ];
}
