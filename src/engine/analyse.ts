import { CLIENT_MODELS } from '../clients/index.js';
import type { CallFact } from '../model/facts.js';
import type { ClientModel } from '../model/client-model.js';
import type { Catalogue } from '../model/deprecation.js';
import type { Evidence } from '../model/evidence.js';
import type { FileAnalysis, Finding, UnresolvedSite } from '../model/finding.js';
import type { ModuleReader } from '../model/module-reader.js';
import type { Place, Span } from '../model/span.js';
import { candidatesOf, evidenceOf } from './candidates.js';
import type { Candidate } from './candidates.js';
import { indexCatalogue } from './catalogue-index.js';
import { indexClients } from './client-match.js';
import { descriptorSites } from './descriptors.js';
import { fieldReads } from './field-reads.js';
import { fieldWrites } from './field-writes.js';
import { createEvaluator } from './evaluator.js';
import { fingerprint } from './fingerprint.js';
import { confidenceOf } from './judge.js';
import { locate, wholeText } from './locate.js';
import { looseTexts } from './loose-texts.js';
import { couldMatch } from './match.js';
import { findingNotes } from './notes.js';
import { createProgram } from './program.js';
import type { FileContext } from './program.js';
import { parseRequestUrl } from './request-url.js';
import { indexSdk } from './sdk-chain.js';
import { isOpen, sitesOf } from './sites.js';
import type { Site, SiteFinder } from './sites.js';
import { displayText } from './text.js';
import { draftCipherSuites, forbiddenHeaders } from './transport.js';
import { valueNotes } from './value-notes.js';
import { optionsOf } from './value.js';
import { checkLimits, checkMigration, uncheckedFinish, WAF_DEPRECATION } from './waf-migration.js';
import type { MigrationUse } from './waf-migration.js';

export interface AnalyseOptions {
  readonly catalogue: Catalogue;
  readonly modules: ModuleReader;
  /** Client models beside the built-in ones; they are tried first. */
  readonly clients?: readonly ClientModel[];
}

const finders = new WeakMap<ModuleReader, SiteFinder>();

/** Finds the deprecated requests of one file. Same facts, module answers, catalogue and clients give the same result. */
export function analyse(file: string, options: AnalyseOptions): FileAnalysis {
  const finder = finderFor(options);
  const { program } = finder.evaluator;
  const context = program.context(file);
  if (context === undefined) return { findings: [], unresolved: [], completed: [], sites: 0, resolved: 0 };
  program.begin();
  return analyseFile(finder, context);
}

function finderFor(options: AnalyseOptions): SiteFinder {
  let finder = finders.get(options.modules);
  if (finder === undefined || finder.catalogue !== options.catalogue) {
    const { catalogue } = options;
    const models = [...(options.clients ?? []), ...CLIENT_MODELS];
    const packages = models.flatMap((model) => (model.package === undefined ? [] : [model.package]));
    finder = {
      evaluator: createEvaluator(createProgram(options.modules, new Set(packages))),
      clients: indexClients(models),
      sdk: indexSdk(models),
      index: indexCatalogue(catalogue),
      catalogue,
      apiNames: apiNames(catalogue),
      witnesses: new Map(),
      openCalls: new Map(),
    };
    finders.set(options.modules, finder);
  }
  return finder;
}

/** Names of the API as whole words or as parts of camelCase and snake_case names. */
function apiNames(catalogue: Catalogue): RegExp {
  const names = catalogue.baseUrls.flatMap((base) => base.names ?? []);
  const long = names.filter((name) => name.length > 3);
  const short = names.filter((name) => name.length <= 3).flatMap((name) => [`(?<![a-zA-Z])${name}(?![a-z])`, `(?<![a-zA-Z])${name.toUpperCase()}(?![a-z])`, `(?<=[a-z_])${name[0]?.toUpperCase() ?? ''}${name.slice(1)}(?![a-z])`]);
  const spelled = long.flatMap((name) => [name, name.toUpperCase(), name[0]?.toUpperCase() + name.slice(1), 'CloudFlare']);
  const all = [...new Set([...spelled, ...short])];
  return all.length === 0 ? /(?!)/ : new RegExp(all.join('|'));
}

function analyseFile(finder: SiteFinder, context: FileContext): FileAnalysis {
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
    const sites = sitesOf(finder, context, index, undefined);
    const [first] = sites;
    if (first === undefined) continue;
    seen++;
    for (const object of objectsPassed(finder, context, call, sites)) sent.add(object);
    let open = false;
    for (const site of sites) {
      const candidates = candidatesOf(finder, site);
      for (const candidate of candidates) {
        const { decider } = candidate.match;
        if (decider.at.file === context.file) used.add(decider.at.span[0]);
        const at = { file: context.file, span: locate(finder.evaluator, context, call, decider) };
        push(findings, findingOf(finder, site, candidate, at, evidenceOf(site, candidate)));
      }
      if (candidates.length > 0 || !isOpen(finder, site)) completed.push(...site.chain);
      findings.push(...fieldWrites(finder, context, call, site), ...forbiddenHeaders(finder, context, call, index, site));
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
  findings.push(...fieldReads(finder, context), ...draftCipherSuites(finder, context), ...migrationFindings(finder, context, migration));
  for (const site of descriptorSites(finder, context, used, sent)) {
    for (const candidate of candidatesOf(finder, site)) {
      const { at } = candidate.match.decider;
      const span = at.file === context.file ? wholeText(context, at.span) : site.at.span;
      if (at.file === context.file) used.add(at.span[0]);
      push(findings, findingOf(finder, site, candidate, { file: context.file, span }, { ...evidenceOf(site, candidate), site: 'descriptor' }));
    }
  }
  for (const site of looseTexts(finder, context, used)) {
    for (const candidate of candidatesOf(finder, site)) {
      const span = wholeText(context, site.text.at);
      push(findings, findingOf(finder, site, candidate, { file: context.file, span }, { ...evidenceOf(site, candidate), site: 'loose' }));
    }
  }
  return { findings: identified(withoutShadows(findings)), unresolved: withoutRepeats(unresolved), completed, sites: seen, resolved };
}

/** Objects of the file that a request is made with: they describe that request and no other. */
function objectsPassed(finder: SiteFinder, context: FileContext, call: CallFact, sites: readonly Site[]): readonly number[] {
  const values = [...finder.evaluator.args(context, call, undefined), ...sites.flatMap(({ made }) => made ?? [])];
  return values.flatMap((arg) =>
    optionsOf(arg).flatMap((option) => {
      const object = option.kind === 'layered' ? option.base : option;
      return object.kind === 'object' && object.file === context.file ? [object.object] : [];
    }),
  );
}

interface MigrationStep extends MigrationUse {
  readonly call: CallFact;
  readonly site: Site;
}

function migrationFindings(finder: SiteFinder, context: FileContext, steps: readonly MigrationStep[]): readonly Finding[] {
  const found = steps.flatMap((step) => step.findings);
  const finish = steps.find((step) => step.finishes);
  const isChecked = finish === undefined || steps.some((step) => step.checks) || mentionsCheck(context);
  return isChecked ? found : [...found, ...uncheckedFinish(finder, context, finish.call, finish.site)];
}

/** The check can be made where this file does not show it as a request, such as in a helper it imports. */
function mentionsCheck(context: FileContext): boolean {
  return JSON.stringify(context.facts.texts).includes('waf_migration/check') || context.facts.imports.some(({ specifier }) => /migration|check/i.test(specifier));
}

function push<T>(list: T[], item: T | undefined): void {
  if (item !== undefined) list.push(item);
}

function findingOf(finder: SiteFinder, site: Site, candidate: Candidate, at: Place, evidence: Evidence): Finding | undefined {
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
  const toApi = site.urls.filter((parts) => parseRequestUrl(parts, finder.catalogue.baseUrls).host.kind === 'exact');
  const gaps = toApi.filter((parts) => couldMatch(finder.index, parseRequestUrl(parts, finder.catalogue.baseUrls).segments));
  if (gaps.length < toApi.length) return undefined;
  for (const parts of gaps) {
    const { segments } = parseRequestUrl(parts, finder.catalogue.baseUrls);
    const hole = segments.flatMap((segment) => segment.parts).findLast((part) => part.kind === 'hole');
    if (hole?.kind !== 'hole') continue;
    return {
      at: site.at,
      client: site.client,
      url: displayText(parts).slice(0, 200),
      methods: site.method.known,
      reason: `\`${hole.name}\` is ${hole.reason}`,
    };
  }
  return undefined;
}

/** A text that a request uses is not reported again for a call that only handles it on the way. */
function withoutShadows(findings: readonly Finding[]): readonly Finding[] {
  const requested = new Set(findings.filter(({ evidence }) => evidence.site === 'request').map(({ at }) => at.span[0]));
  return findings.filter(({ evidence, at }) => evidence.site === 'request' || !requested.has(at.span[0]));
}

function withoutRepeats(sites: readonly UnresolvedSite[]): readonly UnresolvedSite[] {
  const seen = new Set<string>();
  return sites.filter((site) => {
    const key = `${site.at.span[0]} ${site.url}`;
    return !seen.has(key) && seen.add(key) !== undefined;
  });
}

/** Sorted, repeated ones merged, and each with its fingerprint. */
function identified(findings: readonly Finding[]): readonly Finding[] {
  const merged = new Map<string, Finding>();
  for (const finding of [...findings].sort(byPosition)) {
    const key = [...finding.at.span, finding.rule, finding.deprecation, finding.operation?.path ?? '', finding.problem ?? perSite(finding)].join(' ');
    const known = merged.get(key);
    merged.set(key, known === undefined ? finding : merge(known, finding));
  }
  const ordinals = new Map<string, number>();
  return [...merged.values()].map((finding) => {
    const parts = [finding.deprecation, finding.at.file, finding.methods.join('|'), finding.operation?.path ?? '', finding.problem ?? ''].filter((part) => part !== '');
    const ordinal = ordinals.get(parts.join(' ')) ?? 0;
    ordinals.set(parts.join(' '), ordinal + 1);
    return { ...finding, fingerprint: fingerprint([...parts, String(ordinal)]) };
  });
}

/** Findings on an iterated id are one however many requests use it; others are one for each request. */
function perSite(finding: Finding): string {
  const literal = finding.evidence.steps.find((step) => step.kind === 'constant' || step.kind === 'literal');
  const onLiteral = literal !== undefined && sameSpan(literal.at.span, finding.at.span);
  return onLiteral ? '' : finding.methods.join('|');
}

function sameSpan(left: Span, right: Span): boolean {
  return left[0] === right[0] && left[1] === right[1];
}

function merge(left: Finding, right: Finding): Finding {
  const order = ['possible', 'probable', 'certain'];
  const [strong, weak] = order.indexOf(right.confidence) > order.indexOf(left.confidence) ? [right, left] : [left, right];
  const methods = strong.methods.length === 0 || weak.methods.length === 0 ? strong.methods : [...new Set([...left.methods, ...right.methods])];
  return { ...strong, methods };
}

function byPosition(left: Finding, right: Finding): number {
  return (
    left.at.span[0] - right.at.span[0] ||
    left.at.span[1] - right.at.span[1] ||
    (left.deprecation < right.deprecation ? -1 : left.deprecation > right.deprecation ? 1 : 0)
  );
}
