import { snakeCase } from '../../select/spelling.js';
import type { Spelling } from '../../select/spelling.js';

/** Paths and words are bare, or stand in quotes; nothing imports packages. */
export const SHELL_SPELLING: Spelling = {
  opening: `['"\`/}=\\s]`,
  sdk: undefined,
  sdkImport: undefined,
  nameOf: snakeCase,
  // `source lib/filters`
  isModuleSpecifier(text, at) {
    const line = text.slice(Math.max(text.lastIndexOf('\n', at - 1) + 1, at - 300), at + 1);
    return /(?:^|[;&|\s])(?:source|\.)\s+\S*$/.test(line);
  },
  also: () => [],
};
