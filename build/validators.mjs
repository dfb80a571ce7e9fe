import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';

const PREFIX = 'validator:';

/** Inputs of Rolldown for the validators of schemas. */
export function validatorInput(names) {
  return Object.fromEntries(names.map((name) => [name, `${PREFIX}${name}`]));
}

/** Plugin of Rolldown that compiles each schema to a function, so that no validator has to be installed. */
export function schemaValidators() {
  return {
    name: 'validators',
    resolveId: (id) => (id.startsWith(PREFIX) ? `${id}.js` : undefined),
    load: (id) => (id.startsWith(PREFIX) ? validatorCode(id.slice(PREFIX.length, -'.js'.length)) : undefined),
  };
}

/** Schemas, which may refer to each other. */
const SCHEMAS = ['config', 'eslint-settings', 'catalogue', 'baseline', 'waf-export', 'report'];

/**
 * Code of a module with the validator of a schema as `whole`, and those of its definitions by name. Errors contain the
 * value and the part of the schema, because messages suggest similar words. Only zone exports and reports, which can be
 * large, stop at the first error.
 */
function validatorCode(name) {
  const ajv = new Ajv({
    strict: false,
    verbose: true,
    allErrors: name !== 'waf-export' && name !== 'report',
    validateFormats: false,
    // Each definition is one function, not a copy at each reference.
    inlineRefs: false,
    code: { source: true, esm: true },
  });
  for (const other of SCHEMAS) ajv.addSchema(schemaOf(other), `${other}.schema.json`);
  const parts = Object.keys(name === 'waf-export' ? schemaOf(name).definitions : {});
  const exported = Object.fromEntries(parts.map((part) => [part, `${name}.schema.json#/definitions/${part}`]));
  return standalone.default(ajv, { whole: `${name}.schema.json`, ...exported });
}

/** Schema without its descriptions, which only editors show. */
function schemaOf(name) {
  return JSON.parse(readFileSync(new URL(`../rules/${name}.schema.json`, import.meta.url), 'utf8'), withoutDescription);
}

/** Omits descriptions, which are texts; a property named `description` has an object. */
function withoutDescription(key, value) {
  return key === 'description' && typeof value === 'string' ? undefined : value;
}
