import { outlineOf } from '../knowledge/catalogue/load.js';
import { derived } from '../core/lib/identity.js';
import { memoByObject } from '../core/lib/collections.js';
import type { Catalogue, HiddenDeprecation } from '../core/model/deprecation.js';
import type { Finding } from '../core/model/finding.js';

/**
 * Adds the deprecations that the vendor cancelled to a catalogue, so that a report can count the findings that it
 * leaves out. Memoised by catalogue.
 */
export const watchedCatalogue = memoByObject((catalogue: Catalogue): Catalogue => {
  const entries = withdrawnOf(catalogue).map(({ deprecation }) => deprecation);
  if (entries.length === 0) return catalogue;
  const { outline } = catalogue;
  let deprecations: Catalogue['deprecations'] | undefined;
  return derived(catalogue, 'with what was cancelled', {
    ...(outline === undefined ? {} : { outline: outlineOf(entries, outline) }),
    get deprecations() {
      return (deprecations ??= [...catalogue.deprecations, ...entries]);
    },
  });
});

/** Ids of the cancelled deprecations, whose findings are counted but not reported. */
export function withdrawnIds(catalogue: Catalogue): ReadonlySet<string> {
  return new Set(withdrawnOf(catalogue).map(({ deprecation }) => deprecation.id));
}

/** Sentences about findings that are left out because the deprecation was cancelled, one for each deprecation. */
export function withdrawnLimits(catalogue: Catalogue, leftOut: readonly Finding[]): readonly string[] {
  return withdrawnOf(catalogue).flatMap(({ deprecation, layer }) => {
    const calls = leftOut.filter((finding) => finding.deprecation === deprecation.id).length;
    if (calls === 0) return [];
    const since = deprecation.withdrawn?.since;
    const when = since === undefined ? '' : ` ${since.length === 'YYYY-MM-DD'.length ? 'on' : 'in'} ${since}`;
    const hint = layer.kind === 'edition' ? ' (`--edition specification` does)' : '';
    return [
      `${calls === 1 ? '1 call matches' : `${calls} calls match`} \`${deprecation.id}\`, a deprecation that the vendor cancelled${when}: not reported${hint}.`,
    ];
  });
}

function withdrawnOf({ hidden = [] }: Catalogue): readonly HiddenDeprecation[] {
  return hidden.filter(({ reason }) => reason === 'withdrawn');
}
