import { apisOf } from '../api/known-apis.js';
import { addTo } from '../lib/multimap.js';
import { readTool } from '../lib/package-files.js';
import type { Api, Catalogue } from '../model/deprecation.js';
import type { CallTrace } from '../model/trace.js';
import { INVENTORY_SCHEMA_VERSION } from '../report/inventory.js';
import type { Inventory, InventoryApi, InventoryEdition } from '../report/inventory.js';
import type { Report } from '../report/report.js';
import { isOpen } from '../report/severity.js';
import { anyRequest } from './any-request.js';
import { CallLedger } from './call-ledger.js';
import type { CalledApi } from './call-ledger.js';
import { declaredSdks } from './declared-sdks.js';
import { hostsIn } from './hosts.js';
import { prepareScan } from './prepare-scan.js';
import type { PreparedScan } from './prepare-scan.js';
import { analysisSteps, assertOptions } from './scan-tree.js';
import type { RunOptions, ScanDependencies, ScanResult } from './scan-tree.js';
import type { Steps } from './steps.js';
import { watchedCatalogue } from './withdrawn.js';

export interface InventoryResult {
  readonly inventory: Inventory;
  readonly result: ScanResult;
}

/** `packaged`: APIs whose SDKs are looked for in manifests as well, although no code was seen to use them. */
export interface InventoryOptions extends RunOptions {
  readonly packaged: readonly Api[];
}

type MakeDependencies = (trace: (call: CallTrace) => void) => ScanDependencies;

/**
 * Scans, looks at all requests wherever they go, and says which APIs they call.
 *
 * @throws as `scanSteps`.
 */
export function* inventorySteps(options: InventoryOptions, dependenciesWith: MakeDependencies): Steps<InventoryResult> {
  assertOptions(options);
  const calls: CallTrace[] = [];
  const dependencies = dependenciesWith((call) => {
    if (call.seen === 'request') calls.push(call);
  });
  const { catalogue } = dependencies;
  const prepared = yield* prepareScan({ ...options, widened: anyRequest }, watchedCatalogue(catalogue));
  const result = yield* analysisSteps(prepared, options, dependencies);
  const { store } = prepared;
  const ledger = new CallLedger({
    textOf: (file) => store.text(file),
    isTest: (file) => store.kinds.isTest(file),
    languageOf: (file) => store.kinds.of(file)[0]?.language.id ?? null,
  });
  ledger.add(calls);
  yield;
  const { report } = result;
  const apis = apisUsed({ ledger, prepared, catalogue, report, packaged: options.packaged });
  const { coverage } = report;
  const inventory: Inventory = {
    schemaVersion: INVENTORY_SCHEMA_VERSION,
    tool: readTool(),
    asOf: options.asOf,
    apis,
    unknown: ledger.unknown(),
    ownOrigin: ledger.ownOrigin,
    local: ledger.local,
    mentioned: mentionedAlone(prepared, apis),
    coverage: {
      files: coverage.files,
      read: coverage.read,
      analysed: prepared.candidates.length,
      limits: coverage.limits,
    },
  };
  return { inventory, result };
}

interface Seen {
  readonly ledger: CallLedger;
  readonly prepared: PreparedScan;
  readonly catalogue: Catalogue;
  readonly report: Report;
  readonly packaged: readonly Api[];
}

const NOT_CALLED: CalledApi = { hosts: [], calls: 0, inTests: 0, unresolved: 0, files: [] };

function apisUsed({ ledger, prepared, catalogue, report, packaged }: Seen): readonly InventoryApi[] {
  const { apis } = catalogue;
  const others = packaged.filter(({ id }) => !apis.some((api) => api.id === id));
  const sdks = declaredSdks(prepared, [
    ...apisOf(catalogue).each.map(({ api, packages }) => ({ api, packages })),
    ...others.map((api) => ({ api, packages: api.packages ?? [] })),
  ]);
  const findings = findingsByApi(report, catalogue);
  const known = [...apis, ...others].flatMap((api): readonly InventoryApi[] => {
    const { id, title = id, vendor = null } = api;
    const called = ledger.ofApi(id) ?? NOT_CALLED;
    const own = {
      findings: findings.get(id) ?? 0,
      sdks: sdks.get(id) ?? [],
      notUnderstood: (report.coverage.unknownSdks ?? []).flatMap((use) =>
        use.api === id ? [{ file: use.file, module: use.module }] : [],
      ),
    };
    if (called.calls + own.findings + own.sdks.length + own.notUnderstood.length === 0) return [];
    return [{ api: id, name: title, vendor, ...called, ...own, edition: editionOf(id, report) }];
  });
  const unknown = ledger.otherHosts().map(([host, called]): InventoryApi => ({
    ...{ api: null, name: host, vendor: null, ...called },
    ...{ sdks: [], edition: null, findings: 0, notUnderstood: [] },
  }));
  return [...known.sort(byCalls), ...unknown.sort(byCalls)];
}

function byCalls(a: InventoryApi, b: InventoryApi): number {
  return b.calls - a.calls || (a.name < b.name ? -1 : 1);
}

function findingsByApi({ findings }: Report, { deprecations }: Catalogue): ReadonlyMap<string, number> {
  const apiOf = new Map(deprecations.map(({ id, api }) => [id, api]));
  const counts = new Map<string, number>();
  for (const finding of findings) {
    const api = apiOf.get(finding.deprecation);
    if (api !== undefined && isOpen(finding)) counts.set(api, (counts.get(api) ?? 0) + 1);
  }
  return counts;
}

function editionOf(api: string, { asOf, catalogue: { editions = [] } }: Report): InventoryEdition | null {
  const found = editions.find((edition) => edition.api === api);
  if (found === undefined) return null;
  const { api: _own, ...edition } = found;
  return { ...edition, stale: edition.reviewBy !== undefined && edition.reviewBy < asOf };
}

/** Hosts that stand in files which name some, and that no call was seen to request. */
function mentionedAlone({ found, store }: PreparedScan, apis: readonly InventoryApi[]): readonly string[] {
  const called = new Set(apis.flatMap(({ hosts }) => hosts));
  const hosts = new Map<string, string[]>();
  for (const { file, mention, language } of found.files) {
    if (mention !== 'api') continue;
    const text = store.peek(file) ?? '';
    for (const kind of store.kinds.of(file)) {
      if (kind.language.id !== language) continue;
      const { holder } = kind;
      const code =
        holder === undefined
          ? text
          : holder
              .fragmentsOf(text, file)
              .map((one) => one.text)
              .join('\n');
      for (const host of hostsIn(code, kind.language.forms)) if (!called.has(host)) addTo(hosts, host, file);
    }
  }
  return [...hosts.keys()].sort();
}
