import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../src/knowledge/catalogue/load.js';
import { sameToday } from '../../src/engine/judge/replacement-text.js';
import { describeFinding, oneLine } from '../../src/engine/judge/messages.js';
import { expectDefined } from '../../src/core/lib/collections.js';
import type { Deprecation } from '../../src/core/model/deprecation.js';
import type { Finding } from '../../src/core/model/finding.js';
import { buildReport } from '../../src/report/build-report.js';
import { describeReplacementCall, describeExample } from '../../src/report/explain-example.js';
import { findings } from '../engine/support.js';
import { FORMATS, plain } from './every-format.js';
import { report as plainReport } from './support.js';

const CATALOGUE = loadCatalogue();
const API = 'https://api.cloudflare.com/client/v4';
const AS_OF = '2024-06-10';

/** Day of each row of the specification, and the replacement that it names. */
const SPECIFIED: Readonly<Record<string, readonly [day: string, instead: RegExp]>> = {
  'page-rules-api': ['2025-01-06', /Rules features \(migration guide\)/],
  'auto-minify-api': ['2024-08-05', /delete the call and minify at build time/],
  'mobile-redirect-api': ['2024-06-30', /Single Redirects \(Redirect Rules\)/],
  'brotli-setting-api': [
    '2024-06-14',
    /Default compression for all zones; Enterprise can override with Compression Rules/,
  ],
  'server-side-excludes-api': ['2024-06-14', /delete the call/],
  'srv-data-fields': ['2024-05-31', /(?:write (?:it|them) into|read) name/],
  'firewall-rules-and-filters-api': ['2024-05-01', /WAF custom rules/],
  'waf-managed-rules-api': ['2024-05-01', /WAF Managed Rules \(new version\)/],
  'rate-limiting-api': ['2024-05-01', /Rate limiting rules \(new version, ruleset-engine based\)/],
  'privacy-pass-api': ['2024-03-31', /delete the call/],
  'argo-tunnel-api': ['2024-02-04', /the Tunnel API/],
  'chacha20-draft-cipher-suites': ['2023-07-01', /the standard ChaCha20-Poly1305 suites/],
  'transfer-encoding-with-content-length': ['2023-07-01', /send only one of the two/],
  'billing-profile-and-history': ['2023-06-06', /there is no replacement/],
  'notification-email-field': ['2023-04-03', /the centralized notification service/],
  'access-bookmarks-api': ['2023-03-19', /Access applications app type API/],
  'page-shield-script-monitor': ['2022-10-11', /write page_shield instead of script_monitor/],
  'images-direct-upload-v1': ['2022-07-01', /POST \/accounts\/\{account_identifier\}\/images\/v2\/direct_upload/],
  'zone-analytics-api': ['2021-03-01', /GraphQL Analytics API/],
  'organizations-api': ['2020-02-04', /Accounts API \(backwards compatible with the organizations API\)/],
};

/** Programs that make each request of a deprecation. */
function programsOf(deprecation: Deprecation): readonly string[] {
  const request = (method: string, path: string, more = ''): string =>
    `export const run = (${[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).join(', ')}) =>
      fetch(\`${API}${path.replaceAll('{', '${')}\`, { method: '${method}'${more} });`;
  switch (deprecation.kind) {
    case 'endpoint':
      return deprecation.endpoints.flatMap(({ methods, path }) => methods.map((method) => request(method, path.text)));
    case 'field': {
      const body =
        deprecation.id === 'srv-data-fields'
          ? "{ type: 'SRV', data: { service: '_sip', proto: '_tcp', name: 'a' } }"
          : "{ notification_email: 'a@b.c' }";
      return deprecation.endpoints.flatMap(({ methods, path }) =>
        methods
          .filter((method) => method !== 'GET')
          .map((method) => request(method, path.text, `, body: JSON.stringify(${body})`)),
      );
    }
    case 'segment':
      return ['GET', 'PUT'].map((method) => request(method, `${deprecation.after}/${deprecation.segment}`));
    case 'headers':
      return [request('POST', '/zones', ", headers: { 'Transfer-Encoding': 'chunked', 'Content-Length': '3' }")];
    case 'cipher-suites':
      return deprecation.names.map(
        (name) => `import tls from 'node:tls'; tls.connect({ host: 'api.cloudflare.com', ciphers: '${name}' });`,
      );
    default:
      return [];
  }
}

interface Case {
  readonly deprecation: Deprecation;
  readonly finding: Finding;
}

const CASES: readonly Case[] = CATALOGUE.deprecations.flatMap((deprecation) =>
  programsOf(deprecation).flatMap((source) => {
    const found = findings({ 'a.ts': source }, CATALOGUE).filter(({ deprecation: id }) => id === deprecation.id);
    return [expectDefined(found[0], `a finding in ${source}`)].flatMap((finding) =>
      (['certain', 'probable', 'possible'] as const).map((confidence) => ({
        deprecation,
        finding: { ...finding, confidence },
      })),
    );
  }),
);

describe('the message of a finding', () => {
  it('is tested for each operation, field, header, segment and cipher suite of the specification', () => {
    expect(new Set(CASES.map(({ deprecation }) => deprecation.id))).toEqual(new Set(Object.keys(SPECIFIED)));
    expect(CASES.length).toBeGreaterThan(300);
  });

  it('has the day and the whole replacement in the one line that an editor shows', () => {
    const lacking = CASES.filter(({ deprecation, finding }) => {
      const [day, instead] = expectDefined(SPECIFIED[deprecation.id], deprecation.id);
      const { message } = describeFinding(finding, deprecation, AS_OF);
      return !(message.includes(day) && instead.test(plain(message)));
    });
    expect(lacking.map(({ finding }) => `${finding.confidence} ${finding.url}`)).toEqual([]);
  });

  it('has the day and the replacement in every format', async () => {
    const one = (confidence: Finding['confidence']): readonly Case[] =>
      CASES.filter(({ finding }) => finding.confidence === confidence);
    for (const { deprecation, finding } of [...one('certain'), ...one('probable')]) {
      const [day, instead] = expectDefined(SPECIFIED[deprecation.id], deprecation.id);
      const report = buildReport({
        tool: { name: 'sunset-lint', version: '1.2.3' },
        catalogue: CATALOGUE,
        asOf: AS_OF,
        coverage: plainReport().coverage,
        findings: [finding],
        unresolved: [],
        textOf: () => '',
        isTest: () => false,
        isDocument: () => false,
      });
      for (const [name, format] of Object.entries(FORMATS)) {
        const text = plain(await format(report));
        expect([finding.url, name, text.includes(day) && instead.test(text)]).toEqual([finding.url, name, true]);
      }
      expect(report.findings[0]?.vendorUrl).toMatch(/^https:\/\/(?:developers\.cloudflare|github)\.com\//);
    }
  });

  it('begins with the current state when the vendor revised the specification', () => {
    const { finding, deprecation } = expectDefined(
      CASES.find(({ finding: { url } }) => url.endsWith('/pagerules')),
      'a finding of page rules',
    );
    const now = describeFinding(finding, deprecation, '2026-11-22');
    expect(now.message).toMatch(
      /^`GET [^`]*pagerules` ends on 2025-01-06 by the published end-of-life table; Cloudflare cancelled that on 2024-06-17, and it still works; /,
    );
    expect(oneLine(now)).not.toMatch(/withdrew|\bended\b/);
  });
});

describe('advice on a replacement', () => {
  it('replaces an operation that reads by one that reads, and a write by a write', () => {
    const reads = (operation: string): boolean => operation.startsWith('GET ');
    const operations = CATALOGUE.deprecations.flatMap((deprecation) =>
      deprecation.kind === 'endpoint'
        ? deprecation.endpoints.flatMap(({ methods, path }) =>
            methods.map((method) => ({ deprecation, method, path: path.text })),
          )
        : [],
    );
    const known = operations.flatMap(({ deprecation, method, path }) => {
      const same = sameToday(deprecation, { method, path });
      return same === undefined ? [] : [{ old: `${method} ${path}`, same }];
    });
    expect(known.length).toBeGreaterThan(60);
    expect(known.filter(({ old, same }) => reads(old) !== reads(same))).toEqual([]);
    expect(known.filter(({ old, same }) => old.startsWith('DELETE ') !== same.startsWith('DELETE '))).toEqual([]);
  });

  it('shows code after a move only if it does the same as the code before', () => {
    for (const deprecation of CATALOGUE.deprecations) {
      const after = describeReplacementCall(deprecation, API).join('\n');
      if (after === '' || deprecation.kind !== 'endpoint') continue;
      const before = describeExample(deprecation, API).join('\n');
      const methodIn = (code: string): string =>
        (/method: '(\w+)'/.exec(code)?.[1] ?? 'GET').replace(/^(?:PUT|PATCH)$/, 'change');
      expect([deprecation.id, methodIn(after)]).toEqual([deprecation.id, methodIn(before)]);
    }
    const email = expectDefined(
      CATALOGUE.deprecations.find(({ id }) => id === 'notification-email-field'),
      'the field',
    );
    expect(describeReplacementCall(email, API)).toEqual([]);
  });

  it('names only the replacement for the method of the finding', () => {
    for (const { deprecation, finding } of CASES) {
      const { advice } = describeFinding(finding, deprecation, AS_OF);
      const [, named] = /Instead: `([A-Z]+) \//.exec(advice.join(' ')) ?? [];
      if (named !== undefined && finding.operation?.method === 'GET')
        expect([finding.url, named]).toEqual([finding.url, 'GET']);
    }
  });
});
