import { perFile } from '../../engine/evaluate/per-file.js';
import type { FileContext, Program } from '../../engine/evaluate/program.js';
import { MANAGED_PHASE, MIGRATION_WORD } from '../migration/operations.js';
import type { ExprFact } from '../../core/model/facts.js';
import type { Span } from '../../core/model/span.js';
import { visitExprs } from '../../languages/facts/expressions.js';

/** Maximum number of other files whose role in the migration is examined. */
const MAX_FILES = 40;

/** Migration words in the text of a file; requests themselves are analysed only in their own file. */
export interface MigrationWords {
  /** Whether the file names the operation that checks a zone. */
  readonly checks: boolean;
  /** Whether the file names the entry point and the mode that finishes the migration. */
  readonly finishes: boolean;
  /** Places that name the response member which shows whether a zone can migrate. */
  readonly reads: readonly Span[];
}

/** The files related to a file: its imports, its importers, and their imports. A host may not know all importers. */
export function* relatedFiles(program: Program, context: FileContext): Iterable<FileContext> {
  const seen = new Set([context.file]);
  const importers = program.modules.importers(context.file);
  for (const file of [context.file, ...importers]) {
    const fileContext = program.context(file);
    if (fileContext === undefined) continue;
    for (const name of [file, ...importsOf(program, fileContext)]) {
      if (seen.has(name)) continue;
      if (seen.size > MAX_FILES) return;
      seen.add(name);
      const related = program.context(name);
      if (related !== undefined) yield related;
    }
  }
}

function importsOf({ modules }: Program, { file, facts }: FileContext): readonly string[] {
  return facts.imports.flatMap(({ specifier, typeOnly }) => {
    const resolution = typeOnly === true ? undefined : modules.resolve(file, specifier);
    return resolution?.kind === 'file' ? [resolution.file] : [];
  });
}

/** The member of the response to a check (section 2) that shows whether the zone can migrate. */
const VERDICT = 'compatible';
const VERDICT_WORD = new RegExp(`\\b${VERDICT}\\b`);

const MIGRATION = new RegExp(`\\b${MIGRATION_WORD}\\b`);
const PHASE = new RegExp(`\\b${MANAGED_PHASE}\\b`);

/** Returns the migration words in the text of a file. */
export const migrationWords = perFile(({ facts }): MigrationWords => {
  const texts: string[] = [];
  const reads: Span[] = [];
  const collect = (expr: ExprFact): void => {
    if (expr.kind === 'literal' && typeof expr.value === 'string') {
      texts.push(expr.value);
      if (VERDICT_WORD.test(expr.value)) reads.push(expr.at);
    }
    if (expr.kind === 'member' && expr.property === VERDICT) reads.push(expr.at);
  };
  visitExprs(facts, collect);
  facts.reads.forEach(collect);
  const keys = new Set<string>();
  for (const property of facts.objects.flatMap(({ properties }) => properties)) {
    if (property.kind !== 'property' || property.key === undefined) continue;
    keys.add(property.key);
    if (property.key === VERDICT) reads.push(property.keyAt);
  }
  const matches = (pattern: RegExp): boolean => texts.some((text) => pattern.test(text));
  const mode =
    matches(new RegExp(`${MIGRATION.source}=(?:pending|1)\\b`)) ||
    ((keys.has(MIGRATION_WORD) || matches(MIGRATION)) && matches(/^pending$/));
  return {
    checks: matches(MIGRATION) && matches(/(?:^|\/)check\b/),
    finishes: mode && matches(PHASE),
    reads,
  };
});
