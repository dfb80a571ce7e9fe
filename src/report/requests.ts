import { count } from '../core/lib/wording.js';
import type { CodeLine, ReportCoverage, ReportRequests, UncataloguedApi, UnknownSdkUse } from './report.js';

/** Adds up the requests of several rows. */
export function sumOfRequests(rows: readonly { readonly requests: number }[]): number {
  return rows.reduce((total, { requests }) => total + requests, 0);
}

/** Completes rows of requests with their total; each request is in one row. */
export function withTotal(rows: Omit<ReportRequests, 'all'>): ReportRequests {
  const { checked, uncatalogued, elsewhere, inTests, unknown } = rows;
  return { all: sumOfRequests(checked) + sumOfRequests(uncatalogued) + elsewhere + inTests + unknown.length, ...rows };
}

/** Requests of a report; in a report of an older version, only their number. */
export function requestsOf({ requests, requestSites }: ReportCoverage): ReportRequests {
  return (
    requests ?? {
      all: requestSites,
      checked: [],
      uncatalogued: [],
      bySdk: [],
      elsewhere: 0,
      inTests: 0,
      byText: 0,
      unknown: [],
    }
  );
}

/** Number of requests, `3 requests`, or other words where an API is used and no request was understood. */
export function requestWords(coverage: ReportCoverage): string {
  const { all, uncatalogued, bySdk } = requestsOf(coverage);
  const isApiUsed = uncatalogued.length + bySdk.length + (coverage.unknownSdks?.length ?? 0) > 0;
  return all > 0 || !isApiUsed ? count(all, 'request') : 'no request that is known';
}

/** Use of an API: `calls api.acme.dev (a.ts:3 and 2 other files)`. */
function uncataloguedItem({ kind, name, requests, places }: UncataloguedApi): string {
  const [first] = places;
  const otherFiles = places.length > 1 ? ` and ${count(places.length - 1, 'other file')}` : '';
  const placeWords = first === undefined ? '' : ` (${placeOfLine(first)}${otherFiles})`;
  const verb = kind === 'package' ? 'uses' : requests === 0 ? 'names' : 'calls';
  return `${verb} ${name}${placeWords}`;
}

/** The APIs that no catalogue covers, one sentence each. */
export function uncataloguedSentences(coverage: ReportCoverage): readonly string[] {
  return requestsOf(coverage).uncatalogued.map(
    (api) => `Not checked, because no catalogue in use is about it: the code ${uncataloguedItem(api)}.`,
  );
}

/** Names the first `maxNames` APIs that no catalogue covers, in one sentence; empty if there are none. */
export function uncataloguedLines(coverage: ReportCoverage, maxNames: number): readonly string[] {
  const { uncatalogued } = requestsOf(coverage);
  if (uncatalogued.length === 0) return [];
  const items = uncatalogued.slice(0, maxNames).map(uncataloguedItem);
  return [
    `Not checked, because no catalogue in use is about it: the code ${joinWithRest(items, uncatalogued.length)}.`,
  ];
}

/** Names the SDKs of which only deprecated operations are known, in one sentence; empty if there are none. */
export function sdkLines(coverage: ReportCoverage, maxNames: number): readonly string[] {
  const { bySdk } = requestsOf(coverage);
  if (bySdk.length === 0) return [];
  const items = bySdk
    .slice(0, maxNames)
    .map(({ file, module, names }) => `${names.join(', ')} of '${module}' in ${file}`);
  return [
    `Of SDKs, only calls of deprecated operations are known; no other request was seen through ${joinWithRest(items, bySdk.length)}.`,
  ];
}

/** Number and names of APIs that were not checked; undefined where all called APIs were. */
export function uncheckedWords(coverage: ReportCoverage): string | undefined {
  const usedApis = requestsOf(coverage).uncatalogued.filter(({ kind, requests }) => kind === 'package' || requests > 0);
  if (usedApis.length === 0) return undefined;
  const names = joinWithRest(
    usedApis.slice(0, 3).map(({ name }) => name),
    usedApis.length,
  );
  return `${count(usedApis.length, 'API')} without a catalogue ${usedApis.length === 1 ? 'was' : 'were'} not checked (${names})`;
}

/** Requests with an unknown destination, one sentence each. */
export function unknownSentences(coverage: ReportCoverage): readonly string[] {
  return requestsOf(coverage).unknown.map(
    (request) =>
      `${placeOfLine(request)}: a request of ${request.client} has an unknown destination: ${request.reason}.`,
  );
}

/** Number of requests with an unknown destination and the first `maxPlaces` of them, in one sentence. */
export function unknownLines(coverage: ReportCoverage, maxPlaces: number): readonly string[] {
  const { unknown } = requestsOf(coverage);
  // A report of an older version has no places.
  const total = coverage.requests === undefined ? coverage.sites.unknownTarget : unknown.length;
  if (total === 0) return [];
  const [verb, destination] = total === 1 ? ['has an', 'destination'] : ['have', 'destinations'];
  const places = unknown.length === 0 ? '' : `: ${joinWithRest(unknown.slice(0, maxPlaces).map(placeOfLine), total)}`;
  return [`${count(total, 'more request')} ${verb} unknown ${destination}${places}.`];
}

function placeOfLine({ file, line }: CodeLine): string {
  return `${file}:${line}`;
}

function joinWithRest(items: readonly string[], total: number): string {
  return `${items.join(', ')}${total > items.length ? ` and ${total - items.length} more` : ''}`;
}

/** Number of request sites, their numbers by outcome, and the number of unused addresses. */
export function siteWords(coverage: ReportCoverage, hint = ''): string {
  const { requestSites, resolved, sites, addresses } = coverage;
  const { byText } = requestsOf(coverage);
  return [
    count(requestSites, 'request site'),
    `${resolved} resolved`,
    `${sites.unresolved} unresolved`,
    ...(sites.inWrappers > 0 ? [`${sites.inWrappers} in wrappers that callers complete`] : []),
    ...(sites.unknownTarget > 0 ? [`${sites.unknownTarget} with an unknown target`] : []),
    ...(byText > 0 ? [`${count(byText, 'request')} of other code by its text alone`] : []),
    ...(addresses > 0 ? [`and ${count(addresses, 'address', 'addresses')} of APIs that no request uses`] : []),
  ]
    .join(', ')
    .concat(sites.unresolved + addresses > 0 ? hint : '');
}

/** Clause such as `2 files that use the Stripe API were not understood`; undefined where there is none. */
export function unknownSdkWords(uses: readonly UnknownSdkUse[] = []): string | undefined {
  const files = new Set(uses.map(({ file }) => file)).size;
  if (files === 0) return undefined;
  const apis = [...new Set(uses.map(({ title }) => `the ${title}`))].sort();
  const names = apis.length > 2 ? `${apis.slice(0, 2).join(', ')} and others` : apis.join(' and ');
  return `${count(files, 'file')} that ${files === 1 ? 'uses' : 'use'} ${names} ${files === 1 ? 'was' : 'were'} not understood`;
}
