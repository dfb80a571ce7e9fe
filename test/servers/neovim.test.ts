import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { API } from '../cli/support.js';
import { folder } from '../scanner/support.js';

const fileOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

describe.skipIf(spawnSync('nvim', ['--version']).status !== 0)('Neovim', { timeout: 90_000 }, () => {
  it('shows findings at their current lines while a text changes, and applies code actions', () => {
    const url = `${API}/zones/1/pagerules`;
    const root = folder({ 'a.sh': `curl "${url}"\n`, 'b.py': `import requests\nrequests.get("${url}")\n` });
    const script = fileOf('neovim.lua');
    const { stdout } = spawnSync('nvim', ['-u', 'NONE', '--headless', '-c', `luafile ${script}`], {
      cwd: root,
      env: { ...process.env, SUNSET_PROGRAM: fileOf('../../dist/program/main.cjs') },
      encoding: 'utf8',
      timeout: 80_000,
    });
    expect(stdout.trim().split(/\r?\n/)).toEqual(['opened 1', 'moved 2', 'mended ', 'opened 2', 'excepted']);
  });
});
