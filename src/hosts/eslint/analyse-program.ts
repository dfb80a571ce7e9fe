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
import { findingsWithoutImports, dropStaleNames, sharedAnalysis } from './shared-analysis.js';
import type { LintedFile } from './shared-analysis.js';
import type { TextMentions } from '../../select/text-mentions.js';
import { ForwardFileReach } from '../../select/forward-file-reach.js';
import { DiskImports, MAX_AGE, namedImports, dropStaleImports } from './disk-imports.js';

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

/** Results for a file that need no syntax tree. */
interface FileSelection {
  /** Source code object of the host, one for each pass over a file. */
  readonly sourceCode: object;
  readonly text: string;
  readonly filename: string;
  readonly path: string;
  readonly settings: Settings;
  readonly mentions: TextMentions;
  /** Whether the file can have findings. */
  readonly selected: boolean;
  /** Whether its imports can lead to findings. */
  readonly follow: boolean;
  readonly patience: TimeBudget;
}

let latest: FileSelection | undefined;

/**
 * Whether a file can have findings, by its text and the texts of its imports. Memoised for the latest file. The syntax
 * tree is not read, which under oxlint would cost more than all other work.
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
  if (isChanged) dropStaleNames(settings, path);
  const imports = settings.followImports ? gate.reach(path, mentions, context.cwd) : NOT_FOLLOWED;
  // A client of an SDK may be created elsewhere.
  const isMember = imports.reachesApi && mentionsOf(settings.catalogue).hasMember(text);
  const canFollow = imports.selects || isMember;
  const isOfInterest =
    selectsFile(mentions.mention, {
      reachesApi: () => imports.namesApi,
      hasContext: () => mentionsOf(settings.catalogue).hasContext(text),
      // The importers of the file are unknown here.
      isNear: () => true,
    }) ||
    mayHoldOurDirective(text) ||
    (canFollow && importsSelect(context, settings, { path, imports, isMember, patience }));
  const selected = isOfInterest && !isMinified(text);
  return { sourceCode, text, filename, path, settings, mentions, selected, follow: canFollow, patience };
}

/** Reach without imports: a common word alone does not select a file. */
const NOT_FOLLOWED: ImportReach = { selects: false, reachesApi: false, namesApi: false };

/** A file that its own text does not select. */
interface UndecidedFile extends Pick<FileSelection, 'path' | 'patience'> {
  readonly imports: ImportReach;
  /** Whether it reads a word of a path as a member, like a method of an SDK. */
  readonly isMember: boolean;
}

/** Whether a file imports a name whose value can lead to a finding. */
function importsSelect(
  { cwd, languageOptions, sourceCode }: Rule.RuleContext,
  settings: Settings,
  { path, imports, isMember, patience: { isLate } }: UndecidedFile,
): boolean {
  const parsing = moduleParsing(languageOptions, cwd);
  const names = sharedAnalysis(cwd, settings, parsing).namesOf(path, sourceCode.text, isLate);
  return names === undefined || names.selects(imports) || (isMember && names.takesClient());
}

/** Runs work of a rule on a selected file, counted against its time budget. */
export function runWithinBudget(context: Rule.RuleContext, settings: Settings, run: () => void): void {
  selectionOf(context, settings).patience.during(run);
}

/** Whether the time budget of this file is spent. */
export function isOver(context: Rule.RuleContext, settings: Settings): boolean {
  return selectionOf(context, settings).patience.isOver();
}

/** Returns the findings of all rules for the file; computed once per syntax tree. */
export function findingsOf(context: Rule.RuleContext, settings: Settings): readonly Finding[] {
  return analysisOf(context, settings).findings;
}

/** Returns the analysis and findings that were omitted for the file. */
export function unfinishedIn(context: Rule.RuleContext, settings: Settings): Unfinished {
  return analysisOf(context, settings).unfinished;
}

/** Returns the fixes of findings that change only this file. */
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
    // ESLint types its tree as plain ESTree; the lowering also reads the TypeScript nodes.
    facts: () =>
      (lowered ??= lowerEstree(scriptProgram(sourceCode.ast as unknown as TSESTree.Program), text, name, () => {
        if (patience.isSlow()) throw new BudgetSpent();
      })),
    patience,
  };
  const analysis = { name, facts: file.facts };
  try {
    const findings = findingsIn(file, context, settings);
    return { ...analysis, findings, unfinished: new Unfinished(name, patience.wasLate() ? 'in part' : 'whole') };
  } catch (error) {
    if (!(error instanceof BudgetSpent)) throw error;
    return { ...analysis, findings: [], unfinished: new Unfinished(name, 'not at all') };
  }
}

/** Thrown when time runs out before the facts of a file are complete. */
class BudgetSpent extends Error {}

function findingsIn(file: LintedFile, context: Rule.RuleContext, settings: Settings): readonly Finding[] {
  const { cwd, languageOptions } = context;
  const { mentions, follow } = selectionOf(context, settings);
  const parsing = settings.followImports ? moduleParsing(languageOptions, cwd) : undefined;
  const shared = parsing && sharedAnalysis(cwd, settings, parsing);
  if (follow && shared !== undefined) return shared.findings(file);
  shared?.take(file);
  const findings = findingsWithoutImports(file, cwd, settings);
  // No import canFollow to a finding, but an import can show that a request has another host.
  if (shared === undefined || mentions.specifiers.length === 0 || findings.length === 0) return findings;
  return shared.findings(file);
}

const gateFor = memoByObject((catalogue: Catalogue) => new ImportGate(catalogue));

/**
 * Length of import chains that are followed (such as import, barrel, table of paths); the scanner follows longer ones.
 */
const HOPS = 5;

/** Characters of cached text. */
const MAX_TEXT = 24_000_000;

/** Judges imports by the texts of files, without parsing. */
class ImportGate {
  readonly #files: DiskTexts;
  readonly #byFolder = new Map<string, FolderImports>();

  constructor(catalogue: Catalogue) {
    this.#files = new DiskTexts(catalogue, MAX_TEXT);
  }

  /**
   * Records the linter's text of a file. `isChanged`: cached results that depend on the file may be out of date.
   */
  take(path: string, text: string): { readonly mentions: TextMentions; readonly isChanged: boolean } {
    const { mentions, isChanged, isFirst } = this.#files.recordLintedText(path, text);
    const isNew = isFirst && [...this.#byFolder.values()].some(({ imports }) => imports.lacks(path));
    const affectsResolution = (isChanged || isFirst) && dropStaleImports(path);
    if (!isChanged && !isNew && !affectsResolution) return { mentions, isChanged: false };
    this.#byFolder.clear();
    return { mentions, isChanged: true };
  }

  /** Returns the reach of a file's imports. `own`: mentions in the linter's text of the file. */
  reach(path: string, own: TextMentions, cwd: string): ImportReach {
    const named = namedImports(cwd, MAX_AGE);
    let folder = this.#byFolder.get(cwd);
    if (folder?.imports.isValid(named) !== true) {
      const imports = new DiskImports(named, (file) => this.#files.get(file, MAX_AGE));
      const reach = new ForwardFileReach(
        {
          mentions: (file) => imports.file(file)?.mentions,
          imports: (from, specifiers) => imports.targets(from, specifiers),
        },
        HOPS,
      );
      this.#byFolder.set(cwd, (folder = { imports, reach }));
    }
    return folder.reach.of(path, own);
  }
}

/** Imports of the files of one working directory, and their reach. */
interface FolderImports {
  readonly imports: DiskImports;
  readonly reach: ForwardFileReach;
}

/**
 * Returns the program of a file's scripts. svelte-eslint-parser wraps the statements of a script in an element; other
 * component parsers put them into the program's body.
 */
function scriptProgram(program: TSESTree.Program): TSESTree.Program {
  if (!program.body.some(isScriptElement)) return program;
  const body = program.body.flatMap((node) => (isScriptElement(node) ? node.body.map(asStatement) : [node]));
  return { ...program, body };
}

/** Converts Svelte's `$: statement`, which is a labelled statement under another node type. */
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
