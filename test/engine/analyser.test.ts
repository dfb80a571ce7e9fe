import { describe, expect, it } from 'vitest';
import { CHECKS } from '../../src/engine/all-checks.js';
import { createAnalyser } from '../../src/engine/analyse.js';
import { completeFinding } from '../../src/engine/judge/finding.js';
import type { FindingDraft } from '../../src/engine/judge/finding.js';
import type { ClientModel } from '../../src/core/model/client-model.js';
import { NOTHING_ANALYSED } from '../../src/core/model/finding.js';
import { RULES } from '../../src/core/model/rules.js';
import { catalogueOf, PLACE, readerOf } from './support.js';

const CATALOGUE = catalogueOf({ bells: [['GET', '/towers/{id}/bells']] });

const BELL_CLIENT: ClientModel = {
  name: 'bell client',
  origins: [{ module: 'bell-client', export: 'ring' }],
  requests: [{ member: '', url: 0, method: 'GET' }],
  baseUrl: 'https://api.clock.test/rest/v2',
};

describe('an analyser', () => {
  it('uses only the clients it was created with, even when another analyser reads the same modules', () => {
    const modules = readerOf({ 'a.ts': "import { ring } from 'bell-client';\nring('/towers/1/bells');" });
    const withClient = createAnalyser({ catalogue: CATALOGUE, modules, clients: [BELL_CLIENT] });
    const without = createAnalyser({ catalogue: CATALOGUE, modules });
    expect(without('a.ts').findings).toEqual([]);
    expect(withClient('a.ts').findings).toMatchObject([
      { rule: 'no-deprecated-endpoint', deprecation: 'bells', confidence: 'certain', client: 'bell client' },
    ]);
    expect(without('a.ts').findings).toEqual([]);
  });

  it('finds nothing in a file that cannot be read', () => {
    const analyse = createAnalyser({ catalogue: CATALOGUE, modules: readerOf({}) });
    expect(analyse('a.ts')).toEqual(NOTHING_ANALYSED);
  });
});

describe('the list of checks', () => {
  it('has a check for each rule', () => {
    expect([...new Set(CHECKS.map(({ rule }) => rule))].sort()).toEqual([...RULES].sort());
  });
});

describe('a finding', () => {
  const draft: FindingDraft = {
    rule: 'no-deprecated-endpoint',
    deprecation: 'bells',
    at: PLACE,
    client: 'fetch',
    evidence: { host: 'unknown', path: 'exact', method: 'listed', site: 'request', steps: [] },
    url: [
      { kind: 'hole', name: 'base', at: PLACE, reason: 'a value known only at run time' },
      { kind: 'text', text: `/${'x'.repeat(300)}`, at: PLACE },
    ],
  };

  it('shows the start of its URL, lists no unknown methods, and takes its confidence from its evidence', () => {
    expect(completeFinding(draft)).toMatchObject([
      { url: `\${base}/${'x'.repeat(191)}…`, methods: [], notes: [], confidence: 'possible' },
    ]);
  });

  it('is dropped if its path could belong to another API', () => {
    expect(completeFinding({ ...draft, trust: { isDistinctive: false, hasWordAsParameter: false } })).toEqual([]);
  });

  it('takes an explicit confidence over the one derived from evidence', () => {
    expect(completeFinding({ ...draft, confidence: 'certain' })).toMatchObject([{ confidence: 'certain' }]);
  });
});
