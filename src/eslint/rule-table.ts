import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Rule } from 'eslint';
import { ownFolder, readTool } from '../lib/package-files.js';
import type { RuleName } from '../model/finding.js';
import { RULES } from '../model/finding.js';
import { rulePage, ruleUrl } from '../report/rule-url.js';
import type { SunsetRule } from './plugin-types.js';

/** What a rule says of itself. Everything else is the same for all. */
interface RuleRow {
  /** Starts its page, `docs/rules/<name>.md`, as well. */
  readonly description: `${'Disallow' | 'Require'} ${string}`;
  /** Messages beside those that every rule has. */
  readonly messages?: Readonly<Record<string, string>>;
  /** It also tells what is wrong with exceptions in comments, once for all rules. */
  readonly tellsExceptions?: true;
}

/** A rule, as what all have in common asks for it. */
export interface RuleOfTable {
  readonly name: RuleName;
  readonly tellsExceptions: boolean;
}

const ROWS: Readonly<Record<RuleName, RuleRow>> = {
  'no-deprecated-endpoint': {
    description: 'Disallow requests to deprecated API operations',
    tellsExceptions: true,
  },
  'no-deprecated-field': {
    description: 'Disallow deprecated fields in requests to the API and in its responses',
  },
  'no-deprecated-transport': {
    description: 'Disallow headers, cipher suites and client packages that the API no longer supports',
  },
  'no-deprecated-resource': {
    description: 'Disallow infrastructure resources that depend on deprecated API operations',
  },
  'valid-waf-migration': {
    description: 'Require requests of the WAF migration that the API can accept',
  },
};

/** What all rules have in common. */
interface SharedRule {
  readonly meta: Omit<SunsetRule['meta'], 'docs'>;
  readonly create: (context: Rule.RuleContext, rule: RuleOfTable) => ReturnType<SunsetRule['create']>;
}

/** A rule for each row of the table. */
export function rulesOf({ meta, create }: SharedRule): Readonly<Record<RuleName, SunsetRule>> {
  const rules = RULES.map((name): [RuleName, SunsetRule] => {
    const { description, messages, tellsExceptions = false } = ROWS[name];
    // Where the rule has no page on the web, an editor opens the one that is installed.
    const url = ruleUrl(name, readTool().version) ?? pathToFileURL(join(ownFolder(), rulePage(name))).href;
    const docs = { description, recommended: true, url };
    const own = { ...meta, docs, messages: { ...meta.messages, ...messages } };
    return [name, { meta: own, create: (context: Rule.RuleContext) => create(context, { name, tellsExceptions }) }];
  });
  return Object.fromEntries(rules) as Record<RuleName, SunsetRule>;
}
