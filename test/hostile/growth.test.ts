import { describe, expect, it } from 'vitest';
import { BASE, repeat, study } from './support.js';
import { sample } from '../share.js';

/** Programs of a given size, by the part that grows. The tests count steps, not time. */
const PROGRAMS: Readonly<Record<string, (size: number) => string>> = {
  calls: (size) => repeat(size, (index) => `fetch('${BASE}/towers/${index}/bells');\n`),
  constants: (size) =>
    repeat(size, (index) => `const a${index} = '/towers/${index}/bells'; fetch('${BASE}' + a${index});\n`),
  'constants made of each other': (size) =>
    `const a0 = '${BASE}/towers';\n${repeat(size, (index) => `const a${index + 1} = a${index}; fetch(a${index} + '/1/bells');\n`)}`,
  functions: (size) =>
    repeat(
      size,
      (index) => `function f${index}(p, q) { return fetch(q + p); } f${index}('/towers/1/bells', '${BASE}');\n`,
    ),
  'parameters of one function': (size) =>
    `function f(${repeat(size, (index) => `p${index}`, ',')}) { ${repeat(size, (index) => `fetch(p${index} + '/towers/1/bells');\n`)} }`,
  'requests that are not resolved': (size) =>
    `fetch('${BASE}/towers/1/bells');\n${repeat(size, (index) => `export const u${index} = (p) => fetch('${BASE}/towers/' + p);\n`)}`,
  'calls of one wrapper': (size) =>
    `function api(p) { return fetch('${BASE}' + p); }\n${repeat(size, (index) => `api('/towers/${index}/bells');\n`)}`,
  'calls of a wrapper with an open base': (size) =>
    `function api(b, p) { return fetch(b + p); }\n${repeat(size, (index) => `api(base${index}, '/towers/${index}/bells');\n`)}`,
  'wrappers of wrappers': (size) =>
    `function w0(p) { return fetch('${BASE}' + p); }\n${repeat(size, (index) => `function w${index + 1}(p) { return w${index}(p); }\n`)}w5('/towers/1/bells');`,
  clients: (size) =>
    `import axios from 'axios';\n${repeat(size, (index) => `const c${index} = axios.create({ baseURL: '${BASE}' }); c${index}.get('/towers/1/bells');\n`)}`,
  'requests by the name of a client': (size) =>
    `import axios from 'axios';\n${repeat(size, (index) => `axios.get('${BASE}/towers/${index}/bells');\n`)}`,
  instances: (size) =>
    `class C { constructor(b) { this.b = b; } get(p) { return fetch(this.b + p); } }\n${repeat(size, (index) => `new C('${BASE}').get('/towers/${index}/bells');\n`)}`,
  subclasses: (size) =>
    `class K0 { get(p) { return fetch('${BASE}' + p); } }\n${repeat(size, (index) => `class K${index + 1} extends K0 { bells() { return this.get('/towers/${index}/bells'); } }\n`)}`,
  'texts that reach no request': (size) =>
    `const base = '${BASE}';\n${repeat(size, (index) => `const t${index} = '/towers/${index}/bells';\n`)}`,
  'request descriptors': (size) =>
    repeat(size, (index) => `x${index} = { path: '/towers/${index}/bells', method: 'GET' };\n`),
  'stages of which each adds to a record': (size) =>
    `const stages = [${repeat(size, (index) => `(made) => ({ ...made, n${index}: made.n${index} || made.n })`, ', ')}];
     function prepare(path) { let made = { path, n: '' }; for (const stage of stages) made = stage(made); return made; }
     fetch('${BASE}' + prepare('/towers/1/bells').path);`,
  exports: (size) =>
    `export const base = '${BASE}';\n${repeat(size, (index) => `export const e${index} = '/towers/${index}/bells';\n`)}`,
};

describe('the cost of analysing a file', () => {
  it.each(Object.entries(PROGRAMS))('grows no faster than n log n with %s', (_, programOf) => {
    const small = study(programOf(150));
    const large = study(programOf(1200));
    expect(large.analysis.limits).toEqual(small.analysis.limits);
    expect(small.analysis.findings.length).toBeGreaterThan(0);
    const factor = (1200 * Math.log2(1200)) / (150 * Math.log2(150));
    expect(large.steps).toBeLessThanOrEqual(1.2 * factor * (small.steps + 100));
  });

  it.each(sample(Object.entries(PROGRAMS)))('takes time in proportion to its steps with %s', (_, programOf) => {
    const small = Math.min(...[1, 2, 3].map(() => study(programOf(400)).milliseconds));
    // Eight times the size: quadratic time would be 64 times. The bound allows for noise and fixed costs.
    const most = 30 * (small + 20);
    const large = study(programOf(3200)).milliseconds;
    expect(large < most ? large : study(programOf(3200)).milliseconds).toBeLessThan(most);
  });
});
