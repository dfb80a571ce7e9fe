import { apisOf, packageSource } from '../core/api/known-apis.js';
import { derived } from '../core/lib/identity.js';
import { readTool } from '../core/package-files.js';
import type { Api, Catalogue } from '../core/model/deprecation.js';
import type { CallTrace } from '../core/model/evidence.js';
import { INVENTORY_SCHEMA_VERSION } from '../report/inventory.js';
import type { Inventory, InventoryApi, InventoryEdition, InventorySdk } from '../report/inventory.js';
import { addTo, groupBy, memoByObject } from '../core/lib/collections.js';
import type { Report, ReportFinding } from '../report/report.js';
import { isOpen } from '../report/severity.js';
import { languageOf } from '../languages/table.js';
import { catalogueOfNames } from '../select/api-signs.js';
import { CallLedger, OTHER_HOSTS_API } from './call-ledger.js';
import type { CalledApi } from './call-ledger.js';
import { publicHostsIn, hasPublicHost } from './url-hosts.js';
import { findingsByCall, placeKey } from './place-findings.js';
import type { PreparedScan } from './prepare-scan.js';
import { OpenScan } from './open-scan.js';
import type { RunOptions, ScanDependencies, ScanResult } from './open-scan.js';
import type { Steps } from './steps.js';
import { CLIENT_MODELS } from '../knowledge/clients/index.js';
import type { ClientOrigin } from '../core/model/client-model.js';
import type { Language } from '../languages/language.js';
import { escapeRegExp, NOWHERE } from '../core/lib/escape.js';
import { packageName } from '../core/lib/packages.js';
import type { ExtraMentions, Mentions } from '../select/mentions.js';
import type { WidenMentions } from './language-program.js';
import { join, posix } from 'node:path';
import { asRecord, jsonRecord } from '../core/lib/json.js';
import { readRegularFile } from '../core/lib/read-file.js';
import { MAX_MANIFEST } from '../files/file-probe.js';

export interface InventoryResult {
  readonly inventory: Inventory;
  readonly result: ScanResult;
}

/** Options of an inventory. SDKs of the `packaged` APIs are looked for in manifests, even if no code uses them. */
export interface InventoryOptions extends RunOptions {
  readonly packaged: readonly Api[];
}

type CreateDependencies = (trace: (call: CallTrace) => void) => ScanDependencies;

/**
 * Scans, resolves requests to all hosts, and lists the called APIs.
 *
 * @throws as `scanSteps`.
 */
export function* inventorySteps(
  options: InventoryOptions,
  createDependencies: CreateDependencies,
): Steps<InventoryResult> {
  const calls: CallTrace[] = [];
  const dependencies = createDependencies((call) => {
    if (call.seen === 'request') calls.push(call);
  });
  const { catalogue } = dependencies;
  const scan = OpenScan.of({ ...options, widened: widenToRequests }, dependencies);
  const prepared = yield* scan.select();
  const filesByHost = countFilesByHost(prepared);
  yield* scan.analyse({ catalogue: withOtherHosts(catalogue, filesByHost) });
  const result = scan.report();
  const { store } = prepared;
  const findings = findingsByApi(result.report, catalogue);
  const deprecatedIn = apisByCall(result, findings);
  const ledger = new CallLedger({
    textOf: (file) => store.text(file),
    isTest: (file) => store.kinds.isTest(file),
    settingsOf: (file, variable) =>
      prepared.programs.flatMap(({ modules }) => modules.settings?.(file, variable).map(({ value }) => value) ?? []),
    languageOf: (file) => store.kinds.of(file)[0]?.language.id ?? null,
    deprecatedIn: (call) => deprecatedIn.get(placeKey(call)) ?? NO_APIS,
  });
  ledger.add(calls);
  yield;
  const { report } = result;
  const apis = listApis({ ledger, prepared, catalogue, report, findings, packaged: options.packaged });
  const { coverage } = report;
  const inventory: Inventory = {
    schemaVersion: INVENTORY_SCHEMA_VERSION,
    tool: readTool(),
    asOf: options.asOf,
    apis,
    unknown: ledger.unknownRequests(),
    ownOrigin: ledger.ownOrigin,
    local: ledger.local,
    mentioned: uncalledHosts(filesByHost, apis),
    coverage: {
      files: coverage.files,
      read: coverage.read,
      analysed: prepared.candidates.length,
      limits: [
        ...(filesByHost.size > MAX_HOSTS
          ? [
              `The code names ${filesByHost.size} hosts: of all but ${MAX_HOSTS} only calls through known HTTP clients are seen.`,
            ]
          : []),
        ...coverage.limits,
      ],
    },
  };
  return { inventory, result };
}

interface InventoryParts {
  readonly ledger: CallLedger;
  readonly prepared: PreparedScan;
  readonly catalogue: Catalogue;
  readonly report: Report;
  readonly findings: ReadonlyMap<string, readonly ReportFinding[]>;
  readonly packaged: readonly Api[];
}

const NO_CALLS: CalledApi = {
  hosts: [],
  calls: 0,
  inTests: 0,
  shared: 0,
  deprecated: [],
  unresolved: 0,
  files: [],
  passed: [],
};

function listApis({
  ledger,
  prepared,
  catalogue,
  report,
  findings,
  packaged,
}: InventoryParts): readonly InventoryApi[] {
  const { apis } = catalogue;
  const packagedOnly = packaged.filter(({ id }) => !apis.some((api) => api.id === id));
  const listedApis = [...apisOf(catalogue).each, ...apisOf(catalogueOfNames(packagedOnly)).each];
  const sdks = declaredSdks(prepared, listedApis);
  const imports = importsOf(prepared);
  const catalogued = listedApis.map(({ api, isSdk }): InventoryApi => {
    const { id, title = id, vendor = null } = api;
    const uses = report.coverage.unknownSdks ?? [];
    return {
      api: id,
      name: title,
      vendor,
      ...(ledger.ofApi(id) ?? NO_CALLS),
      sdks: sdks.get(id) ?? [],
      importedBy: [...imports].flatMap(([file, names]) => (names.some(isSdk) ? [file] : [])).sort(),
      edition: editionOf(id, report),
      findings: findings.get(id)?.length ?? 0,
      notUnderstood: uses.flatMap(({ api, file, module }) => (api === id ? [{ file, module }] : [])),
    };
  });
  const isCalled = ({ calls, findings, notUnderstood }: InventoryApi): boolean =>
    calls + findings + notUnderstood.length > 0;
  // A package can be the SDK of several APIs: it counts only for APIs with known calls, if there are any.
  const countedPackages = new Set(catalogued.filter(isCalled).flatMap((api) => api.sdks.map(({ name }) => name)));
  const isDeclared = ({ sdks, importedBy }: InventoryApi): boolean =>
    sdks.some(({ name }) => !countedPackages.has(name)) || (sdks.length === 0 && importedBy.length > 0);
  const otherHosts = ledger.otherHosts().map(([host, called]): InventoryApi => ({
    api: null,
    name: host,
    vendor: null,
    ...called,
    sdks: [],
    importedBy: [],
    edition: null,
    findings: 0,
    notUnderstood: [],
  }));
  return [...catalogued.filter((api) => isCalled(api) || isDeclared(api)).sort(byCalls), ...otherHosts.sort(byCalls)];
}

/** Import specifiers by file, for files with a mention, as written in their texts. */
function importsOf({ found, store }: PreparedScan): ReadonlyMap<string, readonly string[]> {
  const imports = new Map<string, readonly string[]>();
  for (const { file, language } of found.files) {
    const { imports: importTexts } = languageOf(language);
    imports.set(file, [...(imports.get(file) ?? []), ...importTexts.specifiersIn(store.peek(file) ?? '')]);
  }
  return imports;
}

function byCalls(a: InventoryApi, b: InventoryApi): number {
  return b.calls - a.calls || (a.name < b.name ? -1 : 1);
}

/** Open findings of a report by API. */
function findingsByApi(
  { findings }: Report,
  { deprecations }: Catalogue,
): ReadonlyMap<string, readonly ReportFinding[]> {
  const apiOf = new Map(deprecations.map(({ id, api }) => [id, api]));
  const byApi = groupBy(findings.filter(isOpen), ({ deprecation }) => apiOf.get(deprecation) ?? '');
  byApi.delete('');
  return byApi;
}

const NO_APIS: ReadonlySet<string> = new Set();

/** Ids of the APIs of open findings, by call. */
function apisByCall(
  { placed }: ScanResult,
  findings: ReadonlyMap<string, readonly ReportFinding[]>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const apiOf = new Map(
    [...findings].flatMap(([api, apiFindings]) => apiFindings.map(({ fingerprint }) => [fingerprint, api] as const)),
  );
  return new Map(
    [...findingsByCall(placed)].map(([call, ids]) => [call, new Set(ids.flatMap((id) => apiOf.get(id) ?? []))]),
  );
}

function editionOf(api: string, { catalogue: { editions = [] } }: Report): InventoryEdition | null {
  const apiEdition = editions.find((edition) => edition.api === api);
  if (apiEdition === undefined) return null;
  const { api: _api, ...edition } = apiEdition;
  return edition;
}

/** Largest number of hosts for which calls through unknown clients are found; few projects name more. */
const MAX_HOSTS = 500;

/** Adds a pseudo API for all other hosts to a catalogue, so that requests to them are analysed like other requests. */
function withOtherHosts(catalogue: Catalogue, filesByHost: ReadonlyMap<string, number>): Catalogue {
  const hosts = [...filesByHost]
    .sort(([a, filesA], [b, filesB]) => filesB - filesA || (a < b ? -1 : 1))
    .slice(0, MAX_HOSTS);
  const others: Api = {
    id: OTHER_HOSTS_API,
    baseUrls: hosts.map(([host]) => ({ url: `https://${host}` })),
    packages: [],
  };
  return hosts.length === 0 ? catalogue : derived(catalogue, 'with other hosts', { apis: [...catalogue.apis, others] });
}

/** Number of files that name each host. */
function countFilesByHost({ found, store }: PreparedScan): ReadonlyMap<string, number> {
  const hosts = new Map<string, number>();
  for (const { file, mention, language } of found.files) {
    if (mention !== 'api') continue;
    const text = store.peek(file) ?? '';
    for (const { language: codeLanguage, hostFile } of store.kinds.of(file)) {
      if (codeLanguage.id !== language) continue;
      const fragments = hostFile?.fragmentsOf(text, file).map((fragment) => fragment.text);
      for (const host of publicHostsIn(fragments?.join('\n') ?? text, codeLanguage.forms))
        hosts.set(host, (hosts.get(host) ?? 0) + 1);
    }
  }
  return hosts;
}

/** Hosts that files name and no known call requests. */
function uncalledHosts(filesByHost: ReadonlyMap<string, number>, apis: readonly InventoryApi[]): readonly string[] {
  const calledHosts = new Set(apis.flatMap(({ hosts }) => hosts));
  return [...filesByHost.keys()].filter((host) => !calledHosts.has(host)).sort();
}

/** Widens mentions to all signs of requests to any host: addresses and HTTP clients. */
const widenToRequests: WidenMentions = (mentions, language) => withRequests(language)(mentions);

const withRequests = memoByObject((language: Language) => {
  const modules = clientModules(language);
  const anyRequest = extraMentions(language, modules);
  const client = clientPattern(language, modules, anyRequest);
  const hasRequest = (text: string): boolean => hasPublicHost(text) || client.test(text);
  return memoByObject((mentions: Mentions): Mentions => ({
    ...mentions,
    anyRequest,
    namesApi: (text) => mentions.namesApi(text) || hasRequest(text),
    of: (text, possible) => (hasRequest(text) ? 'api' : mentions.of(text, possible)),
  }));
});

/** Global names of clients that often mean something else. */
const AMBIGUOUS_GLOBALS: ReadonlySet<string> = new Set(['$', 'GM', 'cy', 'http', 'https', 'navigator']);

function clientOrigins({ id }: Language): readonly ClientOrigin[] {
  return CLIENT_MODELS.flatMap(({ origins }) => origins).filter(({ language = 'javascript' }) => language === id);
}

/** Names of the modules that are HTTP clients. */
function clientModules(language: Language): ReadonlySet<string> {
  return new Set(clientOrigins(language).flatMap((origin) => ('module' in origin ? [origin.module] : [])));
}

function extraMentions(language: Language, modules: ReadonlySet<string>): ExtraMentions {
  const { id } = language;
  const globals = clientOrigins(language).flatMap((origin) => ('global' in origin ? [origin.global] : []));
  return {
    hasAddress: hasPublicHost,
    isClient: (specifier) => {
      const module = specifier.replace(/^node:/, '');
      return modules.has(module) || modules.has(packageName(module));
    },
    globals: new Set(globals.filter((name) => id !== 'javascript' || !AMBIGUOUS_GLOBALS.has(name))),
  };
}

/** Pattern that matches a text in which a client is called or imported. */
function clientPattern({ id, forms }: Language, modules: ReadonlySet<string>, { globals }: ExtraMentions): RegExp {
  const { sdkImport } = forms;
  const globalSources = [...globals].map((name) => `(?<![\\w$])${escapeRegExp(name)}(?![\\w$])`);
  const importSources =
    sdkImport === undefined ? [] : [...modules].map((name) => sdkImport(`(?:node:)?${escapeRegExp(name)}`));
  // A module of an import list, such as `import os, requests`, is found by its members.
  const memberSources = id === 'python' ? [...modules].map((name) => `\\b${escapeRegExp(name)}\\.`) : [];
  return new RegExp([...globalSources, ...importSources, ...memberSources].join('|') || NOWHERE);
}

interface ListedApi {
  readonly api: Api;
  readonly packages: readonly string[];
}

const DEPENDENCY_GROUPS = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];
const PYTHON_MANIFESTS = [
  'requirements.txt',
  'requirements-dev.txt',
  'pyproject.toml',
  'Pipfile',
  'setup.py',
  'setup.cfg',
];

/** SDK packages in the manifests in and above the folders of scanned files, by API id. */
function declaredSdks(
  { list, store }: PreparedScan,
  listedApis: readonly ListedApi[],
): ReadonlyMap<string, readonly InventorySdk[]> {
  const tests = listedApis.map(({ api, packages }) => ({
    id: api.id,
    test: new RegExp(`^(?:${packages.map(packageSource).join('|') || '(?!)'})$`),
  }));
  const sdks = new Map<string, InventorySdk[]>();
  for (const folder of foldersOf(list.files)) {
    for (const { name, version, manifest } of declaredPackages(store.root, folder))
      for (const { id, test } of tests)
        if (!name.startsWith('@types/') && (test.test(name) || test.test(name.replaceAll('-', '_'))))
          addTo(sdks, id, { name, version, manifest });
  }
  return sdks;
}

/** Folders of files, and their parents up to the root, sorted. */
function foldersOf(files: readonly string[]): readonly string[] {
  const folders = new Set(['.']);
  for (const file of files)
    for (let folder = posix.dirname(file); !folders.has(folder); folder = posix.dirname(folder)) {
      if (folder.startsWith('..')) break;
      folders.add(folder);
    }
  return [...folders].sort();
}

function* declaredPackages(root: string, folder: string): Iterable<InventorySdk> {
  const readManifest = (manifest: string): string => {
    const content = readRegularFile(join(root, manifest), { limit: MAX_MANIFEST, within: root });
    return content.kind === 'text' ? content.text : '';
  };
  const manifest = posix.join(folder, 'package.json');
  const json = jsonRecord(readManifest(manifest));
  for (const group of DEPENDENCY_GROUPS)
    for (const [name, version] of Object.entries(asRecord(json?.[group]) ?? {}))
      yield { name, version: typeof version === 'string' ? version : null, manifest };
  for (const file of PYTHON_MANIFESTS) {
    const manifest = posix.join(folder, file);
    for (const [, name = '', version = ''] of readManifest(manifest).matchAll(REQUIREMENT))
      yield { name, version: versionOf(version), manifest };
  }
}

/** Normalises a version: `^1.0` of `= "^1.0"`, `>=1,<2` unchanged; null for an empty one. */
function versionOf(text: string): string | null {
  const version = text.trim().replace(/^=\s*["']?([^\s"'=][^"']*)["']?$/, '$1');
  return version === '' ? null : version;
}

/** Requirement in a line or in a list: `name`, `name[extra]>=1,<2`, `"name==1"`, `name = "^1"`. */
const REQUIREMENT =
  /(?:^|["'])[ \t]*([A-Za-z][\w.-]*)(?:\[[\w\s,-]*\])?[ \t]*((?:[~^=!<>]=?|===)[ \t]*(?:["'][\^~=<>!]*[ \t]*|[\^~=<>!]+[ \t]*)?[\w.*]+(?:[ \t]*,[ \t]*[~=!<>]{1,2}[ \t]*[\w.*]+)*["']?[ \t]*)?(?=$|["';#])/gm;
