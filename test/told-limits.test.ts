import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '../src/knowledge/catalogue/load.js';
import { filesToTry, judgeConfigChange } from '../src/hosts/cli/init/init-try-lint.js';
import type { LinterConfig } from '../src/hosts/cli/init/init-try-lint.js';
import { repositoryLink } from '../src/hosts/cli/shared/repository.js';
import { DiskTexts } from '../src/hosts/eslint/disk.js';
import { providerVersion } from '../src/languages/terraform/providers.js';
import { pythonParser } from '../src/languages/python/parse.js';
import { PathPieces } from '../src/select/mentions.js';
import { FileProbe } from '../src/files/file-probe.js';
import { folder } from './scanner/support.js';

describe('required_providers', () => {
  const versionAndNotes = (blanks: number): readonly [version: string | undefined, notes: readonly string[]] => {
    const text = `terraform {\n  required_providers {\n${' '.repeat(blanks)}\n    bells = { source = "acme/bells", version = "~> 4.0" }\n  }\n}\n`;
    const root = folder({ 'main.tf': text });
    const probe = new FileProbe();
    const tree = { root, probe, files: ['main.tf'] } as unknown as Parameters<typeof providerVersion>[0];
    return [providerVersion(tree, 'main.tf', 'acme/bells'), probe.notes.map(({ what }) => what)];
  };

  it('is read up to 20,000 characters of the block, with a note if the block is longer', () => {
    expect(versionAndNotes(19_000)).toEqual(['~> 4.0', []]);
    expect(versionAndNotes(20_000)).toEqual([
      undefined,
      ['a block of providers has more than 20000 characters: the rest of it was not read.'],
    ]);
  });
});

it('keeps every note on a file', () => {
  const probe = new FileProbe();
  for (let index = 0; index < 300; index++) probe.note({ file: `/a${String(index)}`, what: 'is odd', why: 'odd' });
  expect(probe.notes).toHaveLength(300);
});

it('finds the type of a Python parameter inside any number of Optional', () => {
  const typeAtDepth = (depth: number): string | undefined => {
    const type = `${'Optional['.repeat(depth)}Client${']'.repeat(depth)}`;
    const { facts } = pythonParser.parse('a.py', `def f(client: ${type}):\n    pass\n`);
    return facts.bindings.find(({ name }) => name === 'client')?.type?.name;
  };
  expect([typeAtDepth(0), typeAtDepth(8), typeAtDepth(40)]).toEqual(['Client', 'Client', 'Client']);
});

describe('a word of a path in a long text', () => {
  const pieces = new PathPieces({ paths: new Map([['/towers/{id}/bells', false]]) });
  const isMention = (before: string, after: string): boolean =>
    pieces.countAt(`${before}bells${after}`, before.length, 'bells') > 0;

  it('is a mention only if the path around it is in the catalogue', () => {
    expect([
      isMention("'/towers/1/", "'"),
      isMention("'/clocks/1/", "'"),
      isMention("'/clocks/", `/${'a'.repeat(200)}'`),
    ]).toEqual([true, false, false]);
  });

  it('is a mention in any path if the text around it is too long', () => {
    expect([isMention("'/clocks/", `/${'a'.repeat(300)}'`), isMention(`'/${'a'.repeat(300)}/`, "'")]).toEqual([
      true,
      true,
    ]);
  });
});

it('reads imported files up to the size that a scan reads, in ESLint', () => {
  const root = folder({ 'a.ts': '//'.padEnd(5 * 1024 * 1024), 'b.ts': '//'.padEnd(5 * 1024 * 1024 + 1) });
  const texts = new DiskTexts(loadCatalogue(), 24_000_000);
  expect([texts.get(`${root}/a.ts`)?.text.length, texts.get(`${root}/b.ts`)]).toEqual([5 * 1024 * 1024, undefined]);
});

describe('trying the linter in init', () => {
  const rules = (count: number): LinterConfig => ({
    kind: 'rules',
    file: 'a.ts',
    rules: Object.fromEntries(Array.from({ length: count }, (_, index) => [`r${String(index)}`, 'error'])),
    ignored: [],
  });

  it.each([
    [3, 'rules would change: r0, r1, r2'],
    [5, 'rules would change: r0, r1, r2 and 2 more'],
  ])('names the first of %s lost rules and counts the others', (count, why) => {
    expect(judgeConfigChange(rules(count), rules(0))).toEqual({ kind: 'broken', why });
  });

  it('tries one file of each kind', () => {
    expect(filesToTry(['a.ts', 'a.tsx', 'a.js', 'a.vue', 'src/b.ts', 'a.config.ts'])).toEqual([
      'src/b.ts',
      'a.tsx',
      'a.js',
      'a.vue',
    ]);
  });
});

it.skipIf(process.platform === 'win32')('refuses to write through more links than the system follows', () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'links-')));
  mkdirSync(join(root, 'end'));
  writeFileSync(join(root, 'end', 'a.txt'), '');
  const pathThroughLinks = (count: number): string => {
    for (let index = 0; index < count; index++)
      symlinkSync(
        index === 0 ? 'end' : `l${String(count)}-${String(index - 1)}`,
        join(root, `l${String(count)}-${String(index)}`),
      );
    return join(root, `l${String(count)}-${String(count - 1)}`, 'a.txt');
  };
  expect(repositoryLink(pathThroughLinks(30))).toBeUndefined();
  expect(repositoryLink(pathThroughLinks(45))).toBe(join(root, 'l45-4'));
});
