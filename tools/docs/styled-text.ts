/** Appearance of a text in a terminal. */
export interface Style {
  readonly bold: boolean;
  readonly dim: boolean;
  /** `red`; undefined for the default of the terminal. */
  readonly colour?: Colour;
}

export type Colour = 'red' | 'green' | 'yellow' | 'blue' | 'cyan';

/** Text in one style. */
export interface Run extends Style {
  readonly text: string;
}

const COLOURS: Readonly<Record<string, Colour>> = { 31: 'red', 32: 'green', 33: 'yellow', 34: 'blue', 36: 'cyan' };
const PLAIN_STYLE: Style = { bold: false, dim: false };

/**
 * Parses a text for a terminal into lines of runs.
 *
 * @throws RangeError for an escape sequence that is not a known style.
 */
export function styledLines(text: string): readonly (readonly Run[])[] {
  let style = PLAIN_STYLE;
  return text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const runs: Run[] = [];
      // Texts and escape codes alternate.
      line.split(/\u001b\[([\d;]*[A-Za-z])/).forEach((part, index) => {
        if (index % 2 === 1) style = styleAfter(style, part);
        else if (part !== '') runs.push({ ...style, text: part });
      });
      return runs;
    });
}

function styleAfter(style: Style, sequence: string): Style {
  if (!sequence.endsWith('m')) throw new RangeError(`the escape sequence '${sequence}' is not a style`);
  return sequence.slice(0, -1).split(';').reduce(applyCode, style);
}

function applyCode(style: Style, code: string): Style {
  const { colour: _colour, ...uncoloured } = style;
  const colour = COLOURS[code];
  if (colour !== undefined) return { ...style, colour };
  switch (code) {
    case '0':
      return PLAIN_STYLE;
    case '1':
      return { ...style, bold: true };
    case '2':
      return { ...style, dim: true };
    case '22':
      return { ...style, bold: false, dim: false };
    case '39':
      return uncoloured;
    default:
      throw new RangeError(`no style is known for the escape sequence '${code}'`);
  }
}
