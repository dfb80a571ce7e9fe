import { remembered } from '../../lib/remembered.js';
import type { FileContext } from './program.js';

/** A look-up over one file that is made when it is first asked for, and goes with the file. */
export function perFile<T extends object>(make: (context: FileContext) => T): (context: FileContext) => T {
  return remembered(make);
}
