// Shows a report: scans the bundled example project with the built command line.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../dist/program/main.cjs', import.meta.url));
const root = fileURLToPath(new URL('..', import.meta.url));
const args = ['scan', 'fixtures/demo', '--verbose'];

console.log(`$ sunset-lint ${args.join(' ')}\n`);
const { status, error } = spawnSync(process.execPath, [main, ...args], { cwd: root, stdio: 'inherit' });
if (error) throw error;
if (status === 1) {
  console.log(
    '\nThe scan itself ends with exit code 1, because it has findings; this demo ends with 0, because it only shows them.',
  );
} else {
  console.error(`\nThe demo should have findings (exit code 1), but the scan ended with ${status}.`);
  process.exitCode = 2;
}
