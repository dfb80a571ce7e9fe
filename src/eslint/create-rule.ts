import type { AST, Rule } from 'eslint';
import { describeFinding } from '../engine/judge/messages.js';
import type { Deprecation } from '../model/deprecation.js';
import type { Confidence } from '../model/evidence.js';
import { CONFIDENCES } from '../model/evidence.js';
import { expectDefined } from '../lib/expect-defined.js';
import type { Finding, RuleName } from '../model/finding.js';
import type { Span } from '../model/span.js';
import { findingsOf, isConcerned } from './analyse-program.js';
import { directivesOf } from './directives.js';
import { suggestJoin } from './join-fields.js';
import { checkIgnore, readSettings } from './settings.js';
import { suggestSegment } from './suggestions.js';

/** The options of every rule; they go before `settings.sunset`. */
interface RuleOptions {
  readonly minConfidence?: Confidence;
  readonly ignore?: readonly string[];
}

/** Message ids that every rule has: how sure the finding is, what a suggestion does, a comment that is wrong. */
type MessageId = Confidence | 'replaceSegment' | 'directive';

/** What a directive may name beside deprecations: a comment is written for both hosts. */
const RULE_NAMES: readonly RuleName[] = [
  'no-deprecated-endpoint',
  'no-deprecated-field',
  'no-deprecated-transport',
  'no-deprecated-resource',
  'valid-waf-migration',
];

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
      const directives = directivesOf(context, settings, RULE_NAMES);
      if (name === 'no-deprecated-endpoint')
        for (const { at, problem } of directives.problems) reportDirective(context, at, problem);
      for (const finding of findingsOf(context, settings)) {
        if (finding.rule !== name || CONFIDENCES.indexOf(finding.confidence) < threshold) continue;
        if (ignored.has(finding.deprecation) || settings.ignore.has(finding.deprecation)) continue;
        if (directives.hides(finding, context.sourceCode.getLocFromIndex(finding.at.span[0]).line)) continue;
        const deprecation = settings.catalogue.deprecations.find(({ id }) => id === finding.deprecation);
        report(context, finding, expectDefined(deprecation, `no deprecation '${finding.deprecation}'`));
      }
    },
  };
}

/** One rule speaks for all: the comments are those of the file. */
function reportDirective(context: Rule.RuleContext, at: Span, problem: string): void {
  context.report({ loc: locOf(context, at), messageId: 'directive', data: { problem } });
}

function locOf({ sourceCode }: Rule.RuleContext, [start, end]: Span): AST.SourceLocation {
  return { start: sourceCode.getLocFromIndex(start), end: sourceCode.getLocFromIndex(end) };
}

function report(context: Rule.RuleContext, finding: Finding, deprecation: Deprecation): void {
  context.report({
    loc: locOf(context, finding.at.span),
    messageId: finding.confidence,
    data: { ...describeFinding(finding, deprecation) },
    suggest: suggest(finding, deprecation, context.sourceCode),
  });
}

function suggest(
  finding: Finding,
  deprecation: Deprecation,
  sourceCode: Rule.RuleContext['sourceCode'],
): Rule.SuggestionReportDescriptor[] {
  const fields = suggestJoin(finding, deprecation, sourceCode);
  if (fields !== undefined)
    return [{ messageId: `${fields.kind}Fields`, data: { name: fields.name }, fix: fields.fix }];
  const segment = suggestSegment(finding, deprecation, sourceCode.text);
  if (segment === undefined) return [];
  const { at, from, to } = segment;
  return [{ messageId: 'replaceSegment', data: { from, to }, fix: (fixer) => fixer.replaceTextRange([...at], to) }];
}
