// Written by npm run generate from the table of src/core/model/rules.ts.
import noDeprecatedEndpoint from './no-deprecated-endpoint.js';
import noDeprecatedField from './no-deprecated-field.js';
import noDeprecatedTransport from './no-deprecated-transport.js';
import noDeprecatedResource from './no-deprecated-resource.js';
import validWafMigration from './valid-waf-migration.js';

/** All rules of the plugin. */
export const rules = {
  'no-deprecated-endpoint': noDeprecatedEndpoint,
  'no-deprecated-field': noDeprecatedField,
  'no-deprecated-transport': noDeprecatedTransport,
  'no-deprecated-resource': noDeprecatedResource,
  'valid-waf-migration': validWafMigration,
};
