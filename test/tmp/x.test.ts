import { it } from 'vitest';
import { createAnalyser } from '../../src/engine/analyse.js';
import { readerOf } from '../engine/support.js';
import { readFileSync } from 'node:fs';
import { catalogueOf } from '../fixtures-support.js';
it('x', () => {
  const source = readFileSync('/tmp/shp/s4/b.js', 'utf8');
  const r = createAnalyser({ catalogue: catalogueOf('x'), modules: readerOf({ 'a.ts': source }) })('a.ts');
  console.log(JSON.stringify(r, null, 1));
});
