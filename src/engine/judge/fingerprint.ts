/**
 * Identity of a finding across unrelated edits: deprecation, file, methods, template and the
 * number of equal ones before it; no line numbers. 16 hexadecimal digits.
 */
export function fingerprint(parts: readonly string[]): string {
  const text = parts.join('\u0000');
  return hash(text, 0x811c9dc5) + hash(text, 0x01000193);
}

/** FNV-1a over UTF-16 units with a final mix, as eight hexadecimal digits. */
function hash(text: string, seed: number): string {
  let state = seed;
  for (let index = 0; index < text.length; index++) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  }
  state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d);
  return ((state ^ (state >>> 13)) >>> 0).toString(16).padStart(8, '0');
}
