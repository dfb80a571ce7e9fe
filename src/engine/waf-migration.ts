import type { HttpMethod } from '../model/endpoint.js';
import type { Evidence } from '../model/evidence.js';
import type { CallFact } from '../model/facts.js';
import type { Finding } from '../model/finding.js';
import { confidenceOf } from './judge.js';
import { sentHeaders } from './headers.js';
import { proveHost } from './host-proof.js';
import { locate } from './locate.js';
import type { FileContext } from './program.js';
import { queryFacts } from './query.js';
import type { QueryFacts } from './query.js';
import { parseRequestUrl } from './request-url.js';
import type { UrlSegment } from './request-url.js';
import type { Site, SiteFinder } from './sites.js';
import { displayText } from './text.js';
import { limitProblems, ruleProblems } from './waf-bodies.js';
import type { Parts } from './value.js';

/** Catalogue entry that the checks of a zone's migration belong to. */
export const WAF_DEPRECATION = 'waf-managed-rules-api';

/** The four operations of the migration; paths below the base URL. */
const OPERATIONS = {
  check: '/zones/{zone_id}/waf_migration/check',
  config: '/zones/{zone_id}/waf_migration/config',
  status: '/zones/{zone_id}/waf_migration/status',
  entrypoint: '/zones/{zone_id}/rulesets/phases/http_request_firewall_managed/entrypoint',
} as const;

type Operation = keyof typeof OPERATIONS;

export interface Problem {
  readonly what: string;
  readonly now: string;
}

/** Values of `waf_migration` and the mode that each means. */
const MODES: ReadonlyMap<string, 'pending' | 'validation'> = new Map([
  ['pending', 'pending'],
  ['1', 'pending'],
  ['validation', 'validation'],
  ['2', 'validation'],
]);

/** What a file does towards the migration, for checks that look at more than one request. */
export interface MigrationUse {
  readonly checks: boolean;
  readonly finishes: boolean;
  readonly findings: readonly Finding[];
}

/** Checks one site against the migration operations. Undefined where it is none of them. */
export function checkMigration(finder: SiteFinder, context: FileContext, call: CallFact, callIndex: number, site: Site): MigrationUse | undefined {
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
    const findings = problems.flatMap((problem) => migrationFinding(finder, context, call, site, url, operation, host.host, problem));
    return { checks: operation === 'check', finishes: MODES.get(mode ?? '') === 'pending', findings };
  }
  return undefined;
}

function operationOf(segments: readonly UrlSegment[]): Operation | undefined {
  const texts = segments.map((segment) => segment.text ?? segment.parts.find((part) => part.kind === 'text')?.text);
  const [, , third, fourth] = texts;
  if (third === 'waf_migration' && texts.length === 4) {
    return fourth === 'check' || fourth === 'config' || fourth === 'status' ? fourth : undefined;
  }
  return texts.slice(2).join('/') === 'rulesets/phases/http_request_firewall_managed/entrypoint' ? 'entrypoint' : undefined;
}

function methodProblems(operation: Operation, site: Site): readonly Problem[] {
  const expected: HttpMethod = operation === 'entrypoint' ? 'PUT' : 'GET';
  const { known, unknown } = site.method;
  if (unknown || known.length === 0 || known.includes(expected)) return [];
  return [{ what: `This request uses \`${known.join('|')}\`, but the operation is \`${expected} ${OPERATIONS[operation]}\`.`, now: `Use \`${expected}\`.` }];
}

function queryProblems(operation: Operation, query: QueryFacts): readonly Problem[] {
  const problems: Problem[] = [];
  const { entries, complete } = query;
  if (operation !== 'status') {
    const phase = entries.get('phase_two');
    if (!entries.has('phase_two') ? complete : phase !== undefined && phase !== '1') {
      problems.push({ what: 'This migration request lacks the query parameter `phase_two=1`.', now: 'Add `phase_two=1` to the query.' });
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

function headerProblems(finder: SiteFinder, context: FileContext, call: CallFact, callIndex: number, site: Site, operation: Operation): readonly Problem[] {
  const { headers, complete } = sentHeaders(finder.evaluator, context, call, callIndex, site.headers, site.at);
  if (!complete || site.chain.length > 0 || site.kind !== 'request' || site.client === 'cloudflare SDK') return [];
  const names = new Set(headers.map((header) => header.name));
  const problems: Problem[] = [];
  if (!names.has('authorization')) {
    problems.push({ what: 'This migration request has no `Authorization` header.', now: 'Send `Authorization: Bearer <API token>`.' });
  }
  if (operation === 'entrypoint' && !names.has('content-type') && site.client === 'fetch') {
    problems.push({ what: 'This update of the entry point has no `Content-Type` header.', now: 'Send `Content-Type: application/json`.' });
  }
  return problems;
}

function migrationFinding(
  finder: SiteFinder,
  context: FileContext,
  call: CallFact,
  site: Site,
  url: Parts,
  operation: Operation,
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
    const path = parsed.segments.slice(2).map((segment) => segment.text ?? '').join('/');
    if (!/^(?:firewall\/rules|filters)(?:\/|$)/.test(path)) continue;
    const { host } = proveHost(finder, site, parsed);
    if (host !== 'exact' && host !== 'graph') continue;
    return limitProblems(finder.evaluator, site).flatMap((problem) => migrationFinding(finder, context, call, site, url, 'entrypoint', host, problem));
  }
  return [];
}

/** An update that finishes the migration although nothing in the file checks first that the zone can. */
export function uncheckedFinish(finder: SiteFinder, context: FileContext, call: CallFact, site: Site): readonly Finding[] {
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
export function migrationFindings(finder: SiteFinder, context: FileContext, steps: readonly MigrationStep[]): readonly Finding[] {
  const found = steps.flatMap((step) => step.findings);
  const finish = steps.find((step) => step.finishes);
  const isChecked = finish === undefined || steps.some((step) => step.checks) || mentionsCheck(context);
  return isChecked ? found : [...found, ...uncheckedFinish(finder, context, finish.call, finish.site)];
}

/** The check can be made where this file does not show it as a request, such as in a helper it imports. */
function mentionsCheck(context: FileContext): boolean {
  return JSON.stringify(context.facts.texts).includes('waf_migration/check') || context.facts.imports.some(({ specifier }) => /migration|check/i.test(specifier));
}

/** A call of the previous version in a file that also finishes the migration says so. */
export function afterMigration(finding: Finding, steps: readonly MigrationStep[]): Finding {
  if (finding.deprecation !== WAF_DEPRECATION || finding.rule === 'valid-waf-migration' || !steps.some((step) => step.finishes)) return finding;
  return { ...finding, notes: [...finding.notes, 'This file also finishes the migration: the operation stops working once the zone has migrated.'] };
}
