import { escapeText } from '../../core/lib/escape.js';
import { join, dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AST, Rule } from 'eslint';
import { ignoredIds } from '../../config/settings.js';
import { withLivingReplacement } from '../../engine/judge/replacement-text.js';
import { describeFinding, noteOf } from '../../engine/judge/messages.js';
import { hideSecrets } from '../../core/lib/mask-secrets.js';
import { ownFolder, readTool } from '../../core/package-files.js';
import type { Deprecation, IsoDate } from '../../core/model/deprecation.js';
import type { Confidence } from '../../core/model/evidence.js';
import { CONFIDENCES } from '../../core/model/evidence.js';
import type { Finding } from '../../core/model/finding.js';
import type { Fix } from '../../core/model/fix.js';
import { messageIdOf, ruleRow, RULES, TOPICS } from '../../core/model/rules.js';
import type { RuleName } from '../../core/model/rules.js';
import type { Span } from '../../core/model/span.js';
import { rulePage, ruleUrl } from '../../report/rule-url.js';
import { findingsOf, fixesIn, isOver, isSelected, unfinishedIn, runWithinBudget } from './analyse-program.js';
import { nameOf, pathOf, stampOf } from './disk.js';
import type { SunsetRule } from './plugin-types.js';
import { settingsOfFile } from './settings.js';
import { existsSync } from 'node:fs';
import { BASELINE_NAME, readBaseline } from '../../scan/baseline/baseline-file.js';
import type { BaselineEntry } from '../../scan/baseline/entry.js';
import { expiryOf, identifyEntry, identifyUnreported, matchItems } from '../../scan/baseline/entry.js';
import { groupBy } from '../../core/lib/collections.js';
import { ConfigError } from '../../core/model/errors.js';
import { MAX_AGE } from './disk-imports.js';
import type { Settings } from './settings.js';
import { closest } from '../../core/lib/wording.js';
import {
  cutWord,
  isValidOn,
  mayContainOurDirective,
  parseDirective,
  unknownIds,
} from '../../scan/directives/directive.js';
import { RangeIndex, rangesOf } from '../../scan/directives/directive-ranges.js';
import type { PlacedDirective } from '../../scan/directives/directive-ranges.js';
import { utcDay } from '../../core/lib/iso-date.js';

/** The options of every rule, which override `settings.sunset`. */
export interface RuleOptions {
  readonly minConfidence?: Confidence;
  readonly ignore?: readonly string[];
}

/** Returns the URL of a rule's page: on the web, or else in the installed package. */
export function pageOf(name: RuleName): string {
  return ruleUrl(name, readTool().version) ?? pathToFileURL(join(ownFolder(), rulePage(name))).href;
}

/** Creates the listeners that report the findings of a rule. The file is analysed once for all rules. */
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
  const reportOwnFindings = (): void => {
    const directives = directivesOf(context, settings, RULES);
    if (ruleRow(name).reportsExceptions === true)
      for (const { at, problem } of directives.problems) reportDirective(context, at, problem);
    const findings = findingsOf(context, settings);
    const accepted = acceptedFindings(findings, {
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
        unfinishedIn(context, settings).countHiddenFinding();
        continue;
      }
      const deprecation = settings.catalogue.deprecations.find(({ id }) => id === finding.deprecation);
      reportFinding(context, {
        finding,
        deprecation: deprecation && withLivingReplacement(deprecation, settings.catalogue, dayOf(settings)),
        fix: fixesIn(context, settings).get(finding),
        asOf: dayOf(settings),
      });
    }
  };
  return {
    Program() {
      runWithinBudget(context, settings, reportOwnFindings);
    },
    // At this event, all rules have reported their findings, as far as time allowed.
    'Program:exit'() {
      const data = unfinishedIn(context, settings).takeMessage();
      if (data !== undefined) context.report({ loc: START_OF_FILE, messageId: 'unfinished', data: escapeData(data) });
    },
  };
}

const START_OF_FILE: AST.SourceLocation = { start: { line: 1, column: 0 }, end: { line: 1, column: 0 } };

interface ReportedFinding {
  readonly finding: Finding;
  readonly deprecation: Deprecation | undefined;
  readonly fix: Fix | undefined;
  /** Date for the wording of an end as past or ahead. */
  readonly asOf: IsoDate;
}

/** Reports a problem of a directive; only one rule does so, because directives belong to the file. */
function reportDirective(context: Rule.RuleContext, span: Span, problem: string): void {
  context.report({
    loc: locOf(context, span),
    messageId: 'directive',
    data: escapeData({ problem: hideSecrets(problem) }),
  });
}

function locOf({ sourceCode }: Rule.RuleContext, [start, end]: Span): AST.SourceLocation {
  return { start: sourceCode.getLocFromIndex(start), end: sourceCode.getLocFromIndex(end) };
}

function reportFinding(context: Rule.RuleContext, { finding, deprecation, fix, asOf }: ReportedFinding): void {
  const wording = describeFinding(finding, deprecation, asOf);
  const { form, confidence, parts } = wording.sentence;
  const { subject, ...otherParts } = parts;
  const row = ruleRow(finding.rule);
  context.report({
    loc: locOf(context, finding.at.span),
    messageId: messageIdOf(finding.rule, form, confidence),
    data: escapeData({
      ...otherParts,
      ...(row.subject === undefined || subject === undefined ? {} : { [row.subject]: subject }),
      note: noteOf(wording),
      id: finding.deprecation,
      url: deprecation?.url === undefined ? '' : ` ${deprecation.url}`,
    }),
    // The rule has titles for these kinds of fixes only.
    suggest: fix !== undefined && row.fixes.includes(fix.action.kind) ? suggestionsOf(fix) : [],
  });
}

/** Escapes control characters in the data of a message, because formatters of ESLint print them unchanged. */
function escapeData(data: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(data).map(([name, text]) => [name, escapeText(text)]));
}

/** Converts a fix to suggestions. `fixesIn` returns only fixes within the linted file. */
function suggestionsOf({ action, edits }: Fix): Rule.SuggestionReportDescriptor[] {
  return [
    {
      messageId: action.kind,
      data: escapeData(action.data),
      fix: (fixer) => edits.map(({ span, text }) => fixer.replaceTextRange([...span], text)),
    },
  ];
}

/**
 * Returns the findings of a linted file that the baseline accepts, with the same result as the gate of the command
 * line, except for renamed files, which entries do not follow here.
 *
 * @throws ConfigError for an invalid baseline, or if a configured baseline does not exist.
 */
function acceptedFindings(
  findings: readonly Finding[],
  { path, cwd, settings }: { readonly path: string; readonly cwd: string; readonly settings: Settings },
): ReadonlySet<Finding> {
  if (findings.length === 0 || settings.baseline === false) return NO_FINDINGS;
  const file = baselineFile(settings, cwd);
  const name = nameOf(dirname(file), path);
  const entries = entriesOf(file, settings.baseline !== undefined).get(name) ?? [];
  if (entries.length === 0) return NO_FINDINGS;
  const day = dayOf(settings);
  const cachedMatch = matchesByFindings.get(findings);
  if (cachedMatch?.entries === entries && cachedMatch.day === day) return cachedMatch.accepted;
  const { pairs } = matchItems(
    entries.filter((entry) => expiryOf(entry, day) === undefined).map(identifyEntry),
    findings.map((finding) => identifyUnreported(finding, name)),
    () => true,
  );
  const accepted = new Set([...pairs.keys()].map(({ of }) => of));
  matchesByFindings.set(findings, { entries, day, accepted });
  return accepted;
}

interface BaselineMatch {
  readonly entries: readonly BaselineEntry[];
  readonly day: IsoDate;
  readonly accepted: ReadonlySet<Finding>;
}

/** Accepted findings by the findings of a file, matched once for all rules. */
const matchesByFindings = new WeakMap<readonly Finding[], BaselineMatch>();

const NO_FINDINGS: ReadonlySet<Finding> = new Set();

function baselineFile({ baseline, home }: Settings, cwd: string): string {
  if (typeof baseline === 'string') return resolve(home, baseline);
  const folderWithBaseline = [home, cwd].find((folder) => existsSync(join(folder, BASELINE_NAME))) ?? home;
  return join(folderWithBaseline, BASELINE_NAME);
}

interface CachedBaseline {
  readonly file: string;
  readonly stamp: string;
  readonly checkedAt: number;
  readonly byFile: ReadonlyMap<string, readonly BaselineEntry[]>;
}

let latestBaseline: CachedBaseline | undefined;

/** Returns the entries of a baseline by file. */
function entriesOf(file: string, isNamed: boolean): CachedBaseline['byFile'] {
  const now = performance.now();
  if (latestBaseline?.file === file && now - latestBaseline.checkedAt < MAX_AGE) return latestBaseline.byFile;
  const stamp = stampOf(file);
  if (latestBaseline?.file !== file || latestBaseline.stamp !== stamp) {
    const entries = readBaseline(file, { within: dirname(file) });
    if (entries === undefined && isNamed)
      throw new ConfigError(`there is no baseline '${file}'. Create it with npx sunset-lint --update-baseline.`);
    latestBaseline = { file, stamp, checkedAt: now, byFile: groupBy(entries ?? [], (entry) => entry.file) };
  } else latestBaseline = { ...latestBaseline, checkedAt: now };
  return latestBaseline.byFile;
}

/** Suppressing comments of a file, in the scanner's syntax; ESLint handles its own directives. */
interface Directives {
  /** Whether a comment suppresses a finding that starts on this line (from 1). */
  hides(finding: Finding, line: number): boolean;
  /** Comments that cannot have their intended effect. */
  readonly problems: readonly { readonly at: Span; readonly problem: string }[];
}

const directivesByTree = new WeakMap<object, Directives>();

/** Reads the directives of the linted file, once for each syntax tree. */
function directivesOf(context: Rule.RuleContext, settings: Settings, ruleNames: readonly string[]): Directives {
  const { ast } = context.sourceCode;
  let directives = directivesByTree.get(ast);
  if (directives === undefined) directivesByTree.set(ast, (directives = readDirectives(context, settings, ruleNames)));
  return directives;
}

function readDirectives(
  { sourceCode }: Rule.RuleContext,
  settings: Settings,
  ruleNames: readonly string[],
): Directives {
  const problems: { at: Span; problem: string }[] = [];
  const knownIds = new Set([...[...settings.catalogue.deprecations, ...TOPICS].map(({ id }) => id), ...ruleNames]);
  const directives: PlacedDirective[] = [];
  for (const { type, value, range, loc } of mayContainOurDirective(sourceCode.text)
    ? sourceCode.getAllComments()
    : []) {
    const span: Span = range ?? [0, 0];
    const directive = parseDirective({ kind: type === 'Line' ? 'line' : 'block', span, text: value });
    if (directive === 'malformed')
      problems.push({ at: span, problem: "write '// sunset-lint-disable-next-line id -- reason'" });
    else if (directive?.host === 'sunset-lint') {
      const { first, more } = unknownIds(directive.ids, knownIds);
      for (const id of first) problems.push({ at: span, problem: unknownIdProblem(id, knownIds) });
      if (more > 0)
        problems.push({ at: span, problem: `${more} more of its words are neither deprecations nor rules` });
      directives.push({ directive, line: loc?.start.line ?? 1, lastLine: loc?.end.line ?? 1 });
    }
  }
  const asOf = dayOf(settings);
  const cover = new RangeIndex(rangesOf(directives).filter(({ directive }) => isValidOn(directive, asOf)));
  return { problems, hides: (finding, line) => cover.of(finding, line) !== undefined };
}

function unknownIdProblem(id: string, knownIds: ReadonlySet<string>): string {
  const guess = closest(id, knownIds);
  return `'${cutWord(id)}' is neither a deprecation nor a rule${guess === undefined ? '' : ` (did you mean '${guess}'?)`}`;
}

/** Date for an invalid clock: every exception with a date has expired. */
const LAST_DAY = '9999-12-31';

/** Returns the date for which findings and exceptions are judged: `settings.sunset.asOf`, or else today. */
function dayOf({ asOf }: Pick<Settings, 'asOf'>): IsoDate {
  return asOf ?? utcDay(new Date()) ?? LAST_DAY;
}
