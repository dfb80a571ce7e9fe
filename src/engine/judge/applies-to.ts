import { remembered } from '../../lib/remembered.js';
import type { Catalogue } from '../../model/deprecation.js';
import type { Finding } from '../../model/finding.js';

/** A finding no surer than that what ends does so for this caller: code does not tell whether it is one of those meant. */
export function withoutKnowingWhom(catalogue: Catalogue, finding: Finding): Finding {
  if (finding.confidence !== 'certain' || !limited(catalogue).has(finding.deprecation)) return finding;
  return { ...finding, confidence: 'probable' };
}

const limited = remembered(
  ({ deprecations }: Catalogue): ReadonlySet<string> =>
    new Set(deprecations.flatMap(({ id, appliesTo }) => (appliesTo === undefined ? [] : [id]))),
);
