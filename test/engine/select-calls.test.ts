import { describe, expect, it } from 'vitest';
import { selectCalls } from '../../src/select/select-calls.js';
import type { CallSelection } from '../../src/select/select-calls.js';
import { lower } from './support.js';

const SELECTION: CallSelection = {
  text: (text) => text.includes('bells'),
  key: (key) => key.includes('bells'),
  imported: (_file, specifier) => specifier === './api',
};

/** Lists sources of the selected calls of a program. */
function selected(source: string): readonly string[] {
  const facts = lower('a.ts', source);
  return [...selectCalls(facts, SELECTION).calls]
    .sort((a, b) => a - b)
    .map((index) => source.slice(...(facts.calls[index]?.at ?? [0, 0])));
}

/** Lists sources of the selected texts of a program. */
function texts(source: string): readonly string[] {
  const facts = lower('a.ts', source);
  return [...selectCalls(facts, SELECTION).texts]
    .map((index) => source.slice(...(facts.texts[index]?.at ?? [0, 0])))
    .sort();
}

describe('selecting texts', () => {
  it('includes texts with a relevant word, or a name that leads to one', () => {
    const source = "import { api } from './api'; import { base } from './base'; const ring = '/bells';";
    expect(
      texts(`${source} const all = [ring + '/a', api + '/b', base + '/c', '/clocks', base + '/d' + ring];`),
    ).toEqual(["'/bells'", "api + '/b'", "base + '/d' + ring", "ring + '/a'"]);
  });
});

describe('selecting calls', () => {
  it('includes calls with a relevant text, or a name from a relevant module', () => {
    expect(
      selected("import { api } from './api';\nget('/bells'); get('/clocks'); api('/clocks'); other(api);"),
    ).toEqual(["get('/bells')", "api('/clocks')", 'other(api)']);
  });

  it.each([
    ['a constant', "const path = '/bells'; get(path);"],
    ['a constant of a constant', "const a = '/bells'; const b = a + '/x'; get(b);"],
    ['an assignment', "let path; path = '/bells'; get(path);"],
    ['a property', "const PATHS = { ring: '/bells' }; get(PATHS.ring);"],
    ['a key', 'const PATHS = { bells: 1 }; get(PATHS);'],
    ['destructuring', "const { ring } = { ring: '/bells' }; get(ring);"],
    ['a loop', "for (const path of ['/bells']) get(path);"],
    ['a list that is filled', "const list = []; list.push('/bells'); get(list);"],
    ['an object that is filled', "const options = {}; Object.assign(options, { url: '/bells' }); get(options);"],
    ['a function through a call', "const get = memo((path) => { send('/bells' + path); }, []); get(1);"],
    [
      'a method under some key',
      "const all = { ring(path) { send('/bells' + path); } }; const get = all[kind]; get(1);",
    ],
    ['the result of a function', "function path() { return '/bells'; } get(path());"],
    ['a function that contains it', "const ring = () => { send('/bells'); }; get(ring);"],
    ['a parameter of a function', "function ring(path) { get(path); } ring('/bells');"],
    ['a parameter of a callback', "['/bells'].forEach((path) => { get(path); });"],
    ['a field', "class A { path = '/bells'; run() { get(this.path); } }"],
    ['a typed parameter', "import { Api } from './api'; function run(get: Api) { get(1); }"],
    ['a subclass', "class A { path = '/bells'; } class B extends A {} get(new B());"],
  ])('follows %s', (_, source) => {
    expect(selected(source).some((call) => call.startsWith('get('))).toBe(true);
  });

  it.each([
    "const path = '/clocks'; get(path); send('/bells');",
    "get(1); const unused = '/bells';",
    "import { api } from './other'; get(api); send('/bells');",
  ])('excludes unrelated calls: %s', (source) => {
    expect(selected(source).some((call) => call.startsWith('get('))).toBe(false);
  });
});
