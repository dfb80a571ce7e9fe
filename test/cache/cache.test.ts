import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CALL, CLEAN, cli, git, places, repository } from '../cli/support.js';

const MAIN = fileURLToPath(new URL('../../dist/program/main.cjs', import.meta.url));
let root: string;
let kept: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sunset-cache-'));
  kept = join(root, 'node_modules/.cache/sunset-lint');
  mkdirSync(join(root, 'node_modules'));
  mkdirSync(join(root, 'src'));
  writeFileSync(join(root, 'src/a.ts'), CALL);
  writeFileSync(join(root, '.gitignore'), 'node_modules\n');
  repository(root);
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

const keeping = { keepsResults: true } as const;

function files(): readonly string[] {
  return existsSync(kept) ? readdirSync(kept) : [];
}

/** Puts another word into what was kept, and makes it look whole: what is then told was not found anew. */
function rewriteKept(from: string, to: string): void {
  const [name = ''] = files();
  const path = join(kept, name);
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll(from, to));
}

describe('results between runs', () => {
  it('stay below node_modules, in one file for the same catalogue and flags', async () => {
    await cli(root, ['scan'], keeping);
    await cli(root, ['scan'], keeping);
    expect(files()).toHaveLength(1);
    await cli(root, ['scan', '--resources'], keeping);
    expect(files()).toHaveLength(2);
  });

  it('are neither used nor kept with --no-cache, and never where there is no folder for packages', async () => {
    await cli(root, ['scan', '--no-cache'], keeping);
    expect(files()).toEqual([]);
    rmSync(join(root, 'node_modules'), { recursive: true });
    await cli(root, ['scan'], keeping);
    expect(readdirSync(root).sort()).toEqual(['.git', '.gitignore', 'src']);
  });

  it('are not kept unasked where there is no repository: nothing says who wrote what lies there', async () => {
    rmSync(join(root, '.git'), { recursive: true });
    await cli(root, ['scan'], keeping);
    expect(files()).toEqual([]);
  });

  it.each(['node_modules', 'node_modules/.cache', 'node_modules/.cache/sunset-lint'])(
    'are not kept through a link in the place of %s',
    async (name) => {
      const elsewhere = mkdtempSync(join(tmpdir(), 'sunset-elsewhere-'));
      rmSync(join(root, 'node_modules'), { recursive: true });
      mkdirSync(dirname(join(root, name)), { recursive: true });
      symlinkSync(elsewhere, join(root, name));
      await cli(root, ['scan'], keeping);
      expect(readdirSync(elsewhere)).toEqual([]);
      rmSync(elsewhere, { recursive: true });
    },
  );

  it('stay in the folder that is named', async () => {
    const folder = join(root, 'kept here');
    await cli(root, ['scan', '--cache-location', 'kept here']);
    expect(readdirSync(folder)).toHaveLength(1);
    expect(files()).toEqual([]);
  });

  it('are not written where nothing of the API is named', async () => {
    writeFileSync(join(root, 'src/a.ts'), 'export const town = 1;\n');
    await cli(root, ['scan'], keeping);
    expect(files()).toEqual([]);
  });

  it('are those of the text as it was: another text is analysed', async () => {
    const { out } = await cli(root, ['scan', '--quiet'], keeping);
    expect(out).toMatch(/^src\/a\.ts:2:9 /);
    writeFileSync(join(root, 'src/a.ts'), `\n${CLEAN}`);
    expect((await cli(root, ['scan', '--quiet'], keeping)).out).toBe('');
    writeFileSync(join(root, 'src/a.ts'), `\n${CALL}`);
    expect((await cli(root, ['scan', '--quiet'], keeping)).out).toMatch(/^src\/a\.ts:3:9 /);
  });

  it.each([
    ['itself', 'lib.sh', 'zone_path=/zones/1/pagerules\n'],
    ['one that it reads', 'more.sh', 'read -r other\nzone_path=/zones/1/pagerules\n'],
  ])(
    'are those of the names that files open: a script that is read comes to declare one, %s',
    async (_, file, text) => {
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
    },
  );

  it.each([
    ['a byte of it is another one', () => rewriteKept('pagerules', 'pagerulez')],
    ['it is cut off', () => writeFileSync(join(kept, files()[0] ?? ''), '{"key":')],
    ['it is empty', () => writeFileSync(join(kept, files()[0] ?? ''), '')],
    ['it is no text', () => writeFileSync(join(kept, files()[0] ?? ''), Buffer.from([0xff, 0xfe, 0, 1]))],
  ])('are found anew where %s', async (_what, damage) => {
    const first = await cli(root, ['scan', '--format', 'json'], keeping);
    damage();
    const second = await cli(root, ['scan', '--format', 'json'], keeping);
    expect(second).toEqual(first);
    expect(await cli(root, ['scan', '--format', 'json'], keeping)).toEqual(first);
  });

  it('are not believed where git keeps them: whoever writes them says what is found', async () => {
    await cli(root, ['scan'], keeping);
    git(root, 'add', '-f', 'node_modules');
    git(root, 'commit', '-qm', 'kept');
    const [name = ''] = files();
    const forged = spawnSync(process.execPath, ['-e', FORGE, join(kept, name)], { encoding: 'utf8' });
    expect(forged.stderr).toBe('');
    expect((await cli(root, ['scan', '--quiet'], keeping)).out).toMatch(/^src\/a\.ts:2:9 /);
    git(root, 'rm', '-rq', '--cached', 'node_modules');
    // The same file of one's own is used: that the finding is gone shows that nothing was analysed.
    expect((await cli(root, ['scan', '--quiet'], keeping)).out).toBe('');
  });

  it('are told where a named folder cannot be written to, and the scan is none the worse', async () => {
    writeFileSync(join(root, 'kept'), '');
    const { code, err } = await cli(root, ['scan', '--quiet', '--cache-location', 'kept']);
    expect(code).toBe(1);
    expect(err).toMatch(/^warning: results were not kept in 'kept': /);
  });

  it('hold for a run that is cut short nothing', async () => {
    await cli(root, ['scan', '--timeout', '0.001ms'], keeping);
    expect(files()).toEqual([]);
  });

  it('count for what is staged as well', async () => {
    writeFileSync(join(root, 'src/a.ts'), CLEAN);
    git(root, 'commit', '-qam', 'clean');
    writeFileSync(join(root, 'src/b.ts'), "import { list } from './a';\nlist('1');\n");
    writeFileSync(join(root, 'src/a.ts'), CALL);
    git(root, 'add', '.');
    expect(await places(root, '--staged', '--cache-location', 'node_modules/x')).toEqual(['src/a.ts:2:9']);
    expect(await places(root, '--staged', '--cache-location', 'node_modules/x')).toEqual(['src/a.ts:2:9']);
  });

  it('spare an unchanged tree the engine and the compiler', () => {
    const loaded = (): readonly string[] => {
      const folder = mkdtempSync(join(tmpdir(), 'sunset-loaded-'));
      const { stderr } = spawnSync(process.execPath, [MAIN, 'scan', '.', '--as-of', '2026-01-01'], {
        cwd: root,
        encoding: 'utf8',
        env: { ...process.env, NODE_V8_COVERAGE: folder },
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

/** Takes the findings out of what was kept, as somebody would who wants a gate to pass. */
const FORGE = `
const fs = require('fs');
const [head, body] = fs.readFileSync(process.argv[1], 'utf8').split('\\n');
const stored = JSON.parse(body);
for (const [, program] of stored.programs) for (const [, analysis] of program.analyses) analysis.result.findings = [];
const text = JSON.stringify(stored);
const digest = require('crypto').createHash('sha1').update(text).digest('base64').slice(0, 22);
fs.writeFileSync(process.argv[1], JSON.stringify({ ...JSON.parse(head), digest }) + '\\n' + text);
`;
