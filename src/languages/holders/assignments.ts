import { PlacedText } from './placed-text.js';

/** Assignments of a shell's environment variables, as lines before its code, placed at its beginning. */
export function assigned(variables: ReadonlyMap<string, PlacedText>, code: PlacedText): PlacedText {
  const lines = new PlacedText();
  const begin = code.placeOf(0);
  for (const [name, value] of variables) {
    // Only used variables, because every step has the same environment.
    if (!code.text.includes(name)) continue;
    lines.put(`${name}=`, begin);
    quoted(lines, value);
    lines.put('\n', begin);
  }
  return lines;
}

/** A text in single quotes. */
function quoted(lines: PlacedText, value: PlacedText): void {
  const { text } = value;
  lines.put("'", value.placeOf(0));
  let end = 0;
  for (let quote = text.indexOf("'"); quote >= 0; quote = text.indexOf("'", end)) {
    lines.copy(value, end, quote).put("'\\''", value.placeOf(quote));
    end = quote + 1;
  }
  lines.copy(value, end).put("'", value.placeOf(text.length));
}
