import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { SunsetConfig } from '../../src/config/setting-table.js';
import { folder } from '../scanner/support.js';
import { run } from '../../src/hosts/cli/run.js';
import type { RawIo } from '../../src/hosts/cli/shared/io.js';

export const API = 'https://api.cloudflare.com/client/v4';
/** Code with one call whose end of life was 2025-01-06. */
export const CALL = `export const list = (zone: string) =>\n  fetch(\`${API}/zones/\${zone}/pagerules\`);\n`;
export const CLEAN = `export const list = (zone: string) =>\n  fetch(\`${API}/zones/\${zone}/dns_records\`);\n`;

/** Writes a configuration outside the scanned folder, and returns the flags that select it. */
export function configFlags(config: SunsetConfig): readonly string[] {
  return ['--config', join(folder({ 'settings.json': JSON.stringify(config) }), 'settings.json')];
}

export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export async function cli(cwd: string, args: readonly string[], io: Partial<RawIo> = {}): Promise<Outcome> {
  let out = '';
  let err = '';
  const code = await run(args, {
    cwd,
    env: {},
    today: () => '2026-01-01',
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    outIsTerminal: false,
    errIsTerminal: false,
    ...io,
  });
  return { code, out, err };
}

/** Lists places of the findings of `scan --quiet`: `src/a.ts:2:9`. */
export async function findingPlaces(cwd: string, ...args: readonly string[]): Promise<readonly string[]> {
  const { out, err, code } = await cli(cwd, ['scan', '--quiet', ...args]);
  if (code > 1) throw new Error(err);
  return out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.slice(0, line.indexOf(' ')));
}

/** Counts of the work of a command, from `--stats`. */
export async function workCounts(root: string, ...args: readonly string[]): Promise<Readonly<Record<string, number>>> {
  const { err } = await cli(root, args, { env: { SUNSET_LINT_KEY: 'a secret of thirty-two characters or more' } });
  const [, table] = err.split('Work:\n');
  const rows = [...(table ?? '').matchAll(/^ {2}(.+?) {2,}(\d+)$/gm)];
  return Object.fromEntries(rows.map(([, name = '', count]) => [name, Number(count)]));
}

/** Sets the author, and turns off maintenance, which repositories of tests do not need. */
const SETTINGS = [
  'user.email=a@example.com',
  'user.name=A',
  'commit.gpgsign=false',
  'maintenance.auto=false',
  'core.fsync=none',
];

export function git(cwd: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('git', [...SETTINGS.flatMap((setting) => ['-c', setting]), ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (status !== 0) throw new Error(stdout + stderr);
  return stdout;
}

/** Turns a folder into a repository with one commit of its files. */
export function repository(cwd: string): string {
  git(cwd, 'init', '-q', '-b', 'main', '--template=');
  git(cwd, 'add', '-A');
  git(cwd, 'commit', '-q', '--allow-empty', '-m', 'first');
  return cwd;
}
