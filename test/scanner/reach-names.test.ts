import { FileKinds } from '../../src/languages/table.js';
import { describe, expect, it } from 'vitest';
import { listFiles } from '../../src/files/list-files.js';
import { createModuleReader } from '../../src/scan/module-reader.js';
import { TextReader } from '../../src/files/read-text.js';
import { SkipLog } from '../../src/files/skip-log.js';
import { SourceStore } from '../../src/scan/source-store.js';
import { firstHop, reachByName } from '../../src/select/reach-names.js';
import type { ReachOptions } from '../../src/select/reach-names.js';
import { CATALOGUE, folder } from './support.js';

/** Users of `send` of `api.ts`, sorted. */
function users(files: Readonly<Record<string, string>>, options: Partial<ReachOptions> = {}): readonly string[] {
  const root = folder({
    '.git/HEAD': '',
    'api.ts': 'export const send = (path) => fetch(path);\nexport const other = 1;\n',
    ...files,
  });
  const { files: listed } = listFiles(
    { root, paths: ['.'], include: [], ignore: [], tests: 'mark', names: new FileKinds(['javascript']) },
    new SkipLog(),
  );
  const modules = createModuleReader({
    store: new SourceStore(root, new TextReader()),
    files: listed,
    catalogue: CATALOGUE,
  });
  const found = reachByName(
    new Map([['api.ts', firstHop(['send'])]]),
    { hops: 1, through: 'code', ...options },
    modules,
  );
  return [...found.users].sort();
}

describe('the search for users of a name', () => {
  it('finds files that import the name, and none that import another name', () => {
    expect(
      users({
        'a.ts': "import { send } from './api'; send('/x');",
        'b.ts': "import { other } from './api'; other;",
        'c.ts': "import './api';",
      }),
    ).toEqual(['a.ts']);
  });

  it('goes through barrels, even under new names, without counting these as users', () => {
    const files = {
      'index.ts': "export * from './api';",
      'named.ts': "export { send as request } from './index';",
      'a.ts': "import { request } from './named'; request('/x');",
      'b.ts': "import { other } from './index'; other;",
    };
    expect(users(files)).toEqual(['a.ts']);
    expect(
      users({ ...files, 'index.ts': "import { send } from './api';\nexport { send };\nexport const other = 1;" }),
    ).toEqual(['a.ts', 'index.ts']);
  });

  it.each([
    "import * as api from './api'; api.send('/x');",
    "const { send } = require('./api'); send('/x');",
    "const api = await import('./api'); api.send('/x');",
    "const { send } = await import(/* webpackChunkName: 'api' */ './api'); send('/x');",
    "const api = await import(\n  // the sender\n  './api'\n); api.send('/x');",
    "const { send } = require(`./api`); send('/x');",
  ])('treats an import of a whole module as a use of every name: %s', (text) => {
    expect(users({ 'a.ts': text })).toEqual(['a.ts']);
  });

  it('goes through a re-export with an apostrophe in a comment', () => {
    const files = {
      'index.ts': "export {\n  send, // the vendor's way, which tests import too\n} from './api';",
      'a.ts': "import { send } from './index'; send('/x');",
      'b.ts': "import { other } from './index'; other;",
    };
    expect(users(files)).toEqual(['a.ts']);
  });

  it('makes a hop for each export that contains a use, up to the number of hops', () => {
    const files = {
      'a.ts':
        "import { send } from './api';\nconst helper = (id) => send(`/x/${id}`);\nexport const get = (id) => helper(id);\nexport const free = 1;\n",
      'b.ts': "import { get } from './a';\nexport class Client { load() { return get(1); } }\n",
      'c.ts': "import { Client } from './b';\nnew Client().load();\n",
      'd.ts': "import { free } from './a';\nfree;\n",
    };
    expect(users(files)).toEqual(['a.ts']);
    expect(users(files, { hops: 2 })).toEqual(['a.ts', 'b.ts']);
    expect(users(files, { hops: 3 })).toEqual(['a.ts', 'b.ts', 'c.ts']);
  });

  it('follows values only into exports that return them', () => {
    const files = {
      'a.ts':
        "import { send } from './api';\nexport const table = { send };\nexport const make = () => { const own = send; return { own }; };\nexport const act = () => { send('/x'); };\n",
      'b.ts': "import { table } from './a'; table;",
      'c.ts': "import { make } from './a'; make();",
      'd.ts': "import { act } from './a'; act();",
    };
    expect(users(files, { hops: 2, through: 'value' })).toEqual(['a.ts', 'b.ts', 'c.ts']);
    expect(users(files, { hops: 2, through: 'code' })).toEqual(['a.ts', 'b.ts', 'c.ts', 'd.ts']);
  });

  it('ends for circular imports', () => {
    const files = {
      'a.ts': "import { send } from './api';\nimport { b } from './b';\nexport const a = () => [send, b];",
      'b.ts': "import { a } from './a';\nexport const b = () => a();",
    };
    expect(users(files, { hops: 9 })).toEqual(['a.ts', 'b.ts']);
  });
});
