// Written by npm run generate from the table of src/core/model/rules.ts.
import type { Rule } from 'eslint';
import type { SunsetRule } from '../plugin-types.js';
import { pageOf, reportFindings } from '../report-findings.js';

const rule: SunsetRule = {
  meta: {
    type: 'problem',
    docs: {
      description: 'Disallow requests to deprecated API operations, and deprecated parameters of their queries',
      recommended: true,
      url: pageOf('no-deprecated-endpoint'),
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
      certain: '{{operation}} {{when}}; {{instead}}{{note}} [{{id}}]{{url}}',
      probable: 'Probably {{operation}}, which {{when}}; {{instead}}{{note}} [{{id}}]{{url}}',
      possible: 'Possibly {{operation}}, which {{when}}; {{instead}}{{note}} [{{id}}]{{url}}',
      replaceSegment: 'Replace the path segment `{{from}}` by `{{to}}`.',
      directive: 'This exception is not understood: {{problem}}.',
      unfinished: 'Stopped to keep the editor responsive: {{what}}. Run `npx sunset-lint scan {{file}}`.',
    },
    languages: ['*'],
  },
  create(context: Rule.RuleContext) {
    return reportFindings(context, 'no-deprecated-endpoint');
  },
};

export default rule;
