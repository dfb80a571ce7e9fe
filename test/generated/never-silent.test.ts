import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../src/knowledge/catalogue/load.js';
import { createAnalyser } from '../../src/engine/analyse.js';
import { readerOf } from '../engine/support.js';
import { share } from '../share.js';

const RUNS = share(300);
/** Milliseconds, with allowance for a busy machine. */
const TIMEOUT = 30_000 + RUNS * 50;
const CATALOGUE = loadCatalogue();
const API = 'https://api.cloudflare.com/client/v4';

/** Names that a call may have: none says what the function does, except that some print their arguments. */
const NAMES = ['http', 'cf', 'load', 'run', 'app', 'z', 't', 'x', 'rest', 'callApi', 'router', 'helper', '$', 'q'];

/** Paths that must be reported: deprecated ones, and open ones (`id` and `kind` have no known value). */
const PATHS = [
  '/zones/${id}/pagerules',
  '/zones/1/rate_limits',
  '/user/billing/history',
  '/zones/${id}/${kind}',
  '/${kind}',
  '/accounts/${id}/${kind}/x',
];

/** Spellings of the address: declarations in the file, in a file that it imports, and the expression. */
interface Spelling {
  readonly other?: string;
  readonly before?: string;
  readonly url: string;
}

const SPELLINGS: readonly ((path: string) => Spelling)[] = [
  (path) => ({ url: `\`${API}${path}\`` }),
  (path) => ({ url: `'${API}' + \`${path}\`` }),
  (path) => ({ before: `const BASE = '${API}';`, url: `\`\${BASE}${path}\`` }),
  (path) => ({ before: `const BASE = '${API}';`, url: `BASE + \`${path}\`` }),
  (path) => ({ before: `const BASE = '${API}';`, url: `BASE.concat(\`${path}\`)` }),
  (path) => ({ before: `const BASE = '${API}';`, url: `[BASE, \`${path.slice(1)}\`].join('/')` }),
  (path) => ({ before: `const HOST = 'api.cloudflare.com';`, url: `\`https://\${HOST}/client/v4${path}\`` }),
  (path) => ({ other: `export const BASE = '${API}';`, url: `\`\${BASE}${path}\`` }),
  (path) => ({ other: `const at = '${API}';\nexport { at as BASE };`, url: `BASE + \`${path}\`` }),
  (path) => ({ before: `const urls = { rules: (id, kind) => \`${API}${path}\` };`, url: 'urls.rules(id, kind)' }),
  (path) => ({ before: `const urlOf = (id, kind) => \`${API}${path}\`;`, url: 'urlOf(id, kind)' }),
  (path) => ({ before: `class Urls { static of(id, kind) { return \`${API}${path}\`; } }`, url: 'Urls.of(id, kind)' }),
  (path) => ({ url: `new Map([['rules', \`${API}${path}\`]]).get('rules')` }),
  (path) => ({ url: `process.env.API_URL ?? \`${API}${path}\`` }),
];

/** Uses of an address by something unknown. A method that no operation below the path has would settle it: all have `DELETE`. */
const USES: readonly ((url: string, name: string) => string)[] = [
  (url, name) => `export const use = (id, kind) => ${name}(${url});`,
  (url, name) => `export const use = (id, kind) => ${name}.get(${url});`,
  (url, name) => `export const use = (id, kind) => ${name}.${name}(${url}, { method: 'DELETE' });`,
  (url, name) => `export const use = async (id, kind) => (await ${name}(1)).go(${url});`,
  (url, name) => `export const use = (id, kind) => new ${name}(${url});`,
  (url, name) => `export const use = (id, kind) => ${name}({ url: ${url}, method: 'DELETE' });`,
  (url, name) => `export const use = (id, kind) => ${name}({ target: { address: ${url} } });`,
  (url, name) => `export const use = (id, kind) => ${name}(${url}, (error, answer) => answer);`,
  (url, name) => `export const use = (id, kind) => ${name}('x', 1, ${url});`,
  (url, name) => `export const use = (id, kind) => ${name}.call(null, ${url});`,
  (url, name) => `export const use = (id, kind) => ${name}.apply(null, [${url}]);`,
  (url, name) => `export const use = (id, kind) => ${name}.bind(null, ${url});`,
  (url, name) => `export const use = (id, kind) => ${name}(...[${url}]);`,
  (url, name) => `export const use = (id, kind) => ${name}[kind](${url});`,
  (url, name) => `function pass(url) { return ${name}(url); }\nexport const use = (id, kind) => pass(${url});`,
  (url, name) =>
    `function pass() { return ${name}.apply(this, arguments); }\nexport const use = (id, kind) => pass(${url});`,
  (url, name) => `const pass = ${name}((url) => ${name}(url));\nexport const use = (id, kind) => pass(${url});`,
  (url, name) => `const list = [];\nexport const use = (id, kind) => { list.push(${url}); ${name}(list); };`,
  (url, name) => `export const use = (id, kind) => Promise.resolve(${url}).then(${name});`,
  (url, name) => `export const use = (id, kind) => setTimeout(${name}, 1, ${url});`,
  (url, name) => `export const use = (id, kind) => [${url}].map(${name});`,
  (url) => `export const use = (id, kind) => ({ url: ${url}, method: 'GET' });`,
  (url) => `export const use = { request: { url: (id, kind) => ${url}, method: 'GET' } };`,
  (url) => `export const use = { url(id, kind) { return ${url}; } };`,
  (url) => `export const use = (id, kind) => ${url};`,
  (url) => `export default class { make(id, kind) { this.address = ${url}; } }`,
  (url, name) => `export const use = (id, kind) => new Proxy({}, { get: () => ${name}(${url}) });`,
  (url, name) => `export function* use(id, kind) { yield ${name}.delete(${url}); }`,
];

/** Unknown constructors that get the base URL, and requests of their results. */
const MADE: readonly ((name: string, path: string) => string)[] = [
  (name, path) => `const api = ${name}('${API}');\nexport const use = (id, kind) => api(\`${path}\`);`,
  (name, path) =>
    `const api = ${name}({ baseUrl: '${API}' });\nexport const use = (id, kind) => api.load(\`${path}\`);`,
  (name, path) =>
    `const api = new ${name}({ url: '${API}' });\nexport const use = (id, kind) => api.go(\`${path}\`, {});`,
  (name, path) => `export const use = (id, kind) => ${name}({ somewhere: '${API}' })(\`${path}\`);`,
  (name) => `const api = ${name}('${API}');\nexport const use = (id) => api.zones(id).pagerules.get();`,
  (name) => `export const api = ${name}.create({ at: '${API}' });`,
  (name) => `export const api = ${name}({ hostname: 'api.cloudflare.com', path: '/client/v4/' + kind });`,
];

/** Everything reported for a program: findings of any confidence, unresolved requests, and limits. */
function reported(files: Readonly<Record<string, string>>): readonly string[] {
  const mentionsApi = (file: string): readonly string[] =>
    files[file]?.includes('api.cloudflare.com') === true ? ['cloudflare'] : [];
  const analyse = createAnalyser({ catalogue: CATALOGUE, modules: { ...readerOf(files), mentionsApi } });
  const analyses = Object.keys(files).map((file) => analyse(file));
  const keyOf = ({ file, span }: { file: string; span: readonly number[] }): string => `${file} ${span.join()}`;
  const completed = new Set(analyses.flatMap((analysis) => analysis.completed.map(keyOf)));
  return analyses.flatMap(({ findings, unresolved, limits = [] }) => [
    ...findings.map(({ url }) => url),
    ...unresolved.filter(({ at }) => !completed.has(keyOf(at))).map(({ url }) => url),
    ...limits,
  ]);
}

const FORMS = ['import', 'default', 'parameter', 'global', 'require'] as const;

function declared(name: string, form: (typeof FORMS)[number]): string {
  if (form === 'import') return `import { ${name} } from '@acme/${name.replace(/\W/g, 'dollar')}';`;
  if (form === 'default') return `import ${name} from './missing';`;
  if (form === 'require') return `const ${name} = require('some-${name.replace(/\W/g, 'dollar')}');`;
  return form === 'global' ? '' : `let ${name}; export const given = (it) => { ${name} = it; };`;
}

describe('a program with an address of the API', () => {
  it(
    'is never passed over in silence, whatever it does with the address',
    () => {
      fc.assert(
        fc.property(
          fc.constantFrom(...NAMES),
          fc.constantFrom(...FORMS),
          fc.constantFrom(...PATHS),
          fc.constantFrom(...SPELLINGS),
          fc.constantFrom(...USES),
          (name, form, path, spell, use) => {
            const { other, before = '', url } = spell(path);
            const files = {
              'a.ts': [
                declared(name, form),
                ...(other === undefined ? [] : ["import { BASE } from './barrel';"]),
                before,
                use(url, name),
              ].join('\n'),
              ...(other === undefined ? {} : { 'barrel.ts': "export * from './base';", 'base.ts': other }),
            };
            expect(reported(files), Object.values(files).join('\n---\n')).not.toEqual([]);
          },
        ),
        { numRuns: RUNS },
      );
    },
    TIMEOUT,
  );

  it(
    'is never passed over in silence when it passes the base URL to an unknown constructor',
    () => {
      fc.assert(
        fc.property(
          fc.constantFrom(...NAMES),
          fc.constantFrom(...FORMS),
          fc.constantFrom(...PATHS),
          fc.constantFrom(...MADE),
          (name, form, path, make) => {
            const source = `${declared(name, form)}\n${make(name, path)}`;
            expect(reported({ 'a.ts': source }), source).not.toEqual([]);
          },
        ),
        { numRuns: Math.ceil(RUNS / 3) },
      );
    },
    TIMEOUT,
  );

  it('is not reported when it only prints or compares the address', () => {
    const url = `'${API}/zones/1/pagerules'`;
    const sources = [
      `console.log(${url});`,
      `logger.warn(\`gone: ${API}/zones/1/pagerules\`);`,
      `throw new Error(${url});`,
      `export const f = (u) => u.startsWith(${url});`,
      `expect(sent).toBe(${url});`,
    ];
    for (const source of sources) expect(reported({ 'a.ts': source }), source).toEqual([]);
  });
});
