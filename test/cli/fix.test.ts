import { chmodSync, readFileSync, statSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folder } from '../eslint/support.js';
import { API, CALL, cli, git, repository } from './support.js';

const OLD = `fetch('${API}/zones/1/script_monitor');\n`;
const NEW = `fetch('${API}/zones/1/page_shield');\n`;

describe('scan --fix', () => {
  it('applies exact fixes, reports the remaining findings, and counts both', async () => {
    const root = folder({ 'a.js': OLD, 'b.js': CALL });
    const { code, out, err } = await cli(root, ['scan', '--fix']);
    expect(readFileSync(join(root, 'a.js'), 'utf8')).toBe(NEW);
    expect(readFileSync(join(root, 'b.js'), 'utf8')).toBe(CALL);
    expect(code).toBe(1);
    expect(out).not.toContain('script_monitor');
    expect(err).toContain('Fixed 1 of 2 findings in 1 file.');
    expect((await cli(root, ['scan', 'a.js', '--fix'])).code).toBe(0);
  });

  it('keeps mode, byte order mark and line endings of a file', async () => {
    const root = folder({ 'a.js': `\uFEFF// one\r\n${OLD.replace('\n', '\r\n')}` });
    chmodSync(join(root, 'a.js'), 0o755);
    expect((await cli(root, ['scan', '--fix'])).code).toBe(0);
    expect(readFileSync(join(root, 'a.js'), 'utf8')).toBe(`\uFEFF// one\r\n${NEW.replace('\n', '\r\n')}`);
    expect(statSync(join(root, 'a.js')).mode & 0o777).toBe(0o755);
  });

  it('skips accepted findings, and constants shared with them', async () => {
    const shared = `const PATH = '/zones/1/script_monitor';\n// sunset-lint-disable-next-line page-shield-script-monitor -- later\nexport const f = () => fetch('${API}' + PATH);\nexport const g = () => fetch('${API}' + PATH, { method: 'PUT' });\n`;
    const root = folder({ 'a.js': OLD, 'b.js': shared });
    await cli(root, ['scan', 'a.js', '--update-baseline']);
    await cli(root, ['scan', '--fix']);
    expect(readFileSync(join(root, 'a.js'), 'utf8')).toBe(OLD);
    expect(readFileSync(join(root, 'b.js'), 'utf8')).toBe(shared);
  });

  it('undoes a fix that causes another finding, and applies the others', async () => {
    const own = {
      id: 'page-shield-itself',
      kind: 'endpoint',
      feature: 'Page Shield',
      endOfLife: '2025-03-01',
      endpoints: [{ methods: ['GET'], path: '/zones/{zone_id}/page_shield' }],
      replacement: { kind: 'none' },
    };
    const scripts = OLD.replace('monitor', 'monitor/scripts');
    const root = folder({ 'a.js': OLD, 'b.js': scripts, 'own.json': JSON.stringify({ deprecations: [own] }) });
    const { code, err } = await cli(root, ['scan', '--fix', '--catalogue', 'own.json']);
    expect(code).toBe(1);
    expect(readFileSync(join(root, 'a.js'), 'utf8')).toBe(OLD);
    expect(readFileSync(join(root, 'b.js'), 'utf8')).toBe(NEW.replace('shield', 'shield/scripts'));
    expect(err).toContain('Fixed 1 of 2 findings in 1 file.');
    expect(err).toMatch(/^Not fixed in a\.js: /m);
  });

  it('skips a file that git ignores, unless it is scanned by name', async () => {
    const root = repository(folder({ 'a.js': `import './made.js';\n`, '.gitignore': 'made.js\n' }));
    writeFileSync(join(root, 'made.js'), OLD);
    await cli(root, ['scan', '--fix']);
    expect(readFileSync(join(root, 'made.js'), 'utf8')).toBe(OLD);
    await cli(root, ['scan', 'made.js', '--fix']);
    expect(readFileSync(join(root, 'made.js'), 'utf8')).toBe(NEW);
  });

  it('does not write through a link, and says so', async () => {
    const outside = folder({ 'a.js': OLD });
    const root = folder({ 'b.js': NEW });
    unlinkSync(join(root, 'b.js'));
    symlinkSync(join(outside, 'a.js'), join(root, 'b.js'));
    await cli(root, ['scan', 'b.js', '--fix', '--allow-no-files']);
    expect(readFileSync(join(outside, 'a.js'), 'utf8')).toBe(OLD);
  });

  it.each([
    [['--staged'], /--fix and --staged cannot be combined.*stage/],
    [['--changed-since', 'HEAD'], /--fix and --changed-since cannot be combined/],
    [['--watch'], /--fix and --watch cannot be combined/],
    [['--shard', '1/2'], /--fix and --shard cannot be combined/],
    [['--fix-dry-run'], /choose one/],
  ])('cannot be combined with %s', async (flags, why) => {
    const root = repository(folder({ 'a.js': OLD }));
    const { code, err } = await cli(root, ['scan', '--fix', ...flags]);
    expect(code).toBe(2);
    expect(err).toMatch(why);
    expect(readFileSync(join(root, 'a.js'), 'utf8')).toBe(OLD);
  });
});

describe('scan --fix-dry-run', () => {
  it('prints a diff that git can apply, and writes nothing', async () => {
    const root = repository(folder({ 'src/a.js': `// one\r\n${OLD}// two\n`, 'b.js': CALL }));
    const { code, out, err } = await cli(root, ['scan', '--fix-dry-run']);
    expect(code).toBe(1);
    expect(err).toContain('Would fix 1 of 2 findings in 1 file. Nothing was written.');
    expect(git(root, 'status', '--porcelain')).toBe('');
    writeFileSync(join(root, 'fix.patch'), out);
    git(root, 'apply', 'fix.patch');
    expect(readFileSync(join(root, 'src/a.js'), 'utf8')).toBe(`// one\r\n${NEW}// two\n`);
  });

  it('masks secrets, and prints nothing if there is nothing to fix', async () => {
    const root = folder({ 'a.js': `const api_token = 'Zm9vYmFyMTIzNDU2Nzg5MGFiY2RlZg';\n${OLD}` });
    const { out } = await cli(root, ['scan', '--fix-dry-run']);
    expect(out).toContain('+fetch');
    expect(out).not.toContain('Zm9vYmFy');
    const none = await cli(folder({ 'a.js': CALL }), ['scan', '--fix-dry-run']);
    expect([none.code, none.out]).toEqual([0, '']);
  });
});
