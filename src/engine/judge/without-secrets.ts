import { hideSecrets } from '../../lib/mask-secrets.js';
import type { Finding, UnresolvedSite } from '../../model/finding.js';

/**
 * A finding without the keys and ids that are in the code: all its texts may contain pieces of them. The fingerprint is
 * that of the unmasked finding.
 */
export function withoutSecrets(finding: Finding): Finding {
  const { operation, listed, problem, reason, remedy, evidence } = finding;
  return {
    ...finding,
    ...(operation === undefined ? {} : { operation: { ...operation, path: hideSecrets(operation.path) } }),
    ...(listed === undefined ? {} : { listed: { ...listed, path: hideSecrets(listed.path) } }),
    ...(problem === undefined ? {} : { problem: hideSecrets(problem) }),
    ...(reason === undefined ? {} : { reason: hideSecrets(reason) }),
    ...(remedy === undefined ? {} : { remedy: hideSecrets(remedy) }),
    evidence: { ...evidence, steps: evidence.steps.map((step) => ({ ...step, note: hideSecrets(step.note) })) },
    url: hideSecrets(finding.url),
    client: hideSecrets(finding.client),
    notes: finding.notes.map(hideSecrets),
  };
}

/** An unresolved request without secrets. */
export function siteWithoutSecrets(site: UnresolvedSite): UnresolvedSite {
  return {
    ...site,
    url: hideSecrets(site.url),
    client: hideSecrets(site.client),
    reason: hideSecrets(site.reason),
  };
}
