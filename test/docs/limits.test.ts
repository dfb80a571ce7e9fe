import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { limitsOf, limitsPage } from '../../tools/docs/limits.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

it('requires a description of every limit in tools/docs/limits.txt', () => {
  const { limits, stray } = limitsOf(ROOT);
  expect(limits.length).toBeGreaterThan(200);
  expect(limits.flatMap(({ id, about }) => (about === undefined ? [id] : []))).toEqual([]);
  expect(stray).toEqual([]);
});

it('keeps docs/limits.md up to date', () => {
  expect(readFileSync(`${ROOT}/docs/limits.md`, 'utf8').replaceAll('\r\n', '\n')).toBe(limitsPage(ROOT));
});
