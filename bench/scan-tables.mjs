import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { kindsOf } from '../dist/scan/prepare-scan.js';
import { listFiles } from '../dist/files/list-files.js';
import { SkipLog } from '../dist/files/skip-log.js';
import { SECTIONS } from './layout.mjs';
import { inTurn, measure, shown, shownRatio, table } from './measure.mjs';
import { emptyPageCache } from './page-cache.mjs';
import { searchTools } from './search-tools.mjs';

/** Tables of one tree: warm, and cold on request. */
export function scanTables(root, temporary, builds, options) {
  const report = join(temporary, 'report.json');
  const tools = [...scansOf(root, builds, report, options), ...searchTools(root, temporary, options)];
  const [currentBuild] = tools;
  const warmTable = searchTable(inTurn(tools, options.runs));
  const { files } = listFiles(
    { root, paths: ['.'], include: [], ignore: [], tests: 'mark', names: kindsOf({}) },
    new SkipLog(),
  );
  const bytes = files.reduce(
    (sum, file) => sum + (statSync(join(root, file), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
  // The last report is from an earlier build.
  rmSync(report, { force: true });
  const outcome = currentBuild.run().late || !existsSync(report) ? 'not all was looked at' : countsIn(report);
  const head = `${files.length} files, ${(bytes / 1e6).toFixed(1)} MB; ${outcome}.\n\n${warmTable}`;
  if (!options.cold) return head;
  const method = emptyPageCache(root, files);
  if (method === undefined)
    return `${head}\n\nThe page cache could not be emptied here: nothing is known of cold runs.`;
  const coldSamples = inTurn(tools, options.runs, { before: () => emptyPageCache(root, files) });
  return `${head}\n\nCold, ${method} before each run:\n\n${searchTable(coldSamples)}`;
}

/** Scans by each build. A tree with a configuration is measured with it. */
function scansOf(root, builds, report, { limit }) {
  const isConfigured = existsSync(join(root, 'sunset-lint.config.json'));
  return builds.map(({ name, program, flags }) => {
    const scanFlags = flags.filter((flag) => !isConfigured || flag !== '--no-config');
    const args = [program, 'scan', '.', ...scanFlags, '--format', 'json', '--output', report];
    return { name, run: () => measure(process.execPath, args, { cwd: root, statuses: [0, 1], limit }) };
  });
}

function countsIn(report) {
  const { coverage } = JSON.parse(readFileSync(report, 'utf8'));
  return `${coverage.parsed} parsed, ${coverage.findings} findings`;
}

/** Rows of the tools, with our ratio to each. */
function searchTable(samples) {
  const [ours] = samples.values();
  const rows = [...samples].map(([name, list]) => [
    name,
    shown(list, 'wall', 3),
    shown(list, 'cpu', 3),
    shown(list, 'memory', 0),
    ...['wall', 'cpu', 'memory'].map((key) => shownRatio(ours, list, key)),
  ]);
  return table([SECTIONS.Scan, ...rows]);
}
