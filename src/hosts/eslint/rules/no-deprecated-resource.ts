// Written by npm run generate from the table of src/core/model/rules.ts.
import type { Rule } from 'eslint';
import type { SunsetRule } from '../plugin-types.js';
import { pageOf, reportFindings } from '../report-findings.js';

const rule: SunsetRule = {
  meta: {
    type: 'problem',
    docs: {
      description: 'Disallow infrastructure resources that depend on deprecated API operations',
      recommended: true,
      url: pageOf('no-deprecated-resource'),
    },

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
      certain: '{{resource}} uses a deprecated API, which {{when}}; {{instead}}{{note}} [{{id}}]{{url}}',
      probable: '{{resource}} probably uses a deprecated API, which {{when}}; {{instead}}{{note}} [{{id}}]{{url}}',
      possible: '{{resource}} possibly uses a deprecated API, which {{when}}; {{instead}}{{note}} [{{id}}]{{url}}',
      certainRely: '{{resource}} rely on what {{when}}; {{instead}}{{note}} [{{id}}]{{url}}',
      probableRely: '{{resource}} probably rely on what {{when}}; {{instead}}{{note}} [{{id}}]{{url}}',
      possibleRely: '{{resource}} possibly rely on what {{when}}; {{instead}}{{note}} [{{id}}]{{url}}',
      unfinished: 'Stopped to keep the editor responsive: {{what}}. Run `npx sunset-lint scan {{file}}`.',
    },
    languages: ['*'],
  },
  create(context: Rule.RuleContext) {
    return reportFindings(context, 'no-deprecated-resource');
  },
};

export default rule;
