import { splitBaseUrl } from '../../api/base-url.js';
import type { BaseUrl } from '../../model/deprecation.js';

/** Parsed base URL. A name in braces matches any text in its place. */
export interface ParsedBase {
  readonly host: HostPattern;
  /** Segments of the version path; undefined for a variable one. */
  readonly version: readonly (string | undefined)[];
}

/** A lower-case host, with its port if that is not the default. */
export interface HostPattern {
  /** Whole host; up to the first variable if there is one. */
  readonly head: string;
  /** Text after the last variable: `.clock.test` of `{region}.clock.test`; undefined if there is no variable. */
  readonly tail: string | undefined;
}

/** Reads a base URL, whose host and path may have variables. */
export function parseBase({ url }: BaseUrl): ParsedBase {
  const { host, path } = splitBaseUrl(url);
  const usual = /^http:/i.test(url) ? /:80$/ : /:443$/;
  const written = host.toLowerCase().replace(usual, '');
  const open = written.indexOf('{');
  return {
    host: {
      head: open < 0 ? written : written.slice(0, open),
      tail: open < 0 ? undefined : written.slice(written.lastIndexOf('}') + 1),
    },
    version: path
      .split('/')
      .filter((segment) => segment !== '')
      .map((segment) => (/^\{.*\}$/.test(segment) ? undefined : segment)),
  };
}

/** Whether the host of a URL is that of a base URL: the default port and the root dot make no difference. */
export function isHost({ head, tail }: HostPattern, text: string, scheme: string): boolean {
  if (scheme !== '' && scheme !== 'http' && scheme !== 'https') return false;
  const usual = scheme === 'http' ? /:80$/ : /:443$/;
  const host = head.includes(':') ? text : text.replace(usual, '').replace(/\.$/, '');
  if (tail === undefined) return host === head;
  return host.length > head.length + tail.length && host.startsWith(head) && host.endsWith(tail);
}
