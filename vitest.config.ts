import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
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

export default defineConfig({
  test: {
    // Fixtures are programs to be analysed; some look like tests.
    include: IS_LONG ? filesThatShare() : ['test/**/*.test.ts'],
    // For what hangs: how fast something is, a busy machine cannot tell.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Vitest leaves one core free. Files of a worker share what they load, which is most of what a short one takes.
    maxWorkers: availableParallelism(),
    isolate: false,
    sequence: { sequencer: LongOnesFirst },
  },
});
