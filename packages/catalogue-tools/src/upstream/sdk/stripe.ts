import { braced, collect, literalOf, methodOf, parse, pathOf, propertiesOf, wordOf } from './syntax.js';
import type { SdkCall, SdkFamily } from './sdk-package.js';
import type { HttpMethod } from '../../../../../src/core/model/endpoint.js';
import type { TypeScript } from '../../../../../src/files/load-typescript.js';

/** Requests of the methods that resources of the first major versions list only by name. */
const BASIC_METHODS: ReadonlyMap<string, readonly [HttpMethod, string]> = new Map([
  ['create', ['POST', '']],
  ['list', ['GET', '']],
  ['retrieve', ['GET', '/{id}']],
  ['update', ['POST', '/{id}']],
  ['del', ['DELETE', '/{id}']],
]);

const RESOURCE_FILE = /^(?:lib|cjs)\/resources\/((?:[A-Z]\w*\/)*[A-Z]\w*)\.js$/;

/**
 * One file for each resource, named like its members: `resources/Carillon/Bells.js` is `carillon.bells`. Its methods
 * are created from `{ method, fullPath }`, in early major versions from `{ method, path }` below the path of the
 * resource; in late ones they pass a method and a path to the client.
 */
export const stripe: SdkFamily = {
  needsFile: (path) => RESOURCE_FILE.test(path),
  callsOf: ({ files }, compiler) =>
    [...files].flatMap(([path, text]) => {
      const owner = (RESOURCE_FILE.exec(path)?.[1] ?? '').split('/').map(memberName).join('.');
      const source = parse(compiler, path, text);
      return [...extendedCalls(compiler, source), ...requestingCalls(compiler, source)].map(({ member, ...call }) => ({
        member: `${owner}.${member}`,
        ...call,
      }));
    }),
  clientOf: ({ name }) => ({
    name,
    package: name,
    origins: [
      { module: name, export: 'default' },
      { module: name, export: 'Stripe' },
      { type: 'Stripe', module: name },
    ],
    requests: [{ member: 'rawRequest', methodAt: 0, url: 1, body: 2, options: [3] }],
    derives: [{ member: '', defaults: 1 }],
    options: { host: ['host'] },
  }),
};

/** `OrderReturns` → `orderReturns`, `SKUs` → `skus`, `OAuth` → `oauth`. */
function memberName(file: string): string {
  return /^[A-Z]+s$|^OAuth$/.test(file) ? file.toLowerCase() : `${file.slice(0, 1).toLowerCase()}${file.slice(1)}`;
}

/** Methods of `Resource.extend({ path, includeBasic, ring: method({ … }) })`. */
function extendedCalls(compiler: typeof TypeScript, source: TypeScript.SourceFile): readonly SdkCall[] {
  const resources = collect(compiler, source, (node) =>
    compiler.isCallExpression(node) &&
    compiler.isPropertyAccessExpression(node.expression) &&
    node.expression.name.text === 'extend'
      ? propertiesOf(compiler, node.arguments[0])
      : undefined,
  );
  return resources.flatMap((resource) => {
    const base = `/v1/${literalOf(compiler, resource.get('path')) ?? ''}`;
    const basicNames = resource.get('includeBasic');
    const names = basicNames !== undefined && compiler.isArrayLiteralExpression(basicNames) ? basicNames.elements : [];
    return [
      ...names.flatMap((name) => {
        const [method, path] = BASIC_METHODS.get(literalOf(compiler, name) ?? '') ?? [];
        return method === undefined
          ? []
          : [{ member: literalOf(compiler, name) ?? '', method, path: `${base}${path ?? ''}` }];
      }),
      ...[...resource].flatMap(([member, initializer]) => {
        const spec = compiler.isCallExpression(initializer)
          ? propertiesOf(compiler, initializer.arguments[0])
          : undefined;
        const method = methodOf(literalOf(compiler, spec?.get('method')));
        if (spec === undefined || method === undefined) return [];
        const fullPath = literalOf(compiler, spec.get('fullPath'));
        const pathBelow = (literalOf(compiler, spec.get('path')) ?? '').replace(/^\/?(?=.)/, '/');
        return [{ member, method, path: braced(fullPath ?? `${base}${pathBelow}`) }];
      }),
    ];
  });
}

/** Methods of classes that call `this._makeRequest('POST', '/v1/bells', …)`. */
function requestingCalls(compiler: typeof TypeScript, source: TypeScript.SourceFile): readonly SdkCall[] {
  const methods = collect(compiler, source, (node) => (compiler.isMethodDeclaration(node) ? node : undefined));
  return methods.flatMap((declaration) => {
    const member = wordOf(compiler, declaration.name);
    const [request] = collect(compiler, declaration, (node) => {
      if (!compiler.isCallExpression(node)) return undefined;
      const method = methodOf(literalOf(compiler, node.arguments[0]));
      const path = pathOf(compiler, node.arguments[1]);
      return method === undefined || path === undefined ? undefined : { method, path };
    });
    return member === undefined || request === undefined ? [] : [{ member, ...request }];
  });
}
