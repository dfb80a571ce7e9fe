import type { Deprecation, FieldDeprecation } from '../model/deprecation.js';
import type { HttpMethod, PathTemplate } from '../model/endpoint.js';

/** Lines of code that make a request the deprecation is about. Made from its own data; empty where none can be. */
export function describeExample(deprecation: Deprecation): readonly string[] {
  switch (deprecation.kind) {
    case 'endpoint': {
      const [first] = deprecation.endpoints;
      return first === undefined ? [] : fetchCall(first.methods[0] ?? 'GET', urlOf(first.path.text), []);
    }
    case 'field':
      return fieldExample(deprecation);
    case 'segment':
      return fetchCall('GET', urlOf(`${deprecation.after}/${deprecation.segment}`), []);
    case 'headers': {
      const values = deprecation.headers.map((name) => `'${name}': ${name === 'Transfer-Encoding' ? "'chunked'" : 'value'}`);
      return fetchCall('POST', '`${baseUrl}/zones`', [`headers: { ${values.join(', ')} },`]);
    }
    case 'cipher-suites':
      return [`tls.connect({ host, ciphers: '${deprecation.names[0] ?? ''}:HIGH' });`];
    case 'undetectable':
      return [];
  }
}

function fieldExample(deprecation: FieldDeprecation): readonly string[] {
  const writing = deprecation.endpoints.find(({ methods }) => methods.includes('POST')) ?? deprecation.endpoints[0];
  if (writing === undefined) return [];
  const [pointer = ''] = deprecation.pointers;
  const fields = [
    ...(deprecation.when === undefined ? [] : [nest(deprecation.when.pointer, `'${deprecation.when.equals}'`)]),
    nest(pointer, 'value'),
  ];
  const method = writing.methods.find((candidate) => candidate !== 'GET') ?? 'POST';
  return fetchCall(method, urlOf(writing.path.text), [`body: JSON.stringify({ ${fields.join(', ')} }),`]);
}

/** `/a/b` and a value as `a: { b: value }`. */
function nest(pointer: string, value: string): string {
  const [name = '', ...rest] = pointer.slice(1).split('/');
  return rest.length === 0 ? `${name}: ${value}` : `${name}: { ${nest(`/${rest.join('/')}`, value)} }`;
}

function fetchCall(method: HttpMethod, url: string, options: readonly string[]): readonly string[] {
  const lines = [...(method === 'GET' ? [] : [`method: '${method}',`]), ...options];
  if (lines.length === 0) return [`await fetch(${url});`];
  return [`await fetch(${url}, {`, ...lines.map((line) => `  ${line}`), '});'];
}

/** A path as a template literal; parameters become variables in camel case. */
function urlOf(path: PathTemplate['text']): string {
  const filled = path.replaceAll(/\{([^}]+)\}/g, (_whole, name: string) => `\${${name.replaceAll(/[-_]+(\w)/g, (_dash, letter: string) => letter.toUpperCase())}}`);
  return `\`\${baseUrl}${filled}\``;
}
