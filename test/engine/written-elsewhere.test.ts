import { describe, expect, it } from 'vitest';
import { scan } from '../../src/scan/index.js';
import { folder } from '../scanner/support.js';

const BASE = 'https://api.cloudflare.com/client/v4';

interface Answer {
  /** Confidence and notes of each finding. */
  readonly findings: readonly string[];
  readonly rows: readonly string[];
}

async function scanOutcome(files: Readonly<Record<string, string>>): Promise<Answer> {
  const { findings, unresolved } = await scan({ root: folder(files), asOf: '2026-11-27' });
  return {
    findings: findings.map(({ confidence, notes }) => [confidence, ...notes].join(': ')),
    rows: unresolved.map(({ url, reason }) => `${url}: ${reason}`),
  };
}

const inFile = (text: string): Promise<Answer> => scanOutcome({ 'a.js': text });

const SAID = (name: string): string =>
  `probable: \`${name}\` is written to in another function as well, so that it can have another value.`;

describe('a value that another function can overwrite', () => {
  const LET = `let base = '${BASE}';\n`;
  const LIST = "export const list = () => fetch(base + '/zones/z/pagerules');\n";
  const TABLE = `const cfg = { base: '${BASE}' };\n`;
  const OF_TABLE = "export const list = () => fetch(cfg.base + '/zones/z/pagerules');\n";

  it.each([
    ['an assignment', 'base = o;'],
    ['a sum', "base += '.test';"],
    ['a logical assignment', 'base &&= o;'],
    ['an object pattern', '({ base } = o);'],
    ['a list pattern', '[base] = o;'],
    ['the head of a loop', 'for (base of o) ;'],
    ['a callback', 'o.forEach((x) => { base = x; });'],
  ])('makes a finding probable because of %s', async (_, write) => {
    const { findings } = await inFile(`${LET}export function configure(o) { ${write} }\n${LIST}`);
    expect(findings).toEqual([SAID('base')]);
  });

  it.each([
    ['the last of many functions', (same: string, other: string) => [same, same, same, same, other]],
    ['the first of many functions', (same: string, other: string) => [other, same, same, same, same]],
    [
      'a function that also writes the same value',
      (same: string, other: string) => [same, same, same, `${same} ${other}`],
    ],
    [
      'one function among others that write nothing',
      (_: string, other: string) => ['base = null;', 'base ??= o;', other],
    ],
  ])('makes a finding probable if %s writes another value', async (_, bodies) => {
    const same = `base = '${BASE}';`;
    const functions = (other: string): string =>
      bodies(same, other)
        .map((body, index) => `export function f${index}(o) { ${body} }\n`)
        .join('');
    expect((await inFile(`${LET}${functions("base = 'https://x.test';")}${LIST}`)).findings).toEqual([SAID('base')]);
    expect((await inFile(`${LET}${functions(same)}${LIST}`)).findings).toEqual(['certain']);
  });

  it('is found among thousands of writes in time proportional to their number', async () => {
    const branches = Array.from({ length: 4000 }, (_, index) => `if (k === ${index}) path = '/zones/${index}';\n`);
    const text = `${LET}let path = '';\nif (k === '') path = 'a';\n${branches.join('')}${LIST}`;
    expect((await inFile(text)).findings).toEqual(['certain']);
    const written = `${text}export function configure(o) { base = o; path = o; }\n`;
    expect((await inFile(written)).findings).toEqual([SAID('base')]);
  });

  it.each([
    ['a property', 'cfg.base = o;', 'cfg.base'],
    ['an addition to a property', 'cfg.base += o;', 'cfg.base'],
    ['a computed property', 'cfg[k] = o;', 'cfg[…]'],
    ['Object.assign', 'Object.assign(cfg, o);', 'cfg'],
    ['a function that merges', 'merge(cfg, o);', 'cfg'],
  ])('makes a finding probable because of a write to an object by %s', async (_, write, name) => {
    const { findings } = await inFile(`${TABLE}export function configure(o, k) { ${write} }\n${OF_TABLE}`);
    expect(findings).toEqual([SAID(name)]);
  });

  it('makes a finding probable if a function of the file writes to its parameter', async () => {
    const fill = 'function fill(target, o) { target.base = o; }\nexport const configure = (o) => fill(cfg, o);\n';
    expect((await inFile(`${TABLE}${fill}${OF_TABLE}`)).findings).toEqual([SAID('cfg')]);
    const other = 'function fill(target, o) { target.token = o; }\nexport const configure = (o) => fill(cfg, o);\n';
    expect((await inFile(`${TABLE}${other}${OF_TABLE}`)).findings).toEqual(['certain']);
  });

  it.each([
    ['a method', 'use(o) { this.base = o; }', 'base'],
    ['a method that assigns options to the object', 'use(o) { Object.assign(this, o); }', 'a field of the object'],
    [
      'a constructor that assigns options to the object',
      'constructor(o) { Object.assign(this, o); }',
      'a field of the object',
    ],
  ])('makes a finding probable in a class with %s', async (_, member, name) => {
    const text = `class C { base = '${BASE}'; ${member} list() { return fetch(this.base + '/zones/z/pagerules'); } }\n`;
    const { findings } = await inFile(`${text}export const list = (o) => new C(o).list();\n`);
    expect(findings).toEqual([SAID(name)]);
  });

  it('makes a finding probable if the base URL of a client or the host of a URL is overwritten', async () => {
    const http = `import axios from 'axios';\nconst http = axios.create({ baseURL: '${BASE}' });\n`;
    const list = "export const list = () => http.get('/zones/z/pagerules');\n";
    const set = (what: string): string => `export function configure(o) { http.defaults.${what} = o; }\n`;
    expect((await inFile(http + set('baseURL') + list)).findings).toEqual([SAID('http.defaults.baseURL')]);
    expect((await inFile(http + set('headers.Authorization') + list)).findings).toEqual(['certain']);
    const url = `const u = new URL('${BASE}/zones/z/pagerules');\nexport const list = () => fetch(u);\n`;
    expect((await inFile(`${url}export function configure(h) { u.hostname = h; }\n`)).findings).toEqual([
      SAID('u.hostname'),
    ]);
  });

  it.each([
    ['another variable is written to', `${LET}let token;\nexport function configure(o) { token = o; }\n${LIST}`],
    ['another property is written to', `${TABLE}export function configure(o) { cfg.token = o; }\n${OF_TABLE}`],
    ['the same text is written', `${LET}export function reset() { base = '${BASE}'; }\n${LIST}`],
    ['nothing is written', `${LET}export function reset() { base = undefined; }\n${LIST}`],
    ['it is written only if it is missing', `${LET}export function configure(o) { base ??= o; }\n${LIST}`],
    [
      'it is created on first use',
      `let c;\nconst get = () => (c ??= { base: '${BASE}' });\nexport const list = () => fetch(get().base + '/zones/z/pagerules');\n`,
    ],
    [
      'the constructor sets it',
      `class C { constructor() { this.base = '${BASE}'; } list() { return fetch(this.base + '/zones/z/pagerules'); } }\nexport const list = () => new C().list();\n`,
    ],
  ])('leaves a finding certain if %s', async (_, text) => {
    expect((await inFile(text)).findings).toEqual(['certain']);
  });

  it('makes a finding probable in Python', async () => {
    const text = `import requests\nBASE = "${BASE}"\ndef configure(b):\n    global BASE\n    BASE = b\ndef rules(z):\n    return requests.get(BASE + "/zones/" + z + "/pagerules")\n`;
    expect((await scanOutcome({ 'a.py': text })).findings).toEqual([SAID('BASE')]);
  });
});

describe('a path that is built in another function', () => {
  const SEND = 'send() { return fetch(this.url); }';

  it('is listed as unresolved if a builder adds it', async () => {
    const builder = `class Req { url = '${BASE}'; path(p) { this.url += p; return this; } ${SEND} }\n`;
    const { findings, rows } = await inFile(`${builder}new Req().path('/zones/z/pagerules').send();\n`);
    expect(findings).toEqual([]);
    expect(new Set(rows)).toEqual(
      new Set([`${BASE}\${p}: \`p\` is a parameter for which no known caller passes a value`]),
    );
  });

  it('is listed as unresolved if a function adds it to a variable', async () => {
    const text = `let url = '${BASE}';\nfunction add(p) { url += p; }\nadd('/zones/z/pagerules');\nfetch(url);\n`;
    expect((await inFile(text)).rows).toEqual([
      `${BASE}\${p}: \`p\` is a parameter for which no known caller passes a value`,
    ]);
  });

  it('makes a finding probable if a callback extends it', async () => {
    const text = `export function go(xs) { let p = '/zones/z/filters'; xs.forEach((x) => { p = p + '/' + x; }); return fetch('${BASE}' + p); }\n`;
    expect((await inFile(text)).findings).toEqual([SAID('p')]);
  });
});

describe('a request body that is changed in another function', () => {
  const HTTP = `import axios from 'axios';\nconst http = axios.create({ baseURL: '${BASE}' });\n`;
  const POST = (body: string): string => `http.post('/zones/z/dns_records', ${body});\n`;

  it('includes the fields that methods and functions set', async () => {
    const record =
      "class R { rec = { type: 'SRV', name: 'n', data: {} }; service(s) { this.rec.data.service = s; return this; } }\n";
    expect((await inFile(`${HTTP}${record}${POST("new R().service('_a').rec")}`)).findings).toEqual(['certain']);
    const fill =
      "const rec = { type: 'SRV', name: 'n', data: {} };\nfunction fill(r) { r.data.service = '_a'; }\nfill(rec);\n";
    expect((await inFile(`${HTTP}${fill}${POST('rec')}`)).findings).toEqual(['certain']);
    const other = record.replace('data.service', 'data.priority');
    expect((await inFile(`${HTTP}${other}${POST("new R().service('_a').rec")}`)).findings).toEqual([]);
  });

  it('is listed as unresolved if the property is computed', async () => {
    const record =
      "class R { rec = { type: 'SRV', name: 'n', data: {} }; set(k, v) { this.rec.data[k] = v; return this; } }\n";
    const { findings, rows } = await inFile(`${HTTP}${record}${POST("new R().set('service', '_a').rec")}`);
    expect([findings, rows]).toEqual([[], [expect.stringContaining('dns_records')]]);
  });
});

describe('an exported object or client that another file overwrites', () => {
  const EXPORTED = `import axios from 'axios';
export const http = axios.create({ baseURL: '${BASE}' });
export const cfg = { base: '${BASE}', token: '' };
`;
  const BY_CLIENT = "export const list = () => http.get('/zones/z/pagerules');\n";
  const BY_OBJECT = "export const list = () => fetch(cfg.base + '/zones/z/pagerules');\n";
  const IN_OTHER = (name: string): string =>
    `probable: \`${name}\` is written to in \`set.js\` as well, so that it can have another value.`;

  it.each([
    [
      'the base URL of a client',
      BY_CLIENT,
      "import { http } from './a';\nhttp.defaults.baseURL = process.env.X;\n",
      'http.defaults.baseURL',
    ],
    ['a property', BY_OBJECT, "import { cfg } from './a';\nexport const use = (o) => { cfg.base = o; };\n", 'cfg.base'],
    ['a property through an alias', BY_OBJECT, "import { cfg as c } from './a';\nc.base += '.test';\n", 'c.base'],
    ['a property of the module', BY_OBJECT, "import * as a from './a';\na.cfg.base = process.env.X;\n", 'a.cfg.base'],
    [
      'Object.assign of options',
      BY_OBJECT,
      "import { cfg } from './a';\nexport const use = (o) => Object.assign(cfg, o);\n",
      'cfg',
    ],
  ])('makes a finding probable through %s', async (_, list, set, name) => {
    const { findings } = await scanOutcome({ 'a.js': EXPORTED + list, 'set.js': set });
    expect(findings).toEqual([IN_OTHER(name)]);
  });

  it.each([
    ['another property', BY_OBJECT, "import { cfg } from './a';\ncfg.token = process.env.X;\n"],
    ['the same text', BY_OBJECT, `import { cfg } from './a';\ncfg.base = '${BASE}';\n`],
    ['a header', BY_CLIENT, "import { http } from './a';\nhttp.defaults.headers.Authorization = process.env.X;\n"],
    [
      'an object of the same name',
      BY_OBJECT,
      "import { http } from './a';\nconst cfg = {};\ncfg.base = process.env.X;\nhttp.get('/user');\n",
    ],
    [
      'an object of another file',
      BY_OBJECT,
      "import { http } from './a';\nimport { cfg } from './b';\ncfg.base = process.env.X;\nhttp.get('/user');\n",
    ],
  ])('leaves a finding certain if the write is to %s', async (_, list, set) => {
    const { findings } = await scanOutcome({
      'a.js': EXPORTED + list,
      'set.js': set,
      'b.js': 'export const cfg = {};\n',
    });
    expect(findings).toEqual(['certain']);
  });
});
