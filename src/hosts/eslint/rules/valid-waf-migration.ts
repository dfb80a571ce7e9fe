// Written by npm run generate from the table of src/core/model/rules.ts.
import type { Rule } from 'eslint';
import type { SunsetRule } from '../plugin-types.js';
import { pageOf, reportFindings } from '../report-findings.js';

const rule: SunsetRule = {
  meta: {
    type: 'problem',
    docs: {
      description: 'Require requests of the migration to WAF Managed Rules that the API can accept',
      recommended: true,
      url: pageOf('valid-waf-migration'),
    },
    hasSuggestions: true,
    schema: [
      {
        type: 'object',
        description: 'Options that override those of `settings.sunset`.',
        properties: {
          minConfidence: {
            enum: ['possible', 'probable', 'certain'],
            description: 'Lowest confidence to report. Default: `settings.sunset.minConfidence`, else `probable`.',
          },
          ignore: {
            type: 'array',
            items: { type: 'string' },
            uniqueItems: true,
            description: 'Ids of deprecations to ignore, in addition to `settings.sunset.ignore`.',
          },
        },
        additionalProperties: false,
      },
    ],
    defaultOptions: [{}],
    messages: {
      certain: '{{problem}}; {{remedy}}{{note}} [{{id}}]{{url}}',
      probable: '{{problem}}; {{remedy}}{{note}} [{{id}}]{{url}}',
      possible: '{{problem}}; {{remedy}}{{note}} [{{id}}]{{url}}',
      certainAlone: '{{problem}}{{note}} [{{id}}]{{url}}',
      probableAlone: '{{problem}}{{note}} [{{id}}]{{url}}',
      possibleAlone: '{{problem}}{{note}} [{{id}}]{{url}}',
      addQuery: 'Add `{{name}}` to the query.',
      unfinished: 'Stopped to keep the editor responsive: {{what}}. Run `npx sunset-lint scan {{file}}`.',
    },
    languages: ['*'],
  },
  create(context: Rule.RuleContext) {
    return reportFindings(context, 'valid-waf-migration');
  },
};

export default rule;
