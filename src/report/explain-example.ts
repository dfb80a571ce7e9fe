import { sameToday } from '../engine/judge/replacement-text.js';
import type { Deprecation, EndpointDeprecation, FieldDeprecation, ValueNote } from '../core/model/deprecation.js';
import { HTTP_METHODS } from '../core/model/endpoint.js';
import type { HttpMethod, Operation } from '../core/model/endpoint.js';

/**
 * Lines of code that make a deprecated request, generated from the data of the deprecation; empty if its data do not
 * suffice.
 */
export function describeExample(deprecation: Deprecation, baseUrl: string): readonly string[] {
  switch (deprecation.kind) {
    case 'endpoint': {
      const operation = exampleOperation(deprecation);
      return operation === undefined ? [] : fetchCall(operation.method, urlOf(baseUrl, operation.path.text), []);
    }
    case 'field':
      return fieldExample(deprecation, baseUrl);
    case 'segment':
      return fetchCall('GET', urlOf(baseUrl, `${deprecation.after}/${deprecation.segment}`), []);
    case 'headers': {
      const values = deprecation.headers.map(
        (name) => `'${name}': ${name === 'Transfer-Encoding' ? "'chunked'" : 'value'}`,
      );
      return fetchCall('POST', urlOf(baseUrl, '/zones'), [`headers: { ${values.join(', ')} },`]);
    }
    case 'header':
      return fetchCall('POST', baseUrl, [`headers: { '${deprecation.name}': ${quoted(deprecation.only)} },`]);
    case 'query': {
      const [endpoint] = deprecation.endpoints;
      const query = `?${deprecation.parameter}=${deprecation.only?.[0] ?? 'value'}`;
      return fetchCall(endpoint?.methods[0] ?? 'GET', urlOf(baseUrl, `${endpoint?.path.text ?? ''}${query}`), []);
    }
    case 'value': {
      const [endpoint] = deprecation.endpoints;
      if (endpoint === undefined) return [];
      const { equals, pointer, within } = deprecation;
      const body = nest(pointer, within === undefined ? quoted(equals) : `'{ … { ${equals[0] ?? ''} { … } } }'`);
      return fetchCall(endpoint.methods[0] ?? 'POST', urlOf(baseUrl, endpoint.path.text), [
        `body: JSON.stringify({ ${body} }),`,
      ]);
    }
    case 'package': {
      const [name = ''] = deprecation.packages;
      return [deprecation.language === 'python' ? `import ${name.replaceAll('-', '_')}` : `import '${name}';`];
    }
    case 'cipher-suites':
      return [`tls.connect({ host, ciphers: '${deprecation.names[0] ?? ''}:HIGH' });`];
    case 'undetectable':
      return [];
  }
}

/** Code of the equivalent request in use today; empty if neither catalogue nor advice has one. */
export function describeReplacementCall(deprecation: Deprecation, baseUrl: string): readonly string[] {
  const { kind, replacement } = deprecation;
  if (kind === 'segment') return fetchCall('GET', urlOf(baseUrl, `${deprecation.after}/${deprecation.replacedBy}`), []);
  if (kind === 'field' && deprecation.instead !== undefined)
    return fieldExample(deprecation, baseUrl, deprecation.instead);
  if (kind !== 'endpoint') return [];
  if (replacement.kind === 'operation')
    return fetchCall(replacement.operation.method, urlOf(baseUrl, replacement.operation.path.text), []);
  const deprecated = exampleOperation(deprecation);
  const equivalent =
    deprecated === undefined
      ? undefined
      : sameToday(deprecation, { method: deprecated.method, path: deprecated.path.text });
  const [methodName = '', path = ''] = equivalent?.split(' ') ?? [];
  const method = HTTP_METHODS.find((known) => known === methodName);
  return method === undefined ? [] : fetchCall(method, urlOf(baseUrl, path), []);
}

/** The first operation whose method and path are not in use again, or else the first one. */
function exampleOperation({ endpoints, nearMisses }: EndpointDeprecation): Operation | undefined {
  const operations = endpoints.flatMap(({ methods, path }) =>
    (methods.length === 0 ? (['GET'] as const) : methods).map((method) => ({ method, path })),
  );
  const withoutNames = (path: string): string => path.replaceAll(/\{[^{}]+\}/g, '{}');
  const collisions = new Set(
    nearMisses
      .filter(({ status }) => status === 'collision')
      .map(({ method, path }) => `${method} ${withoutNames(path)}`),
  );
  return (
    operations.find(({ method, path }) => !collisions.has(`${method} ${withoutNames(path.text)}`)) ?? operations[0]
  );
}

function fieldExample(deprecation: FieldDeprecation, baseUrl: string, instead?: string): readonly string[] {
  const endpoint = deprecation.endpoints.find(({ methods }) => methods.includes('POST')) ?? deprecation.endpoints[0];
  if (endpoint === undefined) return [];
  const [pointer = ''] = deprecation.pointers;
  const fields = [
    ...(deprecation.when === undefined ? [] : [nest(deprecation.when.pointer, `'${deprecation.when.equals}'`)]),
    instead ?? nest(pointer, 'value'),
  ];
  const method = endpoint.methods.find((candidate) => candidate !== 'GET') ?? 'POST';
  return fetchCall(method, urlOf(baseUrl, endpoint.path.text), [`body: JSON.stringify({ ${fields.join(', ')} }),`]);
}

/** The first text as a string literal; without a text, the variable `value`. */
function quoted(texts: readonly string[] = []): string {
  return texts[0] === undefined ? 'value' : `'${texts[0]}'`;
}

/** Nests a value at a JSON pointer: `/a/b` gives `a: { b: value }`. */
function nest(pointer: string, value: string): string {
  const [name = '', ...rest] = pointer.slice(1).split('/');
  return rest.length === 0 ? `${name}: ${value}` : `${name}: { ${nest(`/${rest.join('/')}`, value)} }`;
}

function fetchCall(method: HttpMethod, url: string, options: readonly string[]): readonly string[] {
  const lines = [...(method === 'GET' ? [] : [`method: '${method}',`]), ...options];
  if (lines.length === 0) return [`await fetch(${url});`];
  return [`await fetch(${url}, {`, ...lines.map((line) => `  ${line}`), '});'];
}

/** A full URL as code; parameters become variables in camel case, and a trailing wildcard becomes `path`. */
function urlOf(baseUrl: string, path: string): string {
  const filled = path
    .replace(/\*\*$/, '{path}')
    .replaceAll(
      /\{([^{}]+)\}/g,
      (_whole, name: string) =>
        `\${${name.replaceAll(/(?<![-_])[-_]+([^\W_])/g, (_dash, letter: string) => letter.toUpperCase())}}`,
    );
  const quote = filled.includes('${') || baseUrl.includes('${') ? '`' : "'";
  return `${quote}${baseUrl}${filled}${quote}`;
}

/** A table row or a sentence; only a sentence may be wrapped. */
export interface ValueLine {
  readonly kind: 'row' | 'text';
  readonly text: string;
}

/** Describes the replacement of values that requests to a deprecated operation can carry. */
export function valueLines({ values = [] }: Deprecation): readonly ValueLine[] {
  return values.flatMap((note) => {
    const words = note.explained === true ? note.note : note.explained;
    if (words === undefined) return [];
    return [
      typeof words === 'string' ? { kind: 'text', text: sentence(words, note) } : { kind: 'row', text: row(words) },
    ];
  });
}

function sentence(text: string, { when = [] }: ValueNote): string {
  return text.replaceAll('`', '').replace('{values}', when.at(-1)?.equals?.join(', ') ?? '');
}

/** Widths of the columns of a row; the last column is not padded. */
const WIDTHS = [20, 16];

function row(cells: readonly string[]): string {
  return cells
    .map((cell, index) => cell.padEnd(WIDTHS[index] ?? 0))
    .join('')
    .trimEnd();
}

/** Advice of the catalogue beyond the replacement, with the title of each part. */
export function adviceParts({
  advice,
}: Pick<Deprecation, 'advice'>): readonly (readonly [title: string, text: string])[] {
  const parts = [
    ['API', advice?.endpoint],
    ['SDK', advice?.sdk],
    ['Terraform', advice?.terraform],
    ['Caution', advice?.caution],
  ] as const;
  return parts.flatMap(([title, text]) => (text === undefined ? [] : [[title, text] as const]));
}
