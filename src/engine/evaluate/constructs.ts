import type { CallFact } from '../../model/facts.js';
import type { FileContext } from './program.js';

/** Whether a call constructs an instance if its callee is a class: by `new`, or by any call in some languages. */
export function constructs({ facts }: FileContext, { form }: CallFact): boolean {
  return form === 'new' || (form === 'call' && facts.callsConstruct === true);
}
