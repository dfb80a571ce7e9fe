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
  needsFile: (path) =>
    /^src\/(?:client|index)\.ts$|^src\/(?:resources|lib)\/.+\.ts$/.test(path) && !path.endsWith('.d.ts'),
  callsOf: ({ files }, compiler) => {
    const index = indexClasses(compiler, files);
    const root = index.classes.find((candidate) => isClient(compiler, candidate));
    if (root === undefined) return [];
    const sdk: Sdk = { compiler, index, root };
    return resourcesBelow(sdk, root, []).flatMap(({ members, resource }) =>
      methodsOf(compiler, resource).flatMap((name) => {
        const request = requestOf(sdk, { owner: resource, method: name, resourceArguments: new Map() }, new Set());
        return request === undefined ? [] : [{ member: [...members, name].join('.'), ...request }];
      }),
    );
  },
  clientOf: ({ name, files }, compiler) => {
    const { classes } = indexClasses(compiler, new Map([...files].filter(([path]) => CLIENT_FILE.test(path))));
    const clientName = classes.find((candidate) => isClient(compiler, candidate))?.declaration.name?.text;
    return {
      name,
      package: name,
      origins: [
        { module: name, export: 'default' },
        ...(clientName === undefined
          ? []
          : [
              { module: name, export: clientName },
              { type: clientName, module: name },
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
  /** Class of the client. */
  readonly root: SdkClass;
}

interface Resource {
  readonly members: readonly string[];
  readonly resource: SdkClass;
}

type Request = Omit<SdkCall, 'member'>;

/** A method that is followed, with the resources that its parameters receive. */
interface FollowedMethod {
  readonly owner: SdkClass;
  readonly method: string;
  readonly resourceArguments: ReadonlyMap<string, SdkClass>;
}

const CLIENT_FILE = /^src\/(?:client|index)\.ts$/;

/** Whether a class is the client, which passes itself to its resources: `towers = new API.Towers(this)`. */
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
    const resource = className === undefined ? undefined : index.classAt(path, className);
    if (name !== undefined && resource !== undefined) fields.set(name, resource);
  }
  return fields;
}

/** Maximum depth of resources; no SDK reaches it. */
const MAX_DEPTH = 8;

/** Resources below a class; a class that contains itself (`enclosing`) has its own methods once more. */
function resourcesBelow(
  sdk: Sdk,
  owner: SdkClass,
  members: readonly string[],
  enclosing: readonly SdkClass['declaration'][] = [],
): readonly Resource[] {
  if (members.length > MAX_DEPTH)
    throw new CatalogueError(`has resources more than ${MAX_DEPTH} levels deep`, owner.path);
  const innerEnclosing = [...enclosing, owner.declaration];
  return [...fieldsOf(sdk, owner)].flatMap(([name, resource]) => [
    { members: [...members, name], resource },
    ...(innerEnclosing.includes(resource.declaration)
      ? []
      : resourcesBelow(sdk, resource, [...members, name], innerEnclosing)),
  ]);
}

function methodsOf(compiler: typeof TypeScript, { declaration }: SdkClass): readonly string[] {
  const names = declaration.members.flatMap((member) =>
    compiler.isMethodDeclaration(member) && member.body !== undefined ? [wordOf(compiler, member.name)] : [],
  );
  return names.filter((name) => name !== undefined && !name.startsWith('_')) as readonly string[];
}

/** Returns the first request of a method; undefined if it has none. */
function requestOf(sdk: Sdk, followed: FollowedMethod, visitedMethods: ReadonlySet<string>): Request | undefined {
  const { compiler } = sdk;
  const { owner, method } = followed;
  const key = `${owner.path}#${owner.declaration.name?.text ?? ''}.${method}`;
  const body = owner.declaration.members.find(
    (member): member is TypeScript.MethodDeclaration =>
      compiler.isMethodDeclaration(member) && member.body !== undefined && wordOf(compiler, member.name) === method,
  );
  if (body === undefined || visitedMethods.has(key)) return undefined;
  const innerVisited = new Set([...visitedMethods, key]);
  const calls: TypeScript.CallExpression[] = [];
  const visit = (node: TypeScript.Node): void => {
    if (compiler.isCallExpression(node)) calls.push(node);
    compiler.forEachChild(node, visit);
  };
  visit(body);
  for (const call of calls) {
    const request = directRequest(compiler, call) ?? followedRequest(sdk, followed, call, innerVisited);
    if (request !== undefined) return request;
  }
  return undefined;
}

/** The request of `this._client.post('/towers', …)`; a list is a GET unless its options have another method. */
function directRequest(
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

/** Returns the request of a called method: of the class itself, of a resource, or of a helper that receives one. */
function followedRequest(
  sdk: Sdk,
  { owner, resourceArguments }: FollowedMethod,
  call: TypeScript.CallExpression,
  visitedMethods: ReadonlySet<string>,
): Request | undefined {
  const chain = chainOf(sdk.compiler, call.expression);
  const method = chain?.at(-1);
  if (chain === undefined || method === undefined || chain.length < 2) return undefined;
  const path = chain.slice(0, -1);
  const resource = resourceAt(sdk, owner, resourceArguments, path);
  if (resource !== undefined)
    return requestOf(sdk, { owner: resource, method, resourceArguments: new Map() }, visitedMethods);
  const [name] = path;
  if (name === undefined || path.length > 1) return undefined;
  const helper =
    sdk.index.classAt(owner.path, name) ??
    (name === 'this' ? owner : sdk.index.classAt(owner.path, owner.declaration.name?.text ?? ''));
  if (helper === undefined) return undefined;
  const parameters = parametersOf(sdk.compiler, helper, method);
  const passedResources = new Map<string, SdkClass>();
  for (const [position, argument] of call.arguments.entries()) {
    const parameter = parameters[position];
    const argumentResource = resourceAt(sdk, owner, resourceArguments, chainOf(sdk.compiler, argument) ?? []);
    if (parameter !== undefined && argumentResource !== undefined) passedResources.set(parameter, argumentResource);
  }
  return passedResources.size === 0
    ? undefined
    : requestOf(sdk, { owner: helper, method, resourceArguments: passedResources }, visitedMethods);
}

/**
 * The resource at the end of a chain: `this`, `this.bells`, `this._client.towers.bells`, a parameter with a known
 * argument.
 */
function resourceAt(
  sdk: Sdk,
  owner: SdkClass,
  resourceArguments: ReadonlyMap<string, SdkClass>,
  chain: readonly string[],
): SdkClass | undefined {
  const [first = '', second, ...otherMembers] = chain;
  let members = second === undefined ? otherMembers : [second, ...otherMembers];
  let resource = resourceArguments.get(first);
  if (first === 'this' && second === '_client') [resource, members] = [sdk.root, otherMembers];
  else if (first === 'this' && resourceArguments.size === 0) resource = owner;
  for (const member of members) resource = resource === undefined ? undefined : fieldsOf(sdk, resource).get(member);
  return resource === sdk.root ? undefined : resource;
}

function parametersOf(compiler: typeof TypeScript, { declaration }: SdkClass, method: string): readonly string[] {
  const methodDeclaration = declaration.members.find(
    (member): member is TypeScript.MethodDeclaration =>
      compiler.isMethodDeclaration(member) && member.body !== undefined && wordOf(compiler, member.name) === method,
  );
  return methodDeclaration?.parameters.map(({ name }) => wordOf(compiler, name) ?? '') ?? [];
}
