import { Parser } from 'htmlparser2';
import { assertDepth } from './markup-depth.js';
import type { PageLine } from './page-lines.js';

/** Block elements, which begin a new line. */
const BLOCKS = new Set(
  'address article aside blockquote body br dd details div dl dt figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tbody td th thead tr ul'.split(
    ' ',
  ),
);
const HEADING = /^h[1-6]$/;
const BOLD = new Set(['b', 'strong']);
/** Elements without visible text. */
const UNSEEN = new Set(['script', 'style', 'template', 'noscript', 'head', 'svg']);

const MAX_LINE = 4000;

/** Visible lines of a page in HTML, each read up to a length. @throws CatalogueError if it is nested too deeply. */
export function htmlLines(html: string, file: string, longest = MAX_LINE): readonly PageLine[] {
  assertDepth(html, file, 'html');
  const lines: PageLine[] = [];
  let text = '';
  let plain = '';
  let heading = 0;
  let bold = 0;
  let unseen = 0;
  let isCut = false;
  const flush = (): void => {
    const seen = text.replace(/\s+/g, ' ').trim();
    const title = heading > 0 ? 'heading' : plain.trim() === '' ? 'bold' : undefined;
    if (seen !== '') lines.push({ text: seen, ...(title && { title }), ...(isCut && { isCut }) });
    isCut = false;
    text = '';
    plain = '';
  };
  const count = (name: string, by: 1 | -1): void => {
    if (HEADING.test(name)) heading = Math.max(heading + by, 0);
    if (BOLD.has(name)) bold = Math.max(bold + by, 0);
    if (UNSEEN.has(name)) unseen = Math.max(unseen + by, 0);
  };
  const parser = new Parser(
    {
      onopentag(name) {
        if (BLOCKS.has(name)) flush();
        count(name, 1);
      },
      ontext(piece) {
        if (unseen > 0) return;
        isCut ||= text.length > longest || piece.length > longest;
        if (text.length > longest) return;
        text += piece.slice(0, longest);
        if (bold === 0 && heading === 0) plain += piece.slice(0, longest);
      },
      onclosetag(name) {
        if (BLOCKS.has(name)) flush();
        count(name, -1);
      },
    },
    { decodeEntities: true },
  );
  parser.end(html);
  flush();
  return lines;
}
