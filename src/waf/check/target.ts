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
  OPERATIONS,
  WAF_DEPRECATION,
} from '../migration/operations.js';
import type { MigrationOperation } from '../migration/operations.js';

/** Migration operation that a URL addresses. */
export interface Target {
  readonly url: Parts;
  readonly query: Parts;
  readonly host: HostJudgement;
  /** Absent if the path names an operation that the migration does not have. */
  readonly operation: MigrationOperation | undefined;
  /** Path text found in place of a known operation or phase. */
  readonly wrong?: string;
}

/** The HTTP method of an operation. */
export function methodOf(operation: MigrationOperation): HttpMethod {
  return operation === 'entrypoint' ? 'PUT' : 'GET';
}

/** The URLs of a site that lead to the migration, if all known facts point to the API. */
export function targetsOf(site: SiteView): readonly Target[] {
  return site.site.urls.flatMap((url) => {
    const { segments, query } = migratedUrl(site, url);
    const asked = operationOf(segments);
    const host = asked === undefined ? undefined : provenHost(site, url);
    return asked === undefined || host === undefined ? [] : [{ url, query, host, ...asked }];
  });
}

/** Returns the host judgement of a URL, if everything known about it points to the API. */
export function provenHost(site: SiteView, url: Parts): HostJudgement | undefined {
  const judged = site.hostOf(url, apiOf(site));
  return judged.host === 'exact' || judged.host === 'graph' || judged.host === 'set' || judged.host === 'version'
    ? judged
    : undefined;
}

/** The zone that a URL names, as written; undefined if unknown. */
export function zoneOf(site: SiteView, { url }: Target): string | undefined {
  const parts = migratedUrl(site, url).segments[1]?.parts;
  return parts?.map((part) => (part.kind === 'text' ? part.text : `\${${part.name}}`)).join('');
}

/** A URL as read for the API whose zones are migrated; without segments if it goes to another API. */
export function migratedUrl(site: SiteView, url: Parts): Pick<RequestUrl, 'segments' | 'query'> {
  const read = site.finder.urlOf(url);
  return { segments: readingFor(read, apiOf(site))?.segments ?? [], query: queryOf(url, read) };
}

/** The query of a URL; without one, the text directly after the last word of its path. */
export function queryOf(url: Parts, { query }: RequestUrl): Parts {
  if (query.length > 0) return query;
  const [before, last] = url.slice(-2);
  return before?.kind === 'text' && !before.text.endsWith('/') && last?.kind === 'hole' ? [last] : [];
}

function apiOf({ finder }: SiteView): string {
  return finder.catalogue.deprecations.find(({ id }) => id === WAF_DEPRECATION)?.api ?? '';
}

/** Common prefix of all migration paths; the first two segments of a path are assumed to match it. */
const SCOPE = '/zones/{zone_id}';
const PHASES = OPERATIONS.entrypoint.split('/').slice(3);

function operationOf(segments: readonly UrlSegment[]): Pick<Target, 'operation' | 'wrong'> | undefined {
  const texts = segments.map((segment) => segment.text ?? segment.parts.find((part) => part.kind === 'text')?.text);
  const rest = texts.slice(2);
  const path = `${SCOPE}/${rest.join('/')}`;
  const operation = MIGRATION_OPERATIONS.find((known) => OPERATIONS[known] === path);
  if (operation !== undefined) return { operation };
  const wrong = segments.slice(2).map((segment) => segment.text);
  if (texts[0] !== 'zones' || wrong.includes(undefined)) return undefined;
  if (rest[0] === MIGRATION_WORD && rest.length > 1) return { operation: undefined, wrong: rest.slice(1).join('/') };
  const isEntrypoint =
    rest.length === PHASES.length && PHASES.every((name, at) => name === MANAGED_PHASE || rest[at] === name);
  return isEntrypoint ? { operation: 'entrypoint', wrong: rest[PHASES.indexOf(MANAGED_PHASE)] ?? '' } : undefined;
}
