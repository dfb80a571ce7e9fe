import { RESOURCE_ROWS } from '../../clients/resource-rows.js';
import { snakeCase } from '../../select/spelling.js';
import type { Spelling } from '../../select/spelling.js';

/** Types of resources stand in quotes, and so do texts. */
export const TERRAFORM_SPELLING: Spelling = {
  opening: `["/}]`,
  sdk: undefined,
  sdkImport: undefined,
  nameOf: snakeCase,
  isModuleSpecifier: () => false,
  also: ({ deprecations }) => [
    ...new Set(
      RESOURCE_ROWS.filter(
        ({ language, deprecation }) => language === 'terraform' && deprecations.some(({ id }) => id === deprecation),
      ).flatMap(({ names }) => names.map((name) => name.replace(/^data\./, ''))),
    ),
  ],
};
