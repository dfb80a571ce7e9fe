// Control characters, marks that reorder text, invisible characters, and lone surrogates: with any of them a file can
// forge the output on a terminal or a page. The variation selectors of emoji are harmless.
const HOSTILE = /(?![\t\n\ufe0e\ufe0f])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}\p{Default_Ignorable_Code_Point}]/gu;

/** Pattern for a fast test: most texts contain no unusual character. */
const UNUSUAL = /[^\n -~]/;

/**
 * Start of a command that a runner of a CI server recognises anywhere in a line: `##[add-mask]`,
 * `##vso[task.setvariable]`.
 */
const RUNNER_WORD = /##(?=\w*\[)/g;

/** Escapes a text from a file or a file name to one line that is safe to print: an escape character becomes `\x1b`. */
export function escapeText(text: string): string {
  if (!UNUSUAL.test(text) && !text.includes('\n')) return text;
  return text.replace(/[\t\n]/g, (char) => (char === '\t' ? '\\t' : '\\n')).replace(HOSTILE, visibleEscape);
}

function visibleEscape(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  if (code > 0xffff) return `\\u{${code.toString(16)}}`;
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
}

/**
 * Control sequences of this program: colours, line ends of Windows, and, at the start, clearing a line or the screen.
 */
const OWN_SEQUENCE = /\u001b\[\d{1,2}m|\r(?=\n)|^(?:\r\u001b\[K|\u001b\[2J\u001b\[3J\u001b\[H)/;
const OWN_OR_HOSTILE = new RegExp(`(?<own>${OWN_SEQUENCE.source})|${HOSTILE.source}`, 'gu');

/** Makes control sequences in a text visible, except for those of this program. */
export function makeInert(text: string): string {
  if (!UNUSUAL.test(text)) return text;
  return text.replace(OWN_OR_HOSTILE, (found: string, own: string | undefined) => own ?? visibleEscape(found));
}

/** Masks control sequences in lines of source, with as many characters as before, so that columns are unchanged. */
export function maskSource(text: string): string {
  if (!UNUSUAL.test(text)) return text;
  return text.replace(HOSTILE, (char) => {
    const code = char.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\ufffd'.repeat(char.length);
  });
}

/**
 * Breaks the commands that a runner of a CI server would find in a text for people. Runners read both streams of a
 * program, and some search inside lines, so all printed text is treated, on any machine: same report, same bytes.
 */
export function breakCommands(text: string): string {
  return text.replace(RUNNER_WORD, '# #').replace(/^((?:[^\S\n\r\u2028\u2029]|\u001b\[\d{1,2}m)*)::/gm, '$1: :');
}

/** Breaks commands in markup that supports `&#35;`. */
export function breakCommandsInMarkup(text: string): string {
  return text.replace(RUNNER_WORD, '#&#35;').replace(/^([^\S\n\r\u2028\u2029]*)::/gm, '$1&#58;:');
}

/** JSON of a value without invisible characters and commands of runners; parsing it gives the same value. */
export function jsonText(value: unknown, indent?: number): string {
  const json = JSON.stringify(value, null, indent).replace(RUNNER_WORD, '#\\u0023');
  if (!UNUSUAL.test(json)) return json;
  return json.replace(HOSTILE, (char) =>
    Array.from({ length: char.length }, (_, index) => unicodeEscape(char.charCodeAt(index))).join(''),
  );
}

function unicodeEscape(code: number): string {
  return `\\u${code.toString(16).padStart(4, '0')}`;
}

/** Source of a RegExp that matches exactly this text. */
export function escapeRegExp(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
}

/** Source of a RegExp that never matches; without the `^` it would be tried at each position of a text. */
export const NOWHERE = '^(?!)';

/** Decodes the percent escapes of a text; undefined if one is malformed. */
export function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
