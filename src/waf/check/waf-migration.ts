import type { Check } from '../../engine/checks/check.js';
import type { FileContext } from '../../engine/evaluate/program.js';
import type { CallSite } from '../../engine/judge/site-view.js';
import type { SiteFinder } from '../../engine/requests/calling/site.js';
import type { Finding } from '../../core/model/finding.js';
import { WAF_DEPRECATION } from '../migration/operations.js';
import { isLeftToCallers, judgeInside } from './wrapped-requests.js';
import { excessOf } from './limits.js';
import { excessFinding, requestFinding } from './migration-finding.js';
import { migrationWords, relatedFiles } from './migration-scope.js';
import { orderProblems } from './order-problems.js';
import type { Surroundings } from './order-problems.js';
import { judgeRequest } from './request-problems.js';
import { mayFinish } from './step.js';
import type { MigrationStep } from './step.js';
import { migrationUrlOf, provenHost, targetsOf } from './target.js';

/** Checks the requests of the migration to the new WAF Managed Rules, each by itself and in their order. */
export const wafMigration: Check = {
  rule: 'valid-waf-migration',
  begin({ finder, context }) {
    if (!finder.catalogue.deprecations.some(({ id }) => id === WAF_DEPRECATION)) return undefined;
    const steps: MigrationStep[] = [];
    const orderedSteps = (): readonly MigrationStep[] => steps.filter(({ isInCallee }) => isInCallee !== true);
    return {
      ofSite(site) {
        const excess = checkLimits(site);
        const step = migrationStep(site);
        if (step !== undefined) steps.push(step);
        return excess;
      },
      ofFile: () => migrationFindings(finder, context, { steps, orderedSteps: orderedSteps() }),
      amend: (findings) => afterMigration(finder, context, { findings, steps: orderedSteps() }),
    };
  },
  mayComplete: isLeftToCallers,
};

/** Judges a site as a migration request; undefined for other requests. Leaves out problems inside a called function. */
function migrationStep(site: CallSite): MigrationStep | undefined {
  const targets = targetsOf(site);
  const [target] = targets;
  const judged = target === undefined ? undefined : judgeRequest(site, targets);
  if (target === undefined || judged === undefined) return undefined;
  const inside = judgeInside(site);
  const reportedInside = new Set(inside.flatMap(({ problems }) => problems.map(({ what }) => what)));
  const isTakenInside = inside.some(({ mode }) => mode === judged.mode);
  return {
    site,
    target,
    judged: { ...judged, problems: judged.problems.filter(({ what }) => !reportedInside.has(what)) },
    ...(isTakenInside ? { isInCallee: true } : {}),
  };
}

/** Returns a finding for a body that exceeds the limits of the migration: 200 firewall rules, 4 KB an expression. */
function checkLimits(site: CallSite): readonly Finding[] {
  for (const url of site.site.urls) {
    const path = migrationUrlOf(site, url)
      .segments.slice(2)
      .map((segment) => segment.text ?? '')
      .join('/');
    const [, ruleKind] = /^(firewall\/rules|filters)(?:\/|$)/.exec(path) ?? [];
    const host = ruleKind === undefined ? undefined : provenHost(site, url);
    if (host === undefined) continue;
    const excess = excessOf(site.finder.evaluator, site.site, ruleKind === 'filters' ? 'filters' : 'firewall rules');
    return excess.length === 0 ? [] : excessFinding(site, { url, host }, excess);
  }
  return [];
}

/** Returns one finding for each migration request of a file that has problems, such as its order among the others. */
function migrationFindings(
  finder: SiteFinder,
  context: FileContext,
  { steps, orderedSteps }: Readonly<Record<'steps' | 'orderedSteps', readonly MigrationStep[]>>,
): readonly Finding[] {
  if (steps.length === 0) return [];
  const order = orderProblems(context, orderedSteps, () => surroundingsOf(finder, context));
  return steps.flatMap((step) => requestFinding(step, [...step.judged.problems, ...(order.get(step) ?? [])]));
}

/** Collects the migration steps of the files related to a file. */
function surroundingsOf(finder: SiteFinder, context: FileContext): Surroundings {
  const relatedWords = [...relatedFiles(finder.evaluator.program, context)].map(migrationWords);
  return {
    isCheckedElsewhere: relatedWords.some(({ checks }) => checks),
    isReadElsewhere: relatedWords.some(({ reads }) => reads.length > 0),
  };
}

/** Adds notes to findings for calls of the previous version, if the program also finishes the migration. */
function afterMigration(
  finder: SiteFinder,
  context: FileContext,
  { findings, steps }: { readonly findings: readonly Finding[]; readonly steps: readonly MigrationStep[] },
): readonly Finding[] {
  const isOfOldVersion = (finding: Finding): boolean =>
    finding.deprecation === WAF_DEPRECATION && finding.rule !== 'valid-waf-migration';
  if (!findings.some(isOfOldVersion)) return findings;
  const place = finishingFile(finder, context, steps);
  if (place === undefined) return findings;
  const note = `${place} also finishes the migration: the operation stops working once the zone has migrated.`;
  return findings.map((finding) =>
    isOfOldVersion(finding) ? { ...finding, notes: [...finding.notes, note] } : finding,
  );
}

function finishingFile(finder: SiteFinder, context: FileContext, steps: readonly MigrationStep[]): string | undefined {
  if (steps.some(mayFinish)) return 'This file';
  for (const related of relatedFiles(finder.evaluator.program, context))
    if (migrationWords(related).finishes) return `\`${related.file}\``;
  return undefined;
}
