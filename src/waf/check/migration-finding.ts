import { confidenceOf, completeFinding, senderOf } from '../../engine/judge/finding.js';
import type { HostJudgement } from '../../engine/judge/host-proof.js';
import { findingPlace } from '../../engine/judge/trace.js';
import type { CallSite } from '../../engine/judge/site-view.js';
import type { Parts } from '../../engine/values/value.js';
import type { Evidence, EvidenceStep } from '../../core/model/evidence.js';
import type { Finding } from '../../core/model/finding.js';
import type { Place } from '../../core/model/span.js';
import { MIGRATION_TOPIC, OPERATION_PATHS } from '../migration/operations.js';
import type { Excess } from './limits.js';
import { problemSentences, remedyOf, reportedTogether, weaker } from './problem.js';
import type { Problem } from './problem.js';
import type { MigrationStep } from './step.js';
import { methodOf } from './target.js';

const REASON =
  'The migration of a zone to the new WAF Managed Rules is specified so, and cannot be reversed once it is finished.';

/** Returns one finding for a request, with all its problems, at the first place to edit. */
export function requestFinding({ site, target }: MigrationStep, allProblems: readonly Problem[]): readonly Finding[] {
  const [problems, surest] = reportedTogether(allProblems);
  const [first] = problems;
  if (first === undefined) return [];
  const { url, host, operation } = target;
  const at = first.at?.file === site.context.file ? first.at : urlPlace(site, url);
  const evidence = evidenceOf(
    site,
    { url, host },
    problems.flatMap(({ steps = [], at: place, what }): EvidenceStep[] => [
      ...steps,
      ...(place === undefined || startsAtSamePlace(place, at)
        ? []
        : [{ kind: 'literal' as const, at: place, note: `it ${what}` }]),
    ]),
  );
  const level = confidenceOf(evidence, { isDistinctive: true, hasWordAsParameter: false });
  if (level === undefined) return [];
  return completeFinding({
    rule: 'valid-waf-migration',
    deprecation: MIGRATION_TOPIC,
    ...(operation === undefined
      ? {}
      : { operation: { method: methodOf(operation), path: OPERATION_PATHS[operation] } }),
    ...senderOf(site.site),
    at,
    evidence,
    confidence: weaker(level, surest),
    url,
    ...problemSentences(problems),
    reason: REASON,
    remedy: remedyOf(problems),
    ...(allProblems.length === 1 && first.lacks !== undefined ? { lacks: first.lacks } : {}),
  });
}

/** Returns the finding for a body of firewall rules that exceeds the limits of the migration. */
export function excessFinding(site: CallSite, sender: Sender, excess: readonly Excess[]): readonly Finding[] {
  return completeFinding({
    rule: 'valid-waf-migration',
    deprecation: MIGRATION_TOPIC,
    ...senderOf(site.site),
    at: urlPlace(site, sender.url),
    evidence: evidenceOf(site, sender, []),
    url: sender.url,
    problem: excess.map(({ what }) => what).join(' '),
    reason: REASON,
    remedy: excess.map(({ correction }) => correction).join(' '),
  });
}

/** URL of a request and the judgement of its host. */
interface Sender {
  readonly url: Parts;
  readonly host: HostJudgement;
}

function urlPlace(site: CallSite, url: Parts): Place {
  const part = url.findLast((piece) => piece.kind === 'text');
  return part?.kind === 'text' ? findingPlace(site, part) : { file: site.context.file, span: site.call.at };
}

/** Returns the evidence of a finding: the wrappers, the host, and the problems of the request, each step once. */
function evidenceOf({ site }: CallSite, { host }: Sender, problemSteps: readonly EvidenceStep[]): Evidence {
  const wrappers = site.chain.map((at): EvidenceStep => ({
    kind: 'wrapper',
    at,
    note: 'the request is sent from here',
  }));
  const steps = new Map<string, EvidenceStep>();
  for (const step of [...wrappers, ...host.steps, ...problemSteps]) {
    const key = `${step.at.file} ${String(step.at.span[0])} ${step.note}`;
    if (!steps.has(key)) steps.set(key, step);
  }
  return { host: host.host, path: 'exact', method: 'listed', site: site.kind, steps: [...steps.values()] };
}

function startsAtSamePlace(left: Place, right: Place): boolean {
  return left.file === right.file && left.span[0] === right.span[0];
}
