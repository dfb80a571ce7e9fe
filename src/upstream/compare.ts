import type { Catalogue, Deprecation } from '../model/deprecation.js';
import type { Endpoint } from '../model/endpoint.js';
import { keyOf } from './operations.js';
import type { NamedOperation, Upstream, UpstreamOperation } from './upstream.js';

/** An operation that a vendor's material calls deprecated. */
export interface TheirOperation extends NamedOperation {
  readonly endOfLife: string | null;
  /** Only something of it may be deprecated. */
  readonly affected?: true;
  readonly file: string;
  readonly place: string;
}

/** An operation that our catalogue calls deprecated. */
export interface OurOperation extends NamedOperation {
  readonly deprecation: string;
  readonly endOfLife: string | null;
  /** Their documents have the operation, and do not call it deprecated. */
  readonly inUse: boolean;
}

export interface OtherDate extends NamedOperation {
  readonly deprecation: string;
  /** Their date may be about something of the operation only. */
  readonly affected?: true;
  readonly ours: string | null;
  readonly theirs: string;
  readonly file: string;
  readonly place: string;
}

/** What differs between a catalogue and what its vendor says, by method and path. */
export interface Drift {
  readonly onlyThey: readonly TheirOperation[];
  readonly onlyWe: readonly OurOperation[];
  readonly otherDate: readonly OtherDate[];
  /** Operations that both call deprecated, with dates that agree. */
  readonly same: number;
  /** Ids of entries without operations: nobody can compare them by these. */
  readonly notCompared: readonly string[];
}

interface Ours extends NamedOperation {
  readonly entry: Deprecation;
}

/** Compares a catalogue with all that was read, as if it were one. What a vendor took back is not ours. */
export function compareUpstream(catalogue: Catalogue, upstreams: readonly Upstream[]): Drift {
  const ours = ourOperations(catalogue);
  const theirs = upstreams.flatMap(({ file, operations }) => operations.map((operation) => ({ ...operation, file })));
  const named = new Set(theirs.filter(({ deprecated }) => deprecated).map(keyOf));
  const inUse = new Set(theirs.filter(({ deprecated }) => !deprecated).map(keyOf));
  const onlyThey = new Map<string, TheirOperation>();
  const otherDate: OtherDate[] = [];
  for (const operation of theirs) {
    if (!operation.deprecated) continue;
    const key = keyOf(operation);
    const own = ours.get(key);
    if (own === undefined) {
      const before = onlyThey.get(key);
      if (before === undefined || (before.endOfLife === null && operation.endOfLife !== undefined))
        onlyThey.set(key, theirOperation(operation));
    } else otherDate.push(...dateDifference(own, operation));
  }
  const onlyWe = [...ours]
    .filter(([key, { entry }]) => !named.has(key) && entry.kind === 'endpoint')
    .map(([key, { entry, method, path }]) => ({
      deprecation: entry.id,
      method,
      path,
      endOfLife: dateOf(entry),
      inUse: inUse.has(key),
    }));
  const differing = new Set(otherDate.map(keyOf));
  return {
    onlyThey: [...onlyThey.values()],
    onlyWe,
    otherDate,
    same: [...named].filter((key) => ours.has(key) && !differing.has(key)).length,
    notCompared: catalogue.deprecations
      .filter((entry) => entry.withdrawn === undefined && endpointsOf(entry).length === 0)
      .map(({ id }) => id),
  };
}

function theirOperation({
  method,
  path,
  endOfLife,
  affected,
  file,
  place,
}: UpstreamOperation & { readonly file: string }): TheirOperation {
  return { method, path, endOfLife: endOfLife ?? null, ...(affected && { affected }), file, place };
}

function ourOperations(catalogue: Catalogue): ReadonlyMap<string, Ours> {
  const ours = new Map<string, Ours>();
  for (const entry of catalogue.deprecations) {
    if (entry.withdrawn !== undefined) continue;
    const revived = new Set(entry.revived?.flatMap(({ operations }) => operations) ?? []);
    for (const { methods, path } of endpointsOf(entry))
      for (const method of methods) {
        const operation = { method, path: path.text };
        const key = keyOf(operation);
        const known = ours.get(key)?.entry.kind === 'endpoint';
        if (!known && !revived.has(`${method} ${path.text}`)) ours.set(key, { ...operation, entry });
      }
  }
  return ours;
}

function endpointsOf(entry: Deprecation): readonly Endpoint[] {
  return 'endpoints' in entry ? entry.endpoints : [];
}

function dateOf(entry: Deprecation): string | null {
  return entry.endOfLifeMonth ?? entry.endOfLife;
}

/** A page that gives one date alone may call it either: the day it is deprecated, or the day it ends. */
function dateDifference(
  { entry }: Ours,
  { method, path, endOfLife, since, affected, file, place }: UpstreamOperation & { readonly file: string },
): readonly OtherDate[] {
  const ours = dateOf(entry);
  const theirs = endOfLife ?? (ours === null || since === entry.deprecated ? undefined : since);
  if (theirs === undefined || theirs === ours) return [];
  return [{ deprecation: entry.id, method, path, ...(affected && { affected }), ours, theirs, file, place }];
}
