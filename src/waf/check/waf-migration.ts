import type { Check } from '../../engine/checks/check.js';
import type { FileContext } from '../../engine/evaluate/program.js';
import { finding, senderOf } from '../../engine/judge/finding.js';
import { locate } from '../../engine/judge/locate.js';
import type { CallSite } from '../../engine/judge/site-view.js';
import type { UrlSegment } from '../../engine/match/request-url.js';
import type { SiteFinder } from '../../engine/requests/site-finder.js';
import type { Parts } from '../../engine/values/value.js';
import type { Evidence } from '../../model/evidence.js';
import type { Finding } from '../../model/finding.js';
import { MIGRATION_OPERATIONS, MIGRATION_TOPIC, OPERATIONS, WAF_DEPRECATION } from '../migration/operations.js';
import type { MigrationOperation } from '../migration/operations.js';
import { migrationWords, relatedFiles } from './migration-scope.js';
import type { Problem } from './problem.js';
import { judgeRequest, methodOf } from './request-problems.js';
import { limitProblems } from './waf-bodies.js';

/** Requests of the migration to the new WAF Managed Rules, one by one and together. */
export const wafMigration: Check = {
  rule: 'valid-waf-migration',
  begin({ finder, context }) {
    if (!finder.catalogue.deprecations.some(({ id }) => id === WAF_DEPRECATION)) return undefined;
    const steps: MigrationStep[] = [];
    return {
      ofSite(site) {
        const beyond = checkLimits(site);
        const step = migrationStep(site);
        if (step !== undefined) steps.push(step);
        return beyond;
      },
      ofFile: () => migrationFindings(finder, context, steps),
      amend: (findings) => afterMigration(finder, context, { findings, steps }),
    };
  },
};

/** A request of the migration in a file, for what is looked at beyond the one request. */
interface MigrationStep {
  readonly site: CallSite;
  readonly checks: boolean;
  readonly finishes: boolean;
  readonly findings: readonly Finding[];
}

/** The operation that a problem is told of, and the URL that requests it. */
interface Target {
  readonly url: Parts;
  readonly operation: MigrationOperation;
  readonly host: Evidence['host'];
}

/** Judges one site as a request of the migration. Undefined where it is none. */
function migrationStep(site: CallSite): MigrationStep | undefined {
  for (const url of site.site.urls) {
    const { segments, query } = site.finder.urlOf(url);
    const operation = operationOf(segments);
    const host = operation === undefined ? undefined : provenHost(site, url);
    if (operation === undefined || host === undefined) continue;
    const judged = judgeRequest(site, operation, query);
    if (judged === undefined) continue;
    const findings = judged.problems.flatMap((problem) => migrationFinding(site, { url, operation, host }, problem));
    return { site, checks: operation === 'check', finishes: judged.mode === 'pending', findings };
  }
  return undefined;
}

/** What all paths of the migration begin with; whatever stands in its place is taken for it. */
const SCOPE = '/zones/{zone_id}';

function operationOf(segments: readonly UrlSegment[]): MigrationOperation | undefined {
  const texts = segments.map((segment) => segment.text ?? segment.parts.find((part) => part.kind === 'text')?.text);
  const path = `${SCOPE}/${texts.slice(2).join('/')}`;
  return MIGRATION_OPERATIONS.find((operation) => OPERATIONS[operation] === path);
}

/** Where a URL leads, if that is the API for all that is known. */
function provenHost(site: CallSite, url: Parts): Evidence['host'] | undefined {
  const { host } = site.hostOf(url);
  return host === 'exact' || host === 'graph' || host === 'version' ? host : undefined;
}

function migrationFinding(view: CallSite, { url, operation, host }: Target, problem: Problem): readonly Finding[] {
  const { site, context, call } = view;
  const part = url.findLast((piece) => piece.kind === 'text');
  return finding({
    rule: 'valid-waf-migration',
    deprecation: MIGRATION_TOPIC,
    operation: { method: methodOf(operation), path: OPERATIONS[operation] },
    ...senderOf(site),
    at: part?.kind === 'text' ? locate(view, part) : { file: context.file, span: call.at },
    evidence: { host, path: 'exact', method: 'listed', site: site.kind, steps: [] },
    url,
    problem: problem.what,
    reason:
      'The migration of a zone to the new WAF Managed Rules is specified so, and cannot be reversed once it is finished.',
    remedy: problem.now,
  });
}

/** Limits of the migration that a body written in the program exceeds: 200 firewall rules, 4 KB an expression. */
function checkLimits(site: CallSite): readonly Finding[] {
  for (const url of site.site.urls) {
    const path = site.finder
      .urlOf(url)
      .segments.slice(2)
      .map((segment) => segment.text ?? '')
      .join('/');
    if (!/^(?:firewall\/rules|filters)(?:\/|$)/.test(path)) continue;
    const host = provenHost(site, url);
    if (host === undefined) continue;
    return limitProblems(site.finder.evaluator, site.site).flatMap((problem) =>
      migrationFinding(site, { url, operation: 'entrypoint', host }, problem),
    );
  }
  return [];
}

/** An update that finishes the migration although nothing in the program checks first that the zone can. */
function uncheckedFinish(site: CallSite): readonly Finding[] {
  const [url] = site.site.urls;
  const problem: Problem = {
    what: 'This update finishes the migration, which cannot be reversed, and no compatibility check was found before it.',
    now: `Call \`GET ${OPERATIONS.check}?phase_two=1\` first and go on only where \`compatible\` is true.`,
  };
  return url === undefined ? [] : migrationFinding(site, { url, operation: 'entrypoint', host: 'graph' }, problem);
}

/** Findings of all migration requests of a file, and of what is missing between them. */
function migrationFindings(
  finder: SiteFinder,
  context: FileContext,
  steps: readonly MigrationStep[],
): readonly Finding[] {
  const found = steps.flatMap((step) => step.findings);
  const finish = steps.find((step) => step.finishes);
  if (finish === undefined || steps.some((step) => step.checks) || migrationWords(context).checks) return found;
  for (const related of relatedFiles(finder.evaluator.program, context))
    if (migrationWords(related).checks) return found;
  return [...found, ...uncheckedFinish(finish.site)];
}

/** Calls of the previous version in a program that also finishes the migration say so. */
function afterMigration(
  finder: SiteFinder,
  context: FileContext,
  { findings, steps }: { readonly findings: readonly Finding[]; readonly steps: readonly MigrationStep[] },
): readonly Finding[] {
  const isOld = (one: Finding): boolean => one.deprecation === WAF_DEPRECATION && one.rule !== 'valid-waf-migration';
  if (!findings.some(isOld)) return findings;
  const place = finishesIn(finder, context, steps);
  if (place === undefined) return findings;
  const note = `${place} also finishes the migration: the operation stops working once the zone has migrated.`;
  return findings.map((one) => (isOld(one) ? { ...one, notes: [...one.notes, note] } : one));
}

function finishesIn(finder: SiteFinder, context: FileContext, steps: readonly MigrationStep[]): string | undefined {
  if (steps.some((step) => step.finishes)) return 'This file';
  for (const related of relatedFiles(finder.evaluator.program, context))
    if (migrationWords(related).finishes) return `\`${related.file}\``;
  return undefined;
}
