import type { FileContext } from './program.js';

/** A look-up over one file that is made when it is first asked for, and goes with the file. */
export function perFile<T extends object>(make: (context: FileContext) => T): (context: FileContext) => T {
  const known = new WeakMap<FileContext, T>();
  return (context) => {
    let made = known.get(context);
    if (made === undefined) known.set(context, (made = make(context)));
    return made;
  };
}
