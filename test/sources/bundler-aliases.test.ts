import { describe, expect, it } from 'vitest';
import { createModuleReader } from '../../src/scan/module-reader.js';
import { SourceStore } from '../../src/scan/source-store.js';
import { TextReader } from '../../src/files/read-text.js';
import { CATALOGUE, folder } from '../scanner/support.js';

type Files = Readonly<Record<string, string>>;

/** Resolves the specifiers of a file in a project with these files: to a file name, or else the kind of target. */
function targetsIn(files: Files, from = 'src/deep/page.ts'): (specifier: string) => string {
  const root = folder({ '.git/HEAD': '', 'package.json': '{}', ...files });
  const reader = createModuleReader({
    store: new SourceStore(root, new TextReader()),
    files: [],
    catalogue: CATALOGUE,
  });
  return (specifier) => {
    const answer = reader.resolve(from, specifier);
    return answer.kind === 'file' ? answer.file : answer.kind === 'package' ? `package ${answer.name}` : answer.reason;
  };
}

const SOURCES: Files = { 'src/lib/h.js': '', 'src/index.ts': '', 'shared/tone.ts': '' };
const LOST = 'cannot be resolved';

/** Configurations in which `@` is the folder `src`. */
const SPELLINGS: readonly (readonly [what: string, file: string, text: string])[] = [
  [
    'a URL of the configuration',
    'vite.config.ts',
    `import { fileURLToPath, URL } from 'node:url';
     export default defineConfig(({ mode }: ConfigEnv): UserConfig => ({
       resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
     }));`,
  ],
  [
    'a list with texts',
    'vite.config.js',
    `export default { resolve: { alias: [{ find: '@', replacement: path.resolve(__dirname, './src') }] } }`,
  ],
  [
    'a list with expressions',
    'vite.config.mts',
    `export default { resolve: { alias: [{ find: /^@\\//, replacement: \`\${path.join(import.meta.dirname, 'src')}/\` }] } }`,
  ],
  ['a path from the root of the site', 'vite.config.js', `export default { resolve: { alias: { '@': '/src' } } }`],
  [
    'a constant',
    'vite.config.js',
    `const __dirname = path.dirname(fileURLToPath(import.meta.url)); const src = __dirname + '/src';
     const alias = { ...others, '@': src }; export default { resolve: { alias } };`,
  ],
  [
    'a table of another file',
    'vite.config.js',
    `import { alias as table } from './aliases.js'; export default { resolve: { alias: { ...table } } };`,
  ],
  [
    'a table that is required',
    'webpack.config.js',
    `module.exports = { resolve: { alias: require('./aliases.cjs') } };`,
  ],
  [
    'a helper, in a folder of configurations',
    'build/webpack.base.conf.js',
    `function resolve (dir) { return path.join(__dirname, '..', dir) }
     module.exports = { resolve: { alias: { 'vue$': 'vue/dist/vue.esm.js', '@': resolve('src') } } };`,
  ],
  [
    'an assignment',
    'next.config.mjs',
    `export default { webpack(config) { config.resolve.alias['@'] = path.resolve('./src'); return config; } };`,
  ],
  [
    'a chain',
    'vue.config.js',
    `module.exports = { chainWebpack: (config) => { config.resolve.alias.set('~', x()).set('@', resolve('src')); } };`,
  ],
  [
    'a plugin of Rollup',
    'rollup.config.mjs',
    `export default { plugins: [alias({ entries: [{ find: '@', replacement: resolve('src') }] })] };`,
  ],
  [
    'a plugin of Babel',
    '.babelrc',
    `{ "plugins": [["module-resolver", { "root": ["./src"], "alias": { "@": "./src" } }]] /* as in Metro */ }`,
  ],
  ['a mapper of Jest', 'jest.config.js', `module.exports = { moduleNameMapper: { '^@/(.*)$': '<rootDir>/src/$1' } };`],
];

describe('bundler aliases', () => {
  for (const [what, file, text] of SPELLINGS) {
    it(`are read from ${what} in ${file}`, () => {
      const leads = targetsIn({
        ...SOURCES,
        [file]: text,
        'aliases.js': `export const alias = { '@': path.resolve(import.meta.dirname, 'src') };`,
        'aliases.cjs': `module.exports = { '@': path.resolve(__dirname, 'src') };`,
      });
      expect(leads('@/lib/h.js')).toBe('src/lib/h.js');
      // A name with the alias as its prefix, and a scoped package.
      expect(leads('@lib/h.js')).toBe('package @lib/h.js');
      expect(leads('react')).toBe('package react');
    });
  }

  it('match whole names and names before a slash', () => {
    const leads = targetsIn({
      ...SOURCES,
      'vite.config.js': `export default { resolve: { alias: { lib: '/src/lib', 'tone$': '/shared/tone.ts', 'all/*': '/src/*', next: 'lib' } } };`,
    });
    expect(leads('lib/h')).toBe('src/lib/h.js');
    expect(leads('library')).toBe('package library');
    expect(leads('tone')).toBe('shared/tone.ts');
    expect(leads('tone/other')).toBe('package tone/other');
    expect(leads('all/lib/h')).toBe('src/lib/h.js');
    expect(leads('next/h.js')).toBe('src/lib/h.js');
  });

  it('come first from the nearest configuration, then from those of parent folders', () => {
    const leads = targetsIn(
      {
        'vite.config.js': `export default { resolve: { alias: { '@': '/src', '#all': '/shared' } } };`,
        'app/package.json': '{}',
        'app/vite.config.js': `export default { resolve: { alias: { '@': '/src' } } };`,
        'app/src/lib/h.js': '',
        ...SOURCES,
      },
      'app/src/page.ts',
    );
    expect(leads('@/lib/h')).toBe('app/src/lib/h.js');
    expect(leads('#all/tone')).toBe('shared/tone.ts');
  });

  it('need no configuration in frameworks', () => {
    const svelte = targetsIn({ 'svelte.config.js': 'export default { kit: {} };', ...SOURCES });
    expect(svelte('$lib/h.js')).toBe('src/lib/h.js');
    expect(svelte('$app/stores')).toBe('package $app/stores');
    const own = targetsIn({
      'svelte.config.js': `export default { kit: { files: { lib: 'shared' }, alias: { $deep: 'src/lib', '$all/*': './src/*' } } };`,
      ...SOURCES,
    });
    expect(own('$lib/tone')).toBe('shared/tone.ts');
    expect(own('$deep/h')).toBe('src/lib/h.js');
    expect(own('$all/lib/h')).toBe('src/lib/h.js');
    const nuxt = targetsIn({
      'nuxt.config.ts': `export default defineNuxtConfig({ srcDir: 'src/', alias: { tones: '~~/shared' } });`,
      ...SOURCES,
    });
    expect(nuxt('~/lib/h')).toBe('src/lib/h.js');
    expect(nuxt('@@/shared/tone')).toBe('shared/tone.ts');
    expect(nuxt('tones/tone')).toBe('shared/tone.ts');
    expect(nuxt('#imports')).toBe('package #imports');
    const four = targetsIn(
      { 'nuxt.config.ts': 'export default {};', 'app/tone.ts': '', 'server/tone.ts': '' },
      'app/page.ts',
    );
    expect(four('@/tone')).toBe('app/tone.ts');
    expect(four('~/server/tone')).toBe('server/tone.ts');
  });

  it('never replace an installed package by a test double', () => {
    const leads = targetsIn({
      'package.json': '{ "dependencies": { "ringer": "^1.0.0" } }',
      'vitest.config.ts': `export default { test: { alias: { ringer: '/test/ringer.ts', chime: '/test/ringer.ts' } } };`,
      'test/ringer.ts': '',
    });
    expect(leads('ringer')).toBe('package ringer');
    expect(leads('chime')).toBe('test/ringer.ts');
  });

  it('are ignored if the text does not determine them', () => {
    const leads = targetsIn({
      ...SOURCES,
      'vite.config.js': `export default { resolve: { alias: { '@': process.env.SRC, '~': load('./src'), [key]: '/src' } } };`,
      'rollup.config.js': `export default { plugins: [alias({ entries: [{ find: /^(@|~)\\/(?!x)(.*)$/, replacement: '/src/$2' }] })] };`,
    });
    expect(leads('@/lib/h.js')).toBe(LOST);
    expect(leads('~/lib/h.js')).toBe(LOST);
  });

  it('are read in little time from hostile configurations', () => {
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const circle = `const a = b, b = a; const f = (x) => f(f(x)); const c = { ...c };`;
    const leads = targetsIn({
      ...SOURCES,
      'vite.config.js': `${circle} export default { alias: { '@': a, x: f('x'), ...c, y: ${deep} } };`,
      'vitest.config.js': `import { alias } from './vitest.config.js'; export default { alias };`,
      'webpack.config.js': `module.exports = { resolve: { alias: { '@': '/src' `,
      'astro.config.js': `export default { alias: { '@': ${'!'.repeat(50_000)}a } };`,
    });
    expect(leads('@/lib/h.js')).toBe('src/lib/h.js');
    expect(leads('constructor')).toBe('package constructor');
  });
});

describe('an import that cannot be resolved', () => {
  it('is reported if it names a source file of the project', () => {
    const leads = targetsIn({
      ...SOURCES,
      'package.json': JSON.stringify({ workspaces: ['packages/*'] }),
      'packages/tone/package.json': JSON.stringify({ name: '@acme/tone', main: 'dist/index.js' }),
      'tsconfig.json': JSON.stringify({ compilerOptions: { paths: { 'own/*': ['./src/*'], '*': ['./types/*'] } } }),
      'vite.config.js': `export default { resolve: { alias: { lib: '/src/lib' } } };`,
    });
    for (const specifier of [
      './gone',
      '../../gone.js',
      '@/gone',
      '~/gone',
      '$lib/gone',
      'own/gone',
      'lib/gone',
      '@acme/tone',
    ])
      expect([specifier, leads(specifier)]).toEqual([specifier, LOST]);
  });

  it('is not reported if it names a package or a virtual module', () => {
    const leads = targetsIn({
      ...SOURCES,
      'src/deep/known.d.ts': '',
      'src/deep/data.json': '{}',
      'src/deep/page.prisma': '',
      'tsconfig.json': JSON.stringify({ compilerOptions: { paths: { react: ['./node_modules/@types/react'] } } }),
    });
    const others = [
      'react',
      '@scope/name/part',
      'node:fs',
      'fs/promises',
      'virtual:pages',
      'astro:content',
      '$app/stores',
      '$env/static/private',
      '#imports',
      '~icons/tone',
      'https://example.com/a.js',
      'npm:chalk',
      'jsr:@std/path',
      '/api.js',
      './known',
      './data',
      './data.json',
      './page.prisma',
      './look.css',
      '@/logo.svg',
      './shader?raw',
      './$types',
      './+types/page',
      './generated/client',
      './routes.gen',
      '../../dist/index.js',
      '@/graphql/__generated__/types',
    ];
    for (const specifier of others) expect([specifier, leads(specifier)]).not.toEqual([specifier, LOST]);
  });
});
