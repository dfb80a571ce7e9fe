import { createHash } from 'node:crypto';

/** Digest of a text, to detect changes: short, because thousands are kept. */
export function digestOfText(text: string): string {
  return createHash('sha1').update(text).digest('base64').slice(0, 22);
}

/** Digest of names of files or folders, in their order. */
export function digestOfNames(names: readonly string[]): string {
  return digestOfText(names.join('\0'));
}
