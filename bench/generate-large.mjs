import { MANIFEST, TSCONFIG, writerIn } from './write-tree.mjs';

/**
 * Writes a repository of generated SDKs: one long file of operations for each service of each vendor, with words that
 * are common in APIs (`rules`, `settings`, `filters`), and a tenth of the files for the API.
 *
 * `files`: number of files. `operations`: number in each file, some 550 characters each.
 */
export function generateSdks(root, { files = 1000, operations = 120 } = {}) {
  const write = writerIn(root);
  write('package.json', MANIFEST);
  write('tsconfig.json', TSCONFIG);
  write(
    'packages/core/src/client.ts',
    "export interface Operation { readonly method: string; readonly path: string; readonly input: Readonly<Record<string, string>> }\n\nexport function operation(base: string, shape: Operation) {\n  return (values: Readonly<Record<string, string>>) =>\n    fetch(base + shape.path.replace(/\\{(\\w+)\\}/g, (_, name: string) => values[name] ?? ''), { method: shape.method });\n}\n",
  );
  for (let vendor = 0; vendor < 10; vendor += 1) {
    const base = vendor === 0 ? 'https://api.cloudflare.com/client/v4' : `https://api.vendor${vendor}.example.com/v1`;
    write(`packages/vendor${vendor}/src/base.ts`, `export const BASE = '${base}';\n`);
  }
  for (let index = 0; index < files - 11; index += 1) {
    const vendor = index % 10;
    const service = Math.floor(index / 10);
    const body = Array.from({ length: operations }, (_, number) => sdkOperation(vendor, service, number));
    write(
      `packages/vendor${vendor}/src/services/service${service}.ts`,
      `import { operation } from '../../../core/src/client.js';\nimport { BASE } from '../base.js';\n\n${body.join('\n')}`,
    );
  }
}

const NOUNS = ['rules', 'settings', 'filters', 'members', 'keys', 'pagerules', 'lists', 'routes', 'logs', 'tokens'];

function sdkOperation(vendor, service, number) {
  const noun = NOUNS[(service + number) % NOUNS.length];
  const owner = vendor === 0 ? 'zones/{zone_id}' : `owners/{owner_id}/service${service}`;
  const path = `/${owner}/${noun}${number % 3 === 0 ? '/{id}' : ''}`;
  const fields = Array.from(
    { length: 6 },
    (_, field) =>
      `  /** What field ${field} of ${noun} says, as the vendor's document describes it. */\n  readonly field${field}?: string | undefined;\n`,
  ).join('');
  return `export interface Input${number} {\n${fields}}\n\nexport const call${number} = operation(BASE, {\n  method: '${number % 2 === 0 ? 'GET' : 'POST'}',\n  path: '${path}',\n  input: { id: 'path', field0: 'query', field1: 'body' },\n});\n`;
}

/**
 * Writes one large program around one client: many files use it, directly or through services, and few of them make a
 * deprecated request.
 *
 * `files`: number of files. `near`: files that use the client or a service. `sites`: files with a deprecated request.
 */
export function generateProgram(root, { files = 15_000, near = files * 0.4, sites = files * 0.04 } = {}) {
  const write = writerIn(root);
  write('package.json', MANIFEST);
  write('tsconfig.json', TSCONFIG);
  write(
    'src/client/client.ts',
    "export class Client {\n  readonly #base = 'https://api.cloudflare.com/client/v4';\n\n  async get<T>(path: string): Promise<T> {\n    return this.request<T>('GET', path);\n  }\n\n  async put<T>(path: string, body: unknown): Promise<T> {\n    return this.request<T>('PUT', path, body);\n  }\n\n  async request<T>(method: string, path: string, body?: unknown): Promise<T> {\n    const answer = await fetch(`${this.#base}${path}`, { method, body: JSON.stringify(body) });\n    return (await answer.json()) as T;\n  }\n}\n\nexport const client = new Client();\n",
  );
  const services = Math.max(1, Math.round(near / 20));
  for (let index = 0; index < services; index += 1)
    write(
      `src/services/service${index}.ts`,
      `import { client } from '../client/client.js';\n\nexport const load${index} = (zone: string, part: string) => client.get<unknown>(\`/zones/\${zone}/\${part}\`);\nexport const rename${index} = (zone: string, name: string) => client.put<unknown>(\`/zones/\${zone}\`, { name });\n`,
    );
  for (let index = 0; index < files - services - 1; index += 1) {
    const service = index % services;
    const isDeprecated = index < sites;
    const head =
      index >= near
        ? ''
        : index % 3 === 0
          ? `import { client } from '../../client/client.js';\nexport const use${index} = (zone: string) => client.get<unknown>(\`/zones/\${zone}/${isDeprecated ? 'pagerules' : 'dnssec'}\`);\n`
          : `import { load${service} } from '../../services/service${service}.js';\nexport const use${index} = (zone: string) => load${service}(zone, '${isDeprecated ? 'pagerules' : 'dnssec'}');\n`;
    write(`src/features/feature${Math.floor(index / 50)}/view${index}.ts`, head + viewText(index));
  }
}

function viewText(index) {
  return Array.from(
    { length: 12 },
    (_, number) =>
      `export function part${number}(items: readonly { readonly id: string; readonly size: number }[]) {\n  const rows = items.map((item) => ({ ...item, label: \`\${item.id}-${index}-${number}\` }));\n  return rows.filter((row) => row.size > ${number}).sort((a, b) => a.size - b.size);\n}\n`,
  ).join('\n');
}
