import { spanKey } from '../../model/span.js';
import type { Span } from '../../model/span.js';
import { perFile } from './per-file.js';
import type { FileContext } from './program.js';

/** The call at a place of a file. */
export function callAt(context: FileContext, span: Span): number | undefined {
  return callsOf(context).get(spanKey(span));
}

const callsOf = perFile(
  ({ facts }): ReadonlyMap<number, number> => new Map(facts.calls.map(({ at }, index) => [spanKey(at), index])),
);
