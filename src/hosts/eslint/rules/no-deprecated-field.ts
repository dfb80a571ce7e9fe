// Written by npm run generate from the table of src/core/model/rules.ts.
import type { Rule } from 'eslint';
import type { SunsetRule } from '../plugin-types.js';
import { pageOf, reportFindings } from '../report-findings.js';

const rule: SunsetRule = {
  meta: {
    type: 'problem',
    docs: {
      description: 'Disallow deprecated fields of requests and responses, and deprecated values such as AI models',
      recommended: true,
      url: pageOf('no-deprecated-field'),
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
      certain: '{{field}} {{when}}; {{instead}}{{note}} [{{id}}]{{url}}',
      probable: 'Probably {{field}}, which {{when}}; {{instead}}{{note}} [{{id}}]{{url}}',
      possible: 'Possibly {{field}}, which {{when}}; {{instead}}{{note}} [{{id}}]{{url}}',
      joinFields: 'Join the old fields into the top-level `{{name}}`, and remove them.',
      dropFields: 'Remove the old fields; the top-level `{{name}}` stays.',
      removeField: 'Remove the field `{{name}}`.',
      unfinished: 'Stopped to keep the editor responsive: {{what}}. Run `npx sunset-lint scan {{file}}`.',
    },
    languages: ['*'],
  },
  create(context: Rule.RuleContext) {
    return reportFindings(context, 'no-deprecated-field');
  },
};

export default rule;
