import { spawnSync } from 'node:child_process';

const RUN = new URL('../../dist/cli/run.js', import.meta.url).href;

export interface Case {
  readonly cwd: string;
  readonly args: readonly string[];
}

export interface Done {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Generous: all of them together take a second or two where nothing hangs. */
const LIMIT = 40_000;

/**
 * Runs command lines one after the other in a process of their own, which is ended where it hangs: what waits for a file
 * cannot be interrupted from within.
 */
export function runCases(cases: readonly Case[], env: NodeJS.ProcessEnv = {}): readonly Done[] {
  const program = `
    import { run } from ${JSON.stringify(RUN)};
    for (const { cwd, args } of ${JSON.stringify(cases)}) {
      let [out, err] = ['', ''];
      process.chdir(cwd);
      const code = await run(args, { cwd, env: {}, today: () => '2026-01-01', out: (text) => { out += text; },
        err: (text) => { err += text; }, outIsTerminal: false, errIsTerminal: false });
      process.stdout.write(JSON.stringify({ code, out, err }) + '\\n');
    }`;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--max-old-space-size=700', '--input-type=module', '-e', program],
    { encoding: 'utf8', timeout: LIMIT, killSignal: 'SIGKILL', env: { ...process.env, ...env }, maxBuffer: 1 << 26 },
  );
  const done = stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Done);
  if (done.length !== cases.length)
    throw new Error(`hangs or breaks: ${JSON.stringify(cases[done.length])}\n${stderr}`);
  return done;
}

/** What one command line comes to. */
export function runCase(cwd: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Done {
  const [done] = runCases([{ cwd, args }], env);
  if (done === undefined) throw new Error('nothing was run');
  return done;
}
