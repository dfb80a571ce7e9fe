import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { addLine, codeFiles, committedCopy, waitUntilLasting } from './copies.mjs';
import { SECTIONS } from './layout.mjs';
import { inTurn, measure, shown, table } from './measure.mjs';

/** Cost of a scan with an empty cache, without a change, and with one changed file. */
export function keptTable(folder, builds, { runs, limit }, temporary) {
  const root = committedCopy(folder);
  waitUntilLasting();
  const files = codeFiles(root);
  const changedFile = join(root, files[Math.floor(files.length / 2)]);
  const tools = builds
    .filter(({ supports }) => supports('--cache-location'))
    .flatMap((build, index) =>
      runsOf(build, { root, changedFile, limit, cacheFolder: join(temporary, `kept${index}`) }),
    );
  try {
    const rows = [...inTurn(tools, runs)].map(([name, list]) => [
      name,
      shown(list, 'wall', 3),
      shown(list, 'cpu', 3),
      shown(list, 'memory', 0),
    ]);
    return table([SECTIONS['Kept results'], ...rows]);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function runsOf({ name, program, flags }, { root, changedFile, limit, cacheFolder }) {
  const cachedFlags = flags.filter((flag) => flag !== '--no-cache');
  const args = [program, 'scan', '.', ...cachedFlags, '--cache-location', cacheFolder, '--fail-on', 'never', '--quiet'];
  const scan = () => measure(process.execPath, args, { cwd: root, limit });
  const first = () => {
    rmSync(cacheFolder, { recursive: true, force: true });
    return scan();
  };
  const afterChange = () => {
    addLine(changedFile);
    waitUntilLasting();
    return scan();
  };
  return [
    { name: `first run, ${name}`, run: first },
    { name: `nothing changed, ${name}`, run: scan },
    { name: `one file changed, ${name}`, run: afterChange },
  ];
}
