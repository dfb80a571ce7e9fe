import { BoundedMap } from '../lib/bounded-map.js';
import { remembered } from '../lib/remembered.js';

/** Characters of text whose lines are held at a time. */
const MAX_TEXT = 16_000_000;

type TextOf = (file: string) => string | undefined;

/**
 * The lines of files whose text is at hand, each file split once for all that asks: a file may have very many findings,
 * and evidence goes back and forth between files.
 */
export const linesOf = remembered((textOf: TextOf): ((file: string) => readonly string[] | undefined) => {
  const held = new BoundedMap<readonly string[] | undefined>(MAX_TEXT);
  return (file) => {
    if (!held.has(file)) {
      const text = textOf(file);
      held.set(file, text?.split(/\r\n|[\n\r\u2028\u2029]/), text?.length ?? 0);
    }
    return held.get(file);
  };
});
