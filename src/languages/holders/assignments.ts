import { PlacedText } from './placed-text.js';

/** Assignments of what a shell finds in its environment, as lines before its code: each stands where the code begins. */
export function assigned(variables: ReadonlyMap<string, PlacedText>, code: PlacedText): PlacedText {
  const lines = new PlacedText();
  const begin = code.placeOf(0);
  for (const [name, value] of variables) {
    // Only what is used: the same environment stands before every step.
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
