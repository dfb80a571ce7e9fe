/** Text as a RegExp source that matches exactly it. */
export function escapeRegExp(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
}
