import { describe, expect, it } from 'vitest';
import { parseCodeowners, withOwners } from '../../src/report/owners.js';
import { report } from './support.js';
import { startCpuClock } from '../cpu-time.js';

const owns = (pattern: string, file: string): boolean => parseCodeowners(`${pattern} @x`)(file).length > 0;

describe('CODEOWNERS', () => {
  it.each([
    ['*', 'a.ts', true],
    ['*', 'a/b/c.ts', true],
    ['*.ts', 'a/b/c.ts', true],
    ['*.ts', 'a/b/c.js', false],
    ['/*.ts', 'c.ts', true],
    ['/*.ts', 'a/c.ts', false],
    ['docs/*', 'docs/a.md', true],
    ['docs/*', 'docs/b/a.md', false],
    ['docs/', 'docs/b/a.md', true],
    ['docs/', 'x/docs/a.md', true],
    ['docs/', 'x/docs', false],
    ['/docs/', 'x/docs/a.md', false],
    ['docs/**', 'docs/b/a.md', true],
    ['docs/**', 'docs', false],
    ['/apps/web', 'apps/web/src/a.ts', true],
    ['/apps/web', 'apps/website/a.ts', false],
    ['apps/web', 'x/apps/web/a.ts', false],
    ['**/logs', 'a/b/logs/c.txt', true],
    ['/a/**/z', 'a/z', true],
    ['/a/**/z', 'a/b/c/z/y', true],
    ['/a/**/z', 'a/b/c', false],
    ['a?.ts', 'ab.ts', true],
    ['a?.ts', 'abc.ts', false],
    ['with\\ space/', 'with space/a.ts', true],
    ['\\#x', '#x', true],
    ['a.ts', 'axts', false],
    ['[a].ts', 'a.ts', false],
  ])('matches %s with %s: %s', (pattern, file, expected) => {
    expect(owns(pattern, file)).toBe(expected);
  });

  it('gives the owners of the last matching line, even if it has none', () => {
    const ownersOf = parseCodeowners(
      '\uFEFF* @all # everybody\r\n\r\n# comment\r\n/src/ @src jo@x.test\r\n/src/free/\r\n',
    );
    expect([ownersOf('a.ts'), ownersOf('src/a.ts'), ownersOf('src/free/a.ts')]).toEqual([
      ['@all'],
      ['@src', 'jo@x.test'],
      [],
    ]);
  });

  it('combines the owners of sections, with their defaults', () => {
    const ownersOf = parseCodeowners('* @all\n[Docs] @docs\n*.md\n^[API][2] @api\n/src/api/ @one @all\n');
    expect([ownersOf('a.md'), ownersOf('src/api/x.ts'), ownersOf('b.ts')]).toEqual([
      ['@all', '@docs'],
      ['@all', '@one'],
      ['@all'],
    ]);
  });

  it('is matched quickly for patterns built to be slow', () => {
    const elapsed = startCpuClock();
    expect(owns(`/${'**/a*a*a*a*/'.repeat(30)}b`, `${'aaaaaaaaaaaaaaaaaaaa/'.repeat(60)}c`)).toBe(false);
    expect(elapsed()).toBeLessThan(500);
  });

  it('gives the owner of each finding by its path from the root of the repository', () => {
    const owned = withOwners(report(), parseCodeowners('/packages/web/src @web @all'), 'packages/web/');
    expect(owned.findings[0]?.owner).toBe('@web @all');
    expect(withOwners(report(), parseCodeowners('/other @x'), '').findings[0]).not.toHaveProperty('owner');
  });
});
