import { posix } from 'node:path';
import { CatalogueError } from '../../../../../src/core/model/errors.js';
import type { RequestRow } from '../../../../../src/core/model/client-model.js';
import { methodOf } from './syntax.js';
import type { SdkCall, SdkFamily } from './sdk-package.js';

/**
 * Python SDKs of Stainless: `self._post("/towers", …)` in a class of a resource, which is an attribute or a cached
 * property of the client. The generator has one layout, so lines and indentation are enough to read it.
 */
export const stainlessPython: SdkFamily = {
  needsFile: (path) => /(?:^|\/)(?:_client|__init__)\.py$|(?:^|\/)resources\/.+\.py$/.test(path),
  callsOf: ({ files }) => {
    const sdk: Sdk = { files, classes: new Map() };
    const root = clientClassOf(sdk);
    return root === undefined ? [] : callsBelow(sdk, root, []);
  },
  clientOf: ({ name, files }) => {
    const clientName = clientClassOf({ files, classes: new Map() })?.name;
    const exportedNames = clientName === undefined ? [] : [clientName, `Async${clientName}`];
    // `import acme; acme.towers.list()`: the module itself is a client.
    const isModule = [...files].some(([path, text]) => PACKAGE_MODULE.test(path) && text.includes('_module_client'));
    return {
      name: `${name} (Python)`,
      package: name,
      origins: [
        ...exportedNames.map((symbol) => ({ module: name, export: symbol, language: 'python' as const })),
        ...(isModule ? [{ module: name, export: 'default', language: 'python' as const }] : []),
        ...exportedNames.map((symbol) => ({ type: symbol, module: name, language: 'python' as const })),
      ],
      requests: VERBS.map(([member, method]): RequestRow => ({
        member,
        method,
        url: 0,
        // The body is a keyword argument: no positional argument has this index.
        ...(member === 'get' ? {} : { body: 3 }),
      })),
      // '': a call or construction of the client.
      derives: ['', 'with_options', 'copy'].map((member) => ({ member, defaults: 0 })),
      options: { baseUrl: ['base_url'], headers: ['extra_headers'], body: ['body'], query: ['extra_query'] },
    };
  },
};

/** Path of the module that programs import, not of a submodule. */
const PACKAGE_MODULE = /^(?:src\/)?[^/]+\/__init__\.py$/;

/** Generic request methods of the client. */
const VERBS = [
  ['get', 'GET'],
  ['post', 'POST'],
  ['put', 'PUT'],
  ['patch', 'PATCH'],
  ['delete', 'DELETE'],
] as const;

interface Sdk {
  readonly files: ReadonlyMap<string, string>;
  /** Classes of parsed files, by file. */
  readonly classes: Map<string, ReadonlyMap<string, PythonClass>>;
}

interface PythonClass {
  readonly name: string;
  readonly file: string;
  /** Class names of the attributes, as in the source. */
  readonly fields: ReadonlyMap<string, string>;
  readonly methods: ReadonlyMap<string, string>;
}

/** Maximum depth of resources and of re-exports; no SDK reaches it. */
const MAX_DEPTH = 8;

/**
 * Calls of the resources below a class. A resource whose class is among the `enclosing` ones is listed with its own
 * methods, and not entered again.
 */
function callsBelow(
  sdk: Sdk,
  owner: PythonClass,
  members: readonly string[],
  enclosing: readonly PythonClass[] = [],
): readonly SdkCall[] {
  if (members.length > MAX_DEPTH)
    throw new CatalogueError(`has resources more than ${MAX_DEPTH} levels deep`, owner.file);
  const innerEnclosing = [...enclosing, owner];
  return [...owner.fields].flatMap(([name, className]): readonly SdkCall[] => {
    const resource = resolveClass(sdk, owner.file, className);
    if (resource === undefined) return [];
    const resourceMembers = [...members, name];
    const ownCalls = [...resource.methods.keys()].flatMap((method): readonly SdkCall[] => {
      const request = method.startsWith('_') ? undefined : requestOf(resource, method, new Set());
      return request === undefined ? [] : [{ member: [...resourceMembers, method].join('.'), ...request }];
    });
    return [
      ...ownCalls,
      ...(innerEnclosing.includes(resource) ? [] : callsBelow(sdk, resource, resourceMembers, innerEnclosing)),
    ];
  });
}

/** The class of the client: `class Acme(SyncAPIClient)`. */
function clientClassOf(sdk: Sdk): PythonClass | undefined {
  const file = [...sdk.files.keys()].find((path) => path.endsWith('/_client.py') || path === '_client.py');
  const name = file === undefined ? undefined : /^class (\w+)\(SyncAPIClient\)/m.exec(sdk.files.get(file) ?? '')?.[1];
  return file === undefined || name === undefined ? undefined : classesIn(sdk, file).get(name);
}

/** Returns the first request of a method: its own, or that of another method of its class (`create_and_poll`). */
function requestOf(
  owner: PythonClass,
  method: string,
  visitedMethods: ReadonlySet<string>,
): Pick<SdkCall, 'method' | 'path'> | undefined {
  const body = owner.methods.get(method) ?? '';
  const [call, verbText = '', path = '', followingLines = ''] = REQUEST_CALL.exec(body) ?? [];
  if (call !== undefined) {
    const verb =
      verbText === 'get_api_list'
        ? (/^[^\n]*\n(?:.*\n)*?[^\S\n]+method="(\w+)"/.exec(followingLines)?.[1] ?? 'get')
        : verbText;
    const httpMethod = methodOf(verb);
    return httpMethod === undefined ? undefined : { method: httpMethod, path };
  }
  const calledMethod = /\bself\.([a-z]\w*)\(/.exec(body)?.[1];
  return calledMethod === undefined || visitedMethods.has(calledMethod)
    ? undefined
    : requestOf(owner, calledMethod, new Set([...visitedMethods, method]));
}

/**
 * Pattern of `self._post("/towers"`, `self._get(f"/towers/{id}"`, `partial(self._post, …`, and of a path in
 * `path_template("/towers/{id}"`, with the lines after it.
 */
const REQUEST_CALL =
  /\bself\._(get|post|put|patch|delete|get_api_list)(?:\(|,)\s*(?:path_template\(\s*)?f?"(\/[^"]*)"((?:.*\n){0,30})/;

function classesIn(sdk: Sdk, file: string): ReadonlyMap<string, PythonClass> {
  let classes = sdk.classes.get(file);
  if (classes === undefined) {
    const blocks = blocksOf(sdk.files.get(file) ?? '', /^class (\w+)/);
    classes = new Map(blocks.map(([name, text]) => [name, classOf(name, file, text)]));
    sdk.classes.set(file, classes);
  }
  return classes;
}

function classOf(name: string, file: string, text: string): PythonClass {
  const fields = new Map<string, string>();
  const methods = new Map<string, string>();
  for (const [, field = '', className = ''] of text.matchAll(/^ {8}self\.(\w+) = ([\w.]+)\((?:self|client)\)$/gm))
    fields.set(field, className);
  for (const [method, body] of blocksOf(text, /^ {4}(?:async )?def (\w+)/)) {
    const className = /^ {8}return ([\w.]+)\(self(?:\._client)?\)$/m.exec(body)?.[1];
    if (className !== undefined && !/With(?:Raw|Streaming)Response$/.test(className)) fields.set(method, className);
    // Of several definitions of a method, the last one is not an overload signature.
    else methods.set(method, body);
  }
  return { name, file, fields, methods };
}

/** Splits a text into blocks that begin with a line of this form, each with the name in that line. */
function blocksOf(text: string, opening: RegExp): readonly (readonly [name: string, text: string])[] {
  const blocks: { readonly name: string; readonly lines: string[] }[] = [];
  for (const line of text.split('\n')) {
    const name = opening.exec(line)?.[1];
    if (name === undefined) blocks.at(-1)?.lines.push(line);
    else blocks.push({ name, lines: [line] });
  }
  return blocks.map(({ name, lines }) => [name, lines.join('\n')]);
}

/** The class that a name refers to in a file: its own, an imported one, or a member of an imported module. */
function resolveClass(
  sdk: Sdk,
  file: string,
  className: string,
  visitedNames: readonly string[] = [],
): PythonClass | undefined {
  const visitedName = `${file} ${className}`;
  if (visitedNames.includes(visitedName)) return undefined;
  if (visitedNames.length > MAX_DEPTH)
    throw new CatalogueError(`takes '${className}' through more than ${MAX_DEPTH} re-exporting modules`, file);
  const [firstName = '', ...memberNames] = className.split('.');
  const ownClass = memberNames.length === 0 ? classesIn(sdk, file).get(firstName) : undefined;
  if (ownClass !== undefined) return ownClass;
  for (const { module, name } of importsOf(sdk.files.get(file) ?? '', firstName)) {
    const base = moduleOf(file, module);
    const moduleFiles = [posix.join(base, `${name}.py`), posix.join(base, name, '__init__.py')];
    const nameFiles = [`${base}.py`, posix.join(base, '__init__.py')];
    const target = (memberNames.length > 0 ? moduleFiles : nameFiles).find((path) => sdk.files.has(path));
    const result =
      target === undefined
        ? undefined
        : resolveClass(sdk, target, memberNames.length > 0 ? memberNames.join('.') : name, [
            ...visitedNames,
            visitedName,
          ]);
    if (result !== undefined) return result;
  }
  return undefined;
}

/** The modules from which a file imports a name, and the name there: `beta` for `from .resources import beta as b`. */
function importsOf(text: string, localName: string): readonly { readonly module: string; readonly name: string }[] {
  return [...text.matchAll(/^[ \t]*from (\.[\w.]*) import (?:\(([^)]*)\)|(.*))$/gm)].flatMap(
    ([, module = '', several = '', single = '']) =>
      `${several},${single}`.split(',').flatMap((part) => {
        const [name = '', , alias = name] = part.trim().split(/\s+/);
        return name !== '' && alias === localName ? [{ module, name }] : [];
      }),
  );
}

/** Path of a relative module, without extension: one dot is the folder of the file. */
function moduleOf(file: string, module: string): string {
  const dots = /^\.+/.exec(module)?.[0].length ?? 0;
  const folders = file.split('/').slice(0, -dots);
  return [...folders, ...module.slice(dots).split('.')].filter((part) => part !== '').join('/');
}
