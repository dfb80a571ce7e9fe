import type { Finding } from '../model/finding.js';
import type { OwnedFix } from '../model/fix.js';
import type { FixFile } from './fix-file.js';

/**
 * A URL that is written out up to its end: a quoted text without a fragment, or a template that does not end in a hole.
 */
const URL_TEXT = /^(['"`])(?:(?!\1)[^\\#\n])*[^\\#\n}]\1$/;

/** A query by itself, as an argument of a function that appends it to a URL: `phase=2`. */
const QUERY_TEXT = /^.[\w-]+=[^/?]*$/;

/** Adds the missing entry to the query of a request, where its URL, or the query by itself, is one literal. */
export function fixQuery(finding: Finding, entry: string, file: FixFile): OwnedFix | undefined {
  const [start, end] = finding.at.span;
  const source = file.text.slice(start, end);
  if (file.language !== 'javascript' || !URL_TEXT.test(source)) return undefined;
  const hasQuery = source.includes('?') || QUERY_TEXT.test(source);
  const mark = !hasQuery ? '?' : /[?&].$/.test(source) ? '' : '&';
  return {
    action: { kind: 'addQuery', data: { name: entry } },
    edits: [{ file: file.name, span: [end - 1, end - 1], text: `${mark}${entry}` }],
    owned: [{ file: file.name, span: [start, end] }],
  };
}
