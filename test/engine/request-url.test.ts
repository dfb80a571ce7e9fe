import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRequestUrl } from '../../src/engine/match/request-url.js';
import { displayText } from '../../src/engine/values/text.js';
import { partsOf, viewsOf } from './support.js';

const VIEWS = viewsOf({ clock: ['https://api.clock.test/rest/v2'] });

function parse(text: string): { readonly host: string; readonly path: string; readonly query: string } {
  const url = parseRequestUrl(partsOf(text), VIEWS);
  return {
    host: url.host.kind,
    path: url.segments.map((segment) => displayText(segment.parts)).join('/'),
    query: displayText(url.query),
  };
}

describe('the host and path of a URL', () => {
  it.each([
    ['https://api.clock.test/rest/v2/towers/1', 'exact', 'towers/1'],
    ['http://api.clock.test/rest/v2/towers/1/', 'exact', 'towers/1'],
    ['HTTPS://API.clock.test/rest/v2/towers', 'exact', 'towers'],
    ['//api.clock.test/rest/v2/towers', 'exact', 'towers'],
    ['https://api.clock.test:443/rest/v2/towers', 'exact', 'towers'],
    ['https://api.clock.test/rest/v2/${path}', 'exact', '${path}'],
    ['https://api.clock.test/rest/v2${path}', 'exact', '${path}'],
    ['https://api.clock.test/rest/${version}/towers', 'exact', 'towers'],
    ['https://api.clock.test/rest/v1/towers', 'other', 'rest/v1/towers'],
    ['https://api.clock.test/towers', 'other', 'towers'],
    ['https://api.clock.test.example/rest/v2/towers', 'other', 'rest/v2/towers'],
    ['https://clock.test/rest/v2/towers', 'other', 'rest/v2/towers'],
    ['https://panel.example.com/towers/1', 'other', 'towers/1'],
    ['https://${host}/rest/v2/towers', 'version', 'towers'],
    ['${base}/rest/v2/towers', 'version', 'towers'],
    ['/rest/v2/towers', 'version', 'towers'],
    ['${base}/towers/1', 'unknown', 'towers/1'],
    ['${base}', 'unknown', ''],
    ['https://${host}/towers/1', 'unknown', 'towers/1'],
    ['/towers/1', 'relative', 'towers/1'],
    ['towers/1', 'relative', 'towers/1'],
    ['', 'relative', ''],
  ])('are parsed from %s: %s, %s', (text, host, path) => {
    expect(parse(text)).toMatchObject({ host, path });
  });
});

describe('a variant of a URL of the API', () => {
  it.each([
    ['https://api.clock.test./rest/v2/towers', 'towers'],
    ['https://api.clock.test/./rest/v2/./towers/.', 'towers'],
    ['https://api.clock.test/rest/v1/../v2/rooms/../towers', 'towers'],
    ['https://api.clock.test/../rest/v2/towers', 'towers'],
    ['https://api.clock.test/rest/v2/towers/${id}/rooms/%2E%2e/bells', 'towers/${id}/bells'],
    ['  https://api.clock.test/rest/v2/towers\n', 'towers'],
    ['https://api.clock.test/rest/v2/tow\ters', 'towers'],
    ['https:///api.clock.test/rest/v2/towers', 'towers'],
    ['https:\\\\api.clock.test\\rest\\v2\\towers', 'towers'],
    ['http://api.clock.test:80/rest/v2/towers', 'towers'],
    ['https://user:p@ss@api.clock.test/rest/v2/towers', 'towers'],
    ['https://${user}:${password}@api.clock.test/rest/v2/towers', 'towers'],
    ['https://api.clock.test/r%65st/v2/%74owers', 'towers'],
    ['https://%61pi.clock.test/rest/v2/towers', 'towers'],
    ['https://api.clock.test${path}', '${path}'],
  ])('is normalised as a URL parser does: %j', (text, path) => {
    expect(parse(text)).toMatchObject({ host: 'exact', path });
  });

  it.each([
    'https://www.api.clock.test/rest/v2/towers',
    'https://api.clock.test:8443/rest/v2/towers',
    'http://api.clock.test:443/rest/v2/towers',
    'ftp://api.clock.test/rest/v2/towers',
    'https://api.clock.test@example.com/rest/v2/towers',
    'https://api.clock.test%2eexample.com/rest/v2/towers',
    'https://api.clock.test../rest/v2/towers',
    'https://api.clock.test/rest/v2/../v1/towers',
  ])('belongs to another API or host: %j', (text) => {
    expect(parse(text).host).toBe('other');
  });

  it('keeps `..` after an unknown base or parameter, encoded slashes, and `..` in the query', () => {
    expect(parse('${base}/../towers').path).toBe('../towers');
    expect(parse('/towers/${id}/../bells').path).toBe('towers/${id}/../bells');
    expect(parse('/towers/1%2fbells').path).toBe('towers/1%2fbells');
    expect(parse('/towers?next=..\\x').query).toBe('?next=..\\x');
  });
});

describe('a partly known host', () => {
  it.each([
    'http://localhost:${port}/rest/v2/towers',
    'https://${tenant}.example.com/towers',
    'https://${tenant}.example.com/rest/v2/towers',
    'http://${host}:3000/towers',
    'http://10.0.${net}.1/towers',
    'https://api.other.${zone}/towers',
    'https://${name}api.clock.test.example/towers',
    'ws://${host}/towers',
  ])('cannot be the API in %s', (text) => {
    expect(parse(text).host).toBe('other');
  });

  it.each([
    ['https://${name}.clock.test/towers', 'unknown'],
    ['https://api.${domain}/towers', 'unknown'],
    ['https://${a}.clock.${b}/towers', 'unknown'],
    ['https://api.clock.test:${port}/rest/v2/towers', 'version'],
    ['https://api.clock.${zone}/rest/v2/towers', 'version'],
    ['https://${host}:443/towers', 'unknown'],
  ])('can be the API in %s', (text, host) => {
    expect(parse(text).host).toBe(host);
  });
});

describe('query and fragment', () => {
  it.each([
    ['/towers?page=1', 'towers', '?page=1'],
    ['/towers/1#top', 'towers/1', '#top'],
    ['/towers/${id}?page=${page}&all', 'towers/${id}', '?page=${page}&all'],
    ['https://api.clock.test/rest/v2/towers?next=/rooms', 'towers', '?next=/rooms'],
  ])('are separated from the path of %s', (text, path, query) => {
    expect(parse(text)).toMatchObject({ path, query });
  });
});

describe('parsing any URL', () => {
  const segment = fc.stringMatching(/^[a-z0-9_-]{1,8}$/);
  const segments = fc.array(segment, { maxLength: 6 });

  it('returns the segments that it was built from', () => {
    fc.assert(
      fc.property(segments, fc.constantFrom('', '/'), fc.constantFrom('', '?a=/b', '#c'), (path, end, tail) => {
        expect(parse(`https://api.clock.test/rest/v2/${path.join('/')}${end}${tail}`)).toEqual({
          host: 'exact',
          path: path.join('/'),
          query: tail,
        });
      }),
    );
  });

  it('never matches the API if the host is another', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
        expect(parse(url.replaceAll('$', '')).host).toBe('other');
      }),
    );
  });

  it('does not depend on how the text is split', () => {
    fc.assert(
      fc.property(segments, fc.array(fc.nat({ max: 40 }), { maxLength: 5 }), (path, cuts) => {
        const text = `https://api.clock.test/rest/v2/${path.join('/')}`;
        const positions = [0, ...cuts.map((cut) => cut % text.length).sort((a, b) => a - b), text.length];
        const pieces = positions.slice(1).map((end, index) => text.slice(positions[index], end));
        const url = parseRequestUrl(
          pieces
            .filter((piece) => piece !== '')
            .map((piece) => ({ kind: 'text', text: piece, at: { file: 'a.ts', span: [0, 0] } })),
          VIEWS,
        );
        expect(url.host.kind).toBe('exact');
        expect(url.segments.map((part) => part.text)).toEqual(path);
      }),
    );
  });
});
