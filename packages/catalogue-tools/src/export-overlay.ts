import { asJson } from '../../../src/core/lib/safe-output.js';
import type { SafeOutput } from '../../../src/core/lib/safe-output.js';
import type { Deprecation } from '../../../src/core/model/deprecation.js';

export interface Overlay {
  readonly text: SafeOutput;
  /** Entries about no part of a document that an overlay could mark. */
  readonly leftOut: readonly Deprecation[];
}

/** An Overlay 1.0 that marks the deprecated parts in the document of one API. */
export function overlayOf(entries: readonly Deprecation[], api: string): Overlay {
  const marked = entries.map((entry) => ({ entry, actions: actionsOf(entry) }));
  const overlay = {
    overlay: '1.0.0',
    info: { title: `Deprecations of ${api}`, version: '1.0.0' },
    actions: marked.flatMap(({ actions }) => actions),
  };
  return {
    text: asJson(overlay),
    leftOut: marked.filter(({ actions }) => actions.length === 0).map(({ entry }) => entry),
  };
}

interface Action {
  readonly target: string;
  readonly description: string;
  readonly update: Readonly<Record<string, unknown>>;
}

function actionsOf(entry: Deprecation): readonly Action[] {
  const below = targetOf(entry);
  if (below === undefined || !('endpoints' in entry)) return [];
  const revived = new Set(entry.revived?.flatMap(({ operations }) => operations) ?? []);
  const { endOfLife, feature } = entry;
  const update = { deprecated: true, ...(endOfLife === null ? {} : { 'x-sunset': endOfLife }) };
  return entry.endpoints.flatMap(({ methods, path }) =>
    methods
      .filter((method) => !revived.has(`${method} ${path.text}`))
      .map((method) => ({
        target: `$.paths[${quoted(path.text)}].${method.toLowerCase()}${below}`,
        description: feature,
        update,
      })),
  );
}

/** The path of the marked part below an operation, empty for the operation; undefined if an overlay cannot express it. */
function targetOf(entry: Deprecation): string | undefined {
  if (entry.kind === 'endpoint') return '';
  if (entry.kind === 'query' && entry.only === undefined) return parameter('query', entry.parameter);
  if (entry.kind === 'header' && entry.only === undefined) return parameter('header', entry.name);
  return undefined;
}

function parameter(where: string, name: string): string {
  return `.parameters[?@.in == '${where}' && @.name == ${quoted(name)}]`;
}

/** A text of JSONPath (RFC 9535) in single quotes. */
function quoted(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
