import { readFileSync } from 'node:fs';

/** Rows of the end-of-life table in its source; each begins with a date. */
export const END_OF_LIFE_ROWS = readFileSync(new URL('../../rules/end-of-life.md', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => /^\| \d{4}-\d\d-\d\d \|/.test(line));
