import { describe, expect, it } from 'vitest';
import { createAnalyser } from '../../src/engine/analyse.js';
import type { ClientModel } from '../../src/core/model/client-model.js';
import { catalogueOf, readerOf } from './support.js';

const CATALOGUE = catalogueOf({
  bells: [['GET DELETE', '/towers/{tower_id}/bells']],
  chimes: [['GET', '/towers/{tower_id}/settings/chime']],
});

const SDK: ClientModel = {
  name: 'clock SDK',
  package: 'clock',
  origins: [
    { module: 'clock', export: 'default' },
    { type: 'Clock', module: 'clock' },
  ],
  requests: [
    { member: 'bells.list', method: 'GET', template: '/towers/{tower_id}/bells' },
    { member: 'bells.remove', method: 'DELETE', template: '/towers/{tower_id}/bells' },
    { member: 'settings.read', method: 'GET', template: '/towers/{tower_id}/settings/{setting}', fill: { setting: 0 } },
    { member: 'paginate', url: 0, options: [1] },
    { member: 'paginate.iterator', url: 0, options: [1] },
  ],
  derives: [{ member: '', form: 'new', defaults: 0 }],
  options: { baseUrl: ['baseURL'] },
  baseUrl: 'https://api.clock.test/rest/v2',
};

function found(source: string, files: Readonly<Record<string, string>> = {}): readonly string[] {
  const modules = readerOf({ 'a.ts': source, ...files });
  const { findings } = createAnalyser({ catalogue: CATALOGUE, modules, clients: [SDK] })('a.ts');
  return findings.map(({ deprecation, methods, confidence }) => `${deprecation} ${methods.join('|')} ${confidence}`);
}

const withClient = (body: string): readonly string[] =>
  found(`import Clock from 'clock';\nconst client = new Clock();\n${body}`);

describe('an SDK method that is passed to an unknown function', () => {
  it.each([
    'client.paginate(client.bells.list, { tower: 1 });',
    'for await (const page of client.paginate.iterator(client.bells.list, { tower: 1 })) print(page);',
    "import { withRetry } from 'again'; withRetry(client.bells.list);",
    "import { withRetry } from 'again'; withRetry(client.bells.list.bind(client.bells));",
    "import { withRetry } from 'again'; const list = client.bells.list; withRetry(list);",
    "import { pipe } from 'pipes'; pipe(client.bells.list, print);",
    "import { Queue } from 'queues'; new Queue({ work: client.bells.list });",
    "import { all } from 'pipes'; all([client.bells.list]);",
    "import { useQuery } from 'queries'; useQuery({ queryKey: ['bells'], queryFn: client.bells.list });",
    'client.paginate(client.bells.list.endpoint.merge({ tower: 1 }));',
  ])('is probably called: %s', (body) => {
    expect(withClient(body)).toEqual(['bells GET probable']);
  });

  it('is not listed as an unresolved URL if the catalogue lacks its operation', () => {
    const source = "import Clock from 'clock';\nnew Clock().paginate(new Clock().towers.list);";
    const modules = readerOf({ 'a.ts': source });
    const catalogue = { ...CATALOGUE, apis: CATALOGUE.apis.map((api) => ({ ...api, clients: [SDK] })) };
    expect(createAnalyser({ catalogue, modules })('a.ts').unresolved).toEqual([]);
  });

  it.each([
    'export const f = (client: any) => client.paginate(client.bells.list, { tower: 1 });',
    'export const f = (client: any, ids: string[]) => Promise.all(ids.map(client.bells.list));',
  ])('is reported on an unknown client too: %s', (body) => {
    expect(found(`import 'clock';\n${body}`)).toHaveLength(1);
  });
});

describe('an SDK method that known code calls later', () => {
  it.each([
    'const list = client.bells.list.bind(client.bells); list(1);',
    'const { list } = client.bells; list(1);',
    'const calls = { list: client.bells.list }; calls.list(1);',
    'const retry = <T>(work: () => T): T => work(); retry(client.bells.list);',
    'const retry = <T>(work: () => T): T => { try { return work(); } catch { return work(); } }; retry(client.bells.list.bind(client.bells));',
    'const later = (work: () => void) => () => work(); later(client.bells.list);',
    'const run = ({ work }: { work: () => void }) => work(); run({ work: client.bells.list });',
    'class Poller { constructor(private readonly work: () => void) {} poll() { this.work(); } } new Poller(client.bells.list);',
    'const inner = (work: () => void) => work(); const outer = (work: () => void) => inner(work); outer(client.bells.list);',
    '[1, 2].map(client.bells.list);',
  ])('is certain, like a direct call: %s', (body) => {
    expect(withClient(body)).toEqual(['bells GET certain']);
  });

  it('receives the arguments of that call', () => {
    expect(withClient("['chime', 'hand'].map(client.settings.read);")).toEqual(['chimes GET certain']);
    expect(withClient("['hand'].map(client.settings.read);")).toEqual([]);
  });

  it('is reported once, even if the calling function is named like a sender', () => {
    expect(withClient('const send = (request: () => void) => request(); send(client.bells.list);')).toHaveLength(1);
  });
});

describe('an SDK method that is only mentioned', () => {
  it.each([
    'console.log(client.bells.list);',
    'if (client.bells.list === undefined) fail();',
    'expect(client.bells.list).toBeDefined();',
    "import { vi } from 'vitest'; vi.mocked(client.bells.list).mockResolvedValue([]);",
    'const isReady = (work: unknown) => typeof work === "function"; isReady(client.bells.list);',
    'const kinds = typeof client.bells.list;',
  ])('is not reported if it is logged, compared or mocked: %s', (body) => {
    expect(withClient(body)).toEqual([]);
  });

  it.each([
    'const client = { bells: { list: () => [] } }; withRetry(client.bells.list);',
    'class Book { bells = new Map(); all() { return [1].map(this.bells.list); } }',
    'export const f = (page: { bells: { list: string[] } }) => render(page.bells.list);',
  ])('is not reported if the names belong to something else: %s', (body) => {
    expect(found(body)).toEqual([]);
  });
});
