import { describe, expect, it } from 'vitest';
import { loadTypeScript } from '../../../src/files/load-typescript.js';
import { SDK_FAMILIES } from '../../../packages/catalogue-tools/src/upstream/sdk/families.js';

function calls(family: keyof typeof SDK_FAMILIES, files: Readonly<Record<string, string>>): readonly string[] {
  const sdk = { name: 'bells', version: '1.0.0', files: new Map(Object.entries(files)) };
  return SDK_FAMILIES[family]
    .callsOf(sdk, loadTypeScript())
    .map(({ member, method, path }) => `${member} ${method} ${path}`);
}

describe('the reader of octokit', () => {
  it('finds endpoints by scope and method, below `rest` and on the client', () => {
    const table = `const Endpoints = {
      bells: {
        ring: ["POST /towers/{tower}/bells/{bell}{?loud}", {}, { renamed: ["bells", "toll"] }],
        hang: ["PUT /towers/{tower}/bells"]
      },
      towers: { get: ["GET /towers/{tower}"] }
    };
    export default Endpoints;`;
    expect(calls('octokit', { 'dist-src/generated/endpoints.js': table })).toEqual([
      'bells.ring POST /towers/{tower}/bells/{bell}',
      'rest.bells.ring POST /towers/{tower}/bells/{bell}',
      'bells.hang PUT /towers/{tower}/bells',
      'rest.bells.hang PUT /towers/{tower}/bells',
      'towers.get GET /towers/{tower}',
      'rest.towers.get GET /towers/{tower}',
    ]);
  });

  it('finds the tables of earlier majors, without aliases and caller-defined addresses', () => {
    const table = `export default { bells: {
      ring: { method: "POST", params: { url: { type: "string" } }, url: "/towers/:tower/bells" },
      old: { alias: "bells.ring" },
      upload: { method: "POST", url: ":url" }
    } };`;
    expect(calls('octokit', { 'dist-src/generated/endpoints.js': table })).toEqual([
      'bells.ring POST /towers/{tower}/bells',
      'rest.bells.ring POST /towers/{tower}/bells',
    ]);
  });

  it('finds a table in JSON', () => {
    const table = JSON.stringify({ bells: { list: { method: 'GET', url: '/bells' } } });
    expect(calls('octokit', { 'lib/routes.json': table })).toContain('bells.list GET /bells');
  });
});

describe('the reader of slack', () => {
  it('finds methods bound to a name, at any depth', () => {
    const source = `class Methods {
      constructor() {
        this.bells = {
          ring: bindApiCall(this, 'bells.ring'),
          ropes: { pull: bindApiCall(this, 'bells.ropes.pull') },
          ringTwice: bindTwice(this),
        };
      }
      towers = { list: bindApiCall(this, 'towers.list') };
    }`;
    expect(calls('slack', { 'dist/methods.js': source })).toEqual([
      'bells.ring POST /bells.ring',
      'bells.ropes.pull POST /bells.ropes.pull',
      'towers.list POST /towers.list',
    ]);
  });

  it('finds methods of the first major, and not those that a method calls', () => {
    const source = `class WebClient {
      constructor() { this.bells = { ring: (this.apiCall.bind(this, 'bells.ring')) }; }
      tollAll() { return this.apiCall('bells.toll'); }
    }`;
    expect(calls('slack', { 'dist/WebClient.js': source })).toEqual(['bells.ring POST /bells.ring']);
  });
});

describe('the reader of stripe', () => {
  it('finds methods with a full path, named after their file', () => {
    const source = `exports.Bells = Resource.extend({
      ring: stripeMethod({ method: 'POST', fullPath: '/v1/carillon/bells/{bell}/ring' }),
      list: stripeMethod({ method: 'GET', fullPath: '/v1/carillon/bells', methodType: 'list' }),
    });`;
    expect(calls('stripe', { 'cjs/resources/Carillon/Bells.js': source })).toEqual([
      'carillon.bells.ring POST /v1/carillon/bells/{bell}/ring',
      'carillon.bells.list GET /v1/carillon/bells',
    ]);
  });

  it('finds paths of early majors relative to the resource, and basic methods by their names', () => {
    const source = `module.exports = StripeResource.extend({
      path: 'bells',
      includeBasic: ['create', 'retrieve', 'del'],
      ring: stripeMethod({ method: 'POST', path: '/{id}/ring' }),
      hang: stripeMethod({ method: 'POST', path: '{id}/hang' }),
      all: stripeMethod({ method: 'GET', path: '' }),
    });`;
    expect(calls('stripe', { 'lib/resources/SKUs.js': source })).toEqual([
      'skus.create POST /v1/bells',
      'skus.retrieve GET /v1/bells/{id}',
      'skus.del DELETE /v1/bells/{id}',
      'skus.ring POST /v1/bells/{id}/ring',
      'skus.hang POST /v1/bells/{id}/hang',
      'skus.all GET /v1/bells',
    ]);
  });

  it('finds the requests of classes in late majors', () => {
    const source = `class BellResource extends StripeResource {
      ring(bellId, params) { return this._makeRequest('POST', \`/v1/bells/\${encodeURIComponent(bellId)}/ring\`, params); }
      list(params) { return this._makeRequest('GET', '/v1/bells', params); }
      helper() { return 1; }
    }`;
    expect(calls('stripe', { 'cjs/resources/OrderReturns.js': source })).toEqual([
      'orderReturns.ring POST /v1/bells/{bell_id}/ring',
      'orderReturns.list GET /v1/bells',
    ]);
  });
});

describe('the reader of stainless', () => {
  const files = {
    'src/client.ts': `import * as API from './resources/index';
      export class Bells { towers: API.Towers = new API.Towers(this); other = new Map(); }`,
    'src/resources/index.ts': `export * from './shared'; export { Towers } from './towers/towers';`,
    // A class with the same name, which the directly exported class shadows.
    'src/resources/shared.ts': `export class Towers { create() { return this._client.post('/old-towers'); } }`,
    'src/resources/towers/towers.ts': `import * as RopesAPI from './ropes';
      import { Ropes as TheRopes } from './ropes';
      export class Towers extends APIResource {
        ropes: RopesAPI.Ropes = new RopesAPI.Ropes(this._client);
        create(body: string): void;
        create(body: string, options?: object) { return this._client.post('/towers', { body, ...options }); }
        retrieve(towerID: string) { return this._client.get(path\`/towers/\${towerID}\`); }
        list() { return this._client.getAPIList('/towers', Page); }
        search() { return this._client.getAPIList('/towers/search', Page, { method: 'post' }); }
        async createAndPoll(body) { const made = await this.create(body); return this.poll(made.id); }
        poll(id) { return this.retrieve(id).withResponse(); }
        stream(body) { return Streamer.start(body, this._client.towers.ropes); }
        local() { return 1; }
      }
      import { Streamer } from '../../lib/streamer';`,
    'src/resources/towers/ropes.ts': `export class Ropes extends APIResource {
        pull(ropeId, params) { const { tower_id } = params; return this._client.post(\`/towers/\${tower_id}/ropes/\${ropeId}/pull\`); }
      }`,
    'src/lib/streamer.ts': `import type { Ropes } from '../resources/towers/ropes';
      export class Streamer {
        static start(body, ropes: Ropes) { const runner = new Streamer(); runner._run(() => runner._go(ropes, body)); return runner; }
        _run(executor) { return executor(); }
        async _go(all: Ropes, body) { return all.pull(body.id, body); }
      }`,
  };

  it('follows the fields of the client to its resources', () => {
    expect(calls('stainless', files)).toEqual(
      expect.arrayContaining([
        'towers.create POST /towers',
        'towers.retrieve GET /towers/{tower_id}',
        'towers.list GET /towers',
        'towers.search POST /towers/search',
        'towers.ropes.pull POST /towers/{tower_id}/ropes/{rope_id}/pull',
      ]),
    );
  });

  it('gives helpers their first request, through methods and streams', () => {
    expect(calls('stainless', files)).toEqual(
      expect.arrayContaining([
        'towers.createAndPoll POST /towers',
        'towers.poll GET /towers/{tower_id}',
        'towers.stream POST /towers/{tower_id}/ropes/{rope_id}/pull',
      ]),
    );
  });

  it('ignores a method without a request', () => {
    expect(calls('stainless', files).filter((call) => call.startsWith('towers.local'))).toEqual([]);
  });

  it('ends for methods that call each other', () => {
    const circle = {
      ...files,
      'src/resources/towers/ropes.ts': `export class Ropes { pull(a) { return this.tug(a); } tug(a) { return this.pull(a); } }`,
    };
    expect(calls('stainless', circle)).not.toContain('towers.stream POST /towers');
    expect(calls('stainless', circle)).toContain('towers.create POST /towers');
  });
});

describe('nested resources of an SDK', () => {
  const chain = (count: number): Readonly<Record<string, string>> => ({
    'src/client.ts': `import { R0 } from './resources/all'; export class Bells { r: R0 = new R0(this); }`,
    'src/resources/all.ts': Array.from({ length: count }, (_, index) => {
      const next = index + 1 < count ? `r: R${String(index + 1)} = new R${String(index + 1)}(this._client);` : '';
      return `export class R${String(index)} { ${next} list() { return this._client.get('/r${String(index)}'); } }`;
    }).join('\n'),
  });
  const python = (count: number): Readonly<Record<string, string>> => ({
    'src/clock/_client.py':
      'from .resources.all import R0\nclass Clock(SyncAPIClient):\n    def __init__(self) -> None:\n        self.r = R0(self)\n',
    'src/clock/resources/all.py': Array.from({ length: count }, (_, index) => {
      const next =
        index + 1 < count
          ? `    @cached_property\n    def r(self) -> R${String(index + 1)}:\n        return R${String(index + 1)}(self._client)\n\n`
          : '';
      return `class R${String(index)}(SyncAPIResource):\n${next}    def list(self) -> None:\n        return self._get("/r${String(index)}")\n`;
    }).join('\n'),
  });

  it.each([
    ['stainless', chain],
    ['stainless-python', python],
  ] as const)('are read to eight levels, and rejected beyond: %s', (family, made) => {
    expect(calls(family, made(8))).toContain(`${'r.'.repeat(8)}list GET /r7`);
    expect(() => calls(family, made(9))).toThrow('has resources more than 8 levels deep');
  });

  it('are read once if one contains itself', () => {
    const own = {
      'src/client.ts': `import { R } from './resources/all'; export class Bells { r: R = new R(this); }`,
      'src/resources/all.ts':
        "export class R { r: R = new R(this._client); list() { return this._client.get('/r'); } }",
    };
    expect(calls('stainless', own)).toEqual(['r.list GET /r', 'r.r.list GET /r']);
  });
});

describe('the reader of stainless-python', () => {
  const files = {
    'src/clock/_client.py': `from .resources import towers
class Clock(SyncAPIClient):
    towers: towers.Towers

    def __init__(self) -> None:
        self.towers = towers.Towers(self)

    @cached_property
    def beta(self) -> Beta:
        from .resources.beta import Beta

        return Beta(self)

    @property
    def with_raw_response(self) -> ClockWithRawResponse:
        return ClockWithRawResponse(self)

class AsyncClock(AsyncAPIClient):
    pass
`,
    'src/clock/resources/towers.py': `class Towers(SyncAPIResource):
    @overload
    def ring(self, tower_id: str) -> Tower:
        ...

    def ring(self, tower_id: str) -> Tower:
        if not tower_id:
            raise ValueError("no tower")
        return self._post(
            f"/towers/{tower_id}/bells",
            body=maybe_transform({}, params),
        )

    def list(self) -> SyncPage[Tower]:
        return self._get_api_list(
            "/towers",
            page=SyncPage[Tower],
        )

    def ring_and_wait(self, tower_id: str) -> Tower:
        tower = self.ring(tower_id)
        return tower

    def stream(self) -> Stream:
        make_request = partial(
            self._post,
            "/towers/streams",
        )

    def _hidden(self) -> None:
        return self._get("/hidden")

class AsyncTowers(AsyncAPIResource):
    async def ring(self, tower_id: str) -> Tower:
        return await self._post("/elsewhere")
`,
    'src/clock/resources/beta/__init__.py': 'from .beta import Beta, AsyncBeta\n',
    'src/clock/resources/beta/beta.py': `from .clocks import (
    Clocks as TheClocks,
)
class Beta(SyncAPIResource):
    @cached_property
    def clocks(self) -> TheClocks:
        return TheClocks(self._client)
`,
    'src/clock/resources/beta/clocks.py': `class Clocks(SyncAPIResource):
    def find(self) -> SyncPage[Clock]:
        return self._get_api_list(
            "/clocks/search",
            method="post",
        )

    def wind(self, clock_id: str) -> Clock:
        return self._patch(path_template("/clocks/{clock_id}", clock_id=clock_id))
`,
  };

  it('finds the requests of methods, through fields, cached properties, re-exports and helpers', () => {
    expect(calls('stainless-python', files)).toEqual([
      'towers.ring POST /towers/{tower_id}/bells',
      'towers.list GET /towers',
      'towers.ring_and_wait POST /towers/{tower_id}/bells',
      'towers.stream POST /towers/streams',
      'beta.clocks.find POST /clocks/search',
      'beta.clocks.wind PATCH /clocks/{clock_id}',
    ]);
  });

  it('finds resources of a package whose folder is the root, and none of an absent module', () => {
    const ring = 'class Towers(SyncAPIResource):\n    def ring(self) -> None:\n        return self._post("/towers")\n';
    const client = (name: string): string =>
      `from . import ${name}\nclass Clock(SyncAPIClient):\n    def __init__(self) -> None:\n        self.towers = ${name}.Towers(self)\n`;
    const root = { '_client.py': client('resources'), 'resources/__init__.py': ring };
    expect(calls('stainless-python', root)).toEqual(['towers.ring POST /towers']);
    expect(calls('stainless-python', { '_client.py': client('resources'), 'resources.py': ring })).toEqual([
      'towers.ring POST /towers',
    ]);
    expect(calls('stainless-python', { ...root, '_client.py': client('absent') })).toEqual([]);
    const { needsFile } = SDK_FAMILIES['stainless-python'];
    expect(['resources/towers.py', 'src/clock/resources/towers.py', 'towers.py'].map(needsFile)).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('names the client as one of Python', () => {
    const sdk = { name: 'clock', version: '1.0.0', files: new Map(Object.entries(files)) };
    expect(SDK_FAMILIES['stainless-python'].clientOf(sdk, loadTypeScript()).origins).toEqual([
      { module: 'clock', export: 'Clock', language: 'python' },
      { module: 'clock', export: 'AsyncClock', language: 'python' },
      { type: 'Clock', module: 'clock', language: 'python' },
      { type: 'AsyncClock', module: 'clock', language: 'python' },
    ]);
    const own = new Map([...sdk.files, ['src/clock/__init__.py', 'from ._module_client import towers as towers\n']]);
    expect(SDK_FAMILIES['stainless-python'].clientOf({ ...sdk, files: own }, loadTypeScript()).origins).toContainEqual({
      ...{ module: 'clock', export: 'default', language: 'python' },
    });
  });
});

describe('the reader of slack-python', () => {
  it('finds the operation that a method calls by name, and its verb', () => {
    const client = `class WebClient(BaseClient):
    def bells_ring(
        self,
        *,
        bell: str,
        **kwargs,
    ) -> SlackResponse:
        kwargs.update({"bell": bell})
        return self.api_call("bells.ring", params=kwargs)

    def bells_list(self, **kwargs) -> SlackResponse:
        return self.api_call(
            "bells.list",
            http_verb="GET",
            params=kwargs,
        )

    def bells_find(self, **kwargs):
        return self.other(kwargs)
`;
    expect(calls('slack-python', { 'slack_sdk/web/client.py': client })).toEqual([
      'bells_ring POST /bells.ring',
      'bells_list GET /bells.list',
    ]);
  });
});
