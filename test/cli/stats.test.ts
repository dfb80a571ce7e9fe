import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folder } from '../scanner/support.js';
import { API, CALL, cli, git, repository, work } from './support.js';

/** A client, its caller, and a file that does not use the API. */
const FILES = {
  'client.ts': `export const get = (path: string) => fetch('${API}' + path);\n`,
  'caller.ts': "import { get } from './client.js';\nget('/zones/1/pagerules');\n",
  'other.ts': 'export const one = 1;\n',
};

describe('--stats', () => {
  it('counts files and characters read, parsed and analysed, and calls followed', async () => {
    const done = await work(folder(FILES), 'scan', '--no-cache', '--stats');
    expect(done).toMatchObject({ 'files listed': 3, 'files parsed': 2, 'files analysed': 2, 'calls followed': 1 });
    expect(done['characters parsed']).toBe(FILES['client.ts'].length + FILES['caller.ts'].length);
    expect(done['files read']).toBeGreaterThanOrEqual(3);
    expect(done['expressions evaluated']).toBeGreaterThan(0);
    expect(done['bytes of facts']).toBeGreaterThan(0);
  });

  it('prints the same counts for the same run again', async () => {
    const root = folder(FILES);
    const first = await work(root, 'scan', '--no-cache', '--stats');
    expect(await work(root, 'scan', '--no-cache', '--stats')).toEqual(first);
  });

  it('counts no analysis in files without an API', async () => {
    const done = await work(folder({ 'other.ts': FILES['other.ts'] }), 'scan', '--no-cache', '--stats');
    expect(done).toMatchObject({ 'files listed': 1, 'files parsed': 0, 'files analysed': 0, 'calls followed': 0 });
  });

  it('prints nothing by default, and leaves the report unchanged', async () => {
    const root = folder({ 'a.ts': CALL });
    expect((await cli(root, ['scan', '--no-cache'])).err).not.toContain('Work:');
    const asked = await cli(root, ['scan', '--no-cache', '--quiet', '--stats']);
    expect(asked.out).toBe((await cli(root, ['scan', '--no-cache', '--quiet'])).out);
  });

  it('counts the work of staged scans, facts and link', async () => {
    const root = repository(folder(FILES));
    writeFileSync(join(root, 'new.ts'), CALL);
    git(root, 'add', '.');
    expect((await work(root, 'scan', '--staged', '--no-cache', '--stats'))['git processes']).toBeGreaterThan(0);
    expect(await work(root, 'facts', '.', '--output', 'all.facts', '--stats')).toMatchObject({ 'files parsed': 3 });
    expect(await work(root, 'link', 'all.facts', '--stats')).toMatchObject({ 'files parsed': 0 });
  });

  it('counts the work done before an error', async () => {
    expect(await work(folder({ 'notes.txt': 'nothing' }), 'scan', '--stats')).toMatchObject({ 'files listed': 0 });
  });
});
