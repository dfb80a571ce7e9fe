// Scans a use of every row of the packaged catalogues in JavaScript and Python: `node bench/uses.mjs [DAY]`.
// Lists each use with its message, and ends with 1 if one is not found or its replacement is invalid.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endpointOf } from '../build/apis.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MAIN = join(ROOT, 'dist/program/main.cjs');
const APIS = join(ROOT, 'rules/apis');

/** Uses of an entry: requests or imports that the entry covers. */
function usesOf(entry, { api, names }) {
  const { kind, id } = entry;
  const base = fill(api.baseUrls?.[0]?.url ?? 'https://api.example.com');
  const endpoints = (entry.endpoints ?? names?.operations.map(endpointOf) ?? [{ path: '/' }]).map(
    ({ methods, path }) => ({
      method: methods?.[0] ?? 'GET',
      template: path,
      url: base + fill(path),
    }),
  );
  const [first = { method: 'GET', url: base }] = endpoints;
  switch (kind) {
    case 'endpoint':
      return endpoints.map((request) => ({ id, ...request }));
    case 'value':
      return entry.equals.map((value) => ({ id, ...first, body: bodyWith(entry.pointer, value) }));
    case 'field':
      return [{ id, ...first, body: bodyWith(entry.pointers[0], 'x') }];
    case 'header':
      return [{ id, ...first, headers: { [entry.name]: entry.only?.[0] ?? 'x' } }];
    case 'query':
      return [{ id, ...first, url: `${first.url}?${entry.parameter}=${entry.only?.[0] ?? '1'}` }];
    case 'package':
      return (entry.packages ?? [entry.package]).map((name) => ({
        ...{ id, name, language: entry.language, versions: entry.versions },
      }));
    case 'versions':
      return Object.keys(entry.versions).map((version) => ofVersion(entry, version, { base, first }));
    default:
      return [];
  }
}

function ofVersion({ id, in: place }, version, { base, first }) {
  const request = { id: `${id}${version}`, ...first };
  if (place.header !== undefined) return { ...request, headers: { [place.header]: version } };
  if (place.query !== undefined) return { ...request, url: `${first.url}?${place.query}=${version}` };
  return { ...request, url: base + fill(place.path.replaceAll('{version}', version)) };
}

/** Path with a value for each parameter; a version gets a plausible value. */
function fill(path) {
  return path
    .replaceAll('/**', '/all')
    .replaceAll(/\{(\w+)\}/g, (_, name) => (name === 'version' ? 'v1' : name.slice(0, 3) + '1'));
}

/** Body with a value at a pointer, with `*` as the single element of a list. */
function bodyWith(pointer, value) {
  return pointer
    .split('/')
    .slice(1)
    .reduceRight((inner, key) => (key === '*' ? [inner] : { [key]: inner }), value);
}

/** Programs of a use, by file extension. */
function programsOf({ method, url, body, headers, name, language }) {
  if (name !== undefined)
    return language === 'python'
      ? { py: `import ${name.replaceAll('-', '_')}\n` }
      : { js: `import client from '${name}';\nclient();\n` };
  const options = { method, ...(headers === undefined ? {} : { headers }) };
  const jsBody = body === undefined ? '' : `, body: JSON.stringify(${JSON.stringify(body)})`;
  const pyBody = body === undefined ? '' : `, json=${JSON.stringify(body)}`;
  const pyHeaders = headers === undefined ? '' : `, headers=${JSON.stringify(headers)}`;
  return {
    js: `fetch('${url}', ${JSON.stringify(options).slice(0, -1)}${jsBody} });\n`,
    py: `import requests\nrequests.request('${method}', '${url}'${pyBody}${pyHeaders})\n`,
  };
}

/** Manifest with a matching version of a package, for a row about some versions. */
function manifestOf({ name, language, versions }) {
  const [, sign, number] = /(<?)\D*(\d+)/.exec(versions ?? '') ?? [];
  if (name === undefined || number === undefined) return [];
  const version = `${String(Number(number) - (sign === '' ? 0 : 1))}.0.0`;
  if (language === 'python') return [['requirements.txt', `${name}==${version}\n`]];
  return [['package.json', JSON.stringify({ dependencies: { [name]: version } })]];
}

/** Findings of the uses of a catalogue; undefined for a use without a finding. */
function reportOn(uses, api, day) {
  const folder = mkdtempSync(join(tmpdir(), 'uses-'));
  const files = uses.flatMap((use, index) =>
    Object.entries(programsOf(use)).map(([extension, text]) => {
      const useFolder = `${extension}/${String(index)}`;
      const file = `${useFolder}/use.${extension}`;
      mkdirSync(join(folder, useFolder), { recursive: true });
      writeFileSync(join(folder, file), text);
      for (const [name, manifest] of manifestOf(use)) writeFileSync(join(folder, useFolder, name), manifest);
      return { use, file };
    }),
  );
  const args = [
    MAIN,
    'scan',
    '.',
    '--format',
    'json',
    '--edition',
    'current',
    '--api',
    api,
    '--min-confidence',
    'possible',
    '--as-of',
    day,
  ];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28 });
  rmSync(folder, { recursive: true });
  const { findings } = JSON.parse(stdout);
  return files.map(({ use, file }) => ({
    use,
    file,
    finding: findings.find((candidate) => candidate.file === file && candidate.deprecation === use.id),
  }));
}

/** Fault of a use: it is not found, or its replacement has ended, or has another method without advice on it. */
function faultOf({ use, finding }, endedNames, isAdvised) {
  if (finding === undefined) return 'not found';
  const { kind, value } = finding.replacement ?? {};
  const [words = ''] = (value ?? '').split(';');
  if (kind === 'product' && words.split(/, or |, | or /).every((name) => endedNames.has(name.split(' ')[0])))
    return 'dead';
  const [, method] = /use `([A-Z]+) /.exec(finding.message) ?? [];
  if (kind === 'operation' && method !== use.method && !isAdvised(use)) return 'method';
  return undefined;
}

function main(day) {
  const counts = { uses: 0, 'not found': 0, dead: 0, method: 0 };
  for (const file of readdirSync(APIS).filter((name) => name.endsWith('.json'))) {
    const catalogue = JSON.parse(readFileSync(join(APIS, file), 'utf8'));
    const { reasons = {} } = JSON.parse(readFileSync(join(APIS, 'inputs', file), 'utf8'));
    const { id } = catalogue.api;
    const endedEntries = catalogue.deprecations.filter(({ endOfLife }) => endOfLife != null && endOfLife < day);
    const endedNames = new Set(endedEntries.flatMap(({ equals = [] }) => equals));
    const adviceById = new Map(catalogue.deprecations.map(({ id, advice }) => [id, advice?.operations ?? {}]));
    const isAdvised = ({ id, method, template }) =>
      id in reasons || `${method} ${template}` in (adviceById.get(id) ?? {}) || method in (adviceById.get(id) ?? {});
    const uses = catalogue.deprecations.flatMap((entry) => usesOf(entry, catalogue));
    for (const row of reportOn(uses, id, day)) {
      const fault = faultOf(row, endedNames, isAdvised);
      counts.uses += 1;
      if (fault !== undefined) counts[fault] += 1;
      const { use, finding } = row;
      const request = use.name ?? `${use.method} ${use.url}`;
      console.log(`${fault ?? 'ok'}\t${use.id}\t${row.file.slice(0, 2)}\t${finding?.message ?? request}`);
    }
  }
  console.log(
    `${String(counts.uses)} uses: ${String(counts['not found'])} not found, ${String(counts.dead)} with a dead replacement, ${String(counts.method)} with another method.`,
  );
  return counts['not found'] + counts.dead + counts.method === 0 ? 0 : 1;
}

process.exitCode = main(process.argv[2] ?? new Date().toISOString().slice(0, 10));
