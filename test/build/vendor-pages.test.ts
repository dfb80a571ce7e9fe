import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runVendorPages } from '../../tools/pages/vendor-pages.js';
import { folder } from '../scanner/support.js';
import { ROOT } from '../catalogue/sources.js';

const DOCKER = 'docs.docker.com/reference/api/hub/deprecated/index.html';
const COHERE = 'docs.cohere.com/docs/deprecations.html';

/** Page of a vendor's server, with a nonce, a theme, and words in scripts and styles only. */
function page(notice: string, nonce = 'r4nd0m', blank = '\n      '): string {
  return `<!doctype html>
<html lang="en" data-theme="dark"><head><title>Deprecated</title><script nonce="${nonce}">window.t="${nonce}"</script></head>
<body class="css-${nonce}"><nav><a href="/?utm=${nonce}">Docs</a></nav>
<main>${blank}<h1>Deprecated Docker Hub API endpoints</h1>${blank}<table><tr><td>POST /v2/users/login</td>${blank}<td>${notice}</td></tr></table></main>
<script src="/_next/${nonce}.js"></script></body></html>`;
}

function project(files: Readonly<Record<string, string>>) {
  const root = folder({});
  cpSync(`${ROOT}/rules`, join(root, 'rules'), { recursive: true });
  writeFileSync(join(root, 'rules/vendor-page-digests.json'), '{}\n');
  const saved = join(root, 'saved');
  const save = (name: string, text: string): void => {
    mkdirSync(dirname(join(saved, name)), { recursive: true });
    writeFileSync(join(saved, name), text);
  };
  for (const [name, text] of Object.entries(files)) save(name, text);
  const run = (...more: readonly string[]) => {
    let said = '';
    const code = runVendorPages(root, [saved, ...more], { today: '2026-12-05', out: (text) => (said += text) });
    return { code, said, shown: said.split('\n').filter((line) => !/^missing|^ .*\(read/.test(line)) };
  };
  return { root, save, run };
}

describe('saved pages of vendors', () => {
  it('are new until they are recorded, and unchanged afterwards', () => {
    const { root, run } = project({ [DOCKER]: page('2026-11-16'), [COHERE]: page('2026-04-04') });
    const first = run();
    expect(first.code).toBe(1);
    expect(first.said).toContain(`new      https://docs.cohere.com/docs/deprecations
         apis/cohere.json (read 2026-11-25, 10 days ago): cohere/`);
    expect(first.said).toMatch(/^0 pages moved, 2 new, 0 the same, 0 without text, \d+ not saved\.$/m);
    expect(run('--keep').code).toBe(0);
    expect(
      Object.keys(JSON.parse(readFileSync(join(root, 'rules/vendor-page-digests.json'), 'utf8')) as object),
    ).toEqual(['https://docs.cohere.com/docs/deprecations', 'https://docs.docker.com/reference/api/hub/deprecated']);
    expect(run()).toMatchObject({ code: 0, shown: [expect.stringMatching(/^0 pages moved, 0 new, 2 the same/), ''] });
  });

  it('have changed if their words have, and are listed with entries that depend on them', () => {
    const { save, run } = project({ [DOCKER]: page('2026-11-16') });
    run('--keep');
    save(DOCKER, page('2027-01-31'));
    const moved = run();
    expect(moved.code).toBe(1);
    expect(moved.said).toContain(`moved    https://docs.docker.com/reference/api/hub/deprecated
         apis/docker-hub.json (read 2026-12-05, 0 days ago): `);
    expect(moved.said).toMatch(/^1 page moved, 0 new/m);
    run('--keep');
    expect(run().code).toBe(0);
  });

  it('are unchanged if only nonces, classes, script URLs and white space differ', () => {
    const { save, run } = project({ [DOCKER]: page('2026-11-16') });
    run('--keep');
    save(DOCKER, page('2026-11-16', 'other', '   '));
    expect(run().code).toBe(0);
  });

  it('have changed at the end of a very long line', () => {
    const long = 'a '.repeat(10_000);
    const { save, run } = project({ [DOCKER]: page(`${long}2026-11-16`) });
    run('--keep');
    save(DOCKER, page(`${long}2027-01-31`));
    expect(run().code).toBe(1);
  });

  it('are called empty and not recorded if scripts generate their text', () => {
    const { run } = project({ [DOCKER]: '<html><body><div id="root"></div><script>render()</script></body></html>' });
    expect(run('--keep').said).toContain('empty    https://docs.docker.com/reference/api/hub/deprecated');
    expect(run()).toMatchObject({ code: 1 });
  });

  it('are listed if no catalogue refers to them, or if they are not saved', () => {
    const { run } = project({ 'docs.example/a.html': page('never') });
    const { code, said } = run();
    expect(code).toBe(0);
    expect(said).toContain('unknown  docs.example/a.html: no catalogue names it\n');
    expect(said).toContain('missing  https://docs.docker.com/reference/api/hub/deprecated\n');
  });

  it('require a folder', () => {
    let said = '';
    expect(runVendorPages(ROOT, [], { today: '2026-12-05', out: (text) => (said += text) })).toBe(2);
    expect(said).toMatch(/^usage: /);
  });
});
