import { describe, expect, it } from 'vitest';
import { createAnalyser } from '../../src/engine/analyse.js';
import type { Catalogue, FieldDeprecation } from '../../src/core/model/deprecation.js';
import { catalogueOf, deadFields, readerOf } from './support.js';

const BELLS = 'https://api.clock.test/rest/v2/bells';
const entry: FieldDeprecation = {
  ...deadFields('bell-names', 'POST /bells', ['/maker/town']),
  when: { pointer: '/kind', equals: 'chime' },
};
const CATALOGUE: Catalogue = { ...catalogueOf({}), deprecations: [entry] };

/** Lists the unresolved requests of a program, with their reasons. */
function unresolved(source: string, catalogue = CATALOGUE): readonly string[] {
  const { unresolved: rows } = createAnalyser({ catalogue, modules: readerOf({ 'a.ts': source }) })('a.ts');
  return rows.map(({ reason, methods, url }) => `${methods.join('|')} ${url}: ${reason}`);
}

/** Lists the unresolved requests of one request with a body. */
function unresolvedWrite(body: string, method = 'POST', url = BELLS): readonly string[] {
  return unresolved(
    `export const send = (bell: any, town: string) => fetch('${url}', { method: '${method}', body: ${body} });`,
  );
}

describe('a write to a path with deprecated fields', () => {
  it.each([
    ['that is unknown', 'bell'],
    ['made of an unknown value', 'JSON.stringify(bell)'],
    ['that is a template of one unknown value', '`${bell}`'],
    ['with an unknown spread', 'JSON.stringify({ kind: "chime", ...bell })'],
    ['with a part that can hold a field', 'JSON.stringify({ kind: "chime", maker: bell })'],
    ['of unknown type', 'JSON.stringify({ kind: bell.kind, maker: bell.maker })'],
    ['that is a list of unknown records', 'JSON.stringify([bell])'],
    ['with an unknown key', 'JSON.stringify({ kind: "chime", [town]: bell })'],
    ['with an unknown key in a nested object', 'JSON.stringify({ kind: "chime", maker: { [town]: "Ulm" } })'],
  ])('is listed as unresolved with a body %s', (_, body) => {
    expect(unresolvedWrite(body)).toEqual([`POST ${BELLS}: the body was not seen`]);
  });

  it.each([
    ['written in full', 'JSON.stringify({ kind: "chime", maker: { name: town } })'],
    ['of another type', 'JSON.stringify({ kind: "gong", maker: bell })'],
    ['whose open parts hold no field', 'JSON.stringify({ kind: "chime", note: bell, maker: { name: "Ulm" } })'],
    ['with computed keys that are known', 'JSON.stringify({ ["kind"]: "chime", [`ma${"ker"}`]: { name: town } })'],
    [
      'with an unknown key in an object without deprecated fields',
      'JSON.stringify({ kind: "chime", maker: {}, note: { [town]: 1 } })',
    ],
    ['as a plain text', '\'{"kind":"chime"}\''],
  ])('is not listed as unresolved with a body %s', (_, body) => {
    expect(unresolvedWrite(body)).toEqual([]);
  });

  it('is reported instead of listed if the body has a deprecated field', () => {
    expect(unresolvedWrite('JSON.stringify({ kind: "chime", maker: { town }, note: bell })')).toEqual([]);
  });

  it.each([
    ['reads', 'GET', BELLS],
    ['is another operation', 'POST', 'https://api.clock.test/rest/v2/towers'],
    ['goes to another host', 'POST', 'https://clock.example.com/rest/v2/bells'],
  ])('is not listed if the request %s', (_, method, url) => {
    expect(unresolvedWrite('bell', method, url)).toEqual([]);
  });

  it('is not listed if the fields are deprecated in responses only', () => {
    const answered: Catalogue = { ...CATALOGUE, deprecations: [{ ...entry, direction: 'response' }] };
    expect(
      unresolved(`export const f = (bell: any) => fetch('${BELLS}', { method: 'POST', body: bell });`, answered),
    ).toEqual([]);
  });
});
