import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { IS_LONG } from './test/share.js';

/** Slow files, which start first, so that no worker waits for them at the end. */
const SLOW_FILES = [
  '/story/',
  '/faults/',
  '/hostile/',
  '/attack/surroundings',
  '/docs/commands',
  '/suites/',
  '/rewrites/',
  '/report/html',
];

class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const index = SLOW_FILES.findIndex((part) => moduleId.includes(part));
      return index < 0 ? SLOW_FILES.length : index;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

/** Files of which `npm test` runs a share of the cases. */
function sharedTestFiles(): string[] {
  return readdirSync('test', { recursive: true, encoding: 'utf8' })
    .map((name) => `test/${name.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.test.ts') && /^import .*\/share\.js';$/m.test(readFileSync(file, 'utf8')));
}

/** Imports modules of `dist`, which `npm test` has just built, in a fifth of the time that Vite takes for `src`. */
const importBuiltModules = {
  name: 'built-sources',
  enforce: 'pre' as const,
  resolveId(specifier: string, importer: string | undefined) {
    const [, path] = /^(?:\.\.\/)+src\/(.*)\.js$/.exec(specifier) ?? [];
    if (path === undefined || importer === undefined) return undefined;
    return { id: fileURLToPath(new URL(`dist/${path}.js`, import.meta.url)), external: true };
  },
};

export default defineConfig({
  plugins: process.env['TEST_BUILT'] === '1' ? [importBuiltModules] : [],
  test: {
    server: { deps: { external: [/\/dist\//] } },
    // Fixtures are programs to be analysed; some look like tests.
    include: IS_LONG ? sharedTestFiles() : ['test/**/*.test.ts'],
    // Only for tests that hang; a busy machine says nothing about speed.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Vitest would leave one core free. Test files of a worker share loaded modules, most of the time of a short file.
    maxWorkers: availableParallelism(),
    execArgv:
      process.platform === 'linux' ? ['--import', new URL('test/spawning/preload.mjs', import.meta.url).href] : [],
    isolate: false,
    sequence: { sequencer: SlowFilesFirst },
  },
});
