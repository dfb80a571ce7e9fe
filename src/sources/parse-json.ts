import type * as Jsonc from 'jsonc-parser';
import { lateLibrary } from '../lib/late-library.js';
import { asRecord } from './file-probe.js';

type Json = Readonly<Record<string, unknown>>;

/** The object that a text is, without a byte order mark; undefined where it is none. */
export function parseJson(text: string): Json | undefined {
  try {
    return asRecord(JSON.parse(text.replace(/^\uFEFF/, '')));
  } catch {
    return undefined;
  }
}

/** The same, where comments and commas at the end of lists are allowed. They are the exception: only for them is the library loaded. */
export function parseJsonWithComments(text: string): Json | undefined {
  const strict = parseJson(text);
  if (strict !== undefined) return strict;
  const { parse } = lateLibrary('jsonc-parser');
  const errors: Jsonc.ParseError[] = [];
  try {
    const content: unknown = parse(text.replace(/^\uFEFF/, ''), errors, { allowTrailingComma: true });
    return errors.length === 0 ? asRecord(content) : undefined;
  } catch (error) {
    // Its stack ends where lists are nested thousands deep.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
