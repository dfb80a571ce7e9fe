import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FORMATS } from '../../src/report/formats.js';
import { folder } from '../scanner/support.js';
import { cli } from './support.js';

/** Lists completions for the last of the words, from the completion script of a shell. */
async function complete(shell: keyof typeof ASK, ...words: readonly string[]): Promise<readonly string[]> {
  const root = folder({ 'some-file.ts': '' });
  writeFileSync(join(root, 'script'), (await cli(root, ['completion', shell])).out);
  return execFileSync(shell, ASK[shell](words), { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.replace(/\t.*/, ''));
}

/** Arguments for each shell that load the script and print its completions. */
const ASK = {
  bash: (words: readonly string[]): readonly string[] => [
    '-c',
    'source ./script; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _sunset_lint; printf "%s\\n" "${COMPREPLY[@]}"',
    'bash',
    'sunset-lint',
    ...words,
  ],
  zsh: (words: readonly string[]): readonly string[] => [
    // Loading all completions of zsh takes seconds, and ours needs none of them.
    '-fc',
    'compdef() { :; }; source ./script; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); emulate ksh -c _sunset_lint; print -rl -- "${COMPREPLY[@]}"',
    'zsh',
    'sunset-lint',
    ...words,
  ],
  fish: (words: readonly string[]): readonly string[] => [
    '--no-config',
    '-c',
    `source script; complete -C '${['sunset-lint', ...words].join(' ')}'`,
  ],
};

function isInstalled(shell: string): boolean {
  return spawnSync(shell, ['--version']).error === undefined;
}

describe('completion', () => {
  it('offers commands, flags, values and files in bash', async () => {
    expect(await complete('bash', 'me')).toEqual(['merge']);
    expect(await complete('bash', '')).toEqual(
      expect.arrayContaining(['scan', 'merge', 'init', 'catalogue', 'explain', 'completion', 'help']),
    );
    expect(await complete('bash', 'scan', '--update')).toEqual(['--update-baseline']);
    expect(await complete('bash', 'scan', '--fail-on', '')).toEqual(['deprecated', 'sunset', 'never']);
    expect(await complete('bash', 'scan', '--baseline', 'some')).toEqual(['some-file.ts']);
    expect(await complete('bash', 'scan', 'some')).toEqual(['some-file.ts']);
    expect(await complete('bash', 'completion', 'fi')).toEqual(['fish']);
  });

  /** Completions expected in each shell, sorted; differences between shells are listed separately. */
  const NAMES = Object.keys(FORMATS);
  it.each([
    ['bash', 'bash'],
    ['zsh', 'zsh'],
    ['fish', 'fish'],
  ] as const)(
    'offers values of every flag of every command, and ids, in %s',
    async (_name, shell) => {
      if (!isInstalled(shell)) return;
      // zsh filters by prefix itself; bash receives the value alone, because '=' is a separate word there.
      const offered = async (...words: readonly string[]): Promise<readonly string[]> => {
        const current = words.at(-1) ?? '';
        return [...(await complete(shell, ...words))].filter((word) => word.startsWith(current)).sort();
      };
      const formats = await offered('scan', '--format', '');
      expect(formats).toEqual(expect.arrayContaining(NAMES));
      expect(formats).not.toContain('table');
      expect(formats).not.toContain('some-file.ts');
      expect(await offered('-f', 'sa')).toEqual(['sarif']);
      expect(await offered('catalogue', '--format', '')).toEqual(['json', 'table']);
      expect(await offered('scan', '--api', 'sl')).toEqual(['slack']);
      expect(await offered('scan', '--min-confidence', 'p')).toEqual(['possible', 'probable']);
      expect(await offered('explain', 'page-rules')).toEqual(['page-rules-api']);
      expect(await offered('explain', 'some')).toEqual(['some-file.ts']);
      expect(await offered('scan', '--as-of', '')).toEqual([]);
      expect(await offered('schema', '')).toEqual([
        'baseline',
        'catalogue',
        'config',
        'explanation',
        'report',
        'waf-export',
      ]);
      expect(await offered('some')).toEqual(['some-file.ts']);
      expect(await offered('--list-')).toEqual(['--list-files']);
      expect(await offered('catalogue', 'exp')).toEqual(['export']);
    },
    60_000,
  );

  it('completes a value after an equals sign, which is a separate word in bash alone', async () => {
    expect(await complete('bash', 'scan', '--format', '=', 'sar')).toEqual(['sarif']);
    expect(await complete('bash', 'scan', '--format', '=')).toContain('sarif');
    if (isInstalled('zsh')) expect(await complete('zsh', 'scan', '--format=sar')).toContain('--format=sarif');
    if (isInstalled('fish')) expect(await complete('fish', 'scan', '--format=sar')).toEqual(['--format=sarif']);
  });

  it.skipIf(!isInstalled('zsh'))(
    'offers commands, flags, values and files in zsh, which filters by prefix itself',
    async () => {
      expect(await complete('zsh', 'me')).toEqual(expect.arrayContaining(['merge']));
      expect(await complete('zsh', 'scan', '--fail-on', '')).toEqual(['deprecated', 'sunset', 'never']);
      expect(await complete('zsh', 'scan', '--up')).toContain('--update-baseline');
      expect(await complete('zsh', 'scan', '--baseline', 'some')).toContain('some-file.ts');
    },
  );

  it.skipIf(!isInstalled('fish'))('offers commands, flags, values and files in fish', async () => {
    expect(await complete('fish', 'me')).toEqual(['merge']);
    expect(await complete('fish', 'scan', '--update')).toEqual(['--update-baseline']);
    expect(await complete('fish', 'scan', '--fail-on', '')).toEqual(['deprecated', 'never', 'sunset']);
    expect(await complete('fish', 'scan', '--baseline', 'some')).toEqual(['some-file.ts']);
    expect(await complete('fish', 'completion', 'fi')).toEqual(['fish']);
  });

  it.each([['bash'], ['zsh'], ['fish']])('prints a script that %s accepts', async (shell) => {
    const { code, out } = await cli(folder({}), ['completion', shell]);
    expect(code).toBe(0);
    expect(out).toContain('sunset-lint');
    expect(out).toContain('update-baseline');
    if (!isInstalled(shell)) return;
    // Read from a file, because fish refuses a socket as standard input.
    const root = folder({ script: out });
    expect(spawnSync(shell, ['-n', 'script'], { cwd: root, encoding: 'utf8' })).toMatchObject({
      status: 0,
      stderr: '',
    });
  });

  it('refuses an unknown shell', async () => {
    expect((await cli(folder({}), ['completion', 'tcsh'])).code).toBe(2);
  });
});

describe('--help', () => {
  it.each([['scan'], ['merge'], ['init'], ['completion']])('of %s contains usage and examples', async (command) => {
    const { code, out } = await cli(folder({}), [command, '--help']);
    expect(code).toBe(0);
    expect(out).toMatch(new RegExp(`Usage: sunset-lint ${command}[^]*Examples:\\n {2}\\S`));
  });

  it('of each command that the program lists is the same by name and by flag, although that command alone is loaded', async () => {
    const root = folder({});
    const list = /\nCommands .*:\n([^]*?)\n\n/.exec((await cli(root, ['--help'])).out)?.[1] ?? '';
    const names = [...list.matchAll(/^ {2}([a-z-]+) /gm)].map(([, name = '']) => name);
    expect(names.join(' ')).toBe(
      'scan fix merge trend facts link catalogue explain waf-plan apis schema lsp mcp init completion help',
    );
    for (const name of names.filter((one) => !['waf-plan', 'help'].includes(one))) {
      const help = await cli(root, ['help', name]);
      expect(help).toMatchObject({ code: 0, err: '' });
      expect(help.out).toMatch(new RegExp(`^Usage: sunset-lint ${name} .+\n\n\\S[^]*\n(?:Options|Flags|Arguments):\n`));
      expect(await cli(root, [name, '--help'])).toEqual(help);
      const [usage = '', , about = ''] = help.out.split('\n');
      expect((await cli(root, ['--', 'help', name])).out).toMatch(`${usage}\n\n${about}\n`);
    }
    expect((await cli(root, ['help', 'nothing'])).err).toContain('\nCommands ');
  });
});
