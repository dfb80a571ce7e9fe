import { createSunsetRule } from '../create-rule.js';
import { docsUrl, MESSAGES, SCHEMA } from '../rule-parts.js';

export default createSunsetRule({
  name: 'no-deprecated-endpoint',
  meta: {
    type: 'problem',
    docs: {
      description: 'Disallow requests to deprecated API operations',
      recommended: true,
      url: docsUrl('no-deprecated-endpoint'),
    },
    hasSuggestions: true,
    schema: SCHEMA,
    defaultOptions: [{}],
    messages: MESSAGES,
  },
});
