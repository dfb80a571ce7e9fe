import type { UrlSegment } from '../../engine/match/url-parts.js';
import type { SiteView } from '../../engine/judge/site-view.js';
import type { HostJudgement } from '../../engine/judge/host-proof.js';
import type { Parts } from '../../engine/values/value.js';
import { readingFor } from '../../engine/match/request-url.js';
import type { RequestUrl } from '../../engine/match/request-url.js';
import type { HttpMethod } from '../../core/model/endpoint.js';
import {
  MANAGED_PHASE,
  MIGRATION_OPERATIONS,
  MIGRATION_WORD,
  OPERATION_PATHS,
  WAF_DEPRECATION,
} from '../migration/operations.js';
import type { MigrationOperation } from '../migration/operations.js';

/** URL of a migration request, and its operation. */
export interface Target {
  readonly url: Parts;
  readonly query: Parts;
  readonly host: HostJudgement;
  /** Undefined if the path names an operation that the migration does not have. */
  readonly operation: MigrationOperation | undefined;
  /** Text of the path in place of a known operation or phase. */
  readonly wrongText?: string;
}

/** Returns the HTTP method of an operation. */
export function methodOf(operation: MigrationOperation): HttpMethod {
  return operation === 'entrypoint' ? 'PUT' : 'GET';
}

/** Returns the URLs of a site with a path of the migration, if all that is known of their host fits the API. */
export function targetsOf(site: SiteView): readonly Target[] {
  return site.site.urls.flatMap((url) => {
    const { segments, query } = migrationUrlOf(site, url);
    const addressed = operationOf(segments);
    const host = addressed === undefined ? undefined : provenHost(site, url);
    return addressed === undefined || host === undefined ? [] : [{ url, query, host, ...addressed }];
  });
}

/** Returns the host judgement of a URL, if all that is known of the host fits the API. */
export function provenHost(site: SiteView, url: Parts): HostJudgement | undefined {
  const proof = site.hostOf(url, apiOf(site));
  return proof.host === 'exact' || proof.host === 'graph' || proof.host === 'set' || proof.host === 'version'
    ? proof
    : undefined;
}

/** Returns the zone of a URL, as written in the source: `${zoneId}`; undefined for a URL without a zone. */
export function zoneOf(site: SiteView, { url }: Target): string | undefined {
  const parts = migrationUrlOf(site, url).segments[1]?.parts;
  return parts?.map((part) => (part.kind === 'text' ? part.text : `\${${part.name}}`)).join('');
}

/** Returns the segments and the query of a URL of the API that has the migration; no segments for another API. */
export function migrationUrlOf(site: SiteView, url: Parts): Pick<RequestUrl, 'segments' | 'query'> {
  const requestUrl = site.finder.urlOf(url);
  return { segments: readingFor(requestUrl, apiOf(site))?.segments ?? [], query: queryOf(url, requestUrl) };
}

/** Returns the query of a URL; without one, a hole at the end of the path, which may be the query: `…/entrypoint${query}`. */
export function queryOf(url: Parts, { query }: RequestUrl): Parts {
  if (query.length > 0) return query;
  const [path, last] = url.slice(-2);
  return path?.kind === 'text' && !path.text.endsWith('/') && last?.kind === 'hole' ? [last] : [];
}

function apiOf({ finder }: SiteView): string {
  return finder.catalogue.deprecations.find(({ id }) => id === WAF_DEPRECATION)?.api ?? '';
}

/** Common prefix of all migration paths. Any first two segments count as this prefix, because they are often unknown. */
const MIGRATION_SCOPE = '/zones/{zone_id}';
const ENTRYPOINT_SEGMENTS = OPERATION_PATHS.entrypoint.split('/').slice(3);

function operationOf(segments: readonly UrlSegment[]): Pick<Target, 'operation' | 'wrongText'> | undefined {
  const texts = segments.map((segment) => segment.text ?? segment.parts.find((part) => part.kind === 'text')?.text);
  const names = texts.slice(2);
  const path = `${MIGRATION_SCOPE}/${names.join('/')}`;
  const operation = MIGRATION_OPERATIONS.find((known) => OPERATION_PATHS[known] === path);
  if (operation !== undefined) return { operation };
  const completeTexts = segments.slice(2).map((segment) => segment.text);
  if (texts[0] !== 'zones' || completeTexts.includes(undefined)) return undefined;
  if (names[0] === MIGRATION_WORD && names.length > 1)
    return { operation: undefined, wrongText: names.slice(1).join('/') };
  const isEntrypoint =
    names.length === ENTRYPOINT_SEGMENTS.length &&
    ENTRYPOINT_SEGMENTS.every((name, at) => name === MANAGED_PHASE || names[at] === name);
  return isEntrypoint
    ? { operation: 'entrypoint', wrongText: names[ENTRYPOINT_SEGMENTS.indexOf(MANAGED_PHASE)] ?? '' }
    : undefined;
}
