import type { AST, Rule } from 'eslint';
import { ignoredIds } from '../config/settings.js';
import { withLivingReplacement } from '../engine/judge/living.js';
import { describeFinding, oneLine } from '../engine/judge/messages.js';
import { hideSecrets } from '../lib/mask-secrets.js';
import type { Deprecation, IsoDate } from '../model/deprecation.js';
import type { Confidence } from '../model/evidence.js';
import { CONFIDENCES } from '../model/evidence.js';
import type { Finding } from '../model/finding.js';
import { RULES } from '../model/finding.js';
import type { Span } from '../model/span.js';
import { FIX_TITLES } from '../fix/titles.js';
import type { Fix } from '../model/fix.js';
import { acceptedIn } from './accepted.js';
import { findingsOf, fixesIn, isOver, isSelected, unfinishedIn, whileWaiting } from './analyse-program.js';
import { dayOf } from './day.js';
import { directivesOf } from './directives.js';
import { pathOf } from './file-names.js';
import { rulesOf } from './rule-table.js';
import { settingsOfFile } from './settings-of-file.js';

/** The options of every rule; they go before `settings.sunset`. */
export interface RuleOptions {
  readonly minConfidence?: Confidence;
  readonly ignore?: readonly string[];
}

/** The finding in words, the id by which options and `sunset-lint explain` know it, and the vendor's page. */
const MESSAGE = '{{message}} [{{id}}]{{page}}';

/** All rules of the plugin: each reports the engine's findings of its name. */
export const rules = rulesOf({
  meta: {
    type: 'problem',
    hasSuggestions: true,
    schema: [
      {
        type: 'object',
        description: 'Options that go before those of `settings.sunset`.',
        properties: {
          minConfidence: {
            enum: [...CONFIDENCES],
            description: 'Lowest confidence to report. Default: `settings.sunset.minConfidence`, else `probable`.',
          },
          ignore: {
            type: 'array',
            description: 'Ids of deprecations to ignore, in addition to `settings.sunset.ignore`.',
            items: { type: 'string' },
            uniqueItems: true,
          },
        },
        additionalProperties: false,
      },
    ],
    defaultOptions: [{}],
    // The wording is shared with the reports. The id tells how sure the finding is.
    messages: {
      certain: MESSAGE,
      probable: MESSAGE,
      possible: MESSAGE,
      ...FIX_TITLES,
      directive: 'This exception is not understood: {{problem}}.',
      unfinished: 'An editor is not kept waiting: {{what}}. Run `npx sunset-lint scan {{file}}`.',
    },
  },
  // The file is analysed once for all rules.
  create(context, { name, tellsExceptions }) {
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
      if (tellsExceptions) for (const { at, problem } of directives.problems) reportDirective(context, at, problem);
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
        if (data !== undefined) context.report({ loc: START, messageId: 'unfinished', data });
      },
    };
  },
});

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
  context.report({ loc: locOf(context, at), messageId: 'directive', data: { problem: hideSecrets(problem) } });
}

function locOf({ sourceCode }: Rule.RuleContext, [start, end]: Span): AST.SourceLocation {
  return { start: sourceCode.getLocFromIndex(start), end: sourceCode.getLocFromIndex(end) };
}

function report(context: Rule.RuleContext, { finding, deprecation, fix, asOf }: Reported): void {
  context.report({
    loc: locOf(context, finding.at.span),
    messageId: finding.confidence,
    data: {
      message: oneLine(describeFinding(finding, deprecation, asOf)),
      id: finding.deprecation,
      page: deprecation?.url === undefined ? '' : ` ${deprecation.url}`,
    },
    suggest: suggestionsOf(fix),
  });
}

/** A fix that changes another file cannot be offered here: `fixesIn` has none. */
function suggestionsOf(fix: Fix | undefined): Rule.SuggestionReportDescriptor[] {
  if (fix === undefined) return [];
  const { action, edits } = fix;
  return [
    {
      messageId: action.kind,
      data: action.data,
      fix: (fixer) => edits.map(({ span, text }) => fixer.replaceTextRange([...span], text)),
    },
  ];
}
