import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Fixtures are programs to be analysed; some look like tests.
  test: { include: ['test/**/*.test.ts'], testTimeout: 30_000 },
});
