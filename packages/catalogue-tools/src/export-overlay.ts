import { asJson } from '../../../src/core/lib/safe-output.js';
import type { SafeOutput } from '../../../src/core/lib/safe-output.js';
import type { Deprecation } from '../../../src/core/model/deprecation.js';

export interface Overlay {
  readonly text: SafeOutput;
  /** Entries that an overlay cannot mark in a document. */
  readonly leftOut: readonly Deprecation[];
}

/** Creates an Overlay 1.0 that marks the deprecated parts in the document of an API. */
export function overlayOf(entries: readonly Deprecation[], api: string): Overlay {
  const entryActions = entries.map((entry) => ({ entry, actions: actionsOf(entry) }));
  const overlay = {
    overlay: '1.0.0',
    info: { title: `Deprecations of ${api}`, version: '1.0.0' },
    actions: entryActions.flatMap(({ actions }) => actions),
  };
  return {
    text: asJson(overlay),
    leftOut: entryActions.filter(({ actions }) => actions.length === 0).map(({ entry }) => entry),
  };
}

interface Action {
  readonly target: string;
  readonly description: string;
  readonly update: Readonly<Record<string, unknown>>;
}

function actionsOf(entry: Deprecation): readonly Action[] {
  const partPath = partPathOf(entry);
  if (partPath === undefined || !('endpoints' in entry)) return [];
  const revived = new Set(entry.revived?.flatMap(({ operations }) => operations) ?? []);
  const { endOfLife, feature } = entry;
  const update = { deprecated: true, ...(endOfLife === null ? {} : { 'x-sunset': endOfLife }) };
  return entry.endpoints.flatMap(({ methods, path }) =>
    methods
      .filter((method) => !revived.has(`${method} ${path.text}`))
      .map((method) => ({
        target: `$.paths[${quote(path.text)}].${method.toLowerCase()}${partPath}`,
        description: feature,
        update,
      })),
  );
}

/** Path of the marked part below an operation: empty for the operation itself, undefined if it cannot be marked. */
function partPathOf(entry: Deprecation): string | undefined {
  if (entry.kind === 'endpoint') return '';
  if (entry.kind === 'query' && entry.only === undefined) return parameterFilter('query', entry.parameter);
  if (entry.kind === 'header' && entry.only === undefined) return parameterFilter('header', entry.name);
  return undefined;
}

function parameterFilter(location: string, name: string): string {
  return `.parameters[?@.in == '${location}' && @.name == ${quote(name)}]`;
}

/** Quotes a text for JSONPath (RFC 9535). */
function quote(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
