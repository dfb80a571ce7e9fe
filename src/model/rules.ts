import type { Confidence } from './evidence.js';
import type { FixAction } from './fix.js';

/**
 * How a finding is said: something `ends`, a test `expects` what ends, a resource `relies` or its arguments `rely` on
 * what ends, or a request has a `mistake`, which stands `alone` where there is no room for the remedy.
 */
export type SentenceForm = 'ends' | 'expects' | 'relies' | 'rely' | 'mistake' | 'alone';

/** All that is known of a rule beside its checks and the prose of its page. */
interface RuleRow {
  /** Starts its page, `docs/rules/<name>.md`, and stands in the list of rules. */
  readonly description: `${'Disallow' | 'Require'} ${string}`;
  /** Noun of its messages for the subject that ends. */
  readonly subject?: 'operation' | 'field' | 'part' | 'resource';
  /** How its findings are said in a linter, the usual way first. */
  readonly sentences: readonly [SentenceForm, ...SentenceForm[]];
  /** Fixes that its findings can have. */
  readonly fixes: readonly FixAction['kind'][];
  /** Subject of its findings, where no catalogue lists one. */
  readonly topic?: { readonly id: string; readonly feature: string };
  /** It also tells what is wrong with exceptions in comments, once for all rules. */
  readonly tellsExceptions?: true;
}

/** All rules, in the order in which they are listed for people. `npm run generate` writes what ESLint takes. */
const RULE_TABLE = {
  'no-deprecated-endpoint': {
    description: 'Disallow requests to deprecated API operations, and deprecated parameters of their queries',
    subject: 'operation',
    sentences: ['ends'],
    fixes: ['replaceSegment'],
    tellsExceptions: true,
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

/** Id of the message of a rule for a finding: how sure it is, and how it is said where that is not the usual way. */
export function messageIdOf(name: RuleName, form: SentenceForm, confidence: Confidence): string {
  if (form === ruleRow(name).sentences[0]) return confidence;
  return `${confidence}${form.charAt(0).toUpperCase()}${form.slice(1)}`;
}

/** Subject that no catalogue lists: mistakes in living requests, which have no end of life. */
export interface Topic {
  /** Stands where other findings name their deprecation: in reports, settings and comments. */
  readonly id: string;
  readonly rule: RuleName;
  /** For people, as a deprecation's feature. */
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
