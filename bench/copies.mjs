import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Committed copy of the files of a folder, because measured folders are never written to. */
export function committedCopy(folder) {
  const root = mkdtempSync(join(tmpdir(), 'sunset-copy-'));
  for (const file of trackedFiles(folder)) {
    if (!statSync(join(folder, file), { throwIfNoEntry: false })?.isFile()) continue;
    mkdirSync(dirname(join(root, file)), { recursive: true });
    copyFileSync(join(folder, file), join(root, file));
  }
  git(root, 'init', '-q');
  git(root, 'add', '-f', '.');
  git(root, 'commit', '-qm', 'before');
  return root;
}

/** Files of a folder that git tracks or would add; all files outside a work tree. */
function trackedFiles(folder) {
  const listing = spawnSync('git', ['ls-files', '-z', '-c', '-o', '--exclude-standard'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (listing.status === 0) return listing.stdout.split('\0').filter((file) => file !== '');
  return readdirSync(folder, { recursive: true })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/(?:^|\/)(?:node_modules|\.git)(?:\/|$)/.test(file))
    .sort();
}

/** Code files to which a line can be added. */
export function codeFiles(folder) {
  return trackedFiles(folder).filter((file) => /\.[cm]?[jt]sx?$/.test(file) && !file.endsWith('.d.ts'));
}

/** Adds a line without an API. */
export function addLine(file) {
  const end = readFileSync(file).at(-1) === 0x0a ? '' : '\n';
  appendFileSync(file, `${end}globalThis.benchmark = [1, 2, 3];\n`);
}

/** Runs git with an identity of its own and without hooks. */
export function git(root, ...args) {
  const configFlags = ['-c', 'user.name=bench', '-c', 'user.email=bench@example.com', '-c', 'core.hooksPath=/dev/null'];
  execFileSync('git', [...configFlags, ...args], { cwd: root, stdio: 'ignore' });
}

/** Milliseconds after which a file no longer counts as just changed, with a margin. */
const LASTING_MS = 2500;

/** Waits until no file counts as just changed: such files are not cached, so that figures would vary. */
export function waitUntilLasting() {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LASTING_MS);
}
