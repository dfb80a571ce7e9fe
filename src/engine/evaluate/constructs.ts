import type { CallFact } from '../../model/facts.js';
import type { FileContext } from './program.js';

/** Whether a call makes an instance where what it calls is a class: by `new`, or as any call does in some languages. */
export function constructs({ facts }: FileContext, { form }: CallFact): boolean {
  return form === 'new' || (form === 'call' && facts.callsConstruct === true);
}
