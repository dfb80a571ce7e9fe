import type { Spelling } from '../../select/spelling.js';
import { snakeCase } from '../../select/spelling.js';

/** How Python writes names of packages, and of what they have. */
export const PYTHON_SPELLING: Spelling = {
  opening: `['"/}]`,
  sdk: (name) => `\\b(?:import|from)[ \\t]+${anyCase(name)}\\b`,
  sdkImport: (names) => `\\b(?:import|from)[ \\t]+(?:${anyCase(names)})\\b`,
  nameOf: snakeCase,
  isModuleSpecifier: () => false,
  also: () => [],
};

/** Packages are often imported in another case than their names have, and with `_` for `-`. */
function anyCase(source: string): string {
  return source
    .replaceAll('\\-', '_')
    .replace(/\\.|[a-zA-Z]/g, (letter) =>
      letter.length > 1 ? letter : `[${letter.toLowerCase()}${letter.toUpperCase()}]`,
    );
}
