import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { addLine, codeFiles, committedCopy } from './copies.mjs';
import { inTurn, measure, median, table } from './measure.mjs';

/** What a scan costs with the results of the one before: none yet, nothing changed since, one file changed. */
export function keptTable(folder, { program, runs }, temporary) {
  const root = committedCopy(folder);
  const files = codeFiles(root);
  const changed = join(root, files[Math.floor(files.length / 2)]);
  const kept = join(temporary, 'kept');
  const scan = () =>
    measure(
      process.execPath,
      [program, 'scan', '.', '--no-config', '--no-baseline', '--cache-location', kept, '--fail-on', 'never', '--quiet'],
      { cwd: root },
    );
  const tools = [
    {
      name: 'first run',
      run() {
        rmSync(kept, { recursive: true, force: true });
        return scan();
      },
    },
    { name: 'nothing changed', run: scan },
    {
      name: 'one file changed',
      run() {
        addLine(changed);
        return scan();
      },
    },
  ];
  try {
    return table([
      ['', 'wall s', 'CPU s', 'peak MB'],
      ...[...inTurn(tools, runs)].map(([name, list]) => [
        name,
        ...['wall', 'cpu'].map((key) => median(list.map((sample) => sample[key])).toFixed(3)),
        median(list.map(({ memory }) => memory)).toFixed(0),
      ]),
    ]);
  } finally {
    rmSync(root, { recursive: true, force: true });
    rmSync(kept, { recursive: true, force: true });
  }
}
