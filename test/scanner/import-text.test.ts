import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JAVASCRIPT_IMPORTS } from '../../src/languages/language-texts.js';

const NONE = { reExports: [], passesAll: false };

describe('names read from the text of an import clause', () => {
  it.each([
    ["import { a, b as c } from './m';", { names: ['a', 'b'], ...NONE }],
    ["import d, { a } from './m';", { names: ['default', 'a'], ...NONE }],
    ["import d from './m';", { names: ['default'], ...NONE }],
    ["import type { A } from './m';", { names: ['A'], ...NONE }],
    ["import { type A, b } from './m';", { names: ['A', 'b'], ...NONE }],
    ["import * as m from './m';", { names: 'all', ...NONE }],
    ["import{a}from'./m'", { names: ['a'], ...NONE }],
    ["import {\n  a,\n  b,\n} from './m';", { names: ['a', 'b'], ...NONE }],
    ["import './m';", { names: [], ...NONE }],
    ["const { a, b: c } = require('./m');", { names: ['a', 'b'], ...NONE }],
    ["const { a } = await import('./m');", { names: ['a'], ...NONE }],
    ["const m = require('./m');", { names: 'all', ...NONE }],
    ["lazy(() => import('./m'));", { names: 'all', ...NONE }],
    [
      "export { a, b as c } from './m';",
      {
        names: ['a', 'b'],
        reExports: [
          ['a', 'a'],
          ['b', 'c'],
        ],
        passesAll: false,
      },
    ],
    [
      "export {\n  a, // what a vendor's client is, `import`\n} from './m';",
      { names: ['a'], reExports: [['a', 'a']], passesAll: false },
    ],
    ["export { 'odd name' as a } from './m';", { names: 'all', reExports: [], passesAll: true }],
    ['const { a } = await import(/* webpackChunkName: "m" */ \'./m\');', { names: 'all', ...NONE }],
    ["const { a } = await import(\n  // the client\n  './m'\n);", { names: 'all', ...NONE }],
    ['const { a } = require(`./m`);', { names: ['a'], ...NONE }],
    ["import a from /* the client */ './m';", { names: ['default'], ...NONE }],
    ["export * from './m';", { names: 'all', reExports: [], passesAll: true }],
    ["export * as m from './m';", { names: 'all', reExports: [], passesAll: true }],
  ])('are correct for %s', (text, expected) => {
    expect(JAVASCRIPT_IMPORTS.clausesIn(text)).toEqual([{ specifier: './m', ...expected }]);
  });

  it.each([
    "import { a, // why\n b } from './m';",
    "import { 'odd name' as a } from './m';",
    "const { a, ...rest } = require('./m');",
  ])('are all names of the module if the text is not understood: %s', (text) => {
    expect(JAVASCRIPT_IMPORTS.clausesIn(text).map(({ names }) => names)).toEqual(['all']);
  });

  it('are none in a sentence that names a module in backticks', () => {
    expect(JAVASCRIPT_IMPORTS.clausesIn('// Values come from `./m`, or from /* */ `./n`.')).toEqual([]);
  });

  it('are read in time proportional to the text, whatever comments follow a keyword', () => {
    for (const unit of ['//import\n', '/*from*/ import ', 'import(//\n', "export { a } /**/ from 'm'\n//from\n"]) {
      const before = process.cpuUsage().user;
      JAVASCRIPT_IMPORTS.clausesIn(unit.repeat(300_000 / unit.length));
      // A quadratic search takes more than half a minute.
      expect(process.cpuUsage().user - before).toBeLessThan(15_000_000);
    }
  });

  it('are complete for any layout of the clause', () => {
    const name = fc
      .stringMatching(/^[a-zA-Z_$][\w$]{0,8}$/)
      .filter((text) => !['type', 'as', 'from', 'default', 'import', 'export'].includes(text));
    const item = fc
      .tuple(name, fc.option(name))
      .map(([from, as]) => ({ from, written: as === null ? from : `${from} as ${as}` }));
    const space = fc.constantFrom('', ' ', '\n  ', '/* c */', ' // c\n');
    fc.assert(
      fc.property(
        fc.uniqueArray(item, { minLength: 1, maxLength: 6, selector: ({ from }) => from }),
        space,
        fc.boolean(),
        (items, gap, trailing) => {
          const text = `import {${gap}${items.map(({ written }) => written).join(`,${gap}`)}${trailing ? ',' : ''}${gap}} from "m";`;
          const [clause, ...others] = JAVASCRIPT_IMPORTS.clausesIn(text);
          expect(others).toEqual([]);
          for (const { from } of items)
            expect(clause?.names === 'all' || clause?.names.includes(from), text).toBe(true);
        },
      ),
    );
  });
});
