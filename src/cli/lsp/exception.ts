import { parseDirective } from '../../directives/directive.js';
import { kindsOf } from '../../scan/prepare-scan.js';
import { SourceStore } from '../../scan/source-store.js';
import { TextReader } from '../../sources/read-text.js';
import type { ShownFile, ShownFinding } from './diagnostics.js';

/** A line to put before the one of a finding, so that a comment excepts it. */
export interface Exception {
  readonly line: number;
  readonly text: string;
}

const KINDS = kindsOf({ documents: true });

/**
 * The comment that excepts a finding, with a place for the reason; undefined where a line of its own would be no comment
 * there, such as inside a text or between the lines of one command.
 */
export async function exceptionFor(
  { finding, range }: ShownFinding,
  { text, path }: ShownFile,
): Promise<Exception | undefined> {
  const lines = text.split(/(?<=\r\n|\n|\r(?!\n))/);
  const { line } = range.start;
  const before = lines[line - 1]?.trimEnd() ?? '';
  // A comment would end the command that goes on.
  if (before.endsWith('\\')) return undefined;
  const indent = /^[^\S\r\n]*/.exec(lines[line] ?? '')?.[0] ?? '';
  const end = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
  const mark = finding.language === undefined || finding.language === 'javascript' ? '//' : '#';
  const comment = `${indent}${mark} sunset-lint-disable-next-line ${finding.deprecation} -- TODO: say why${end}`;
  const start = lines.slice(0, line).join('').length;
  const changed = text.slice(0, start) + comment + text.slice(start);
  return (await isDirective(path, finding.file, changed, start)) ? { line, text: comment } : undefined;
}

/** Whether the comment that begins with the line at an offset of a text is read as one of ours. */
async function isDirective(path: string, name: string, text: string, start: number): Promise<boolean> {
  const root = path.slice(0, path.length - name.length);
  const store = new SourceStore(root, new TextReader(), KINDS);
  store.keep(name, text);
  const kinds = KINDS.look(name, text);
  await store.parsers.load(kinds.map(({ language }) => language.id));
  const end = start + (/^[^\r\n]*/.exec(text.slice(start))?.[0].length ?? 0);
  try {
    return store
      .comments(name)
      .some(
        (comment) => comment.span[0] >= start && comment.span[1] <= end && typeof parseDirective(comment) === 'object',
      );
  } catch {
    // A file that is nested too deeply.
    return false;
  }
}
