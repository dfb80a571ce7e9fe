import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FileProbe } from '../../src/files/file-probe.js';
import { packageVersion } from '../../src/files/package-version.js';
import { folder } from '../scanner/support.js';

const asks = (range: string): string => JSON.stringify({ dependencies: { bell: range } });

/** Versions of `bell` for a file of two packages and one of the root, in a workspace with these files. */
function versions(files: Readonly<Record<string, string>>): readonly (string | undefined)[] {
  const root = folder({
    '.git/HEAD': '',
    'one/package.json': asks('^6.1.0'),
    'two/package.json': asks('4.2.0'),
    ...files,
  });
  const probe = new FileProbe();
  return ['one/src/a.ts', 'two/a.ts', 'a.ts'].map((file) => packageVersion(probe, join(root, file), 'bell'));
}

describe('the version of a package in a workspace', () => {
  it('is that of the importing folder in a lock file of npm', () => {
    const packages = { 'node_modules/bell': { version: '4.2.0' }, 'one/node_modules/bell': { version: '6.1.3' } };
    const lock = { 'package-lock.json': JSON.stringify({ lockfileVersion: 3, packages }) };
    expect(versions(lock)).toEqual(['6.1.3', '4.2.0', '4.2.0']);
  });

  it('is that of the importer in a lock file of pnpm', () => {
    const lock =
      "lockfileVersion: '9.0'\n\nimporters:\n\n  .: {}\n\n  one:\n    dependencies:\n      bell:\n        specifier: ^6.1.0\n" +
      "        version: 6.1.3(zod@3.1.0)\n\n  two:\n    dependencies:\n      'bell':\n        specifier: 4.2.0\n        version: 4.2.0\n\n" +
      'packages:\n\n  bell@4.2.0:\n    resolution: {}\n\n  bell@6.1.3:\n    resolution: {}\n';
    expect(versions({ 'pnpm-lock.yaml': lock })).toEqual(['6.1.3', '4.2.0', '4.2.0']);
  });

  it('is that of the importer in an older lock file of pnpm', () => {
    const lock =
      'lockfileVersion: 5.4\n\nimporters:\n\n  one:\n    specifiers:\n      bell: ^6.1.0\n    dependencies:\n      bell: 6.1.3\n\n' +
      '  two:\n    specifiers:\n      bell: 4.2.0\n    dependencies:\n      bell: 4.2.0\n\npackages:\n\n  /bell/4.2.0:\n    dev: false\n';
    expect(versions({ 'pnpm-lock.yaml': lock }).slice(0, 2)).toEqual(['6.1.3', '4.2.0']);
  });

  it.each([
    ['Yarn', 'bell@4.2.0:\n  version "4.2.0"\n\nbell@^6.0.0, bell@^6.1.0:\n  version "6.1.3"\n'],
    ['a newer Yarn', '"bell@npm:4.2.0":\n  version: 4.2.0\n\n"bell@npm:^6.1.0, bell@npm:^6.1.1":\n  version: 6.1.3\n'],
  ])('is that of the required range in a lock file of %s', (_, lock) => {
    expect(versions({ 'yarn.lock': lock })).toEqual(['6.1.3', '4.2.0', '4.2.0']);
  });

  it('is never taken from a package with a longer name', () => {
    expect(versions({ 'yarn.lock': 'blue-bell@4.2.0:\n  version "9.9.9"\n' })).toEqual(['^6.1.0', '4.2.0', undefined]);
  });

  it('is found with one read of the lock file for any number of packages', () => {
    const root = folder({ '.git/HEAD': '', 'yarn.lock': 'bell@^6.1.0:\n  version "6.1.3"\n', 'a.ts': '' });
    const read: string[] = [];
    const probe = new (class extends FileProbe {
      override readText(path: string): string | undefined {
        read.push(path);
        return super.readText(path);
      }
    })();
    const found = ['bell', 'door', 'bell', 'roof'].map((name) => packageVersion(probe, join(root, 'a.ts'), name));
    expect(found).toEqual(['6.1.3', undefined, '6.1.3', undefined]);
    expect(read.filter((path) => path.endsWith('yarn.lock'))).toHaveLength(1);
  });
});
