import { hideSecrets } from '../../core/lib/mask-secrets.js';
import type { Catalogue, Deprecation } from '../../core/model/deprecation.js';
import type { Finding } from '../../core/model/finding.js';
import type { Edit, Fix, OwnedFix } from '../../core/model/fix.js';
import type { Place } from '../../core/model/span.js';
import { fixFields } from './field-fix.js';
import { fixFile, isOwned } from './ownership.js';
import type { FixSources } from './ownership.js';
import { fixHeaders, fixSuites } from './entry-fix.js';
import { fixQuery, fixSegment } from './url-fix.js';

/**
 * The exact fix of each finding that has one. A fix changes a text only if requests alone use it, and all their
 * findings need the same change; so `findings` should be complete. A possible finding has no fix, because its fix would
 * be as uncertain; nor has a finding whose text contains a secret.
 */
export function fixesOf(
  findings: readonly Finding[],
  catalogue: Pick<Catalogue, 'deprecations'>,
  sources: FixSources,
): ReadonlyMap<Finding, Fix> {
  if (findings.length === 0) return new Map();
  const byId = new Map(catalogue.deprecations.map((entry) => [entry.id, entry]));
  const offers = findings.flatMap((finding) => {
    const fix = finding.confidence === 'possible' ? undefined : fixOf(finding, byId.get(finding.deprecation), sources);
    return fix === undefined || fix.edits.length === 0 ? [] : [{ finding, fix }];
  });
  const senders = new Map<string, readonly Place[]>();
  for (const { finding, fix } of offers)
    for (const edit of fix.edits)
      senders.set(editKey(edit), [...(senders.get(editKey(edit)) ?? []), ...(finding.sentAt ?? [])]);
  const isExact = (finding: Finding, { owned, edits }: OwnedFix): boolean =>
    owned.every((place) => {
      const file = fixFile(place.file, finding.language ?? 'javascript', sources);
      const agreeing = edits.filter((edit) => edit.file === place.file).map((edit) => senders.get(editKey(edit)) ?? []);
      // Other requests could need only one of several edits.
      const [first = []] = agreeing;
      return file !== undefined && isOwned({ place, senders: first }, file, sources);
    });
  return new Map(
    offers
      .filter(({ finding, fix }) => isExact(finding, fix) && !holdsSecret(fix, sources))
      .map(({ finding, fix: { action, edits } }) => [finding, { action, edits }]),
  );
}

function fixOf(finding: Finding, deprecation: Deprecation | undefined, sources: FixSources): OwnedFix | undefined {
  const file = fixFile(finding.at.file, finding.language ?? 'javascript', sources);
  if (file === undefined) return undefined;
  if (finding.lacks !== undefined) return fixQuery(finding, finding.lacks, file);
  switch (deprecation?.kind) {
    case 'segment':
    case 'endpoint':
      return fixSegment(finding, deprecation, sources);
    case 'field':
      return fixFields(finding, deprecation, file);
    case 'headers':
      return fixHeaders(finding, deprecation, sources);
    case 'cipher-suites':
      return fixSuites(finding, deprecation, file);
    default:
      return undefined;
  }
}

/** Key that equal edits share. */
function editKey({ file, span, text }: Edit): string {
  return `${String(span[0])} ${String(span[1])} ${file} ${text}`;
}

function holdsSecret({ edits }: Fix, { textOf }: FixSources): boolean {
  return edits.some(({ file, span, text }) => {
    const old = textOf(file)?.slice(...span) ?? '';
    return hideSecrets(old) !== old || hideSecrets(text) !== text;
  });
}
