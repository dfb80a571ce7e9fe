import type { Catalogue, Deprecation } from '../../../../src/core/model/deprecation.js';
import type { Endpoint } from '../../../../src/core/model/endpoint.js';
import { operationKey, methodOf } from './operations.js';
import type { NamedOperation, Upstream, UpstreamOperation } from './upstream.js';

/** An operation that a vendor's material calls deprecated. */
export interface TheirOperation extends NamedOperation {
  readonly endOfLife: string | null;
  /** Whether only a part of the operation may be deprecated. */
  readonly affected?: true;
  readonly file: string;
  readonly place: string;
}

/** An operation that our catalogue calls deprecated. */
export interface OurOperation extends NamedOperation {
  readonly deprecation: string;
  readonly endOfLife: string | null;
  /** Whether the vendor's documents have the operation and do not call it deprecated. */
  readonly inUse: boolean;
}

export interface OtherDate extends NamedOperation {
  readonly deprecation: string;
  /** Whether the vendor's date may be about a part of the operation only. */
  readonly affected?: true;
  /** Our end of life; null if none is announced. */
  readonly ours: string | null;
  /** The end of life that the vendor states, else the day of the deprecation, else `no date`. */
  readonly theirs: string;
  readonly file: string;
  readonly place: string;
}

/** Differences between a catalogue and its vendor's material, by method and path. */
export interface Drift {
  readonly onlyThey: readonly TheirOperation[];
  readonly onlyWe: readonly OurOperation[];
  readonly otherDate: readonly OtherDate[];
  /** Operations that both call deprecated, with dates that agree. */
  readonly same: number;
  /** Ids of entries without operations, which cannot be compared. */
  readonly notCompared: readonly string[];
}

/** Operation with the entries of the catalogue about it or about a part of it. */
interface OperationEntries extends NamedOperation {
  readonly entries: readonly Deprecation[];
}

type SourcedOperation = UpstreamOperation & { readonly file: string };

/** Compares a catalogue with all inputs together, except for cancelled (`withdrawn`) entries. */
export function compareUpstream(catalogue: Catalogue, upstreams: readonly Upstream[]): Drift {
  const ours = ourOperations(catalogue);
  const theirs = upstreams.flatMap(({ file, operations }) => operations.map((operation) => ({ ...operation, file })));
  const deprecatedKeys = new Set(theirs.filter(({ deprecated }) => deprecated).map(operationKey));
  const keysInUse = new Set(theirs.filter(({ deprecated }) => !deprecated).map(operationKey));
  const agreedNotices = new Set(
    theirs.flatMap((operation) =>
      (ours.get(operationKey(operation))?.entries ?? [])
        .filter((entry) => operation.deprecated && agrees(entry, operation))
        .map((entry) => `${operationKey(operation)} ${entry.id}`),
    ),
  );
  const onlyThey = new Map<string, TheirOperation>();
  const otherDate: OtherDate[] = [];
  for (const operation of theirs) {
    if (!operation.deprecated) continue;
    const key = operationKey(operation);
    const candidates = ours.get(key)?.entries ?? [];
    if (candidates.some((entry) => agrees(entry, operation))) continue;
    const entry = matchingEntry(candidates, operation);
    // A notice on a part of an operation is a separate one if another notice agrees with our entry.
    const isSeparateNotice = operation.affected === true && agreedNotices.has(`${key} ${entry?.id ?? ''}`);
    if (entry !== undefined && !isSeparateNotice) {
      otherDate.push(differenceOf(entry, operation));
      continue;
    }
    const earlierNotice = onlyThey.get(key);
    if (earlierNotice === undefined || (earlierNotice.endOfLife === null && operation.endOfLife !== undefined))
      onlyThey.set(key, theirOperation(operation));
  }
  const onlyWe = [...ours].flatMap(([key, { method, path, entries }]) => {
    const entry = deprecatedKeys.has(key) ? undefined : entries.find(({ kind }) => kind === 'endpoint');
    if (entry === undefined) return [];
    return [{ deprecation: entry.id, method, path, endOfLife: dateOf(entry), inUse: keysInUse.has(key) }];
  });
  const differingKeys = new Set([...otherDate.map(operationKey), ...onlyThey.keys()]);
  return {
    onlyThey: [...onlyThey.values()],
    onlyWe,
    otherDate,
    same: [...deprecatedKeys].filter((key) => ours.has(key) && !differingKeys.has(key)).length,
    notCompared: catalogue.deprecations
      .filter((entry) => entry.withdrawn === undefined && endpointsOf(entry).length === 0)
      .map(({ id }) => id),
  };
}

function theirOperation({ method, path, endOfLife, affected, file, place }: SourcedOperation): TheirOperation {
  return { method, path, endOfLife: endOfLife ?? null, ...(affected && { affected }), file, place };
}

function ourOperations(catalogue: Catalogue): ReadonlyMap<string, OperationEntries> {
  const ours = new Map<string, OperationEntries>();
  for (const entry of catalogue.deprecations) {
    if (entry.withdrawn !== undefined) continue;
    const revived = new Set(entry.revived?.flatMap(({ operations }) => operations.map(keyOfLine)) ?? []);
    for (const { methods, path } of endpointsOf(entry))
      for (const method of methods) {
        const operation = { method, path: path.text };
        const key = operationKey(operation);
        const entries = ours.get(key)?.entries ?? [];
        if (!revived.has(key)) ours.set(key, { ...operation, entries: [...entries, entry] });
      }
  }
  return ours;
}

/** Key of an operation that is given as a text: `GET /towers/{id}`. */
function keyOfLine(line: string): string {
  const [word = '', path = ''] = line.split(' ');
  const method = methodOf(word);
  return method === undefined ? line : operationKey({ method, path });
}

function endpointsOf(entry: Deprecation): readonly Endpoint[] {
  return 'endpoints' in entry ? entry.endpoints : [];
}

function dateOf(entry: Deprecation): string | null {
  return entry.endOfLifeMonth ?? entry.endOfLife;
}

/**
 * Whether an entry agrees with a notice of the vendor. The only date of a page may be the day of the deprecation or the
 * day of the end.
 */
function agrees(entry: Deprecation, { affected, endOfLife, since }: SourcedOperation): boolean {
  const ours = dateOf(entry);
  const isAboutOperation = entry.kind === 'endpoint';
  if (endOfLife !== undefined) return endOfLife === ours;
  if (since !== undefined && ours !== null) return since === ours || since === entry.deprecated;
  return isAboutOperation || affected === true;
}

/** The entry that a notice with another date is about: that of the operation, or the only entry of a part. */
function matchingEntry(entries: readonly Deprecation[], { affected }: SourcedOperation): Deprecation | undefined {
  const operationEntry = entries.find(({ kind }) => kind === 'endpoint');
  return affected === true && entries.length === 1 ? entries[0] : operationEntry;
}

function differenceOf(
  entry: Deprecation,
  { method, path, endOfLife, since, affected, file, place }: SourcedOperation,
): OtherDate {
  const operation = { deprecation: entry.id, method, path, ...(affected && { affected }) };
  return { ...operation, ours: dateOf(entry), theirs: endOfLife ?? since ?? 'no date', file, place };
}
