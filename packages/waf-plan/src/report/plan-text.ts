import type { WafPlan } from '../plan/plan-types.js';
import { breakCommands, escapeText } from '../../../../src/core/lib/escape.js';
import { alignColumns } from '../../../../src/core/lib/terminal-text.js';
import { sectionsOf } from './plan-sections.js';
import type { Inline, Item, Part } from './plan-sections.js';

const LINE_WIDTH = 100;

/** Formats the plan as plain text of at most 100 columns; a longer path, id or line of JSON is not broken. */
export function formatWafPlanText(plan: WafPlan): string {
  const sections = sectionsOf(plan).map(({ title, parts }) => [title, ...parts.flatMap(printPart)].join('\n'));
  return `${breakCommands(sections.join('\n\n'))}\n`;
}

function printPart(part: Part): readonly string[] {
  switch (part.kind) {
    case 'text':
      return wrap(part.line, '  ', '  ');
    case 'items':
      return part.items.flatMap((item) => printItem(item, '- '));
    case 'steps':
      return part.items.flatMap((item, index) => printItem(item, `${String(index + 1)}. `));
    case 'table':
      return printTable(part.header, part.rows);
  }
}

function printItem({ line, more = [], json }: Item, bullet: string): readonly string[] {
  const indent = ' '.repeat(bullet.length + 2);
  return [
    ...wrap(line, `  ${bullet}`, indent),
    ...more.flatMap((moreLine) => wrap(moreLine, indent, indent)),
    ...(json === undefined ? [] : json.split('\n').map((row) => `${indent}  ${row}`)),
  ];
}

function printTable(header: readonly string[], rows: readonly (readonly (readonly Inline[])[])[]): readonly string[] {
  return alignColumns([header, ...rows.map((row) => row.map(flatten))]).map((line) => `  ${line}`);
}

/** Wraps a line; texts from the export are not broken at their spaces. */
function wrap(line: readonly Inline[], first: string, hanging: string): readonly string[] {
  const lines: string[] = [];
  let currentLine = first;
  let isLineStart = true;
  for (const word of line.flatMap(withFixedSpaces).join('').split(' ')) {
    if (word === '') continue;
    if (!isLineStart && currentLine.length + 1 + word.length > LINE_WIDTH) {
      lines.push(currentLine);
      currentLine = hanging;
      isLineStart = true;
    }
    currentLine = isLineStart ? currentLine + word : `${currentLine} ${word}`;
    isLineStart = false;
  }
  return [...lines, currentLine.trimEnd()].map((row) => row.replaceAll(FIXED_SPACE, ' '));
}

/** Placeholder of a space at which a line is not broken; escaped text cannot contain it. */
const FIXED_SPACE = '\u0000';

function withFixedSpaces(inline: Inline): string {
  return typeof inline === 'string' ? inline : escapeText(inline.quoted).replaceAll(' ', FIXED_SPACE);
}

function flatten(line: readonly Inline[]): string {
  return line.map((inline) => (typeof inline === 'string' ? inline : escapeText(inline.quoted))).join('');
}
