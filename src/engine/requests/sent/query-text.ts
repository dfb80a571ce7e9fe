import type { Place } from '../../../model/span.js';
import type { HolePart, Parts } from '../../values/value.js';

/** A parameter that a query's text names; its value is undefined where it is not known. */
export interface TextEntry {
  readonly name: string;
  readonly value: string | undefined;
  readonly at: Place | undefined;
}

/** The parameters in the text of a query, and the holes in it that are no value of one: anything can be in them. */
export function queryTextEntries(query: Parts): {
  readonly entries: readonly TextEntry[];
  readonly rest: readonly HolePart[];
} {
  const entries: TextEntry[] = [];
  const rest: HolePart[] = [];
  let name = '';
  let value: string | undefined;
  let isNamed = false;
  // Text next to a hole is only part of a name.
  let isSpoiled = false;
  let at: Place | undefined;
  const end = (): void => {
    if (name !== '' && !isSpoiled)
      entries.push({ name: decoded(name), value: value === undefined ? undefined : decoded(value), at });
    name = '';
    value = '';
    isNamed = false;
    isSpoiled = false;
    at = undefined;
  };
  end();
  for (const part of query) {
    if (part.kind === 'hole') {
      if (isNamed) value = undefined;
      else {
        isSpoiled = true;
        rest.push(part);
      }
      continue;
    }
    for (const letter of part.text.replace(/^[?]/, '').split('#', 1)[0] ?? '') {
      if (letter === '&') end();
      else if (letter === '=' && !isNamed) isNamed = true;
      else if (isNamed) value = value === undefined ? undefined : value + letter;
      else {
        name += letter;
        at ??= part.at;
      }
    }
  }
  end();
  return { entries, rest };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
