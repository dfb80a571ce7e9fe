import { createSunsetRule } from '../create-rule.js';
import { docsUrl, MESSAGES, SCHEMA } from '../rule-parts.js';

export default createSunsetRule({
  name: 'no-deprecated-resource',
  meta: {
    type: 'problem',
    docs: {
      description: 'Disallow infrastructure resources that depend on deprecated API operations',
      recommended: false,
      url: docsUrl('no-deprecated-resource'),
    },
    hasSuggestions: true,
    schema: SCHEMA,
    defaultOptions: [{}],
    messages: MESSAGES,
  },
});
