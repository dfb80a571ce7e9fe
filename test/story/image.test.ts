import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { spawnSync } from 'node:child_process';
import { IS_LONG } from '../share.js';
import { HERE, run, scratch } from './support.js';

const NONROOT = 65_532;
const MINUTES = 60_000;

interface Instruction {
  readonly name: string;
  readonly text: string;
}

const INSTRUCTIONS: readonly Instruction[] = readFileSync(join(HERE, 'Dockerfile'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, name, text] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    return name === undefined || text === undefined ? [] : [{ name, text }];
  });

/** Copies what the build sees of the repository: all but `.dockerignore` excludes. */
function context(): string {
  const root = scratch({});
  const lines = readFileSync(join(HERE, '.dockerignore'), 'utf8').split('\n');
  const [everything, ...kept] = lines.filter((line) => line !== '' && !line.startsWith('#'));
  expect(everything).toBe('*');
  for (const line of kept) {
    expect(line).toMatch(/^![\w./]+$/);
    cpSync(join(HERE, line.slice(1)), join(root, line.slice(1)), { recursive: true });
  }
  return root;
}

/** Follows the instructions in folders, one for each stage; `isRunning` says whether commands run. */
function build(isRunning: boolean): {
  readonly root: string;
  readonly folder: string;
  readonly entry: readonly string[];
} {
  const sources = context();
  const stages = new Map<string, string>();
  let [root, folder] = ['', '/'];
  let entry: readonly string[] = [];
  const inStage = (path: string): string => join(root, posix.resolve(folder, path));
  for (const { name, text } of INSTRUCTIONS) {
    if (name === 'FROM') {
      [root, folder] = [scratch({}), '/'];
      stages.set(/ AS (\w+)$/.exec(text)?.[1] ?? 'last', root);
    } else if (name === 'WORKDIR') {
      folder = text;
      mkdirSync(inStage('.'), { recursive: true });
    } else if (name === 'COPY') {
      const [, stage, paths = ''] = /^(?:--from=(\w+) )?(.*)$/.exec(text) ?? [];
      const from = stage === undefined ? sources : (stages.get(stage) ?? 'no stage');
      const [to = '', ...files] = paths.split(' ').reverse();
      for (const file of files) {
        if (stage !== undefined && !isRunning) continue;
        const target = to.endsWith('/') && files.length > 1 ? join(to, file) : to;
        mkdirSync(dirname(inStage(target)), { recursive: true });
        cpSync(join(from, file), inStage(target), { recursive: true });
      }
    } else if (name === 'RUN') {
      const command = text.replaceAll(/(?<= )\/(?=\w)/g, `${root}/`);
      const done = isRunning ? run(inStage('.'), 'sh', ['-c', command]) : { status: 0, output: '' };
      expect(done.status, `${text}:\n${done.output}`).toBe(0);
    } else if (name === 'USER') expect(text).toBe('nonroot');
    else if (name === 'ENTRYPOINT') entry = JSON.parse(text) as readonly string[];
    else throw new Error(`unknown instruction ${name}`);
  }
  return { root, folder, entry };
}

describe('the image', () => {
  it('is built from tags that say the version, and ends as a user without rights', () => {
    const bases = INSTRUCTIONS.filter(({ name }) => name === 'FROM').map(({ text }) => text);
    expect(bases).toEqual(['node:24-bookworm-slim AS install', 'gcr.io/distroless/nodejs24-debian13:nonroot']);
    expect(INSTRUCTIONS.slice(-2).map(({ name }) => name)).toEqual(['USER', 'ENTRYPOINT']);
    // There is no shell in it.
    expect(INSTRUCTIONS.slice(-5).map(({ name }) => name)).not.toContain('RUN');
  });

  it('copies only files that exist and that .dockerignore does not exclude', () => {
    const { folder, entry } = build(false);
    expect([folder, entry]).toEqual([
      '/src',
      ['/nodejs/bin/node', '/app/node_modules/sunset-lint/dist/program/main.cjs'],
    ]);
    expect(readdirSync(join(context(), 'dist')).sort()).toEqual([
      'bundle',
      'libraries',
      'program',
      'types',
      'validators',
    ]);
  });

  it.runIf(IS_LONG)(
    'scans a folder that it cannot write, as another user, without a home, a shell or git',
    () => {
      const { root, folder, entry } = build(true);
      const [program, main = ''] = entry;
      expect(program).toBe('/nodejs/bin/node');
      const source = join(root, folder);
      chmodSync(root, 0o755);
      writeFileSync(
        join(source, 'a.py'),
        "import requests\nrequests.get('https://api.cloudflare.com/client/v4/zones/1/pagerules')\n",
      );
      const isRoot = process.getuid?.() === 0;
      const scan = (...args: readonly string[]) => {
        const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, main), ...args], {
          cwd: source,
          encoding: 'utf8',
          env: { PATH: '/nowhere', HOME: '/home/nonroot' },
          ...(isRoot ? { uid: NONROOT, gid: NONROOT } : {}),
        });
        return { status, output: stdout + stderr };
      };
      expect(scan('scan')).toEqual({ status: 1, output: expect.stringMatching(/^a\.py:2:/m) as string });
      expect(readdirSync(source)).toEqual(['a.py']);
      expect(scan('scan', '--changed-since', 'main')).toMatchObject({
        status: 2,
        output: expect.stringContaining('git was not found') as string,
      });
      expect(scan('--version').output).toMatch(/^\d+\.\d+\.\d+\n$/);
      const installed = join(root, 'app/node_modules');
      const bytes = readdirSync(installed, { recursive: true, withFileTypes: true })
        .filter((file) => file.isFile())
        .reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0);
      expect(bytes).toBeLessThan(22_400_000);
      expect(existsSync(join(installed, 'eslint'))).toBe(false);
    },
    4 * MINUTES,
  );
});
