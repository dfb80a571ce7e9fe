import { ts } from 'ts-morph';
import { expect, it } from 'vitest';
import { loadTypeScript } from '../../src/sources/load-typescript.js';

it('loads the compiler that ts-morph has, without what is around it', () => {
  expect(loadTypeScript().version).toBe(ts.version);
});
