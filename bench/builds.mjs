import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { env } from './measure.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Folder of the builds of other commits. */
const BUILDS = join(ROOT, '.cache', 'bench');

/** Flags of a measured scan, if the build supports them. */
const SCAN_FLAGS = ['--no-config', '--no-baseline', '--no-cache', '--stats'];

/** Build of the work tree, which supports all wanted flags. */
export function ownBuild() {
  const build = buildIn(ROOT, 'sunset-lint');
  const missingFlags = [...SCAN_FLAGS, '--cache-location'].filter((flag) => !build.supports(flag));
  if (missingFlags.length > 0)
    throw new Error(`the help of 'scan' names no ${missingFlags.join(', ')}: what is measured would be another thing`);
  return build;
}

/**
 * Builds another commit once, with the packages of the work tree if both have the same lock file. `ref`: a git
 * revision, or a folder that contains a build.
 */
export function buildOf(ref) {
  if (existsSync(join(ref, 'package.json'))) return buildIn(ref, `sunset-lint at ${revision(ref)}`);
  const commit = revision(ROOT, ref);
  const folder = join(BUILDS, commit);
  const describeBuild = () => buildIn(folder, `sunset-lint at ${commit}`);
  if (existsSync(join(folder, 'built'))) return describeBuild();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const archive = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 1 << 30 });
  execFileSync('tar', ['-x'], { cwd: folder, input: archive });
  const lock = (root) => readFileSync(join(root, 'package-lock.json'), 'utf8');
  if (lock(ROOT) === lock(folder)) symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  else npm(folder, 'ci', '--ignore-scripts', '--no-audit', '--no-fund');
  npm(folder, 'run', 'build');
  mkdirSync(join(folder, 'built'));
  return describeBuild();
}

/** Short name of a commit, with a trailing `+` if the work tree differs. */
export function revision(folder, ref) {
  const run = (...args) => spawnSync('git', args, { cwd: folder, encoding: 'utf8' }).stdout.trim();
  const commit = run('rev-parse', '--short=7', '--verify', `${ref ?? 'HEAD'}^{commit}`);
  if (commit === '') throw new Error(`git knows no commit ${ref ?? 'HEAD'}`);
  return ref === undefined && run('status', '--porcelain', '--untracked-files=no') !== '' ? `${commit}+` : commit;
}

/** Describes a build: paths of its program and plugin, and its flags. */
function buildIn(folder, name) {
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const program = join(folder, bin['sunset-lint']);
  // Later builds list all flags only under the second option.
  const help = ['--help', '--help-all']
    .map((flag) => spawnSync(process.execPath, [program, 'scan', flag], { env, encoding: 'utf8' }).stdout)
    .join('');
  const supports = (flag) => new RegExp(`${flag}(?![\\w-])`).test(help);
  return {
    name,
    folder,
    program,
    supports,
    plugin: join(folder, 'dist/bundle/index.js'),
    flags: SCAN_FLAGS.filter(supports),
  };
}

function npm(folder, ...args) {
  execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}
