import type { Env } from '../../evaluate/evaluator.js';
import { propertyKeys } from '../../evaluate/object-keys.js';
import { placeIn } from '../../evaluate/program.js';
import {
  decisionAt,
  EMPTY_BAG,
  mergeOver,
  ABSENT_BAG,
  replacedBy,
  withDoubt,
  oneOfBags,
  unknownBag,
  concatBags,
} from './sent.js';
import type { EntryBag } from './sent.js';
import { withNewEntry, wantedValue, bagOfPairs } from './bag-entries.js';
import type { Reading } from './reading.js';
import { readingOfCopy, readNested } from './reading.js';
import type { Place } from '../../../core/model/span.js';
import { callAt } from '../../evaluate/positions.js';
import { objectUses } from '../../evaluate/name-uses.js';
import type { ExternalValue, LayeredValue, ObjectValue, Value, Parts, HolePart } from '../../values/value.js';
import { applyChanges } from './bag-changes.js';
import { percentDecoded } from '../../../core/lib/escape.js';
import { optionsOf } from '../../values/value.js';

type Path = readonly string[];

/** Reads the object at a path in an object literal. */
export function readObject(reading: Reading, env: Env, index: number, path: Path): EntryBag {
  const fact = env.context.facts.objects[index];
  const [first, ...rest] = path;
  let bag = first === undefined ? EMPTY_BAG : ABSENT_BAG;
  for (const property of fact?.properties ?? []) {
    if (property.kind === 'spread') {
      const spread = reading.reader.expr(readingOfCopy(reading, env, property.value), env, property.value, path);
      bag = first === undefined ? mergeOver(bag, { ...spread, absent: 'no' }, 'key') : replacedBy(bag, spread);
      continue;
    }
    const keys = propertyKeys(env, property);
    const at = placeIn(env.context, property.keyAt);
    if (keys === undefined) {
      bag = withDoubt(bag, 'a property whose name is not known');
    } else if (first === undefined) {
      for (const key of keys)
        bag = withNewEntry(reading, bag, {
          key,
          at,
          value: wantedValue(reading, env, key, property.value),
          maybe: keys.length > 1,
        });
    } else if (keys.includes(first)) {
      const value = reading.reader.expr(reading, env, property.value, rest);
      bag = keys.length === 1 ? value : replacedBy(bag, { ...value, absent: 'maybe' });
    }
  }
  return bag;
}

/** Classes whose objects contain copies of names and values. */
export const COPYING_CLASSES = new Set(['FormData', 'Headers', 'URLSearchParams', 'map/of']);

/** Reads a value from elsewhere: passed by a caller, imported, or in a field. */
export function readValue(reading: Reading, value: Value, path: Path, at: Place): EntryBag {
  return readNested(reading, () => readKind(reading, value, path, at));
}

function readKind(reading: Reading, value: Value, path: Path, at: Place): EntryBag {
  switch (value.kind) {
    case 'scalar':
      return ABSENT_BAG;
    case 'choice':
      return oneOfBags(
        value.options.map((option) => readValue(reading, option, path, at)),
        decisionAt(at),
      );
    case 'text':
      return reading.kind === 'query' ? reading.reader.texts(reading, value, at) : unknownBag('a text');
    case 'object':
      return readLiteral(reading, value, path);
    case 'layered':
      return readLayered(reading, value, path, at);
    case 'array': {
      const bag = bagOfPairs(reading, value.elements, at);
      return path.length > 0 || value.open ? withDoubt(bag, 'a list that is known only in part') : bag;
    }
    case 'external':
      return readConstructed(reading, value, path, at);
    case 'instance':
    case 'function':
    case 'class':
    case 'module':
    case 'regex':
      return unknownBag(`the result of a ${value.kind}`);
    default:
      return unknownBag(`\`${value.name}\``);
  }
}

/** An object literal, with the changes that the file makes to it. */
function readLiteral(reading: Reading, { file, object, frame }: ObjectValue, path: Path): EntryBag {
  const { evaluator } = reading.finder;
  const context = evaluator.program.context(file);
  if (context === undefined) return unknownBag('…');
  const env = evaluator.env(context, frame);
  const uses = objectUses(context).objects.get(object) ?? [];
  return applyChanges(reading, env, { binding: undefined, uses, path }, readObject(reading, env, object, path));
}

/** Applies the patches of a layered value, property by property. */
function readLayered(reading: Reading, { base, patches }: LayeredValue, path: Path, at: Place): EntryBag {
  const [first, ...rest] = path;
  let bag = readValue(reading, base, path, at);
  for (const { path: patchPath, value: newValue, maybe, at: keyPlace, operator } of patches) {
    const [key] = patchPath;
    if (operator === '+=' || key === undefined) continue;
    if (first !== undefined && first === key && patchPath.length === 1) {
      const replacement = readValue(reading, newValue, rest, at);
      bag = maybe ? replacedBy(bag, { ...replacement, absent: 'maybe' }) : replacement;
    } else if (patchPath.length === path.length + 1 && path.every((name, index) => patchPath[index] === name))
      bag = withNewEntry(reading, bag, { key: patchPath.at(-1) ?? '', value: newValue, at: keyPlace ?? at, maybe });
  }
  return bag;
}

/** Reads a `new Headers(init)` that was passed in. */
function readConstructed(reading: Reading, value: ExternalValue, path: Path, at: Place): EntryBag {
  const construction = value.steps.find((step) => step.kind === 'call');
  const isCopyingClass =
    value.root.kind === 'global' && COPYING_CLASSES.has(value.root.name) && value.steps[0] === construction;
  if (!isCopyingClass || construction?.kind !== 'call' || path.length > 0)
    return unknownBag('the result of a library function');
  const [init] = construction.args();
  const bag = init === undefined ? EMPTY_BAG : readValue({ ...reading, sendsUndefined: true }, init, [], at);
  const context = reading.finder.evaluator.program.context(construction.at.file);
  const call = context && callAt(context, construction.at.span);
  if (context === undefined || call === undefined) return bag;
  const uses = objectUses(context).results.get(call) ?? [];
  return applyChanges(
    reading,
    reading.finder.evaluator.env(context, undefined),
    { binding: undefined, uses, path },
    {
      ...bag,
      absent: 'no',
    },
  );
}

/** The query of each possible text of a value. */
export function readTexts(reading: Reading, value: Value, at: Place): EntryBag {
  const bags = optionsOf(value).map((option) => {
    if (option.kind === 'text') return readQuery(reading, queryOf(option.parts), at);
    if (option.kind === 'layered' && option.base.kind === 'text')
      return readQuery(reading, queryOf(option.base.parts), at);
    return unknownBag('a URL that is not known');
  });
  return oneOfBags(bags, decisionAt(at));
}

/** The parts of a URL after its `?`; all of them if the text does not look like a URL. */
function queryOf(parts: Parts): Parts {
  const query: Parts[number][] = [];
  let isInQuery = false;
  let isUrl = false;
  for (const part of parts) {
    if (isInQuery || part.kind !== 'text') {
      // The value of a hole in a path can contain a query.
      if (isInQuery) query.push(part);
      continue;
    }
    isUrl ||= part.text.includes('/');
    const start = part.text.indexOf('?');
    if (start === -1) continue;
    isInQuery = true;
    query.push({ ...part, text: part.text.slice(start + 1) });
  }
  return isInQuery || isUrl ? query : parts;
}

/** The parameters in the text of a query. */
export function readQuery(reading: Reading, query: Parts, at: Place): EntryBag {
  let bag = EMPTY_BAG;
  const { entries, holes } = queryTextEntries(query);
  for (const { name, value, at: place } of entries)
    bag = {
      ...bag,
      entries: [
        ...bag.entries,
        { key: name, name, values: value === undefined ? undefined : [value], at: place ?? at, when: [] },
      ],
    };
  for (const hole of holes) {
    const result =
      hole.external === undefined
        ? unknownBag(`\`${hole.name}\` in the query`)
        : readValue(reading, hole.external, [], at);
    bag = concatBags(bag, result);
  }
  return bag;
}

/** A parameter in the text of a query; its value is undefined if unknown. */
interface TextEntry {
  readonly name: string;
  readonly value: string | undefined;
  readonly at: Place | undefined;
}

/** The parameters in the text of a query, and its holes outside values, which can contain anything. */
function queryTextEntries(query: Parts): {
  readonly entries: readonly TextEntry[];
  readonly holes: readonly HolePart[];
} {
  const entries: TextEntry[] = [];
  const holes: HolePart[] = [];
  let name = '';
  let value: string | undefined;
  let isNamed = false;
  // A name next to a hole continues in the hole.
  let isPartOfName = false;
  let at: Place | undefined;
  const finishEntry = (): void => {
    if (name !== '' && !isPartOfName)
      entries.push({ name: decodeText(name), value: value === undefined ? undefined : decodeText(value), at });
    name = '';
    value = '';
    isNamed = false;
    isPartOfName = false;
    at = undefined;
  };
  finishEntry();
  for (const part of query) {
    if (part.kind === 'hole') {
      if (isNamed) value = undefined;
      else {
        isPartOfName = true;
        holes.push(part);
      }
      continue;
    }
    for (const letter of part.text.replace(/^[?]/, '').split('#', 1)[0] ?? '') {
      if (letter === '&') finishEntry();
      else if (letter === '=' && !isNamed) isNamed = true;
      else if (isNamed) value = value === undefined ? undefined : value + letter;
      else {
        name += letter;
        at ??= part.at;
      }
    }
  }
  finishEntry();
  return { entries, holes };
}

function decodeText(text: string): string {
  return percentDecoded(text.replaceAll('+', ' ')) ?? text;
}
