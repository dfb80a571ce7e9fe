import { chainOf, literalOf, parse, wordOf } from './syntax.js';
import type { SdkCall, SdkFamily } from './sdk-package.js';
import type { TypeScript } from '../../../../../src/files/load-typescript.js';

/**
 * Methods that are bound to the name of the operation, which is its path too: `this.bells = { ring: bind(this,
 * 'bells.ring') }`, in the first major `this.apiCall.bind(this, 'bells.ring')`. All are sent as POST.
 */
export const slack: SdkFamily = {
  needsFile: (path) => path === 'dist/methods.js' || path === 'dist/WebClient.js',
  callsOf: ({ files }, compiler) =>
    [...files].flatMap(([path, text]) => boundCalls(compiler, parse(compiler, path, text), [])),
  clientOf: ({ name }) => ({
    name,
    package: name,
    origins: [...new Set([name, '@slack/web-api', '@slack/client'])].flatMap((module) => [
      { module, export: 'WebClient' },
      { type: 'WebClient', module },
    ]),
    requests: [{ member: 'apiCall', method: 'POST', url: 0, body: 1 }],
    derives: [{ member: '', form: 'new', defaults: 1 }],
    options: { baseUrl: ['slackApiUrl'] },
  }),
};

/** A name with a dot: `bells.ring`. */
const API_METHOD = /^[a-z]\w*(?:\.\w+)+$/i;

function boundCalls(
  compiler: typeof TypeScript,
  node: TypeScript.Node,
  members: readonly string[],
): readonly SdkCall[] {
  if (compiler.isCallExpression(node)) {
    const [first, name] = node.arguments;
    const path = literalOf(compiler, name);
    const isBound = first?.kind === compiler.SyntaxKind.ThisKeyword && path !== undefined && API_METHOD.test(path);
    if (isBound && members.length > 0) return [{ member: members.join('.'), method: 'POST', path: `/${path}` }];
  }
  const innerMembers = [...members, ...memberNamed(compiler, node)];
  const calls: SdkCall[] = [];
  compiler.forEachChild(node, (child) => {
    calls.push(...boundCalls(compiler, child, innerMembers));
  });
  return calls;
}

/** The member that a node assigns: a property of an object, a field of the class, `this.bells = …`. */
function memberNamed(compiler: typeof TypeScript, node: TypeScript.Node): readonly string[] {
  if (compiler.isPropertyAssignment(node) || compiler.isPropertyDeclaration(node))
    return [wordOf(compiler, node.name) ?? '?'];
  if (!compiler.isBinaryExpression(node)) return [];
  const chain = chainOf(compiler, node.left);
  return chain?.[0] === 'this' ? chain.slice(1) : [];
}
