import { describe, expect, it } from 'vitest';
import { scan } from '../../src/scan/index.js';
import { folder } from '../scanner/support.js';

const BASE = 'https://api.cloudflare.com/client/v4';

async function rows(file: string, text: string): Promise<readonly string[]> {
  const { unresolved } = await scan({ root: folder({ [file]: text }), asOf: '2026-11-27' });
  return unresolved.map(({ range, reason }) => `${String(range.start.line)}: ${reason}`);
}

describe('a request whose path comes from an incoming request', () => {
  it.each([
    ['a route', `app.get('/x', (req) => fetch('${BASE}/zones/z/' + req.params.what));`, '`req.params.what`'],
    [
      'a worker',
      `export default { fetch(request) { const p = new URL(request.url).pathname; return fetch('${BASE}' + p); } };`,
      '`p`',
    ],
    [
      'a pages function',
      `export const onRequest = (context) => fetch('${BASE}' + new URL(context.request.url).pathname);`,
      '`context.request.url`',
    ],
    [
      'a lambda',
      `export const handler = (event) => fetch('${BASE}/zones/z/' + event.pathParameters.what);`,
      '`event.pathParameters.what`',
    ],
  ])('is listed with that reason in %s', async (_, text, name) => {
    expect(await rows('a.js', text)).toEqual([`1: ${name} comes from the incoming request`]);
  });

  it('is listed with that reason in Python', async () => {
    const text = `import requests\nfrom flask import request\nrequests.get('${BASE}/zones/z/' + request.args['what'])\n`;
    expect(await rows('a.py', text)).toEqual(['3: `request.args.what` comes from the incoming request']);
  });

  it('is listed as a parameter if the function is not a request handler', async () => {
    const text = `export const load = (options) => fetch('${BASE}/zones/z/' + options.query);\nexport const open = (event) => fetch('${BASE}/zones/z/' + event.what);`;
    expect(await rows('a.js', text)).toEqual([
      '1: `options.query` is a parameter for which no known caller passes a value',
      '2: `event.what` is a parameter for which no known caller passes a value',
    ]);
  });
});

describe('a function that sends requests for its callers', () => {
  const SEND = `const cf = (p) => fetch('${BASE}' + p);\n`;

  it('has no row of its own beside the rows of its callers', async () => {
    const callers = 'export const one = (x) => cf(`/zones/z/${x}`);\nexport const two = (x) => cf(`/zones/y/${x}`);\n';
    expect(await rows('a.js', SEND + callers)).toEqual([
      '2: `x` is a parameter for which no known caller passes a value',
      '3: `x` is a parameter for which no known caller passes a value',
    ]);
  });

  it('has a row if it has no callers; functions that call each other keep one', async () => {
    expect(await rows('a.js', `export ${SEND}`)).toEqual([
      '1: `p` is a parameter for which no known caller passes a value',
    ]);
    const turns = `export function f(p, n) { if (n) return g(p, n - 1); return fetch('${BASE}' + p); }\nexport function g(p, n) { return f(p, n); }\n`;
    expect(await rows('a.js', turns)).not.toEqual([]);
    const again = `export function s(p, n) { return n ? s(p, n - 1) : fetch('${BASE}' + p); }\n`;
    expect(await rows('a.js', again)).not.toEqual([]);
  });
});
