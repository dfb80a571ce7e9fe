import type { Confidence } from './evidence.js';
import type { FixAction } from './fix.js';

/**
 * Form of a finding's sentence: an operation `ends`, a test `expects` it, a resource `relies` or its arguments `rely`
 * on it, or a request has a `mistake`, which is `alone` if there is no room for the remedy.
 */
export type SentenceForm = 'ends' | 'expects' | 'relies' | 'rely' | 'mistake' | 'alone';

/** Row of a rule: everything except its checks and the prose of its page. */
interface RuleRow {
  /** First sentence of its page, `docs/rules/<name>.md`, and its text in the list of rules. */
  readonly description: `${'Disallow' | 'Require'} ${string}`;
  /** Noun of its messages for the subject that ends. */
  readonly subject?: 'operation' | 'field' | 'part' | 'resource';
  /** Forms of its findings in a linter, the usual one first. */
  readonly sentences: readonly [SentenceForm, ...SentenceForm[]];
  /** Fixes that its findings can have. */
  readonly fixes: readonly FixAction['kind'][];
  /** Subject of its findings, if no catalogue lists one. */
  readonly topic?: { readonly id: string; readonly feature: string };
  /** The rule also reports problems of exceptions in comments, once for all rules. */
  readonly reportsExceptions?: true;
}

/** All rules, in the order of the lists for people. `npm run generate` writes ESLint's form. */
const RULE_TABLE = {
  'no-deprecated-endpoint': {
    description: 'Disallow requests to deprecated API operations, and deprecated parameters of their queries',
    subject: 'operation',
    sentences: ['ends'],
    fixes: ['replaceSegment'],
    reportsExceptions: true,
  },
  'no-deprecated-field': {
    description: 'Disallow deprecated fields of requests and responses, and deprecated values such as AI models',
    subject: 'field',
    sentences: ['ends'],
    fixes: ['joinFields', 'dropFields', 'removeField'],
  },
  'no-deprecated-transport': {
    description: 'Disallow headers, cipher suites and client packages that an API no longer supports',
    subject: 'part',
    sentences: ['ends'],
    fixes: ['removeHeader', 'removeSuite'],
  },
  'no-deprecated-resource': {
    description: 'Disallow infrastructure resources that depend on deprecated API operations',
    subject: 'resource',
    sentences: ['relies', 'rely'],
    fixes: [],
  },
  'valid-waf-migration': {
    description: 'Require requests of the migration to WAF Managed Rules that the API can accept',
    sentences: ['mistake', 'alone'],
    fixes: ['addQuery'],
    topic: { id: 'waf-migration', feature: 'Migration to the new WAF Managed Rules' },
  },
} as const satisfies Readonly<Record<string, RuleRow>>;

export type RuleName = keyof typeof RULE_TABLE;

export const RULES = Object.keys(RULE_TABLE) as readonly RuleName[];

/** Returns the row of a rule. */
export function ruleRow(name: RuleName): RuleRow {
  return RULE_TABLE[name];
}

/** Id of a rule's message for a finding: its confidence, followed by its form unless that is the usual one. */
export function messageIdOf(name: RuleName, form: SentenceForm, confidence: Confidence): string {
  if (form === ruleRow(name).sentences[0]) return confidence;
  return `${confidence}${form.charAt(0).toUpperCase()}${form.slice(1)}`;
}

/** Subject that no catalogue lists: mistakes in live requests, which have no end of life. */
export interface Topic {
  /** Id that replaces the deprecation's in reports, settings and comments. */
  readonly id: string;
  readonly rule: RuleName;
  /** Name for display, like a deprecation's feature. */
  readonly feature: string;
}

export const TOPICS: readonly Topic[] = RULES.flatMap((rule) => {
  const { topic } = ruleRow(rule);
  return topic === undefined ? [] : [{ rule, ...topic }];
});

/** The topic with an id; undefined for the id of a deprecation. */
export function topicOf(id: string): Topic | undefined {
  return TOPICS.find((topic) => topic.id === id);
}
