import type { Rule } from 'eslint';
import type { TSESTree } from '@typescript-eslint/utils';
import { analyse } from '../engine/analyse.js';
import { lowerEstree } from '../facts/estree.js';
import type { Catalogue } from '../model/deprecation.js';
import type { Finding } from '../model/finding.js';
import { relativeSpecifiers, textFacts } from './file-cache.js';
import { nameOf, pathOf } from './file-names.js';
import { gateOf } from './gate.js';
import { ImportGate } from './import-gate.js';
import { createModuleReader } from './module-reader.js';
import { canParse, moduleParser } from './parse-module.js';
import { scriptProgram } from './script-program.js';
import type { Settings } from './settings.js';

const gates = new WeakMap<Catalogue, ImportGate>();
const analyses = new WeakMap<object, readonly Finding[]>();

interface Answer {
  readonly text: string;
  readonly filename: string;
  readonly settings: Settings;
  readonly concerned: boolean;
}

let latest: Answer | undefined;

/**
 * Whether a file can have findings at all, from its text and the texts of what it imports. The answer
 * for the latest file is kept, so that all rules together ask once; the syntax tree is not touched,
 * which under oxlint would cost more than everything else.
 */
export function isConcerned(context: Rule.RuleContext, settings: Settings): boolean {
  const { text } = context.sourceCode;
  const filename = context.physicalFilename;
  if (latest?.text === text && latest.filename === filename && latest.settings === settings) return latest.concerned;
  const concerned = gateOf(settings.catalogue).test(text) !== undefined || importsConcern(context, settings, text);
  latest = { text, filename, settings, concerned };
  return concerned;
}

function importsConcern(context: Rule.RuleContext, settings: Settings, text: string): boolean {
  if (!settings.followImports || !canParse(context.languageOptions)) return false;
  const specifiers = relativeSpecifiers(text);
  return specifiers.length > 0 && gateFor(settings.catalogue).opens(pathOf(context.cwd, context.physicalFilename), specifiers);
}

/** All findings of the file, whatever their rule; worked out once for each syntax tree. */
export function findingsOf(context: Rule.RuleContext, settings: Settings): readonly Finding[] {
  const { ast } = context.sourceCode;
  let findings = analyses.get(ast);
  if (findings === undefined) analyses.set(ast, (findings = analyseProgram(context, settings)));
  return findings;
}

function analyseProgram(context: Rule.RuleContext, settings: Settings): readonly Finding[] {
  const { cwd, languageOptions, sourceCode } = context;
  const { catalogue, clients, followImports } = settings;
  const file = nameOf(cwd, pathOf(cwd, context.physicalFilename));
  // ESLint types its tree by ESTree alone; the lowering reads both kinds.
  const program = scriptProgram(sourceCode.ast as unknown as TSESTree.Program);
  const modules = createModuleReader({
    cwd,
    own: lowerEstree(program, sourceCode.text, file),
    ownMentionsApi: textFacts(sourceCode.text, catalogue).mentionsApi,
    files: gateFor(catalogue).files,
    parser: languageOptions.parser,
    parse: followImports ? moduleParser(languageOptions) : undefined,
  });
  return analyse(file, { catalogue, clients, modules }).findings;
}

function gateFor(catalogue: Catalogue): ImportGate {
  let gate = gates.get(catalogue);
  if (gate === undefined) gates.set(catalogue, (gate = new ImportGate(catalogue)));
  return gate;
}
