import { literalsOf } from '../core/api/base-url.js';
import { disputesOf, lifecycleAt } from '../engine/judge/describe-end.js';
import { changesWith, operationInstead, withLivingReplacement } from '../engine/judge/replacement-text.js';
import { describeFinding } from '../engine/judge/messages.js';
import { titleOf } from '../core/lib/apply-edits.js';
import { expectDefined } from '../core/lib/collections.js';
import { dottedPath } from '../core/lib/json.js';
import { LineIndex } from '../core/lib/line-index.js';
import { afterEnd } from '../core/model/deprecation.js';
import type { BaseUrl, Catalogue, Deprecation, Dispute, IsoDate } from '../core/model/deprecation.js';
import { methodsInWords } from '../core/model/endpoint.js';
import type { Cause, Finding, UnresolvedSite } from '../core/model/finding.js';
import type { Fix } from '../core/model/fix.js';
import { topicOf } from '../core/model/rules.js';
import type { Place } from '../core/model/span.js';
import { ageRemark } from './editions.js';
import { REPORT_SCHEMA_VERSION } from './report.js';
import type {
  Report,
  ReportCause,
  ReportCoverage,
  ReportDispute,
  ReportEdition,
  ReportFinding,
  ReportRange,
  ReportReplacement,
  ReportUnresolved,
} from './report.js';

export interface ReportInput {
  readonly tool: { readonly name: string; readonly version: string };
  readonly catalogue: Catalogue;
  readonly asOf: IsoDate;
  readonly coverage: ReportCoverage;
  readonly findings: readonly Finding[];
  /** Exact fixes by finding; none by default. */
  readonly fixes?: ReadonlyMap<Finding, Fix>;
  readonly unresolved: readonly UnresolvedSite[];
  /** Returns the text of a file with a finding or its evidence. */
  readonly textOf: (file: string) => string | undefined;
  readonly isTest: (file: string) => boolean;
  /** Whether a file is a document, which is read only on request and whose findings never fail. */
  readonly isDocument: (file: string) => boolean;
}

/** Builds the report that all formats read: sorted findings with messages, lines and lifecycle. */
export function buildReport(input: ReportInput): Report {
  const reportedIds = new Set(input.findings.map(({ deprecation }) => deprecation));
  const deprecations = new Map(
    reportedIds.size === 0
      ? []
      : input.catalogue.deprecations.flatMap((entry) =>
          reportedIds.has(entry.id) ? [[entry.id, withLivingReplacement(entry, input.catalogue, input.asOf)]] : [],
        ),
  );
  const ranges = new Ranges(input.textOf);
  const findings = input.findings.map((finding) => {
    return reportFinding(finding, deprecations.get(finding.deprecation), input, ranges);
  });
  return {
    schemaVersion: REPORT_SCHEMA_VERSION,
    tool: { name: input.tool.name, version: input.tool.version },
    catalogue: {
      digest: input.catalogue.digest,
      deprecations: input.catalogue.outline?.count ?? input.catalogue.deprecations.length,
      editions: reportEditions(input, findings),
    },
    asOf: input.asOf,
    coverage: input.coverage,
    findings: findings.sort(compareFindings),
    unresolved: input.unresolved.map((site) => reportUnresolved(site, input, ranges)).sort(comparePlaces),
  };
}

/** Editions in use; one past its review day gets a remark if its API has findings or unresolved requests. */
function reportEditions(
  { catalogue: { apis, editions }, asOf, unresolved }: ReportInput,
  findings: readonly ReportFinding[],
): readonly ReportEdition[] {
  const reportedApis = new Set(findings.map(({ catalogue }) => catalogue?.api));
  return editions.map(({ sources: _sources, ...edition }) => {
    const isStale = edition.reviewBy !== undefined && edition.reviewBy < asOf;
    if (!isStale) return { ...edition, stale: isStale };
    const { baseUrls = [], title = edition.api } = apis.find(({ id }) => id === edition.api) ?? {};
    const isConcerned =
      reportedApis.has(edition.api) ||
      unresolved.some(({ url }) => baseUrls.some((base) => hasConstantParts(url, base)));
    return { ...edition, stale: isStale, ...(isConcerned ? { remark: ageRemark(title, edition) } : {}) };
  });
}

/** Whether a URL has all constant parts of a base URL. */
function hasConstantParts(url: string, base: BaseUrl): boolean {
  return literalsOf(base).every((literal) => url.includes(literal));
}

/** The subject of a finding: its deprecation on the day of the report, or a topic that has no end of life. */
function reportSubject(
  finding: Finding,
  deprecation: Deprecation | undefined,
  asOf: IsoDate,
): Pick<
  ReportFinding,
  'deprecation' | 'feature' | 'endOfLife' | 'endOfLifeMonth' | 'lifecycle' | 'appliesTo' | 'after' | 'replacement'
> {
  const { deprecation: id } = finding;
  if (deprecation === undefined) {
    const { feature } = expectDefined(topicOf(id), `unknown deprecation ${id}`);
    return { deprecation: id, feature, endOfLife: null, lifecycle: null, replacement: null };
  }
  const { feature, endOfLife, endOfLifeMonth, appliesTo } = deprecation;
  const after = afterEnd(deprecation);
  return {
    deprecation: id,
    feature,
    endOfLife,
    ...(endOfLifeMonth === undefined ? {} : { endOfLifeMonth }),
    lifecycle: lifecycleAt(endOfLife, asOf),
    ...(appliesTo === undefined ? {} : { appliesTo }),
    ...(after === undefined ? {} : { after }),
    replacement: reportReplacement(finding, deprecation),
  };
}

function reportFinding(
  finding: Finding,
  deprecation: Deprecation | undefined,
  input: ReportInput,
  ranges: Ranges,
): ReportFinding {
  const { message, grouped, disputed, notes, advice } = describeFinding(finding, deprecation, input.asOf);
  return {
    rule: finding.rule,
    ...reportSubject(finding, deprecation, input.asOf),
    ...(deprecation === undefined ? {} : reportChanges(finding, deprecation)),
    operation:
      finding.operation === undefined ? null : { method: finding.operation.method, path: finding.operation.path },
    method: methodsInWords(finding.methods),
    confidence: finding.confidence,
    test: input.isTest(finding.at.file),
    ...(finding.language === undefined ? {} : { language: finding.language }),
    ...(input.isDocument(finding.at.file)
      ? { exempt: 'document' as const }
      : finding.answered === true && input.isTest(finding.at.file)
        ? { exempt: 'mocked' as const }
        : {}),
    file: finding.at.file,
    range: ranges.of(finding.at),
    message,
    ...(grouped === undefined ? {} : { grouped }),
    ...(disputed === undefined ? {} : { disputed }),
    notes,
    advice,
    url: finding.url,
    client: finding.client,
    evidence: finding.evidence.steps.map((step) => ({
      kind: step.kind,
      note: step.note,
      file: step.at.file,
      range: ranges.of(step.at),
    })),
    fingerprint: finding.fingerprint,
    ...(deprecation === undefined ? {} : reportOrigin(finding, deprecation, input.catalogue)),
    ...suggestionOf(input.fixes?.get(finding), ranges),
  };
}

function suggestionOf(fix: Fix | undefined, ranges: Ranges): Pick<ReportFinding, 'suggestion'> {
  if (fix === undefined) return {};
  const edits = fix.edits.map(({ file, span, text }) => ({ file, range: ranges.of({ file, span }), text }));
  return { suggestion: { title: titleOf(fix), edits } };
}

/** Origin of a deprecation, and objections of other editions to it. */
function reportOrigin(
  finding: Finding,
  deprecation: Deprecation,
  { editions }: Catalogue,
): Pick<ReportFinding, 'catalogue' | 'vendorUrl' | 'changeSays' | 'disputes'> {
  const { api, changeSays, layers, source, url } = deprecation;
  const edition = editions.find((candidate) => candidate.api === api)?.id;
  const layer = layers.at(-1);
  const disputes = disputesOf(deprecation, finding).map(reportDispute);
  return {
    catalogue: {
      api,
      ...(edition === undefined ? {} : { edition }),
      ...(layer === undefined ? {} : { layer: { kind: layer.kind, name: layer.name } }),
      source: `${source.file}:${source.line}`,
    },
    ...(url === undefined ? {} : { vendorUrl: url }),
    ...(changeSays === undefined ? {} : { changeSays }),
    ...(disputes.length === 0 ? {} : { disputes }),
  };
}

function reportDispute(dispute: Dispute): ReportDispute {
  const { kind, edition, since, source } = dispute;
  return {
    kind,
    edition,
    ...(dispute.kind === 'moved' ? { endOfLife: dispute.endOfLife } : {}),
    ...(since === undefined ? {} : { since }),
    source,
  };
}

function reportReplacement(finding: Finding, deprecation: Deprecation): ReportReplacement {
  const { replacement } = deprecation;
  switch (replacement.kind) {
    case 'operation': {
      const value = operationInstead(finding, deprecation, replacement.operation);
      return { kind: 'operation', value, note: replacement.note ?? null };
    }
    case 'product':
      return { kind: 'product', value: replacement.name, note: null };
    case 'none':
    case 'unstated':
      return { kind: replacement.kind, value: null, note: null };
  }
}

function reportChanges(finding: Finding, deprecation: Deprecation): Pick<ReportFinding, 'alsoChange'> {
  const changes = changesWith(finding, deprecation);
  if (changes.length === 0) return {};
  return {
    alsoChange: changes.map(({ names, field, becomes, needs, value, unless, source }) => ({
      with: names,
      field: dottedPath(field),
      ...(becomes === undefined ? {} : { becomes }),
      ...(needs === undefined ? {} : { needs }),
      ...(value === undefined ? {} : { value }),
      ...(unless === undefined ? {} : { unless: `${dottedPath(unless.pointer)}: ${unless.equals}` }),
      source,
    })),
  };
}

function reportUnresolved(site: UnresolvedSite, input: ReportInput, ranges: Ranges): ReportUnresolved {
  return {
    file: site.at.file,
    range: ranges.of(site.at),
    test: input.isTest(site.at.file),
    ...(site.language === undefined ? {} : { language: site.language }),
    method: methodsInWords(site.methods),
    url: site.url,
    client: site.client,
    reason: site.reason,
    ...(site.cause === undefined ? {} : { cause: reportCause(site.cause, ranges) }),
  };
}

function reportCause({ at, everywhere }: Cause, ranges: Ranges): ReportCause {
  return { file: at.file, range: ranges.of(at), ...(everywhere === undefined ? {} : { everywhere }) };
}

/** Converts places to ranges; each file is indexed once. */
class Ranges {
  readonly #textOf: (file: string) => string | undefined;
  readonly #indexes = new Map<string, LineIndex>();

  constructor(textOf: (file: string) => string | undefined) {
    this.#textOf = textOf;
  }

  of(place: Place): ReportRange {
    let index = this.#indexes.get(place.file);
    if (index === undefined) {
      index = new LineIndex(this.#textOf(place.file) ?? '');
      this.#indexes.set(place.file, index);
    }
    return index.range(place.span);
  }
}

interface FileRange {
  readonly file: string;
  readonly range: ReportRange;
}

/** Compares places by file, then by position. */
export function comparePlaces(a: FileRange, b: FileRange): number {
  const [{ start, end }, { start: otherStart, end: otherEnd }] = [a.range, b.range];
  return (
    compareText(a.file, b.file) ||
    start.line - otherStart.line ||
    start.column - otherStart.column ||
    end.line - otherEnd.line ||
    end.column - otherEnd.column
  );
}

/** Compares findings in the order of a report. */
export function compareFindings(a: ReportFinding, b: ReportFinding): number {
  return comparePlaces(a, b) || compareText(a.deprecation, b.deprecation) || compareText(a.fingerprint, b.fingerprint);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
