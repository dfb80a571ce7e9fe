import type { Place } from '../../model/span.js';
import { REASON } from './reasons.js';
import { eitherCorrelation } from './correlation.js';
import type { Correlations } from './correlation.js';
import { isSameValue, markOf } from './same-value.js';
import { unknownValue } from './value.js';
import type { Part, Value } from './value.js';

/** Most alternatives kept for one value; what exceeds it is one unknown. */
const MAX_OPTIONS = 40;

/** Joins alternatives, flattening nested ones and dropping repeated texts. */
export function choiceOf(values: readonly Value[], at: Place): Value {
  const [only] = values;
  if (values.length === 1 && only !== undefined) return only;
  const flat: Value[] = [];
  const known = new Map<string | number, number[]>();
  for (const value of values) {
    if (value.kind !== 'choice') addOption(flat, known, value);
    else for (const option of value.options) addOption(flat, known, option);
  }
  if (flat.length > MAX_OPTIONS) {
    flat.length = MAX_OPTIONS - 1;
    flat.push(unknownValue(REASON.tooMany, at));
  }
  const [first] = flat;
  return flat.length === 1 && first !== undefined ? first : { kind: 'choice', options: flat };
}

/**
 * Adds an option unless it is there; `known` has the indexes of options that may be equal, by their mark. If there are
 * too many options, the first ones are kept, and new ones are compared with these alone.
 */
function addOption(flat: Value[], known: Map<string | number, number[]>, option: Value): void {
  const mark = markOf(option);
  const alike = mark === undefined ? undefined : known.get(mark);
  for (const index of alike ?? []) {
    const same = flat[index];
    if (same === undefined || !isSameValue(same, option)) continue;
    const either = ofEither(option.unset === true ? option : same, same, option);
    if (either === undefined) continue;
    flat[index] = either;
    return;
  }
  if (flat.length > MAX_OPTIONS) return;
  if (alike !== undefined) alike.push(flat.length);
  else if (mark !== undefined) known.set(mark, [flat.length]);
  flat.push(option);
}

/** Kinds of unknown values: their correlations say hardly anything. */
const OPEN: ReadonlySet<Value['kind']> = new Set(['unknown', 'parameter', 'external']);

/** Two values that are the same but for their correlations, as `kept`; undefined where no correlations can express both. */
function ofEither(kept: Value, one: Value, other: Value): Value | undefined {
  if (kept.kind !== 'text' || one.kind !== 'text' || other.kind !== 'text') {
    if (one.correlations === other.correlations) return kept;
    const correlations = eitherCorrelation(one.correlations, other.correlations);
    if (correlations === undefined && OPEN.has(kept.kind)) return withCorrelations(kept, []);
    return correlations && withCorrelations(kept, correlations);
  }
  if (!one.parts.some(isCorrelated) && !other.parts.some(isCorrelated)) return kept;
  const parts: Part[] = [];
  for (const [index, part] of one.parts.entries()) {
    const correlations = eitherCorrelation(part.correlations, other.parts[index]?.correlations);
    if (correlations === undefined) return undefined;
    parts.push(withCorrelations(part, correlations));
  }
  return { ...kept, parts };
}

function isCorrelated({ correlations }: Part): boolean {
  return correlations !== undefined;
}

/** The same with these correlations, and with none where there are none. */
export function withCorrelations<Marked extends Value | Part>(marked: Marked, correlations: Correlations): Marked {
  if (marked.correlations === correlations) return marked;
  if (correlations.length > 0) return { ...marked, correlations };
  if (marked.correlations === undefined) return marked;
  return { ...marked, correlations: undefined };
}
