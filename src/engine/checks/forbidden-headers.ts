import type { HeadersDeprecation } from '../../model/deprecation.js';
import type { Finding } from '../../model/finding.js';
import { finding, senderOf } from '../judge/finding.js';
import type { CallSite } from '../judge/site-view.js';
import { sentHeaders } from '../requests/headers.js';
import type { SentEntry } from '../requests/sent.js';
import type { Check } from './check.js';

/** Header combinations that the API declines, on requests that go to it. */
export const forbiddenHeaders: Check = {
  rule: 'no-deprecated-transport',
  begin({ finder }) {
    const rules = finder.catalogue.deprecations.filter((deprecation) => deprecation.kind === 'headers');
    return rules.length === 0 ? undefined : { ofSite: (site) => headersOf(site, rules) };
  },
};

function headersOf(view: CallSite, rules: readonly HeadersDeprecation[]): readonly Finding[] {
  const { finder, site } = view;
  if (site.urls.length === 0) return [];
  const { entries } = sentHeaders(finder, view);
  return rules.flatMap((deprecation) => headersFinding(view, deprecation, entries));
}

function headersFinding(
  view: CallSite,
  deprecation: HeadersDeprecation,
  headers: readonly SentEntry[],
): readonly Finding[] {
  const { site, context, call } = view;
  const places = deprecation.headers.map((name) => headers.find((header) => header.name === name.toLowerCase())?.at);
  const found = places.filter((place) => place !== undefined);
  if (found.length < places.length) return [];
  const url = site.urls.find((candidate) => view.hostOf(candidate).host === 'exact');
  if (url === undefined) return [];
  return finding({
    rule: 'no-deprecated-transport',
    deprecation: deprecation.id,
    ...senderOf(site),
    at: found.find((place) => place.file === context.file) ?? { file: context.file, span: call.callee.at },
    evidence: {
      host: 'exact',
      path: 'exact',
      method: 'listed',
      site: site.kind,
      steps: found.map((at, index) => ({
        kind: 'option',
        at,
        note: `\`${deprecation.headers[index] ?? ''}\` is set here`,
      })),
    },
    url,
  });
}
