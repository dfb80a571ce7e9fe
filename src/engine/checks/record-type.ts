import { pointerKeys } from '../../lib/json.js';
import type { FieldDeprecation } from '../../model/deprecation.js';
import type { ExprFact } from '../../model/facts.js';
import type { Place } from '../../model/span.js';
import type { Evaluator } from '../evaluate/evaluator.js';
import type { FileContext } from '../evaluate/program.js';
import { plainTexts } from '../values/text.js';
import { optionsOf } from '../values/value.js';
import type { ObjectValue, Value } from '../values/value.js';
import { guardedType } from './guarded-type.js';
import type { Verdict } from './guarded-type.js';
import { readPointer } from './record-fields.js';
import { isSameExpr } from './same-expr.js';

/** Whether a sent record is of the type that the deprecation covers; conditions around its construction count. */
export function recordType(evaluator: Evaluator, record: Value, { when }: FieldDeprecation, at: Place): Verdict {
  if (when === undefined) return 'same';
  const texts = plainTexts(readPointer(evaluator, record, when.pointer, at));
  if (texts !== undefined && texts.length > 0)
    return texts.some((text) => text.toUpperCase() === when.equals.toUpperCase()) ? 'same' : 'other';
  const verdicts = objectsIn(record).map((object) => madeAs(evaluator, object, { ...when, at }));
  return verdicts.includes('other') ? 'other' : verdicts.includes('same') ? 'same' : 'unknown';
}

function objectsIn(record: Value): readonly ObjectValue[] {
  return optionsOf(record).flatMap((option) => {
    const base = option.kind === 'layered' ? option.base : option;
    return base.kind === 'object' ? [base] : [];
  });
}

interface Wanted {
  readonly pointer: string;
  readonly equals: string;
  /** Place where the record is sent. */
  readonly at: Place;
}

/**
 * Returns the verdict of conditions on the expression that gives an object literal its type, or on the record it
 * spreads.
 */
function madeAs(evaluator: Evaluator, { file, object }: ObjectValue, { pointer, equals, at }: Wanted): Verdict {
  const context = evaluator.program.context(file);
  const fact = context?.facts.objects[object];
  const keys = pointerKeys(pointer);
  if (context === undefined || fact === undefined) return 'unknown';
  const offsets = [fact.at[0], ...(at.file === file ? [at.span[0]] : [])];
  for (const property of fact.properties.toReversed()) {
    if (property.kind === 'property' && (keys.length > 1 || property.key !== keys[0])) continue;
    const isSame = sameIn(evaluator, context, property.value);
    const never = (): boolean => false;
    const asked = { evaluator, context, keys, equals };
    const verdicts = offsets.map((offset) =>
      guardedType(
        property.kind === 'spread'
          ? { ...asked, isRecord: isSame, isType: never }
          : { ...asked, isRecord: never, isType: isSame },
        offset,
      ),
    );
    const known = verdicts.find((verdict) => verdict !== 'unknown');
    if (known !== undefined || property.kind === 'property') return known ?? 'unknown';
  }
  return 'unknown';
}

function sameIn(evaluator: Evaluator, context: FileContext, wanted: ExprFact): (expr: ExprFact) => boolean {
  return (expr) => isSameExpr(evaluator, context, expr, wanted);
}
