import type { Deprecation } from '../../src/core/model/deprecation.js';
import { describeReplacement } from '../../src/report/catalogue-table.js';
import type { Example } from './deprecation-examples.js';
import type { DeprecationFacts } from './deprecation-facts.js';
import { block, code, list, prose } from './markdown.js';

/** Section on the replacement in words and code, and on the availability of a fix. */
export function migrationSection({ deprecation, example }: DeprecationFacts): string {
  const { replacement, advice = {} } = deprecation;
  const parts: readonly (readonly [string, string | undefined])[] = [
    ['Use', replacementWords(deprecation)],
    ['API', advice.endpoint],
    ['SDK', advice.sdk],
    ['Terraform', advice.terraform],
    ['Mind', advice.caution ?? (replacement.kind === 'operation' ? replacement.note : undefined)],
  ];
  const items = parts.flatMap(([title, text]) => (text === undefined ? [] : [`**${title}**: ${prose(text)}`]));
  return [list(items), ...(example === undefined ? [] : codeLines(deprecation, example))].join('\n\n');
}

function replacementWords(deprecation: Deprecation): string | undefined {
  const { replacement, advice } = deprecation;
  switch (replacement.kind) {
    case 'operation':
      return code(describeReplacement(replacement));
    case 'product':
      return replacement.name;
    case 'none':
      return 'nothing: there is no replacement. Delete the call.';
    case 'unstated':
      return advice?.caution === undefined && advice?.endpoint === undefined ? 'the source names none' : undefined;
  }
}

function codeLines(
  { replacement, kind }: Deprecation,
  { codeBefore, codeAfter, finding: { suggestion } }: Example,
): readonly string[] {
  const hasNoReplacement = replacement.kind === 'none' || replacement.kind === 'unstated';
  const deletionNote = hasNoReplacement
    ? 'After: nothing; delete the call.'
    : 'After: no request takes its place; see above.';
  return [
    'Before:',
    block('ts', codeBefore),
    ...(codeAfter.length === 0 ? [deletionNote] : ['After:', block('ts', codeAfter)]),
    suggestion === undefined
      ? `\`--fix\` leaves this to you: ${whyNotFixed(kind, codeAfter)}.`
      : `\`npx sunset-lint --fix\` makes this change. ${suggestion.title}`,
  ];
}

function whyNotFixed(kind: Deprecation['kind'], after: readonly string[]): string {
  if (kind === 'field')
    return 'what to send depends on the values of the fields. Where the code says them all, it makes the change';
  return after.length === 0 ? 'it deletes no request' : 'what to send instead depends on your code';
}
