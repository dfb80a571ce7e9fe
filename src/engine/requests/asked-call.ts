import { wordTest } from '../../clients/words.js';
import type { CallFact } from '../../model/facts.js';
import type { Place } from '../../model/span.js';
import type { FileContext } from '../evaluate/program.js';
import type { ExternalValue, Frame, Value } from '../values/value.js';
import type { Site } from './calling/site.js';
import type { SiteFinder } from './calling/site-finder.js';
import type { CallTarget } from './unknown/call-targets.js';

/** A call whose requests are looked up. */
export interface AskedCall {
  readonly finder: SiteFinder;
  readonly context: FileContext;
  readonly call: CallFact;
  /** Index of the call in the table of calls of its file. */
  readonly index: number;
  readonly frame: Frame | undefined;
  readonly at: Place;
  /** Arguments that are methods of a client: their requests are found separately. */
  readonly methods: ReadonlySet<number>;
}

/** Answer of a source about a call. */
export interface Found {
  readonly sites: readonly Site[];
  /** The target of the call is known, so the call is not treated as unknown. */
  readonly isFollowed: boolean;
}

/** Finds the requests of a call through one of its targets; undefined for targets of another kind. */
export type Source = (asked: AskedCall, target: CallTarget) => Found | undefined;

const isFetchParameter = wordTest('fetch-parameter');

/** Returns the external value that a callee is; a parameter named `fetch` counts as the global one. */
export function externalOf(callee: Value): ExternalValue | undefined {
  if (callee.kind === 'external') return callee;
  if (callee.kind !== 'parameter') return undefined;
  const { name } = callee;
  const { path } = callee.parameter;
  const isFetch = path.length === 0 ? isFetchParameter(name) : path.length === 1 && path[0] === 'fetch';
  return isFetch ? { kind: 'external', root: { kind: 'global', name: 'fetch' }, steps: [], patches: [] } : undefined;
}
