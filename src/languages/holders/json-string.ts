import { PlacedText } from './placed-text.js';

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

/** What a string of JSON says, by where its quotes stand. */
export function placeJsonString(source: string, start: number, end: number): PlacedText {
  const placed = new PlacedText();
  let at = start + 1;
  const last = end - 1;
  while (at < last) {
    const escape = source.indexOf('\\', at);
    const plain = escape < 0 || escape >= last ? last : escape;
    placed.add(source.slice(at, plain), at);
    at = plain;
    if (at >= last) break;
    const mark = source.charAt(at + 1);
    if (mark === 'u') placed.put(String.fromCharCode(Number.parseInt(source.slice(at + 2, at + 6), 16) || 0), at);
    else placed.put(ESCAPED[mark] ?? mark, at);
    at += mark === 'u' ? 6 : 2;
  }
  return placed;
}
