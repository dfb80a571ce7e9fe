import type { ExprFact } from '../../../model/facts.js';
import type { FileContext } from '../../evaluate/program.js';

/** The name of something that the platform gives, dotted. */
export function globalName(context: FileContext, callee: ExprFact): string | undefined {
  if (callee.kind === 'name')
    return context.scope.lookup(callee.name, callee.at[0]) === undefined ? callee.name : undefined;
  if (callee.kind !== 'member') return undefined;
  const owner = globalName(context, callee.object);
  if (owner === undefined) return undefined;
  return owner === 'globalThis' || owner === 'window' ? callee.property : `${owner}.${callee.property}`;
}
