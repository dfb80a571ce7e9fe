import { describe, expect, it } from 'vitest';
import type { WordKind } from '../../src/knowledge/clients/word-rows.js';
import { packageTest, SENDING_NAME, WORDS, wordsOf, wordTest } from '../../src/knowledge/clients/words.js';
import { createAnalyser } from '../../src/engine/analyse.js';
import { resetWork, work } from '../../src/core/lib/work.js';
import { catalogueOf, findings, readerOf } from './support.js';

const KINDS = [...new Set(WORDS.map(({ kind }) => kind))];
const CATALOGUE = catalogueOf({ bells: [['GET POST DELETE', '/towers/{id}/bells']] });
const PATH = "'/towers/1/bells'";
const BASE = "'https://api.clock.test/rest/v2'";
const TOWERS = "'https://api.clock.test/rest/v2/towers'";
const URL = "'https://api.clock.test/rest/v2/towers/1/bells'";

type Sources = Partial<Record<WordKind, (word: string) => string>>;

/** Client name of a URL that no request uses. */
const LOOSE_TEXT = 'text';

/** Calls that a word of each kind silences, unless the name says that it sends. */
const SILENT = {
  'package-handles': (word) => `import { thing } from '${word}'; thing.submit(${URL});`,
  'package-routes': (word) => `import { thing } from '${word}'; thing.get(${URL});`,
  'root-takes-paths': (word) => `import { ${word} } from 'clock-client'; ${word}.get(${PATH});`,
  'root-tells': (word) => `import { ${word.split('.')[0] ?? ''} } from 'acme'; ${word}.submit(${URL});`,
  'root-makes-values': (word) => `import { ${word} } from 'acme'; ${word}.submit(${URL});`,
  logger: (word) => `import { app } from 'acme'; app.${word}.submit(${URL});`,
  tells: (word) => `import { thing } from 'acme'; thing.${word}(${URL});`,
  compares: (word) => `import { thing } from 'acme'; thing.${word}(${URL});`,
  'text-methods': (word) =>
    `class Tower { ${word}(path) { return fetch(${BASE} + path); } } new Tower().${word}(${PATH});`,
  'route-key': (word) => `export const bells = { path: ${URL}, method: 'GET', ${word}: 1 };`,
  keeps: (word) => `import { thing } from 'acme'; thing.${word}(${URL});`,
} satisfies Sources;

/** Requests that are found by a word of each kind. */
const FOUND = {
  'url-key': (word) => `import { thing } from 'acme'; thing.submit({ ${word}: ${URL} });`,
  'sent-url-key': (word) => `import { thing } from 'acme'; thing.request({ ${word}: ${URL} });`,
  'base-key': (word) => `export const bells = { method: 'GET', path: '/1/bells', ${word}: ${TOWERS} };`,
  'maker-base-key': (word) => `import { Acme } from 'acme'; new Acme({ ${word}: ${TOWERS} }).get('/1/bells');`,
  'path-parameter': (word) => `import { Acme } from 'acme'; const api = new Acme({ url: ${BASE} });
    const bells = (${word}) => api.get(${word}); bells(${PATH});`,
} satisfies Sources;

/** Lists an example name for each word of a kind. */
function examplesOf(kind: string): readonly string[] {
  return WORDS.filter((row) => row.kind === kind).flatMap(({ words }) => words.split(' ').map(exampleOf));
}

function exampleOf(word: string): string {
  return word.replace(/\[[^\]]*\]/, 'X').replaceAll('*', 'xy');
}

it('gives a reason for each row of words', () => {
  expect(WORDS.filter(({ why }) => why.trim() === '')).toEqual([]);
  expect(WORDS.filter(({ words }) => words.split(' ').includes(''))).toEqual([]);
});

describe.each(KINDS)('the words of kind %s', (kind) => {
  const words = wordsOf(kind);

  it('are listed once each', () => {
    expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([]);
  });

  it('are recognised by an example of each', () => {
    const isOne = kind.startsWith('package-') ? packageTest(kind) : wordTest(kind);
    expect(words.map(exampleOf).filter((name) => !isOne(name))).toEqual([]);
  });
});

it.each(Object.entries(SILENT))('silences calls named by a word of kind %s', (kind, source) => {
  expect(isRequest(source('shape'))).toBe(true);
  expect(examplesOf(kind).filter((name) => isRequest(source(name)) && !SENDING_NAME.test(name))).toEqual([]);
});

it.each(Object.entries(FOUND))('finds requests by words of kind %s', (kind, source) => {
  expect(isRequest(source('shape'))).toBe(false);
  expect(examplesOf(kind).filter((name) => !isRequest(source(name)))).toEqual([]);
});

function isRequest(source: string): boolean {
  return findings({ 'a.ts': source }, CATALOGUE).some(({ client }) => client !== LOOSE_TEXT);
}

it('lists a request in a class method that is named like a method of texts, without evaluating calls of such names', () => {
  const tower = `class Tower { includes(path) { return fetch(${BASE} + path); } } new Tower().includes(${PATH});`;
  const { unresolved } = createAnalyser({ catalogue: CATALOGUE, modules: readerOf({ 'a.ts': tower }) })('a.ts');
  expect(unresolved).toHaveLength(1);
  const evaluated = (call: string): number => {
    resetWork();
    findings({ 'a.ts': `const bells = ['a', 'b'].map((bell) => bell + 'c'); ${call}` }, CATALOGUE);
    return work.expressions;
  };
  expect(evaluated("bells.includes('a');")).toBe(evaluated(''));
  expect(evaluated("bells.pealing('a');")).toBeGreaterThan(evaluated(''));
});

it("treats a parameter as the platform's `fetch` by its name", () => {
  const methods = (name: string): readonly string[] =>
    findings({ 'a.ts': `export const bells = (${name}) => ${name}(${URL});` }, CATALOGUE).flatMap((one) => one.methods);
  expect(methods('shape')).toEqual([]);
  expect(wordsOf('fetch-parameter').map(methods)).toEqual([['GET'], ['GET'], ['GET']]);
});
