import type { HttpMethod } from '../../model/endpoint.js';
import type { Evidence } from '../../model/evidence.js';
import type { CallFact } from '../../model/facts.js';
import type { Finding } from '../../model/finding.js';
import { confidenceOf } from '../../engine/judge/confidence.js';
import { sentHeaders } from '../../engine/requests/headers.js';
import { proveHost } from '../../engine/judge/host-proof.js';
import { locate } from '../../engine/judge/locate.js';
import { MODES, OPERATIONS, WAF_DEPRECATION } from '../migration/operations.js';
import type { MigrationOperation } from '../migration/operations.js';
import { migrationWords, relatedFiles } from './migration-scope.js';
import type { FileContext } from '../../engine/evaluate/program.js';
import { queryFacts } from '../../engine/requests/query.js';
import type { QueryFacts } from '../../engine/requests/query.js';
import { parseRequestUrl } from '../../engine/match/request-url.js';
import type { UrlSegment } from '../../engine/match/request-url.js';
import type { Site } from '../../engine/requests/site.js';
import type { SiteFinder } from '../../engine/requests/site-finder.js';
import { displayText } from '../../engine/values/text.js';
import type { Problem } from './problem.js';
import { limitProblems, ruleProblems } from './waf-bodies.js';
import type { Parts } from '../../engine/values/value.js';

/** What a file does towards the migration, for checks that look at more than one request. */
export interface MigrationUse {
  readonly checks: boolean;
  readonly finishes: boolean;
  readonly findings: readonly Finding[];
}

/** Checks one site against the migration operations. Undefined where it is none of them. */
export function checkMigration(
  finder: SiteFinder,
  context: FileContext,
  call: CallFact,
  callIndex: number,
  site: Site,
): MigrationUse | undefined {
  for (const url of site.urls) {
    const parsed = parseRequestUrl(url, finder.catalogue.baseUrls);
    const operation = operationOf(parsed.segments);
    const host = operation === undefined ? undefined : proveHost(finder, site, parsed);
    if (operation === undefined || host === undefined || (host.host !== 'exact' && host.host !== 'graph')) continue;
    const query = queryFacts(finder.evaluator, context, call, parsed.query, site.query, site.at);
    const mode = operation === 'entrypoint' ? query.entries.get('waf_migration') : undefined;
    if (operation === 'entrypoint' && !query.entries.has('waf_migration')) continue;
    const problems = [
      ...methodProblems(operation, site),
      ...queryProblems(operation, query),
      ...(operation === 'entrypoint' ? ruleProblems(finder.evaluator, site, MODES.get(mode ?? '')) : []),
      ...headerProblems(finder, context, call, callIndex, site, operation),
    ];
    const findings = problems.flatMap((problem) =>
      migrationFinding(finder, context, call, site, url, operation, host.host, problem),
    );
    return { checks: operation === 'check', finishes: MODES.get(mode ?? '') === 'pending', findings };
  }
  return undefined;
}

function operationOf(segments: readonly UrlSegment[]): MigrationOperation | undefined {
  const texts = segments.map((segment) => segment.text ?? segment.parts.find((part) => part.kind === 'text')?.text);
  const [, , third, fourth] = texts;
  if (third === 'waf_migration' && texts.length === 4) {
    return fourth === 'check' || fourth === 'config' || fourth === 'status' ? fourth : undefined;
  }
  return texts.slice(2).join('/') === 'rulesets/phases/http_request_firewall_managed/entrypoint'
    ? 'entrypoint'
    : undefined;
}

function methodProblems(operation: MigrationOperation, site: Site): readonly Problem[] {
  const expected: HttpMethod = operation === 'entrypoint' ? 'PUT' : 'GET';
  const { known, unknown } = site.method;
  if (unknown || known.length === 0 || known.includes(expected)) return [];
  return [
    {
      what: `This request uses \`${known.join('|')}\`, but the operation is \`${expected} ${OPERATIONS[operation]}\`.`,
      now: `Use \`${expected}\`.`,
    },
  ];
}

function queryProblems(operation: MigrationOperation, query: QueryFacts): readonly Problem[] {
  const problems: Problem[] = [];
  const { entries, complete } = query;
  if (operation !== 'status') {
    const phase = entries.get('phase_two');
    if (!entries.has('phase_two') ? complete : phase !== undefined && phase !== '1') {
      problems.push({
        what: 'This migration request lacks the query parameter `phase_two=1`.',
        now: 'Add `phase_two=1` to the query.',
      });
    }
  }
  const mode = entries.get('waf_migration');
  if (operation === 'entrypoint' && mode !== undefined && !MODES.has(mode)) {
    problems.push({
      what: `\`${mode}\` is no value of \`waf_migration\`.`,
      now: 'Use `pending` (or `1`) to finish the migration, `validation` (or `2`, Enterprise zones only) to run both versions side by side.',
    });
  }
  return problems;
}

function headerProblems(
  finder: SiteFinder,
  context: FileContext,
  call: CallFact,
  callIndex: number,
  site: Site,
  operation: MigrationOperation,
): readonly Problem[] {
  const { headers, complete } = sentHeaders(finder.evaluator, context, call, callIndex, site.headers, site.at);
  if (!complete || site.chain.length > 0 || site.kind !== 'request' || site.client === 'cloudflare SDK') return [];
  const names = new Set(headers.map((header) => header.name));
  const problems: Problem[] = [];
  if (!names.has('authorization')) {
    problems.push({
      what: 'This migration request has no `Authorization` header.',
      now: 'Send `Authorization: Bearer <API token>`.',
    });
  }
  if (operation === 'entrypoint' && !names.has('content-type') && site.client === 'fetch') {
    problems.push({
      what: 'This update of the entry point has no `Content-Type` header.',
      now: 'Send `Content-Type: application/json`.',
    });
  }
  return problems;
}

function migrationFinding(
  finder: SiteFinder,
  context: FileContext,
  call: CallFact,
  site: Site,
  url: Parts,
  operation: MigrationOperation,
  host: Evidence['host'],
  problem: Problem,
): readonly Finding[] {
  const part = url.findLast((piece) => piece.kind === 'text');
  const span = part?.kind === 'text' ? locate(finder.evaluator, context, call, part) : call.at;
  const evidence: Evidence = { host, path: 'exact', method: 'listed', site: site.kind, steps: [] };
  const confidence = confidenceOf(evidence, { distinctive: true, wordAsParameter: false });
  const method: HttpMethod = operation === 'entrypoint' ? 'PUT' : 'GET';
  if (confidence === undefined) return [];
  return [
    {
      rule: 'valid-waf-migration',
      deprecation: WAF_DEPRECATION,
      operation: { method, path: OPERATIONS[operation] },
      methods: site.method.unknown ? [] : site.method.known,
      at: { file: context.file, span },
      confidence,
      evidence,
      url: displayText(url).slice(0, 200),
      client: site.client,
      fingerprint: '',
      problem: problem.what,
      remedy: problem.now,
      notes: [],
    },
  ];
}

/** Limits of the migration that a body written in the program exceeds: 200 firewall rules, 4 KB an expression. */
export function checkLimits(finder: SiteFinder, context: FileContext, call: CallFact, site: Site): readonly Finding[] {
  for (const url of site.urls) {
    const parsed = parseRequestUrl(url, finder.catalogue.baseUrls);
    const path = parsed.segments
      .slice(2)
      .map((segment) => segment.text ?? '')
      .join('/');
    if (!/^(?:firewall\/rules|filters)(?:\/|$)/.test(path)) continue;
    const { host } = proveHost(finder, site, parsed);
    if (host !== 'exact' && host !== 'graph') continue;
    return limitProblems(finder.evaluator, site).flatMap((problem) =>
      migrationFinding(finder, context, call, site, url, 'entrypoint', host, problem),
    );
  }
  return [];
}

/** An update that finishes the migration although nothing in the program checks first that the zone can. */
function uncheckedFinish(finder: SiteFinder, context: FileContext, call: CallFact, site: Site): readonly Finding[] {
  const [url] = site.urls;
  const problem: Problem = {
    what: 'This update finishes the migration, which cannot be reversed, and no compatibility check was found before it.',
    now: `Call \`GET ${OPERATIONS.check}?phase_two=1\` first and go on only where \`compatible\` is true.`,
  };
  if (url === undefined) return [];
  return migrationFinding(finder, context, call, site, url, 'entrypoint', 'graph', problem);
}

/** A migration request of a file, with the call that makes it. */
export interface MigrationStep extends MigrationUse {
  readonly call: CallFact;
  readonly site: Site;
}

/** Findings of all migration requests of a file, and of what is missing between them. */
export function migrationFindings(
  finder: SiteFinder,
  context: FileContext,
  steps: readonly MigrationStep[],
): readonly Finding[] {
  const found = steps.flatMap((step) => step.findings);
  const finish = steps.find((step) => step.finishes);
  if (finish === undefined || steps.some((step) => step.checks) || migrationWords(context).checks) return found;
  for (const related of relatedFiles(finder.evaluator.program, context))
    if (migrationWords(related).checks) return found;
  return [...found, ...uncheckedFinish(finder, context, finish.call, finish.site)];
}

/** Calls of the previous version in a program that also finishes the migration say so. */
export function afterMigration(
  finder: SiteFinder,
  context: FileContext,
  findings: readonly Finding[],
  steps: readonly MigrationStep[],
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
  if (steps.some((step) => step.finishes)) return 'This file';
  for (const related of relatedFiles(finder.evaluator.program, context))
    if (migrationWords(related).finishes) return `\`${related.file}\``;
  return undefined;
}
