import { count } from '../lib/wording.js';
import { requestsOf } from './requests.js';
import type { ReportCoverage } from './report.js';

/** The request sites by outcome, which add up to the first number; then the unused addresses. */
export function sitesOf(coverage: ReportCoverage, hint = ''): string {
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
