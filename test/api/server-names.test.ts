import { describe, expect, it } from 'vitest';
import { apisOf } from '../../src/core/api/known-apis.js';
import { expectDefined } from '../../src/core/lib/collections.js';
import { catalogueOf, live } from '../engine/support.js';

const { each } = apisOf(
  catalogueOf({ bells: [['GET', '/towers/{id}/bells']] }, [live('GET', '/towers/{id}/ring_tones')]),
);
const { signOf } = expectDefined(
  each.find(({ api }) => api.id === 'clock'),
  'the catalogue has the API',
);

describe('the owner of a server, judged by names in code,', () => {
  it.each(['process.env.CLOCK_URL', 'clockApi.get', 'this.clock.baseUrl', 'myClockBackend.url'])(
    'is the API: %s',
    (name) => {
      expect(signOf(['base', name])).toBe('api');
    },
  );

  it.each([
    'process.env.BACKEND_URL',
    'config.guestsUrl',
    'ownApi.get',
    'ADMIN_API_HOST',
    'this.#tenantBase',
    'panelClient',
  ])('is another server: %s', (name) => {
    expect(signOf([name])).toBe('other');
  });

  it.each([
    'process.env.NEXT_PUBLIC_API_URL',
    'this.options.baseUrl',
    'API_BASE_2',
    'httpClient.get',
    'towersApi.list',
    'ringToneUrl',
    'remote',
    'guests',
    't',
    'x.y.z()',
  ])('is unknown: %s', (name) => {
    expect(signOf([name])).toBeUndefined();
  });
});

describe('the owner of a client, judged by its package,', () => {
  it.each([
    ['guestbook', 'default'],
    ['@guests/core', 'Guestbook'],
    ['@guests/rest', 'Guests'],
  ])('is another API: %s', (module, exported) => {
    expect(signOf(['it.get'], { module, exported })).toBe('other');
  });

  it.each([
    ['clock', 'default'],
    ['@acme/http', 'http'],
    ['cross-fetch', 'default'],
    ['@/lib/guests', 'get'],
    ['~/guests', 'get'],
    ['src/guests', 'get'],
    ['./guests', 'get'],
    ['node:events', 'on'],
  ])('is unknown: %s', (module, exported) => {
    expect(signOf(['it.get'], { module, exported })).toBeUndefined();
  });
});
