import { baseUrlsOf, hostSource, splitBaseUrl } from '../../../api/base-url.js';
import { remembered } from '../../../lib/collections.js';
import type { Catalogue } from '../../../model/deprecation.js';
import type { Part, Parts } from '../../values/value.js';

/** Characters that end a URL inside a text. */
const END = /[\s"'`<>|;,)\\\u0000]/;

/** Whether a text names a host of the API. */
export function namesHost(catalogue: Catalogue, text: string): boolean {
  return hostTest(catalogue).test(text);
}

/** The URLs of the API inside a text, escaped or not, each as long as possible; not one at the start of the text. */
export function embeddedUrls(catalogue: Catalogue, parts: Parts): readonly Parts[] {
  const found: Part[][] = [];
  let open: Part[] | undefined;
  let escaped = false;
  for (const [index, part] of parts.entries()) {
    if (part.kind === 'hole') {
      open?.push(part);
      continue;
    }
    let rest = part.text;
    while (rest !== '') {
      if (open === undefined) {
        const start = urlTest(catalogue).exec(rest);
        if (start === null || (index === 0 && start.index === 0 && rest.length === part.text.length)) break;
        rest = rest.slice(start.index);
        escaped = start[0].includes('%');
        open = [];
        found.push(open);
      }
      const end = endOf(rest, open);
      const piece = end < 0 ? rest : rest.slice(0, end);
      open.push({ ...part, text: escaped ? unescaped(piece) : piece });
      rest = end < 0 ? '' : rest.slice(end);
      if (end >= 0) open = undefined;
      if (end === 0) rest = rest.slice(1);
    }
  }
  return found;
}

/** Returns the end of the URL. `&` ends a URL without a query: there it separates parameters of the surrounding URL. */
function endOf(text: string, before: Parts): number {
  const end = text.search(END);
  const query = text.indexOf('?');
  const next = text.indexOf('&');
  const hasQuery = before.some((part) => part.kind === 'text' && part.text.includes('?'));
  if (next < 0 || hasQuery || (query >= 0 && query < next)) return end;
  return end < 0 ? next : Math.min(end, next);
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const hostTest = remembered((catalogue: Catalogue) => {
  const hosts = baseUrlsOf(catalogue).map(({ url }) => hostSource(splitBaseUrl(url).host));
  return new RegExp(`(?<![\\w.-])(?:${hosts.join('|') || '(?!)'})(?![\\w-]|\\.\\w)`, 'i');
});

const urlTest = remembered((catalogue: Catalogue) => {
  const hosts = baseUrlsOf(catalogue).map(({ url }) => hostSource(splitBaseUrl(url).host));
  return new RegExp(`https?(?:://|%3A%2F%2F)(?:${hosts.join('|') || '(?!)'})(?![\\w-]|\\.\\w)`, 'i');
});
