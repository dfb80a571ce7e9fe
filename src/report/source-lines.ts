import { BoundedMap, remembered } from '../lib/collections.js';
import { maskSecrets } from '../lib/mask-secrets.js';

/** Characters of text whose lines are held at a time. */
const MAX_TEXT = 16_000_000;

type TextOf = (file: string) => string | undefined;

type LinesOf = (file: string) => readonly string[] | undefined;

/**
 * The lines of files whose text is available, to find places; not to be shown. Each file is split once for all callers:
 * a file may have very many findings, and evidence alternates between files.
 */
export const linesOf = remembered((textOf: TextOf) => splitter(textOf, (text) => text));

/**
 * The lines of files to be shown, with secrets masked, which are searched for in the whole file; of the same length.
 */
export const shownLinesOf = remembered((textOf: TextOf) => splitter(textOf, maskSecrets));

function splitter(textOf: TextOf, prepare: (text: string) => string): LinesOf {
  const held = new BoundedMap<readonly string[] | undefined>(MAX_TEXT);
  return (file) => {
    if (!held.has(file)) {
      const text = textOf(file);
      const lines = text === undefined ? undefined : prepare(text).split(/\r\n|[\n\r\u2028\u2029]/);
      held.set(file, lines, text?.length ?? 0);
    }
    return held.get(file);
  };
}
