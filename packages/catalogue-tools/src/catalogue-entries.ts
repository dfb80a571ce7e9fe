import type { Catalogue, Deprecation } from '../../../src/core/model/deprecation.js';

/** All entries of a catalogue, including those that its vendor withdrew. */
export function allEntries({ deprecations, hidden = [] }: Catalogue): readonly Deprecation[] {
  const back = hidden.filter(({ reason }) => reason === 'withdrawn' || reason === 'revived');
  return [...deprecations, ...back.map(({ deprecation }) => deprecation)];
}
