import type { ArgumentPlace, RequestRow } from '../../../core/model/client-model.js';
import type { Place } from '../../../core/model/span.js';
import type { Evaluator } from '../../evaluate/evaluator.js';
import { namedArguments } from '../../evaluate/arguments.js';
import { choiceOf } from '../../values/choice.js';
import { concatTexts, insertedTexts, textsOf } from '../../values/text.js';
import { optionsOf, UNDEFINED } from '../../values/value.js';
import type { ExternalValue, Parts, Patch, Value } from '../../values/value.js';

/**
 * Body of an SDK method: its ids come first, then one object of parameters with the fields of the body; other arguments
 * of its row are merged into the body.
 */
export function sdkBody(
  evaluator: Evaluator,
  { sends = {}, prefixes }: Pick<RequestRow, 'sends' | 'prefixes'>,
  args: readonly Value[],
  at: Place,
): Value {
  const body = args.find(isOptionsObject) ?? args.findLast((arg) => arg.kind === 'parameter') ?? UNDEFINED;
  const patches = Object.entries(sends).flatMap(([field, places]): readonly Patch[] => {
    const value = argumentAt(evaluator, places, args, at);
    if (value === undefined) return [];
    return [{ path: [field], operator: '=', value: withoutPrefix(value, prefixes, at), maybe: false }];
  });
  if (patches.length === 0) return body;
  return { kind: 'layered', base: isOptionsObject(body) ? body : UNDEFINED, patches };
}

/** Returns the argument at the first place with an argument in the call. */
function argumentAt(
  evaluator: Evaluator,
  places: readonly ArgumentPlace[],
  args: readonly Value[],
  at: Place,
): Value | undefined {
  const options = args.find(isOptionsObject);
  for (const place of places) {
    const isIndex = typeof place === 'number';
    const arg = isIndex ? args[place] : undefined;
    const value = isIndex
      ? arg !== undefined && isOptionsObject(arg)
        ? undefined
        : arg
      : options && evaluator.member(options, place, at);
    if (value !== undefined && value.kind !== 'scalar') return value;
  }
  return undefined;
}

/** Returns the value of a template parameter: from one of its places, or the argument with its position or name. */
export function templateArgument(
  evaluator: Evaluator,
  index: number | readonly ArgumentPlace[] | undefined,
  { name, args, at }: { readonly name: string; readonly args: readonly Value[]; readonly at: Place },
): Value | undefined {
  if (typeof index === 'object') return argumentAt(evaluator, index, args, at);
  const value = index === undefined ? undefined : args[index];
  const namedArgs = namedArguments(args);
  if (index === undefined || namedArgs === undefined || (value !== undefined && value !== namedArgs)) return value;
  const namedValue = evaluator.member(namedArgs, name, at);
  return namedValue === UNDEFINED ? undefined : namedValue;
}

/**
 * The models that a router receives, without the vendor's prefix. A model of another vendor is unchanged, because it can
 * be sent as well.
 */
export function withoutPrefix(value: Value, prefixes: readonly string[] | undefined, at: Place): Value {
  if (prefixes === undefined) return value;
  return choiceOf(
    optionsOf(value).map((option): Value => {
      const [first, ...rest] = option.kind === 'text' ? option.parts : [];
      const text = first?.kind === 'text' ? modelOfVendor(first.text, prefixes) : undefined;
      if (option.kind !== 'text' || first?.kind !== 'text' || text === undefined) return option;
      return { ...option, parts: [{ ...first, text }, ...rest] };
    }),
    at,
  );
}

/** The name of a model without the vendor's prefix; undefined if it has the prefix of another vendor. */
export function modelOfVendor(text: string, prefixes: readonly string[]): string | undefined {
  const prefix = longestPrefix(text, prefixes);
  return prefix !== undefined && /[/:]$/.test(prefix) ? text.slice(prefix.length) : prefix && text;
}

function longestPrefix(text: string, prefixes: readonly string[]): string | undefined {
  return prefixes
    .filter((prefix) => text.startsWith(prefix))
    .reduce<string | undefined>(
      (best, candidate) => (best !== undefined && best.length >= candidate.length ? best : candidate),
      undefined,
    );
}

/** Whether the model argument of a router can be a model of the row's vendor; a created client is not. */
export function mayBeVendorModel(evaluator: Evaluator, row: RequestRow, args: readonly Value[], at: Place): boolean {
  const { prefixes = [] } = row;
  const value = modelArgument(evaluator, row, args, at);
  if (value === undefined) return false;
  return optionsOf(value).some((option) => {
    if (option.kind === 'parameter' || option.kind === 'unknown') return true;
    if (option.kind === 'external') return option.root.kind === 'global' || isOfEnvironment(option.root);
    const [first] = option.kind === 'text' ? option.parts : [];
    return first?.kind === 'hole' || (first !== undefined && longestPrefix(first.text, prefixes) !== undefined);
  });
}

/** The model argument of a router. */
export function modelArgument(
  evaluator: Evaluator,
  { fill = {}, sends = {} }: RequestRow,
  args: readonly Value[],
  at: Place,
): Value | undefined {
  const places = [...Object.values(fill), ...Object.values(sends)].flatMap((path) => path);
  return argumentAt(evaluator, places, args, at);
}

function isOfEnvironment(root: ExternalValue['root']): boolean {
  return root.kind === 'package' && root.module === 'os';
}

/** Whether a call has all arguments for the template of its row. */
export function hasTemplateArguments(
  evaluator: Evaluator,
  { fill = {} }: Pick<RequestRow, 'fill'>,
  args: readonly Value[],
  at: Place,
): boolean {
  return Object.entries(fill).every(
    ([name, index]) => templateArgument(evaluator, index, { name, args, at }) !== undefined,
  );
}

/** A path template with its known parameters; the others are holes. Literals have the place of the called member. */
export function templateTexts(
  template: string,
  fill: (name: string) => Value | undefined,
  at: Place,
): readonly Parts[] {
  const pieces = template.split(/(\{[^{}]*\})/).filter((piece) => piece !== '');
  return concatTexts(
    pieces.map((piece): readonly Parts[] => {
      if (!piece.startsWith('{')) return [[{ kind: 'text', text: piece, at }]];
      const name = piece.slice(1, -1);
      const arg = fill(name);
      return arg === undefined
        ? [[{ kind: 'hole', name, at, reason: 'a value known only at run time' }]]
        : insertedTexts(textsOf(arg, at), at);
    }),
  );
}

/** Whether an argument is an options object, not a URL. */
export function isOptionsObject(value: Value): boolean {
  return (
    optionsOf(value).some((option) => option.kind === 'object' || option.kind === 'layered') &&
    !optionsOf(value).some((option) => option.kind === 'text' || isPatchedUrl(option))
  );
}

/** Whether the program sets properties on a text value, as on a URL. */
export function isPatchedUrl(value: Value): boolean {
  return value.kind === 'layered' && optionsOf(value.base).some((base) => base.kind === 'text');
}
