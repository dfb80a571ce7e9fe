import { describe, expect, it } from 'vitest';
import { catalogueOfHar } from '../../packages/catalogue-tools/src/upstream/catalogue-of-har.js';
import { guessTemplate } from '../../packages/catalogue-tools/src/upstream/guess-template.js';
import { readHar } from '../../packages/catalogue-tools/src/upstream/har.js';
import type { Recording } from '../../packages/catalogue-tools/src/upstream/har.js';
import { parseDeprecationHeader, parseHttpDate } from '../../packages/catalogue-tools/src/upstream/http-dates.js';

const SECRET = 'topsecret';

function entry(url: string, headers: Readonly<Record<string, string>>, method = 'GET'): object {
  const secret = { name: 'Authorization', value: SECRET };
  return {
    request: { method, url, headers: [secret], cookies: [secret], postData: { text: SECRET } },
    response: {
      headers: [
        { name: 'Set-Cookie', value: SECRET },
        ...Object.entries(headers).map(([name, value]) => ({ name, value })),
      ],
      content: { text: SECRET },
    },
  };
}

function recording(...entries: readonly object[]): Recording {
  return readHar({ file: 'session.har', text: JSON.stringify({ log: { entries } }) });
}

const OPTIONS = { asOf: '2026-10-02', text: '', baseUrls: [] };

describe('deprecation headers of a response', () => {
  it.each([
    ['@1688169599', { since: '2023-06-30' }],
    ['true', true],
    ['?1', true],
    ['?0', false],
    ['Sun, 11 Nov 2018 23:59:59 GMT', { since: '2018-11-11' }],
    ['soon', undefined],
    ['@', undefined],
  ])('are parsed for Deprecation: %s', (text, expected) => {
    expect(parseDeprecationHeader(text)).toEqual(expected);
  });

  it.each([
    ['Sat, 31 Dec 2025 23:59:59 GMT', '2025-12-31'],
    ['Sunday, 06-Nov-94 08:49:37 GMT', '1994-11-06'],
    ['Sun Nov  6 08:49:37 1994', '1994-11-06'],
    ['2026-05-01', '2026-05-01'],
    ['2026-05-01T23:30:00-05:00', '2026-05-02'],
    ['tomorrow', undefined],
    ['1', undefined],
  ])('are parsed for Sunset: %s', (text, day) => {
    expect(parseHttpDate(text)).toBe(day);
  });
});

describe('path templates guessed from URLs', () => {
  it.each([
    ['/v1/towers/12/bells', '/v1/towers/{tower_id}/bells'],
    ['/towers/6f1ed002-ab5a-4b7e-9f3c-1d2e3f4a5b6c', '/towers/{tower_id}'],
    ['/zones/023e105f4ecef8ad9ca31a8372d0c353/bells', '/zones/{zone_id}/bells'],
    ['/customers/cus_9s6XKzkNRiz8/sources', '/customers/{customer_id}/sources'],
    ['/1/2', '/{id}/{id_2}'],
    ['/users/jo%40bell.example', '/users/{user_id}'],
    ['/chat.postMessage', '/chat.postMessage'],
    ['/v2/rate_limits/firewall-rules', '/v2/rate_limits/firewall-rules'],
    ['/oauth2-applications/7', '/oauth2-applications/{oauth2_application_id}'],
    ['/s3-bucket-settings/12', '/s3-bucket-settings/{s3_bucket_setting_id}'],
    ['/buckets/my-bucket-20261128', '/buckets/{bucket_id}'],
    ['/jobs/a1b2-c3d4-e5f6-g7h8', '/jobs/{job_id}'],
    ['/zones/12/dns:batch', '/zones/{zone_id}/dns:batch'],
    ['/towers/12:ring', '/towers/{tower_id}'],
    ['/users/user:12', '/users/{user_id}'],
    ['/dns/1', '/dns/{dns_id}'],
    ['/address/1/addresses/2', '/address/{address_id}/addresses/{address_id_2}'],
    ['/policies/1/cookies/2', '/policies/{policy_id}/cookies/{cookie_id}'],
    ['/status/1/boxes/2/apis/3', '/status/{status_id}/boxes/{box_id}/apis/{api_id}'],
  ])('have a parameter for each identifier in %s', (path, template) => {
    expect(guessTemplate(path).path).toBe(template);
  });
});

describe('a HAR recording', () => {
  it('gives a catalogue entry for each deprecated operation, without any other content of the recording', () => {
    const session = recording(
      entry(`https://api.bell.example/v1/towers/12?key=${SECRET}`, {
        Deprecation: '@1688169599',
        Sunset: 'Thu, 31 Dec 2026 23:59:59 GMT',
        Link: `<https://docs.bell.example/old?k=${SECRET}#v1>; rel="deprecation", </v2/towers/12>; rel="successor-version"`,
      }),
      entry('https://api.bell.example/v1/bells', {}),
    );
    const { catalogue, notes } = catalogueOfHar(session, { ...OPTIONS, api: 'bell' });
    expect(catalogue.deprecations).toEqual([
      {
        id: 'bell/v1',
        feature: 'v1',
        kind: 'endpoint',
        endOfLife: '2026-12-31',
        deprecated: '2023-06-30',
        history: [{ endOfLife: '2026-12-31', source: 'header' }],
        url: 'https://docs.bell.example/old#v1',
        endpoints: [{ methods: ['GET'], path: '/v1/towers/{tower_id}' }],
        replacement: { kind: 'operation', operation: { method: 'GET', path: '/v2/towers/{tower_id}' } },
      },
    ]);
    expect(notes).toEqual([{ place: 'log.entries.0', why: 'the parameters of GET /v1/towers/{tower_id} are guesses' }]);
    expect(JSON.stringify({ catalogue, notes, session })).not.toContain(SECRET);
  });

  it('is read without its invalid entries, which are listed with reasons', () => {
    const session = recording(
      {},
      { response: null, request: 1 },
      { response: { headers: [{ name: 'Sunset', value: '2026-05-01' }, null, { name: 1 }] } },
      entry('https://api.bell.example/a', { Sunset: 'soon', Deprecation: 'maybe' }),
      entry('https://api.bell.example/b', { Deprecation: 'true', Link: 'no link at all' }),
      entry('ftp://api.bell.example/c', { Deprecation: 'true' }),
    );
    expect(session.responses.map(({ path }) => path)).toEqual(['/b']);
    expect(session.leftOut).toEqual([
      { place: 'log.entries.2', why: 'its request has no address or no method that could be used' },
      { place: 'log.entries.3', why: 'its Deprecation header is neither a date nor true' },
      { place: 'log.entries.3', why: 'its Sunset header is not a date' },
      { place: 'log.entries.4', why: 'its Link header cannot be read' },
      { place: 'log.entries.5', why: 'its request has no address or no method that could be used' },
    ]);
  });

  it('gives the end of a Sunset header beside a Deprecation header that denies it, which is noted', () => {
    const session = recording(
      entry('https://api.bell.example/a', { Deprecation: 'false', Sunset: 'Sat, 28 Nov 2026 00:00:00 GMT' }),
      entry('https://api.bell.example/b', { Deprecation: 'false' }),
      entry('https://api.bell.example/c', { Deprecation: 'false', Sunset: 'soon' }),
    );
    expect(session.responses.map(({ path, endOfLife }) => [path, endOfLife])).toEqual([['/a', '2026-11-28']]);
    expect(session.leftOut).toEqual([
      { place: 'log.entries.0', why: 'its Deprecation header is false, although its Sunset header is a date' },
      { place: 'log.entries.2', why: 'its Sunset header is not a date' },
    ]);
  });

  it('needs a base URL for several hosts, and is rejected without deprecated responses or entries', () => {
    const headers = { Deprecation: 'true' };
    const session = recording(entry('https://a.bell.example/x', headers), entry('https://b.bell.example/x', headers));
    expect(() => catalogueOfHar(session, OPTIONS)).toThrow('the responses are from 2 hosts');
    const { catalogue, notes } = catalogueOfHar(session, { ...OPTIONS, baseUrls: ['https://b.bell.example'] });
    expect(catalogue.deprecations).toHaveLength(1);
    expect(notes).toEqual([{ place: 'log.entries.0', why: 'its address is not below any of the base URLs' }]);
    expect(() => catalogueOfHar(recording(), OPTIONS)).toThrow('none of the 0 responses');
    expect(() => readHar({ file: 'a.har', text: '{"log":{}}' })).toThrow(
      "a.har: is not a recording: it has no list 'log.entries'",
    );
  });
});
