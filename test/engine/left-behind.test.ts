import { describe, expect, it } from 'vitest';
import { catalogueOf, findings } from './support.js';

const CATALOGUE = catalogueOf({ bells: [['GET', '/towers/{id}/bells']] });
const OLD = `'https://api.clock.test/rest/v2/towers/1/bells'`;

function said(source: string): readonly string[] {
  return findings({ 'a.ts': source }, CATALOGUE).map(({ confidence }) => confidence);
}

describe('an address that is compared, or changed before it is sent', () => {
  it.each([
    `export const isOld = (u: string) => u === ${OLD};`,
    `export const isNew = (u: string) => u !== ${OLD};`,
    `const old = ${OLD}; export const isOld = (u: string) => u === old;`,
    `export function kind(u: string) { switch (u) { case ${OLD}: return 1; default: return 2; } }`,
    `const old = ${OLD}; fetch(old.replace('bells', 'hands'));`,
    `const u = new URL(${OLD}); u.pathname = '/rest/v2/towers/1/hands'; fetch(u);`,
  ])('is no finding: %s', (source) => {
    expect(said(source)).toEqual([]);
  });

  it.each([
    [`const old = ${OLD}; export const isOld = (u: string) => u === old; export const urls = { old };`, 'probable'],
    [`const old = ${OLD}; fetch(old.replace('bells', 'hands')); export const urls = { old };`, 'probable'],
    [`const old = ${OLD}; fetch(old.replace('http:', 'https:'));`, 'certain'],
    [`export const pick = (x: string) => (x === 'y' ? ${OLD} : '');`, 'probable'],
  ])('is one where it is used besides: %s', (source, confidence) => {
    expect(said(source)).toEqual([confidence]);
  });
});
