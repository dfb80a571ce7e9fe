import type { Rule } from 'eslint';
import { describeFinding } from '../engine/messages.js';
import type { Deprecation } from '../model/deprecation.js';
import type { Confidence } from '../model/evidence.js';
import { CONFIDENCES } from '../model/evidence.js';
import { expectDefined } from '../model/expect-defined.js';
import type { Finding, RuleName } from '../model/finding.js';
import { findingsOf, isConcerned } from './analyse-program.js';
import { checkIgnore, readSettings } from './settings.js';
import { suggestSegment } from './suggestions.js';

/** The options of every rule; they go before `settings.sunset`. */
export interface RuleOptions {
  readonly minConfidence?: Confidence;
  readonly ignore?: readonly string[];
}

/** Message ids of a rule: how sure the finding is, and what a suggestion does. */
export type MessageId = Confidence | 'replaceSegment';

export interface SunsetRule {
  readonly name: RuleName;
  readonly meta: Rule.RuleMetaData & { readonly messages: Readonly<Record<MessageId, string>> };
}

/** A rule that reports the engine's findings of its name. The file is analysed once for all rules. */
export function createSunsetRule({ name, meta }: SunsetRule): Rule.RuleModule {
  return { meta, create: (context) => createListener(name, context) };
}

function createListener(name: RuleName, context: Rule.RuleContext): Rule.RuleListener {
  const settings = readSettings(context.settings, context.cwd);
  const options = (context.options[0] ?? {}) as RuleOptions;
  const ignored = checkIgnore(options.ignore ?? [], settings.catalogue, `the option 'ignore' of sunset/${name}`);
  if (!isConcerned(context, settings)) return {};
  const threshold = CONFIDENCES.indexOf(options.minConfidence ?? settings.minConfidence);
  return {
    Program() {
      for (const finding of findingsOf(context, settings)) {
        if (finding.rule !== name || CONFIDENCES.indexOf(finding.confidence) < threshold) continue;
        if (ignored.has(finding.deprecation) || settings.ignore.has(finding.deprecation)) continue;
        const deprecation = settings.catalogue.deprecations.find(({ id }) => id === finding.deprecation);
        report(context, finding, expectDefined(deprecation, `no deprecation '${finding.deprecation}'`));
      }
    },
  };
}

function report(context: Rule.RuleContext, finding: Finding, deprecation: Deprecation): void {
  const { sourceCode } = context;
  const [start, end] = finding.at.span;
  context.report({
    loc: { start: sourceCode.getLocFromIndex(start), end: sourceCode.getLocFromIndex(end) },
    messageId: finding.confidence,
    data: { ...describeFinding(finding, deprecation) },
    suggest: suggest(finding, deprecation, sourceCode.text),
  });
}

function suggest(finding: Finding, deprecation: Deprecation, text: string): Rule.SuggestionReportDescriptor[] {
  const suggestion = suggestSegment(finding, deprecation, text);
  if (suggestion === undefined) return [];
  const { at, from, to } = suggestion;
  return [{ messageId: 'replaceSegment', data: { from, to }, fix: (fixer) => fixer.replaceTextRange([...at], to) }];
}
