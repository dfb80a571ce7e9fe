import type { WafPlan } from '../plan/plan-types.js';
import { breakCommands, escapeText } from '../../../../src/core/lib/escape.js';
import { sectionsOf } from './plan-sections.js';
import type { Inline, Item, Part } from './plan-sections.js';

/** Formats the plan as Markdown. Texts from the export are code spans, so that they cannot contain markup. */
export function formatWafPlanMarkdown(plan: WafPlan): string {
  const sections = sectionsOf(plan).map(({ title, parts }) =>
    [`## ${title}`, ...parts.map(printPart)].filter((block) => block !== '').join('\n\n'),
  );
  return `# WAF migration plan\n\n${breakCommands(sections.join('\n\n'))}\n`;
}

function printPart(part: Part): string {
  switch (part.kind) {
    case 'text':
      return printInline(part.line);
    case 'items':
      return part.items.map((item) => printItem(item, '- ')).join('\n');
    case 'steps':
      return part.items.map((item, index) => printItem(item, `${String(index + 1)}. `)).join('\n');
    case 'table': {
      const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
      return [
        row(part.header),
        row(part.header.map(() => '---')),
        ...part.rows.map((cells) => row(cells.map((cell) => printInline(cell).replaceAll('|', '\\|')))),
      ].join('\n');
    }
  }
}

function printItem({ line, more = [], json }: Item, bullet: string): string {
  const indent = ' '.repeat(bullet.length);
  const block =
    json === undefined
      ? []
      : ['', `${indent}\`\`\`json`, ...json.split('\n').map((row) => `${indent}${row}`), `${indent}\`\`\``, ''];
  return [
    `${bullet}${printInline(line)}`,
    ...more.map((moreLine) => `${indent}${bullet === '- ' ? '- ' : '* '}${printInline(moreLine)}`),
    ...block,
  ].join('\n');
}

function printInline(line: readonly Inline[]): string {
  return line
    .map((part) => (typeof part === 'string' ? escapeMarkup(part) : codeSpan(escapeText(part.quoted))))
    .join('')
    .trim();
}

/** Escapes the markup characters that texts of the planner contain. */
function escapeMarkup(text: string): string {
  return text.replace(/[<>*_[\]`]/g, (char) => `\\${char}`);
}

/** A code span whose fence is longer than any run of backticks inside. */
function codeSpan(text: string): string {
  if (text === '') return '``';
  const longestRun = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longestRun + 1);
  const padding = /^`|`$|^ .* $/.test(text) ? ' ' : '';
  return `${fence}${padding}${text}${padding}${fence}`;
}
