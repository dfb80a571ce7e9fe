import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FileProbe } from '../../src/files/file-probe.js';
import { TsconfigReader, readWithCompiler } from '../../src/files/tsconfig.js';
import type { TsconfigOptions } from '../../src/files/tsconfig.js';
import { folder } from './support.js';

const readTsconfig = (file: string): TsconfigOptions | string => new TsconfigReader(new FileProbe()).read(file);

describe('a tsconfig read without the compiler', () => {
  it('may have comments, trailing commas, and strings that look like either', () => {
    const root = folder({
      'tsconfig.json':
        '\uFEFF{\n  // from\n  "compilerOptions": { /* where, */ "baseUrl": "./src", "paths": { "//x/*": ["a,]", "b//c",], }, },\n}\n',
    });
    expect(readTsconfig(join(root, 'tsconfig.json'))).toEqual({
      baseUrl: join(root, 'src'),
      paths: { '//x/*': ['a,]', 'b//c'] },
      pathsBase: root,
      references: [],
    });
  });

  it('inherits missing options from the configs that it extends, the last first, each relative to its own folder', () => {
    const root = folder({
      'tsconfig.json':
        '{ "extends": ["./config/one", "./config/two.json"], "compilerOptions": { "strict": true }, "references": [{ "path": "./app" }] }',
      'config/one.json':
        '{ "compilerOptions": { "baseUrl": ".", "paths": { "@one": ["one"] } }, "references": [{ "path": "./other" }] }',
      'config/two.json': '{ "extends": "../base.json", "compilerOptions": { "paths": { "@two": ["two"] } } }',
      'base.json': '{ "compilerOptions": { "baseUrl": "lib" } }',
    });
    expect(readTsconfig(join(root, 'tsconfig.json'))).toEqual({
      baseUrl: join(root, 'lib'),
      paths: { '@two': ['two'] },
      pathsBase: join(root, 'config'),
      references: [join(root, 'app')],
    });
  });

  it('inherits from installed packages, and nothing from missing ones', () => {
    const root = folder({
      'app/tsconfig.json':
        '{ "extends": ["@acme/config/base", "acme-config", "gone/tsconfig.json", "./.svelte-kit/tsconfig.json"] }',
      'node_modules/@acme/config/base.json': '{ "compilerOptions": { "paths": { "@/*": ["src/*"] } } }',
      'node_modules/acme-config/tsconfig.json': '{ "compilerOptions": { "baseUrl": "." } }',
    });
    expect(readTsconfig(join(root, 'app/tsconfig.json'))).toEqual({
      paths: { '@/*': ['src/*'] },
      pathsBase: join(root, 'node_modules/@acme/config'),
      baseUrl: join(root, 'node_modules/acme-config'),
      references: [],
    });
  });

  it.each([
    ['a config hidden by the manifest of its package', '{ "extends": "hides/strict" }'],
    ['a config that extends itself', '{ "extends": "./tsconfig.json" }'],
    ['an extends that is not a text', '{ "extends": 7 }'],
    ['broken syntax', '{ "compilerOptions": '],
    ['a list', '[]'],
    ['options of another type', '{ "compilerOptions": { "baseUrl": 1 } }'],
    ['paths of another type', '{ "compilerOptions": { "paths": { "@a": "a" } } }'],
    ['a variable', '{ "compilerOptions": { "paths": { "@a": ["${configDir}/a"] } } }'],
  ])('is left to the compiler for %s', (_what, text) => {
    const root = folder({ 'tsconfig.json': text, 'node_modules/hides/package.json': '{}' });
    expect(readTsconfig(join(root, 'tsconfig.json'))).toBe('not-plain');
  });
});

describe('the reading with and without the compiler', () => {
  const path = fc.constantFrom('.', './', '..', 'src', './src/', '../lib', 'a//b', '*', './x/*', '/abs', '');
  const options = fc.record(
    {
      baseUrl: path,
      paths: fc.dictionary(
        fc.constantFrom('@', '@/*', 'a*b', 'x', '*', 'constructor'),
        fc.array(path, { maxLength: 2 }),
      ),
      strict: fc.boolean(),
    },
    { requiredKeys: [] },
  );
  const config = (parents: fc.Arbitrary<unknown>): fc.Arbitrary<object> =>
    fc.record(
      { compilerOptions: options, references: fc.array(fc.record({ path }), { maxLength: 2 }), extends: parents },
      { requiredKeys: [] },
    );

  it('agree whenever the reading without the compiler gives an answer', () => {
    const root = folder({ 'sub/other.json': '' });
    let compared = 0;
    fc.assert(
      fc.property(
        config(fc.constantFrom('./base', './base.json', './sub/other', ['./base.json', './sub/other.json'], './gone')),
        config(fc.constant('./sub/other.json')),
        config(fc.constant('../gone.json')),
        fc.boolean(),
        (own, base, other, commented) => {
          const text = JSON.stringify(own, undefined, 1);
          const file = join(root, 'tsconfig.json');
          writeFileSync(
            file,
            commented ? text.replace(/^\{/, '{ // all "of" it, \n').replaceAll(',\n', ', /* and */\n') : text,
          );
          writeFileSync(join(root, 'base.json'), JSON.stringify(base));
          writeFileSync(join(root, 'sub/other.json'), JSON.stringify(other));
          const plain = readTsconfig(file);
          if (typeof plain === 'string') return;
          compared++;
          expect(comparable(plain)).toEqual(comparable(readWithCompiler(new FileProbe(), file)));
        },
      ),
      { numRuns: 300 },
    );
    expect(compared).toBeGreaterThan(50);
  });
});

/** Options without the base of paths if there are no paths, which makes it irrelevant. */
function comparable(options: TsconfigOptions | string | undefined): unknown {
  if (typeof options !== 'object') return options;
  const { baseUrl, paths = {}, pathsBase, references } = options;
  return {
    baseUrl,
    paths: Object.entries(paths),
    pathsBase: options.paths === undefined ? undefined : pathsBase,
    references,
  };
}
