import type { WafPlan } from '../plan/plan-types.js';
import { breakCommands, escapeText } from '../../../../src/core/lib/escape.js';
import { alignColumns } from '../../../../src/core/lib/terminal-text.js';
import { sectionsOf } from './plan-sections.js';
import type { Inline, Item, Part } from './plan-sections.js';

const WIDTH = 100;

/** The plan as plain text of at most 100 columns; a longer path, id or line of JSON stays whole. */
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

function printItem({ line, more = [], json }: Item, mark: string): readonly string[] {
  const indent = ' '.repeat(mark.length + 2);
  return [
    ...wrap(line, `  ${mark}`, indent),
    ...more.flatMap((inner) => wrap(inner, indent, indent)),
    ...(json === undefined ? [] : json.split('\n').map((row) => `${indent}  ${row}`)),
  ];
}

function printTable(header: readonly string[], rows: readonly (readonly (readonly Inline[])[])[]): readonly string[] {
  return alignColumns([header, ...rows.map((row) => row.map(flatten))]).map((line) => `  ${line}`);
}

/** Words of the export keep their spaces: they are not broken. */
function wrap(line: readonly Inline[], first: string, hanging: string): readonly string[] {
  const lines: string[] = [];
  let current = first;
  let empty = true;
  for (const word of line.flatMap(toWords).join('').split(' ')) {
    if (word === '') continue;
    if (!empty && current.length + 1 + word.length > WIDTH) {
      lines.push(current);
      current = hanging;
      empty = true;
    }
    current = empty ? current + word : `${current} ${word}`;
    empty = false;
  }
  return [...lines, current.trimEnd()].map((row) => row.replaceAll(HELD_SPACE, ' '));
}

/** A space that does not break; escaped text cannot contain it. */
const HELD_SPACE = '\u0000';

function toWords(inline: Inline): string {
  return typeof inline === 'string' ? inline : escapeText(inline.quoted).replaceAll(' ', HELD_SPACE);
}

function flatten(line: readonly Inline[]): string {
  return line.map((inline) => (typeof inline === 'string' ? inline : escapeText(inline.quoted))).join('');
}
