import type { SyntaxNode, Tree } from '@lezer/common';
import type { LRParser } from '@lezer/lr';
import { lateLibrary } from '../../lib/late-library.js';

/** A text with its tree. */
export interface Parsed {
  readonly text: string;
  readonly tree: Tree;
}

let parser: LRParser | undefined;

/** Parses a program in TypeScript or JavaScript; invalid code gives a tree all the same. */
export function parseProgram(text: string): Parsed {
  parser ??= lateLibrary('@lezer/javascript').parser.configure({ dialect: 'ts' });
  return { text, tree: parser.parse(text) };
}

/** Children of a node without punctuation and comments. */
export function partsOf(node: SyntaxNode | null): readonly SyntaxNode[] {
  const parts: SyntaxNode[] = [];
  for (let part = node?.firstChild ?? null; part !== null; part = part.nextSibling)
    if (/^\w/.test(part.name) && !part.name.endsWith('Comment')) parts.push(part);
  return parts;
}

/** The key of a property, where it is a name or a text. */
export function propertyKey(text: string, property: SyntaxNode): string | undefined {
  const key = property.firstChild;
  if (key?.name === 'PropertyDefinition') return text.slice(key.from, key.to);
  return key?.name === 'String' ? unquoted(text.slice(key.from, key.to)) : undefined;
}

/** Value of a property; the key of a shorthand property, null for a method or a spread. */
export function valueOf(property: SyntaxNode): SyntaxNode | null {
  const colon = property.getChild(':');
  if (colon === null) return partsOf(property).length === 1 ? property.getChild('PropertyDefinition') : null;
  let value = colon.nextSibling;
  while (value?.name.endsWith('Comment') === true) value = value.nextSibling;
  return value;
}

/** The text of a literal. Paths have escaped punctuation and no other escapes. */
export function unquoted(literal: string): string {
  return literal.slice(1, -1).replace(/\\(.)/gs, '$1');
}
