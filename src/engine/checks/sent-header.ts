import type { HeaderDeprecation } from '../../core/model/deprecation.js';
import type { Finding } from '../../core/model/finding.js';
import type { ExprFact } from '../../core/model/facts.js';
import type { Place } from '../../core/model/span.js';
import { completeFinding } from '../judge/finding.js';
import type { CallSite } from '../judge/site-view.js';
import { sentHeaders } from '../requests/sent/headers.js';
import type { SentEntry } from '../requests/sent/sent.js';
import { plainTexts } from '../values/text.js';
import { optionsOf } from '../values/value.js';
import type { Check, FileView } from './check.js';
import { ofKind } from './check.js';
import { operationTarget, sentDraft } from './operation-target.js';
import type { OperationTarget } from './operation-target.js';

const rulesOf = ofKind('header');

/** Headers that are deprecated, or have deprecated values, on requests that go to the API. */
export const sentHeader: Check = {
  rule: 'no-deprecated-transport',
  begin(file) {
    const rules = rulesOf(file.finder.catalogue);
    if (rules.length === 0) return undefined;
    const judgedHeaders = new Set<string>();
    return {
      ofSite: (site) => rules.flatMap((rule) => headerFindings(site, rule, judgedHeaders)),
      ofFile: () => rules.flatMap((rule) => looseHeaders(file, rule, judgedHeaders)),
    };
  },
};

type SentHeader = Pick<SentEntry, 'values' | 'at' | 'isAlwaysSent'>;

function headerFindings(view: CallSite, rule: HeaderDeprecation, judgedHeaders: Set<string>): readonly Finding[] {
  const { site, context, call } = view;
  if (site.urls.length === 0) return [];
  const sentEntries = headersNamed(view, rule);
  // The search for loose headers skips these, whatever the result here.
  for (const { at } of sentEntries) judgedHeaders.add(ruleKey(rule, at));
  const entries = sentEntries.filter(({ values }) => coverageOf(rule, values) !== 'no');
  const entry =
    entries.find(({ isAlwaysSent, values }) => isAlwaysSent && coverageOf(rule, values) === 'yes') ?? entries[0];
  if (entry === undefined) return [];
  // Last, because proving a host can be expensive.
  const target = operationTarget(view, rule);
  if (target === undefined || !mayGoTo(view, rule, target)) return [];
  const isHere = entry.at.file === context.file;
  const coverage = coverageOf(rule, entry.values);
  return completeFinding({
    rule: 'no-deprecated-transport',
    deprecation: rule.id,
    ...sentDraft(view, target, [{ kind: 'option', at: entry.at, note: `\`${rule.name}\` is set here` }]),
    at: isHere ? entry.at : { file: context.file, span: call.callee.at },
    ...(isHere ? {} : { causedAt: entry.at }),
    trust: {
      isDistinctive: true,
      hasWordAsParameter: false,
      ...(target.host.host !== 'exact' || coverage === 'maybe'
        ? { atMost: 'possible' }
        : entry.isAlwaysSent
          ? {}
          : { atMost: 'probable' }),
    },
    notes: [
      ...(coverage === 'maybe' ? [`Its value is not known; the deprecation applies to ${quotedTexts(rule)}.`] : []),
      ...(entry.isAlwaysSent ? [] : ['It is unknown whether each request sends it.']),
    ],
  });
}

/** Headers with the deprecated name; without a modelled client, only headers in an object. */
function headersNamed(view: CallSite, { name }: HeaderDeprecation): readonly SentHeader[] {
  const { finder, site } = view;
  const lower = name.toLowerCase();
  if (site.sender !== undefined)
    return sentHeaders(finder, view, new Set([lower])).entries.filter((entry) => entry.name === lower);
  return site.headers.flatMap((headers) =>
    [name, lower].flatMap((key): readonly SentHeader[] => {
      if (headers.kind !== 'object' && headers.kind !== 'layered') return [];
      const value = finder.evaluator.member(headers, key, site.at);
      if (value.kind === 'scalar') return [];
      const [firstText] = optionsOf(value).flatMap((option) => (option.kind === 'text' ? option.parts : []));
      return [{ values: plainTexts(value), at: firstText?.at ?? site.at, isAlwaysSent: true }];
    }),
  );
}

/** Whether a header may go to the API. If the host is unknown, only a vendor-specific header is evidence. */
function mayGoTo({ finder }: CallSite, { name }: HeaderDeprecation, { host }: OperationTarget): boolean {
  return host.host !== 'unknown' || finder.apis.isNamed(name) || isVendorHeader(name);
}

function isVendorHeader(name: string): boolean {
  return /^x-\w+-\w+-\w/i.test(name);
}

function coverageOf({ only }: HeaderDeprecation, values: readonly string[] | undefined): 'yes' | 'maybe' | 'no' {
  if (values !== undefined && values.every((text) => text === 'undefined')) return 'no';
  if (only === undefined) return 'yes';
  if (values === undefined) return 'maybe';
  const coveredValues = new Set(only.map((text) => text.toLowerCase()));
  const hasCoveredValue = values.some((value) =>
    [value, ...value.split(/[,;]/)].some((text) => coveredValues.has(text.trim().toLowerCase())),
  );
  return hasCoveredValue ? 'yes' : 'no';
}

function quotedTexts({ only = [] }: HeaderDeprecation): string {
  return only.map((text) => `\`${text}\``).join(' or ');
}

function ruleKey(rule: HeaderDeprecation, { file, span }: Place): string {
  return `${rule.id} ${file} ${String(span[0])}`;
}

/** Methods that set one header of an object. */
const HEADER_SETTERS = new Set(['set', 'append', 'setHeader', 'setRequestHeader', 'header']);

/** Returns findings for headers that are in no known request, in a module that uses the API. */
function looseHeaders(
  { finder, context }: FileView,
  rule: HeaderDeprecation,
  judgedHeaders: Set<string>,
): readonly Finding[] {
  if (rule.endpoints.length > 0) return [];
  const { facts, file } = context;
  const { modules } = finder.evaluator.program;
  const knownApi = finder.views.find(({ id }) => id === rule.api)?.knownApi;
  const isWitness =
    modules.mentionsApi(file)?.includes(rule.api) === true ||
    facts.imports.some(({ specifier }) => knownApi?.isSdk(specifier) === true);
  if (!isWitness) return [];
  const isName = (text: unknown): boolean => typeof text === 'string' && text.toLowerCase() === rule.name.toLowerCase();
  const writtenHeaders = [
    ...facts.objects.flatMap(({ properties }) =>
      properties.flatMap((property) =>
        property.kind === 'property' && isName(property.key) ? [{ span: property.keyAt, value: property.value }] : [],
      ),
    ),
    ...facts.calls.flatMap(({ callee, args: [name, value] }) =>
      callee.kind === 'member' &&
      HEADER_SETTERS.has(callee.property) &&
      name?.kind === 'literal' &&
      isName(name.value) &&
      value
        ? [{ span: name.at, value }]
        : [],
    ),
  ];
  return writtenHeaders.flatMap(({ span, value }: { readonly span: Place['span']; readonly value: ExprFact }) => {
    const at: Place = { file, span };
    if (judgedHeaders.has(ruleKey(rule, at))) return [];
    const headerValue = finder.evaluator.value(context, value, undefined);
    if (headerValue.kind === 'scalar' || coverageOf(rule, plainTexts(headerValue)) === 'no') return [];
    return completeFinding({
      rule: 'no-deprecated-transport',
      deprecation: rule.id,
      at,
      client: rule.name,
      url: rule.name,
      evidence: {
        host: 'graph',
        path: 'exact',
        method: 'listed',
        site: 'loose',
        steps: [{ kind: 'option', at, note: `\`${rule.name}\` is set here` }],
      },
      confidence: 'possible',
      notes: ['No request was seen to send it.'],
    });
  });
}
