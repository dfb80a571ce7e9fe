import { createSunsetRule } from '../create-rule.js';
import { docsUrl, MESSAGES, SCHEMA } from '../rule-parts.js';

export default createSunsetRule({
  name: 'valid-waf-migration',
  meta: {
    type: 'problem',
    docs: {
      description: 'Require requests of the WAF migration that the API can accept',
      recommended: true,
      url: docsUrl('valid-waf-migration'),
    },
    hasSuggestions: true,
    schema: SCHEMA,
    defaultOptions: [{}],
    messages: MESSAGES,
  },
});
