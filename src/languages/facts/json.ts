import type { Node } from 'jsonc-parser';
import { jsonTree } from '../../core/lib/json.js';
import type { ExprFact, FileFacts } from '../../core/model/facts.js';
import type { Span } from '../../core/model/span.js';
import { deepestLevel, FactsBuilder } from './builder.js';
import { literalExpression, unknownExpression } from './expressions.js';

/** Facts of a JSON file, as a module that exports its value. Undefined if it is not JSON. */
export function lowerJson(file: string, text: string): FileFacts | undefined {
  const root = jsonTree(text, 'with-comments');
  if (root === undefined) return undefined;
  const builder = new FactsBuilder(file, text.length);
  builder.recordExport({ kind: 'assigned', value: expression(builder, root, 0) }, spanOf(root));
  return builder.finish();
}

function expression(builder: FactsBuilder, node: Node, depth: number): ExprFact {
  const at = spanOf(node);
  if (depth > deepestLevel) return unknownExpression('other', at);
  if (node.type === 'array') {
    const elements = (node.children ?? []).map((child) => expression(builder, child, depth + 1));
    return { kind: 'array', elements, at };
  }
  if (node.type !== 'object') return literalExpression(node.value as string | number | boolean | null, at);
  const index = builder.openObject(at);
  for (const { children = [] } of node.children ?? []) {
    const [key, value] = children;
    if (key === undefined || value === undefined) continue;
    builder.recordProperty(index, {
      kind: 'property',
      key: String(key.value),
      keyAt: spanOf(key),
      value: expression(builder, value, depth + 1),
    });
  }
  return { kind: 'object', object: index, at };
}

function spanOf({ offset, length }: Node): Span {
  return [offset, offset + length];
}
