import type { PythonNode } from './tree.js';
import type { TypeFact } from '../../model/facts.js';
import { childrenOf, dottedNames, spanOf } from './syntax.js';

/** Types that mean the type in them. */
const WRAPPERS = /^(?:typing\.|t\.)?(?:Optional|Annotated|Final|ClassVar|Required|NotRequired|Awaitable|Coroutine)$/;

/** The type that an annotation names: `Client`, `api.Client`, `Client | None`, `Optional["Client"]`. */
export function typeIn(annotation: PythonNode, text: string): TypeFact | undefined {
  let node = annotation.lastChild ?? annotation;
  for (;;) {
    const names = dottedNames(node, text);
    if (names !== undefined) return { name: names.join('.'), at: spanOf(node) };
    const inner = innerOf(node, text);
    if (inner === undefined) break;
    node = inner;
  }
  const [, quoted] = node.name === 'String' ? (/^["']([\w.]+)["']$/.exec(text.slice(node.from, node.to)) ?? []) : [];
  return quoted === undefined ? undefined : { name: quoted, at: spanOf(node) };
}

function innerOf(node: PythonNode, text: string): PythonNode | undefined {
  const children = childrenOf(node);
  const [first, ...others] = children;
  if (node.name === 'BinaryExpression') return first?.name === 'None' ? others.at(-1) : first;
  if (node.name !== 'MemberExpression' || first === undefined) return undefined;
  return WRAPPERS.test(text.slice(first.from, first.to)) ? others.find(({ name }) => name !== '[') : undefined;
}
