import type { RuleName } from './finding.js';

/** Subject of findings that no catalogue lists: mistakes in requests that are in use, and so have no end of life. */
export interface Topic {
  /** Id in place of a deprecation in reports, settings and comments. */
  readonly id: string;
  readonly rule: RuleName;
  /** For people, as a deprecation's feature. */
  readonly feature: string;
}

export const TOPICS: readonly Topic[] = [
  { id: 'waf-migration', rule: 'valid-waf-migration', feature: 'Migration to the new WAF Managed Rules' },
];

/** The topic with an id; undefined for the id of a deprecation. */
export function topicOf(id: string): Topic | undefined {
  return TOPICS.find((topic) => topic.id === id);
}
