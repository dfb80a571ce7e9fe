import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { API, cli, repository } from '../cli/support.js';
import { folder } from '../eslint/support.js';

const PATHS = `export const OLD = '/zones/1/script_monitor';\n`;
const CALL = `import { OLD } from './paths.js';\nfetch('${API}' + OLD);\n`;

async function fixed(
  files: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<{ readonly err: string; readonly text: (file: string) => string }> {
  const root = repository(folder(files));
  const { err } = await cli(root, ['scan', '--fix', ...args]);
  return { err, text: (file) => readFileSync(join(root, file), 'utf8') };
}

describe('scan --fix of a constant that other files import', () => {
  it.each<readonly [what: string, files: Readonly<Record<string, string>>]>([
    ['by its name', { 'paths.ts': PATHS, 'a.ts': CALL }],
    ['by no other file, but could be', { 'paths.ts': `${PATHS}fetch('${API}' + OLD);\n` }],
    ['under another name', { 'paths.ts': PATHS, 'a.ts': CALL.replace('OLD', 'OLD as P').replace('+ OLD', '+ P') }],
    [
      'into several files with the same request',
      { 'paths.ts': PATHS, 'a.ts': CALL, 'b.js': CALL.replace('+ OLD', "+ OLD, { method: 'PUT' }") },
    ],
    [
      'and used through another constant',
      { 'paths.ts': PATHS, 'a.ts': CALL.replace('fetch(', 'const url = ').replace(/\);\n$/, ';\nfetch(url);\n') },
    ],
    [
      'as a key of a table with other keys',
      {
        'paths.ts': `export const PATHS = { old: '/zones/1/script_monitor', all: '/zones' };\n`,
        'a.ts': `import { PATHS } from './paths';\nfetch('${API}' + PATHS.old);\nfetch('${API}' + PATHS.all);\n`,
      },
    ],
    [
      'as the result of a function',
      {
        'paths.ts': 'export const old = (zone: string) => `/zones/${zone}/script_monitor`;\n',
        'a.ts': `import { old } from './paths.js';\nfetch('${API}' + old('1'));\n`,
      },
    ],
    [
      'through an alias of the tsconfig',
      {
        'tsconfig.json': JSON.stringify({ compilerOptions: { paths: { '@paths': ['./lib/paths.ts'] } } }),
        'lib/paths.ts': PATHS,
        'a.ts': CALL.replace('./paths.js', '@paths'),
      },
    ],
  ])('changes it when it is imported %s', async (_what, files) => {
    const { err, text } = await fixed(files);
    const [paths = ''] = Object.keys(files).filter((file) => file.endsWith('paths.ts'));
    expect(text(paths)).toBe(files[paths]?.replace('script_monitor', 'page_shield'));
    for (const file of Object.keys(files)) if (file !== paths) expect(text(file)).toBe(files[file]);
    expect(err).toMatch(/^Fixed (\d) of \1 findings? in 1 file\./m);
  });

  it('shows the declaring file in the diff of --fix-dry-run', async () => {
    const root = repository(folder({ 'paths.ts': PATHS, 'a.ts': CALL }));
    const { out } = await cli(root, ['scan', '--fix-dry-run']);
    expect(out).toContain("+export const OLD = '/zones/1/page_shield';");
    expect(readFileSync(join(root, 'paths.ts'), 'utf8')).toBe(PATHS);
  });

  it('is not suggested by other reports', async () => {
    const root = repository(folder({ 'paths.ts': PATHS, 'a.ts': CALL }));
    expect((await cli(root, ['scan', '--format', 'json'])).out).not.toContain('"suggestion"');
  });
});

/** Programs with one finding that comes from the constant. */
const LEFT: readonly (readonly [what: string, files: Readonly<Record<string, string>>, args?: readonly string[]])[] = [
  ['for another request as well', { 'b.ts': CALL.replace(API, 'https://www.example.com') }],
  ['and printed', { 'b.ts': CALL.replace(/fetch.*/, 'console.log(OLD);') }],
  ['and exported again by name', { 'b.ts': `export { OLD } from './paths.js';\n` }],
  ['and exported again with all the rest', { 'index.ts': `export * from './paths.js';\n` }],
  ['and exported again after an import', { 'b.ts': `import { OLD } from './paths.js';\nexport { OLD };\n` }],
  ['in a type', { 'b.ts': `import { OLD } from './paths.js';\nexport type Old = typeof OLD;\n` }],
  ['in a type of an import', { 'b.ts': `export type Old = typeof import('./paths.js').OLD;\n` }],
  ['with the whole module', { 'b.ts': `import * as all from './paths.js';\nconsole.log(all);\n` }],
  ['by require', { 'b.cjs': `console.log(require('./paths.js'));\n` }],
  ['by a dynamic import', { 'b.ts': `console.log(await import('./paths.js'));\n` }],
  [
    'and mocked in a test',
    { 'a.test.ts': `import { OLD } from './paths.js';\nvi.mock('./paths.js', () => ({ OLD }));\n` },
  ],
  ['by a component', { 'b.vue': `<script>\nimport { OLD } from './paths.js';\nconsole.log(OLD);\n</script>\n` }],
  [
    'by a file that is left out',
    { 'old/b.ts': `import { OLD } from '../paths.js';\nconsole.log(OLD);\n` },
    ['--ignore-files', 'old/**'],
  ],
  ['by a file that is not scanned', { 'b.ts': CALL.replace(/fetch.*/, 'console.log(OLD);') }, ['a.ts', 'paths.ts']],
  [
    'by a file that git ignores',
    { 'mine.ts': CALL.replace(/fetch.*/, 'console.log(OLD);'), '.gitignore': 'mine.ts\n' },
  ],
  ['by users of the package', { 'package.json': '{ "name": "bells", "main": "paths.js" }' }],
  ['by a file that does not parse', { 'b.ts': `import { OLD } from './paths.js';\nconsole.log(OLD;\n` }],
];

describe('scan --fix leaves a constant unchanged that is also imported', () => {
  it.each(LEFT.map(([what, files, args = []]) => [what, files, args] as const))('%s', async (_what, files, args) => {
    const all = { 'paths.ts': PATHS, 'a.ts': CALL, ...files };
    const { err, text } = await fixed(all, args);
    for (const [file, before] of Object.entries(all)) expect(text(file)).toBe(before);
    expect(err).toMatch(/^Fixed none of \d+ findings?: /m);
  });
});

describe('scan --fix removes imports that it makes unused:', () => {
  const POOL = `${API}/accounts/a/load_balancers/pools`;
  const BODY = `body: JSON.stringify({ name: NAME, notification_email: MAIL }) });\n`;
  const FIXED = BODY.replace(', notification_email: MAIL', '');
  const SEND = `fetch('${POOL}', { method: 'POST', `;
  const PEOPLE = `export const MAIL = 'ops@example.com';\nexport const NAME = 'p';\n`;
  const calls = (head: string, body: string, tail = ''): string => `${head}${SEND}${body}${tail}`;
  const people = "import { NAME } from './people.js';\n";

  it.each<readonly [what: string, head: string, left: string, imported?: string | undefined, tail?: string]>([
    ['one import of several', "import { MAIL, NAME } from './people.js';\n", people],
    ['an import under another name', "import { mail as MAIL, NAME } from './people.js';\n", people],
    ['the only import of a module of constants', `${people}import { MAIL } from './mail.js';\n`, people],
    [
      'but keeps the only import of a module with side effects',
      `${people}import { MAIL } from './mail.js';\n`,
      `${people}import { MAIL } from './mail.js';\n`,
      `console.log('loaded');\nexport const MAIL = 'x';\n`,
    ],
    [
      'but keeps the import of a package',
      `${people}import { MAIL } from 'mail';\n`,
      `${people}import { MAIL } from 'mail';\n`,
    ],
    [
      'but keeps an import that a type uses',
      "import { MAIL, NAME } from './people.js';\n",
      "import { MAIL, NAME } from './people.js';\n",
      undefined,
      'export type Mail = typeof MAIL;\n',
    ],
    [
      'but keeps an import that was unused before',
      "import { MAIL, NAME, OTHER } from './people.js';\n",
      "import { NAME, OTHER } from './people.js';\n",
    ],
  ])('%s', async (_what, head = '', left = '', imported = PEOPLE, tail = '') => {
    const { text } = await fixed({
      'a.ts': calls(head, BODY, tail),
      'people.ts': PEOPLE,
      'mail.ts': imported,
    });
    expect(text('a.ts')).toBe(calls(left, FIXED, tail));
  });
});
