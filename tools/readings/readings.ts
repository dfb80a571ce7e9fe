import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { WrittenEntry } from '../../src/knowledge/catalogue/file-format.js';
import { packagedApi, packagedApis } from '../../src/knowledge/catalogue/packaged.js';
import { expectDefined } from '../../src/core/lib/collections.js';
import { daysBetween } from '../../src/engine/judge/describe-end.js';
import type { Edition, IsoDate } from '../../src/core/model/deprecation.js';
import { CatalogueError } from '../../src/core/model/errors.js';

/** Day of reading and digest of each row, by source and row: `2026-11-27 0c1d2e3f4a5b`. */
export type Readings = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** File of the readings. Not published: users need the day of an edition, maintainers that of each row. */
export const READINGS = 'rules/readings.json';

/** Days before and after an end in which its row is read again for each edition, because vendors move such ends. */
const NEAR_DAYS = 60;

/** Largest age of the reading of such a row at the day of its edition, in days. */
const FRESH_DAYS = 7;

/** Row of a vendor's table with a day. */
export interface Row {
  readonly api: string;
  readonly id: string;
  readonly end: IsoDate;
  readonly source: string;
  /** Changes with the names, the day and the replacement. */
  readonly digest: string;
  readonly names: readonly string[];
}

/** Rows of catalogues that have a day of end. */
export function rowsOf(apis: readonly string[] = packagedApis()): readonly Row[] {
  return apis.flatMap((api) =>
    packagedApi(api).entries.flatMap(({ entry }): readonly Row[] => {
      const { id, endOfLife, url = '', replacement } = entry;
      if (endOfLife == null) return [];
      const end = endOfLife.length === 7 ? `${endOfLife}-28` : endOfLife;
      const hash = createHash('sha256').update(JSON.stringify([subjectOf(entry), endOfLife, replacement ?? null]));
      return [{ api, id, end, source: url, digest: hash.digest('hex').slice(0, 12), names: namesOf(entry) }];
    }),
  );
}

/** Subject of a row: its names, or else operations, a parameter, a header, packages. */
function subjectOf(entry: WrittenEntry): unknown {
  const { equals, endpoints, parameter, only, name, packages, versions, pointers } = entry;
  return equals ?? [endpoints, parameter, only, name, packages, versions, pointers];
}

/** Model names of a row: values, or segments after `models/` or `model/` in its paths. */
function namesOf({ equals, endpoints = [] }: WrittenEntry): readonly string[] {
  if (equals !== undefined) return equals;
  const namesInPaths = endpoints.flatMap(
    ({ path }) => /\/models?\/(?:models\/)?([^/{]+?)(?::\{\w+\}|\/\*\*)$/.exec(path)?.[1] ?? [],
  );
  return [...new Set(namesInPaths)];
}

/** Reads the stored readings below a project root. */
export function readReadings(root: string): Readings {
  return JSON.parse(readFileSync(`${root}/${READINGS}`, 'utf8')) as Readings;
}

/** Checks that the rows were read for their editions. Throws a CatalogueError for the first unread row. */
export function checkReadings(root: string): void {
  const editions = new Map(packagedApis().map((api) => [api, editionOf(api)]));
  const [first] = readingFaults(rowsOf(), editions, readReadings(root));
  if (first !== undefined) throw new CatalogueError(first, READINGS);
}

function editionOf(api: string): Pick<Edition, 'asOf' | 'sources'> {
  return expectDefined(packagedApi(api).catalogue.file.edition, `an edition of ${api}`);
}

/** Faults of the readings of rows, as sentences. */
export function readingFaults(
  rows: readonly Row[],
  editions: ReadonlyMap<string, Pick<Edition, 'asOf' | 'sources'>>,
  readings: Readings,
): readonly string[] {
  const knownKeys = new Set(rows.map(({ source, id }) => `${source} ${id}`));
  const removedRowFaults = Object.entries(readings).flatMap(([source, ids]) =>
    Object.keys(ids)
      .filter((id) => !knownKeys.has(`${source} ${id}`))
      .map((id) => `${id} is not a row of ${source}. Take it out.`),
  );
  const lateSourceFaults = [...editions].flatMap(([api, { asOf, sources = [] }]) =>
    sources
      .filter(({ retrieved = '' }) => retrieved > asOf)
      .map(({ title }) => `${api}: '${title}' was read after ${asOf}, the day of the edition. Raise "asOf".`),
  );
  const unreadFaults = rows.flatMap((row) => {
    const asOf = editions.get(row.api)?.asOf ?? '';
    const [day = '', digest] = (readings[row.source]?.[row.id] ?? '').split(' ');
    const why = whyUnread(row, { day, digest, asOf });
    return why === undefined
      ? []
      : [`${row.id} ${why}. Read its row at ${row.source}, then 'npm run catalogue:read -- DAY ${row.id}'.`];
  });
  return [...removedRowFaults, ...lateSourceFaults, ...unreadFaults];
}

function whyUnread(
  { end, digest: currentDigest }: Row,
  { day, digest, asOf }: { readonly day: string; readonly digest: string | undefined; readonly asOf: IsoDate },
): string | undefined {
  if (digest === undefined) return 'was not read';
  if (digest !== currentDigest) return `says something else than what was read on ${day}`;
  if (day > asOf) return `was read on ${day}, after the day of its edition (${asOf})`;
  const isNear = Math.abs(daysBetween(asOf, end)) <= NEAR_DAYS;
  if (!isNear || daysBetween(day, asOf) <= FRESH_DAYS) return undefined;
  return `ends on ${end} and was read on ${day}, ${String(daysBetween(day, asOf))} days before its edition of ${asOf}`;
}
