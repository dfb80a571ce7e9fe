import type { Linter } from 'eslint';
import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../src/core/model/errors.js';
import { readSettings } from '../../src/hosts/eslint/settings.js';
import { END_OF_LIFE_ROWS } from '../catalogue/end-of-life-rows.js';
import { folder, lint } from './support.js';

describe('settings.sunset', () => {
  it('have defaults', () => {
    const settings = readSettings({}, '/');
    expect(settings).toMatchObject({ clients: [], minConfidence: 'probable', followImports: true });
    expect(settings.ignore.size).toBe(0);
    expect(settings.catalogue.deprecations).toHaveLength(END_OF_LIFE_ROWS.length);
  });

  it.each([
    [
      { minConfidance: 'possible' },
      "settings.sunset has an unknown key 'minConfidance'. Did you mean 'minConfidence'?",
    ],
    [
      { level: 'possible' },
      "settings.sunset has an unknown key 'level'. The keys are alsoReport, minConfidence, ignore, edition, apis, packages, catalogues, overrides, baseUrls, clients, followImports, asOf, baseline.",
    ],
    [
      { minConfidence: 'probabel' },
      "settings.sunset.minConfidence is 'probabel'. Did you mean 'probable'? Use one of possible, probable, certain.",
    ],
    [{ minConfidence: 3 }, 'settings.sunset.minConfidence is 3. Use one of possible, probable, certain.'],
    [
      { ignore: ['page-rule-api'] },
      "settings.sunset.ignore[0] is 'page-rule-api', which is not a deprecation. Did you mean 'page-rules-api'?",
    ],
    [
      { ignore: 'page-rules-api' },
      "settings.sunset.ignore is 'page-rules-api', not a list. Write a list there, also for one item.",
    ],
    [{ followImports: 'no' }, "settings.sunset.followImports is 'no'. Write true or false."],
    [
      { baseUrls: ['api.example.com/v4'] },
      "settings.sunset.baseUrls[0] is 'api.example.com/v4', not a whole URL. Write it like 'https://api.example.com/v4'.",
    ],
    [{ catalogues: [''] }, "settings.sunset.catalogues[0] is '', not a text. Write a text that is not empty."],
    [{ clients: [{ name: 'x', origins: [{ global: 'x' }] }] }, "settings.sunset.clients[0] lacks 'requests'. Add it."],
    [
      { clients: [{ name: 'x', origins: [{ module: 'x' }], requests: [] }] },
      "settings.sunset.clients[0].origins[0] must have 'module' and 'export', or 'global', or 'type' and 'module'.",
    ],
    [
      { clients: [{ name: 'x', origins: [{ global: 'x' }], requests: [{ member: 'get', methd: 'GET' }] }] },
      "settings.sunset.clients[0].requests[0] has an unknown key 'methd'. Did you mean 'method'?",
    ],
    [
      { clients: [{ name: 'x', origins: [{ global: 'x' }], requests: [{ member: 'get', method: 'get' }] }] },
      "settings.sunset.clients[0].requests[0].method is 'get'. Did you mean 'GET'? Use one of GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS.",
    ],
    [
      { clients: [{ name: 'x', origins: [{ global: 'x' }], requests: [{ member: 'get', url: '0' }] }] },
      "settings.sunset.clients[0].requests[0].url is '0', not the position of an argument. Write it like 0.",
    ],
    [{ asOf: '2026-02-30' }, "settings.sunset.asOf is '2026-02-30', not a calendar date. Write it like '2026-12-31'."],
    [{ asOf: 'today' }, "settings.sunset.asOf is 'today', not a calendar date. Write it like '2026-12-31'."],
    [[], 'settings.sunset is a list, not an object. Write an object there.'],
  ])('are refused: %j', (sunset, message) => {
    expect(() => readSettings({ sunset }, '/')).toThrow(ConfigError);
    expect(() => readSettings({ sunset }, '/')).toThrow(message);
  });

  it('read a user catalogue relative to the working directory', () => {
    const deprecation = {
      id: 'own-api',
      kind: 'endpoint',
      feature: 'Own API',
      endOfLife: '2030-01-01',
      endpoints: [{ methods: ['GET'], path: '/zones/{zone_id}/own_things' }],
    };
    const root = folder({ 'rules/own.json': JSON.stringify({ deprecations: [deprecation] }) });
    const { catalogue } = readSettings({ sunset: { catalogues: ['rules/own.json'] } }, root);
    expect(catalogue.deprecations.map(({ id }) => id)).toContain('own-api');
    expect(() => readSettings({ sunset: { catalogues: ['none.json'] } }, root)).toThrow(/none\.json: cannot be read/);
  });

  it('are validated once for each object, and once for equal objects', () => {
    const settings = { sunset: { minConfidence: 'possible' } };
    expect(readSettings(settings, '/')).toBe(readSettings(settings, '/'));
    expect(readSettings(structuredClone(settings), '/')).toBe(readSettings(settings, '/'));
  });

  it('end the lint run with an error if they are invalid', () => {
    expect(() => lint({ 'a.js': '' }, { settings: { ignored: [] } })).toThrow(
      "settings.sunset has an unknown key 'ignored'. Did you mean 'ignore'?",
    );
    const rules: Linter.RulesRecord = { 'sunset/no-deprecated-endpoint': ['error', { ignore: ['x'] }] };
    expect(() => lint({ 'a.js': '' }, { rules })).toThrow(
      "the option ignore[0] of sunset/no-deprecated-endpoint is 'x', which is not a deprecation.",
    );
  });
});
