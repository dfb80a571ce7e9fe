import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogueOf, findings } from './support.js';

const CATALOGUE = catalogueOf({
  bells: [['GET', '/towers/{id}/bells']],
  chime: [['GET', '/towers/{id}/bells/{bell}']],
});

/** Request that uses a URL as one text. */
const WHOLE = 'fetch(URL_TEXT);';

/** Requests that split the same URL and join its pieces again. */
const APART = [
  'const u = new URL(URL_TEXT); https.get({ hostname: u.hostname, path: u.pathname + u.search });',
  'const u = new URL(URL_TEXT); https.get({ host: u.host, path: `${u.pathname}${u.search}` });',
  'const u = new URL(URL_TEXT); https.get({ protocol: u.protocol, hostname: u.hostname, port: u.port, path: u.pathname + (u.search || "") });',
  'const { hostname, pathname, search } = new URL(URL_TEXT); https.get({ hostname, path: pathname + search });',
  'const u = new URL(URL_TEXT); fetch(u.origin + u.pathname + u.search);',
  'const u = new URL(URL_TEXT); fetch(u.href);',
  'const u = new URL(URL_TEXT); fetch(`${u.protocol}//${u.host}${u.pathname}${u.search}`);',
  'const u = url.parse(URL_TEXT); https.get({ hostname: u.hostname, path: u.path });',
  'const u = url.parse(URL_TEXT); https.get({ host: u.host, path: u.pathname + u.search });',
  'const u = new URL(URL_TEXT); https.get({ ...url.urlToHttpOptions(u), method: "GET" });',
];

const PATHS = [
  '/towers/1/bells',
  '/towers/${id}/bells',
  '/towers/${id}/bells/2',
  '/towers/1/bells/${id}',
  '/towers',
  '/hands',
];
const QUERIES = ['', '?', '?order=loud', '?order=${id}', '?a=1#top'];
const HOSTS = ['api.clock.test', 'api.clock.test:443', 'me@api.clock.test', 'guests.test'];

function confidences(body: string, address: string): readonly string[] {
  const source = `import https from 'node:https'; import url from 'node:url';
    export function read(id: string) { ${body.replace('URL_TEXT', `\`${address}\``)} }`;
  return findings({ 'a.ts': source }, CATALOGUE).map((one) => `${one.deprecation} ${one.confidence}`);
}

describe('a URL that is split and joined again', () => {
  it('has the same findings as the complete URL', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...HOSTS),
        fc.constantFrom(...PATHS),
        fc.constantFrom(...QUERIES),
        fc.constantFrom(...APART),
        (host, path, query, apart) => {
          const address = `https://${host}/rest/v2${path}${query}`;
          expect(confidences(apart, address)).toEqual(confidences(WHOLE, address));
        },
      ),
      { seed: 26, numRuns: 120 },
    );
  });

  it.each(APART)('is reported: %s', (apart) => {
    expect(confidences(apart, 'https://api.clock.test/rest/v2/towers/${id}/bells')).toEqual(['bells certain']);
  });
});
