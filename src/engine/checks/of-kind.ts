import { remembered } from '../../lib/collections.js';
import type { Catalogue, Deprecation } from '../../model/deprecation.js';

type OfKind<K extends Deprecation['kind']> = Extract<Deprecation, { readonly kind: K }>;

/** Deprecations of one kind in a catalogue, memoised because checks ask for them at each request. */
export function ofKind<K extends Deprecation['kind']>(kind: K): (catalogue: Catalogue) => readonly OfKind<K>[] {
  return remembered(({ deprecations }: Catalogue) =>
    deprecations.filter((deprecation): deprecation is OfKind<K> => deprecation.kind === kind),
  );
}
