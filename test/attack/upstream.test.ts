import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { guessTemplate } from '../../packages/catalogue-tools/src/upstream/guess-template.js';
import { htmlLines } from '../../packages/catalogue-tools/src/upstream/html-lines.js';
import { parseDeprecationHeader, parseHttpDate } from '../../packages/catalogue-tools/src/upstream/http-dates.js';
import { readHar } from '../../packages/catalogue-tools/src/upstream/har.js';
import { readOpenApi } from '../../packages/catalogue-tools/src/upstream/openapi.js';
import type { OpenApiDocument } from '../../packages/catalogue-tools/src/upstream/openapi.js';
import { operationsIn } from '../../packages/catalogue-tools/src/upstream/page-entries.js';
import { proseDates } from '../../packages/catalogue-tools/src/upstream/prose-dates.js';
import { readUpstream } from '../../packages/catalogue-tools/src/upstream/read-upstream.js';
import { cli } from '../cli/support.js';
import { startCpuClock } from '../cpu-time.js';

let work: string;
beforeAll(() => {
  work = mkdtempSync(join(tmpdir(), 'upstream-'));
});
afterAll(() => {
  rmSync(work, { recursive: true });
});

const HEAD = { openapi: '3.0.3', info: { title: 'Bell API' }, servers: [{ url: 'https://api.bell.example' }] };

function read(document: object | string, file = 'a.json'): Promise<OpenApiDocument> {
  // Throws asynchronously, as the command line does.
  return Promise.resolve().then(() =>
    readOpenApi({
      file,
      text: typeof document === 'string' ? document : JSON.stringify({ ...HEAD, ...document }),
    }),
  );
}

/** CPU time in milliseconds that no hostile input may take; a tenth is usual. */
const PATIENCE = 5000;
let elapsed: () => number;
beforeEach(() => {
  elapsed = startCpuClock();
});
/** Runs a reader that may refuse its input. */
function attempt(reading: () => unknown): void {
  try {
    reading();
  } catch {
    // Refused.
  }
}

afterEach(() => {
  expect(elapsed()).toBeLessThan(PATIENCE);
});

describe('an OpenAPI document', () => {
  it('may contain circular references', async () => {
    const { operations, leftOut } = await read({
      components: { pathItems: { a: { $ref: '#/components/pathItems/b' }, b: { $ref: '#/components/pathItems/a' } } },
      paths: { '/a': { $ref: '#/components/pathItems/a' }, '/b': { $ref: '#/paths/~1b' }, '/c': { get: {} } },
    });
    expect(operations.map(({ path }) => path)).toEqual(['/c']);
    expect(new Set(leftOut.map(({ place }) => place))).toEqual(new Set(['paths./a', 'paths./b']));
  });

  it('may refer to files, addresses and object members, none of which is opened', async () => {
    const references = [
      'other.json#/a',
      'file:///etc/passwd',
      'http://127.0.0.1:1/x',
      '#/nothing',
      '#/__proto__',
      '#/constructor/prototype',
      `#/${'/'.repeat(100_000)}`,
      '#/%E0%A4%A',
      `#/${'a/'.repeat(240)}`,
    ];
    const paths = Object.fromEntries(references.map(($ref, index) => [`/p${String(index)}`, { $ref }]));
    const { operations, leftOut } = await read({ paths });
    expect(operations).toEqual([]);
    expect(new Set(leftOut.map(({ place }) => place)).size).toBe(references.length);
  });

  it('may contain a long chain of references', async () => {
    const chain = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, index) => [`a${String(index)}`, { $ref: `#/x/a${String(index + 1)}` }]),
    );
    const { leftOut } = await read({ x: chain, paths: { '/a': { $ref: '#/x/a0' } } });
    expect(leftOut.length).toBeGreaterThan(0);
  });

  it('may contain schemas that expand without end', async () => {
    const wide = Object.fromEntries(
      Array.from({ length: 200 }, (_, index) => [`p${String(index)}`, { $ref: '#/components/schemas/Wide' }]),
    );
    const names = Array.from({ length: 20 }, (_, index) => `S${String(index)}`);
    const fan = Object.fromEntries(
      names.map((name, index) => [
        name,
        { allOf: Array.from({ length: 10 }, () => ({ $ref: `#/components/schemas/S${String(index + 1)}` })) },
      ]),
    );
    const content = (schema: string): object => ({
      'application/json': { schema: { $ref: `#/components/schemas/${schema}` } },
    });
    const { leftOut } = await read({
      components: { schemas: { Wide: { properties: wide }, ...fan, S20: { properties: {} } } },
      paths: {
        '/a': { post: { requestBody: { content: content('Wide') }, responses: { 200: { content: content('S0') } } } },
      },
    });
    expect(leftOut).toContainEqual({
      place: 'paths./a.post.responses.200.application/json',
      why: 'its schema has more than 2000 parts: not all were read',
    });
  });

  it('may contain names of object members', async () => {
    const text =
      '{"openapi":"3.0.3","__proto__":{"paths":{"/evil":{"get":{}}}},"paths":{"/__proto__":{"get":{"deprecated":true,"operationId":"__proto__","tags":["constructor"]}},"__proto__":{"toString":{}}}}';
    const { operations } = await read(text);
    expect(operations.map(({ path }) => path)).toEqual(['/__proto__']);
    expect(({} as Record<string, unknown>)['paths']).toBeUndefined();
  });

  it('may contain wrong types everywhere', async () => {
    const odd = [
      null,
      1,
      'x',
      [],
      [[]],
      { get: null },
      { get: [], parameters: {} },
      { get: { parameters: [null, { in: 1 }], responses: [], tags: 1 } },
    ];
    for (const value of odd) await read({ paths: { '/a': value }, servers: value, components: value, info: value });
    for (const paths of odd) await read({ paths });
  });

  it.each([
    ['JSON', `{"openapi":"3.0.3","paths":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 'a.json'],
    ['YAML', `openapi: 3.0.3\npaths: ${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'a.yaml'],
  ])('may be nested 100,000 levels deep: %s', async (_form, text, file) => {
    await read(text, file).then(
      ({ operations }) => {
        expect(operations).toEqual([]);
      },
      (error: unknown) => {
        expect(String(error)).toMatch(/is nested too deeply|neither JSON nor YAML/);
      },
    );
  });

  it('is refused if its anchors multiply', async () => {
    const levels = Array.from({ length: 9 }, (_, level) =>
      level === 0
        ? 'a0: &a0 [x, x, x, x, x, x, x, x, x]'
        : `a${String(level)}: &a${String(level)} [${Array.from({ length: 9 }, () => `*a${String(level - 1)}`).join(', ')}]`,
    );
    await expect(read(`openapi: 3.0.3\n${levels.join('\n')}\n`, 'a.yaml')).rejects.toThrow(
      'a.yaml: uses one of its anchors more than 1000 times, nested uses included',
    );
  });

  it('may contain itself through an anchor', async () => {
    const text =
      'openapi: 3.0.3\npaths:\n  /a:\n    get: &a\n      deprecated: true\n      requestBody: { content: { x: { schema: &s { allOf: [*s], properties: { p: *s } } } } }\n      x-a: *a\n    post: { requestBody: { content: { x: { schema: *s } } } }\n';
    expect((await read(text, 'a.yaml')).operations).toHaveLength(2);
  });
});

describe('texts', () => {
  const LONG = 100_000;
  const texts = [
    'a',
    ' ',
    '/',
    'a/',
    '1',
    '-',
    '.',
    '2026-',
    'may ',
    'until ',
    'use ',
    '`',
    '[',
    '{',
    '<p',
    '**',
    'GET ',
    '%',
    ',',
    '\n',
    '\u0000',
  ].map((piece) => piece.repeat(LONG));

  it('are read in time linear in their length', async () => {
    for (const text of texts) {
      proseDates(text, 'operation');
      operationsIn(text);
      guessTemplate(`/${text}`);
      parseDeprecationHeader(text);
      parseHttpDate(text);
      htmlLines(text, 'a.html');
      await read({
        paths: {
          [`/${text}`]: { get: {} },
          '/a': { get: { deprecated: true, description: `use ${text}`, 'x-sunset': text, operationId: text } },
        },
      });
      attempt(() => readUpstream({ file: 'a.html', text: `<p>Deprecation date: ${text}</p>${text}` }));
      attempt(() => readUpstream({ file: 'a.md', text: `# A\nDeprecation date: ${text}\n${text}` }));
    }
  });

  it('in headers are read in time', () => {
    for (const value of texts) {
      const headers = [
        { name: 'Sunset', value: '2026-05-01' },
        { name: 'Link', value: `<${value.slice(0, 7000)}` },
      ];
      readHar({
        file: 'a.har',
        text: JSON.stringify({
          log: { entries: [{ request: { method: 'GET', url: `https://a.example/${value}` }, response: { headers } }] },
        }),
      });
    }
  });

  it('in pages and feeds are refused if they are nested too deeply', () => {
    expect(() => htmlLines(`${'<div><b>'.repeat(LONG)}x`, 'a.html')).toThrow('a.html: is nested too deeply');
    expect(htmlLines(`${'<div><b>'.repeat(100)}x`, 'a.html')).toEqual([{ text: 'x', title: 'bold' }]);
    const text = `<?xml version="1.0"?><rss>${'<a>'.repeat(LONG)}`;
    expect(() => readUpstream({ file: 'a.xml', text })).toThrow('a.xml: is nested too deeply');
  });
});

describe('files', () => {
  it('that are too large are refused before they are read', async () => {
    const file = join(work, 'large.json');
    writeFileSync(file, '{');
    truncateSync(file, 200 * 1024 * 1024);
    const { code, out, err } = await cli(work, ['catalogue', 'import', 'openapi', 'large.json']);
    expect({ code, out, err }).toEqual({
      code: 2,
      out: '',
      err: "error: cannot read 'large.json': it has more than 128 MB.\n",
    });
  });

  it('that are not UTF-8 are refused', async () => {
    writeFileSync(join(work, 'binary.har'), new Uint8Array([0x7b, 0xff, 0xfe, 0x80]));
    const { code, err } = await cli(work, ['catalogue', 'import', 'har', 'binary.har']);
    expect({ code, err }).toEqual({ code: 2, err: "error: cannot read 'binary.har': it is not UTF-8 text.\n" });
  });

  it('cannot forge lines in a terminal', async () => {
    const paths = { '/a\u001b[2K\nerror: all is well': { get: {} }, '/b': { get: {} } };
    writeFileSync(join(work, 'forged.json'), JSON.stringify({ ...HEAD, info: { title: '\u001b[2K' }, paths }));
    const { code, err, out } = await cli(work, ['catalogue', 'import', 'openapi', 'forged.json']);
    expect(code).toBe(0);
    expect(err + out).not.toContain('\u001b');
    expect(err.split('\n').filter((line) => line.startsWith('error'))).toEqual([]);
  });

  it('are written completely or not at all', async () => {
    writeFileSync(join(work, 'good.json'), JSON.stringify({ ...HEAD, paths: { '/a': { get: { deprecated: true } } } }));
    const { code, err } = await cli(work, [
      'catalogue',
      'import',
      'openapi',
      'good.json',
      '--output',
      'nowhere/out.json',
    ]);
    expect(code).toBe(2);
    expect(err).toContain("cannot write the catalogue to '");
  });
});
