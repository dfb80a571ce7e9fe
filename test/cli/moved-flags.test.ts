import { describe, expect, it } from 'vitest';
import { SETTING_ROWS } from '../../src/config/setting-table.js';
import { folder } from '../scanner/support.js';
import { CALL, cli } from './support.js';

describe('a removed flag', () => {
  it.each([
    ['--max-file-size', '5mb', '"maxFileSize": "5mb"'],
    ['--timeout=30s', '.', '"timeout": "2m"'],
    ['--exclude-tests', '.', '"alsoReport": []'],
    ['--unresolved', '.', '--verbose'],
    ['--no-builtin', '.', '--edition none'],
  ])('is refused with its replacement: %s', async (flag, next, instead) => {
    const { code, out, err } = await cli(folder({ 'a.ts': CALL }), ['scan', flag, next]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(flag.replace(/=.*/, ''));
    expect(err).toContain(instead);
  });

  it('is not confused with a flag that never existed', async () => {
    const { err } = await cli(folder({ 'a.ts': CALL }), ['scan', '--formt', 'json']);
    expect(err).toContain("unknown option '--formt'\n(Did you mean --format?)");
  });

  it('knows a removed flag for every key without a flag, except those that never had one', async () => {
    const bare = SETTING_ROWS.filter(([name, row]) => row.flag === undefined && name !== 'paths').map(([name]) => name);
    const told = await Promise.all(
      bare.map(async (name) => {
        const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
        const { err } = await cli(folder({}), ['scan', flag]);
        return err.includes(`put "${name}":`) ? [] : [name];
      }),
    );
    expect(told.flat()).toEqual([
      'alsoReport',
      'failOnUnread',
      'ignore',
      'packages',
      'overrides',
      'baseUrls',
      'clients',
    ]);
  });
});
