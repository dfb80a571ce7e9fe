import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

export const HERE = fileURLToPath(new URL('../../', import.meta.url));
export const MAIN = join(HERE, 'dist', 'program', 'main.cjs');

export interface Done {
  readonly status: number | null;
  readonly output: string;
}

/** Runs a program and gives its exit code and output. */
export function run(cwd: string, command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Done {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: {
      ...process.env,
      GIT_CONFIG_GLOBAL: '/dev/null',
      NO_COLOR: '1',
      // npm asks the registry only for packages that are not in its cache.
      npm_config_prefer_offline: 'true',
      ...env,
    },
  });
  return { status, output: stdout + stderr + (error?.message ?? '') };
}

/** Runs a program that must succeed. */
export function must(cwd: string, command: string, ...args: readonly string[]): string {
  const { status, output } = run(cwd, command, args);
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${String(status)}:\n${output}`);
  return output;
}

export function scan(cwd: string, ...args: readonly string[]): Done {
  return run(cwd, process.execPath, [MAIN, 'scan', ...args]);
}

/** Whether a program is installed. */
export function has(command: string): boolean {
  return spawnSync(command, ['--version']).error === undefined;
}

export interface Packed {
  /** Folder of the package files, which the caller removes. */
  readonly store: string;
  /** Packed file, as it would be published. */
  readonly tarball: string;
  /** Unpacked package with its dependencies, which npm links in a second, instead of ten for the packed file. */
  readonly unpacked: string;
}

export function pack(prepare?: (unpacked: string) => void): Packed {
  const store = mkdtempSync(join(tmpdir(), 'sunset-pack-'));
  must(HERE, 'npm', 'pack', '--pack-destination', store, '--ignore-scripts', '--loglevel=error');
  const tarball = join(store, readdirSync(store).find((name) => name.endsWith('.tgz')) ?? '');
  must(store, 'tar', '-xzf', tarball);
  const unpacked = join(store, 'package');
  if (prepare !== undefined) {
    prepare(unpacked);
    must(store, 'tar', '-czf', tarball, 'package');
  }
  must(
    unpacked,
    'npm',
    'install',
    '--omit=dev',
    '--omit=peer',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  );
  return { store, tarball, unpacked };
}

/** Repository with these files and no commit, removed when the test ends. */
export function scratch(files: Readonly<Record<string, string>>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'sunset-story-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  must(root, 'git', 'init', '-q', '-b', 'main');
  must(root, 'git', 'config', 'user.email', 'a@example.com');
  must(root, 'git', 'config', 'user.name', 'A');
  for (const [name, text] of Object.entries(files)) put(root, name, text);
  return root;
}

export function put(root: string, name: string, text: string): void {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), text);
  if (text.startsWith('#!')) chmodSync(join(root, name), 0o755);
}

/** Adds everything and commits, with the hooks of the repository. */
export function commit(root: string, message: string, env: NodeJS.ProcessEnv = {}): Done {
  must(root, 'git', 'add', '-A');
  return run(root, 'git', ['commit', '-q', '-m', message], env);
}

/** Copy of this repository at a tag: its tracked files, without the build. */
export function taggedCopy(tag: string): string {
  const root = scratch({});
  for (const name of [
    'src',
    'rules',
    'build',
    'templates',
    'package.json',
    'rolldown.config.js',
    'rolldown.types.config.js',
    '.pre-commit-hooks.yaml',
    '.gitignore',
  ])
    cpSync(join(HERE, name), join(root, name), { recursive: true });
  const { status, output } = commit(root, 'release');
  if (status !== 0) throw new Error(output);
  must(root, 'git', 'tag', tag);
  return root;
}
