import LinkHeader from 'http-link-header';
import { parseJson, isRecord } from '../../../../src/core/lib/json.js';
import { CatalogueError } from '../../../../src/core/model/errors.js';
import type { HttpMethod } from '../../../../src/core/model/endpoint.js';
import { parseDeprecationHeader, parseHttpDate } from './http-dates.js';
import { methodOf } from './operations.js';
import type { DocumentText } from './read-document.js';
import { listOf, ownProperty, ownPropertyAt, textOf } from './records.js';
import type { Omission } from './upstream.js';

/** A response that announces the deprecation or the end of its operation; all other data of the recording is dropped. */
export interface DeprecatedResponse {
  readonly method: HttpMethod;
  /** Scheme, host and port: `https://api.bell.example`. */
  readonly origin: string;
  /** Requested path, without its query. */
  readonly path: string;
  readonly since?: string;
  readonly endOfLife?: string;
  /** Address of the notice. */
  readonly url?: string;
  /** Address of the operation's successor. */
  readonly successor?: string;
  readonly place: string;
}

export interface Recording {
  readonly file: string;
  readonly responses: readonly DeprecatedResponse[];
  /** Number of responses in the recording. */
  readonly total: number;
  readonly leftOut: readonly Omission[];
}

/**
 * Reads the responses of a recording that have a Deprecation or a Sunset header. No message repeats recorded data.
 *
 * @throws CatalogueError if the file is not a recording.
 */
export function readHar({ file, text }: DocumentText): Recording {
  const json = parseJson(text);
  if (json.kind === 'problem') throw new CatalogueError(`not JSON: ${json.problem.what}`, file, json.problem.line);
  const entries = ownPropertyAt(json.value, ['log', 'entries']);
  if (!Array.isArray(entries))
    throw new CatalogueError("is not a recording: it has no list 'log.entries'. Save one as HAR.", file);
  const leftOut: Omission[] = [];
  const responses = listOf(entries).flatMap((entry, index) =>
    deprecatedResponseOf(entry, `log.entries.${String(index)}`, leftOut),
  );
  return { file, responses, total: entries.length, leftOut };
}

function deprecatedResponseOf(entry: unknown, place: string, leftOut: Omission[]): readonly DeprecatedResponse[] {
  const headers = headersOf(ownPropertyAt(entry, ['response', 'headers']));
  const [deprecation, sunset] = [headers.get('deprecation'), headers.get('sunset')];
  if (deprecation === undefined && sunset === undefined) return [];
  const addOmission = (why: string): void => void leftOut.push({ place, why });
  const url = urlOf(ownPropertyAt(entry, ['request', 'url']));
  const method = methodOf(textOf(ownPropertyAt(entry, ['request', 'method'])) ?? '');
  if (url === undefined || method === undefined) {
    addOmission('its request has no address or no method that could be used');
    return [];
  }
  const announcement = announcedDates(deprecation?.[0], sunset?.[0], addOmission);
  if (announcement === undefined) return [];
  const links = linksOf(headers.get('link') ?? [], url, addOmission);
  const noticeUrl = links.get('deprecation') ?? links.get('sunset');
  const successor = links.get('successor-version');
  return [
    {
      method,
      origin: url.origin,
      path: url.pathname,
      place,
      ...announcement,
      ...(noticeUrl === undefined ? {} : { url: noticeUrl }),
      ...(successor === undefined ? {} : { successor }),
    },
  ];
}

/** Reads the dates of an operation from its two headers; undefined if they do not say that it is deprecated or ends. */
function announcedDates(
  deprecation: string | undefined,
  sunset: string | undefined,
  addOmission: (why: string) => void,
): Partial<DeprecatedResponse> | undefined {
  const deprecationValue = deprecation === undefined ? true : parseDeprecationHeader(deprecation);
  if (deprecationValue === undefined) addOmission('its Deprecation header is neither a date nor true');
  const endOfLife = sunset === undefined ? undefined : parseHttpDate(sunset);
  if (sunset !== undefined && endOfLife === undefined) addOmission('its Sunset header is not a date');
  if ((deprecationValue === undefined || deprecationValue === false) && endOfLife === undefined) return undefined;
  // A Sunset header needs no Deprecation header (RFC 8594).
  if (deprecationValue === false) addOmission('its Deprecation header is false, although its Sunset header is a date');
  return {
    ...(typeof deprecationValue === 'object' ? deprecationValue : {}),
    ...(endOfLife === undefined ? {} : { endOfLife }),
  };
}

function headersOf(value: unknown): ReadonlyMap<string, readonly string[]> {
  const headers = new Map<string, string[]>();
  for (const header of listOf(value)) {
    const name = textOf(ownProperty(header, 'name'))?.toLowerCase();
    const content = textOf(ownProperty(header, 'value'));
    if (!isRecord(header) || name === undefined || content === undefined || content.length > 8000) continue;
    headers.set(name, [...(headers.get(name) ?? []), content]);
  }
  return headers;
}

function urlOf(value: unknown, base?: URL): URL | undefined {
  const text = textOf(value);
  if (text === undefined || !URL.canParse(text, base?.href)) return undefined;
  const url = new URL(text, base);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : undefined;
}

/** Link addresses by their relation, without queries and user names, which may contain secrets. */
function linksOf(
  headers: readonly string[],
  base: URL,
  addOmission: (why: string) => void,
): ReadonlyMap<string, string> {
  const links = new Map<string, string>();
  for (const header of headers) {
    try {
      for (const rel of ['deprecation', 'sunset', 'successor-version'])
        for (const { uri } of LinkHeader.parse(header).rel(rel)) {
          const url = urlOf(uri, base);
          const fragment = url !== undefined && /^#[\w-]{1,100}$/.test(url.hash) ? url.hash : '';
          if (url !== undefined && !links.has(rel)) links.set(rel, `${url.origin}${url.pathname}${fragment}`);
        }
    } catch {
      addOmission('its Link header cannot be read');
    }
  }
  return links;
}
