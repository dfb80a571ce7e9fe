import { describe, expect, it } from 'vitest';
import { catalogueOf, findings } from './support.js';

const CATALOGUE = catalogueOf({ bells: [['GET', '/towers/{id}/bells']] });
const OLD = `'https://api.clock.test/rest/v2/towers/1/bells'`;

function confidences(source: string): readonly string[] {
  return findings({ 'a.ts': source }, CATALOGUE).map(({ confidence }) => confidence);
}

describe('an address that is only compared, or changed before it is sent', () => {
  it.each([
    `export const isOld = (u: string) => u === ${OLD};`,
    `export const isNew = (u: string) => u !== ${OLD};`,
    `const old = ${OLD}; export const isOld = (u: string) => u === old;`,
    `export function kind(u: string) { switch (u) { case ${OLD}: return 1; default: return 2; } }`,
    `const old = ${OLD}; fetch(old.replace('bells', 'hands'));`,
    `export const isOld = (u: string) => [${OLD}].includes(u);`,
    `const OLDEN = [${OLD}]; export const isOld = (u: string) => OLDEN.includes(u) || OLDEN.indexOf(u) >= 0;`,
    `export const isOld = (u: string) => new Set([${OLD}]).has(u);`,
    `const OLDEN = new Set([${OLD}]); export const isOld = (u: string) => OLDEN.has(u);`,
    `const NAMES = new Map([[${OLD}, 'bells']]); export const nameOf = (u: string) => NAMES.get(u);`,
    `const old = ${OLD}; export const isOld = (u: string) => u.startsWith(old) || u.indexOf(old) === 0 || u.includes(old);`,
    `export const isOld = (u: string) => u.startsWith(${OLD}) || u.indexOf(${OLD}) === 0;`,
    `const old = ${OLD}; export const kind = (u: string) => { switch (u) { case old: return 1; default: return 2; } };`,
    `const old = ${OLD}; const n = old.replace('bells', 'hands'); fetch(n);`,
    `const n = ${OLD}.replace('bells', 'hands'); fetch(n);`,
    `const u = new URL(${OLD}); u.pathname = '/rest/v2/towers/1/hands'; fetch(u);`,
  ])('is not reported: %s', (source) => {
    expect(confidences(source)).toEqual([]);
  });

  it.each([
    [`const old = ${OLD}; export const isOld = (u: string) => u === old; export const urls = { old };`, 'probable'],
    [`const old = ${OLD}; fetch(old.replace('bells', 'hands')); export const urls = { old };`, 'probable'],
    [
      `const OLDEN = [${OLD}]; export const isOld = (u: string) => OLDEN.includes(u); OLDEN.forEach((u) => fetch(u));`,
      'certain',
    ],
    [`const NAMES = new Map([['bells', ${OLD}]]); export const urlOf = (u: string) => NAMES.get(u);`, 'probable'],
    [`const old = ${OLD}; export const back = (u: string) => u.replace('https://guests.test', old);`, 'probable'],
    [`const OLDEN = new Set([${OLD}]); OLDEN.has(x); export const urls = { OLDEN };`, 'probable'],
    [`export const OLDEN = [${OLD}]; OLDEN.includes(x);`, 'probable'],
    [`const old = ${OLD}; export const isOld = (u: string) => u.startsWith(old); fetch(old);`, 'certain'],
    [`const old = ${OLD}; const n = old.replace('bells', 'hands'); fetch(n); fetch(old);`, 'certain'],
    [`const old = ${OLD}; fetch(old.replace('http:', 'https:'));`, 'certain'],
    [`export const pick = (x: string) => (x === 'y' ? ${OLD} : '');`, 'probable'],
  ])('is reported if it is also used in another way: %s', (source, confidence) => {
    expect(confidences(source)).toEqual([confidence]);
  });
});
