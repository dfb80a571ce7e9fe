import type { AreaEndpoint, Deprecation } from '../../src/core/model/deprecation.js';
import { CatalogueError } from '../../src/core/model/errors.js';
import type { AreaRow, DetailRow, EndOfLifeRow, EndOfLifeTables } from './end-of-life.js';
import type { Join } from './inputs.js';
import { parseEndpoints } from '../../src/knowledge/catalogue/read-entry.js';
import { parsePathTemplate } from '../../src/knowledge/catalogue/path-template.js';
import type { SourceAt, SourceText } from '../../src/knowledge/catalogue/source-text.js';

/** Target of a join, and the place to report for an error in it. */
export interface JoinContext {
  readonly source: SourceText;
  readonly tables: EndOfLifeTables;
  readonly row: EndOfLifeRow;
  readonly areas: readonly AreaRow[];
  /** Place of the join in joins.json. */
  readonly at: SourceAt;
}

type DetailsOf<One> = One extends Deprecation ? Omit<One, BaseKey> : never;
type Details = DetailsOf<Deprecation>;
type BaseKey =
  | 'id'
  | 'api'
  | 'words'
  | 'values'
  | 'feature'
  | 'endOfLife'
  | 'replacement'
  | 'source'
  | 'areas'
  | 'advice'
  | 'nearMisses'
  | 'endOfLifeMonth'
  | 'deprecated'
  | 'announced'
  | 'url'
  | 'history'
  | 'withdrawn'
  | 'revived'
  | 'disputes'
  | 'layers';

const DRAFT_SUITE = /(?:_OLD(?:_|$)|-OLD$|-D$)/;

/** Reads the part of a deprecation that depends on its kind. Throws a CatalogueError for a missing table row. */
export function readDetails(join: Join, context: JoinContext): Details {
  switch (join.kind) {
    case 'endpoint':
      return { kind: 'endpoint', endpoints: readEndpoints(join, context) };
    case 'field':
      return readField(join, context);
    case 'segment':
      return readSegment(join, context);
    case 'headers':
      return {
        kind: 'headers',
        headers: rowsNamed(context.tables.headers, 0, join.headers, 'headers', context).map(
          ({ cells }) => cells[1] ?? '',
        ),
      };
    case 'cipher-suites':
      return readSuites(context);
    case 'header':
    case 'query':
    case 'value':
    case 'package':
      throw joinError(`the tables have no entry of kind ${join.kind}`, context);
    case 'undetectable':
      return { kind: 'undetectable', reason: requireValue(join.reason, 'reason', context) };
  }
}

function readEndpoints(join: Join, context: JoinContext): readonly AreaEndpoint[] {
  const areaEndpoints = context.areas.flatMap(({ area, endpoints }) =>
    endpoints.map(({ methods, path }) => ({ area, methods, path })),
  );
  const addedEndpoints = (join.added ?? []).flatMap(({ area, operations, unsure }) =>
    parseEndpoints(operations, context.at).map(({ methods, path }) => ({
      ...{ area, methods, path, added: true as const },
      ...(unsure === undefined ? {} : { unsure }),
    })),
  );
  const endpoints = [...areaEndpoints, ...addedEndpoints];
  if (endpoints.length === 0)
    throw joinError(`'${join.id}' is of kind ${join.kind} and needs "areas" or "added"`, context);
  return endpoints;
}

function readField(join: Join, context: JoinContext): Details {
  const rows = rowsNamed(context.tables.fields, 0, join.record, 'record', context);
  const pointers = rows
    .filter(({ cells }) => cells[2] === 'Deprecated')
    .map(({ cells }) => `/${(cells[1] ?? '').replaceAll('.', '/')}`);
  if (pointers.length === 0) throw joinError(`no field of '${join.record ?? ''}' has the status 'Deprecated'`, context);
  return {
    kind: 'field',
    endpoints: readEndpoints(join, context),
    pointers,
    direction: requireValue(join.direction, 'direction', context),
    ...(join.when === undefined ? {} : { when: join.when }),
    ...(join.allowedValues === undefined ? {} : { allowedValues: join.allowedValues }),
    ...(join.joinedInto === undefined ? {} : { joinedInto: join.joinedInto }),
    ...(join.shared === undefined ? {} : { shared: join.shared }),
    ...(join.instead === undefined ? {} : { instead: join.instead }),
    ...(join.types === undefined ? {} : { types: join.types }),
  };
}

function readSegment(join: Join, context: JoinContext): Details {
  const [row] = rowsNamed(context.tables.segments, 0, join.segment, 'segment', context);
  const [segment = '', after = '', replacedBy = ''] = row?.cells ?? [];
  const at: SourceAt = { file: context.source.file, ...(row === undefined ? {} : { line: row.line }) };
  return { kind: 'segment', after: parsePathTemplate(after, undefined, at).text, segment, replacedBy };
}

function readSuites(context: JoinContext): Details {
  const { source, tables, row } = context;
  const names = tables.suites.flatMap(({ line, cells }) => {
    const suiteNames = (cells[2] ?? '').split(';').map((name) => name.trim());
    for (const name of suiteNames) {
      if (DRAFT_SUITE.test(name)) continue;
      throw new CatalogueError(
        `'${name}' has no draft mark (-OLD, -D or _OLD): standard suites are not deprecated`,
        source.file,
        line,
      );
    }
    return suiteNames;
  });
  const codePoints = tables.suites.map(({ line, cells }) => {
    const text = cells[0] ?? '';
    if (/^0x[0-9A-F]{4}$/.test(text)) return Number(text);
    throw new CatalogueError(`'${text}' is not a code point; write 0xCC13`, source.file, line);
  });
  return { kind: 'cipher-suites', names, codePoints, note: row.note };
}

/** Rows with a name in one column. The name is required; `property` is its key in the join. */
function rowsNamed(
  rows: readonly DetailRow[],
  column: number,
  name: string | undefined,
  property: string,
  context: JoinContext,
): readonly DetailRow[] {
  const requiredName = requireValue(name, property, context);
  const matchingRows = rows.filter(({ cells }) => cells[column] === requiredName);
  if (matchingRows.length === 0)
    throw joinError(`"${property}" names '${requiredName}', which no row of ${context.source.file} has`, context);
  return matchingRows;
}

function requireValue<T>(value: T | undefined, property: string, context: JoinContext): T {
  if (value === undefined) throw joinError(`the join of '${context.row.feature}' needs "${property}"`, context);
  return value;
}

function joinError(message: string, { at }: JoinContext): CatalogueError {
  return new CatalogueError(message, at.file, at.line);
}
