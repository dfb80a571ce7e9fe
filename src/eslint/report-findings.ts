import { escapeText } from '../lib/escape-text.js';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AST, Rule } from 'eslint';
import { ignoredIds } from '../config/settings.js';
import { withLivingReplacement } from '../engine/judge/living.js';
import { describeFinding, noteOf } from '../engine/judge/messages.js';
import { hideSecrets } from '../lib/mask-secrets.js';
import { ownFolder, readTool } from '../lib/package-files.js';
import type { Deprecation, IsoDate } from '../model/deprecation.js';
import type { Confidence } from '../model/evidence.js';
import { CONFIDENCES } from '../model/evidence.js';
import type { Finding } from '../model/finding.js';
import type { Fix } from '../model/fix.js';
import { messageIdOf, ruleRow, RULES } from '../model/rules.js';
import type { RuleName } from '../model/rules.js';
import type { Span } from '../model/span.js';
import { rulePage, ruleUrl } from '../report/rule-url.js';
import { acceptedIn } from './accepted.js';
import { findingsOf, fixesIn, isOver, isSelected, unfinishedIn, whileWaiting } from './analyse-program.js';
import { dayOf } from './day.js';
import { directivesOf } from './directives.js';
import { pathOf } from './file-names.js';
import type { SunsetRule } from './plugin-types.js';
import { settingsOfFile } from './settings-of-file.js';

/** The options of every rule; they go before `settings.sunset`. */
export interface RuleOptions {
  readonly minConfidence?: Confidence;
  readonly ignore?: readonly string[];
}

/** The page of a rule; where it has none on the web, an editor opens the one that is installed. */
export function pageOf(name: RuleName): string {
  return ruleUrl(name, readTool().version) ?? pathToFileURL(join(ownFolder(), rulePage(name))).href;
}

/** Reports the engine's findings of a rule. The file is analysed once for all rules. */
export function reportFindings(context: Rule.RuleContext, name: RuleName): ReturnType<SunsetRule['create']> {
  const settings = settingsOfFile(context);
  const options = (context.options[0] ?? {}) as RuleOptions;
  const ignore = ignoredIds(
    options.ignore ?? [],
    settings.catalogue,
    (index) => `the option ignore[${index}] of sunset/${name}`,
  );
  if (!isSelected(context, settings)) return {};
  const threshold = CONFIDENCES.indexOf(options.minConfidence ?? settings.minConfidence);
  const tell = (): void => {
    const directives = directivesOf(context, settings, RULES);
    if (ruleRow(name).tellsExceptions === true)
      for (const { at, problem } of directives.problems) reportDirective(context, at, problem);
    const findings = findingsOf(context, settings);
    const accepted = acceptedIn(findings, {
      path: pathOf(context.cwd, context.physicalFilename),
      cwd: context.cwd,
      settings,
    });
    for (const finding of findings) {
      if (finding.rule !== name || CONFIDENCES.indexOf(finding.confidence) < threshold) continue;
      if (accepted.has(finding) || ignore.has(finding.deprecation) || settings.ignore.has(finding.deprecation))
        continue;
      if (directives.hides(finding, context.sourceCode.getLocFromIndex(finding.at.span[0]).line)) continue;
      if (isOver(context, settings)) {
        unfinishedIn(context, settings).leave();
        continue;
      }
      const deprecation = settings.catalogue.deprecations.find(({ id }) => id === finding.deprecation);
      report(context, {
        finding,
        deprecation: deprecation && withLivingReplacement(deprecation, settings.catalogue, dayOf(settings)),
        fix: fixesIn(context, settings).get(finding),
        asOf: dayOf(settings),
      });
    }
  };
  return {
    Program() {
      whileWaiting(context, settings, tell);
    },
    // All rules have told by then what they had time for.
    'Program:exit'() {
      const data = unfinishedIn(context, settings).take();
      if (data !== undefined) context.report({ loc: START, messageId: 'unfinished', data: inert(data) });
    },
  };
}

const START: AST.SourceLocation = { start: { line: 1, column: 0 }, end: { line: 1, column: 0 } };

interface Reported {
  readonly finding: Finding;
  readonly deprecation: Deprecation | undefined;
  readonly fix: Fix | undefined;
  /** The day for which dates are worded. */
  readonly asOf: IsoDate;
}

/** One rule speaks for all, because comments belong to the file. */
function reportDirective(context: Rule.RuleContext, at: Span, problem: string): void {
  context.report({ loc: locOf(context, at), messageId: 'directive', data: inert({ problem: hideSecrets(problem) }) });
}

function locOf({ sourceCode }: Rule.RuleContext, [start, end]: Span): AST.SourceLocation {
  return { start: sourceCode.getLocFromIndex(start), end: sourceCode.getLocFromIndex(end) };
}

function report(context: Rule.RuleContext, { finding, deprecation, fix, asOf }: Reported): void {
  const wording = describeFinding(finding, deprecation, asOf);
  const { form, confidence, parts } = wording.sentence;
  const { subject, ...others } = parts;
  const row = ruleRow(finding.rule);
  context.report({
    loc: locOf(context, finding.at.span),
    messageId: messageIdOf(finding.rule, form, confidence),
    data: inert({
      ...others,
      ...(row.subject === undefined || subject === undefined ? {} : { [row.subject]: subject }),
      note: noteOf(wording),
      id: finding.deprecation,
      url: deprecation?.url === undefined ? '' : ` ${deprecation.url}`,
    }),
    // The rule has a title for these alone.
    suggest: fix !== undefined && row.fixes.includes(fix.action.kind) ? suggestionsOf(fix) : [],
  });
}

/** Data of a message without control characters, which formatters of ESLint print as they are. */
function inert(data: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(data).map(([name, text]) => [name, escapeText(text)]));
}

/** A fix that changes another file cannot be offered here: `fixesIn` has none. */
function suggestionsOf({ action, edits }: Fix): Rule.SuggestionReportDescriptor[] {
  return [
    {
      messageId: action.kind,
      data: inert(action.data),
      fix: (fixer) => edits.map(({ span, text }) => fixer.replaceTextRange([...span], text)),
    },
  ];
}
