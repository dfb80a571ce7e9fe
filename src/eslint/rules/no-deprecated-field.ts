import { createSunsetRule } from '../create-rule.js';
import { docsUrl, FIELD_MESSAGES, SCHEMA } from '../rule-parts.js';

export default createSunsetRule({
  name: 'no-deprecated-field',
  meta: {
    type: 'problem',
    docs: {
      description: 'Disallow deprecated fields in requests to the API and in its responses',
      recommended: true,
      url: docsUrl('no-deprecated-field'),
    },
    hasSuggestions: true,
    schema: SCHEMA,
    defaultOptions: [{}],
    messages: FIELD_MESSAGES,
  },
});
