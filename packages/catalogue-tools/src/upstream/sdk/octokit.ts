import { braced, collect, literalOf, methodOf, parse, propertiesOf } from './syntax.js';
import type { SdkCall, SdkFamily } from './sdk-package.js';
import type { TypeScript } from '../../../../../src/files/load-typescript.js';

/**
 * Tables of endpoints by scope and method: `{ bells: { ring: ['POST /towers/{tower}/bells'] } }`, in earlier majors `{
 * bells: { ring: { method: 'POST', url: '/towers/:tower/bells' } } }`, as a module or as JSON. A method is called below
 * `rest`, and in older majors on the client itself, so that each method has two rows.
 */
export const octokit: SdkFamily = {
  needsFile: (path) => path === 'dist-src/generated/endpoints.js' || path === 'lib/routes.json',
  callsOf: ({ files }, compiler) =>
    [...files].flatMap(([path, text]) => {
      const source = parse(compiler, path.replace(/\.json$/, '.js'), path.endsWith('.json') ? `(${text})` : text);
      const [table] = collect(compiler, source, (node) =>
        compiler.isObjectLiteralExpression(node) ? node : undefined,
      );
      return callsIn(compiler, table);
    }),
  clientOf: () => ({
    name: 'Octokit',
    // This package has the methods in each of the packages below.
    package: '@octokit/plugin-rest-endpoint-methods',
    origins: [
      ...CLASS_MODULES.flatMap((module) => [
        { module, export: 'Octokit' },
        { type: 'Octokit', module },
      ]),
      { module: '@octokit/rest', export: 'default' },
      { module: '@actions/github', export: 'getOctokit' },
      { module: '@actions/github', export: 'GitHub' },
      { module: 'github', export: 'default' },
    ],
    requests: ['request', 'paginate', 'paginate.iterator'].map((member) => ({ member, url: 0, options: [1] })),
    derives: [{ member: '', defaults: 0 }, { member: 'defaults', defaults: 0 }, { member: 'plugin' }],
    options: { baseUrl: ['baseUrl'], method: ['method'], url: ['url'], headers: ['headers'] },
  }),
};

/** Packages that export the class `Octokit`. */
const CLASS_MODULES = ['@octokit/rest', 'octokit', '@octokit/core', '@octokit/action'];

function callsIn(compiler: typeof TypeScript, table: TypeScript.Node | undefined): readonly SdkCall[] {
  return [...propertiesOf(compiler, table)].flatMap(([scope, methods]) =>
    [...propertiesOf(compiler, methods)].flatMap(([name, entry]) => {
      const route = routeOf(compiler, entry);
      if (route === undefined) return [];
      return [`${scope}.${name}`, `rest.${scope}.${name}`].map((member) => ({ member, ...route }));
    }),
  );
}

/** Returns the route of an entry; undefined for an alias, and for a URL that the caller passes. */
function routeOf(compiler: typeof TypeScript, entry: TypeScript.Expression): Omit<SdkCall, 'member'> | undefined {
  const properties = propertiesOf(compiler, entry);
  const [verb, url] = compiler.isArrayLiteralExpression(entry)
    ? (literalOf(compiler, entry.elements[0])?.split(' ') ?? [])
    : [literalOf(compiler, properties.get('method')), literalOf(compiler, properties.get('url'))];
  const method = methodOf(verb);
  return method === undefined || url?.startsWith('/') !== true ? undefined : { method, path: braced(url) };
}
