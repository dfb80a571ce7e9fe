import { HTTP_METHODS } from '../../../../../src/core/model/endpoint.js';
import type { HttpMethod } from '../../../../../src/core/model/endpoint.js';
import type { TypeScript } from '../../../../../src/files/load-typescript.js';

export function parse(compiler: typeof TypeScript, path: string, text: string): TypeScript.SourceFile {
  return compiler.createSourceFile(path, text, compiler.ScriptTarget.Latest, false);
}

/** Collects the results of `pick` for the nodes below a node, in source order; a picked node is not entered. */
export function collect<T>(
  compiler: typeof TypeScript,
  root: TypeScript.Node,
  pick: (node: TypeScript.Node) => T | undefined,
): readonly T[] {
  const results: T[] = [];
  const visit = (node: TypeScript.Node): void => {
    const result = pick(node);
    if (result === undefined) compiler.forEachChild(node, visit);
    else results.push(result);
  };
  visit(root);
  return results;
}

/** The text of a name, a property name or a string literal; undefined for any other node. */
export function wordOf(compiler: typeof TypeScript, node: TypeScript.Node | undefined): string | undefined {
  if (node === undefined) return undefined;
  return compiler.isIdentifier(node) || compiler.isStringLiteralLike(node) ? node.text : undefined;
}

/** The text of a string literal. */
export function literalOf(compiler: typeof TypeScript, node: TypeScript.Node | undefined): string | undefined {
  return node !== undefined && compiler.isStringLiteralLike(node) ? node.text : undefined;
}

/** The initializers of an object literal by the names of its properties. */
export function propertiesOf(
  compiler: typeof TypeScript,
  node: TypeScript.Node | undefined,
): ReadonlyMap<string, TypeScript.Expression> {
  const properties = new Map<string, TypeScript.Expression>();
  if (node === undefined || !compiler.isObjectLiteralExpression(node)) return properties;
  for (const property of node.properties) {
    const name = compiler.isPropertyAssignment(property) ? wordOf(compiler, property.name) : undefined;
    if (name !== undefined && compiler.isPropertyAssignment(property)) properties.set(name, property.initializer);
  }
  return properties;
}

/** Names in a chain of members, including `this`: `['this', 'a', 'b']` for `this.a.b`. */
export function chainOf(compiler: typeof TypeScript, node: TypeScript.Node): readonly string[] | undefined {
  if (node.kind === compiler.SyntaxKind.ThisKeyword) return ['this'];
  if (compiler.isIdentifier(node)) return [node.text];
  if (!compiler.isPropertyAccessExpression(node)) return undefined;
  const objectChain = chainOf(compiler, node.expression);
  return objectChain === undefined ? undefined : [...objectChain, node.name.text];
}

/**
 * Path template of a string or a template literal, tagged or not: `/towers/{tower_id}` for `/towers/${towerID}`. A
 * parameter has the name of its value; undefined if the expression is not a path.
 */
export function pathOf(compiler: typeof TypeScript, node: TypeScript.Node | undefined): string | undefined {
  if (node === undefined) return undefined;
  if (compiler.isTaggedTemplateExpression(node)) return pathOf(compiler, node.template);
  if (compiler.isStringLiteralLike(node)) return absolutePath(node.text);
  if (!compiler.isTemplateExpression(node)) return undefined;
  const spans = node.templateSpans.map(
    ({ expression, literal }) => `{${parameterName(compiler, expression)}}${literal.text}`,
  );
  return absolutePath(`${node.head.text}${spans.join('')}`);
}

function absolutePath(path: string): string | undefined {
  return path.startsWith('/') ? path : undefined;
}

function parameterName(compiler: typeof TypeScript, expression: TypeScript.Expression): string {
  if (compiler.isCallExpression(expression) && expression.arguments[0] !== undefined)
    return parameterName(compiler, expression.arguments[0]);
  return snakeCase(chainOf(compiler, expression)?.at(-1) ?? 'value');
}

/** `threadID`, `threadId` → `thread_id`. */
function snakeCase(name: string): string {
  return name.replace(/(?<=[a-z\d])[A-Z]+/g, (capitals) => `_${capitals}`).toLowerCase();
}

/** Converts a path from router syntax: `/towers/:tower/bells{?name}` to `/towers/{tower}/bells`. */
export function braced(path: string): string {
  return path.replace(/\{\?[^}]*\}/g, '').replace(/:(\w+)/g, '{$1}');
}

export function methodOf(text: string | undefined): HttpMethod | undefined {
  return HTTP_METHODS.find((method) => method === text?.toUpperCase());
}
