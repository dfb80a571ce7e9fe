import { describe, expect, it } from 'vitest';
import { parseRemote, codeLink } from '../../src/report/format-context.js';

const COMMIT = '0123456789abcdef0123456789abcdef01234567';

describe('codeHostOf', () => {
  it.each([
    ['git@github.com:acme/web.git', 'github', 'https://github.com/acme/web'],
    ['https://me:secret@github.com/acme/web.git', 'github', 'https://github.com/acme/web'],
    ['ssh://git@gitlab.com:22/acme/group/web', 'gitlab', 'https://gitlab.com/acme/group/web'],
    ['https://bitbucket.org/acme/web/', 'bitbucket', 'https://bitbucket.org/acme/web'],
  ] as const)('reads %s', (remote, kind, url) => {
    expect(parseRemote(remote)).toEqual({ kind, url });
  });

  it.each([
    'git@example.com:acme/web.git',
    '/srv/git/web.git',
    'https://github.com.evil.test/acme/web',
    'https://github.com/acme/../web',
    'javascript:alert(1)',
    'https://github.com/acme/web?x=<b>',
    '',
  ])('gives no host for %s', (remote) => {
    expect(parseRemote(remote)).toBeUndefined();
  });
});

describe('codeLink', () => {
  it.each([
    ['github', 'https://github.com/acme/web', '/blob/', '#L7'],
    ['gitlab', 'https://gitlab.com/acme/web', '/-/blob/', '#L7'],
    ['bitbucket', 'https://bitbucket.org/acme/web', '/src/', '#lines-7'],
  ] as const)('links to a line on %s', (kind, url, before, line) => {
    const project = { name: 'web', commit: COMMIT, origin: { kind, url } };
    expect(codeLink(project, 'src/a b#.ts', 7)).toBe(`${url}${before}${COMMIT}/src/a%20b%23.ts${line}`);
    expect(codeLink(project, '../a.ts', 7)).toBeUndefined();
  });

  it('gives no link without a commit or a known host', () => {
    expect(codeLink({ name: 'web', commit: COMMIT }, 'a.ts', 1)).toBeUndefined();
    expect(codeLink(undefined, 'a.ts', 1)).toBeUndefined();
  });
});
