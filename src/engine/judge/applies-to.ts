import { remembered } from '../../lib/collections.js';
import type { Catalogue } from '../../model/deprecation.js';
import type { Finding } from '../../model/finding.js';

/** Lowers the confidence of a finding whose deprecation covers only some callers, which code does not show. */
export function withoutKnowingWhom(catalogue: Catalogue, finding: Finding): Finding {
  if (finding.confidence !== 'certain' || !limited(catalogue).has(finding.deprecation)) return finding;
  return { ...finding, confidence: 'probable' };
}

const limited = remembered(
  ({ deprecations }: Catalogue): ReadonlySet<string> =>
    new Set(deprecations.flatMap(({ id, appliesTo }) => (appliesTo === undefined ? [] : [id]))),
);
