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
import { mayContainOurDirective } from '../../scan/directives/directive.js';
import { DiskTexts, nameOf, pathOf } from './disk.js';
import type { ImportReach } from '../../select/forward-file-reach.js';
import { isMinified, selectsFile } from '../../select/select-file.js';
import { hasEqualTree, moduleParsing } from './parse-module.js';
import { UnfinishedNote, createTimeBudget } from './time-budget.js';
import type { TimeBudget } from './time-budget.js';
import type { Settings } from './settings.js';
import { findingsWithoutImports, dropStaleNames, sharedAnalysis } from './shared-analysis.js';
import type { LintedFile } from './shared-analysis.js';
import type { TextMentions } from '../../select/text-mentions.js';
import { ForwardFileReach } from '../../select/forward-file-reach.js';
import { DiskImports, MAX_AGE, namedImports, dropStaleImports } from './disk-imports.js';

/** Analysis of a file, based on its syntax tree. */
interface ProgramAnalysis {
  readonly findings: readonly Finding[];
  /** Name of the file in the findings. */
  readonly name: string;
  readonly facts: () => FileFacts;
  /** Fixes of the findings; absent until they are requested. */
  fixes?: ReadonlyMap<Finding, Fix>;
  /** Omitted part of the analysis. */
  readonly unfinished: UnfinishedNote;
}

const analyses = new WeakMap<object, ProgramAnalysis>();

/** Results for a file that are determined without its syntax tree. */
interface FileSelection {
  /** Source code object of the host, one for each pass over a file. */
  readonly sourceCode: object;
  readonly text: string;
  readonly filename: string;
  readonly path: string;
  readonly settings: Settings;
  readonly mentions: TextMentions;
  /** Whether the file can have findings. */
  readonly isSelected: boolean;
  /** Whether imports of the file can contribute to findings. */
  readonly canFollow: boolean;
  readonly timeBudget: TimeBudget;
}

let latest: FileSelection | undefined;

/**
 * Whether a file can have findings, by its text and the texts of its imports. Memoised for the latest file. The syntax
 * tree is not read, which under oxlint would cost more than all other work.
 */
export function isSelected(context: Rule.RuleContext, settings: Settings): boolean {
  return selectionOf(context, settings).isSelected;
}

function selectionOf(context: Rule.RuleContext, settings: Settings): FileSelection {
  const { sourceCode, physicalFilename: filename } = context;
  const { text } = sourceCode;
  if (latest?.text === text && latest.filename === filename && latest.settings === settings) {
    if (latest.sourceCode !== sourceCode) latest = { ...latest, sourceCode, timeBudget: createTimeBudget() };
    return latest;
  }
  const timeBudget = createTimeBudget();
  return (latest = timeBudget.during(() => select(context, settings, timeBudget)));
}

function select(context: Rule.RuleContext, settings: Settings, timeBudget: TimeBudget): FileSelection {
  const { sourceCode, physicalFilename: filename } = context;
  const { text } = sourceCode;
  const path = pathOf(context.cwd, filename);
  const importGate = importGateOf(settings.catalogue);
  const { mentions, isChanged } = importGate.take(path, text);
  if (isChanged) dropStaleNames(settings, path);
  const imports = settings.followImports ? importGate.reach(path, mentions, context.cwd) : NOT_FOLLOWED;
  // The client of an SDK may be created in another file.
  const hasMember = imports.reachesApi && mentionsOf(settings.catalogue).hasMember(text);
  const canFollow = imports.selects || hasMember;
  const mayHaveFindings =
    selectsFile(mentions.mention, {
      reachesApi: () => imports.namesApi,
      hasContext: () => mentionsOf(settings.catalogue).hasContext(text),
      // The importers of the file are unknown here.
      isNear: () => true,
    }) ||
    mayContainOurDirective(text) ||
    (canFollow && importsSelect(context, settings, { path, imports, hasMember, timeBudget }));
  const isSelected = mayHaveFindings && !isMinified(text);
  return { sourceCode, text, filename, path, settings, mentions, isSelected, canFollow, timeBudget };
}

/** Reach of a file whose imports are not followed: a common word alone does not select it. */
const NOT_FOLLOWED: ImportReach = { selects: false, reachesApi: false, namesApi: false };

/** A file that its own text does not select. */
interface UndecidedFile extends Pick<FileSelection, 'path' | 'timeBudget'> {
  readonly imports: ImportReach;
  /** Whether the file reads a member that is named like a word of a path, as methods of SDKs are. */
  readonly hasMember: boolean;
}

/** Whether a file imports a name whose value can contribute to a finding. */
function importsSelect(
  { cwd, languageOptions, sourceCode }: Rule.RuleContext,
  settings: Settings,
  { path, imports, hasMember, timeBudget: { isTooLateForAnalysis } }: UndecidedFile,
): boolean {
  const parsing = moduleParsing(languageOptions, cwd);
  const names = sharedAnalysis(cwd, settings, parsing).namesOf(path, sourceCode.text, isTooLateForAnalysis);
  return names === undefined || names.maySelect(imports) || (hasMember && names.importsClient());
}

/** Runs work of a rule on a selected file, counted against its time budget. */
export function runWithinBudget(context: Rule.RuleContext, settings: Settings, run: () => void): void {
  selectionOf(context, settings).timeBudget.during(run);
}

/** Whether the time budget of this file is spent. */
export function isOver(context: Rule.RuleContext, settings: Settings): boolean {
  return selectionOf(context, settings).timeBudget.isTooLateForReporting();
}

/** Returns the findings of all rules for the file; computed once per syntax tree. */
export function findingsOf(context: Rule.RuleContext, settings: Settings): readonly Finding[] {
  return analysisOf(context, settings).findings;
}

/** Returns the omitted part of the analysis of the file, and its omitted findings. */
export function unfinishedIn(context: Rule.RuleContext, settings: Settings): UnfinishedNote {
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
  const { path, mentions, timeBudget } = selectionOf(context, settings);
  const name = nameOf(cwd, path);
  let lowered: FileFacts | undefined;
  const file: LintedFile = {
    path,
    name,
    text,
    mentionsApi: mentions.mentionsApi,
    hasModuleTree: filename === physicalFilename && hasEqualTree(languageOptions, path),
    // ESLint types its tree as plain ESTree; the lowering also reads the TypeScript nodes.
    facts: () =>
      (lowered ??= lowerEstree(scriptProgram(sourceCode.ast as unknown as TSESTree.Program), text, name, () => {
        if (timeBudget.isTooLateForFacts()) throw new BudgetSpent();
      })),
    timeBudget: timeBudget,
  };
  const analysis = { name, facts: file.facts };
  try {
    const findings = findingsIn(file, context, settings);
    return {
      ...analysis,
      findings,
      unfinished: new UnfinishedNote(name, timeBudget.wasAnalysisStopped() ? 'in part' : 'whole'),
    };
  } catch (error) {
    if (!(error instanceof BudgetSpent)) throw error;
    return { ...analysis, findings: [], unfinished: new UnfinishedNote(name, 'not at all') };
  }
}

/** Error for a time budget that is spent before the facts of a file are complete. */
class BudgetSpent extends Error {}

function findingsIn(file: LintedFile, context: Rule.RuleContext, settings: Settings): readonly Finding[] {
  const { cwd, languageOptions } = context;
  const { mentions, canFollow } = selectionOf(context, settings);
  const parsing = settings.followImports ? moduleParsing(languageOptions, cwd) : undefined;
  const shared = parsing && sharedAnalysis(cwd, settings, parsing);
  if (canFollow && shared !== undefined) return shared.findings(file);
  shared?.cacheFacts(file);
  const findings = findingsWithoutImports(file, cwd, settings);
  // No import can add a finding, but an import can show that a request has another host.
  if (shared === undefined || mentions.specifiers.length === 0 || findings.length === 0) return findings;
  return shared.findings(file);
}

const importGateOf = memoByObject((catalogue: Catalogue) => new ImportGate(catalogue));

/**
 * Length of import chains that are followed (such as import, barrel, table of paths); the scanner follows longer ones.
 */
const HOPS = 5;

/** Number of characters of text that are cached. */
const MAX_TEXT = 24_000_000;

/** Determines the reach of imports from the texts of files, without parsing. */
class ImportGate {
  readonly #files: DiskTexts;
  readonly #byFolder = new Map<string, FolderImports>();

  constructor(catalogue: Catalogue) {
    this.#files = new DiskTexts(catalogue, MAX_TEXT);
  }

  /**
   * Records the linter's text of a file. In the result, `isChanged` is true if cached results that depend on the file
   * may be out of date.
   */
  take(path: string, text: string): { readonly mentions: TextMentions; readonly isChanged: boolean } {
    const { mentions, isChanged, isFirst } = this.#files.recordLintedText(path, text);
    const isNew = isFirst && [...this.#byFolder.values()].some(({ imports }) => imports.lacks(path));
    const affectsResolution = (isChanged || isFirst) && dropStaleImports(path);
    if (!isChanged && !isNew && !affectsResolution) return { mentions, isChanged: false };
    this.#byFolder.clear();
    return { mentions, isChanged: true };
  }

  /** Returns the reach of a file's imports. `ownMentions`: mentions in the linter's text of the file. */
  reach(path: string, ownMentions: TextMentions, cwd: string): ImportReach {
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
    return folder.reach.of(path, ownMentions);
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
