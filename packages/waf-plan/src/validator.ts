import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { validatorIn } from '../../../src/core/lib/validators.js';
import type { CompiledSchema, Validator } from '../../../src/core/lib/validators.js';

/** Validator of an exported zone or one of its definitions, from the built files of this package. */
export function exportValidator(definition?: string): Validator {
  const file = fileURLToPath(new URL('../dist/waf-export.cjs', import.meta.url));
  return validatorIn(createRequire(import.meta.url)(file) as CompiledSchema, 'waf-export', definition);
}
