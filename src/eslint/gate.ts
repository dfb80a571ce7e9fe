import type { Catalogue } from '../model/deprecation.js';
import { buildPrefilter } from '../scanner/prefilter.js';
import type { Prefilter } from '../scanner/prefilter.js';

const prefilters = new WeakMap<Catalogue, Prefilter>();

/** The text test of a catalogue: what a text without a hit holds is of no concern. */
export function gateOf(catalogue: Catalogue): Prefilter {
  let prefilter = prefilters.get(catalogue);
  if (prefilter === undefined) prefilters.set(catalogue, (prefilter = buildPrefilter(catalogue)));
  return prefilter;
}
