import { describe, expect, it } from 'vitest';
import { apisOf } from '../../src/core/api/known-apis.js';
import { assignClients } from '../../src/config/settings.js';
import type { ClientModel } from '../../src/core/model/client-model.js';
import { mentionsIn } from '../../src/select/text-mentions.js';
import { createAnalyser } from '../../src/engine/analyse.js';
import { catalogueOf, readerOf } from '../engine/support.js';

const CATALOGUE = catalogueOf({ bells: [['GET', '/towers/{id}/bells']] });

function client(template: string | undefined, more: Partial<ClientModel> = {}): ClientModel {
  return {
    name: 'SDK',
    origins: [{ module: '@acme/striker', export: 'default' }],
    requests: [{ member: 'bells.list', method: 'GET', ...(template === undefined ? { url: 0 } : { template }) }],
    ...more,
  };
}

describe('an SDK described in the settings', () => {
  it('makes a scan read files that import it', () => {
    const source = "import Striker from '@acme/striker';\nnew Striker().bells.list();";
    const { catalogue, clients } = assignClients(CATALOGUE, [client('/towers/{tower}/bells')]);
    expect(mentionsIn(source, CATALOGUE).reachesApi).toBe(false);
    expect(mentionsIn(source, catalogue).reachesApi).toBe(true);
    expect(apisOf(catalogue).isSdk('clock')).toBe(true);
    expect(clients).toEqual([]);
  });

  it.each([
    ['a client that receives URLs as arguments', client(undefined)],
    ['an SDK of another host', client('/towers/{id}/bells', { baseUrl: 'https://api.other.test' })],
  ])('does not include %s', (_what, model) => {
    expect(assignClients(CATALOGUE, [model])).toEqual({ catalogue: CATALOGUE, clients: [model] });
  });

  it('belongs to the API at its base URL, or else to the one with its paths', () => {
    const two = {
      ...CATALOGUE,
      apis: [{ id: 'voice', baseUrls: [{ url: 'https://api.voice.test' }] }, ...CATALOGUE.apis],
    };
    const ownerOf = (model: ClientModel): string | undefined =>
      assignClients(two, [model]).catalogue.apis.find(({ clients = [] }) => clients.length > 0)?.id;
    expect(ownerOf(client('/towers/{id}/bells'))).toBe('clock');
    expect(ownerOf(client('/towers/{id}/bells', { baseUrl: 'https://api.voice.test/v1' }))).toBe('voice');
  });

  it.each([
    ['constructed', 'new Striker({ tower: 1 })', 1],
    ['made by a call', 'Striker({ tower: 1 })', 1],
    ['used directly', 'Striker', 1],
    ['created by an unknown member', 'Striker.from(1)', 0],
  ])('can be %s by default', (_how, made, count) => {
    const source = `import Striker from '@acme/striker';\nconst striker = ${made};\nawait striker.bells.list();`;
    const { catalogue } = assignClients(CATALOGUE, [client('/towers/{tower}/bells')]);
    const analyse = createAnalyser({ catalogue, modules: readerOf({ 'a.ts': source }), clients: [] });
    expect(analyse('a.ts').findings).toHaveLength(count);
  });

  it('is recognised only when it is created as described', () => {
    const source = "import Striker from '@acme/striker';\nawait new Striker().bells.list();";
    const model = client('/towers/{tower}/bells', { derives: [{ member: 'create' }] });
    const { catalogue } = assignClients(CATALOGUE, [model]);
    const analyse = createAnalyser({ catalogue, modules: readerOf({ 'a.ts': source }), clients: [] });
    expect(analyse('a.ts').findings.filter(({ confidence }) => confidence === 'certain')).toEqual([]);
  });
});
