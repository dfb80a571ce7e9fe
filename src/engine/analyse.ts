import type { CallFact } from '../model/facts.js';
import type { Evidence } from '../model/evidence.js';
import type { FileAnalysis, Finding, UnresolvedSite } from '../model/finding.js';
import type { Place } from '../model/span.js';
import { candidatesOf, evidenceOf } from './judge/candidates.js';
import type { Candidate } from './judge/candidates.js';
import { draftCipherSuites } from './checks/cipher-suites.js';
import { descriptorSites } from './requests/descriptors.js';
import { fieldReads } from './checks/field-reads.js';
import { fieldWrites } from './checks/field-writes.js';
import { finderFor } from './finder.js';
import type { AnalyseOptions } from './finder.js';
import { identified, withoutShadows } from './judge/identify.js';
import { confidenceOf } from './judge/confidence.js';
import { inheritedRequests } from './checks/inherited.js';
import { locate, wholeText } from './judge/locate.js';
import { looseTexts } from './requests/loose-texts.js';
import { couldMatch } from './match/match.js';
import { WAF_DEPRECATION } from '../waf/migration/operations.js';
import { findingNotes } from './judge/notes.js';
import type { FileContext } from './evaluate/program.js';
import { relevantCalls } from '../select/relevant-calls.js';
import { parseRequestUrl } from './match/request-url.js';
import { resourceFindings } from './checks/resources.js';
import { isOpen } from './requests/open-url.js';
import { sitesOf } from './requests/sites.js';
import type { Site } from './requests/site.js';
import type { SiteFinder } from './requests/site-finder.js';
import { displayText } from './values/text.js';
import { doubleSites, roleInTest } from './requests/test-doubles.js';
import { forbiddenHeaders } from './checks/forbidden-headers.js';
import { valueNotes } from './checks/value-notes.js';
import { optionsOf } from './values/value.js';
import type { UnknownReason } from './values/value.js';
import type { MigrationStep } from '../waf/check/waf-migration.js';
import { afterMigration, checkLimits, checkMigration, migrationFindings } from '../waf/check/waf-migration.js';

export type { AnalyseOptions } from './finder.js';

/** Finds the deprecated requests of one file. Same facts, module answers, catalogue and clients give the same result. */
export function analyse(file: string, options: AnalyseOptions): FileAnalysis {
  const finder = finderFor(options);
  const { program } = finder.evaluator;
  const context = program.context(file);
  if (context === undefined) return { findings: [], unresolved: [], completed: [], sites: 0, resolved: 0 };
  program.begin();
  return analyseFile(finder, context, options);
}

function analyseFile(
  finder: SiteFinder,
  context: FileContext,
  { testDoubles, resources, relevance }: AnalyseOptions,
): FileAnalysis {
  const relevant = relevance === undefined ? undefined : relevantCalls(context.facts, relevance);
  const findings: Finding[] = [];
  const unresolved: UnresolvedSite[] = [];
  const completed: Place[] = [];
  const used = new Set<number>();
  const sent = new Set<number>();
  const checksMigration = finder.catalogue.deprecations.some((deprecation) => deprecation.id === WAF_DEPRECATION);
  const migration: MigrationStep[] = [];
  let seen = 0;
  let resolved = 0;
  for (const [index, call] of context.facts.calls.entries()) {
    if (relevant?.has(index) === false) continue;
    const doubles = doubleSites(finder, context, call);
    if (doubles !== undefined) {
      for (const object of objectsPassed(finder, context, call, doubles)) sent.add(object);
      for (const site of doubles) {
        for (const candidate of candidatesOf(finder, site)) {
          const { decider } = candidate.match;
          if (decider.at.file === context.file) used.add(decider.at.span[0]);
          const at = { file: context.file, span: locate(finder.evaluator, context, call, decider) };
          if (testDoubles === 'report')
            push(findings, findingOf(finder, site, candidate, at, { ...evidenceOf(site, candidate), site: 'double' }));
        }
      }
      continue;
    }
    const sites = sitesOf(finder, context, index, undefined);
    noteLimits(finder, sites);
    const [first] = sites;
    if (first === undefined) continue;
    seen++;
    for (const object of objectsPassed(finder, context, call, sites)) sent.add(object);
    let open = false;
    for (const site of sites) {
      const candidates = candidatesOf(finder, site);
      for (const start of sentElsewhere(finder, context, site)) used.add(start);
      for (const candidate of candidates) {
        const { decider } = candidate.match;
        if (decider.at.file === context.file) used.add(decider.at.span[0]);
        const at = { file: context.file, span: locate(finder.evaluator, context, call, decider) };
        push(findings, findingOf(finder, site, candidate, at, evidenceOf(site, candidate)));
      }
      if (candidates.length > 0 || !isOpen(finder, site)) completed.push(...site.chain);
      findings.push(
        ...fieldWrites(finder, context, call, site),
        ...forbiddenHeaders(finder, context, call, index, site),
      );
      if (checksMigration) findings.push(...checkLimits(finder, context, call, site));
      const use = checksMigration ? checkMigration(finder, context, call, index, site) : undefined;
      if (use !== undefined) migration.push({ ...use, call, site });
      const gap = candidates.length > 0 ? undefined : unresolvedOf(finder, site);
      if (gap !== undefined) {
        open = true;
        unresolved.push(gap);
      }
    }
    if (!open) resolved++;
  }
  const others = [
    fieldReads(finder, context),
    draftCipherSuites(finder, context),
    migrationFindings(finder, context, migration),
  ];
  for (const finding of others.flat()) findings.push(finding);
  if (resources === 'report') findings.push(...resourceFindings(finder, context));
  for (const { site, candidate } of inheritedRequests(finder, context, relevance)) {
    const { at } = candidate.match.decider;
    used.add(at.span[0]);
    push(
      findings,
      findingOf(
        finder,
        site,
        candidate,
        { file: context.file, span: wholeText(context, at.span) },
        { ...evidenceOf(site, candidate), site: 'descriptor' },
      ),
    );
  }
  for (const site of descriptorSites(finder, context, used, sent)) {
    const role = roleInTest(context, site.at.span[0]);
    if (role === 'answer' || (role === 'double' && testDoubles !== 'report')) continue;
    for (const candidate of candidatesOf(finder, site)) {
      const { at } = candidate.match.decider;
      const span = at.file === context.file ? wholeText(context, at.span) : site.at.span;
      if (at.file === context.file) used.add(at.span[0]);
      push(
        findings,
        findingOf(
          finder,
          site,
          candidate,
          { file: context.file, span },
          { ...evidenceOf(site, candidate), site: role ?? 'descriptor' },
        ),
      );
    }
  }
  for (const site of looseTexts(finder, context, used)) {
    const role = roleInTest(context, site.at.span[0]);
    if (role === 'answer' || (role === 'double' && testDoubles !== 'report')) continue;
    for (const candidate of candidatesOf(finder, site)) {
      const span = wholeText(context, site.text.at);
      push(
        findings,
        findingOf(
          finder,
          site,
          candidate,
          { file: context.file, span },
          { ...evidenceOf(site, candidate), site: role ?? 'loose' },
        ),
      );
    }
  }
  return {
    findings: afterMigration(finder, context, identified(withoutShadows(findings)), migration),
    unresolved: withoutRepeats(unresolved),
    completed,
    sites: seen,
    resolved,
    ...limitsOf(finder, context),
  };
}

/** Limits that left a hole in the URL of a request that may go to the API. */
function noteLimits(finder: SiteFinder, sites: readonly Site[]): void {
  const { limits } = finder.evaluator.program;
  for (const { urls } of sites) {
    for (const parts of urls) {
      const cut = parts.find((part) => part.kind === 'hole' && LIMITS.has(part.reason));
      if (cut?.kind !== 'hole' || limits.has(cut.reason)) continue;
      if (parseRequestUrl(parts, finder.catalogue.baseUrls).host.kind !== 'other') limits.add(cut.reason);
    }
  }
}

const LIMITS: ReadonlySet<UnknownReason> = new Set<UnknownReason>([
  'too many possible values',
  'the analysis limit for this file was reached',
]);

function limitsOf({ evaluator }: SiteFinder, { facts }: FileContext): Pick<FileAnalysis, 'limits'> {
  const limits = new Set(evaluator.program.limits);
  if (facts.tooDeep === true) limits.add('the analysis limit for this file was reached');
  return limits.size === 0 ? {} : { limits: [...limits].sort() };
}

/** Starts of texts in the file that a request sends to another host: what they say is not about the API. */
function sentElsewhere(finder: SiteFinder, context: FileContext, site: Site): readonly number[] {
  if (site.kind !== 'request') return [];
  const elsewhere = site.urls.filter(
    (parts) => parseRequestUrl(parts, finder.catalogue.baseUrls).host.kind === 'other',
  );
  return elsewhere.flatMap((parts) =>
    parts.flatMap((part) => (part.kind === 'text' && part.at.file === context.file ? [part.at.span[0]] : [])),
  );
}

/** Objects of the file that a request is made with: they describe that request and no other. */
function objectsPassed(
  finder: SiteFinder,
  context: FileContext,
  call: CallFact,
  sites: readonly Site[],
): readonly number[] {
  const values = [...finder.evaluator.args(context, call, undefined), ...sites.flatMap(({ made }) => made ?? [])];
  return values.flatMap((arg) =>
    optionsOf(arg).flatMap((option) => {
      const object = option.kind === 'layered' ? option.base : option;
      return object.kind === 'object' && object.file === context.file ? [object.object] : [];
    }),
  );
}

function push<T>(list: T[], item: T | undefined): void {
  if (item !== undefined) list.push(item);
}

function findingOf(
  finder: SiteFinder,
  site: Site,
  candidate: Candidate,
  at: Place,
  evidence: Evidence,
): Finding | undefined {
  const { entry, wordAsParameter } = candidate.match;
  const confidence = confidenceOf(evidence, { distinctive: entry.distinctive, wordAsParameter });
  if (confidence === undefined) return undefined;
  const method = candidate.method ?? site.method.known[0];
  return {
    rule: 'no-deprecated-endpoint',
    deprecation: entry.deprecation.id,
    ...(method === undefined ? {} : { operation: { method, path: entry.path } }),
    methods: site.method.unknown ? [] : site.method.known,
    at,
    confidence,
    evidence,
    url: displayText(candidate.url).slice(0, 200),
    client: site.client,
    fingerprint: '',
    notes: [...findingNotes(candidate), ...valueNotes(finder.evaluator, site, candidate)],
  };
}

/** A request that goes to the API and could be a deprecated one, were its holes known. */
function unresolvedOf(finder: SiteFinder, site: Site): UnresolvedSite | undefined {
  if (site.kind !== 'request') return undefined;
  const urls = site.urls.map((parts) => ({ parts, ...parseRequestUrl(parts, finder.catalogue.baseUrls) }));
  const toApi = urls.filter(({ host }) => host.kind === 'exact');
  if (!toApi.every(({ segments }) => couldMatch(finder.index, segments))) return undefined;
  for (const { parts, segments } of toApi) {
    const hole = segments.flatMap((segment) => segment.parts).findLast((part) => part.kind === 'hole');
    if (hole?.kind !== 'hole') continue;
    return {
      at: site.at,
      client: site.client,
      url: displayText(parts).slice(0, 200),
      methods: site.method.known,
      reason: `\`${hole.name.slice(0, 100)}\` is ${hole.reason}`,
    };
  }
  return undefined;
}

function withoutRepeats(sites: readonly UnresolvedSite[]): readonly UnresolvedSite[] {
  const seen = new Set<string>();
  return sites.filter((site) => {
    const key = `${site.at.span[0]} ${site.url}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
