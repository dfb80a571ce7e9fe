import { createHash } from 'node:crypto';

/** Digest of a text, to see whether it has changed: short, because thousands are kept. */
export function digestOfText(text: string): string {
  return createHash('sha1').update(text).digest('base64').slice(0, 22);
}

/** The same for names of files or folders, in their order. */
export function digestOfNames(names: readonly string[]): string {
  return digestOfText(names.join('\0'));
}
