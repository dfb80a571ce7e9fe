import { describe, expect, it } from 'vitest';
import { scan } from '../../src/scan/index.js';
import { folder } from '../scanner/support.js';

const BASE = 'https://api.cloudflare.com/client/v4';
const NEW = "import Cloudflare from 'cloudflare';\n";
const SENDER = `const w = (p: string) => fetch('${BASE}' + p);\n`;

/** Locations of the findings that a scan of these files shows by default. */
async function found(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { findings } = await scan({ root: folder(files), asOf: '2026-01-01' });
  return findings.map(({ file, range }) => `${file}:${String(range.start.line)}`);
}

/** Names for the parameter. */
const NAMES = ['client', 'cf', 'x', 'http', 'fn'];

describe('a client that another file passes as an argument', () => {
  it.each(NAMES)('is found whatever the parameter is called: %s', async (name) => {
    const files = {
      'a.ts': `export const run = (${name}: any) => ${name}.filters.list({ zone_id: 'z' });\n`,
      'main.ts': `${NEW}import { run } from './a';\nrun(new Cloudflare());\n`,
    };
    expect(await found(files)).toEqual(['a.ts:1']);
  });

  it.each([
    ['a list', '(l: any[]) => l.map((c) => c.filters.list({ zone_id: 0 }))', '[new Cloudflare()]'],
    ['an object in an object', '(o: any) => o.x.y.filters.list({ zone_id: 0 })', '{ x: { y: new Cloudflare() } }'],
    ['a pattern', '({ x: { y } }: any) => y.filters.list({ zone_id: 0 })', '{ x: { y: new Cloudflare() } }'],
    ['a rest', '(...l: any[]) => l[0].filters.list({ zone_id: 0 })', 'new Cloudflare()'],
  ])('is found in %s', async (_, run, given) => {
    const files = {
      'a.ts': `export const run = ${run};\n`,
      'main.ts': `${NEW}import { run } from './a';\nrun(${given});\n`,
    };
    expect(await found(files)).toEqual(['a.ts:1']);
  });

  it.each([
    [
      'a module that re-exports it under another name',
      "export { run as go } from './a';\n",
      "import { go as run } from './i';",
    ],
    ['a module that re-exports everything', "export * from './a';\n", "import { run } from './i';"],
    ['a namespace', '', "import * as all from './a';\nconst { run } = all;"],
  ])('is found through %s', async (_, between, how) => {
    const files = {
      'a.ts': "export const run = (c: any) => c.filters.list({ zone_id: 'z' });\n",
      'i.ts': between,
      'main.ts': `${NEW}${how}\nrun(new Cloudflare());\n`,
    };
    expect(await found(files)).toEqual(['a.ts:1']);
  });

  it.each([
    ['`call`', 'run.call(null, 1, new Cloudflare())'],
    ['`apply`', 'run.apply(null, [1, new Cloudflare()])'],
  ])('is found when it is passed by %s', async (_, call) => {
    const files = {
      'a.ts': "export function run(n: number, x: any) { return x.filters.list({ zone_id: 'z' }); }\n",
      'main.ts': `${NEW}import { run } from './a';\n${call};\n`,
    };
    expect(await found(files)).toEqual(['a.ts:1']);
  });

  it('is not found when `call` passes it as `this`', async () => {
    const files = {
      'a.ts': "export function run(x: any) { return x.filters.list({ zone_id: 'z' }); }\n",
      'main.ts': `${NEW}import { run } from './a';\nrun.call(new Cloudflare(), { filters: { list: () => 1 } });\n`,
    };
    expect(await found(files)).toEqual([]);
  });

  it.each(['from pkg import module', 'from pkg import module as module', 'import pkg.module as module'])(
    'is found in a module of a package: %s',
    async (how) => {
      const files = {
        'pkg/__init__.py': '',
        'pkg/module.py': "def run(x):\n    return x.filters.list(zone_id='z')\n",
        'main.py': `from cloudflare import Cloudflare\n${how}\nmodule.run(Cloudflare())\n`,
      };
      expect(await found(files)).toEqual(['pkg/module.py:2']);
    },
  );

  it('is found in a function called by the function that creates it', async () => {
    const files = {
      'a.ts': `${NEW}export const withClient = (f: any) => f(new Cloudflare());\n`,
      'b.ts': "export const list = (c: any) => c.filters.list({ zone_id: 'z' });\n",
      'main.ts': "import { withClient } from './a';\nimport { list } from './b';\nwithClient(list);\n",
    };
    expect(await found(files)).toEqual(['b.ts:1']);
  });

  it('is found in a field that another file sets, with less confidence', async () => {
    const files = {
      'a.ts': "export class S {\n  c: any;\n  go() { return this.c.filters.list({ zone_id: 'z' }); }\n}\n",
      'main.ts': `${NEW}import { S } from './a';\nconst s = new S();\ns.c = new Cloudflare();\ns.go();\n`,
    };
    expect(await found(files)).toEqual(['a.ts:3']);
  });

  it('is found by the field of an interface in another file, whatever the caller', async () => {
    const files = {
      'types.ts': "import type Cloudflare from 'cloudflare';\nexport interface Ctx { readonly cf: Cloudflare }\n",
      'a.ts':
        "import type { Ctx } from './types';\nexport const run = (c: Ctx) => c.cf.filters.list({ zone_id: 'z' });\n",
    };
    expect(await found(files)).toEqual(['a.ts:2']);
  });

  it('is found in Python by the name of a parameter', async () => {
    const files = {
      'a.py': 'def run(c):\n    return c.filters.list(zone_id="z")\n',
      'main.py': 'from cloudflare import Cloudflare\nfrom a import run\nrun(c=Cloudflare())\n',
    };
    expect(await found(files)).toEqual(['a.py:2']);
  });

  it('is not found when something else is passed', async () => {
    const files = {
      'store.ts': 'export class Store { filters = { list: (o: unknown) => [o] }; }\n',
      'a.ts': "export const run = (c: any) => c.filters.list({ zone_id: 'z' });\n",
      'main.ts': "import { run } from './a';\nimport { Store } from './store';\nrun(new Store());\n",
      'other.ts': `${NEW}export const client = new Cloudflare();\n`,
    };
    expect(await found(files)).toEqual([]);
  });
});

describe('a sending function that is passed as an argument', () => {
  it.each(NAMES)('is found whatever the parameter is called: %s', async (name) => {
    const files = {
      'a.ts': `export const run = (${name}: any, z: string) => ${name}(\`/zones/\${z}/pagerules\`);\n`,
      'main.ts': `import { run } from './a';\n${SENDER}run(w, 'z');\n`,
    };
    expect(await found(files)).toEqual(['a.ts:1']);
  });

  it.each(['exports', 'module.exports'])('is found through %s', async (exported) => {
    const files = {
      'a.js': `${exported}.run = (http) => http.get('/zones/z/pagerules');\n`,
      'main.js': `const axios = require('axios');\nconst { run } = require('./a');\nrun(axios.create({ baseURL: '${BASE}' }));\n`,
    };
    expect(await found(files)).toEqual(['a.js:1']);
  });

  it('is found as a method of an instance', async () => {
    const files = {
      'a.ts': "export const run = (o: any) => o.load('/zones/z/pagerules');\n",
      'main.ts': `import { run } from './a';\nclass M { load(p: string) { return fetch('${BASE}' + p); } }\nrun(new M());\n`,
    };
    expect(await found(files)).toEqual(['a.ts:1']);
  });

  it('is not found when the passed function sends to another host', async () => {
    const files = {
      'a.ts': "export const run = (x: any) => x('/zones/z/pagerules');\n",
      'main.ts': "import { run } from './a';\nconst w = (p: string) => fetch('https://own.test' + p);\nrun(w);\n",
      'other.ts': `export const zones = () => fetch('${BASE}/zones');\n`,
    };
    expect(await found(files)).toEqual([]);
  });
});

describe('a module that RequireJS loads', () => {
  const CLIENT = `define([], function () { return { get: (path) => fetch('${BASE}' + path) }; });\n`;

  it.each([
    ['the callback', "require(['./a'], function (a) { a.get('/zones/1/pagerules'); });\n", ['b.js:1']],
    [
      'the callback before one for errors',
      "require(['./a'], function (a) { a.get('/zones/1/pagerules'); }, function (error) { log(error); });\n",
      ['b.js:1'],
    ],
    [
      'no callback for errors',
      "require(['./a'], function () {}, function (error) { error.get('/zones/1/pagerules'); });\n",
      [],
    ],
  ])('is the parameter of %s', async (_, text, places) => {
    expect(await found({ 'a.js': CLIENT, 'b.js': text })).toEqual(places);
  });
});
