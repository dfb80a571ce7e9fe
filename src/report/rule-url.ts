import type { RuleName } from '../model/finding.js';

/** Where the page of a rule is, in the version that reported it. */
export function ruleUrl(rule: RuleName, version: string): string {
  return `https://github.com/sunset-lint/sunset-lint/blob/v${version}/src/eslint/rules/${rule}.md`;
}
