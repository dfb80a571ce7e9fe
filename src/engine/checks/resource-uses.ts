import type { FieldDeprecation } from '../../model/deprecation.js';
import type { CallFact } from '../../model/facts.js';
import type { ResourceRow } from '../../model/resource-row.js';
import type { Place } from '../../model/span.js';
import type { FileContext } from '../evaluate/program.js';
import type { SiteFinder } from '../requests/calling/site-finder.js';
import { plainText } from '../values/text.js';
import { optionsOf } from '../values/value.js';
import type { LayeredValue, ObjectValue, Value } from '../values/value.js';

/** Use of a resource, or of its argument in question. */
export interface ResourceUse {
  /** In the file of the resource. */
  readonly at: Place;
  /** Place where it is written, if that is another file. */
  readonly causedAt: Place | undefined;
  /** It has what matters whatever else is not known. */
  readonly isSure: boolean;
}

/** Uses of a resource as a row means it: one for each place, none where the argument that matters is not given. */
export function resourceUses(
  finder: SiteFinder,
  context: FileContext,
  call: CallFact,
  row: ResourceRow,
): readonly ResourceUse[] {
  const here: Place = { file: context.file, span: call.callee.at };
  const { argument, equals, when } = row;
  if (argument === undefined) return [{ at: here, causedAt: undefined, isSure: true }];
  const search: Search = { finder, at: here };
  const given = finder.evaluator
    .args(context, call, undefined)
    .findLast((arg) => settingsIn(search, arg, argument.split('.')).length > 0);
  if (given === undefined) return [];
  const condition = when === undefined ? undefined : textsAt(search, given, when.argument);
  if (when !== undefined && !condition?.texts.some(({ text }) => text === when.equals)) return [];
  const isSure = condition?.isOpen !== true;
  const { texts, isOpen } = textsAt(search, given, argument);
  if (equals !== undefined) {
    const own = texts.filter(({ text }) => text === equals);
    return usesAt(
      own.map(({ at, keyAt }) => [at, keyAt]),
      here,
      isSure && !isOpen,
    );
  }
  if (!isOpen && isCleared(finder, row, texts)) return [];
  const settings = settingsIn(search, given, argument.split('.'));
  return usesAt(
    settings.map(({ keyAt }) => [keyAt]),
    here,
    isSure,
  );
}

/** One use for each place: the first of those that stand for it which is in the file of the resource. */
function usesAt(
  places: readonly (readonly (Place | undefined)[])[],
  here: Place,
  isSure: boolean,
): readonly ResourceUse[] {
  const seen = new Set<string>();
  return places.flatMap((candidates): readonly ResourceUse[] => {
    const [cause = here] = candidates;
    if (seen.size === seen.add(`${cause.file} ${cause.span.join(' ')}`).size) return [];
    const at = candidates.find((place) => place?.file === here.file) ?? here;
    return [{ at, causedAt: cause.file === here.file ? undefined : cause, isSure }];
  });
}

/** A value that the catalogue allows for a field is no use of it. */
function isCleared(finder: SiteFinder, row: ResourceRow, texts: readonly { readonly text: string }[]): boolean {
  const deprecation = finder.catalogue.deprecations.find(
    (candidate): candidate is FieldDeprecation => candidate.id === row.deprecation && candidate.kind === 'field',
  );
  return texts.length > 0 && texts.every(({ text }) => deprecation?.allowedValues?.includes(text) === true);
}

interface Search {
  readonly finder: SiteFinder;
  /** The resource. */
  readonly at: Place;
}

interface WrittenText {
  readonly text: string;
  readonly at: Place | undefined;
  /** Place of the argument's key. */
  readonly keyAt: Place | undefined;
}

/** The texts that an argument can be, each with the place where it is written; `isOpen`: it can be others. */
function textsAt(
  search: Search,
  object: Value,
  argument: string,
): { readonly texts: readonly WrittenText[]; readonly isOpen: boolean } {
  const texts: WrittenText[] = [];
  let isOpen = false;
  for (const { value, keyAt } of settingsIn(search, object, argument.split('.'))) {
    for (const option of optionsOf(value)) {
      const text = option.kind === 'text' ? plainText(option.parts) : undefined;
      if (option.kind === 'text' && text !== undefined) texts.push({ text, at: option.parts[0]?.at, keyAt });
      else isOpen = true;
    }
  }
  return { texts, isOpen };
}

/** A value that a property has somewhere. */
interface Setting {
  readonly value: Value;
  /** Place of its key, if it is written. */
  readonly keyAt: Place | undefined;
}

/** Returns everything at a path below an object, in each element of lists on the way. */
function settingsIn(search: Search, value: Value, path: readonly string[]): readonly Setting[] {
  const [name, ...rest] = path;
  if (name === undefined) return [];
  return optionsOf(value).flatMap((option): readonly Setting[] => {
    if (option.kind === 'array') return option.elements.flatMap((element) => settingsIn(search, element, path));
    if (option.kind !== 'object' && option.kind !== 'layered') return [];
    const member = search.finder.evaluator.member(option, name, search.at);
    if (member.kind === 'scalar' && (member.value === undefined || member.value === null)) return [];
    if (rest.length > 0) return settingsIn(search, member, rest);
    return [{ value: member, keyAt: keyIn(search.finder, option, name, MAX_SPREADS) }];
  });
}

/** Objects in objects that one key is looked for in. */
const MAX_SPREADS = 10;

function keyIn(
  finder: SiteFinder,
  value: ObjectValue | LayeredValue,
  name: string,
  spreads: number,
): Place | undefined {
  if (value.kind === 'layered') {
    const patch = value.patches.findLast(({ path }) => path[0] === name);
    if (patch !== undefined) return patch.at;
    return value.base.kind === 'object' ? keyIn(finder, value.base, name, spreads) : undefined;
  }
  const context = finder.evaluator.program.context(value.file);
  for (const property of context?.facts.objects[value.object]?.properties.toReversed() ?? []) {
    if (property.kind === 'property') {
      if (property.key === name) return { file: value.file, span: property.keyAt };
    } else if (context !== undefined && spreads > 0) {
      for (const option of optionsOf(finder.evaluator.value(context, property.value, value.frame))) {
        const found = option.kind === 'object' ? keyIn(finder, option, name, spreads - 1) : undefined;
        if (found !== undefined) return found;
      }
    }
  }
  return undefined;
}
