import { VALUE_WORDS } from '../model/value-words.js';
import { OWASP_MAPPING, PAGE_RULE_PHASES } from '../waf/migration/mapping.js';

/** A table or a sentence; a sentence may be broken into lines, a row may not. */
export interface ValueLine {
  readonly kind: 'row' | 'text';
  readonly text: string;
}

/** What becomes of values that a request can carry, by the id of the deprecation. */
export function valueLines(id: string): readonly ValueLine[] {
  return (TABLES[id] ?? []).map((line) =>
    typeof line === 'string'
      ? { kind: 'text', text: plain(line) }
      : {
          kind: 'row',
          text: line
            .map((cell, index) => cell.padEnd(WIDTHS[index] ?? 0))
            .join('')
            .trimEnd(),
        },
  );
}

/** Columns of a row, the last one open. */
const WIDTHS = [20, 16];

type Line = string | readonly string[];

const WAF: readonly Line[] = [
  ['OWASP sensitivity', 'paranoia level', 'score threshold'],
  ...OWASP_MAPPING.map(({ sensitivity, paranoiaLevel, threshold }) => [sensitivity, paranoiaLevel, threshold]),
  'The specification contradicts itself: below this table it says that the migration sets PL2.',
  VALUE_WORDS.simulate,
  VALUE_WORDS.groupOverride,
  VALUE_WORDS.ruleOverride,
  VALUE_WORDS.overrides,
];

const PAGE_RULES: readonly Line[] = [
  ...PAGE_RULE_PHASES.map(([phase, actions]) => `The phase ${phase} takes over ${actions.join(', ')} (added advice).`),
  VALUE_WORDS.pageRule,
];

const TABLES: Readonly<Record<string, readonly Line[]>> = {
  'waf-managed-rules-api': WAF,
  'page-rules-api': PAGE_RULES,
  'firewall-rules-and-filters-api': [VALUE_WORDS.bypass],
  'organizations-api': [VALUE_WORDS.roles],
};

function plain(text: string): string {
  return text.replaceAll('`', '');
}
