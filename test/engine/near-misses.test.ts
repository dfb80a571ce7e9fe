import { describe, expect, it } from 'vitest';
import { catalogueOf, findings, lowerSource } from './support.js';

const CATALOGUE = catalogueOf({ bells: [['GET', '/towers/{tower_id}/bells']] });
const TOWER = 'https://api.clock.test/rest/v2/towers/1';
const OLD = `${TOWER}/bells`;
const NEW = `${TOWER}/chimes`;

function confidences(source: string, others: Readonly<Record<string, string>> = {}): readonly string[] {
  return findings({ 'a.ts': source, ...others }, CATALOGUE).map(({ confidence }) => confidence);
}

describe('one of several values of a path segment', () => {
  const SEND = 'fetch(`' + TOWER + '/${p}`)';
  const LIST = `['bells', 'chimes']`;

  it.each([
    `for (const p of ${LIST}) { if (p === 'bells') continue; ${SEND}; }`,
    `for (const p of ${LIST}) { if (p !== 'bells') ${SEND}; }`,
    `${LIST}.forEach((p) => { if (p === 'bells') return; ${SEND}; });`,
    `for (const p of ${LIST}.filter((p) => p !== 'bells')) ${SEND};`,
    `${LIST}.filter(function (p) { return p != 'bells'; }).forEach((p) => ${SEND});`,
    `const GONE = 'bells'; const left = ${LIST}.filter((p) => p !== GONE); left.map((p) => ${SEND});`,
    `['bells', 'x', 'y'].filter((p) => p !== 'bells' && p !== 'x').map((p) => ${SEND});`,
    `[{ path: 'bells' }, { path: 'x' }].filter((t) => t.path !== 'bells').map(({ path: p }) => ${SEND});`,
  ])('is not requested if a condition excludes it: %s', (source) => {
    expect(confidences(source)).toEqual([]);
  });

  it.each([
    `for (const p of ${LIST}) { if (p === 'chimes') continue; ${SEND}; }`,
    `for (const p of ${LIST}) { if (p === 'bells') log(p); ${SEND}; }`,
    `${LIST}.filter((p) => p !== 'chimes').forEach((p) => ${SEND});`,
    `${LIST}.filter((p) => p === 'bells').forEach((p) => ${SEND});`,
    `${LIST}.filter(Boolean).forEach((p) => ${SEND});`,
  ])('is requested if no condition excludes it: %s', (source) => {
    expect(confidences(source)).toEqual(['certain']);
  });

  it.each([
    `import { isOn } from 'x'; ${LIST}.filter((p) => isOn(p)).forEach((p) => ${SEND});`,
    `import { isOn } from 'x'; for (const p of ${LIST}) { if (!isOn(p)) continue; ${SEND}; }`,
  ])('is probable if an unknown test may exclude it: %s', (source) => {
    expect(confidences(source)).toEqual(['probable']);
  });
});

describe('a platform function that the program redefines', () => {
  it.each([
    `function fetch(url) { return cache[url]; } fetch('${OLD}');`,
    `const fetch = (url) => { throw new Error(url); }; fetch('${OLD}');`,
    `class axios { static get(url) { return url.length; } } axios.get('${OLD}');`,
    `const axios = { get(url) { return { path: url }; } }; axios.get('${OLD}');`,
    `function request(url) { return { url }; } request('${OLD}');`,
    `function log(url) { console.log(url); } log('${OLD}');`,
  ])('is not a request if its definition sends nothing: %s', (source) => {
    expect(confidences(source)).toEqual([]);
  });

  it('is followed to its definition in another file', () => {
    const source = `import { fetch } from './b'; fetch('${OLD}');`;
    expect(confidences(source, { 'b.ts': 'export function fetch(url) { return null; }' })).toEqual([]);
    expect(confidences(source, { 'b.ts': 'export function fetch(url) { return globalThis.fetch(url); }' })).toEqual([
      'certain',
    ]);
  });

  it.each([
    `export const list = (fetch) => fetch('${OLD}');`,
    `import { fetch } from 'acme'; fetch('${OLD}');`,
    `import { wire } from 'acme'; function request(url) { wire({ target: url }); } request('${OLD}');`,
    `const queue = []; function fetch(url) { queue.push(url); } fetch('${OLD}');`,
    `const state = {}; function request(url) { state.next = url; } request('${OLD}');`,
  ])('is probable if the use of the address is unknown: %s', (source) => {
    expect(confidences(source)).toEqual(['probable']);
  });
});

describe('an address that is changed before it is sent', () => {
  it.each([
    `fetch('${OLD}'.replace('bells', 'chimes'));`,
    `fetch('${OLD}'.replaceAll('bells', 'chimes'));`,
    `fetch(new URL('${OLD}'.replace(/bells/, 'chimes')));`,
    `let u = '${OLD}'; u = '${NEW}'; fetch(u);`,
    `let u = '${OLD}'; u = '${NEW}'; export const list = () => fetch(u);`,
    `const o = { u: '${OLD}' }; o.u = '${NEW}'; fetch(o.u);`,
    `const o = {}; o.u = '${OLD}'; o.m = 'GET'; o.u = '${NEW}'; fetch(o.u);`,
  ])('is not requested: %s', (source) => {
    expect(confidences(source)).toEqual([]);
  });

  it.each([
    `fetch('${OLD}'.replace('towers', 'towers'));`,
    `let u = '${NEW}'; u = '${OLD}'; fetch(u);`,
    `let u = '${OLD}'; fetch(u); u = '${NEW}';`,
    `let u = '${OLD}'; if (process.env.X) u = '${NEW}'; fetch(u);`,
    `let u = '${OLD}'; const send = () => fetch(u); send(); u = '${NEW}';`,
  ])('is requested if the change has no effect: %s', (source) => {
    expect(confidences(source)).toEqual(['certain']);
  });
});

describe('a request that a browser test intercepts', () => {
  it.each([
    `import { test } from '@playwright/test'; test('x', async ({ page }) => { await page.route('${OLD}', (r) => r.abort()); });`,
    `export const mock = (page) => page.route('${OLD}', (r) => r.fulfill({ json: {} }));`,
    `await this.context.waitForResponse('${OLD}');`,
  ])('is not a request of the program: %s', (source) => {
    expect(confidences(source)).toEqual([]);
  });

  it('is reported if the object is not a browser page', () => {
    expect(confidences(`proxy.route('${OLD}', (r) => r.abort());`)).toEqual(['probable']);
  });
});

describe('the text of a JSX element', () => {
  const texts = (tag: string): number =>
    lowerSource('a.tsx', `export const A = () => <${tag}>{'${OLD}'}</${tag}>;`).texts.length;

  it('is collected only for components and scripts', () => {
    expect([texts('code'), texts('Fetcher'), texts('script')]).toEqual([0, 1, 1]);
  });
});
