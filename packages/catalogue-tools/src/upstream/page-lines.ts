/** A line of a page: a paragraph, an item of a list, a heading. */
export interface PageLine {
  readonly text: string;
  /** Present for a title: a heading, or a line that is bold as a whole. */
  readonly title?: 'heading' | 'bold';
  /** Whether the line is longer, and was cut. */
  readonly isCut?: true;
  /** Line number from 1, if known. */
  readonly line?: number;
}

/** Length up to which longer lines are read. */
export const MAX_LINE = 4000;

/** Lines of a text in Markdown. */
export function markdownLines(text: string): readonly PageLine[] {
  return text.split(/\r?\n/).flatMap((written, index) => {
    const line = written.slice(0, MAX_LINE).trim();
    if (line === '') return [];
    const heading = /^#{1,6} /.test(line);
    const bold = line.startsWith('**') && line.indexOf('**', 2) === line.length - 2 && line.length > 4;
    const title = heading ? 'heading' : bold ? 'bold' : undefined;
    const isCut = written.length > MAX_LINE;
    return [{ text: plain(line), ...(title && { title }), ...(isCut && { isCut }), line: index + 1 }];
  });
}

/** Text without the signs of lists, headings and emphasis. */
function plain(line: string): string {
  return line
    .replace(/^(?:#{1,6}|[-*+]|\d{1,3}\.) +/, '')
    .replaceAll('**', '')
    .trim();
}
