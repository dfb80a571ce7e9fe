import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { generateEdition } from '../../tools/catalogue/generate-edition.js';
import { generateCatalogue } from '../../tools/catalogue/generate-catalogue.js';
import { readInputs } from '../../tools/catalogue/generate.js';
import type { CatalogueFile } from '../../src/knowledge/catalogue/file-format.js';
import { ROOT } from './sources.js';

interface Entry {
  readonly id: string;
  readonly kind: string;
  readonly endOfLife: string | null;
  readonly url?: string;
  readonly state?: string;
  readonly since?: string;
  readonly source: unknown;
  readonly history?: readonly { readonly endOfLife: string | null; readonly since: string }[];
  readonly revived?: readonly { readonly operations: readonly string[] }[];
  readonly endpoints?: readonly { readonly methods: readonly string[]; readonly path: string }[];
  readonly replacement: unknown;
}

interface EditionFile {
  readonly format: number;
  readonly edition: { readonly id: string; readonly asOf: string; readonly reviewBy: string };
  readonly deprecations: readonly Entry[];
  readonly nearMisses: readonly { readonly status: string; readonly operations: readonly string[] }[];
  readonly clients: readonly { readonly requests: readonly { readonly member: string; readonly template: string }[] }[];
}

const read = (file: string) => ({ file, text: readFileSync(`${ROOT}/${file}`, 'utf8') });
const SPECIFICATION = JSON.parse(read('rules/catalogue.json').text) as CatalogueFile;
const CURRENT = JSON.parse(read('rules/editions/cloudflare-current.json').text) as EditionFile;
const INPUTS = { entries: read('rules/current/entries.json'), sdk: read('rules/current/sdk-methods.json') };

function entry(id: string): Entry {
  const found = CURRENT.deprecations.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no entry ${id}`);
  return found;
}

/** Lists operations of an entry as `GET /a`. */
function operationsOf({ endpoints = [] }: Entry): readonly string[] {
  return endpoints.flatMap(({ methods, path }) => methods.map((method) => `${method} ${path}`));
}

describe('the edition of the specification', () => {
  it('keeps its dates, whatever other editions contain', () => {
    const days = SPECIFICATION.deprecations.map(({ id, endOfLife }) => `${id} ${endOfLife ?? '-'}`);
    expect(days).toEqual([
      'page-rules-api 2025-01-06',
      'auto-minify-api 2024-08-05',
      'mobile-redirect-api 2024-06-30',
      'brotli-setting-api 2024-06-14',
      'server-side-excludes-api 2024-06-14',
      'srv-data-fields 2024-05-31',
      'firewall-rules-and-filters-api 2024-05-01',
      'waf-managed-rules-api 2024-05-01',
      'rate-limiting-api 2024-05-01',
      'privacy-pass-api 2024-03-31',
      'argo-tunnel-api 2024-02-04',
      'chacha20-draft-cipher-suites 2023-07-01',
      'transfer-encoding-with-content-length 2023-07-01',
      'billing-profile-and-history 2023-06-06',
      'notification-email-field 2023-04-03',
      'access-bookmarks-api 2023-03-19',
      'page-shield-script-monitor 2022-10-11',
      'images-direct-upload-v1 2022-07-01',
      'zone-analytics-api 2021-03-01',
      'organizations-api 2020-02-04',
    ]);
    const endpoints = SPECIFICATION.deprecations.filter(({ kind }) => kind === 'endpoint');
    expect(endpoints.flatMap((row) => operationsOf(row as unknown as Entry))).toHaveLength(86);
  });
});

describe('the current edition', () => {
  it('is generated from its inputs byte by byte, with any line endings', () => {
    const { catalogue } = generateCatalogue(readInputs(ROOT));
    const specification = JSON.parse(catalogue) as CatalogueFile;
    const windows = { ...INPUTS.entries, text: INPUTS.entries.text.replaceAll('\n', '\r\n') };
    const text = read('rules/editions/cloudflare-current.json').text;
    expect(generateEdition(specification, INPUTS)).toBe(text);
    expect(generateEdition(specification, { ...INPUTS, entries: windows })).toBe(text);
  });

  it("contains 50 entries of the vendor's page, and one with a date from the SDK", () => {
    expect(CURRENT.deprecations).toHaveLength(51);
    expect(CURRENT.deprecations.slice(0, 20).map(({ id }) => id)).toEqual(
      SPECIFICATION.deprecations.map(({ id }) => id),
    );
    expect(CURRENT.deprecations.at(-1)?.id).toBe('threat-events-by-id');
    expect(CURRENT.edition).toMatchObject({ id: 'current', asOf: '2026-10-02', reviewBy: '2027-01-31' });
  });

  it('moves four rows, withdraws one and revives operations of three', () => {
    const before = new Map(SPECIFICATION.deprecations.map(({ id, endOfLife }) => [id, endOfLife]));
    const moved = CURRENT.deprecations.filter(({ id, endOfLife }) => before.has(id) && before.get(id) !== endOfLife);
    expect(moved.map(({ id, endOfLife }) => [id, before.get(id), endOfLife])).toEqual([
      ['brotli-setting-api', '2024-06-14', '2024-08-15'],
      ['firewall-rules-and-filters-api', '2024-05-01', '2025-06-15'],
      ['waf-managed-rules-api', '2024-05-01', '2025-06-15'],
      ['rate-limiting-api', '2024-05-01', '2025-06-15'],
    ]);
    const withdrawn = CURRENT.deprecations.filter(({ state }) => state === 'withdrawn');
    expect(withdrawn.map(({ id, since, source }) => [id, since, source])).toEqual([
      ['page-rules-api', '2024-06-17', 'cloudflare-docs#15120'],
    ]);
    const revived = CURRENT.deprecations.filter((one) => one.revived !== undefined);
    expect(revived.map(({ id, revived: again = [] }) => [id, again.flatMap(({ operations }) => operations)])).toEqual([
      ['argo-tunnel-api', ['GET /accounts/{account_identifier}/tunnels']],
      ['billing-profile-and-history', ['GET /accounts/{account_identifier}/billing/profile']],
      [
        'organizations-api',
        [
          'GET /organizations/{identifier}',
          'GET /organizations/{organization_identifier}/members',
          'GET /organizations/{organization_identifier}/members/{identifier}',
          'DELETE /organizations/{organization_identifier}/members/{identifier}',
        ],
      ],
    ]);
  });

  it('revives only operations that the entry contains', () => {
    for (const one of CURRENT.deprecations)
      for (const { operations } of one.revived ?? [])
        expect(operationsOf(one)).toEqual(expect.arrayContaining([...operations]));
  });

  it('agrees with the specification on the other rows', () => {
    const changed = new Set(['brotli-setting-api', 'page-rules-api']);
    for (const row of SPECIFICATION.deprecations) {
      const one = entry(row.id);
      expect(one.kind).toBe(row.kind);
      expect(one.replacement).toEqual(row.replacement);
      if (!changed.has(row.id)) expect(operationsOf(one)).toEqual(operationsOf(row as unknown as Entry));
    }
  });

  it('contains future deadlines, a month and entries without a date', () => {
    const ahead = CURRENT.deprecations.filter(({ endOfLife }) => endOfLife !== null && endOfLife > '2026-11-21');
    expect(ahead.map(({ id, endOfLife }) => [id, endOfLife])).toEqual([
      ['zone-settings-batch', '2027-03-31'],
      ['foundation-dns-boolean', '2026-11-23'],
      ['dns-analytics-rest', '2026-12-01'],
      ['threat-events-by-id', '2026-11-28'],
    ]);
    expect(entry('mirage').endOfLife).toBe('2026-01');
    expect(CURRENT.deprecations.filter(({ endOfLife }) => endOfLife === null)).toHaveLength(11);
  });

  it('contains each kind of newer entry', () => {
    const kinds = CURRENT.deprecations.slice(20).map(({ kind }) => kind);
    const count = (kind: string) => kinds.filter((one) => one === kind).length;
    expect([count('endpoint'), count('field'), count('value'), count('header'), count('query')]).toEqual([
      15, 6, 1, 1, 1,
    ]);
    expect(count('undetectable')).toBe(7);
  });

  it('ends each history with the current date, except for a withdrawn entry', () => {
    const odd = new Set(['page-rules-api']);
    for (const { id, endOfLife, history } of CURRENT.deprecations)
      if (history !== undefined && !odd.has(id)) expect([id, history.at(-1)?.endOfLife]).toEqual([id, endOfLife]);
    expect(entry('zone-settings-batch').history?.map(({ endOfLife, since }) => [endOfLife, since])).toEqual([
      ['2026-09-15', '2026-06-16'],
      ['2027-03-31', '2026-07-27'],
    ]);
  });

  it("links each entry to the vendor's page, if the page contains it", () => {
    const page = 'https://developers.cloudflare.com/fundamentals/api/reference/deprecations/';
    expect(entry('dns-analytics-rest').url).toBe(`${page}#2025-12-09`);
    expect(CURRENT.deprecations.filter(({ url }) => url === undefined).map(({ id }) => id)).toEqual([
      'threat-events-by-id',
    ]);
  });

  it('lists no deprecated operation as live', () => {
    const shape = (operation: string): string => operation.replace(/\{[^}]*\}/g, '{}');
    const endpoints = CURRENT.deprecations.filter(({ kind }) => kind === 'endpoint');
    const dead = new Set(endpoints.flatMap((one) => operationsOf(one).map(shape)));
    const live = CURRENT.nearMisses.flatMap(({ operations }) =>
      operations.flatMap((text) => {
        const [methods = '', path = ''] = text.split(/ (?=\S+$)/);
        return methods.split(', ').map((method) => shape(`${method} ${path}`));
      }),
    );
    expect(live.filter((operation) => dead.has(operation))).toEqual([]);
    expect(live).toContain('GET /accounts/{}/iam/permission_groups');
    expect(CURRENT.nearMisses.every(({ status }) => status === 'live')).toBe(true);
  });

  it('adds SDK methods that the specification does not contain', () => {
    const rows = CURRENT.clients.flatMap(({ requests }) => requests);
    expect(rows).toContainEqual(
      expect.objectContaining({
        member: 'registrar.domains.list',
        template: '/accounts/{account_id}/registrar/domains',
      }),
    );
    const known = JSON.parse(read('rules/sdk-methods.json').text) as { methods: readonly { call: string }[] };
    const calls = new Set(known.methods.map(({ call }) => call));
    expect(rows.filter(({ member }) => calls.has(member))).toEqual([]);
  });
});

describe('generateEdition', () => {
  const generateFrom = (text: string) =>
    generateEdition(SPECIFICATION, { ...INPUTS, entries: { file: 'own.json', text } });
  const entriesWith = (from: string, to: string): string => {
    expect(INPUTS.entries.text).toContain(from);
    return INPUTS.entries.text.replace(from, to);
  };

  it('refuses entries that omit a row', () => {
    expect(() => generateFrom(entriesWith('{ "id": "privacy-pass-api" },', ''))).toThrow(
      /own\.json: 'privacy-pass-api' is missing/,
    );
  });

  it('refuses an unknown row and suggests a known one', () => {
    expect(() => generateFrom(entriesWith('"id": "privacy-pass-api"', '"id": "privacy-pas-api"'))).toThrow(
      /own\.json:\d+: unknown row 'privacy-pas-api'.*privacy-pass-api/,
    );
  });

  it('refuses a duplicate id', () => {
    expect(() => generateFrom(entriesWith('"id": "mirage"', '"id": "brotli-setting-api"'))).toThrow(
      /'brotli-setting-api' is a duplicate/,
    );
  });

  it('refuses an invalid operation', () => {
    expect(() => generateFrom(entriesWith('"GET, PUT /zones/{zone_id}/amp/sxg"', '"GET amp"'))).not.toThrow();
    expect(() => generateFrom(entriesWith('"GET, PUT /zones/{zone_id}/amp/sxg"', '"TAKE /amp"'))).toThrow(
      /own\.json:\d+: unknown method 'TAKE'/,
    );
  });
});
