import { JAVASCRIPT_WORDS } from '../../../facts/javascript-words.js';
import type { ExprFact } from '../../../model/facts.js';
import type { FileContext } from '../../evaluate/program.js';

/** The dotted name of a global of the platform; for an intrinsic, the name of that. */
export function globalName(context: FileContext, callee: ExprFact): string | undefined {
  const name = dottedName(context, callee);
  return name === undefined ? undefined : (JAVASCRIPT_WORDS.get(name) ?? name);
}

function dottedName(context: FileContext, callee: ExprFact): string | undefined {
  if (callee.kind === 'name')
    return context.scope.lookup(callee.name, callee.at[0]) === undefined ? callee.name : undefined;
  if (callee.kind !== 'member') return undefined;
  const owner = dottedName(context, callee.object);
  if (owner === undefined) return undefined;
  return owner === 'globalThis' || owner === 'window' ? callee.property : `${owner}.${callee.property}`;
}
