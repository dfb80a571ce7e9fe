import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folder } from '../scanner/support.js';
import { cli } from './support.js';

async function complete(...words: readonly string[]): Promise<readonly string[]> {
  const root = folder({ 'some-file.ts': '' });
  writeFileSync(join(root, 'c.bash'), (await cli(root, ['completion', 'bash'])).out);
  const script =
    'source ./c.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _sunset_lint; printf "%s\\n" "${COMPREPLY[@]}"';
  return execFileSync('bash', ['-c', script, 'bash', 'sunset-lint', ...words], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '');
}

describe('completion', () => {
  it('knows commands, flags, their values, and files in bash', async () => {
    expect(await complete('me')).toEqual(['merge']);
    expect(await complete('')).toEqual(
      expect.arrayContaining(['scan', 'merge', 'init', 'catalogue', 'explain', 'completion', 'help']),
    );
    expect(await complete('scan', '--update')).toEqual(['--update-baseline']);
    expect(await complete('scan', '--fail-on', '')).toEqual(['sunset', 'deprecated', 'never']);
    expect(await complete('scan', '--baseline', 'some')).toEqual(['some-file.ts']);
    expect(await complete('scan', 'some')).toEqual(['some-file.ts']);
    expect(await complete('completion', 'fi')).toEqual(['fish']);
  });

  it.each([['bash'], ['zsh'], ['fish']])('prints a script for %s that this shell reads', async (shell) => {
    const { code, out } = await cli(folder({}), ['completion', shell]);
    expect(code).toBe(0);
    expect(out).toContain('sunset-lint');
    expect(out).toContain('strict-clock');
    if (spawnSync(shell, ['--version']).error === undefined)
      expect(spawnSync(shell, ['-n'], { input: out, encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
  });

  it('refuses another shell', async () => {
    expect((await cli(folder({}), ['completion', 'tcsh'])).code).toBe(2);
  });
});

describe('--help', () => {
  it.each([['scan'], ['merge'], ['init'], ['completion']])('of %s explains and gives examples', async (command) => {
    const { code, out } = await cli(folder({}), [command, '--help']);
    expect(code).toBe(0);
    expect(out).toMatch(new RegExp(`Usage: sunset-lint ${command}[^]*Examples:\\n {2}\\S`));
  });
});
