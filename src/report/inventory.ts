import type { IsoDate } from '../core/model/deprecation.js';
import type { LanguageId } from '../core/model/language.js';
import type { CodeLine, ReportEdition } from './report.js';

/** Version of the inventory's schema, raised when a key changes its meaning or is removed. */
export const INVENTORY_SCHEMA_VERSION = 1;

/** The APIs that the code of a folder is known to call. */
export interface Inventory {
  readonly schemaVersion: typeof INVENTORY_SCHEMA_VERSION;
  readonly tool: { readonly name: string; readonly version: string };
  /** Day by which the age of the catalogues' editions is judged. */
  readonly asOf: IsoDate;
  /** APIs with a catalogue, then the others; the most called first. */
  readonly apis: readonly InventoryApi[];
  /** Requests whose server is not known, by the place that sends them. */
  readonly unknown: readonly UnknownRequest[];
  /** Calls outside tests that go only to the server of the page itself. */
  readonly ownOrigin: number;
  /** Calls outside tests to this machine, and to hosts that are reserved for examples. */
  readonly local: number;
  /** Hosts in addresses that no known request uses. */
  readonly mentioned: readonly string[];
  readonly coverage: InventoryCoverage;
}

/** An API with a catalogue, or a host without one. */
export interface InventoryApi {
  /** Id of the API in its catalogue; null if no catalogue covers the API, which is then not checked. */
  readonly api: string | null;
  /** Title of the API, or the host. */
  readonly name: string;
  readonly vendor: string | null;
  /** Requested hosts, `*` for an unknown part. */
  readonly hosts: readonly string[];
  readonly calls: number;
  /** Calls in tests and mocks. */
  readonly inTests: number;
  /** Calls that may also go to another host, for example if a lookup table decides. */
  readonly shared: number;
  /** Places of calls with an open finding. */
  readonly deprecated: readonly CodeLine[];
  readonly files: readonly InventoryFile[];
  /** Files that pass an address of the API to callees that are not known clients; these do not count as calls. */
  readonly passed: readonly { readonly file: string; readonly to: readonly string[] }[];
  readonly sdks: readonly InventorySdk[];
  /** Files that import a package of the API's SDK. */
  readonly importedBy: readonly string[];
  /** Edition in use of the catalogue; null if the catalogue has no editions. */
  readonly edition: InventoryEdition | null;
  /** Number of open findings. A call can have several of them, and some findings are not about a call. */
  readonly findings: number;
  /** Calls whose operation is not known. */
  readonly unresolved: number;
  /** Files without a known call, because the methods of the imported SDK are unknown. */
  readonly notUnderstood: readonly { readonly file: string; readonly module: string }[];
}

export interface InventoryFile {
  readonly file: string;
  readonly calls: number;
  readonly isTest?: true;
}

/** A package of an API's SDK that is a dependency in a manifest. */
export interface InventorySdk {
  readonly name: string;
  /** Version as written; null if the manifest has none. */
  readonly version: string | null;
  readonly manifest: string;
}

export type InventoryEdition = Omit<ReportEdition, 'api'>;

/** A place that sends requests to an unknown server. */
export interface UnknownRequest {
  readonly file: string;
  readonly line: number;
  readonly language: LanguageId | null;
  readonly client: string;
  /** Known part of the URL: `${config.url}/users`. */
  readonly url: string;
  /** Number of calls that lead to the request. */
  readonly calls: number;
  /** Ids of APIs that the surrounding code suggests as destination. */
  readonly perhaps: readonly string[];
  readonly isTest?: true;
}

export interface InventoryCoverage {
  /** Source files that were candidates. */
  readonly files: number;
  readonly read: number;
  /** Files that were analysed because they, or a file that they use, contain an address or an HTTP client. */
  readonly analysed: number;
  /** Reasons why calls may have been missed, one sentence each. */
  readonly limits: readonly string[];
}
