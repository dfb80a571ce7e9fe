import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { RequestRow } from '../../src/core/model/client-model.js';
import { catalogueOf, names } from '../../build/apis.mjs';

interface Entry {
  readonly id: string;
  readonly kind: string;
  readonly endpoints?: readonly { readonly methods?: readonly string[]; readonly path: string }[];
}

interface PackagedApi {
  readonly api: { readonly id: string };
  readonly deprecations: readonly Entry[];
  readonly live?: readonly string[];
  readonly clients?: readonly { readonly requests: readonly RequestRow[] }[];
  /** Operations that take a listed name, to which entries without endpoints apply. */
  readonly names?: { readonly operations: readonly string[]; readonly also?: PackagedApi['names'][] };
}

/** Catalogues with all live operations, from a description by the vendor or its newest SDK. */
const DESCRIBED = ['github', 'openai', 'slack', 'stripe'];

const FOLDER = new URL('../../rules/apis/', import.meta.url);

function packaged(name: string): PackagedApi {
  return JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), 'utf8')) as PackagedApi;
}

function shapeOf(operation: string): string {
  return operation.replace(/\{[^}]*\}/g, '{}');
}

/** Whether an operation may match one of an entry: parameters and missing methods match anything. */
function mayBe(row: string, operation: string): boolean {
  const [own, named] = [row, operation].map((text) => shapeOf(text).split('/'));
  if (own === undefined || named === undefined) return false;
  const isSame = (segment: string, index: number): boolean =>
    (index === 0 && segment === ' ') ||
    segment.includes('{}') ||
    own[index]?.includes('{}') === true ||
    segment === own[index];
  return named.at(-1) === '**'
    ? own.length >= named.length - 1 && named.slice(0, -1).every(isSame)
    : own.length === named.length && named.every(isSame);
}

/** Operations of the entries, including those of fields and values. */
function namedBy(entries: readonly Entry[]): readonly string[] {
  return entries.flatMap(({ endpoints = [] }) =>
    endpoints.flatMap(({ methods = [''], path }) => methods.map((method) => shapeOf(`${method} ${path}`))),
  );
}

function deadOf({ deprecations }: PackagedApi): readonly string[] {
  return namedBy(deprecations.filter(({ kind }) => kind === 'endpoint'));
}

describe('the packaged catalogues of other APIs', () => {
  it('are one for each set of inputs', () => {
    const files = readdirSync(FOLDER).filter((file) => file.endsWith('.json'));
    expect(files.map((file) => file.replace('.json', '')).sort()).toEqual(names());
    expect(names().length).toBeGreaterThanOrEqual(20);
  });

  it.each(names())('are up to date with their inputs: %s', (name) => {
    expect(packaged(name)).toEqual(catalogueOf(name));
  });

  it.each(names())('list no operation as both deprecated and live, or as deprecated twice: %s', (name) => {
    const catalogue = packaged(name);
    const dead = deadOf(catalogue);
    expect(dead.filter((operation, index) => dead.indexOf(operation) !== index)).toEqual([]);
    const live = (catalogue.live ?? []).flatMap((line) => {
      const [methods = '', path = ''] = line.split(/ (?=\/)/);
      return methods.split(', ').map((method) => shapeOf(`${method} ${path}`));
    });
    if (DESCRIBED.includes(name)) expect(live.length).toBeGreaterThan(100);
    expect(live.filter((operation) => dead.includes(operation))).toEqual([]);
  });

  it.each(names())('have SDK methods only for deprecated operations: %s', (name) => {
    const catalogue = packaged(name);
    const { names } = catalogue;
    const taking = [names, ...(names?.also ?? [])].flatMap((place) => place?.operations ?? []);
    const dead = [...namedBy(catalogue.deprecations), ...taking.map(shapeOf)];
    const rows = (catalogue.clients ?? []).flatMap(({ requests }) =>
      requests.filter(({ template, fill }) => template !== undefined && fill?.['version'] === undefined),
    );
    if (DESCRIBED.includes(name)) expect(rows.length).toBeGreaterThan(30);
    const strange = rows.filter(({ method, template }) => {
      const row = `${String(method)} ${String(template)}`;
      return !dead.some((operation) => mayBe(row, operation));
    });
    expect(strange).toEqual([]);
  });

  it.each(names())('read the version of a client only if they have versions that end: %s', (name) => {
    const { clients = [], deprecations } = packaged(name);
    const isVersioned = clients.some(({ requests }) => requests.some(({ fill }) => fill?.['version'] !== undefined));
    const kinds = new Set(deprecations.map(({ kind }) => kind));
    expect(!isVersioned || kinds.has('versions') || kinds.has('query')).toBe(true);
  });

  it.each(names())('have their own prefix in each id: %s', (name) => {
    const { api, deprecations } = packaged(name);
    expect(deprecations.filter(({ id }) => !id.startsWith(`${api.id}/`))).toEqual([]);
  });
});
