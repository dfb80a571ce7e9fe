import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../src/knowledge/catalogue/load.js';
import { loadTypeScript } from '../../src/files/load-typescript.js';
import { compareUpstream } from '../../packages/catalogue-tools/src/upstream/compare.js';
import type { Drift } from '../../packages/catalogue-tools/src/upstream/compare.js';
import { operationsIn } from '../../packages/catalogue-tools/src/upstream/page-entries.js';
import { readUpstream } from '../../packages/catalogue-tools/src/upstream/read-upstream.js';
import { readSdkOperations } from '../../packages/catalogue-tools/src/upstream/sdk-operations.js';
import type { Upstream } from '../../packages/catalogue-tools/src/upstream/upstream.js';

const SAVED = new URL('saved/', import.meta.url);

function saved(file: string): Upstream {
  return readUpstream({ file, text: readFileSync(fileURLToPath(new URL(file, SAVED)), 'utf8') });
}

/** Rows like `GET /towers 2026-05-01`, with a question mark if only a part of the operation may be deprecated. */
function rows({ operations }: Upstream): readonly string[] {
  return operations.map(
    ({ method, path, endOfLife, since, affected }) =>
      `${method} ${path} ${endOfLife ?? `since ${since ?? '?'}`}${affected ? '?' : ''}`,
  );
}

describe('a saved page of a vendor', () => {
  it('may be a YAML list of entries', () => {
    const page = saved('deprecations.yaml');
    expect(rows(page)).toEqual([
      'GET /accounts/{account_id}/workers/namespaces 2026-10-15',
      'POST /accounts/{account_id}/workers/namespaces 2026-10-15',
      'GET /accounts/{account_id}/workers/namespaces/{namespace_id} 2026-10-15',
      'PUT /accounts/{account_id}/workers/namespaces/{namespace_id} 2026-10-15',
      'DELETE /accounts/{account_id}/workers/namespaces/{namespace_id} 2026-10-15',
      'GET /accounts/{account_id}/registrar/domains 2026-09-27',
      'GET /zones/{zone_id}/dns_analytics 2026-12-01',
      'GET /zones/{zone_id}/settings/mirage 2026-01',
      'POST /zones/{zone_id}/pagerules 2026-01?',
      'GET /zones/{zone_id}/filters/{filter_id} since 2025-06-15',
      'POST /accounts/{account_identifier}/tunnels since 2024-02-04',
    ]);
    expect(page.leftOut).toEqual([
      { place: 'entries.6 (DWeb Resolver)', why: 'it names no operation, or in a way that is not understood' },
    ]);
  });

  it('may be HTML, with several entries below one day', () => {
    const page = saved('deprecations.html');
    expect(rows(page)).toEqual([
      'GET /zones/{zone_id}/settings 2027-03-31',
      'PATCH /zones/{zone_id}/settings 2027-03-31',
      'POST /accounts/{account_id}/teamnet/routes/network/{ip_network_encoded} 2026-10-05',
      'GET /accounts/{account_id}/cfd_tunnel 2026-10-05?',
      'GET /zones/{zone_id}/filters since 2025-06-15',
      'GET /zones/{zone_id}/rate_limits since 2025-06-15',
    ]);
    expect(page.leftOut).toEqual([
      { place: 'entry 2 (Account names)', why: 'it names operations, but no deprecation date' },
    ]);
  });

  it('may be a feed', () => {
    expect(rows(saved('feed.xml'))).toEqual(['GET /zones/{zone_id}/settings 2027-03-31']);
  });

  it('may be Markdown', () => {
    const text =
      '# API deprecations\n\n## Bells\n**End of life date: May 1st, 2026**\n\nDeprecated APIs:\n- GET /bells/:id\n';
    expect(rows(readUpstream({ file: 'page.md', text }))).toEqual(['GET /bells/{id} 2026-05-01']);
  });

  it.each([
    ['PUT/PATCH /towers/{id}', ['PUT /towers/{id}', 'PATCH /towers/{id}']],
    ['GET and/or POST /towers', ['GET /towers', 'POST /towers']],
    ['GET/towers', ['GET /towers']],
    ['GET /bells and /towers, or PUT /towers', ['GET /bells', 'GET /towers', 'PUT /towers']],
    [
      'GET and PUT `/bells`, `/towers`, and `/ropes`',
      'bells towers ropes'.split(' ').flatMap((name) => [`GET /${name}`, `PUT /${name}`]),
    ],
    ['GET towers/{id}', ['GET /towers/{id}']],
  ])('names in one line the operations of every method and path: %s', (text, named) => {
    expect(operationsIn(text).map(({ method, path }) => `${method} ${path}`)).toEqual(named);
  });

  it.each([
    ['GET ends 01/02/2026', []],
    ['GET answers with application/json', []],
    ['GET /bells, see /docs/bells', ['GET /bells']],
    ['GET /bells. And /towers is new', ['GET /bells']],
    ['[GET /bells](/docs/bells)', ['GET /bells']],
    ['GET https://api.bell.example/bells or /towers', []],
  ])('names no operation by other words with a slash, or by paths without a method: %s', (text, named) => {
    expect(operationsIn(text).map(({ method, path }) => `${method} ${path}`)).toEqual(named);
  });

  it('is rejected if it names no operation', () => {
    expect(() => readUpstream({ file: 'page.html', text: '<p>Nothing here</p>' })).toThrow(
      'page.html: names no deprecated operation in a way that is understood',
    );
  });
});

describe('the source of an SDK', () => {
  it('is read by the tags of methods with a request', () => {
    const text = `
export class Bells extends APIResource {
  /**
   * Rings a bell.
   *
   * @deprecated This operation will reach end of life on September 27, 2026. Use towers.
   */
  ring(id: string, { account_id, ...body }: RingParams, options?: RequestOptions) {
    return (this._client.post(path\`/accounts/\${account_id}/bells/\${id}\`, { body, ...options }) as X)._thenUnwrap((o) => o);
  }
  /** @deprecated */
  list(params: ListParams) {
    return this._client.getAPIList(\`/bells\`, SinglePage<Bell>, { query: params, method: 'post' });
  }
  get(id: string) {
    return this._client.get(path\`/bells/\${id}\`);
  }
  /** @deprecated */
  stream(id: string) {
    return Stream.of(this._client, id);
  }
}
const x = this._client.get('/no/method');
`;
    const files = new Map([['src/bells.ts', text]]);
    const { operations, leftOut } = readSdkOperations({ folder: 'sdk', title: 'bells@1.0.0', files }, loadTypeScript());
    expect(operations.map(({ method, path, deprecated, endOfLife }) => [method, path, deprecated, endOfLife])).toEqual([
      ['POST', '/accounts/{account_id}/bells/{id}', true, '2026-09-27'],
      ['POST', '/bells', true, undefined],
      ['GET', '/bells/{id}', false, undefined],
    ]);
    expect(leftOut).toEqual([
      { place: 'src/bells.ts:19', why: 'it is deprecated, and what it requests is not understood' },
    ]);
  });
});

describe('the source of an SDK in which every call is broken after the client', () => {
  it('is read as well, and a file without a client is not', () => {
    const files = new Map([
      [
        'src/bells.ts',
        'export class Bells {\n  list() {\n    return this._client\n      // All bells.\n      .get(`/bells`);\n  }\n}\n',
      ],
      [
        'src/ropes.ts',
        'export class Ropes {\n  /** @deprecated */\n  list() {\n    return this.client.get(`/ropes`);\n  }\n}\n',
      ],
    ]);
    const { operations, leftOut } = readSdkOperations({ folder: 'sdk', title: 'bells@1.0.0', files }, loadTypeScript());
    expect(operations).toEqual([{ method: 'GET', path: '/bells', place: 'src/bells.ts:2', deprecated: false }]);
    expect(leftOut).toEqual([]);
  });
});

describe('a comparison of a catalogue with a page', () => {
  const API = { id: 'bell', baseUrls: [{ url: 'https://api.bell.example' }] };
  const ring = { methods: ['POST'], path: '/rings' };
  let work = '';
  beforeAll(() => {
    work = mkdtempSync(join(tmpdir(), 'compare-'));
  });
  afterAll(() => {
    rmSync(work, { recursive: true });
  });

  function drift(entries: readonly object[], markdown: string): Drift {
    const file = join(work, 'a.json');
    writeFileSync(file, JSON.stringify({ format: 2, api: API, deprecations: entries }));
    return compareUpstream(loadCatalogue({ builtin: false, named: [file] }), [
      readUpstream({ file: 'page.md', text: markdown }),
    ]);
  }

  const field = (id: string, endOfLife: string): object => ({
    id,
    feature: id,
    kind: 'field',
    direction: 'request',
    pointers: [`/${id}`],
    endpoints: [ring],
    endOfLife,
  });
  const notice = (label: string, date: string): string =>
    `## Rings\nEnd of life date: ${date}\n\n${label} APIs:\n- POST /rings\n`;

  it('matches the entry with the same date among several of one operation', () => {
    const { otherDate, onlyThey, same } = drift(
      [field('loud', '2026-05-01'), field('long', '2026-06-01')],
      notice('Affected', '2026-06-01'),
    );
    expect({ otherDate, onlyThey, same }).toEqual({ otherDate: [], onlyThey: [], same: 1 });
  });

  it('reports another date only if a single entry can match', () => {
    const one = drift([field('loud', '2026-05-01')], notice('Affected', '2026-07-01'));
    expect(one.otherDate).toMatchObject([
      { deprecation: 'loud', ours: '2026-05-01', theirs: '2026-07-01', affected: true },
    ]);
    const two = drift([field('loud', '2026-05-01'), field('long', '2026-06-01')], notice('Affected', '2026-07-01'));
    expect(two).toMatchObject({ otherDate: [], onlyThey: [{ path: '/rings', affected: true }], same: 0 });
    const whole = drift([field('loud', '2026-05-01')], notice('Deprecated', '2026-07-01'));
    expect(whole).toMatchObject({ otherDate: [], onlyThey: [{ path: '/rings', endOfLife: '2026-07-01' }] });
  });
});

describe('the comparison of notices on parts of one operation', () => {
  const notice = (endOfLife: string): Upstream['operations'][number] => ({
    ...{ method: 'GET', path: '/zones/{zone_id}/dns_records', deprecated: true, affected: true },
    ...{ endOfLife, place: endOfLife },
  });
  const compared = (...days: readonly string[]): Drift =>
    compareUpstream(loadCatalogue(), [{ file: 'page', kind: 'page', operations: days.map(notice), leftOut: [] }]);

  it('treats the others as unknown if one of them matches an entry', () => {
    const { otherDate, onlyThey } = compared('2024-05-31', '2025-02-21');
    expect(otherDate).toEqual([]);
    expect(onlyThey.map(({ endOfLife }) => endOfLife)).toEqual(['2025-02-21']);
  });

  it('reports a moved date if none matches an entry', () => {
    expect(compared('2025-02-21').otherDate).toMatchObject([
      { deprecation: 'srv-data-fields', ours: '2024-05-31', theirs: '2025-02-21' },
    ]);
  });
});
