import type { WafPlan } from '../plan/plan-types.js';
import { breakCommands, escapeText } from '../../../../src/core/lib/escape.js';
import { sectionsOf } from './plan-sections.js';
import type { Inline, Item, Part } from './plan-sections.js';

/** The plan as Markdown. Words of the export are code spans, so that none of them is markup. */
export function formatWafPlanMarkdown(plan: WafPlan): string {
  const sections = sectionsOf(plan).map(({ title, parts }) =>
    [`## ${title}`, ...parts.map(printPart)].filter((block) => block !== '').join('\n\n'),
  );
  return `# WAF migration plan\n\n${breakCommands(sections.join('\n\n'))}\n`;
}

function printPart(part: Part): string {
  switch (part.kind) {
    case 'text':
      return inline(part.line);
    case 'items':
      return part.items.map((item) => printItem(item, '- ')).join('\n');
    case 'steps':
      return part.items.map((item, index) => printItem(item, `${String(index + 1)}. `)).join('\n');
    case 'table': {
      const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
      return [
        row(part.header),
        row(part.header.map(() => '---')),
        ...part.rows.map((cells) => row(cells.map((cell) => inline(cell).replaceAll('|', '\\|')))),
      ].join('\n');
    }
  }
}

function printItem({ line, more = [], json }: Item, mark: string): string {
  const indent = ' '.repeat(mark.length);
  const block =
    json === undefined
      ? []
      : ['', `${indent}\`\`\`json`, ...json.split('\n').map((row) => `${indent}${row}`), `${indent}\`\`\``, ''];
  return [
    `${mark}${inline(line)}`,
    ...more.map((inner) => `${indent}${mark === '- ' ? '- ' : '* '}${inline(inner)}`),
    ...block,
  ].join('\n');
}

function inline(line: readonly Inline[]): string {
  return line
    .map((part) => (typeof part === 'string' ? escapeMarkup(part) : codeSpan(escapeText(part.quoted))))
    .join('')
    .trim();
}

/** Text of the planner with its markup escaped; it has only these characters. */
function escapeMarkup(text: string): string {
  return text.replace(/[<>*_[\]`]/g, (char) => `\\${char}`);
}

/** A code span whose fence is longer than any run of backticks inside. */
function codeSpan(text: string): string {
  if (text === '') return '``';
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = /^`|`$|^ .* $/.test(text) ? ' ' : '';
  return `${fence}${pad}${text}${pad}${fence}`;
}
