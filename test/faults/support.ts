import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const MAIN = fileURLToPath(new URL('../../dist/program/main.cjs', import.meta.url));
export const URL_OF_CALL = 'https://api.cloudflare.com/client/v4/zones/1/pagerules';
export const CALL = `fetch('${URL_OF_CALL}');\n`;
export const CLEAN = "fetch('https://api.cloudflare.com/client/v4/zones/1/dns_records');\n";

/** The unprivileged user of the system. */
const NOBODY = 65_534;

export interface Done {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface RunOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** Runs as a user to whom file modes apply: they do not apply to root. */
  readonly unprivileged?: boolean;
  /** Module that the process loads first. */
  readonly preload?: string;
}

/** Runs the built program as a user would. */
export function sunset(
  cwd: string,
  args: readonly string[],
  { env = {}, unprivileged = false, preload }: RunOptions = {},
): Done {
  const lower = unprivileged && process.getuid?.() === 0;
  if (lower) chmodSync(cwd, 0o777);
  const flags = preload === undefined ? [] : ['--import', `data:text/javascript,${encodeURIComponent(preload)}`];
  const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, MAIN, ...args], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', GIT_CONFIG_GLOBAL: '/dev/null', ...env },
    ...(lower ? { uid: NOBODY, gid: NOBODY } : {}),
  });
  return { code: status, out: stdout, err: stderr };
}

/** Runs a shell command in which `sunset-lint` is the built program. */
export function shell(cwd: string, line: string): Done {
  const { status, stdout, stderr } = spawnSync(
    'bash',
    ['-c', line.replaceAll('sunset-lint ', '"$0" "$1" '), process.execPath, MAIN],
    { cwd, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } },
  );
  return { code: status, out: stdout, err: stderr };
}

/** Files with findings, in the order of the output. */
export function filesFound({ out }: Done): readonly string[] {
  return out.split('\n').flatMap((line) => /^ *(\S.*?):\d+:\d+(?: |$)/.exec(line)?.[1] ?? []);
}
