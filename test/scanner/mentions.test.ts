import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Catalogue } from '../../src/core/model/deprecation.js';
import { languageOf } from '../../src/languages/table.js';
import { mentionedApis } from '../../src/select/text-mentions.js';
import { buildMentions } from '../../src/select/mentions.js';
import { CATALOGUE, endpointDeprecation } from './support.js';

const BASE = {
  api: 'acme',
  layers: [],
  replacement: { kind: 'none' },
  source: { file: 't.md', line: 1 },
  areas: [],
  nearMisses: [],
  feature: 'f',
  endOfLife: '2025-01-01',
} as const;

const WIDE: Catalogue = {
  ...CATALOGUE,
  deprecations: [
    ...CATALOGUE.deprecations,
    endpointDeprecation('minify', 'Auto Minify', [[['GET'], '/zones/{zone_id}/settings/minify']]),
    endpointDeprecation('brotli', 'Brotli', [[['GET'], '/zones/{zone_id}/settings/brotli']]),
    endpointDeprecation('members', 'Organization members', [[['GET'], '/organizations/{id}/members/{member_id}']]),
    {
      ...BASE,
      kind: 'segment',
      id: 'seg',
      after: '/zones/{zone_id}',
      segment: 'script_monitor',
      replacedBy: 'page_shield',
    },
    { ...BASE, kind: 'headers', id: 'head', headers: ['Transfer-Encoding', 'Content-Length'] },
    { ...BASE, kind: 'cipher-suites', id: 'cipher', names: ['OLD-CHACHA'], codePoints: [0xcc13], note: '' },
  ],
};

/** Common spellings of a path, each a piece of source. */
const SPELLINGS: readonly ((segments: readonly string[]) => string)[] = [
  (segments) => `fetch('/${segments.join('/')}')`,
  (segments) => `fetch("${segments.join('/')}")`,
  (segments) => `fetch(\`\${base}/${segments.map((s) => (s.startsWith('{') ? '${id}' : s)).join('/')}?page=1\`)`,
  (segments) => `[${segments.map((s) => `'${s}'`).join(', ')}].join('/')`,
  (segments) => segments.map((s) => `"${s}"`).join(' + "/" + '),
  (segments) => segments.map((s) => `'/${s}'`).join(' + '),
  (segments) => `\`${segments.map((s) => `\${slash}${s}`).join('')}\``,
  (segments) => `const PATH = /\\/${segments.join('\\/')}$/;`,
  (segments) => `const P = {\n${segments.map((s, i) => `  k${i}: \`${s}\`,`).join('\n')}\n};`,
];

const [API, ...OTHERS] = CATALOGUE.apis;

/** The catalogue with an SDK of its own. */
const WITH_SDK: Catalogue = {
  ...WIDE,
  apis: [
    ...(API === undefined
      ? []
      : [
          {
            ...API,
            clients: [
              {
                name: 'acme',
                origins: [{ module: '@acme/sdk', export: 'default' }],
                requests: [
                  { member: 'rest.towers.hangBell', method: 'PUT' as const, template: '/towers/{tower}/bells' },
                  { member: 'get', method: 'GET' as const, url: 0 },
                ],
              },
            ],
          },
        ]),
    ...OTHERS,
  ],
};

describe('the search for mentions', () => {
  it.each([
    'anything.towers.hangBell({})',
    'towers\n  .hangBell()',
    'it.towers?.hangBell()',
    'run(it.rest.towers.hangBell, {})',
  ])('finds a method of an SDK whose name is unique: %s', (text) => {
    expect(buildMentions(WITH_SDK).of(text)).toBe('rare');
    expect(buildMentions(WIDE).of(text)).toBeUndefined();
  });

  it.each(['hangBell()', 'ropes.hangBell()', 'towers.list()', 'it.get(url)'])('finds no SDK method in %s', (text) => {
    expect(buildMentions(WITH_SDK).of(text)).toBeUndefined();
  });

  const endpoints = WIDE.deprecations.flatMap((entry) => (entry.kind === 'endpoint' ? entry.endpoints : []));

  it('finds every operation of a catalogue in any spelling and any text', () => {
    const { of } = buildMentions(WIDE);
    const noise = fc.stringMatching(/^[a-z ;(){}\n.]{0,80}$/);
    fc.assert(
      fc.property(
        fc.constantFrom(...endpoints),
        fc.constantFrom(...SPELLINGS),
        noise,
        noise,
        (endpoint, spell, before, after) => {
          const source = spell(endpoint.path.text.split('/').slice(1));
          expect(of(`${before}\n${source}\n${after}`), source).toBeDefined();
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('distinguishes the API, rare words and common words', () => {
    const { of } = buildMentions(WIDE);
    expect(of("const u = 'https://api.acme.test/'")).toBe('api');
    expect(of("x + 'client/v9/zones'")).toBe('api');
    expect(of("import Acme from 'acme';")).toBe('api');
    expect(of("get('/zones/1/rate_limits')")).toBe('rare');
    expect(of("get('/zones/1/rate_limits') // api.acme.test")).toBe('api');
    expect(of('client.rateLimits.list()')).toBe('rare');
    expect(of("get('/zones/1/filters')")).toBe('common');
    expect(of("['brotli', 'minify'].map(patch)")).toBe('common');
    expect(of('zones/${z}/script_monitor')).toBe('rare');
    expect(of("'transfer-encoding': 'chunked'")).toBe('rare');
    expect(of('ids.push(0xCC13)')).toBe('rare');
  });

  it('ignores common words outside texts', () => {
    const { of } = buildMentions(WIDE);
    expect(of('const filters = minify(members);')).toBeUndefined();
    expect(
      of("import { filters } from '../filters';\nimport('./a/filters.js');\nrequire('./filters')"),
    ).toBeUndefined();
    expect(of("import { filters } from '../filters'; get('/filters')")).toBe('common');
    expect(of("get('/filtersets')")).toBeUndefined();
  });

  it.each([
    "get('/zones/1/settings/minify')",
    'get(`/zones/${zone}/settings/${name === 1 ? "minify" : "brotli"}`)',
    "get(base + 'settings/minify?all=1')",
    "get('https://proxy.example/api/zones/1/settings/minify')",
    "get('../minify')",
    'get(`${base}minify`)',
    'get(`/zones/${encode(zone)}/settings/minify`)',
    "get('GET /zones/:zone/settings/minify HTTP/1.1')",
  ])('finds a common word where a path can have it: %s', (text) => {
    expect(buildMentions(WIDE).of(text)).toBe('common');
  });

  it.each([
    "read('minify/index.ts')",
    "read('tools/minify')",
    "read('/settings/minify/options')",
    "read('https://example.com/tools/minify')",
    "use('minify-css')",
    "use('minify.js')",
    "it('minify the page')",
    'read(`${root}/tools/minify`)',
  ])('ignores a common word where no path has it: %s', (text) => {
    expect(buildMentions(WIDE).of(text)).toBeUndefined();
  });

  it('requires the rest of the path or the name of the API near a common word', () => {
    const { hasContext } = buildMentions(WIDE);
    expect(hasContext('get(`/zones/${zone}/filters`)')).toBe(true);
    expect(hasContext("['zones', zone, 'filters']")).toBe(true);
    expect(hasContext("acmeClient.get('/filters')")).toBe(true);
    expect(hasContext("get('/users/1/filters')")).toBe(false);
    expect(hasContext("get('/organizations/1')")).toBe(false);
  });

  it('requires all other words of a path if one of them is very common', () => {
    const { hasContext } = buildMentions(WIDE);
    expect(hasContext("pick(`/zones/${id}`); set('settings', 'minify')")).toBe(true);
    expect(hasContext("set('settings', 'minify')")).toBe(false);
  });

  it('finds two words written as one path, and mentions that need no API', () => {
    const { hasPiece, isSufficientAlone } = buildMentions(WIDE);
    expect(["get('settings/minify')", "get('settings', 'minify')"].map(hasPiece)).toEqual([true, false]);
    expect(['settings/minify', '@settings/minify', '%settings/minify'].map(hasPiece)).toEqual([true, false, false]);
    expect(["{ ciphers: 'OLD-CHACHA' }", "get('/zones/1/rate_limits')"].map(isSufficientAlone)).toEqual([true, false]);
  });

  it.each([
    "import Acme from 'acme';",
    "import type { Zone } from 'acme/zones';",
    "import('acme')",
    "import(/* webpackChunkName: 'api' */ 'acme')",
    "let client: typeof import('acme');",
    '/// <reference types="acme" />',
    "declare module 'acme' {}",
    "const Acme = require('acme');",
    "require.resolve('acme')",
    "jest.mock('acme')",
    "vi.importActual<Client>('acme')",
    "define(['./a', 'acme'], run)",
    "export * from '@clocks/acme';",
  ])('treats an import of the SDK as its name: %s', (text) => {
    expect(buildMentions(WIDE).of(text)).toBe('api');
  });

  it.each(["const providers = ['acme'];", "register('acme', run)", "mockResolvedValue('acme')", "from('x', 'acme')"])(
    'does not treat the quoted name of the SDK as an import: %s',
    (text) => {
      expect(buildMentions(WIDE).of(text)).toBeUndefined();
    },
  );

  it('ignores line comments, and names within other hosts', () => {
    const { of, hasContext } = buildMentions(WIDE, languageOf('shell').forms);
    expect(of('call minify')).toBe('common');
    expect(of('#!/bin/sh\n  # minify all\n')).toBeUndefined();
    expect(of('run # now\ncall minify')).toBe('common');
    expect(hasContext('export ACME_TOKEN')).toBe(true);
    expect(hasContext('# of ACME\n')).toBe(false);
    expect(hasContext('git clone https://docs.acme.test/tools')).toBe(false);
    expect(hasContext('call "https://$HOST/acme"')).toBe(true);
    expect(buildMentions(WIDE, languageOf('terraform').forms).of('// "minify"\n# "/minify"')).toBeUndefined();
    expect(buildMentions(WIDE, languageOf('python').forms).of("  # get('/minify')")).toBeUndefined();
  });

  it('does not search for short names of the API', () => {
    const { of } = buildMentions({
      ...WIDE,
      apis: [{ id: 'acme', baseUrls: [{ url: 'https://api.acme.test/client/v9', names: ['acme', 'ac'] }] }],
    });
    expect(of("['ac', 'ad']")).toBeUndefined();
    expect(of("require('acme')")).toBe('api');
  });

  it('distinguishes paths of rare words from other texts', () => {
    const { wordKindIn } = buildMentions(WIDE);
    expect(wordKindIn("'/zones/1/rate_limits'")).toBe('path');
    expect(wordKindIn("'rate_limits'")).toBe('word');
    expect(wordKindIn("'/filters'")).toBe('word');
    expect(wordKindIn('rateLimits')).toBe('none');
  });

  it('distinguishes called methods of a member from members that are only read', () => {
    const { callsMember } = buildMentions(WIDE);
    const called = ['api.minify.list()', 'api.minify?.list<Row>()', 'api\n  .minify\n  .get (1)', 'api.minify(1)'];
    const read = ['data.minify?.[0]', 'rows: data.minify,', '[...minify.map(one)]', '`team.minify`', 'minify.list()'];
    expect(called.filter((text) => !callsMember(text))).toEqual([]);
    expect(read.filter(callsMember)).toEqual([]);
  });

  it('follows a member in brackets and the local aliases of a member', () => {
    const { callsMember } = buildMentions(WIDE);
    const called = [
      "api['minify'].list()",
      'const own = api.zone.minify;\nown.list();',
      'const { minify } = api;\nminify.list();',
      'const { other, minify: own } = api.zone;\nown?.list<Row>();',
    ];
    const read = [
      "const kind = data['minify'];\nshow(kind);",
      'const own = api.minify;\nown.map(one);',
      'const { minify } = props;\nshow(minify); other.minify.length;',
      'const own = api.zone.minify;\nthis.own.list();',
      'const { list } = api;\nlist.list();',
    ];
    expect(called.filter((text) => !callsMember(text))).toEqual([]);
    expect(read.filter(callsMember)).toEqual([]);
  });

  it('finds nothing for an empty catalogue', () => {
    expect(buildMentions({ digest: '', apis: [], editions: [], deprecations: [] }).of('filters')).toBeUndefined();
  });
});

describe('the search for mentions of format 3', () => {
  const own: Catalogue = {
    ...CATALOGUE,
    apis: [{ id: 'acme', baseUrls: [{ url: 'https://{shop}.acme.test/admin/api/{version}' }] }],
    deprecations: [
      endpointDeprecation('v17', 'Version 17', [[[], '/v17.0/**']]),
      endpointDeprecation('short', 'Version 2', [[[], '/v2/**']]),
      endpointDeprecation('day', 'January', [[[], '/2024-01/**']]),
      endpointDeprecation('number', 'Seventeen', [[[], '/1700/**']]),
      endpointDeprecation('ring', 'Ringing', [[['POST'], '/{version}/{name}:ringBell']]),
      { ...BASE, kind: 'package', id: 'sdk', packages: ['acme-old'], language: 'javascript' },
      { ...BASE, kind: 'package', id: 'python', packages: ['bell-generative'], language: 'python' },
      { ...BASE, kind: 'query', id: 'query', parameter: 'acme-version', only: ['2022-11-28'], endpoints: [] },
      { ...BASE, kind: 'query', id: 'plain', parameter: 'version', only: ['2021-01-01'], endpoints: [] },
    ],
  };
  const mentions = buildMentions(own);
  const python = buildMentions(own, languageOf('python').forms);

  it.each([
    // Versions and days are in every program, so they count only at the beginning of a segment.
    ['get(`${base}/v17.0/${id}`)', 'common'],
    ["const released = { 'v17.0.1': 'in May' }", undefined],
    ["get('/2024-01/bells')", 'common'],
    ["const day = '2024-01-01T00:00:00Z'", undefined],
    ['setTimeout(ring, 1700)', undefined],
    ["get(base + '/v2/bells/7')", 'common'],
    ['get(`${base}/v2`)', 'common'],
    ["const name = 'v2-bells'", undefined],
    ['post(`${name}:ringBell`)', 'rare'],
    ["import x from 'acme-old'", 'rare'],
    ["require('acme-old/part')", 'rare'],
    ["import x from 'acme-older'", undefined],
    ["get('/a?acme-version=1')", 'rare'],
    ["get('/a', { version: '2021-01-01' })", 'rare'],
    ["get('/a', { version: '2024-01-01' })", undefined],
    ['get(`https://${host}/admin/api/${version}/a`)', 'api'],
    ["get('/admin/apis')", 'api'],
    ["get('/admin/a')", undefined],
  ])('classifies %s', (text, expected) => {
    expect(mentions.of(text)).toBe(expected);
  });

  it.each([
    ['import bell.generative as a', 'rare'],
    ['from bell import generative', 'rare'],
    ['from bell_generative.models import A', 'rare'],
    ['from bell import other', undefined],
  ])('classifies, in Python, %s', (text, expected) => {
    expect(python.of(text)).toBe(expected);
  });

  it.each([
    ['https://big.acme.test/admin/api/2024-01/a', ['acme']],
    ['`https://${host}/admin/api/2024-01/a`', ['acme']],
    ['`/admin/api/${version}/a`', ['acme']],
    ["'/admin/api/users'", []],
  ])('finds in %s the base URL of %j', (text, expected) => {
    expect(mentionedApis(text, own)).toEqual(expected);
  });
});
