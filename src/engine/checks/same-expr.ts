import type { ExprFact } from '../../model/facts.js';
import type { Evaluator } from '../evaluate/evaluator.js';
import type { FileContext } from '../evaluate/program.js';
import { REASON } from '../values/reasons.js';

/** Most names that are followed on the way to their value. */
const MAX_NAMES = 8;

/** Whether two expressions of a file mean the same value, judged by names and members. */
export function isSameExpr(
  { program }: Pick<Evaluator, 'program'>,
  context: FileContext,
  left: ExprFact,
  right: ExprFact,
): boolean {
  return isSame({ context, program }, left, right, MAX_NAMES);
}

interface Comparing extends Pick<Evaluator, 'program'> {
  readonly context: FileContext;
}

function isSame(comparing: Comparing, left: ExprFact, right: ExprFact, names: number): boolean {
  const [a, b] = [bare(left), bare(right)];
  if (a.kind === 'name' || b.kind === 'name') return isSameName(comparing, a, b, names);
  switch (a.kind) {
    case 'member':
      return b.kind === 'member' && a.property === b.property && isSame(comparing, a.object, b.object, names);
    case 'element':
      return (
        b.kind === 'element' &&
        isSame(comparing, a.object, b.object, names) &&
        isSame(comparing, a.index, b.index, names)
      );
    case 'literal':
      return b.kind === 'literal' && a.value === b.value;
    case 'each':
      return b.kind === 'each' && a.at[0] === b.at[0] && a.at[1] === b.at[1];
    case 'parameter':
      return b.kind === 'parameter' && a.function === b.function && a.index === b.index;
    case 'call':
      return b.kind === 'call' && a.call === b.call;
    case 'this':
      return b.kind === 'this' && a.ofClass === b.ofClass;
    default:
      return false;
  }
}

/** Whether two expressions, at least one of which is a name, mean the same value. */
function isSameName(comparing: Comparing, a: ExprFact, b: ExprFact, names: number): boolean {
  const { context, program } = comparing;
  const [ofA, ofB] = [a, b].map((expr) =>
    expr.kind === 'name' ? context.scope.lookup(expr.name, expr.at[0]) : undefined,
  );
  if (ofA !== undefined && ofA === ofB) return true;
  const [meantA, meantB] = [ofA?.value ?? a, ofB?.value ?? b];
  if (meantA === a && meantB === b) return false;
  if (names === 0) program.cut(REASON.limit);
  return names > 0 && isSame(comparing, meantA, meantB, names - 1);
}

/** The expression without a default for `undefined`. */
export function bare(expr: ExprFact): ExprFact {
  return expr.kind === 'default' ? expr.value : expr;
}

/**
 * The expression of which an expression is the member at `keys` (outermost first), also through names that hold a part
 * of it. Undefined if it is a member by other keys.
 */
export function ownerOf(context: FileContext, expr: ExprFact, keys: readonly string[]): ExprFact | undefined {
  let current: ExprFact = expr;
  for (const key of keys.toReversed()) {
    const named = current.kind === 'name' ? context.scope.lookup(current.name, current.at[0])?.value : undefined;
    const member: ExprFact = bare(named ?? current);
    if (member.kind !== 'member' || member.property !== key) return undefined;
    current = member.object;
  }
  return current;
}
