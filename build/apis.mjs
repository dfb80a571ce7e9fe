import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { routedClients } from './routers.mjs';

/**
 * Packaged catalogues of other APIs, `rules/apis/NAME.json`, generated from two saved inputs: hand-written facts with
 * their sources (`inputs/NAME.json`), and an optional extract of the vendor's description and SDKs
 * (`inputs/NAME.extract.json`).
 *
 *   node build/apis.mjs                              writes the catalogues (after `npm run build:tools`)
 *   node build/apis.mjs extract NAME SDKS [DOCUMENT] renews the extract; rules/apis/README.md names its sources
 *   node build/apis.mjs extract-python NAME SDKS     renews the extract of its Python SDKs
 */
const FOLDER = new URL('../rules/apis/', import.meta.url);

/** Columns of a line, enough for an operation, an endpoint or a row of an SDK. */
const WIDTH = 240;

/** Columns of a line in a catalogue with lists of names, enough for an entry. */
const WIDE = 600;

/** Names of the APIs, by their inputs. */
export function names() {
  return readdirSync(new URL('inputs/', FOLDER))
    .filter((file) => !file.includes('.extract.'))
    .map((file) => file.replace('.json', ''))
    .sort();
}

const NOTHING = { clients: [] };

/** Catalogue from hand-written facts and extracts, including that of Python SDKs. */
function assemble(facts, extract, python) {
  const { names } = facts;
  const { format = names === undefined ? 2 : 3, api, edition, document, sdk = {}, clients = [], nearMisses } = facts;
  const deprecations = entriesOf(facts);
  const ended = deprecations.filter(({ kind }) => kind === 'endpoint');
  const dead = new Set(ended.flatMap(({ operations = [] }) => operations.flatMap(expand)).map(shapeOf));
  const known = [...(facts.live ?? []), ...(extract.operations ?? [])].flatMap(expand);
  const live = known.filter((operation) => !dead.has(shapeOf(operation)));
  const models = [
    ...extract.clients.map((client) => restoreClient(client, sdk)),
    ...python.clients.map((client) => restoreClient(client, facts.python)),
    ...clients,
    ...routedClients(facts),
  ];
  return {
    $schema: '../catalogue.schema.json',
    format,
    generatedBy: 'node build/apis.mjs',
    api,
    edition: {
      ...edition,
      sources: [...(document === undefined ? [] : [{ ...document, ...extract.document }]), ...edition.sources],
    },
    deprecations: deprecations.map(({ operations, ...entry }) =>
      operations === undefined ? entry : { ...entry, endpoints: operations.map(endpointOf) },
    ),
    ...(live.length === 0 ? {} : { live: grouped(live) }),
    ...(nearMisses === undefined ? {} : { nearMisses }),
    ...(models.length === 0 ? {} : { clients: models }),
    ...(names === undefined ? {} : { names }),
  };
}

/** Entries with named sets of operations expanded: `"operations": "text"`. */
function entriesOf({ deprecations, operationSets = {} }) {
  return deprecations.map((entry) =>
    typeof entry.operations === 'string' ? { ...entry, operations: operationSets[entry.operations] } : entry,
  );
}

/** `GET, POST /towers` → `GET /towers` and `POST /towers`; a path of any method stays unchanged. */
function expand(operations) {
  const { methods = [], path } = endpointOf(operations);
  return methods.length === 0 ? [path] : methods.map((method) => `${method} ${path}`);
}

/** `GET, POST /towers` as an endpoint; without methods, any method. */
export function endpointOf(operations) {
  const [, methods, path] = /^(?:([A-Z, ]+) )?(\/.*)$/.exec(operations);
  return methods === undefined ? { path } : { methods: methods.split(', '), path };
}

/** Operation without the names of its parameters, which differ between sources. */
function shapeOf(operation) {
  return operation.replace(/\{[^}]*\}/g, '{}');
}

/** Lines of paths with their methods. */
function grouped(operations) {
  const byPath = new Map();
  for (const operation of operations) {
    const [method, path] = operation.split(' ');
    byPath.set(path, [...(byPath.get(path) ?? []), method]);
  }
  return [...byPath].map(([path, methods]) => `${methods.join(', ')} ${path}`);
}

/** Client with its rows as lines: `bells.ring POST /bells 2.4.1 - 13.5.0`, without unknown versions. */
function storeClient({ requests, ...client }) {
  const isMethod = ({ template }) => template !== undefined;
  return {
    ...client,
    requests: requests.filter((row) => !isMethod(row)),
    methods: requests
      .filter(isMethod)
      .map(({ member, method, template, versions }) =>
        [member, method, template, ...(versions === undefined ? [] : [versions])].join(' '),
      ),
  };
}

/** Client with its lines as rows; hand-written methods, which cannot be extracted, replace those of the same name. */
function restoreClient({ requests, methods, ...client }, { methods: byHand = [], origins = [], derives = [] } = {}) {
  const memberOf = (line) => line.split(' ')[0];
  const written = new Set(byHand.map(memberOf));
  const rows = [...methods.filter((line) => !written.has(memberOf(line))), ...byHand].map((line) => {
    const [member, method, template, ...versions] = line.split(' ');
    return { member, method, template, ...(versions.length === 0 ? {} : { versions: versions.join(' ') }) };
  });
  return {
    ...client,
    origins: [...client.origins, ...origins],
    ...(derives.length === 0 ? {} : { derives: [...(client.derives ?? []), ...derives] }),
    requests: [...rows, ...requests],
  };
}

const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options'];

/** Extracts facts, and no sentences, from a description and from unpacked versions of the SDKs. */
async function extractFrom(facts, sdk, sdks, documentFile) {
  const { SDK_FAMILIES } = await import('../dist/tools/sdk-families.js');
  const { readSdkPackages } = await import('../dist/tools/sdk-packages.js');
  const { clientModelsOf } = await import('../dist/tools/sdk-clients.js');
  const { compareVersions } = await import('../dist/tools/sdk-rows.js');
  const { loadTypeScript } = await import('../dist/files/load-typescript.js');
  const family = SDK_FAMILIES[sdk.family];
  const compiler = loadTypeScript();
  const versions = [...readSdkPackages(sdks, family)].sort((a, b) => compareVersions(a.version, b.version));
  const endpoints = [...entriesOf(facts), facts.names ?? {}].flatMap(({ operations = [] }) =>
    operations.map((line) => ({ methods: [], ...endpointOf(line) })),
  );
  const clients = clientModelsOf(family, versions, { endpoints }, compiler);
  const text = documentFile === undefined ? undefined : readFileSync(documentFile);
  const described = text === undefined ? [] : operationsOf(JSON.parse(text.toString('utf8')));
  const bound = sdk.live === 'newest' ? family.callsOf(versions.at(-1), compiler) : [];
  return {
    ...(text === undefined ? {} : { document: { sha256: createHash('sha256').update(text).digest('hex') } }),
    versions: versions.map(({ name, version }) => `${name}@${version}`),
    operations: grouped(distinct([...described, ...bound.map(({ method, path }) => `${method} ${path}`)])),
    clients: clients.map(storeClient),
  };
}

function operationsOf({ paths }) {
  const whole = Object.entries(paths).filter(([path]) => path !== '/' && !path.includes('?'));
  return whole.flatMap(([path, item]) =>
    METHODS.filter((method) => item[method] !== undefined).map((method) => `${method.toUpperCase()} ${plain(path)}`),
  );
}

/** Merges the parameters of one segment: `/compare/{base}...{head}` → `/compare/{base_head}`. */
function plain(path) {
  return path.replace(/[^/]*\}[^/]+|[^/]+\{[^/]*/g, (segment) => {
    const names = [...segment.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    return names.length < 2 ? segment : `{${names.join('_')}}`;
  });
}

function distinct(operations) {
  return [...new Map(operations.map((operation) => [shapeOf(operation), operation]).reverse()).values()].sort(byPath);
}

function byPath(a, b) {
  const [left, right] = [a, b].map((operation) => operation.slice(operation.indexOf('/')));
  return left === right
    ? METHODS.indexOf(a.split(' ')[0].toLowerCase()) - METHODS.indexOf(b.split(' ')[0].toLowerCase())
    : left < right
      ? -1
      : 1;
}

function read(name) {
  return JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8'));
}

/** Catalogue of an API from its saved inputs. */
export function catalogueOf(name) {
  const extract = (file) => (existsSync(new URL(file, FOLDER)) ? read(file) : NOTHING);
  return assemble(
    read(`inputs/${name}.json`),
    extract(`inputs/${name}.extract.json`),
    extract(`inputs/${name}.python.extract.json`),
  );
}

async function main([command, name, sdks, documentFile]) {
  const { formatJson } = await import('../dist/tools/format-json.js');
  const write = (file, json) =>
    writeFileSync(new URL(file, FOLDER), formatJson(json, json.names === undefined ? WIDTH : WIDE));
  const facts = command === undefined ? undefined : read(`inputs/${name}.json`);
  if (command === 'extract')
    write(`inputs/${name}.extract.json`, await extractFrom(facts, facts.sdk, sdks, documentFile));
  if (command === 'extract-python') {
    const { versions, clients } = await extractFrom(facts, facts.python, sdks);
    write(`inputs/${name}.python.extract.json`, { versions, clients });
  }
  for (const api of command === undefined ? names() : [name]) write(`${api}.json`, catalogueOf(api));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main(process.argv.slice(2));
