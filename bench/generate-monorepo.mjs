import { several, writerIn } from './write-tree.mjs';

/** Resources of the SDK, each with its own methods. */
const RESOURCES = ['zones', 'rulesets', 'members', 'pagerules', 'filters', 'tokens'];

/**
 * Writes a workspace: an SDK with a class for each resource around one client, libraries that use it, and applications
 * that use a library each.
 *
 * `packages`: number of packages, including the SDK. `files`: number in each. `hits`: packages with a deprecated
 * request.
 */
export function generateMonorepo(root, { packages = 40, files = 20, hits = 4 } = {}) {
  const write = writerIn(root);
  write('package.json', '{ "name": "town", "private": true, "workspaces": ["packages/*"] }\n');
  const libraries = Math.max(2, Math.floor(packages / 8));
  writeSdk(write);
  for (let index = 1; index < packages; index += 1) {
    const folder = `packages/p${index}`;
    const libraryIndex = index <= libraries ? undefined : 1 + (index % libraries);
    write(`${folder}/package.json`, `{ "name": "@town/p${index}", "main": "src/index.ts" }\n`);
    write(`${folder}/src/index.ts`, indexText(libraryIndex, index > packages - 1 - hits));
    for (let file = 1; file < files; file += 1) write(`${folder}/src/part${file}.ts`, partText(index, file));
  }
}

function writeSdk(write) {
  write('packages/p0/package.json', '{ "name": "@town/sdk", "main": "src/index.ts" }\n');
  write(
    'packages/p0/src/client.ts',
    "export class Client {\n  readonly #base = process.env['API_BASE'] ?? 'https://api.cloudflare.com/client/v4';\n\n  async call<T>(method: string, path: string, body?: unknown): Promise<T> {\n    const answer = await fetch(`${this.#base}${path}`, { method, body: JSON.stringify(body), headers: { accept: 'application/json' } });\n    return (await answer.json()) as T;\n  }\n}\n",
  );
  for (const name of RESOURCES) {
    const basePath = name === 'zones' ? '/zones' : `/zones/\${zone}/${name}`;
    const method = (verb, http, tail) =>
      `  ${verb}(zone: string, values: object = {}): Promise<unknown> {\n    return this.client.call('${http}', \`${basePath}${tail}\`, values);\n  }\n`;
    write(
      `packages/p0/src/resources/${name}.ts`,
      `import type { Client } from '../client.js';\n\nexport class ${classOf(name)} {\n  constructor(readonly client: Client) {}\n\n${[method('list', 'GET', ''), method('create', 'POST', ''), method('remove', 'DELETE', '/${zone}')].join('\n')}}\n`,
    );
  }
  const imports = RESOURCES.map((name) => `import { ${classOf(name)} } from './resources/${name}.js';\n`).join('');
  const fields = RESOURCES.map((name) => `  readonly ${name} = new ${classOf(name)}(this.client);\n`).join('');
  write(
    'packages/p0/src/index.ts',
    `import { Client } from './client.js';\n${imports}\nexport class Sdk {\n  readonly client = new Client();\n${fields}}\n\nexport const sdk = new Sdk();\n`,
  );
}

function classOf(name) {
  return name[0].toUpperCase() + name.slice(1);
}

/** Index of a package: a library wraps the SDK under its own names; an application uses its library. */
function indexText(libraryIndex, isHit) {
  if (libraryIndex === undefined)
    return "import { sdk } from '@town/sdk';\n\nexport const members = (zone: string) => sdk.members.list(zone);\nexport const send = (path: string, method = 'GET') => sdk.client.call<unknown>(method, path);\n";
  const path = isHit ? 'pagerules' : 'dnssec';
  return `import { members, send } from '@town/p${libraryIndex}';\nimport { act } from './part1.js';\n\nexport const all = (zone: string) => members(zone);\nexport const own = (zone: string) => send(\`/zones/\${zone}/${path}\`);\nexport const acted = act(3);\n`;
}

function partText(index, file) {
  const nextImport =
    file % 5 === 1 ? `import { act as next } from './part${file + 1}.js';\nexport const after = () => next(1);\n` : '';
  const lines = several(
    40,
    (line) => `export const value${line} = (count: number) => \`part ${index} of \${count * ${line + file}}\`;`,
  );
  return `${nextImport}export const act = (count: number) => value0(count);\n${lines.join('\n')}\n`;
}
