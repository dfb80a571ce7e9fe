import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../src/knowledge/catalogue/load.js';
import { createAnalyser } from '../../src/engine/analyse.js';
import type { Catalogue } from '../../src/core/model/deprecation.js';
import type { ModuleReader } from '../../src/core/model/module-reader.js';
import { createModuleReader } from '../../src/scan/module-reader.js';
import { TextReader } from '../../src/files/read-text.js';
import { SourceStore } from '../../src/scan/source-store.js';
import { listFixtures } from '../fixtures-support.js';
import { catalogueOf, readerOf } from './support.js';
import { seedOr, share, some } from '../share.js';

const BASE = 'https://api.clock.test/rest/v2';
const CATALOGUE = catalogueOf({ bells: [['GET', '/towers/{id}/bells']], hands: [['GET', '/towers/{id}/hands']] });

/** Analyses files in the given order with one analyser. */
function analyseInOrder(
  order: readonly string[],
  modules: ModuleReader,
  catalogue: Catalogue,
): ReadonlyMap<string, string> {
  const analyse = createAnalyser({ catalogue, modules });
  return new Map(order.map((file) => [file, JSON.stringify(analyse(file))]));
}

/** Expects each file to have the same findings in name order, in reverse order, and alone. */
function expectSteady(files: readonly string[], readerFor: () => ModuleReader, catalogue: Catalogue): void {
  const forwards = analyseInOrder(files, readerFor(), catalogue);
  const backwards = analyseInOrder([...files].reverse(), readerFor(), catalogue);
  for (const file of files) {
    const alone = analyseInOrder([file], readerFor(), catalogue).get(file);
    expect({ file, forwards: forwards.get(file), backwards: backwards.get(file) }).toEqual({
      file,
      forwards: alone,
      backwards: alone,
    });
  }
}

/** Imports of each module: all names of the others. */
const HEADS = { 'a.ts': 'b c d', 'b.ts': 'a c d', 'c.ts': 'a b d', 'd.ts': 'a b c' };
const NAMES = ['a', 'b', 'c', 'd'].flatMap((module) => [`${module}0`, `${module}1`]);
const NAME = fc.constantFrom(...NAMES);
const TEXT = fc.constantFrom(`'${BASE}'`, "'/towers/1/bells'", "'/towers/1/hands'", "'/'");
const VALUE = fc.oneof(
  fc.tuple(NAME, NAME).map(([x, y]) => `${x} + ${y}`),
  fc.tuple(NAME, TEXT).map(([x, y]) => `${x} ?? ${y}`),
  fc.tuple(NAME, TEXT).map(([x, y]) => `flag ? ${x} : ${y}`),
  TEXT,
);
const BODY = fc.oneof(
  fc.tuple(NAME, NAME).map(([x, y]) => `(p) => { ${x}(p); return ${y}(p + '/bells'); }`),
  fc.tuple(NAME, TEXT).map(([x, y]) => `(p) => { if (p) ${x}(p); return fetch(${y} + p); }`),
  NAME.map((x) => `(p) => fetch(${x} + p)`),
);
const REQUEST = fc.oneof(
  NAME.map((x) => `fetch(${x});`),
  fc.tuple(NAME, NAME).map(([x, y]) => `fetch(${x} + ${y});`),
  fc.tuple(NAME, TEXT).map(([x, y]) => `${x}(${y});`),
);
const MODULE = fc.tuple(fc.oneof(VALUE, BODY), fc.oneof(VALUE, BODY), REQUEST, REQUEST);

describe('findings in a file do not depend on the files analysed before it', () => {
  it('if definitions refer to each other through all modules', () => {
    fc.assert(
      fc.property(fc.tuple(MODULE, MODULE, MODULE, MODULE), (modules) => {
        const files = Object.fromEntries(
          Object.entries(HEADS).map(([file, others], index): [string, string] => {
            const [first = '', second = '', ...requests] = modules[index] ?? [];
            const imports = others.split(' ').map((other) => `import { ${other}0, ${other}1 } from './${other}';\n`);
            const own = file.slice(0, 1);
            return [
              file,
              `${imports.join('')}export const ${own}0 = ${first};\nexport const ${own}1 = ${second};\n${requests.join('\n')}\n`,
            ];
          }),
        );
        expectSteady(Object.keys(files), () => readerOf(files), CATALOGUE);
      }),
      { numRuns: share(300), seed: seedOr(1) },
    );
  });

  it('if functions of two modules call each other', () => {
    const files = {
      'a.ts':
        "import { second } from './b';\nexport function first(p, n) { if (n) second(p, n - 1); return fetch(p); }\n",
      'b.ts':
        "import { first } from './a';\nexport function second(p, n) { if (n) second(p, n - 1); return first(p + '/bells', n); }\n",
      'c.ts': `import { first } from './a';\nfirst('${BASE}/towers/1/hands', 1);\n`,
      'd.ts': `import { second } from './b';\nsecond('${BASE}/towers/1', 1);\n`,
    };
    expectSteady(Object.keys(files), () => readerOf(files), CATALOGUE);
    expect(createAnalyser({ catalogue: CATALOGUE, modules: readerOf(files) })('c.ts').findings).toMatchObject([
      { deprecation: 'hands' },
    ]);
  });

  it('if a very long chain of constants leads to the request', () => {
    const links = 12;
    const each = 40;
    const chain = (module: number): string => {
      const first =
        module === 0
          ? `export const c0_0 = '${BASE}/towers/1';\n`
          : `import { c${module - 1}_${each - 1} } from './m${module - 1}';\nexport const c${module}_0 = c${module - 1}_${each - 1};\n`;
      const rest = Array.from(
        { length: each - 1 },
        (_, index) => `export const c${module}_${index + 1} = c${module}_${index} + '';\n`,
      );
      return `${first}${rest.join('')}fetch(c${module}_${each - 1} + '/bells');\n`;
    };
    const files = Object.fromEntries(Array.from({ length: links }, (_, module) => [`m${module}.ts`, chain(module)]));
    expectSteady(Object.keys(files), () => readerOf(files), CATALOGUE);
  });

  it.each(some(listFixtures()).map((fixture) => [fixture.name, fixture] as const))('in %s', (_, { root, files }) => {
    const catalogue = loadCatalogue();
    expectSteady(
      files,
      () => createModuleReader({ store: new SourceStore(root, new TextReader()), files, catalogue }),
      catalogue,
    );
  });
});
