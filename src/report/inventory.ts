import type { IsoDate } from '../core/model/deprecation.js';
import type { LanguageId } from '../core/model/language.js';
import type { CodeLine, ReportEdition } from './report.js';

/** Version of the inventory's schema, raised when a key changes its meaning or is removed. */
export const INVENTORY_SCHEMA_VERSION = 1;

/** The APIs that the code of a tree calls, as far as they were seen. */
export interface Inventory {
  readonly schemaVersion: typeof INVENTORY_SCHEMA_VERSION;
  readonly tool: { readonly name: string; readonly version: string };
  /** The day for which facts are judged stale or not. */
  readonly asOf: IsoDate;
  /** APIs with a catalogue, then the others; the most called first. */
  readonly apis: readonly InventoryApi[];
  /** Requests whose server is not known, by the place that sends them. */
  readonly unknown: readonly UnknownRequests[];
  /** Calls outside tests that go only to the server of the page itself. */
  readonly ownOrigin: number;
  /** Calls outside tests to this machine, and to hosts that are reserved for examples. */
  readonly local: number;
  /** Hosts in addresses that no request was seen to use. */
  readonly mentioned: readonly string[];
  readonly coverage: InventoryCoverage;
}

/** An API with a catalogue, or a host that has none. */
export interface InventoryApi {
  /** Id of its catalogue; null where there is none, so that it was not checked. */
  readonly api: string | null;
  /** Title of the API, or the host. */
  readonly name: string;
  readonly vendor: string | null;
  /** Requested hosts, `*` for an unknown part. */
  readonly hosts: readonly string[];
  readonly calls: number;
  /** Calls in tests and mocks. */
  readonly inTests: number;
  /** Calls that can also go elsewhere, for example where a lookup table decides. */
  readonly shared: number;
  /** Places of calls with an open finding. */
  readonly deprecated: readonly CodeLine[];
  readonly files: readonly InventoryFile[];
  /** Files that pass an address of the API to callees that are not known clients; these do not count as calls. */
  readonly passed: readonly { readonly file: string; readonly to: readonly string[] }[];
  readonly sdks: readonly InventorySdk[];
  /** Files that import a package of its SDK. */
  readonly importedBy: readonly string[];
  /** Edition of the catalogue in use; null where it has none. */
  readonly edition: InventoryEdition | null;
  /** Open findings: a call can have several, and a resource or a read field is not a call. */
  readonly findings: number;
  /** Calls whose operation is not known. */
  readonly unresolved: number;
  /** Files in which no call is understood, because no method of the SDK is known. */
  readonly notUnderstood: readonly { readonly file: string; readonly module: string }[];
}

export interface InventoryFile {
  readonly file: string;
  readonly calls: number;
  readonly isTest?: true;
}

/** A package of an API's SDK that a manifest asks for. */
export interface InventorySdk {
  readonly name: string;
  /** Version as written; null where there is none. */
  readonly version: string | null;
  readonly manifest: string;
}

export type InventoryEdition = Omit<ReportEdition, 'api'>;

export interface UnknownRequests {
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
  /** Files that were analysed because they have an address or an HTTP client, or use a file that has. */
  readonly analysed: number;
  /** Reasons for which calls may have been missed, each in a sentence. */
  readonly limits: readonly string[];
}
