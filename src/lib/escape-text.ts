// Control characters, and the marks that reorder text: both let a file forge what a terminal shows. Halves of
// characters cannot be written at all.
const HOSTILE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|\p{Surrogate}/gu;

/** Text from files or file names, on one line, safe to print: `\x1b` becomes visible as such. */
export function escapeText(text: string): string {
  return text
    .replace(/[\t\n]/g, (char) => (char === '\t' ? '\\t' : '\\n'))
    .replace(HOSTILE, (char) => {
      const code = char.charCodeAt(0);
      return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
    });
}

/** The same for lines of source: one character for each, so that columns stay what they are. */
export function maskSource(text: string): string {
  return text.replace(HOSTILE, (char) => {
    const code = char.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\ufffd';
  });
}
