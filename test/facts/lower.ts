import { ts } from 'ts-morph';
import { parseTypeScript } from '../../src/languages/facts/typescript.js';
import type { FileFacts } from '../../src/core/model/facts.js';
import type { Span } from '../../src/core/model/span.js';

/** Facts of a source; the parity test requires the same of the other lowering. */
export function lower(source: string, file = 'a.ts'): FileFacts {
  return parseTypeScript(ts, file, source).facts;
}

/** Range of the `nth` occurrence of `part`. */
export function spanIn(source: string, part: string, nth = 1): Span {
  let start = -1;
  for (let count = 0; count < nth; count += 1) start = source.indexOf(part, start + 1);
  if (start < 0) throw new Error(`\`${part}\` is not in the source`);
  return [start, start + part.length];
}
