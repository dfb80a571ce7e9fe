import { apisOf } from '../core/api/known-apis.js';
import { splitBaseUrl } from '../core/api/base-url.js';
import { escapeRegExp } from '../core/lib/escape.js';
import type { Catalogue } from '../core/model/deprecation.js';
import type { FileAnalysis } from '../core/model/finding.js';
import { groupBy } from '../core/lib/collections.js';
import type { CodeLine, ReportRequests, SdkUse, UncataloguedApi, UnknownDestination } from '../report/report.js';
import { withTotal } from '../report/requests.js';
import { isPublicHost } from './url-hosts.js';
import type { PreparedScan } from './prepare-scan.js';

interface LedgerInput {
  readonly prepared: PreparedScan;
  readonly byFile: ReadonlyMap<string, FileAnalysis>;
  readonly catalogue: Catalogue;
  /** Files that the report covers; default all. */
  readonly only?: ReadonlySet<string> | undefined;
}

/** Counts each request of a scan once: by its analysis, or by its text in code that was not analysed. */
export function requestLedger({ prepared, byFile, catalogue, only }: LedgerInput): ReportRequests {
  const { store, found, isInShard } = prepared;
  const ledger = new Ledger(catalogue, (file) => store.kinds.isTest(file));
  const completedPlaces = new Set(
    [...byFile.values()].flatMap((analysis) => analysis.completed.map((place) => callKey(place.file, place.span))),
  );
  const isCovered = (file: string): boolean => isInShard(file) && only?.has(file) !== false;
  const seenByFile = new Map<string, SeenRequests>();
  for (const [file, { sent = [] }] of byFile) {
    if (sent.length === 0) continue;
    const seenInFile: SeenRequests = { lines: new Set(), hosts: new Set() };
    seenByFile.set(file, seenInFile);
    for (const [span, destination, client, [first, last] = [1, 1]] of sent) {
      for (let line = first; line <= last; line += 1) seenInFile.lines.add(line);
      if (destination.kind === 'host') seenInFile.hosts.add(destination.host);
      if (completedPlaces.has(callKey(file, span))) continue;
      const at = { file, line: first };
      if (destination.kind === 'api') ledger.addChecked(destination.api);
      else if (destination.kind === 'host') ledger.addHost(destination.host, at, 1);
      else if (destination.kind === 'aside') ledger.addElsewhere();
      else ledger.addUnknown({ ...at, client, reason: UNKNOWN_PATH_REASON });
    }
  }
  for (const [file, sentTexts] of found.sent) {
    if (!isCovered(file)) continue;
    const seenInFile = seenByFile.get(file);
    for (const [line, kind, name] of sentTexts) {
      const at = { file, line };
      if (kind === 'package') {
        if (!isOwnModule(name, found.read)) ledger.addPackage(name, at);
        continue;
      }
      if (seenInFile?.lines.has(line) === true || (kind === 'named' && seenInFile?.hosts.has(name) === true)) continue;
      // The analysis of a file reports each request of a client.
      if (kind === 'client' && byFile.has(file)) continue;
      if (kind !== 'named') ledger.addByText();
      if (kind === 'host' || kind === 'named') ledger.addHost(name, at, kind === 'host' ? 1 : 0);
      else if (kind === 'aside') ledger.addElsewhere();
      else ledger.addUnknown({ ...at, client: name, reason: kind === 'client' ? COMPUTED_REASON : UNREAD_REASON });
    }
  }
  return ledger.result(sdkUses(byFile));
}

/** Called SDK methods without a known request, by file and module. */
function sdkUses(byFile: LedgerInput['byFile']): readonly SdkUse[] {
  return [...byFile].flatMap(([file, { sdkCalls = [] }]) =>
    [...groupBy(sdkCalls, ({ module }) => module)].flatMap(([module, calls]) => {
      const [first] = calls;
      return first === undefined ? [] : [{ file, api: first.api, module, names: calls.map(({ name }) => name) }];
    }),
  );
}

/** Lines and hosts of the requests that the analysis of a file has found. */
interface SeenRequests {
  readonly lines: Set<number>;
  readonly hosts: Set<string>;
}

const UNKNOWN_PATH_REASON =
  'the address is not known, and what is known of its path does not rule out a deprecated operation';
const UNREAD_REASON =
  'the address is not written in the file, and nothing leads from an API of a catalogue to the call';

const COMPUTED_REASON = 'code computes the options of the client, and with them where its requests go';

class Ledger {
  readonly #catalogue: Catalogue;
  readonly #isTest: (file: string) => boolean;
  readonly #isCatalogued: (host: string) => boolean;
  readonly #checked = new Map<string, number>();
  readonly #uncatalogued = new Map<
    string,
    { readonly kind: UncataloguedApi['kind']; requests: number; places: CodeLine[] }
  >();
  readonly #unknown: UnknownDestination[] = [];
  #elsewhere = 0;
  #inTests = 0;
  #byText = 0;

  constructor(catalogue: Catalogue, isTest: (file: string) => boolean) {
    this.#catalogue = catalogue;
    this.#isTest = isTest;
    const hosts = new RegExp(
      `^(?:${catalogue.apis.flatMap(({ baseUrls }) => baseUrls.map(({ url }) => hostSource(url))).join('|') || '(?!)'})$`,
    );
    this.#isCatalogued = (host) => hosts.test(host);
  }

  addChecked(api: string): void {
    this.#checked.set(api, (this.#checked.get(api) ?? 0) + 1);
  }

  /** Adds a host; `requests` is 0 for a host that is only named. */
  addHost(host: string, at: CodeLine, requests: number): void {
    if (this.#isTest(at.file)) this.#inTests += requests;
    else if (this.#isCatalogued(host) || !isPublicHost(host)) this.#elsewhere += requests;
    else this.#add('host', host, at, requests);
  }

  addPackage(name: string, at: CodeLine): void {
    if (!this.#isTest(at.file) && !apisOf(this.#catalogue).isSdk(name)) this.#add('package', name, at, 0);
  }

  addElsewhere(): void {
    this.#elsewhere += 1;
  }

  addUnknown(request: UnknownDestination): void {
    if (this.#isTest(request.file)) this.#inTests += 1;
    else this.#unknown.push(request);
  }

  #add(kind: UncataloguedApi['kind'], name: string, { file, line }: CodeLine, requests: number): void {
    const entry = this.#uncatalogued.get(name) ?? { kind, requests: 0, places: [] };
    this.#uncatalogued.set(name, entry);
    entry.requests += requests;
    if (entry.places.every((place) => place.file !== file)) entry.places.push({ file, line });
  }

  /** Counts a request of code that was not analysed. */
  addByText(): void {
    this.#byText += 1;
  }

  result(bySdk: readonly SdkUse[]): ReportRequests {
    const titles = new Map(this.#catalogue.apis.map(({ id, title = id }) => [id, title]));
    const checked = [...this.#checked].map(([api, requests]) => ({ api, title: titles.get(api) ?? api, requests }));
    const uncatalogued = [...this.#uncatalogued].map(([name, { kind, requests, places }]): UncataloguedApi => ({
      kind,
      name,
      requests,
      places: places.sort(byPlace),
    }));
    return withTotal({
      checked: checked.sort((a, b) => (a.api < b.api ? -1 : 1)),
      uncatalogued: uncatalogued.sort((a, b) => b.requests - a.requests || (a.name < b.name ? -1 : 1)),
      elsewhere: this.#elsewhere,
      inTests: this.#inTests,
      byText: this.#byText,
      bySdk,
      unknown: this.#unknown.sort(byPlace),
    });
  }
}

function byPlace(a: CodeLine, b: CodeLine): number {
  return a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1;
}

/** Source of a pattern for the hosts of a base URL; a variable matches any text without a slash. */
function hostSource(url: string): string {
  return splitBaseUrl(url)
    .host.split(/\{[^{}]*\}/)
    .map(escapeRegExp)
    .join('[^/]*');
}

/** Whether a name of one word is the name of a scanned Python module. */
function isOwnModule(name: string, files: readonly string[]): boolean {
  return (
    !/[@/.-]/.test(name) &&
    files.some((file) => `/${file}`.includes(`/${name}.py`) || `/${file}`.includes(`/${name}/__init__.py`))
  );
}

function callKey(file: string, [start, end]: readonly [number, number]): string {
  return `${start}:${end}:${file}`;
}
