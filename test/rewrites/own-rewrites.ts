import { build as t, visiting } from './compilers.js';
import type { BabelNode, BabelPath, Rewrite } from './compilers.js';

/** Rewrites that keep the behaviour of a program and change its spelling. */

export const printedAgain: Rewrite = visiting(() => ({}));

export const localsRenamed: Rewrite = visiting(() => {
  let next = 0;
  return {
    Scope(path) {
      if (path.parentPath === null) return;
      for (const [name, { kind }] of Object.entries(path.scope.bindings))
        if (kind !== 'local' && name !== 'arguments') path.scope.rename(name, `v${String(next++)}`);
    },
  };
});

/** Whether a string is an expression, not a key, a type or a module specifier. */
function isValue({ parent, key }: BabelPath): boolean {
  if (/^(?:Import|Export|TS|Directive|JSX)/.test(parent.type)) return false;
  if (key === 'key' && parent['computed'] !== true) return false;
  return !(parent.type === 'CallExpression' && isRequire(parent));
}

function isRequire(call: BabelNode): boolean {
  const callee = call['callee'] as BabelNode;
  return callee.type === 'Import' || (callee.type === 'Identifier' && callee['name'] === 'require');
}

export const textsToConstants: Rewrite = visiting(() => {
  const declared: BabelNode[] = [];
  return {
    StringLiteral(path) {
      if (!isValue(path) || path.node['held'] === true) return;
      const name = path.scope.generateUid('text');
      const text = Object.assign(t['stringLiteral']?.(path.node['value']) as BabelNode, { held: true });
      declared.push(declare('const', name, text));
      path.replaceWith(t['identifier']?.(name) as BabelNode);
    },
    Program: {
      exit({ node }) {
        const body = node['body'] as BabelNode[];
        body.splice(body.findLastIndex(({ type }) => type === 'ImportDeclaration') + 1, 0, ...declared);
      },
    },
  };
});

function declare(kind: string, name: string, value: BabelNode | null): BabelNode {
  const declarator = t['variableDeclarator']?.(t['identifier']?.(name), value);
  return t['variableDeclaration']?.(kind, [declarator]) as BabelNode;
}

export const constantsAssigned: Rewrite = visiting(() => ({
  VariableDeclaration(path) {
    const { node, parent } = path;
    if (node['kind'] !== 'const' || (parent.type !== 'BlockStatement' && parent.type !== 'Program')) return;
    const declarators = node['declarations'] as BabelNode[];
    const simple = declarators.every(({ id, init }) => (id as BabelNode).type === 'Identifier' && init !== null);
    if (!simple) return;
    path.replaceWithMultiple(
      declarators.flatMap(({ id, init }) => [
        t['variableDeclaration']?.('let', [t['variableDeclarator']?.(id, null)]) as BabelNode,
        t['expressionStatement']?.(
          t['assignmentExpression']?.('=', t['identifier']?.((id as BabelNode)['name']), init),
        ) as BabelNode,
      ]),
    );
  },
}));

export const optionsSpread: Rewrite = visiting(() => ({
  ObjectExpression(path) {
    const { parent, node } = path;
    if (parent.type !== 'CallExpression' || node['held'] === true) return;
    Object.assign(node, { held: true });
    path.replaceWith(t['objectExpression']?.([t['spreadElement']?.(node)]) as BabelNode);
    path.skip();
  },
}));

export const argumentsSpread: Rewrite = visiting(() => ({
  CallExpression(path) {
    const { node } = path;
    const args = node['arguments'] as BabelNode[];
    if (isRequire(node) || args.length === 0 || args.some(({ type }) => type === 'SpreadElement')) return;
    const callee = node['callee'] as BabelNode;
    if (callee.type === 'Super') return;
    node['arguments'] = [t['spreadElement']?.(t['arrayExpression']?.(args))];
  },
}));

export const methodsToFields: Rewrite = visiting(() => ({
  ClassMethod(path) {
    const { node } = path;
    const isPlain = node['kind'] === 'method' && node['generator'] !== true && node['computed'] !== true;
    if (!isPlain || node['abstract'] === true || usesSuper(node['body'])) return;
    if (((node['decorators'] ?? []) as BabelNode[]).length > 0) return;
    const arrow = t['arrowFunctionExpression']?.(node['params'], node['body'], node['async']) as BabelNode;
    if (node['returnType']) arrow['returnType'] = node['returnType'];
    const field = t['classProperty']?.(node['key'], arrow, null, null, false, node['static'] ?? false) as BabelNode;
    path.replaceWith(field);
  },
}));

function usesSuper(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false;
  if ((node as BabelNode).type === 'Super') return true;
  return Object.entries(node).some(([key, value]) => !key.includes('omments') && key !== 'loc' && usesSuper(value));
}

export const templatesToConcat: Rewrite = visiting(() => ({
  TemplateLiteral(path) {
    const { node, parent } = path;
    if (parent.type === 'TaggedTemplateExpression' || parent.type.startsWith('TS')) return;
    const quasis = node['quasis'] as { value: { cooked: string } }[];
    const expressions = node['expressions'] as BabelNode[];
    if (expressions.length === 0) return;
    const pieces = quasis.flatMap(({ value: { cooked } }, index) => {
      const expression = expressions[index];
      return [...(cooked === '' ? [] : [t['stringLiteral']?.(cooked)]), ...(expression ? [expression] : [])];
    });
    const concat = t['memberExpression']?.(t['stringLiteral']?.(''), t['identifier']?.('concat'));
    path.replaceWith(t['callExpression']?.(concat, pieces) as BabelNode);
  },
}));

export const textsSplit: Rewrite = visiting(() => ({
  StringLiteral(path) {
    const text = path.node['value'] as string;
    const cut = text.lastIndexOf('/');
    if (cut <= 0 || cut === text.length - 1 || !isValue(path) || path.parent.type === 'BinaryExpression') return;
    const half = (part: string): BabelNode => t['stringLiteral']?.(part) as BabelNode;
    path.replaceWith(t['binaryExpression']?.('+', half(text.slice(0, cut)), half(text.slice(cut))) as BabelNode);
    path.skip();
  },
}));
