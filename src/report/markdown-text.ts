import { breakCommands, escapeText, maskSource } from '../core/lib/escape.js';

/** Text with all markup escaped: no mention, no link, no end of a table cell. */
export function escapeMarkdown(text: string): string {
  return escapeText(text)
    .replace(/[\\`*_[\]#!~$]|^[-+=]/g, '\\$&')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/@/g, '&#64;')
    .replace(/\|/g, '&#124;')
    .replace(/:\/\//g, '&#58;//')
    .replace(/www\./gi, (match) => match.replace('.', '&#46;'))
    .replace(/^ +(?=[-+=]|\d+[.)])|^ {4,}/, (spaces) => '&#32;'.repeat(spaces.length))
    .replace(/^(\d+)([.)])/, '$1\\$2')
    .replace(/^::/, '\\::');
}

/** A code span whose fence is longer than any run of backticks inside. Not for table cells. */
export function codeSpan(text: string): string {
  const safeText = breakCommands(escapeText(text));
  if (safeText === '') return '` `';
  const fence = '`'.repeat(longestBacktickRun(safeText) + 1);
  const padding = /^`|`$|^ .* $/.test(safeText) ? ' ' : '';
  return `${fence}${padding}${safeText}${padding}${fence}`;
}

/** A block of code whose fence is longer than any run of backticks in it. Line breaks inside a line become spaces. */
export function codeBlock(lines: readonly string[], language = ''): readonly string[] {
  const safeLines = lines.map((line) => maskSource(line.replaceAll(/[\r\n\u2028\u2029]/g, ' ')));
  const fence = '`'.repeat(Math.max(3, ...safeLines.map((line) => longestBacktickRun(line) + 1)));
  return [`${fence}${language}`, ...safeLines, fence];
}

function longestBacktickRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}

/** Code in a table cell, where a span would end at a `|`. */
export function cellCode(text: string): string {
  return `<code>${escapeMarkdown(text)}</code>`;
}

/** A message as Markdown: text in backticks becomes code, the rest plain text. */
export function markdownMessage(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part) => (/^`[^`]*`$/.test(part) ? codeSpan(part.slice(1, -1)) : escapeMarkdown(part)))
    .join('');
}
