import { CatalogueError } from '../../../../../src/core/model/errors.js';
import type { RequestRow } from '../../../../../src/core/model/client-model.js';
import { methodOf } from './syntax.js';
import type { SdkCall, SdkFamily } from './sdk-package.js';

/**
 * Python SDKs of Stainless: `self._post("/towers", …)` in a class of a resource, which is an attribute or a cached
 * property of the client. The generator has one layout, so that lines and indents are enough.
 */
export const stainlessPython: SdkFamily = {
  reads: (path) => /(?:^|\/)(?:_client|__init__)\.py$|\/resources\/.+\.py$/.test(path),
  callsOf: ({ files }) => {
    const sdk: Sdk = { files, classes: new Map() };
    const root = clientOf(sdk);
    return root === undefined ? [] : callsBelow(sdk, root, []);
  },
  clientOf: ({ name, files }) => {
    const called = clientOf({ files, classes: new Map() })?.name;
    const exported = called === undefined ? [] : [called, `Async${called}`];
    // `import acme; acme.towers.list()`: such a module has a client of its own.
    const isModule = [...files].some(([path, text]) => MODULE.test(path) && text.includes('_module_client'));
    return {
      name: `${name} (Python)`,
      package: name,
      origins: [
        ...exported.map((symbol) => ({ module: name, export: symbol, language: 'python' as const })),
        ...(isModule ? [{ module: name, export: 'default', language: 'python' as const }] : []),
        ...exported.map((symbol) => ({ type: symbol, module: name, language: 'python' as const })),
      ],
      requests: VERBS.map(([member, method]): RequestRow => ({
        member,
        method,
        url: 0,
        ...(member === 'get' ? {} : { body: 3 }),
      })),
      derives: ['', 'with_options', 'copy'].map((member) => ({ member, defaults: 0 })),
      options: { baseUrl: ['base_url'], headers: ['extra_headers'], body: ['body'], query: ['extra_query'] },
    };
  },
};

/** The module that programs import, not one of its parts. */
const MODULE = /^(?:src\/)?[^/]+\/__init__\.py$/;

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
  /** Names of the classes of its attributes, as written. */
  readonly fields: ReadonlyMap<string, string>;
  readonly methods: ReadonlyMap<string, string>;
}

/** Deeper than any nesting or inheritance of an SDK. */
const MAX_DEPTH = 8;

/** `around`: the classes around the owner. One that contains itself has its own methods again, under a longer name. */
function callsBelow(
  sdk: Sdk,
  owner: PythonClass,
  members: readonly string[],
  around: readonly PythonClass[] = [],
): readonly SdkCall[] {
  if (members.length > MAX_DEPTH)
    throw new CatalogueError(`has resources more than ${MAX_DEPTH} levels deep`, owner.file);
  const inside = [...around, owner];
  return [...owner.fields].flatMap(([name, written]): readonly SdkCall[] => {
    const resource = resolveClass(sdk, owner.file, written);
    if (resource === undefined) return [];
    const below = [...members, name];
    const own = [...resource.methods.keys()].flatMap((method): readonly SdkCall[] => {
      const request = method.startsWith('_') ? undefined : requestOf(resource, method, new Set());
      return request === undefined ? [] : [{ member: [...below, method].join('.'), ...request }];
    });
    return [...own, ...(inside.includes(resource) ? [] : callsBelow(sdk, resource, below, inside))];
  });
}

/** `class Acme(SyncAPIClient)`. */
function clientOf(sdk: Sdk): PythonClass | undefined {
  const file = [...sdk.files.keys()].find((path) => path.endsWith('/_client.py') || path === '_client.py');
  const name = file === undefined ? undefined : /^class (\w+)\(SyncAPIClient\)/m.exec(sdk.files.get(file) ?? '')?.[1];
  return file === undefined || name === undefined ? undefined : classesIn(sdk, file).get(name);
}

/** Returns the first request of a method: its own, or that of another method of its class (`create_and_poll`). */
function requestOf(
  owner: PythonClass,
  method: string,
  seen: ReadonlySet<string>,
): Pick<SdkCall, 'method' | 'path'> | undefined {
  const body = owner.methods.get(method) ?? '';
  const [call, word = '', path = '', rest = ''] = REQUEST.exec(body) ?? [];
  if (call !== undefined) {
    const verb =
      word === 'get_api_list' ? (/^[^\n]*\n(?:.*\n)*?[^\S\n]+method="(\w+)"/.exec(rest)?.[1] ?? 'get') : word;
    const requested = methodOf(verb);
    return requested === undefined ? undefined : { method: requested, path };
  }
  const called = /\bself\.([a-z]\w*)\(/.exec(body)?.[1];
  return called === undefined || seen.has(called) ? undefined : requestOf(owner, called, new Set([...seen, method]));
}

/**
 * `self._post("/towers"`, `self._get(f"/towers/{id}"`, `partial(self._post, …`, `path_template("/towers/{id}"`; then
 * the rest.
 */
const REQUEST =
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
    // Of several signatures the last one has a body.
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

/** The class that a file names: its own, or an imported one, alone or by its module. */
function resolveClass(sdk: Sdk, file: string, written: string, way: readonly string[] = []): PythonClass | undefined {
  const here = `${file} ${written}`;
  if (way.includes(here)) return undefined;
  if (way.length > MAX_DEPTH)
    throw new CatalogueError(`takes '${written}' from a module that more than ${MAX_DEPTH} others hand on`, file);
  const [first = '', ...rest] = written.split('.');
  const own = rest.length === 0 ? classesIn(sdk, file).get(first) : undefined;
  if (own !== undefined) return own;
  for (const { module, name } of importsOf(sdk.files.get(file) ?? '', first)) {
    const base = moduleOf(file, module);
    const asModule = [`${base}/${name}.py`, `${base}/${name}/__init__.py`];
    const asName = [`${base}.py`, `${base}/__init__.py`];
    const target = (rest.length > 0 ? asModule : asName).find((path) => sdk.files.has(path));
    const found =
      target === undefined
        ? undefined
        : resolveClass(sdk, target, rest.length > 0 ? rest.join('.') : name, [...way, here]);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** `from .resources import beta as b`: origin of a name of a file, and its name there. */
function importsOf(text: string, wanted: string): readonly { readonly module: string; readonly name: string }[] {
  return [...text.matchAll(/^[ \t]*from (\.[\w.]*) import (?:\(([^)]*)\)|(.*))$/gm)].flatMap(
    ([, module = '', several = '', single = '']) =>
      `${several},${single}`.split(',').flatMap((part) => {
        const [name = '', , alias = name] = part.trim().split(/\s+/);
        return name !== '' && alias === wanted ? [{ module, name }] : [];
      }),
  );
}

/** Path of a relative module, without extension: one dot is the folder of the file. */
function moduleOf(file: string, module: string): string {
  const dots = /^\.+/.exec(module)?.[0].length ?? 0;
  const folders = file.split('/').slice(0, -dots);
  return [...folders, ...module.slice(dots).split('.')].filter((part) => part !== '').join('/');
}
