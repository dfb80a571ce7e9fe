import { Parser } from 'htmlparser2';
import { assertDepth } from './markup-depth.js';
import type { PageLine } from './page-lines.js';

/** Block elements, which begin a new line. */
const BLOCK_ELEMENTS = new Set(
  'address article aside blockquote body br dd details div dl dt figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tbody td th thead tr ul'.split(
    ' ',
  ),
);
const HEADING = /^h[1-6]$/;
const BOLD_ELEMENTS = new Set(['b', 'strong']);
/** Elements without visible text. */
const INVISIBLE_ELEMENTS = new Set(['script', 'style', 'template', 'noscript', 'head', 'svg']);

const MAX_LINE = 4000;

/** Visible lines of a page in HTML, cut at `maxLength`. @throws CatalogueError if it is nested too deeply. */
export function htmlLines(html: string, file: string, maxLength = MAX_LINE): readonly PageLine[] {
  assertDepth(html, file, 'html');
  const lines: PageLine[] = [];
  let text = '';
  let plainText = '';
  let headingDepth = 0;
  let boldDepth = 0;
  let invisibleDepth = 0;
  let isCut = false;
  const addLine = (): void => {
    const visibleText = text.replace(/\s+/g, ' ').trim();
    const title = headingDepth > 0 ? 'heading' : plainText.trim() === '' ? 'bold' : undefined;
    if (visibleText !== '') lines.push({ text: visibleText, ...(title && { title }), ...(isCut && { isCut }) });
    isCut = false;
    text = '';
    plainText = '';
  };
  const changeDepth = (name: string, by: 1 | -1): void => {
    if (HEADING.test(name)) headingDepth = Math.max(headingDepth + by, 0);
    if (BOLD_ELEMENTS.has(name)) boldDepth = Math.max(boldDepth + by, 0);
    if (INVISIBLE_ELEMENTS.has(name)) invisibleDepth = Math.max(invisibleDepth + by, 0);
  };
  const parser = new Parser(
    {
      onopentag(name) {
        if (BLOCK_ELEMENTS.has(name)) addLine();
        changeDepth(name, 1);
      },
      ontext(piece) {
        if (invisibleDepth > 0) return;
        isCut ||= text.length > maxLength || piece.length > maxLength;
        if (text.length > maxLength) return;
        text += piece.slice(0, maxLength);
        if (boldDepth === 0 && headingDepth === 0) plainText += piece.slice(0, maxLength);
      },
      onclosetag(name) {
        if (BLOCK_ELEMENTS.has(name)) addLine();
        changeDepth(name, -1);
      },
    },
    { decodeEntities: true },
  );
  parser.end(html);
  addLine();
  return lines;
}
