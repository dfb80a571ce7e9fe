import { expect, it } from 'vitest';
import type { Report } from '../../src/report/report.js';
import { folder } from '../eslint/support.js';
import { API, cli } from './support.js';

const call = (method: string, value: string): string =>
  `fetch('${API}/accounts/a/load_balancers/pools/1', { method: '${method}', body: JSON.stringify({ name: 'p', notification_email: '${value}' }) });\n`;

it('adds a note on the allowed method to a finding about resetting a field', async () => {
  const root = folder({ 'put.js': call('PUT', ''), 'set.js': call('PUT', 'a@b.test'), 'patch.js': call('PATCH', '') });
  const { findings } = JSON.parse((await cli(root, ['scan', '--format', 'json'])).out) as Report;
  const notes = findings.map(({ file, notes: own }) => [file, own.filter((note) => /\bPATCH\b/.test(note)).length]);
  expect(notes).toEqual([
    ['put.js', 1],
    ['set.js', 0],
  ]);
});
