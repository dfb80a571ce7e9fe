import { mergeScheme } from '../values/text.js';
import type { Part, Parts } from '../values/value.js';

/** Parts that a URL parser rewrites before it reads the host. */
const UNUSUAL = /[\t\n\r\\]|^[\0- ]|[\0- ]$|^https?:\/?(?!\/)|^https?:\/{3}/i;

/**
 * A URL with the rewrites of a URL parser: without surrounding blanks, tabs and line ends, with slashes for backslashes
 * and two slashes after `https:`.
 */
export function normalized(given: Parts): Parts {
  const parts = mergeScheme(given);
  if (!parts.some((part) => part.kind === 'text' && UNUSUAL.test(part.text))) return parts;
  const last = parts.length - 1;
  const bare = parts.map((part, index) => {
    if (part.kind === 'hole') return part;
    let text = part.text.replace(/[\t\n\r]+/g, '');
    if (index === 0) text = text.replace(/^[\0- ]+/, '');
    if (index === last) text = text.replace(/(?<![\0- ])[\0- ]+$/, '');
    return { ...part, text };
  });
  const merged = mergeScheme(bare.filter(isNotEmpty));
  const [first, ...rest] = merged;
  if (first?.kind !== 'text' || !/^https?:[\\/]/i.test(first.text)) return merged;
  const start = { ...first, text: first.text.replace(/^(https?:)[\\/]+/i, '$1//') };
  return withSlashes([start, ...rest]);
}

function isNotEmpty(part: Part): boolean {
  return part.kind === 'hole' || part.text !== '';
}

/** Backslashes are slashes up to the query. */
function withSlashes(parts: Parts): Parts {
  let isPath = true;
  return parts.map((part) => {
    if (part.kind === 'hole' || !isPath) return part;
    const end = part.text.search(/[?#]/);
    isPath = end < 0;
    const path = isPath ? part.text : part.text.slice(0, end);
    return { ...part, text: path.replaceAll('\\', '/') + part.text.slice(path.length) };
  });
}

/** Decodes letters that mean the same with and without percent encoding (`%70` is `p`). */
export function decoded(text: string): string {
  if (!text.includes('%')) return text;
  return text.replace(/%[2-7][0-9a-f]/gi, (code) => {
    const letter = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /[\w.~-]/.test(letter) ? letter : code;
  });
}
