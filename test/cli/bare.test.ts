import { describe, expect, it } from 'vitest';
import { FORMATS } from '../../src/report/formats.js';
import { SETTING_ROWS } from '../../src/config/setting-table.js';
import { folder } from '../scanner/support.js';
import { CALL, CLEAN, cli } from './support.js';

/** Lists places in the output of `--quiet`. */
const placesIn = (out: string): readonly string[] =>
  out.split('\n').flatMap((line) => /^\S+?:\d+/.exec(line)?.[0] ?? []);

describe('a command line without a command', () => {
  it.each([
    ['no path', [], ['catalogue/c.ts:2', 'src/a.ts:2', 'src/deep/b.ts:2']],
    ['a folder', ['src'], ['src/a.ts:2', 'src/deep/b.ts:2']],
    ['a file', ['src/a.ts'], ['src/a.ts:2']],
    ['a pattern', ['src/**/b.ts'], ['src/deep/b.ts:2']],
    ['several', ['src/a.ts', './catalogue'], ['catalogue/c.ts:2', 'src/a.ts:2']],
    ['a path with the name of a command', ['./catalogue'], ['catalogue/c.ts:2']],
    ['a path with the name of a command after scan', ['scan', 'catalogue'], ['catalogue/c.ts:2']],
  ])('scans the project if it is given %s', async (_what, paths, expected) => {
    const root = folder({ 'src/a.ts': CALL, 'src/deep/b.ts': CALL, 'catalogue/c.ts': CALL, 'd.ts': CLEAN });
    const { code, out } = await cli(root, [...paths, '--quiet']);
    expect({ code, found: placesIn(out) }).toEqual({ code: 1, found: expected });
    // Flags may also come first.
    if (paths[0] !== 'scan') expect(placesIn((await cli(root, ['-q', ...paths])).out)).toEqual(expected);
  });

  it('accepts short flags', async () => {
    const root = folder({ 'src/a.ts': CALL, 'own.json': '{"minConfidence":"certain"}' });
    const { code, out } = await cli(root, ['src', '-f', 'json', '-o', 'report.json', '-c', 'own.json']);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect((await cli(root, ['-V'])).out).toMatch(/^\d+\.\d+\.\d+\S*\n$/);
  });

  it('runs a command of the same name as a folder', async () => {
    const { code, out } = await cli(folder({ 'catalogue/c.ts': CALL }), ['catalogue']);
    expect(code).toBe(0);
    expect(out).toContain('page-rules-api');
  });

  it.each([
    ['explan', 'explain'],
    ['catalog', 'catalogue'],
    ['list', 'catalogue'],
    ['rules', 'catalogue'],
    ['lint', 'scan'],
    ['check', 'scan'],
    ['scans', 'scan'],
  ])('suggests a command for the unknown word %s: %s', async (word, command) => {
    const { code, out, err } = await cli(folder({ 'a.ts': CALL }), [word]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(`did you mean '${command}'?`);
  });

  it('scans a folder with a name that resembles a command', async () => {
    const root = folder({ 'rules/a.ts': CALL, 'lint/b.ts': CALL });
    expect(placesIn((await cli(root, ['rules', '--quiet'])).out)).toEqual(['rules/a.ts:2']);
    expect(placesIn((await cli(root, ['lint', '--quiet'])).out)).toEqual(['lint/b.ts:2']);
  });

  it('reports any other word as a path that does not exist', async () => {
    const { code, err } = await cli(folder({ 'a.ts': CALL }), ['nowhere']);
    expect({ code, err }).toEqual({ code: 2, err: "error: cannot scan 'nowhere': it does not exist.\n" });
  });

  it('explains what to do in a folder without code', async () => {
    const { code, err } = await cli(folder({ 'notes.txt': '' }), []);
    expect(code).toBe(2);
    expect(err).toMatch(/^error: no file to scan in '\.'.*Name a file or folder/s);
  });
});

describe('catalogue --json', () => {
  it('prints the same as catalogue --format json', async () => {
    const root = folder({});
    expect((await cli(root, ['catalogue', '--json'])).out).toBe(
      (await cli(root, ['catalogue', '--format', 'json'])).out,
    );
  });
});

describe('--help', () => {
  it('of the program fits on one screen: a scan with its main flags, then the commands', async () => {
    const { code, out } = await cli(folder({}), ['--help']);
    expect(code).toBe(0);
    const lines = out.trimEnd().split('\n');
    expect(lines.length).toBeLessThan(42);
    expect(lines.filter((line) => line.length > 100)).toEqual([]);
    expect(out).toMatch(/sunset-lint \[flags\] \[paths\.\.\.\]/);
    expect(out.indexOf('--format')).toBeLessThan(out.indexOf('\nCommands'));
    for (const command of ['scan', 'explain', 'catalogue', 'init', 'completion'])
      expect(out).toMatch(new RegExp(`^ {2}${command} +\\w`, 'm'));
    // A flag that no longer exists would be omitted silently.
    expect(out.match(/^ {2}-.*$/gm)).toHaveLength(14);
  });

  it('of scan fits on one screen: main flags, formats, exit codes and examples', async () => {
    const { code, out } = await cli(folder({}), ['scan', '--help']);
    expect(code).toBe(0);
    const lines = out.trimEnd().split('\n');
    expect(lines.length).toBeLessThan(46);
    expect(lines.filter((line) => line.length > 100)).toEqual([]);
    expect(out.match(/^ {2}-.*$/gm)).toHaveLength(14);
    expect(out).toMatch(/^Usage: sunset-lint scan \[options\] \[paths\.\.\.\]\n/);
    const listed = /^Formats: ([^.]+)\.$/m.exec(out)?.[1]?.split(/,\s+/);
    expect(listed).toEqual(Object.keys(FORMATS));
    expect(out).toContain('\nExit codes: 0 nothing fails, 1 findings, 2 the scan failed, 130 interrupted.\n');
    expect(out.split('Examples:\n')[1]?.split('\n\n')[0]?.split('\n')).toHaveLength(4);
    expect(out.trimEnd().endsWith('Every flag: sunset-lint scan --help-all')).toBe(true);
    expect((await cli(folder({}), ['help', 'scan'])).out).toBe(out);
  });

  it('of scan lists every flag with --help-all, with or without the command name', async () => {
    const { code, out } = await cli(folder({}), ['scan', '--help-all']);
    expect(code).toBe(0);
    for (const [, { flag }] of SETTING_ROWS) if (flag !== undefined) expect(out).toContain(`  ${flag}`);
    expect(await cli(folder({}), ['--help-all'])).toEqual({ code, out, err: '' });
  });

  it('of scan groups all flags, and states each default once', async () => {
    const { out } = await cli(folder({}), ['scan', '--help-all']);
    const headings = ['What to scan', 'What to report', 'Gate', 'Baseline', 'Changes', 'Catalogue and', 'Other'];
    const places = headings.map((heading) => out.indexOf(`\n${heading}`));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
    expect(out).not.toContain('default: false');
    for (const [, text = ''] of out.matchAll(/^ {2}(-.*(?:\n {4,}.*)*)/gm))
      expect(text.match(/default:/g)?.length ?? 0).toBeLessThan(2);
  });
});
