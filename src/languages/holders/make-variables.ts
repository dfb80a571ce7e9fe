import { PlacedText } from './placed-text.js';

/** Variables by name; undefined for one with several values or an unknown one. */
export type MakeVariables = ReadonlyMap<string, PlacedText | undefined>;

/** Most nested variables, and most characters of an expanded line: more is unknown. */
const MAX_DEPTH = 10;
const MAX_LENGTH = 200_000;

/** Placeholder for an unknown value, valid inside the quotes of every language. */
const HOLE = '${{ make }}';

const REFERENCE = /\$(?:\$|\(([^()$]*(?:\$[({]\w+[)}][^()$]*)*)\)|\{([^{}$]*)\}|([^\s({$]))/g;

/** A command with the values of make's variables; `$$` is the shell's `$`. */
export function expanded(written: PlacedText, variables: MakeVariables, depth = 0): PlacedText {
  const { text } = written;
  const result = new PlacedText();
  let end = 0;
  for (const { 0: reference, 1: inner, 2: braced, 3: single, index } of text.matchAll(REFERENCE)) {
    const place = written.placeOf(index);
    result.copy(written, end, index);
    end = index + reference.length;
    if (reference === '$$') result.put('$', place);
    else if (result.text.length > MAX_LENGTH) result.put(HOLE, place);
    else result.put(valueOf(inner ?? braced ?? single ?? '', variables, depth), place);
  }
  return result.copy(written, end);
}

function valueOf(reference: string, variables: MakeVariables, depth: number): string {
  if (depth > MAX_DEPTH) return HOLE;
  const [, called] = /^call\s+([\w.-]+)/.exec(reference) ?? [];
  const value = variables.get(called ?? reference);
  if (value === undefined) return HOLE;
  if (called === undefined) return expanded(value, variables, depth + 1).text;
  const args = reference.split(',').map((arg) => new PlacedText().add(arg.trim(), 0));
  const given = args.map((arg, index) => [String(index), expanded(arg, variables, depth + 1)] as const);
  return expanded(value, new Map([...variables, ...given]), depth + 1).text;
}
