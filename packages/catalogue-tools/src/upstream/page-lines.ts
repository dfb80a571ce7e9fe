/** A line of a page: a paragraph, an item of a list, a heading. */
export interface PageLine {
  readonly text: string;
  /** Present for a title: a heading, or an entirely bold line. */
  readonly title?: 'heading' | 'bold';
  /** Whether the line was cut at the maximum length. */
  readonly isCut?: true;
  /** Line number from 1, if known. */
  readonly line?: number;
}

/** Maximum length of a line; the rest is not read. */
export const MAX_LINE = 4000;

/** Lines of a text in Markdown. */
export function markdownLines(text: string): readonly PageLine[] {
  return text.split(/\r?\n/).flatMap((sourceLine, index) => {
    const line = sourceLine.slice(0, MAX_LINE).trim();
    if (line === '') return [];
    const isHeading = /^#{1,6} /.test(line);
    const isBold = line.startsWith('**') && line.indexOf('**', 2) === line.length - 2 && line.length > 4;
    const title = isHeading ? 'heading' : isBold ? 'bold' : undefined;
    const isCut = sourceLine.length > MAX_LINE;
    return [{ text: withoutMarkup(line), ...(title && { title }), ...(isCut && { isCut }), line: index + 1 }];
  });
}

/** Removes the markup of lists, headings and emphasis. */
function withoutMarkup(line: string): string {
  return line
    .replace(/^(?:#{1,6}|[-*+]|\d{1,3}\.) +/, '')
    .replaceAll('**', '')
    .trim();
}
