import type { TSESTree } from '@typescript-eslint/utils';
import type { TypeDeclarationFact, TypeFact } from '../../../core/model/facts.js';
import type { Span } from '../../../core/model/span.js';
import { MAX_TYPE_DEPTH, isUnwrappedType, skipTrivia } from '../shared-syntax.js';

const validEscape = /\\(?:[^\dux]|0(?!\d)|x[\da-fA-F]{2}|u[\da-fA-F]{4}|u\{0*(?:10|[\da-fA-F])?[\da-fA-F]{1,4}\})/gu;
const identifier = /(?:[\p{ID_Continue}$\u200c\u200d]|\\u[\da-fA-F]{4}|\\u\{[^}]*\})+/uy;

export type Keyed = { readonly key: TSESTree.Node; readonly computed?: boolean };

/** Range of a node. */
export function spanOf(node: TSESTree.Node): Span {
  return [node.range[0], node.range[1]];
}

/** Range of a pattern without its type annotation, which parsers include. */
export function patternSpan(node: TSESTree.Node, text: string): Span {
  switch (node.type) {
    case 'Identifier':
      if (!node.typeAnnotation && !node.optional) return spanOf(node);
      identifier.lastIndex = node.range[0];
      return [node.range[0], identifier.test(text) ? identifier.lastIndex : node.range[1]];
    case 'ObjectPattern':
      return node.typeAnnotation || node.optional ? bracketSpan(node, node.properties, text) : spanOf(node);
    case 'ArrayPattern':
      return node.typeAnnotation || node.optional ? bracketSpan(node, node.elements, text) : spanOf(node);
    default:
      return spanOf(node);
  }
}

function bracketSpan(node: TSESTree.Node, parts: readonly (TSESTree.Node | null)[], text: string): Span {
  const start = node.range[0];
  let at = parts.findLast((part) => part !== null)?.range[1] ?? start + 1;
  for (at = skipTrivia(text, at); text.charAt(at) === ',';) at = skipTrivia(text, at + 1);
  return [start, at + 1];
}

/** Range of a class or a class member without its decorators. */
export function undecoratedSpan(
  node: TSESTree.Node & { readonly decorators?: readonly TSESTree.Decorator[] },
  text: string,
): Span {
  const last = node.decorators?.at(-1);
  if (last === undefined) return spanOf(node);
  // Decorators may also be before `export`, outside the class.
  return [Math.max(node.range[0], skipTrivia(text, last.range[1])), node.range[1]];
}

/** The node without syntax that the facts leave out. */
export function unwrap(node: TSESTree.Node): TSESTree.Node {
  for (let current = node; ;) {
    switch (current.type) {
      case 'ChainExpression':
      case 'TSAsExpression':
      case 'TSInstantiationExpression':
      case 'TSNonNullExpression':
      case 'TSSatisfiesExpression':
      case 'TSTypeAssertion':
        current = current.expression;
        break;
      case 'AwaitExpression':
        current = current.argument;
        break;
      default:
        return current;
    }
  }
}

/** Text of a string literal or of a template without holes. */
export function stringText(node: TSESTree.Node): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type !== 'TemplateLiteral' || node.expressions.length > 0) return undefined;
  return node.quasis[0] && cookedText(node.quasis[0]);
}

/** Text of a piece of a template; undefined for an invalid escape, which some parsers do not report. */
export function cookedText({ value }: TSESTree.TemplateElement): string | undefined {
  const { cooked, raw } = value as { readonly cooked: string | null; readonly raw: string };
  const isValid = cooked !== null && (!raw.includes('\\') || !raw.replace(validEscape, '').includes('\\'));
  return isValid ? cooked : undefined;
}

/** Static name of a property. */
export function propertyName({ key, computed }: Keyed): string | undefined {
  const node = computed ? unwrap(key) : key;
  if (node.type === 'PrivateIdentifier') return `#${node.name}`;
  if (node.type === 'Identifier') return computed ? undefined : node.name;
  if (node.type === 'Literal') {
    if (typeof node.value === 'number') return String(node.value);
    if (!computed && 'bigint' in node) return BigInt(node.bigint).toString();
  }
  return stringText(node);
}

/** Range of the key of a property; for a computed key, the range inside the brackets. */
export function propertyNameSpan({ key, computed }: Keyed): Span {
  return spanOf(computed ? unwrap(key) : key);
}

/** Name in an import or export specifier, quoted or not. */
export function moduleName(node: TSESTree.Identifier | TSESTree.StringLiteral): string {
  return node.type === 'Identifier' ? node.name : node.value;
}

/** Fact of a type annotation. */
export function typeFact(annotation: TSESTree.TSTypeAnnotation | null | undefined): TypeFact | undefined {
  for (let current: TSESTree.TypeNode | undefined = annotation?.typeAnnotation; current;) {
    switch (current.type) {
      case 'TSTypeOperator':
        current = current.operator === 'readonly' ? current.typeAnnotation : undefined;
        break;
      case 'TSUnionType': {
        const rest: TSESTree.TypeNode[] = current.types.filter(
          ({ type }) => type !== 'TSNullKeyword' && type !== 'TSUndefinedKeyword',
        );
        current = rest.length === 1 ? rest[0] : undefined;
        break;
      }
      case 'TSTypeReference': {
        const name = entityName(current.typeName);
        const argument: TSESTree.TypeNode | undefined = current.typeArguments?.params[0];
        if (argument === undefined || !isUnwrappedType(name)) return { name, at: spanOf(current.typeName) };
        current = argument;
        break;
      }
      case 'TSTypeLiteral':
        return { name: '{}', at: spanOf(current), methods: methodsOf(current, '', MAX_TYPE_DEPTH) };
      default:
        return undefined;
    }
  }
  return undefined;
}

/** Fields of an object type whose type is a name or an object type. */
export function fieldTypes(members: readonly TSESTree.TypeElement[]): TypeDeclarationFact['members'] {
  return members.flatMap((member) => {
    if (member.type !== 'TSPropertySignature' || member.computed || member.key.type !== 'Identifier') return [];
    const type = typeFact(member.typeAnnotation);
    return type === undefined ? [] : [{ name: member.key.name, type }];
  });
}

/** Paths of the methods of an object type. */
function methodsOf({ members }: TSESTree.TSTypeLiteral, prefix: string, depth: number): readonly string[] {
  return members.flatMap((member): readonly string[] => {
    if (member.type !== 'TSMethodSignature' && member.type !== 'TSPropertySignature') return [];
    if (member.computed || member.key.type !== 'Identifier') return [];
    const path = prefix + member.key.name;
    if (member.type === 'TSMethodSignature') return member.kind === 'method' ? [path] : [];
    const type = member.typeAnnotation?.typeAnnotation;
    if (type?.type === 'TSFunctionType') return [path];
    return type?.type === 'TSTypeLiteral' && depth > 0 ? methodsOf(type, `${path}.`, depth - 1) : [];
  });
}

function entityName(name: TSESTree.EntityName): string {
  const parts: string[] = [];
  let current = name;
  while (current.type === 'TSQualifiedName') {
    parts.push(current.right.name);
    current = current.left;
  }
  parts.push(current.type === 'Identifier' ? current.name : 'this');
  return parts.reverse().join('.');
}
