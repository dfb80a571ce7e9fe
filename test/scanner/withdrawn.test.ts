import { describe, expect, it } from 'vitest';
import type { Catalogue, Deprecation, HiddenDeprecation } from '../../src/core/model/deprecation.js';
import { watchedCatalogue, withdrawnIds, withdrawnLimits } from '../../src/scan/withdrawn.js';
import { CATALOGUE, finding } from './support.js';

const TAKEN: Deprecation = {
  ...(CATALOGUE.deprecations[0] as Deprecation),
  id: 'bells',
  withdrawn: { since: '2024-06-17', source: 'acme-docs#1' },
};

function hiding(...hidden: readonly HiddenDeprecation[]): Catalogue {
  return { ...CATALOGUE, hidden };
}

const BY_EDITION: HiddenDeprecation = {
  deprecation: TAKEN,
  reason: 'withdrawn',
  layer: { kind: 'edition', name: 'current' },
};
const LEFT = [{ ...finding('a.ts', { at: [0, 1] }), deprecation: 'bells' }, finding('a.ts', { at: [2, 3] })];

describe('a deprecation cancelled by the vendor', () => {
  it('is searched for, with the same catalogue object each time', () => {
    const catalogue = hiding(BY_EDITION);
    expect(watchedCatalogue(catalogue).deprecations.map(({ id }) => id)).toEqual(['rate-limits', 'filters', 'bells']);
    expect(watchedCatalogue(catalogue)).toBe(watchedCatalogue(catalogue));
    expect([...withdrawnIds(catalogue)]).toEqual(['bells']);
  });

  it('is not searched for if the user disabled it, or only another edition has it', () => {
    for (const reason of ['disabled', 'edition', 'revived'] as const) {
      const catalogue = hiding({ ...BY_EDITION, reason });
      expect(watchedCatalogue(catalogue)).toBe(catalogue);
      expect(withdrawnLimits(catalogue, LEFT)).toEqual([]);
    }
    expect(watchedCatalogue(CATALOGUE)).toBe(CATALOGUE);
  });

  it('is noted with the number of its calls, and the option that reports them', () => {
    expect(withdrawnLimits(hiding(BY_EDITION), LEFT)).toEqual([
      '1 call matches `bells`, a deprecation that the vendor cancelled on 2024-06-17: not reported (`--edition specification` does).',
    ]);
    const file: HiddenDeprecation = {
      ...BY_EDITION,
      deprecation: { ...TAKEN, withdrawn: { since: '2024-06', source: 'x' } },
      layer: { kind: 'file', name: 'own.json:3' },
    };
    expect(withdrawnLimits(hiding(file), [...LEFT, ...LEFT])).toEqual([
      '2 calls match `bells`, a deprecation that the vendor cancelled in 2024-06: not reported.',
    ]);
    expect(withdrawnLimits(hiding(BY_EDITION), [])).toEqual([]);
  });
});
