import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { replacementFaults } from '../../tools/catalogue/check-replacements.js';
import type { ReplacementRules } from '../../tools/catalogue/check-replacements.js';
import { loadCatalogue } from '../../src/knowledge/catalogue/load.js';
import { packagedApis } from '../../src/knowledge/catalogue/packaged.js';

describe.each(packagedApis())('the replacements of %s', (api) => {
  const catalogue = loadCatalogue({ builtin: false, apis: [api] });
  const input = new URL(`../../rules/apis/inputs/${api}.json`, import.meta.url);
  const rules = JSON.parse(readFileSync(input, 'utf8')) as ReplacementRules;

  it('can be resolved', () => {
    expect(replacementFaults(catalogue, rules)).toEqual([]);
  });
});
