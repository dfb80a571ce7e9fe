import { MEGABYTE, readRegularFile } from '../../../../src/core/lib/read-file.js';
import { errorIn } from './input-error.js';
import type { InputKind } from './input-kinds.js';
import type { ZoneInput } from './parse-input.js';

/** Maximum size of an input, far more than the lists of one zone need. */
const MAX_INPUT = 32 * MEGABYTE;

/** Reads one file of the export. Throws a ConfigError if it cannot be read or is too large. */
export function readInput(path: string, name: string, kind?: InputKind): ZoneInput {
  // The parser reports text that is not UTF-8, because it can name the likely encoding.
  const content = readRegularFile(path, { limit: MAX_INPUT, kinds: 'any', malformed: 'replace' });
  if (content.kind === 'text') return { file: name, text: content.text, ...(kind === undefined ? {} : { kind }) };
  throw errorIn(
    name,
    `cannot be read: ${content.kind === 'absent' ? 'the file does not exist' : adviceFor(content.why)}`,
  );
}

function adviceFor(why: string): string {
  if (why === 'it is a folder') return `${why}; name its files`;
  return why.startsWith('it has more than')
    ? `${why}. Give the lists of one zone only.`
    : why.replace(/^it cannot be read: /, '');
}
