import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CliIo } from '../../src/hosts/cli/shared/io.js';
import { work } from '../../src/core/lib/work.js';
import type { Report } from '../../src/report/report.js';
import { rewriteCached } from './kept-support.js';
import { folder } from '../scanner/support.js';
import { removeFindings } from './trees.js';
import { CALL, CLEAN, cli, git, findingPlaces, repository, configFlags } from '../cli/support.js';

const MAIN = fileURLToPath(new URL('../../dist/program/main.cjs', import.meta.url));
let root: string;
let caches: string;
let kept: string;
let keeping: Partial<CliIo>;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sunset-cache-'));
  caches = mkdtempSync(join(tmpdir(), 'sunset-caches-'));
  kept = join(caches, 'sunset-lint/results');
  keeping = { cachesResults: true, env: { XDG_CACHE_HOME: caches, LOCALAPPDATA: caches } };
  mkdirSync(join(root, 'src'));
  writeFileSync(join(root, 'src/a.ts'), CALL);
  repository(root);
});

afterEach(() => {
  for (const folder of [root, caches]) rmSync(folder, { recursive: true, force: true });
});

/** Lists files of cached results, without summaries of files. */
function files(): readonly string[] {
  return existsSync(kept) ? readdirSync(kept).filter((name) => !name.endsWith('.read.json')) : [];
}

/** Replaces a word in cached results and signs them again, so that a changed report proves their use. */
function rewriteKept(from: string, to: string): void {
  const [name = ''] = files();
  const path = join(kept, name);
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll(from, to));
}

describe('cached results', () => {
  it("are in the user's cache folder, in one file for the same catalogue and flags", async () => {
    await cli(root, ['scan'], keeping);
    await cli(root, ['scan'], keeping);
    expect(files()).toHaveLength(1);
    await cli(root, ['scan', ...configFlags({ alsoReport: ['resources'] })], keeping);
    expect(files()).toHaveLength(2);
    expect(readdirSync(root).sort()).toEqual(['.git', 'src']);
  });

  it('belong to one folder: a copy of it has its own', async () => {
    await cli(root, ['scan'], keeping);
    const copy = join(caches, 'copy');
    cpSync(root, copy, { recursive: true });
    await cli(copy, ['scan'], keeping);
    expect(files()).toHaveLength(2);
  });

  it('are neither used nor written with --no-cache, nor without a cache folder of the system', async () => {
    await cli(root, ['scan', '--no-cache'], keeping);
    await cli(root, ['scan'], { cachesResults: true });
    expect(files()).toEqual([]);
  });

  it('are not written by default outside of a repository', async () => {
    rmSync(join(root, '.git'), { recursive: true });
    await cli(root, ['scan'], keeping);
    expect(files()).toEqual([]);
  });

  it('are written to a named folder outside the repository', async () => {
    await cli(root, ['scan', '--cache-location', kept]);
    expect(files()).toHaveLength(1);
  });

  it('are not written if no file names an API', async () => {
    writeFileSync(join(root, 'src/a.ts'), 'export const town = 1;\n');
    await cli(root, ['scan'], keeping);
    expect(files()).toEqual([]);
  });

  it('are not used for a changed text', async () => {
    const { out } = await cli(root, ['scan', '--quiet'], keeping);
    expect(out).toMatch(/^src\/a\.ts:2:9 /);
    writeFileSync(join(root, 'src/a.ts'), `\n${CLEAN}`);
    expect((await cli(root, ['scan', '--quiet'], keeping)).out).toBe('');
    writeFileSync(join(root, 'src/a.ts'), `\n${CALL}`);
    expect((await cli(root, ['scan', '--quiet'], keeping)).out).toMatch(/^src\/a\.ts:3:9 /);
  });

  it.each([
    ['itself', 'lib.sh', 'zone_path=/zones/1/pagerules\n'],
    ['a script that it reads', 'more.sh', 'read -r other\nzone_path=/zones/1/pagerules\n'],
  ])('are not used if a sourced script defines a new variable: %s', async (_, file, text) => {
    writeFileSync(
      join(root, 'src/use.sh'),
      '#!/bin/bash\nsource ./lib.sh\ncurl "https://api.cloudflare.com/client/v4$zone_path"\n',
    );
    writeFileSync(join(root, 'src/lib.sh'), '#!/bin/bash\nsource ./more.sh\necho "$zone_path"\n');
    writeFileSync(join(root, 'src/more.sh'), '#!/bin/bash\necho more\n');
    writeFileSync(join(root, 'src/a.ts'), CLEAN);
    expect((await cli(root, ['scan', '--quiet'], keeping)).out).not.toContain('use.sh');
    writeFileSync(join(root, 'src', file), `#!/bin/bash\n${file === 'lib.sh' ? 'source ./more.sh\n' : ''}${text}`);
    const kept = await cli(root, ['scan', '--quiet'], keeping);
    expect(kept.out).toContain('src/use.sh:3');
    expect(kept).toEqual(await cli(root, ['scan', '--quiet']));
    writeFileSync(join(root, 'src', file), '#!/bin/bash\n');
    expect((await cli(root, ['scan', '--quiet'], keeping)).out).not.toContain('use.sh');
  });

  it.each([
    ['a byte is changed', () => rewriteKept('pagerules', 'pagerulez')],
    ['they are truncated', () => writeFileSync(join(kept, files()[0] ?? ''), '{"key":')],
    ['they are empty', () => writeFileSync(join(kept, files()[0] ?? ''), '')],
    ['they are binary data', () => writeFileSync(join(kept, files()[0] ?? ''), Buffer.from([0xff, 0xfe, 0, 1]))],
  ])('are discarded if %s', async (_what, damage) => {
    const first = await cli(root, ['scan', '--format', 'json'], keeping);
    damage();
    const second = await cli(root, ['scan', '--format', 'json'], keeping);
    expect(second).toEqual(first);
    expect(await cli(root, ['scan', '--format', 'json'], keeping)).toEqual(first);
  });

  it.each([
    ['a folder in it', () => 'own'],
    ['a path that leads back into it', () => join(root, 'src/../own')],
    ['a link into it', () => join(caches, 'link')],
    ['a folder that does not exist yet', () => join(root, 'none/of/these')],
    ['the folder itself', () => '.'],
  ])('are refused in a folder inside the repository: %s', async (_what, name) => {
    mkdirSync(join(root, 'own'));
    symlinkSync(join(root, 'own'), join(caches, 'link'));
    const { code, err } = await cli(root, ['scan', '--cache-location', name()]);
    expect(code).toBe(2);
    expect(err).toContain('where a commit could add results that hide findings');
    expect(readdirSync(join(root, 'own'))).toEqual([]);
  });

  it('are not written to a cache folder inside the repository', async () => {
    const env = { XDG_CACHE_HOME: join(root, 'cache'), LOCALAPPDATA: join(root, 'cache') };
    await cli(root, ['scan'], { cachesResults: true, env });
    expect(existsSync(join(root, 'cache'))).toBe(false);
  });

  it('are not written to the checkout around a nested repository, which could contain them in a commit', async () => {
    const outer = repository(folder({ 'a.txt': 'a' }));
    const env = { XDG_CACHE_HOME: join(outer, '.cache'), LOCALAPPDATA: join(outer, '.cache') };
    await cli(root, ['scan'], { cachesResults: true, env });
    expect(existsSync(join(outer, '.cache'))).toBe(false);
    const { code, err } = await cli(root, ['scan', '--cache-location', join(outer, 'kept')]);
    expect(code).toBe(2);
    expect(err).toContain(`is inside the repository '${outer}'`);
  });

  it.runIf(process.getuid !== undefined)(
    'are neither read nor written in a folder that others can write to',
    async () => {
      const open = join(caches, 'open');
      mkdirSync(open);
      chmodSync(open, 0o777);
      const { code, err } = await cli(root, ['scan', '--cache-location', open]);
      expect(code).toBe(2);
      expect(err).toContain(`others can write to '${open}'`);
      chmodSync(open, 0o700);
      expect((await cli(root, ['scan', '--cache-location', open])).code).toBe(1);
      expect(readdirSync(open)).not.toEqual([]);
    },
  );

  it('cannot be added by a commit, even if their folder looks like a repository', async () => {
    await cli(root, ['scan'], keeping);
    forge();
    // Former cache folder, with files that make it look like a git repository.
    const brought = join(root, 'node_modules/.cache/sunset-lint');
    cpSync(kept, brought, { recursive: true });
    for (const name of ['objects/k', 'refs/k']) put(join(brought, name), '');
    put(join(brought, 'HEAD'), 'ref: refs/heads/main\n');
    put(join(brought, 'config'), '[core]\n\tbare = true\n');
    rmSync(kept, { recursive: true });
    git(root, 'add', '-f', '.');
    git(root, 'commit', '-qm', 'brought');
    expect((await cli(root, ['scan', '--quiet'], keeping)).out).toMatch(/^src\/a\.ts:2:9 /);
    // The same forged file is used from the user's own folder, which proves that it would work.
    forge();
    expect((await cli(root, ['scan', '--quiet'], keeping)).out).toBe('');
  });

  it.runIf(process.getuid !== undefined)('are not used if others could have written them', async () => {
    await cli(root, ['scan'], keeping);
    forge();
    chmodSync(join(kept, files()[0] ?? ''), 0o666);
    expect((await cli(root, ['scan', '--quiet'], keeping)).out).toMatch(/^src\/a\.ts:2:9 /);
    forge();
    const [name = ''] = files();
    renameSync(join(kept, name), join(caches, 'theirs'));
    symlinkSync(join(caches, 'theirs'), join(kept, name));
    expect((await cli(root, ['scan', '--quiet'], keeping)).out).toMatch(/^src\/a\.ts:2:9 /);
  });

  it('cause a warning, and no failure, if a named folder is not writable', async () => {
    const taken = join(caches, 'taken');
    writeFileSync(taken, '');
    const { code, err } = await cli(root, ['scan', '--quiet', '--cache-location', taken]);
    expect(code).toBe(1);
    expect(err).toContain(`warning: results were not kept in '${taken}': `);
  });

  it('are not written by a run that was interrupted', async () => {
    await cli(root, ['scan', ...configFlags({ timeout: '0.001ms' })], keeping);
    expect(files()).toEqual([]);
  });

  it('are used for other files when the analysis of one file is given up, which is reported again', async () => {
    const calls = "fetch('https://api.cloudflare.com/client/v4/zones/x/dns_records');\n".repeat(9000);
    writeFileSync(join(root, 'src/a.ts'), `export const API = 'https://api.cloudflare.com/client/v4';\n${calls}`);
    writeFileSync(join(root, 'src/b.ts'), "import { API } from './a';\nfetch(`${API}/zones/1/pagerules`);\n");
    const run = async () => {
      const { code, out } = await cli(root, ['scan', '--format', 'json'], keeping);
      const { findings, coverage } = JSON.parse(out) as Report;
      return {
        code,
        found: findings.map(({ file }) => file),
        limits: coverage.limits,
        analysed: work.filesAnalysed,
      };
    };
    const told = {
      code: 2,
      found: ['src/b.ts'],
      limits: [
        'src/a.ts: not analysed in full: more than 600,000 steps of analysis; 3118 calls from line 5884 on were not looked at.',
      ],
    };
    expect(await run()).toEqual({ ...told, analysed: 2 });
    expect(await run()).toEqual({ ...told, analysed: 0 });
  }, 60_000);

  it('are used for staged files as well', async () => {
    writeFileSync(join(root, 'src/a.ts'), CLEAN);
    git(root, 'commit', '-qam', 'clean');
    writeFileSync(join(root, 'src/b.ts'), "import { list } from './a';\nlist('1');\n");
    writeFileSync(join(root, 'src/a.ts'), CALL);
    git(root, 'add', '.');
    expect(await findingPlaces(root, '--staged', '--cache-location', kept)).toEqual(['src/a.ts:2:9']);
    expect(await findingPlaces(root, '--staged', '--cache-location', kept)).toEqual(['src/a.ts:2:9']);
  });

  it('avoid loading the engine and the compiler for an unchanged tree', () => {
    const loaded = (): readonly string[] => {
      const folder = mkdtempSync(join(tmpdir(), 'sunset-loaded-'));
      const { stderr } = spawnSync(process.execPath, [MAIN, 'scan', '.', '--as-of', '2026-01-01'], {
        cwd: root,
        encoding: 'utf8',
        env: { ...process.env, ...keeping.env, NODE_V8_COVERAGE: folder },
      });
      expect(stderr).not.toContain('error');
      const text = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
      rmSync(folder, { recursive: true });
      return text.flatMap((report) =>
        (JSON.parse(report) as { result: { url: string }[] }).result.map(({ url }) => url),
      );
    };
    const isCompiler = (url: string): boolean => url.includes('typescript-parser.cjs');
    expect(loaded().some(isCompiler)).toBe(true);
    expect(loaded().some(isCompiler)).toBe(false);
  });
});

/** Removes the findings from cached results as an attacker would, and signs them again. */
function forge(): void {
  rewriteCached(join(kept, files()[0] ?? ''), removeFindings);
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
