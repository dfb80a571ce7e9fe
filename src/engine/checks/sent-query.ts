import type { QueryDeprecation } from '../../core/model/deprecation.js';
import type { Finding } from '../../core/model/finding.js';
import type { Place } from '../../core/model/span.js';
import { completeFinding } from '../judge/finding.js';
import type { CallSite, SiteView } from '../judge/site-view.js';
import { queryOfRequest, queryFacts } from '../requests/sent/query.js';
import { entriesNamed } from '../requests/sent/sent.js';
import type { SentEntry } from '../requests/sent/sent.js';
import { plainTexts } from '../values/text.js';
import { optionsOf } from '../values/value.js';
import type { Value } from '../values/value.js';
import type { Check } from './check.js';
import { ofKind } from './check.js';
import { isDistinctive, operationTarget, sentDraft } from './operation-target.js';
import type { OperationTarget } from './operation-target.js';

/** Query parameters that are deprecated, or have deprecated values, on requests of some operations. */
export const sentQuery: Check = {
  rule: 'no-deprecated-endpoint',
  begin({ finder }) {
    const rules = rulesOf(finder.catalogue);
    return rules.length === 0
      ? undefined
      : { ofSite: (site) => rules.flatMap((rule) => parameterFindings(site, rule)) };
  },
  mayComplete: (view) => rulesOf(view.finder.catalogue).some((rule) => isQueryOpen(view, rule)),
};

const rulesOf = ofKind('query');

interface Parameter extends Pick<SentEntry, 'values' | 'isAlwaysSent'> {
  readonly at: Place | undefined;
}

function parameterFindings(view: CallSite, rule: QueryDeprecation): readonly Finding[] {
  const { context, call } = view;
  const target = operationTarget(view, rule);
  if (target === undefined) return [];
  const coveredParameters = parametersOf(view, rule, target).filter(({ values }) => isCovered(rule, values));
  const parameter =
    coveredParameters.find(({ isAlwaysSent, values }) => isAlwaysSent && values !== undefined) ?? coveredParameters[0];
  if (parameter === undefined) return [];
  const isSure = parameter.isAlwaysSent && (rule.only === undefined || parameter.values !== undefined);
  const placeHere = parameter.at?.file === context.file ? parameter.at : undefined;
  const at = placeHere ?? { file: context.file, span: call.callee.at };
  return completeFinding({
    rule: 'no-deprecated-endpoint',
    deprecation: rule.id,
    ...sentDraft(view, target, [
      { kind: 'option', at: parameter.at ?? at, note: `\`${rule.parameter}\` is sent here` },
    ]),
    at,
    ...(placeHere !== undefined || parameter.at === undefined ? {} : { causedAt: parameter.at }),
    trust: {
      isDistinctive: isDistinctive(target),
      hasWordAsParameter: false,
      ...(isSure
        ? {}
        : { atMost: rule.only !== undefined && parameter.values === undefined ? 'possible' : 'probable' }),
    },
    notes: parameter.isAlwaysSent ? [] : ['It is unknown whether each request sends it.'],
  });
}

/** Returns the parameters sent under the name: in the URL, in client options, or in the arguments of an SDK method. */
function parametersOf(view: CallSite, { parameter }: QueryDeprecation, target: OperationTarget): readonly Parameter[] {
  const { finder, site } = view;
  const { evaluator } = finder;
  const entries =
    site.sender === undefined
      ? queryOfRequest(finder, target.query, site.query, site.at)
      : queryFacts(finder, target.query, view);
  const namedEntries = entriesNamed(entries, parameter);
  if (namedEntries.length > 0) return namedEntries;
  if (!isSdkCall(view) || !isReadMethod(view)) return [];
  return optionsOf(site.body).flatMap((options) => {
    if (options.kind !== 'object' && options.kind !== 'layered') return [];
    const value = evaluator.member(options, parameter, site.at);
    if (value.kind === 'scalar' && value.value === undefined) return [];
    const [firstText] = optionsOf(value).flatMap((option) => (option.kind === 'text' ? option.parts : []));
    return [{ values: textsIn(value), isAlwaysSent: value.unset !== true, at: firstText?.at }];
  });
}

/** Whether an SDK method reads, and so sends its arguments in the query. */
function isReadMethod({ site }: SiteView): boolean {
  return !site.method.unknown && site.method.known.every((method) => method === 'GET' || method === 'DELETE');
}

function isSdkCall({ site }: SiteView): boolean {
  return site.sender === undefined ? site.kind === 'call' : site.sender.use.row.template !== undefined;
}

function textsIn(value: Value): readonly string[] | undefined {
  const options = optionsOf(value);
  if (options.every(({ kind }) => kind === 'scalar' || kind === 'text'))
    return options.flatMap((option) =>
      option.kind === 'scalar' ? [String(option.value)] : (plainTexts(option) ?? []),
    );
  return undefined;
}

function isCovered({ only }: QueryDeprecation, values: readonly string[] | undefined): boolean {
  return only === undefined || values === undefined || values.some((value) => only.includes(value));
}

/** Whether callers decide the query of a request of one of the operations. */
function isQueryOpen(view: SiteView, rule: QueryDeprecation): boolean {
  const { query, body, urls, method } = view.site;
  const sources = [query, ...(isSdkCall(view) && isReadMethod(view) ? [body] : [])];
  const hasParameter =
    sources.some((value) => optionsOf(value).some(({ kind }) => kind === 'parameter')) ||
    urls.some((url) => url.at(-1)?.kind === 'hole' && view.finder.urlOf(url).query.length > 0);
  return hasParameter && (method.known.length > 0 || method.unknown) && operationTarget(view, rule) !== undefined;
}
