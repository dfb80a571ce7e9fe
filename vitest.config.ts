import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { IS_LONG } from './test/share.js';

/** Files that drive programs for long, which must not start last and be waited for. */
const LONG = [
  '/story/',
  '/faults/',
  '/hostile/',
  '/attack/surroundings',
  '/docs/commands',
  '/suites/',
  '/rewrites/',
  '/report/html',
];

class LongOnesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const index = LONG.findIndex((part) => moduleId.includes(part));
      return index < 0 ? LONG.length : index;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

/** Files of which `npm test` tries a share. */
function filesThatShare(): string[] {
  return readdirSync('test', { recursive: true, encoding: 'utf8' })
    .map((name) => `test/${name.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.test.ts') && /^import .*\/share\.js';$/m.test(readFileSync(file, 'utf8')));
}

/** `npm test` has just built: Node loads the modules of `dist` itself, in a fifth of the time that Vite takes for `src`. */
const BUILT = {
  name: 'built-sources',
  enforce: 'pre' as const,
  resolveId(specifier: string, importer: string | undefined) {
    const [, path] = /^(?:\.\.\/)+src\/(.*)\.js$/.exec(specifier) ?? [];
    if (path === undefined || importer === undefined) return undefined;
    return { id: fileURLToPath(new URL(`dist/${path}.js`, import.meta.url)), external: true };
  },
};

export default defineConfig({
  plugins: process.env['TEST_BUILT'] === '1' ? [BUILT] : [],
  test: {
    server: { deps: { external: [/\/dist\//] } },
    // Fixtures are programs to be analysed; some look like tests.
    include: IS_LONG ? filesThatShare() : ['test/**/*.test.ts'],
    // For what hangs: how fast something is, a busy machine cannot tell.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Vitest leaves one core free. Files of a worker share what they load, which is most of what a short one takes.
    maxWorkers: availableParallelism(),
    execArgv:
      process.platform === 'linux' ? ['--import', new URL('test/spawning/preload.mjs', import.meta.url).href] : [],
    isolate: false,
    sequence: { sequencer: LongOnesFirst },
  },
});
