import type { Check } from '../../engine/checks/check.js';
import type { FileContext } from '../../engine/evaluate/program.js';
import type { CallSite } from '../../engine/judge/site-view.js';
import type { SiteFinder } from '../../engine/requests/calling/site.js';
import type { Finding } from '../../core/model/finding.js';
import { WAF_DEPRECATION } from '../migration/operations.js';
import { isLeftToCallers, judgedInside } from './completed.js';
import { excessOf } from './limits.js';
import { excessFinding, requestFinding } from './migration-finding.js';
import { migrationWords, relatedFiles } from './migration-scope.js';
import { orderProblems } from './order-problems.js';
import type { Surroundings } from './order-problems.js';
import { judgeRequest } from './request-problems.js';
import { mayFinish } from './step.js';
import type { MigrationStep } from './step.js';
import { migratedUrl, provenHost, targetsOf } from './target.js';

/** Requests of the migration to the new WAF Managed Rules, one by one and together. */
export const wafMigration: Check = {
  rule: 'valid-waf-migration',
  begin({ finder, context }) {
    if (!finder.catalogue.deprecations.some(({ id }) => id === WAF_DEPRECATION)) return undefined;
    const steps: MigrationStep[] = [];
    const own = (): readonly MigrationStep[] => steps.filter(({ again }) => again !== true);
    return {
      ofSite(site) {
        const excess = checkLimits(site);
        const step = migrationStep(site);
        if (step !== undefined) steps.push(step);
        return excess;
      },
      ofFile: () => migrationFindings(finder, context, { steps, own: own() }),
      amend: (findings) => afterMigration(finder, context, { findings, steps: own() }),
    };
  },
  mayComplete: isLeftToCallers,
};

/**
 * Judges one site as a request of the migration; undefined if it is another request. Mistakes inside a called function
 * are reported there.
 */
function migrationStep(site: CallSite): MigrationStep | undefined {
  const targets = targetsOf(site);
  const [target] = targets;
  const judged = target === undefined ? undefined : judgeRequest(site, targets);
  if (target === undefined || judged === undefined) return undefined;
  const inside = judgedInside(site);
  const reportedInside = new Set(inside.flatMap(({ problems }) => problems.map(({ what }) => what)));
  const isStepThere = inside.some(({ mode }) => mode === judged.mode);
  return {
    site,
    target,
    judged: { ...judged, problems: judged.problems.filter(({ what }) => !reportedInside.has(what)) },
    ...(isStepThere ? { again: true } : {}),
  };
}

/** Limits of the migration that a body written in the program exceeds: 200 firewall rules, 4 KB an expression. */
function checkLimits(site: CallSite): readonly Finding[] {
  for (const url of site.site.urls) {
    const path = migratedUrl(site, url)
      .segments.slice(2)
      .map((segment) => segment.text ?? '')
      .join('/');
    const [, things] = /^(firewall\/rules|filters)(?:\/|$)/.exec(path) ?? [];
    const host = things === undefined ? undefined : provenHost(site, url);
    if (host === undefined) continue;
    const excess = excessOf(site.finder.evaluator, site.site, things === 'filters' ? 'filters' : 'firewall rules');
    return excess.length === 0 ? [] : excessFinding(site, { url, host }, excess);
  }
  return [];
}

/** One finding for each migration request of a file with problems of its own, or of its order among the others. */
function migrationFindings(
  finder: SiteFinder,
  context: FileContext,
  { steps, own }: { readonly steps: readonly MigrationStep[]; readonly own: readonly MigrationStep[] },
): readonly Finding[] {
  if (steps.length === 0) return [];
  const order = orderProblems(context, own, () => surroundings(finder, context));
  return steps.flatMap((step) => requestFinding(step, [...step.judged.problems, ...(order.get(step) ?? [])]));
}

/** Collects the migration steps of the files related to this one. */
function surroundings(finder: SiteFinder, context: FileContext): Surroundings {
  const others = [...relatedFiles(finder.evaluator.program, context)].map(migrationWords);
  return {
    checkedElsewhere: others.some(({ checks }) => checks),
    readElsewhere: others.some(({ reads }) => reads.length > 0),
  };
}

/** Notes on calls of the previous version in a program that also finishes the migration. */
function afterMigration(
  finder: SiteFinder,
  context: FileContext,
  { findings, steps }: { readonly findings: readonly Finding[]; readonly steps: readonly MigrationStep[] },
): readonly Finding[] {
  const isOld = (finding: Finding): boolean =>
    finding.deprecation === WAF_DEPRECATION && finding.rule !== 'valid-waf-migration';
  if (!findings.some(isOld)) return findings;
  const place = finishesIn(finder, context, steps);
  if (place === undefined) return findings;
  const note = `${place} also finishes the migration: the operation stops working once the zone has migrated.`;
  return findings.map((finding) => (isOld(finding) ? { ...finding, notes: [...finding.notes, note] } : finding));
}

function finishesIn(finder: SiteFinder, context: FileContext, steps: readonly MigrationStep[]): string | undefined {
  if (steps.some(mayFinish)) return 'This file';
  for (const related of relatedFiles(finder.evaluator.program, context))
    if (migrationWords(related).finishes) return `\`${related.file}\``;
  return undefined;
}
