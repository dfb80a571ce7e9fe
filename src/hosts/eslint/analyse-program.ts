import type { Rule } from 'eslint';
import type { TSESTree } from '@typescript-eslint/utils';
import { lowerEstree } from '../../languages/facts/estree.js';
import type { Catalogue } from '../../core/model/deprecation.js';
import type { FileFacts } from '../../core/model/facts.js';
import { fixesOf } from '../../scan/fix/fixes.js';
import type { Finding } from '../../core/model/finding.js';
import type { Fix } from '../../core/model/fix.js';
import { memoByObject } from '../../core/lib/collections.js';
import { mentionsOf } from '../../select/mentions.js';
import { mayHoldOurDirective } from '../../scan/directives/directive.js';
import { DiskTexts, nameOf, pathOf } from './disk.js';
import type { ImportReach } from '../../select/forward-file-reach.js';
import { isMinified, selectsFile } from '../../select/select-file.js';
import { isParsedAlike, moduleParsing } from './parse-module.js';
import { Unfinished, createTimeBudget } from './time-budget.js';
import type { TimeBudget } from './time-budget.js';
import type { Settings } from './settings.js';
import { findingsWithoutImports, noteChange, sharedAnalysis } from './shared-analysis.js';
import type { LintedFile } from './shared-analysis.js';
import type { TextMentions } from '../../select/text-mentions.js';
import { ForwardFileReach } from '../../select/forward-file-reach.js';
import { DiskImports, MAX_AGE, namedImports, noteFile } from './disk-imports.js';

/** Analysis of a file with its syntax tree. */
interface ProgramAnalysis {
  readonly findings: readonly Finding[];
  /** Its name in the findings. */
  readonly name: string;
  readonly facts: () => FileFacts;
  fixes?: ReadonlyMap<Finding, Fix>;
  readonly unfinished: Unfinished;
}

const analyses = new WeakMap<object, ProgramAnalysis>();

/** Facts of a file that need no syntax tree. */
interface FileSelection {
  /** Source object of the host for one pass over a file, with its text. */
  readonly sourceCode: object;
  readonly text: string;
  readonly filename: string;
  readonly path: string;
  readonly settings: Settings;
  readonly mentions: TextMentions;
  /** Whether it can have findings at all. */
  readonly selected: boolean;
  /** Whether its imports can lead to findings, and can be read. */
  readonly follow: boolean;
  readonly patience: TimeBudget;
}

let latest: FileSelection | undefined;

/**
 * Whether a file can have findings at all, by its text and the texts of its imports. The answer for the latest file is
 * memoised for all rules; the syntax tree is not touched, which under oxlint would cost more than everything else.
 */
export function isSelected(context: Rule.RuleContext, settings: Settings): boolean {
  return selectionOf(context, settings).selected;
}

function selectionOf(context: Rule.RuleContext, settings: Settings): FileSelection {
  const { sourceCode, physicalFilename: filename } = context;
  const { text } = sourceCode;
  if (latest?.text === text && latest.filename === filename && latest.settings === settings) {
    if (latest.sourceCode !== sourceCode) latest = { ...latest, sourceCode, patience: createTimeBudget() };
    return latest;
  }
  const patience = createTimeBudget();
  return (latest = patience.during(() => select(context, settings, patience)));
}

function select(context: Rule.RuleContext, settings: Settings, patience: TimeBudget): FileSelection {
  const { sourceCode, physicalFilename: filename } = context;
  const { text } = sourceCode;
  const path = pathOf(context.cwd, filename);
  const gate = gateFor(settings.catalogue);
  const { mentions, isChanged } = gate.take(path, text);
  if (isChanged) noteChange(settings, path);
  const imports = settings.followImports ? gate.reach(path, mentions, context.cwd) : NOT_FOLLOWED;
  // A client of an SDK may be created elsewhere.
  const isMember = imports.reachesApi && mentionsOf(settings.catalogue).hasMember(text);
  const leads = imports.selects || isMember;
  const isOfInterest =
    selectsFile(mentions.mention, {
      reachesApi: () => imports.namesApi,
      hasContext: () => mentionsOf(settings.catalogue).hasContext(text),
      // The importers of the file are unknown here.
      isNear: () => true,
    }) ||
    mayHoldOurDirective(text) ||
    (leads && importsSelect(context, settings, { path, imports, isMember, patience }));
  const selected = isOfInterest && !isMinified(text);
  return { sourceCode, text, filename, path, settings, mentions, selected, follow: leads, patience };
}

/** A common word in a file without resolved imports is unrelated to the API. */
const NOT_FOLLOWED: ImportReach = { selects: false, reachesApi: false, namesApi: false };

/** A file whose own text does not decide. */
interface OpenFile extends Pick<FileSelection, 'path' | 'patience'> {
  readonly imports: ImportReach;
  /** Whether it reads a word of a path as a member, as methods of an SDK are. */
  readonly isMember: boolean;
}

/** Whether a file imports, by name, a value that can lead to a finding in it. */
function importsSelect(
  { cwd, languageOptions, sourceCode }: Rule.RuleContext,
  settings: Settings,
  { path, imports, isMember, patience: { isLate } }: OpenFile,
): boolean {
  const parsing = moduleParsing(languageOptions, cwd);
  const names = sharedAnalysis(cwd, settings, parsing).namesOf(path, sourceCode.text, isLate);
  return names === undefined || names.selects(imports) || (isMember && names.takesClient());
}

/** Runs the work of a rule on a selected file, counted against the patience of an editor. */
export function whileWaiting(context: Rule.RuleContext, settings: Settings, run: () => void): void {
  selectionOf(context, settings).patience.during(run);
}

/** Whether the patience for this file is spent. */
export function isOver(context: Rule.RuleContext, settings: Settings): boolean {
  return selectionOf(context, settings).patience.isOver();
}

/** All findings of the file, of all rules; computed once for each syntax tree. */
export function findingsOf(context: Rule.RuleContext, settings: Settings): readonly Finding[] {
  return analysisOf(context, settings).findings;
}

/** Checks and findings that were left out for the file. */
export function unfinishedIn(context: Rule.RuleContext, settings: Settings): Unfinished {
  return analysisOf(context, settings).unfinished;
}

/** The fixes of these findings, as far as they change only this file. */
export function fixesIn(context: Rule.RuleContext, settings: Settings): ReadonlyMap<Finding, Fix> {
  const analysis = analysisOf(context, settings);
  const { findings, name, facts } = analysis;
  const { text } = context.sourceCode;
  return (analysis.fixes ??= fixesOf(findings, settings.catalogue, {
    textOf: (file) => (file === name ? text : undefined),
    factsOf: (file) => (file === name ? facts() : undefined),
  }));
}

function analysisOf(context: Rule.RuleContext, settings: Settings): ProgramAnalysis {
  const { ast } = context.sourceCode;
  let analysis = analyses.get(ast);
  if (analysis === undefined) analyses.set(ast, (analysis = analyseProgram(context, settings)));
  return analysis;
}

function analyseProgram(context: Rule.RuleContext, settings: Settings): ProgramAnalysis {
  const { cwd, languageOptions, sourceCode, filename, physicalFilename } = context;
  const { text } = sourceCode;
  const { path, mentions, patience } = selectionOf(context, settings);
  const name = nameOf(cwd, path);
  let lowered: FileFacts | undefined;
  const file: LintedFile = {
    path,
    name,
    text,
    mentionsApi: mentions.mentionsApi,
    isModule: filename === physicalFilename && isParsedAlike(languageOptions, path),
    // ESLint types its tree by ESTree alone; the lowering reads both kinds.
    facts: () =>
      (lowered ??= lowerEstree(scriptProgram(sourceCode.ast as unknown as TSESTree.Program), text, name, () => {
        if (patience.isSlow()) throw new Late();
      })),
    patience,
  };
  const analysis = { name, facts: file.facts };
  try {
    const findings = findingsIn(file, context, settings);
    return { ...analysis, findings, unfinished: new Unfinished(name, patience.wasLate() ? 'in part' : 'whole') };
  } catch (error) {
    if (!(error instanceof Late)) throw error;
    return { ...analysis, findings: [], unfinished: new Unfinished(name, 'not at all') };
  }
}

/** Thrown when there is no time for the facts of a file. */
class Late extends Error {}

function findingsIn(file: LintedFile, context: Rule.RuleContext, settings: Settings): readonly Finding[] {
  const { cwd, languageOptions } = context;
  const { mentions, follow } = selectionOf(context, settings);
  const parsing = settings.followImports ? moduleParsing(languageOptions, cwd) : undefined;
  const shared = parsing && sharedAnalysis(cwd, settings, parsing);
  if (follow && shared !== undefined) return shared.findings(file);
  shared?.take(file);
  const findings = findingsWithoutImports(file, cwd, settings);
  // No import of the file leads to a finding; but an import can show that a request goes elsewhere.
  if (shared === undefined || mentions.specifiers.length === 0 || findings.length === 0) return findings;
  return shared.findings(file);
}

const gateFor = memoByObject((catalogue: Catalogue) => new ImportGate(catalogue));

/** Number of imports that are followed, as for import, barrel, table of paths; the rest is left to the scanner. */
const HOPS = 5;

/** Characters of text that are held at a time. */
const MAX_TEXT = 24_000_000;

/** Judges imports by the texts of files, without parsing. */
class ImportGate {
  readonly #files: DiskTexts;
  readonly #byFolder = new Map<string, Ahead>();

  constructor(catalogue: Catalogue) {
    this.#files = new DiskTexts(catalogue, MAX_TEXT);
  }

  /**
   * Records the mentions in the text that the linter has of a file. `isChanged`: cached facts of the file may be out of
   * date.
   */
  take(path: string, text: string): { readonly mentions: TextMentions; readonly isChanged: boolean } {
    const { mentions, isChanged, isFirst } = this.#files.take(path, text);
    const isNew = isFirst && [...this.#byFolder.values()].some(({ imports }) => imports.lacks(path));
    const isMoved = (isChanged || isFirst) && noteFile(path);
    if (!isChanged && !isNew && !isMoved) return { mentions, isChanged: false };
    this.#byFolder.clear();
    return { mentions, isChanged: true };
  }

  /** The reach of a file, by absolute path; `own`: the mentions in the linter's text of it, in a working directory. */
  reach(path: string, own: TextMentions, cwd: string): ImportReach {
    const named = namedImports(cwd, MAX_AGE);
    let ahead = this.#byFolder.get(cwd);
    if (ahead?.imports.isHolding(named) !== true) {
      const imports = new DiskImports(named, (file) => this.#files.get(file, MAX_AGE));
      const reach = new ForwardFileReach(
        {
          mentions: (file) => imports.file(file)?.mentions,
          imports: (from, specifiers) => imports.targets(from, specifiers),
        },
        HOPS,
      );
      this.#byFolder.set(cwd, (ahead = { imports, reach }));
    }
    return ahead.reach.of(path, own);
  }
}

/** Imports of the files of one working directory. */
interface Ahead {
  readonly imports: DiskImports;
  readonly reach: ForwardFileReach;
}

/**
 * The program of a file's scripts. svelte-eslint-parser keeps the statements of a script in an
 * element of the program's body; the other parsers of component files put them there themselves.
 */
function scriptProgram(program: TSESTree.Program): TSESTree.Program {
  if (!program.body.some(isScriptElement)) return program;
  const body = program.body.flatMap((node) => (isScriptElement(node) ? node.body.map(asStatement) : [node]));
  return { ...program, body };
}

/** `$: statement` is a statement with a label, under another name. */
function asStatement(node: Statement): Statement {
  const { type } = node as { readonly type: string };
  return type === 'SvelteReactiveStatement' ? ({ ...node, type: 'LabeledStatement' } as unknown as Statement) : node;
}

type Statement = TSESTree.Program['body'][number];

interface ScriptElement {
  readonly body: TSESTree.Program['body'];
}

function isScriptElement(node: unknown): node is ScriptElement {
  return (node as { readonly type: string }).type === 'SvelteScriptElement';
}
