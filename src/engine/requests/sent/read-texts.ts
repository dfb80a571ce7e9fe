import { percentDecoded } from '../../../lib/decode-text.js';
import type { Place } from '../../../model/span.js';
import { optionsOf } from '../../values/value.js';
import type { Parts, Value, HolePart } from '../../values/value.js';
import { beside, EMPTY_BAG, oneOf, openBag } from './bag.js';
import type { Bag } from './bag.js';
import { readValue } from './read-value.js';
import type { Reading } from './reading.js';

/** The query of each possible text of a value. */
export function readTexts(reading: Reading, value: Value, at: Place): Bag {
  const bags = optionsOf(value).map((option) => {
    if (option.kind === 'text') return readQuery(reading, queryOf(option.parts), at);
    if (option.kind === 'layered' && option.base.kind === 'text')
      return readQuery(reading, queryOf(option.base.parts), at);
    return openBag('a URL that is not known');
  });
  return oneOf(bags, `${at.file}:?${String(at.span[0])}-${String(at.span[1])}`);
}

/** The parts of a URL after its `?`; all of them if the text shows no sign of a URL. */
function queryOf(parts: Parts): Parts {
  const query: Parts[number][] = [];
  let begun = false;
  let isUrl = false;
  for (const part of parts) {
    if (begun || part.kind !== 'text') {
      // The value of a hole in a path can contain a query.
      if (begun) query.push(part);
      continue;
    }
    isUrl ||= part.text.includes('/');
    const start = part.text.indexOf('?');
    if (start === -1) continue;
    begun = true;
    query.push({ ...part, text: part.text.slice(start + 1) });
  }
  return begun || isUrl ? query : parts;
}

/** The parameters in the text of a query. */
export function readQuery(reading: Reading, query: Parts, at: Place): Bag {
  let bag = EMPTY_BAG;
  const { entries, rest } = queryTextEntries(query);
  for (const { name, value, at: named } of entries)
    bag = {
      ...bag,
      entries: [
        ...bag.entries,
        { key: name, name, values: value === undefined ? undefined : [value], at: named ?? at, when: [] },
      ],
    };
  for (const hole of rest) {
    const given =
      hole.external === undefined
        ? openBag(`\`${hole.name}\` in the query`)
        : readValue(reading, hole.external, [], at);
    bag = beside(bag, given);
  }
  return bag;
}

/** A parameter in the text of a query; its value is undefined if unknown. */
interface TextEntry {
  readonly name: string;
  readonly value: string | undefined;
  readonly at: Place | undefined;
}

/** The parameters in the text of a query, and its holes outside of values: they can contain anything. */
function queryTextEntries(query: Parts): {
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
  return percentDecoded(text.replaceAll('+', ' ')) ?? text;
}
