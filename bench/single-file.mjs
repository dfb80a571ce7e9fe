// Measures a build in a single executable (Node SEA) beside the program in files: size, and medians of runs in turn.
// Assets are the files of the package, which the executable unpacks once into a folder for temporary files.
// usage: node bench/single-file.mjs [NODE…]    binaries of Node.js, by default this one. Needs `npm run build`.
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PACKAGE_PARTS = ['dist/program', 'dist/libraries', 'dist/validators', 'dist/bundle', 'rules', 'package.json'];
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';
const RUNS = 10;
const CODE = "fetch('https://api.cloudflare.com/client/v4/zones/1/pagerules');\n";
const LAUNCHER = `const { getAsset } = require('node:sea');
const { existsSync, mkdirSync, writeFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { dirname, join } = require('node:path');
const home = join(require('node:os').tmpdir(), 'sunset-lint-single-file');
const main = join(home, 'dist/program/main.cjs');
if (!existsSync(join(home, 'complete'))) {
  for (const name of [...JSON.parse(getAsset('index', 'utf8')), 'complete']) {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    writeFileSync(join(home, name), name === 'complete' ? '' : new Uint8Array(getAsset(name)));
  }
}
process.argv[1] = main;
createRequire(main)(main);
`;

const nodes = process.argv.length > 2 ? process.argv.slice(2) : [process.execPath];
for (const node of nodes) measure(node);

function measure(node) {
  const folder = mkdtempSync(join(tmpdir(), 'sunset-single-file-'));
  try {
    const app = join(folder, 'sunset-lint');
    const bytes = build(node, folder, app);
    const project = join(folder, 'project');
    mkdirSync(project);
    writeFileSync(join(project, 'a.js'), CODE);
    const env = { ...process.env, TMPDIR: folder, XDG_CACHE_HOME: join(folder, 'cache') };
    const run = (command, args, expectedStatus) => {
      const startedAt = performance.now();
      const { status, stderr } = spawnSync(command, args, { cwd: project, env, encoding: 'utf8' });
      if (status !== expectedStatus) throw new Error(`${command} ${args.join(' ')} ended with ${status}: ${stderr}`);
      return performance.now() - startedAt;
    };
    const main = join(ROOT, 'dist/program/main.cjs');
    console.log(`Node ${spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim()}`);
    console.log(
      `  executable ${megabytes(statSync(app).size)}, of which Node ${megabytes(statSync(node).size)} and files ${megabytes(bytes)}`,
    );
    console.log(`  first run, which unpacks: ${Math.round(run(app, ['--version'], 0))} ms`);
    for (const [args, expectedStatus] of [
      [['--version'], 0],
      [['scan', '--no-cache'], 1],
    ]) {
      const times = { executable: [], files: [] };
      for (let count = 0; count < RUNS; count += 1) {
        times.executable.push(run(app, args, expectedStatus));
        times.files.push(run(node, [main, ...args], expectedStatus));
      }
      console.log(
        `  ${args.join(' ')}: executable ${median(times.executable)} ms, files ${median(times.files)} ms (median of ${RUNS}, in turn)`,
      );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Builds the executable, and returns the size of the files in it. */
function build(node, folder, app) {
  const files = PACKAGE_PARTS.flatMap((part) => filesIn(join(ROOT, part))).map((file) => relative(ROOT, file));
  const pathInFolder = (name) => join(folder, name);
  writeFileSync(pathInFolder('launcher.cjs'), LAUNCHER);
  writeFileSync(pathInFolder('index.json'), JSON.stringify(files));
  const assets = Object.fromEntries([
    ...files.map((file) => [file, join(ROOT, file)]),
    ['index', pathInFolder('index.json')],
  ]);
  const config = {
    main: pathInFolder('launcher.cjs'),
    output: pathInFolder('blob'),
    disableExperimentalSEAWarning: true,
    assets,
  };
  writeFileSync(pathInFolder('sea.json'), JSON.stringify(config));
  runOrThrow(node, ['--experimental-sea-config', pathInFolder('sea.json')]);
  copyFileSync(node, app);
  chmodSync(app, 0o755);
  runOrThrow('npx', [
    '--yes',
    'postject@1.0.0-alpha.6',
    app,
    'NODE_SEA_BLOB',
    pathInFolder('blob'),
    '--sentinel-fuse',
    FUSE,
  ]);
  return files.reduce((sum, file) => sum + statSync(join(ROOT, file)).size, 0);
}

function filesIn(path) {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function runOrThrow(command, args) {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ended with ${status}: ${stdout}${stderr}`);
}

function median(times) {
  return Math.round(times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]);
}

function megabytes(bytes) {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
