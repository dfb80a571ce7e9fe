import { describe, expect, it } from 'vitest';
import { createAnalyser } from '../../src/engine/analyse.js';
import type { ClientModel } from '../../src/core/model/client-model.js';
import { catalogueOf, readerOf } from './support.js';

const CATALOGUE = catalogueOf({ bells: [['GET POST', '/towers/{tower_id}/bells']] });

const CLIENT: ClientModel = {
  name: 'ticktock',
  package: 'ticktock',
  origins: [{ module: 'ticktock', export: 'Ticktock' }],
  requests: [
    { member: 'request', url: 0, options: [1] },
    { member: 'request.endpoint', url: 0, options: [1] },
    { member: 'endpoint', url: 0, options: [1] },
    { member: 'endpoint.merge', url: 0, options: [1] },
    { member: 'paginate', url: 0, options: [1] },
    { member: 'paginate.iterator', url: 0, options: [1] },
  ],
  derives: [{ member: '', form: 'new', defaults: 0 }],
  options: { baseUrl: ['baseUrl'], method: ['method'], url: ['url'] },
  baseUrl: 'https://api.clock.test/rest/v2',
};

function found(body: string): readonly string[] {
  const source = `import { Ticktock } from 'ticktock';\nconst clock = new Ticktock();\n${body}`;
  const analyse = createAnalyser({ catalogue: CATALOGUE, modules: readerOf({ 'a.ts': source }), clients: [CLIENT] });
  return analyse('a.ts').findings.map(
    ({ deprecation, methods, confidence }) => `${deprecation} ${methods.join('|')} ${confidence}`,
  );
}

describe('a verb and a path in one text, for a client with its own base URL', () => {
  it.each([
    [`clock.request('POST /towers/{tower}/bells', { tower: 1 });`, 'bells POST certain'],
    [`clock.request('GET /towers/:tower/bells', { tower: 1 });`, 'bells GET certain'],
    [`clock.request('post /towers/1/bells');`, 'bells POST certain'],
    ['const tower = process.env.TOWER; clock.request(`POST /towers/${tower}/bells`);', 'bells POST certain'],
    ['clock.request(`POST ${"/towers/1/bells"}`);', 'bells POST certain'],
    [`clock.request('GET https://api.clock.test/rest/v2/towers/1/bells');`, 'bells GET certain'],
    [`clock.request({ url: 'POST /towers/1/bells' });`, 'bells POST certain'],
    [`clock.request({ method: 'POST', url: '/towers/{tower}/bells' });`, 'bells POST certain'],
    [`clock.request('/towers/{tower}/bells');`, 'bells GET certain'],
    [`clock.endpoint('GET /towers/{tower}/bells');`, 'bells GET certain'],
    [`clock.endpoint.merge('GET /towers/{tower}/bells');`, 'bells GET certain'],
    [`clock.request.endpoint('GET /towers/{tower}/bells');`, 'bells GET certain'],
    [`clock.paginate('GET /towers/{tower}/bells');`, 'bells GET certain'],
    [
      `for await (const page of clock.paginate.iterator('GET /towers/{tower}/bells')) print(page);`,
      'bells GET certain',
    ],
    ['const send = (route: string) => clock.request(route); send("POST /towers/1/bells");', 'bells POST certain'],
    [
      'const send = (verb: string, path: string) => clock.request(`${verb} ${path}`); send("POST", "/towers/1/bells");',
      'bells POST certain',
    ],
  ])('are reported: %s', (body, expected) => {
    expect(found(body)).toEqual([expected]);
  });

  it.each([
    `clock.request('DELETE /towers/{tower}');`,
    `clock.request('POST https://bells.test/towers/1/bells');`,
    `new Ticktock({ baseUrl: 'https://bells.test' }).request('POST /towers/1/bells');`,
    `clock.request('POSTER /towers/1/bells');`,
  ])('are not reported: %s', (body) => {
    expect(found(body)).toEqual([]);
  });
});

describe('a verb and a path in one text, for an unknown client', () => {
  it('give the finding its method, even with holes in the path', () => {
    const source =
      'export const read = (api: any, id: string) => api.request(`POST https://api.clock.test/rest/v2/towers/${id}/bells`);';
    const analyse = createAnalyser({ catalogue: CATALOGUE, modules: readerOf({ 'a.ts': source }) });
    expect(analyse('a.ts').findings.map(({ methods }) => methods)).toEqual([['POST']]);
  });
});
