import { ts } from 'ts-morph';
import { expect, it } from 'vitest';
import { loadTypeScript } from '../../src/files/load-typescript.js';

it('loads the compiler of ts-morph once', () => {
  expect(loadTypeScript().version).toBe(ts.version);
  expect(loadTypeScript()).toBe(loadTypeScript());
});
