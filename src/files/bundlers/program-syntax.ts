import type { SyntaxNode, Tree } from '@lezer/common';
import type { LRParser } from '@lezer/lr';
import { isOverflow } from '../../core/lib/bounds.js';
import { loadLibrary } from '../../core/lib/late-library.js';

/** Levels of nesting of a program that are visited. */
export const MAX_NESTED = 200;

let parser: LRParser | undefined;

/**
 * Parses a program in TypeScript or JavaScript; invalid code has a tree as well. The parser recurses: a program that
 * still overflows the stack is read as empty.
 */
export function parseProgram(text: string): Tree {
  parser ??= loadLibrary('@lezer/javascript').parser.configure({ dialect: 'ts' });
  try {
    return parser.parse(withoutDeepCode(text));
  } catch (error) {
    if (!isOverflow(error)) throw error;
    return parser.parse('');
  }
}

/** Replaces with spaces all code that is nested in more than `MAX_NESTED` brackets. */
function withoutDeepCode(text: string): string {
  let depth = 0;
  return text.replace(/[[({]|[\])}]|[^[({\])}]+/g, (part) => {
    if ('[({'.includes(part)) depth += 1;
    const replacement = depth > MAX_NESTED ? ' '.repeat(part.length) : part;
    if ('])}'.includes(part) && depth > 0) depth -= 1;
    return replacement;
  });
}

/** Children of a node without punctuation and comments. */
export function childrenOf(node: SyntaxNode | null): readonly SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node?.firstChild ?? null; child !== null; child = child.nextSibling)
    if (/^\w/.test(child.name) && !child.name.endsWith('Comment')) children.push(child);
  return children;
}

/** The key of a property, if it is a name or a text. */
export function propertyKey(text: string, property: SyntaxNode): string | undefined {
  const key = property.firstChild;
  if (key?.name === 'PropertyDefinition') return text.slice(key.from, key.to);
  return key?.name === 'String' ? unquoted(text.slice(key.from, key.to)) : undefined;
}

/** Value of a property; the key of a shorthand property, null for a method or a spread. */
export function propertyValue(property: SyntaxNode): SyntaxNode | null {
  const colon = property.getChild(':');
  if (colon === null) return childrenOf(property).length === 1 ? property.getChild('PropertyDefinition') : null;
  let value = colon.nextSibling;
  while (value?.name.endsWith('Comment') === true) value = value.nextSibling;
  return value;
}

/** The text of a literal. Each escape is read as its second character: paths escape only punctuation. */
export function unquoted(literal: string): string {
  return literal.slice(1, -1).replace(/\\(.)/gs, '$1');
}
