import { readFileSync, statSync } from 'node:fs';
import { errorIn } from './input-error.js';
import type { InputKind } from './input-kinds.js';
import type { ZoneInput } from './parse-input.js';

/** Far more than the lists of one zone need; a larger file is another one. */
const MAX_INPUT_BYTES = 32 * 1024 * 1024;

/** Reads one file of the export. Throws a ConfigError where it cannot be read or is too large. */
export function readInput(path: string, name: string, kind?: InputKind): ZoneInput {
  let text: string;
  try {
    refuseLarge(name, statSync(path).size);
    text = readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw errorIn(name, `cannot be read: ${reasonOf(error)}`);
  }
  // A pipe has no size before it is read.
  refuseLarge(name, text.length);
  return { file: name, text, ...(kind === undefined ? {} : { kind }) };
}

function refuseLarge(name: string, bytes: number): void {
  if (bytes <= MAX_INPUT_BYTES) return;
  const megabytes = (size: number): string => (size / 1024 / 1024).toFixed(0);
  throw errorIn(
    name,
    `has ${megabytes(bytes)} MB; at most ${megabytes(MAX_INPUT_BYTES)} MB are read. Give the lists of one zone only.`,
  );
}

function reasonOf(error: Error & { readonly code?: unknown }): string {
  switch (error.code) {
    case 'ENOENT':
      return 'there is no such file';
    case 'EISDIR':
      return 'it is a folder; name its files';
    case 'EACCES':
      return 'permission denied';
    default:
      return error.message;
  }
}
