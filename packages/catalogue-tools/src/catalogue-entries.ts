import type { Catalogue, Deprecation } from '../../../src/core/model/deprecation.js';

/** All entries of a catalogue, including hidden ones, which the vendor cancelled or uses again. */
export function allEntries({ deprecations, hidden = [] }: Catalogue): readonly Deprecation[] {
  const cancelledEntries = hidden.filter(({ reason }) => reason === 'withdrawn' || reason === 'revived');
  return [...deprecations, ...cancelledEntries.map(({ deprecation }) => deprecation)];
}
