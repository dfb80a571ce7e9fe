import type { Deprecation, Replacement } from '../../src/core/model/deprecation.js';
import { didYouMean } from '../../src/core/lib/wording.js';
import { CatalogueError } from '../../src/core/model/errors.js';
import { readDetails } from './details.js';
import type { AreaRow, EndOfLifeRow, EndOfLifeTables } from './end-of-life.js';
import type { AdviceById, Join, Joins, ValueNotesById } from './inputs.js';
import type { SourceAt, SourceText } from '../../src/knowledge/catalogue/source-text.js';
import { lineOf } from '../../src/knowledge/catalogue/source-text.js';
import { withValueNotes } from '../../src/knowledge/catalogue/settle.js';

export interface JoinInputs {
  readonly tables: EndOfLifeTables;
  readonly joins: Joins;
  readonly advice: AdviceById;
  readonly vendorPages: Readonly<Record<string, string>>;
  readonly valueNotes: ValueNotesById;
  readonly sources: Readonly<Record<'endOfLife' | 'joins' | 'advice' | 'valueNotes' | 'vendorPages', SourceText>>;
}

/**
 * Creates one deprecation for each end-of-life row, in the order of that table, without look-alikes.
 *
 * Every row of the end-of-life, operation and replacement tables must be placed exactly once; a replacement row may
 * serve as many deprecations as it lists. Throws a CatalogueError that names the misplaced row and the remedy.
 */
export function joinTables(inputs: JoinInputs): readonly Deprecation[] {
  const { tables, joins, advice, vendorPages, valueNotes, sources } = inputs;
  const joinsByRow = indexByKey(joins.joins, (join) => join.row, 'row', sources.joins);
  indexByKey(joins.joins, (join) => join.id, 'id', sources.joins);
  assertKnownRows(joinsByRow, tables, sources.joins);
  assertPlaced(inputs);
  const deprecations = tables.rows.map((row) => joinRow(row, placeRow(row, joinsByRow, sources), inputs));
  const ids = deprecations.map(({ id }) => id);
  assertKnownIds('advice', Object.keys(advice), ids, sources.advice);
  assertKnownIds('address', Object.keys(vendorPages), ids, sources.vendorPages);
  assertKnownIds('notes on values', Object.keys(valueNotes), ids, sources.valueNotes);
  return deprecations;
}

function assertKnownIds(noun: string, usedIds: readonly string[], ids: readonly string[], source: SourceText): void {
  for (const id of usedIds)
    if (!ids.includes(id)) throw errorAt(source, id, `${noun} for the unknown id '${id}'${didYouMean(id, ids)}`);
}

function joinRow(row: EndOfLifeRow, join: Join, inputs: JoinInputs): Deprecation {
  const { tables, joins, advice, vendorPages, valueNotes, sources } = inputs;
  const at = placeOfText(sources.joins, join.row);
  const areas = join.areas.map((area) => findArea(area, tables.areas, sources.joins));
  const details = readDetails(join, { source: sources.endOfLife, tables, row, areas, at });
  const entryAdvice = advice[join.id];
  const url = vendorPages[join.id];
  const deprecation: Deprecation = {
    id: join.id,
    api: joins.api.id,
    feature: row.feature,
    endOfLife: row.endOfLife,
    ...(url === undefined ? {} : { url }),
    ...details,
    areas: join.areas,
    ...(join.words === undefined ? {} : { words: join.words }),
    ...(row.note === '' ? {} : { note: row.note }),
    replacement: findReplacement(join, tables, sources.joins),
    ...(entryAdvice === undefined ? {} : { advice: entryAdvice }),
    source: { file: sources.endOfLife.file, line: row.line },
    nearMisses: [],
    layers: [],
  };
  return withValueNotes(deprecation, valueNotes[join.id], placeOfText(sources.valueNotes, join.id));
}

function placeRow(row: EndOfLifeRow, joins: ReadonlyMap<string, Join>, sources: JoinInputs['sources']): Join {
  const join = joins.get(row.feature);
  if (join !== undefined) return join;
  throw new CatalogueError(
    `'${row.feature}' is not placed: no join has it as "row"; add one to ${sources.joins.file}, of kind 'undetectable' if code cannot show it`,
    sources.endOfLife.file,
    row.line,
  );
}

function findArea(area: string, areas: readonly AreaRow[], joins: SourceText): AreaRow {
  const areaRow = areas.find((row) => row.area === area);
  if (areaRow !== undefined) return areaRow;
  throw errorAt(
    joins,
    area,
    `unknown area '${area}'${didYouMean(
      area,
      areas.map((row) => row.area),
    )}`,
  );
}

function findReplacement(join: Join, tables: EndOfLifeTables, joins: SourceText): Replacement {
  const replacementRow = tables.replacements.find((row) => row.deprecated === join.replacement);
  if (replacementRow !== undefined) return replacementRow.replacement;
  const guess = didYouMean(
    join.replacement,
    tables.replacements.map((row) => row.deprecated),
  );
  throw errorAt(joins, join.replacement, `unknown replacement row '${join.replacement}'${guess}`);
}

/** Joins by key. Throws for a duplicate key. */
function indexByKey(
  joins: readonly Join[],
  keyOf: (join: Join) => string,
  property: string,
  source: SourceText,
): ReadonlyMap<string, Join> {
  const joinsByKey = new Map<string, Join>();
  for (const join of joins) {
    const key = keyOf(join);
    if (joinsByKey.has(key)) {
      const line = lineOf(source, `"${property}": ${JSON.stringify(key)}`, 2);
      throw new CatalogueError(`the ${property} '${key}' is placed twice; keep one of the joins`, source.file, line);
    }
    joinsByKey.set(key, join);
  }
  return joinsByKey;
}

function assertKnownRows(joins: ReadonlyMap<string, Join>, tables: EndOfLifeTables, source: SourceText): void {
  const features = tables.rows.map((row) => row.feature);
  for (const row of joins.keys()) {
    if (!features.includes(row))
      throw errorAt(source, row, `no end-of-life row has the feature '${row}'${didYouMean(row, features)}`);
  }
}

/** Checks that areas and replacement rows are placed, and no more often than they allow. */
function assertPlaced({ tables, joins, sources }: JoinInputs): void {
  // A mistyped name is the most likely cause of a row that is not placed, so it is reported first.
  for (const join of joins.joins) {
    for (const area of join.areas) findArea(area, tables.areas, sources.joins);
    findReplacement(join, tables, sources.joins);
  }
  assertDistinct(
    tables.rows.map(({ line, feature }) => ({ line, name: feature })),
    sources.endOfLife,
  );
  assertDistinct(
    tables.areas.map(({ line, area }) => ({ line, name: area })),
    sources.endOfLife,
  );
  assertDistinct(
    tables.replacements.map(({ line, deprecated }) => ({ line, name: deprecated })),
    sources.endOfLife,
  );
  const areas = joins.joins.flatMap((join) => join.areas);
  const replacements = joins.joins.map((join) => join.replacement);
  for (const { line, area } of tables.areas) assertUses('area', area, countOf(areas, area), 1, line, sources);
  for (const { line, deprecated } of tables.replacements) {
    assertUses(
      'replacement',
      deprecated,
      countOf(replacements, deprecated),
      deprecated.split(', ').length,
      line,
      sources,
    );
  }
}

function assertUses(
  noun: string,
  name: string,
  uses: number,
  allowed: number,
  line: number,
  { endOfLife, joins }: JoinInputs['sources'],
): void {
  if (uses === 0) {
    throw new CatalogueError(
      `the ${noun} '${name}' is not placed: name it in a join of ${joins.file}`,
      endOfLife.file,
      line,
    );
  }
  if (uses > allowed) {
    throw new CatalogueError(
      `the ${noun} '${name}' is placed ${String(uses)} times, at most ${String(allowed)} expected: take it out of a join of ${joins.file}`,
      endOfLife.file,
      line,
    );
  }
}

function assertDistinct(rows: readonly { readonly line: number; readonly name: string }[], source: SourceText): void {
  const seenNames = new Set<string>();
  for (const { line, name } of rows) {
    if (seenNames.has(name)) throw new CatalogueError(`'${name}' already has a row; join the two`, source.file, line);
    seenNames.add(name);
  }
}

function countOf(values: readonly string[], value: string): number {
  return values.filter((candidate) => candidate === value).length;
}

function errorAt(source: SourceText, text: string, message: string): CatalogueError {
  return new CatalogueError(message, source.file, placeOfText(source, text).line);
}

function placeOfText(source: SourceText, text: string): SourceAt {
  const line = lineOf(source, JSON.stringify(text));
  return { file: source.file, ...(line === undefined ? {} : { line }) };
}
