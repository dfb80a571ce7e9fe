import { describe, expect, it } from 'vitest';
import { readPage } from '../../packages/catalogue-tools/src/upstream/page.js';
import { readOpenApi } from '../../packages/catalogue-tools/src/upstream/openapi.js';
import { catalogueOfOpenApi } from '../../packages/catalogue-tools/src/upstream/catalogue-of-openapi.js';
import type { OpenApiDocument } from '../../packages/catalogue-tools/src/upstream/openapi.js';

const HEAD = { openapi: '3.1.0', info: { title: 'Bell API' }, servers: [{ url: 'https://api.bell.example/v1/' }] };

function read(document: unknown): OpenApiDocument {
  return readOpenApi({ file: 'bells.json', text: JSON.stringify(document) });
}

function operation(fields: object): OpenApiDocument['operations'][number] | undefined {
  const paths = {
    '/bells/{id}': { get: { deprecated: true, ...fields } },
    '/towers/{id}': { get: { operationId: 'towers/get', summary: 'Get a tower' }, put: {} },
  };
  return read({ ...HEAD, paths }).operations[0];
}

describe('dates of an OpenAPI operation', () => {
  it.each([
    [{ 'x-sunset': '2026-05-01' }, { endOfLife: '2026-05-01', datesFrom: 'field' }],
    [{ 'x-sunset-date': '2026-05-01T00:00:00Z' }, { endOfLife: '2026-05-01', datesFrom: 'field' }],
    [
      { 'x-github': { deprecationDate: '2026-01-02', removalDate: '2026-05-01' } },
      { since: '2026-01-02', endOfLife: '2026-05-01', datesFrom: 'field' },
    ],
    [{ 'x-cfDeprecation': { eol: '2023-03-19', display: true } }, { endOfLife: '2023-03-19', datesFrom: 'field' }],
    [{ description: 'Will be removed on August 28th, 2026.' }, { endOfLife: '2026-08-28', datesFrom: 'prose' }],
    [
      { description: 'Deprecated since 2 March 2025. After 1 May 2026, requests will no longer be supported.' },
      { since: '2025-03-02', endOfLife: '2026-05-01', datesFrom: 'prose' },
    ],
    [{ description: 'Sunset: January 2026' }, { endOfLife: '2026-01', datesFrom: 'prose' }],
  ])('are read from %j', (fields, dates) => {
    expect(operation(fields)).toMatchObject(dates);
  });

  it('are not read from words about something else', () => {
    for (const description of ['Gets a bell of May 1, 2026.', 'Deprecated.', 'Removed on 2026-02-30.'])
      expect(operation({ description })).not.toHaveProperty('endOfLife');
  });

  it('are not read from words with two dates, which is noted', () => {
    const paths = {
      '/a': { get: { deprecated: true, description: 'Removed on 2026-05-01. Shut down on 2026-06-01.' } },
    };
    const { operations, leftOut } = read({ ...HEAD, paths });
    expect(operations[0]).not.toHaveProperty('endOfLife');
    expect(leftOut).toEqual([
      { place: 'paths./a.get', why: 'its description gives several ends: 2026-05-01, 2026-06-01' },
    ]);
  });
});

describe('the replacement of an OpenAPI operation', () => {
  it.each([
    ['Use `PUT /towers/{id}` instead.', { method: 'PUT', path: '/towers/{id}' }],
    ['Deprecated in favor of /v1/towers/{tower}.', { method: 'GET', path: '/towers/{id}' }],
    ['We recommend migrating to [Get a tower](https://docs.bell.example/x).', { method: 'GET', path: '/towers/{id}' }],
    ['Replaced by `towers/get`.', { method: 'GET', path: '/towers/{id}' }],
  ])('is read from %s', (description, replacement) => {
    expect(operation({ description })?.replacement).toEqual(replacement);
  });

  it.each([
    'Use `GET /chimes` instead.',
    'Lists what `GET /towers/{id}` has.',
    'Use `GET /towers/{id}` or `PUT /towers/{id}`.',
  ])('is not read from %s', (description) => {
    expect(operation({ description })).not.toHaveProperty('replacement');
  });
});

describe('base URLs of an OpenAPI document', () => {
  it('have the values of host variables, and keep path variables', () => {
    const servers = [
      {
        url: 'https://{region}.bell.example/{tenant}/v2',
        variables: { region: { enum: ['eu', 'us'], default: 'eu' }, tenant: { default: 'x' } },
      },
      { url: 'http://localhost:3000' },
      { url: '/relative' },
    ];
    const { baseUrls, leftOut } = read({ ...HEAD, servers, paths: {} });
    expect(baseUrls).toEqual(['https://eu.bell.example/{tenant}/v2', 'https://us.bell.example/{tenant}/v2']);
    expect(leftOut.map(({ why }) => why)).toEqual([
      "it is the address of a developer's own machine: http://localhost:3000",
      'it is not absolute (name the base URL with --base-url): /relative',
    ]);
  });

  it('have the numbers of a host variable, such as a port', () => {
    const port = { enum: [443, 8443], default: 443 };
    const servers = [{ url: 'https://api.bell.example:{port}/v1', variables: { port } }];
    const { baseUrls, leftOut } = read({ ...HEAD, servers, paths: {} });
    expect(baseUrls).toEqual(['https://api.bell.example:443/v1', 'https://api.bell.example:8443/v1']);
    expect(leftOut).toEqual([]);
  });

  it('do not include a server with a host variable without values, which is noted', () => {
    const servers = [
      { url: 'https://{region}.bell.example', variables: { region: { description: 'eu or us' } } },
      { url: 'https://api.bell.example:{port}/v1', variables: { port: { enum: [null] } } },
      { url: 'https://api.bell.example/{tenant}', variables: { tenant: { description: 'any' } } },
    ];
    const { baseUrls, leftOut } = read({ ...HEAD, servers, paths: {} });
    expect(baseUrls).toEqual(['https://api.bell.example/{tenant}']);
    expect(leftOut).toEqual([
      { place: 'servers', why: 'its host has a variable without values: https://{region}.bell.example' },
      { place: 'servers', why: 'its host has a variable without values: https://api.bell.example:{port}/v1' },
    ]);
  });

  it('note that a listed value of a host variable is not a text or a number', () => {
    const servers = [{ url: 'https://{region}.bell.example', variables: { region: { enum: ['eu', null] } } }];
    const { baseUrls, leftOut } = read({ ...HEAD, servers, paths: {} });
    expect(baseUrls).toEqual(['https://eu.bell.example']);
    expect(leftOut).toEqual([{ place: 'servers.0', why: "hosts of other values of 'region' than eu are not known" }]);
  });

  it('include those of paths and operations, of which the omitted ones are noted once', () => {
    const upload = [{ url: 'https://upload.bell.example' }, { url: '/v2' }];
    const paths = {
      '/bells': { get: { servers: [{ url: 'https://read.bell.example' }, { url: '/v3' }] }, put: {} },
      '/towers': { servers: upload, get: {}, put: {} },
      '/ropes': { servers: [{ url: 'https://ropes.bell.example' }], get: {} },
    };
    const { baseUrls, leftOut, operations } = read({ ...HEAD, paths });
    expect(operations).toHaveLength(5);
    expect(baseUrls).toEqual([
      'https://api.bell.example/v1',
      'https://read.bell.example',
      'https://upload.bell.example',
      'https://ropes.bell.example',
    ]);
    expect(leftOut).toEqual([
      {
        place: 'paths./bells.get.servers',
        why: 'it is not absolute (name the base URL with --base-url): /v3',
      },
      { place: 'paths./towers.servers', why: 'it is not absolute (name the base URL with --base-url): /v2' },
    ]);
  });

  it('are built from the parts of Swagger 2', () => {
    const document = {
      swagger: '2.0',
      host: 'api.bell.example',
      basePath: '/v2/',
      schemes: ['http', 'https'],
      paths: {},
    };
    expect(read(document).baseUrls).toEqual(['https://api.bell.example/v2']);
  });
});

describe('deprecated parts of an OpenAPI operation', () => {
  it('are parameters and properties, with the direction of their schema', () => {
    const { parts, leftOut } = read({
      ...HEAD,
      components: {
        parameters: { old: { in: 'query', name: 'old', deprecated: true } },
        schemas: {
          Bell: {
            properties: {
              id: { deprecated: true },
              tower: { $ref: '#/components/schemas/Tower' },
              parts: { type: 'array', items: { properties: { weight: { deprecated: true } } } },
            },
          },
          Tower: {
            properties: { bells: { items: { $ref: '#/components/schemas/Bell' } }, height: { deprecated: true } },
          },
        },
      },
      paths: {
        '/bells': {
          parameters: [{ $ref: '#/components/parameters/old' }, { in: 'header', name: 'X-Old', deprecated: true }],
          post: {
            requestBody: { content: { 'application/json': { schema: { properties: { id: { deprecated: true } } } } } },
            responses: {
              200: { content: { 'application/json': { schema: { items: { $ref: '#/components/schemas/Bell' } } } } },
              404: { content: { 'application/json': { schema: { properties: { code: { deprecated: true } } } } } },
            },
          },
        },
      },
    });
    expect(parts.map(({ part }) => part)).toEqual([
      { kind: 'query', parameter: 'old' },
      { kind: 'header', name: 'X-Old' },
      { kind: 'field', pointer: '/id', direction: 'both' },
      { kind: 'field', pointer: '/tower/height', direction: 'response' },
    ]);
    expect(leftOut.map(({ place }) => place)).toContain('paths./bells.post.responses.200.application/json/parts');
  });
});

describe('the catalogue of an OpenAPI document', () => {
  const options = { asOf: '2026-10-02', text: '', baseUrls: [] };

  it('lists all other operations as live, and groups entries by tag and date', () => {
    const old = { deprecated: true, tags: ['bells'] };
    const document = read({
      ...HEAD,
      paths: {
        '/bells': { get: old, post: { ...old, 'x-sunset': '2026-05-01' } },
        '/bells/{id}': { get: old },
        '/towers': { get: {}, post: {} },
      },
    });
    expect(catalogueOfOpenApi(document, options)).toMatchObject({
      format: 2,
      api: { id: 'bell', baseUrls: [{ url: 'https://api.bell.example/v1', names: ['bell'] }] },
      deprecations: [
        {
          id: 'bell/bells',
          kind: 'endpoint',
          endOfLife: null,
          endpoints: [
            { methods: ['GET'], path: '/bells' },
            { methods: ['GET'], path: '/bells/{id}' },
          ],
        },
        { id: 'bell/bells-2', endOfLife: '2026-05-01', endpoints: [{ methods: ['POST'], path: '/bells' }] },
      ],
      live: ['GET, POST /towers'],
    });
  });

  it('has ids of at most 60 characters, hyphens included', () => {
    const idsOf = (tag: string): readonly string[] => {
      const document = read({ ...HEAD, paths: { '/bells': { get: { deprecated: true, tags: [tag] } } } });
      return catalogueOfOpenApi(document, options).deprecations.map(({ id }) => id);
    };
    const [a29, a30, b30] = ['a'.repeat(29), 'a'.repeat(30), 'b'.repeat(30)];
    expect(idsOf(`${a29} ${b30}`)).toEqual([`bell/${a29}-${b30}`]);
    expect(idsOf(`${a30} ${b30}`)).toEqual([`bell/${a30}`]);
  });

  it('has the format that its paths require', () => {
    const paths = { '/bells/{Sid}.json': { get: { deprecated: true } }, '/towers/{Sid}.json': { get: {} } };
    expect(catalogueOfOpenApi(read({ ...HEAD, paths }), options)).toMatchObject({
      format: 3,
      deprecations: [{ endpoints: [{ methods: ['GET'], path: '/bells/{Sid}.json' }] }],
      live: ['GET /towers/{Sid}.json'],
    });
  });

  it('keeps entries of an earlier document, whatever the names of its parameters', () => {
    const previous = read({ ...HEAD, paths: { '/chimes/{id}': { get: {} }, '/bells/{bell}': { get: {} } } });
    const document = read({ ...HEAD, paths: { '/bells/{id}': { get: {} } } });
    const { deprecations } = catalogueOfOpenApi(document, { ...options, previous });
    expect(deprecations).toMatchObject([
      {
        id: 'bell/removed-chimes',
        endOfLife: null,
        note: 'The newer document no longer has it.',
        endpoints: [{ methods: ['GET'], path: '/chimes/{id}' }],
      },
    ]);
  });

  it('needs a base URL', () => {
    const document = read({ openapi: '3.0.3', paths: {} });
    expect(() => catalogueOfOpenApi(document, options)).toThrow(
      "'bells.json' gives no base URL that could be used. Name it with --base-url.",
    );
  });
});

describe('OpenAPI documents', () => {
  it('may be YAML, with referenced path items', () => {
    const text = `openapi: 3.2.0
paths:
  /bells:
    $ref: '#/components/pathItems/bells'
components:
  pathItems:
    bells:
      get: { deprecated: true }
      query: {}
      additionalOperations:
        LINK: {}
`;
    const { operations, leftOut } = readOpenApi({ file: 'bells.yaml', text });
    expect(operations).toMatchObject([{ method: 'GET', path: '/bells', deprecated: true }]);
    expect(leftOut.map(({ place }) => place)).toEqual(['paths./bells.query', 'paths./bells.LINK']);
  });

  it('may refer to elements of a list by their plain index alone', () => {
    const old = { in: 'query', name: 'old', deprecated: true };
    const parameters = ['0', '', '0x0', '00', '1'].map((key) => ({ $ref: `#/x-old/${key}` }));
    const { parts, leftOut } = read({ ...HEAD, 'x-old': [old], paths: { '/bells': { get: { parameters } } } });
    expect(parts.map(({ part }) => part)).toEqual([{ kind: 'query', parameter: 'old' }]);
    expect(leftOut).toEqual([
      { place: 'paths./bells.get.parameters.1', why: 'it refers to nothing: #/x-old/' },
      { place: 'paths./bells.get.parameters.2', why: 'it refers to nothing: #/x-old/0x0' },
      { place: 'paths./bells.get.parameters.3', why: 'it refers to nothing: #/x-old/00' },
      { place: 'paths./bells.get.parameters.4', why: 'it refers to nothing: #/x-old/1' },
    ]);
  });

  it('in YAML are rejected with the name of an alias that has no anchor before it', () => {
    const readYaml = (text: string): OpenApiDocument => readOpenApi({ file: 'bells.yaml', text });
    expect(() => readYaml('openapi: 3.1.0\npaths: *bells\n')).toThrow(
      "bells.yaml: has no anchor '&bells' before its alias '*bells'",
    );
    expect(() => readYaml('openapi: 3.1.0\npaths: *bells\nx-bells: &bells {}\n')).toThrow(
      "bells.yaml: has no anchor '&bells' before its alias '*bells'",
    );
    expect(
      readYaml('openapi: 3.1.0\nx-bells: &bells { /bells: { get: {} } }\npaths: *bells\n').operations,
    ).toHaveLength(1);
  });

  it('have one operation for paths that differ only in parameter names, live if one of them is', () => {
    const paths = { '/bells/{a}': { get: { deprecated: true } }, '/bells/{b}': { get: {} } };
    const { operations, leftOut } = read({ ...HEAD, paths });
    expect(operations).toMatchObject([{ deprecated: false }]);
    expect(leftOut).toEqual([
      { place: 'paths./bells/{b}.get', why: 'it is the same method and path as paths./bells/{a}.get' },
    ]);
  });

  it.each([
    ['{}', "bells.json: is not an OpenAPI document: it says neither 'openapi' nor 'swagger'"],
    ['{"openapi": "4.0.0"}', "bells.json: is a document of version '4.0.0'"],
    ['{\n"openapi": \n}', 'bells.json:3: not JSON: value expected'],
  ])('are rejected: %s', (text, message) => {
    expect(() => readOpenApi({ file: 'bells.json', text })).toThrow(message);
  });
});

describe('the limits of an OpenAPI document', () => {
  const reasonsOf = (document: unknown): readonly string[] => read(document).leftOut.map(({ why }) => why);
  const named = (count: number, letter: string): readonly string[] =>
    Array.from({ length: count }, (_, index) => `${letter}${String(index)}`);

  it('exclude hosts from variables above ten', () => {
    const servers = (count: number): unknown => [
      {
        url: 'https://{a}.{b}.bell.example/v1',
        variables: { a: { enum: named(2, 'a') }, b: { enum: named(count, 'b') } },
      },
    ];
    const paths = { '/bells': { get: {} } };
    expect(reasonsOf({ ...HEAD, servers: servers(5), paths })).toEqual([]);
    expect(reasonsOf({ ...HEAD, servers: servers(6), paths })).toEqual([
      'its variables make 12 hosts; the first 10 are known',
    ]);
  });

  it('exclude members of a body more than six levels deep', () => {
    const nested = (depth: number): unknown =>
      depth === 0 ? { type: 'string' } : { type: 'object', properties: { a: nested(depth - 1) } };
    const body = (depth: number): unknown => ({
      ...HEAD,
      paths: { '/bells': { post: { requestBody: { content: { 'application/json': { schema: nested(depth) } } } } } },
    });
    expect(reasonsOf(body(7))).toEqual([]);
    expect(reasonsOf(body(8))).toEqual(['members more than 6 levels deep were not looked at']);
  });

  it.each([
    [4_900, []],
    [5_100, ['the first 5000 characters of its description were searched for a replacement']],
    [
      20_100,
      [
        'its description is longer than 20000 characters: the text after that was not searched for dates',
        'the first 5000 characters of its description were searched for a replacement',
      ],
    ],
  ])('apply to a text of %s characters', (length, told) => {
    const description = 'Rings. '.repeat(length / 7);
    expect(reasonsOf({ ...HEAD, paths: { '/bells': { get: { deprecated: true, description } } } })).toEqual(told);
  });
});

describe('the limits of a page', () => {
  const told = (text: string): readonly string[] => readPage({ file: 'a.md', text }).leftOut.map(({ why }) => why);
  const notice = (line: string): string =>
    `## Bells are deprecated\n\n${line}\n\nEnd of life date: 2026-05-01\n\nDeprecated API: GET /bells\n`;

  it('exclude the rest of a line of more than 4,000 characters', () => {
    expect(told(notice('x'.repeat(4_000)))).toEqual([]);
    expect(told(notice('x'.repeat(4_001)))).toEqual([
      'a line of it is longer than 4000 characters: the rest was not read',
    ]);
    const html = (length: number): string =>
      `<h2>Bells are deprecated</h2><p>${'x'.repeat(length)}</p><p>End of life date: 2026-05-01</p><p>Deprecated API: GET /bells</p>`;
    expect(told(html(4_000))).toEqual([]);
    expect(told(html(4_001))).toEqual(['a line of it is longer than 4000 characters: the rest was not read']);
  });

  it('exclude the rest of an entry of more than 20,000 characters', () => {
    const lines = (count: number): string => 'x'.repeat(3_000).concat('\n').repeat(count);
    expect(told(notice(lines(6)))).toEqual([]);
    expect(told(notice(lines(7)))).toEqual([
      'it is longer than 20000 characters: the text after that was not searched for dates',
    ]);
  });
});
