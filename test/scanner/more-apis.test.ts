import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../src/catalogue/load.js';
import { packagedApis } from '../../src/catalogue/packaged.js';
import { scan } from '../../src/scan/index.js';
import type { Catalogue } from '../../src/model/deprecation.js';

const FIXTURES = fileURLToPath(new URL('../../fixtures', import.meta.url));
const ONE = loadCatalogue();
const ALL = loadCatalogue({ apis: packagedApis() });

async function found(root: string, catalogue: Catalogue): Promise<readonly string[]> {
  const { findings } = await scan({ root, catalogue, minConfidence: 'possible', asOf: '2026-01-01' });
  return findings.map(({ file, range, deprecation, confidence }) =>
    [file, range.start.line, range.start.column, deprecation, confidence].join(' '),
  );
}

/** Whoever adds a file that uses another API brings its catalogue into the scan. */
describe('catalogues of more APIs', () => {
  const themes = readdirSync(FIXTURES).filter((theme) => theme !== 'apis' && theme !== 'waf-plan');

  it.each(themes)('hide nothing of the first one, and make nothing of it less sure: %s', async (theme) => {
    const root = join(FIXTURES, theme);
    const all = new Set(await found(root, ALL));
    expect((await found(root, ONE)).filter((one) => !all.has(one))).toEqual([]);
  });
});
