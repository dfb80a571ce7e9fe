import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { CALL, cli } from '../cli/support.js';
import { folder } from '../scanner/support.js';

const MAIN = fileURLToPath(new URL('../../dist/program/main.cjs', import.meta.url));
const PACKAGES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'no package.json': {},
  'a package without a type': { 'package.json': '{}' },
  'a package of modules': { 'package.json': '{ "type": "module" }' },
  'a package of CommonJS': { 'package.json': '{ "type": "commonjs" }' },
};

/** Reads settings with the published program in its own process, because Node decides how a configuration is loaded. */
function read(files: Readonly<Record<string, string>>): unknown {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, 'scan', '--print-config'], {
    cwd: folder(files),
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', NODE_OPTIONS: '' },
  });
  if (status !== 0 || stderr !== '') throw new Error(stderr);
  return JSON.parse(stdout);
}

/** Returns the message about an unusable configuration. */
async function refusal(files: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<string> {
  const cwd = folder({ 'a.ts': CALL, ...files });
  const { code, err } = await cli(cwd, ['scan', ...args]);
  expect(code).toBe(2);
  return err.replaceAll(cwd, '.');
}

const ESM = "import { sep } from 'node:path';\nexport default { failOn: sep === '' ? 'sunset' : 'never' };\n";
const CJS = "const { sep } = require('node:path');\nmodule.exports = { failOn: sep === '' ? 'sunset' : 'never' };\n";
const TYPED = `import { sep } from 'node:path';
import type { Stats } from 'node:fs';
enum When { never = 'never' }
export default { failOn: sep === '' ? ('sunset' as const) : When.never } satisfies { failOn: string };
export type Named = Stats;
`;
const EXPORTED = "import path = require('node:path');\nexport = { failOn: path.sep === '' ? 'sunset' : 'never' };\n";

describe.each(Object.entries(PACKAGES))('in %s, a configuration', (_name, files) => {
  it.each([
    ['sunset-lint.config.js', files['package.json']?.includes('module') === true ? ESM : CJS],
    ['sunset-lint.config.mjs', ESM],
    ['sunset-lint.config.cjs', CJS],
    ['sunset-lint.config.ts', TYPED],
    ['sunset-lint.config.mts', TYPED],
    ['sunset-lint.config.cts', EXPORTED],
  ])('is read from %s', (name, text) => {
    expect(read({ ...files, [name]: text })).toMatchObject({ failOn: 'never' });
  });

  it('in TypeScript may import other TypeScript modules, and modules that Node can load', () => {
    const shown = read({
      ...files,
      'sunset-lint.config.ts': `import { failOn } from './settings/fail.js';
import days, { unit } from './settings/days';
import limits from './settings/limits.json' with { type: 'json' };
import { edition } from './settings/edition.mjs';
import * as pkg from 'pkg';
export default { failOn, warnWithin: days + unit, maxFindings: limits.max, edition, baseline: edition + pkg.suffix };
`,
      'settings/fail.ts':
        "import { unit } from './days.ts';\nexport const failOn = unit === 'd' ? 'never' : 'sunset';\n",
      'settings/days.ts': "import './fail.js';\nexport const unit: string = 'd';\nexport default 30;\n",
      'settings/limits.json': '{ "max": 7 }',
      'settings/edition.mjs': "export const edition = 'current';\n",
      'node_modules/pkg/package.json': '{ "name": "pkg", "type": "module", "exports": "./index.js" }',
      'node_modules/pkg/index.js': "export const suffix = '-app';\n",
    });
    expect(shown).toMatchObject({
      failOn: 'never',
      warnWithin: '30d',
      maxFindings: 7,
      edition: 'current',
      baseline: expect.stringMatching(/current-app$/) as string,
    });
  });
});

describe('a configuration in TypeScript', () => {
  it.each([
    ['export default {;', 'error: ./sunset-lint.config.ts:1:17: not TypeScript: Property assignment expected.\n'],
    [
      'export default await Promise.resolve({});',
      "TypeScript is run without 'await' at the top and without 'import.meta'; sunset-lint.config.mjs may have both.\n",
    ],
    ['export default { baseline: import.meta.url };', 'sunset-lint.config.mjs may have both.\n'],
    ["throw new Error('it ran');", "error: './sunset-lint.config.ts' cannot be run: it ran\n"],
    [
      "import './gone.js';\nexport default {};",
      "'./sunset-lint.config.ts' cannot be run: Cannot find module './gone.js'",
    ],
    ['export const failOn = 1;', "'./sunset-lint.config.ts' has no default export. Write 'export default { … }'.\n"],
    [
      "export default { failon: 'never' };",
      "./sunset-lint.config.ts: $ has an unknown key 'failon'. Did you mean 'failOn'?",
    ],
  ])('is refused with the mistake: %j', async (text, message) => {
    expect(await refusal({ 'sunset-lint.config.ts': text })).toContain(message);
  });

  it('is not run if programs are forbidden', async () => {
    const text = "throw new Error('it ran');";
    for (const name of ['ts', 'mts', 'cts', 'cjs'].map((extension) => `sunset-lint.config.${extension}`))
      expect(await refusal({ [name]: text }, '--no-config-code')).toContain(
        'is a program, and --no-config-code does not allow it to run',
      );
  });
});

describe('a configuration in JSON', () => {
  it.each([
    ['sunset-lint.config.json', '\uFEFF// why\n{ "failOn": /* all */ "never", }\n'],
    ['sunset-lint.config.jsonc', '{\n  // why\n  "failOn": "never",\n  "paths": [".",],\n}\n'],
    ['package.json', '\uFEFF{ "sunsetLint": { "failOn": "never" } }'],
  ])('is read from %s, with comments and trailing commas if allowed', async (name, text) => {
    const { code, err } = await cli(folder({ 'a.ts': CALL, [name]: text }), ['scan']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
  });

  it.each([
    ['{\n  "failOn": "never"\n  "paths": []\n}', './sunset-lint.config.json:3:3: not JSON: comma expected.'],
    ['{ "failOn": never }', './sunset-lint.config.json:1:13: not JSON: invalid symbol.'],
    ['', './sunset-lint.config.json:1:1: not JSON: value expected.'],
    ['// nothing\n', './sunset-lint.config.json:2:1: not JSON: value expected.'],
    ['{} {}', './sunset-lint.config.json:1:4: not JSON: end of file expected.'],
    [
      '// why\n{\n  /* all of them */\n  "ignoreFiles": ["a", 3],\n}\n',
      './sunset-lint.config.json:4:24: $.ignoreFiles[1] is 3, not a text. Write a text that is not empty.',
    ],
    ['{\n  "__proto__": { "failOn": "never" },\n}', "./sunset-lint.config.json:2:3: $ has an unknown key '__proto__'."],
  ])('is refused with line and column: %j', async (text, message) => {
    expect(await refusal({ 'sunset-lint.config.json': text })).toContain(`error: ${message}`);
  });

  it("may not contain comments in package.json, whose format is npm's", async () => {
    expect(await refusal({ 'package.json': '{\n  // ours\n  "sunsetLint": {}\n}' })).toContain(
      './package.json:2:3: not JSON: invalid comment token.',
    );
  });

  it('must be the only configuration in its folder', async () => {
    const files = {
      'sunset-lint.config.jsonc': '{}',
      'sunset-lint.config.cjs': 'module.exports = {};',
      'package.json': '{ "sunsetLint": {} }',
    };
    expect(await refusal(files)).toBe(
      "error: there is more than one configuration: './sunset-lint.config.jsonc' and './sunset-lint.config.cjs' and './package.json'. Keep one of them, or name it with --config.\n",
    );
  });
});

describe('a misnamed configuration file', () => {
  it.each([['.sunsetlintrc.json'], ['.sunset-lintrc'], ['sunset-lint.config.yaml'], ['sunsetlint.config.json']])(
    'is reported with the right name: %s',
    async (name) => {
      const { code, out } = await cli(folder({ 'a.ts': CALL, [name]: '{ "failOn": "never" }' }), ['scan']);
      expect(code).toBe(1);
      expect(out).toContain(`${name} is not read`);
      expect(out.replaceAll(/\s+/g, ' ')).toContain('sunset-lint.config.json');
    },
  );

  it('is not confused with another file of sunset-lint', async () => {
    const files = { 'sunset-lint-baseline.txt': '', 'sunset-lint.json': '{}', 'sunset-lint.config.json': '{}' };
    const { out } = await cli(folder({ 'a.ts': CALL, ...files }), ['scan']);
    expect(out).not.toContain('is not read');
  });
});
