import type { HeadersDeprecation } from '../../core/model/deprecation.js';
import type { Finding } from '../../core/model/finding.js';
import { completeFinding, senderOf } from '../judge/finding.js';
import type { Evaluator } from '../evaluate/evaluator.js';
import type { CallSite } from '../judge/site-view.js';
import { sentHeaders } from '../requests/sent/headers.js';
import { sentTogether } from '../requests/sent/sent.js';
import type { SentEntry } from '../requests/sent/sent.js';
import { REASON } from '../values/reasons.js';
import type { Parts } from '../values/value.js';
import type { Check } from './check.js';
import { ofKind } from './check.js';

const rulesOf = ofKind('headers');

/** Combinations of headers that the API rejects, on requests that go to it. */
export const forbiddenHeaders: Check = {
  rule: 'no-deprecated-transport',
  begin({ finder }) {
    const rules = rulesOf(finder.catalogue);
    return rules.length === 0 ? undefined : { ofSite: (site) => headersOf(site, rules) };
  },
};

function headersOf(view: CallSite, rules: readonly HeadersDeprecation[]): readonly Finding[] {
  const { finder, site } = view;
  if (site.urls.length === 0) return [];
  const names = new Set(rules.flatMap(({ headers }) => headers.map((name) => name.toLowerCase())));
  const { entries } = sentHeaders(finder, view, names);
  return rules.flatMap((deprecation) => {
    const combination = combinationOf(finder.evaluator, deprecation, entries);
    // Checked last: proving a host can be expensive.
    const url = combination && site.urls.find((candidate) => view.hostOf(candidate, deprecation.api).host === 'exact');
    return combination === undefined || url === undefined ? [] : headersFinding(view, url, deprecation, combination);
  });
}

interface Combination {
  readonly entries: readonly SentEntry[];
  /** Whether the headers are certainly sent together in some case; otherwise it is only possible. */
  readonly isCertain: boolean;
}

/** Headers of a rule that can be sent in one request; a certain combination before a possible one. */
function combinationOf(
  { program }: Pick<Evaluator, 'program'>,
  { headers }: HeadersDeprecation,
  entries: readonly SentEntry[],
): Combination | undefined {
  let combinations: readonly (readonly SentEntry[])[] = [[]];
  for (const name of headers) {
    const candidates = entries.filter((entry) => entry.name === name.toLowerCase() && !isUndefinedText(entry));
    const all = combinations
      .flatMap((combination) => candidates.map((entry) => [...combination, entry]))
      .filter((combination) => areTogether(combination, 'maybe'));
    if (all.length > MAX_COMBINATIONS) program.cut(REASON.tooMany);
    combinations = all.slice(0, MAX_COMBINATIONS);
  }
  const [first] = combinations;
  const certain = combinations.find((combination) => areTogether(combination, 'always'));
  return first === undefined ? undefined : { entries: certain ?? first, isCertain: certain !== undefined };
}

/** Maximum number of combinations that are distinguished. */
const MAX_COMBINATIONS = 64;

function areTogether(entries: readonly SentEntry[], atLeast: 'maybe' | 'always'): boolean {
  return entries.every((entry, index) =>
    entries.slice(index + 1).every((other) => {
      const together = sentTogether(entry, other);
      return together === 'always' || (together === 'maybe' && atLeast === 'maybe');
    }),
  );
}

/** Whether every value is the text `undefined`, which no program sends on purpose: the header counts as absent. */
function isUndefinedText({ values }: SentEntry): boolean {
  return values !== undefined && values.every((text) => text === 'undefined');
}

function headersFinding(
  { site, context, call }: CallSite,
  url: Parts,
  deprecation: HeadersDeprecation,
  { entries, isCertain }: Combination,
): readonly Finding[] {
  const at = entries.find((entry) => entry.at.file === context.file)?.at;
  return completeFinding({
    rule: 'no-deprecated-transport',
    deprecation: deprecation.id,
    ...senderOf(site),
    at: at ?? { file: context.file, span: call.callee.at },
    evidence: {
      host: 'exact',
      path: 'exact',
      method: 'listed',
      site: site.kind,
      steps: entries.map((entry, index) => ({
        kind: 'option',
        at: entry.at,
        note: `\`${deprecation.headers[index] ?? ''}\` is set here`,
      })),
    },
    ...(isCertain ? {} : { confidence: 'possible', notes: ['It is unknown whether one request sends both.'] }),
    url,
  });
}
