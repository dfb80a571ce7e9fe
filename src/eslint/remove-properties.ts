import type { SourceCode } from 'eslint';
import type { TSESTree } from '@typescript-eslint/utils';
import type { Span } from '../model/span.js';

/**
 * Ranges to delete so that a literal lacks some of its properties and stays well-formed, in source order.
 * Undefined where that would delete a comment.
 */
export function removeProperties(
  sourceCode: SourceCode,
  object: TSESTree.ObjectExpression,
  dead: readonly TSESTree.Property[],
): readonly Span[] | undefined {
  const { properties, range } = object;
  const ranges: Span[] = [];
  const isDead = (index: number): boolean => dead.includes(properties[index] as TSESTree.Property);
  for (let first = 0; first < properties.length; first += 1) {
    if (!isDead(first)) continue;
    let last = first;
    while (isDead(last + 1)) last += 1;
    const before = properties[first - 1];
    const after = properties[last + 1];
    const start = properties[first]?.range[0] ?? range[0];
    const end = properties[last]?.range[1] ?? range[1];
    if (after !== undefined) ranges.push([start, after.range[0]]);
    else if (before !== undefined) ranges.push([before.range[1], end]);
    else ranges.push([range[0] + 1, range[1] - 1]);
    first = last;
  }
  const comments = sourceCode.getAllComments();
  const holds = ([start, end]: Span): boolean =>
    comments.some(({ range: at }) => at !== undefined && at[0] < end && start < at[1]);
  return ranges.some(holds) ? undefined : ranges;
}
