/** Text as a RegExp source that matches exactly it. */
export function escapeRegExp(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
}

/** Source of a RegExp that matches nowhere; without the `^` it would be tried at each place of a text. */
export const NOWHERE = '^(?!)';
