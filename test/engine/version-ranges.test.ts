import { describe, expect, it } from 'vitest';
import { rowCoversVersion } from '../../src/engine/requests/sdk/sdk-chain.js';

describe('versionsHold', () => {
  const row = { from: '4.0.0', before: '5.0.0' };
  it.each([
    ['4.0.0', 'yes'],
    ['4.52.8', 'yes'],
    ['4.x', 'yes'],
    ['^4.1.0', 'yes'],
    ['~4.1', 'yes'],
    ['~> 4.0', 'yes'],
    ['~> 4.20.1', 'yes'],
    ['>= 4, < 5', 'yes'],
    ['>=4.2.0 <5.0.0', 'yes'],
    ['~> 4.0, != 4.3.0', 'yes'],
    ['4.1.0-rc.1', 'yes'],
    ['==4.1.0', 'yes'],
    ['===4.1.0', 'yes'],
    ['~=4.1', 'yes'],
    ['==3.9.0', 'no'],
    ['~=4.1.2', 'yes'],
    ['~=3.9', 'no'],
    ['5.0.0', 'no'],
    ['3.35.0', 'no'],
    ['~> 5.0', 'no'],
    ['< 4.0', 'no'],
    ['^3.0.0', 'no'],
    ['>= 4.0', 'unknown'],
    ['> 3.0', 'unknown'],
    ['~> 3', 'no'],
    ['>= 3.1, < 4.9', 'unknown'],
    ['^3.0.0 || ^4.0.0', 'unknown'],
    ['latest', 'unknown'],
    ['workspace:*', 'unknown'],
    ['', 'unknown'],
    [undefined, 'unknown'],
  ] as const)('returns for the range %s: %s', (version, expected) => {
    expect(rowCoversVersion(row, version)).toBe(expected);
  });

  it('needs no upper bound in the range if the row has none', () => {
    expect(rowCoversVersion({ from: '4.0.0' }, '>= 4.1')).toBe('yes');
    expect(rowCoversVersion({ from: '4.0.0' }, '>= 3.1')).toBe('unknown');
  });
});
