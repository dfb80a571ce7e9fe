import { CONFIDENCES } from '../model/evidence.js';
import { readTool } from '../lib/package-files.js';

/** What every rule says: what was found, why it matters, what to do now. The id tells how sure it is. */
export const MESSAGES = {
  certain: '{{what}} {{why}} {{now}}',
  probable: '{{what}} {{why}} {{now}}',
  possible: '{{what}} {{why}} {{now}}',
  replaceSegment: 'Replace the path segment `{{from}}` by `{{to}}`.',
  directive: 'This exception is not understood: {{problem}}.',
} as const;

/** What the rule for fields says as well. */
export const FIELD_MESSAGES = {
  ...MESSAGES,
  joinFields: 'Join the old fields into the top-level `{{name}}`, and remove them.',
  dropFields: 'Remove the old fields; the top-level `{{name}}` stays.',
} as const;

/** The options that every rule takes. */
export const SCHEMA = [
  {
    type: 'object' as const,
    description: 'Options that go before those of `settings.sunset`.',
    properties: {
      minConfidence: {
        enum: [...CONFIDENCES],
        description:
          'Report findings at least this sure. Without it `settings.sunset.minConfidence` decides, which is `probable` by default.',
      },
      ignore: {
        type: 'array' as const,
        description: 'Ids of deprecations that this rule does not report, beside those of `settings.sunset.ignore`.',
        items: { type: 'string' as const },
        uniqueItems: true,
      },
    },
    additionalProperties: false,
  },
];

/** The page of a rule, as it was for this version. */
export function docsUrl(name: string): string {
  return `https://github.com/sunset-lint/sunset-lint/blob/v${readTool().version}/src/eslint/rules/${name}.md`;
}
