import { CatalogueError } from '../../../../../src/core/model/errors.js';
import { indexClasses } from './class-index.js';
import type { ClassIndex, SdkClass } from './class-index.js';
import { chainOf, methodOf, pathOf, wordOf } from './syntax.js';
import type { SdkCall, SdkFamily } from './sdk-package.js';
import type { TypeScript } from '../../../../../src/files/load-typescript.js';

/**
 * Classes of resources below a client, in SDKs of Stainless: `this._client.post('/towers', …)`. A member is the chain
 * of fields from the client to the class, and the method. Helpers without a URL of their own (`createAndPoll`,
 * `stream`) have the request of the first method that they call.
 */
export const stainless: SdkFamily = {
  reads: (path) => /^src\/(?:client|index)\.ts$|^src\/(?:resources|lib)\/.+\.ts$/.test(path) && !path.endsWith('.d.ts'),
  callsOf: ({ files }, compiler) => {
    const index = indexClasses(compiler, files);
    const root = index.classes.find((found) => isClient(compiler, found));
    if (root === undefined) return [];
    const sdk: Sdk = { compiler, index, root };
    return resourcesBelow(sdk, root, []).flatMap(({ members, resource }) =>
      methodsOf(compiler, resource).flatMap((name) => {
        const request = requestOf(sdk, { owner: resource, method: name, inherited: new Map() }, new Set());
        return request === undefined ? [] : [{ member: [...members, name].join('.'), ...request }];
      }),
    );
  },
  clientOf: ({ name, files }, compiler) => {
    const { classes } = indexClasses(compiler, new Map([...files].filter(([path]) => CLIENT_FILE.test(path))));
    const called = classes.find((found) => isClient(compiler, found))?.declaration.name?.text;
    return {
      name,
      package: name,
      origins: [
        { module: name, export: 'default' },
        ...(called === undefined
          ? []
          : [
              { module: name, export: called },
              { type: called, module: name },
            ]),
      ],
      requests: [
        ...VERBS.map((verb) => ({ member: verb, method: methodOf(verb) ?? 'GET', url: 0, options: [1] })),
        { member: 'getAPIList', method: 'GET', url: 0, options: [2] },
      ],
      derives: [
        { member: '', defaults: 0 },
        { member: 'withOptions', defaults: 0 },
      ],
      options: {
        baseUrl: ['baseURL'],
        method: ['method'],
        headers: ['headers', 'defaultHeaders'],
        body: ['body'],
        query: ['query', 'defaultQuery'],
      },
    };
  },
};

/** Generic request methods of the client. */
const VERBS = ['get', 'post', 'put', 'patch', 'delete'] as const;

interface Sdk {
  readonly compiler: typeof TypeScript;
  readonly index: ClassIndex;
  /** The client. */
  readonly root: SdkClass;
}

interface Resource {
  readonly members: readonly string[];
  readonly resource: SdkClass;
}

type Request = Omit<SdkCall, 'member'>;

/** A followed method, with the resources in its parameters. */
interface Followed {
  readonly owner: SdkClass;
  readonly method: string;
  readonly inherited: ReadonlyMap<string, SdkClass>;
}

const CLIENT_FILE = /^src\/(?:client|index)\.ts$/;

/** The client passes itself to its resources: `towers = new API.Towers(this)`. */
function isClient(compiler: typeof TypeScript, { path, declaration }: SdkClass): boolean {
  return CLIENT_FILE.test(path) && declaration.members.some((member) => classNameIn(compiler, member) !== undefined);
}

/** Name of the class of a field: `bells: BellsAPI.Bells = new BellsAPI.Bells(this._client)`. */
function classNameIn(compiler: typeof TypeScript, member: TypeScript.ClassElement): string | undefined {
  if (!compiler.isPropertyDeclaration(member) || member.initializer === undefined) return undefined;
  const construction = member.initializer;
  if (!compiler.isNewExpression(construction) || construction.arguments?.length !== 1) return undefined;
  return chainOf(compiler, construction.expression)?.join('.');
}

function fieldsOf({ compiler, index }: Sdk, { path, declaration }: SdkClass): ReadonlyMap<string, SdkClass> {
  const fields = new Map<string, SdkClass>();
  for (const member of declaration.members) {
    const name = wordOf(compiler, member.name);
    const className = classNameIn(compiler, member);
    const found = className === undefined ? undefined : index.classAt(path, className);
    if (name !== undefined && found !== undefined) fields.set(name, found);
  }
  return fields;
}

/** Deeper than any SDK. */
const MAX_DEPTH = 8;

/** `around`: the classes around the owner. One that contains itself has its own methods again, under a longer name. */
function resourcesBelow(
  sdk: Sdk,
  owner: SdkClass,
  members: readonly string[],
  around: readonly SdkClass['declaration'][] = [],
): readonly Resource[] {
  if (members.length > MAX_DEPTH)
    throw new CatalogueError(`has resources more than ${MAX_DEPTH} levels deep`, owner.path);
  const inside = [...around, owner.declaration];
  return [...fieldsOf(sdk, owner)].flatMap(([name, resource]) => [
    { members: [...members, name], resource },
    ...(inside.includes(resource.declaration) ? [] : resourcesBelow(sdk, resource, [...members, name], inside)),
  ]);
}

function methodsOf(compiler: typeof TypeScript, { declaration }: SdkClass): readonly string[] {
  const names = declaration.members.flatMap((member) =>
    compiler.isMethodDeclaration(member) && member.body !== undefined ? [wordOf(compiler, member.name)] : [],
  );
  return names.filter((name) => name !== undefined && !name.startsWith('_')) as readonly string[];
}

/** Returns the first request of a method; undefined if none is seen. */
function requestOf(sdk: Sdk, followed: Followed, seen: ReadonlySet<string>): Request | undefined {
  const { compiler } = sdk;
  const { owner, method } = followed;
  const key = `${owner.path}#${owner.declaration.name?.text ?? ''}.${method}`;
  const body = owner.declaration.members.find(
    (member): member is TypeScript.MethodDeclaration =>
      compiler.isMethodDeclaration(member) && member.body !== undefined && wordOf(compiler, member.name) === method,
  );
  if (body === undefined || seen.has(key)) return undefined;
  const inner = new Set([...seen, key]);
  const calls: TypeScript.CallExpression[] = [];
  const visit = (node: TypeScript.Node): void => {
    if (compiler.isCallExpression(node)) calls.push(node);
    compiler.forEachChild(node, visit);
  };
  visit(body);
  for (const call of calls) {
    const request = ownRequest(compiler, call) ?? followedRequest(sdk, followed, call, inner);
    if (request !== undefined) return request;
  }
  return undefined;
}

/** `this._client.post('/towers', …)`; a list is a GET unless its options have another method. */
function ownRequest(
  compiler: typeof TypeScript,
  { expression, arguments: args }: TypeScript.CallExpression,
): Request | undefined {
  const chain = chainOf(compiler, expression);
  if (chain?.length !== 3 || chain[0] !== 'this' || chain[1] !== '_client') return undefined;
  const path = pathOf(compiler, args[0]);
  const verb = chain[2] === 'getAPIList' ? (listMethod(compiler, args[2]) ?? 'GET') : chain[2];
  const method = methodOf(verb);
  return path === undefined || method === undefined ? undefined : { method, path };
}

function listMethod(compiler: typeof TypeScript, options: TypeScript.Node | undefined): string | undefined {
  if (options === undefined || !compiler.isObjectLiteralExpression(options)) return undefined;
  const method = options.properties.find((property) => wordOf(compiler, property.name) === 'method');
  return method !== undefined && compiler.isPropertyAssignment(method)
    ? wordOf(compiler, method.initializer)
    : undefined;
}

/** A call of another method: of the class itself, of a known resource, or of a helper with one as an argument. */
function followedRequest(
  sdk: Sdk,
  { owner, inherited }: Followed,
  call: TypeScript.CallExpression,
  seen: ReadonlySet<string>,
): Request | undefined {
  const chain = chainOf(sdk.compiler, call.expression);
  const method = chain?.at(-1);
  if (chain === undefined || method === undefined || chain.length < 2) return undefined;
  const path = chain.slice(0, -1);
  const resource = resourceAt(sdk, owner, inherited, path);
  if (resource !== undefined) return requestOf(sdk, { owner: resource, method, inherited: new Map() }, seen);
  const [name] = path;
  if (name === undefined || path.length > 1) return undefined;
  const helper =
    sdk.index.classAt(owner.path, name) ??
    (name === 'this' ? owner : sdk.index.classAt(owner.path, owner.declaration.name?.text ?? ''));
  if (helper === undefined) return undefined;
  const parameters = parametersOf(sdk.compiler, helper, method);
  const passed = new Map<string, SdkClass>();
  for (const [position, argument] of call.arguments.entries()) {
    const parameter = parameters[position];
    const at = resourceAt(sdk, owner, inherited, chainOf(sdk.compiler, argument) ?? []);
    if (parameter !== undefined && at !== undefined) passed.set(parameter, at);
  }
  return passed.size === 0 ? undefined : requestOf(sdk, { owner: helper, method, inherited: passed }, seen);
}

/**
 * The resource at the end of a chain: `this`, `this.bells`, `this._client.towers.bells`, a parameter with a known
 * argument.
 */
function resourceAt(
  sdk: Sdk,
  owner: SdkClass,
  inherited: ReadonlyMap<string, SdkClass>,
  chain: readonly string[],
): SdkClass | undefined {
  const [first = '', second, ...rest] = chain;
  let members = second === undefined ? rest : [second, ...rest];
  let at = inherited.get(first);
  if (first === 'this' && second === '_client') [at, members] = [sdk.root, rest];
  else if (first === 'this' && inherited.size === 0) at = owner;
  for (const member of members) at = at === undefined ? undefined : fieldsOf(sdk, at).get(member);
  return at === sdk.root ? undefined : at;
}

function parametersOf(compiler: typeof TypeScript, { declaration }: SdkClass, method: string): readonly string[] {
  const found = declaration.members.find(
    (member): member is TypeScript.MethodDeclaration =>
      compiler.isMethodDeclaration(member) && member.body !== undefined && wordOf(compiler, member.name) === method,
  );
  return found?.parameters.map(({ name }) => wordOf(compiler, name) ?? '') ?? [];
}
