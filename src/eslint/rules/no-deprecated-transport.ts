import { createSunsetRule } from '../create-rule.js';
import { docsUrl, MESSAGES, SCHEMA } from '../rule-parts.js';

export default createSunsetRule({
  name: 'no-deprecated-transport',
  meta: {
    type: 'problem',
    docs: {
      description: 'Disallow headers and cipher suites that the API no longer accepts',
      recommended: true,
      url: docsUrl('no-deprecated-transport'),
    },
    hasSuggestions: true,
    schema: SCHEMA,
    defaultOptions: [{}],
    messages: MESSAGES,
  },
});
