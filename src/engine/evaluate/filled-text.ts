import { bracePieces, percentPieces } from '../../lib/placeholders.js';
import type { Piece } from '../../lib/placeholders.js';
import { concatTexts, fromTexts, textsOf } from '../values/text.js';
import { unknownText } from '../values/text-ranges.js';
import { tableOf } from '../values/table.js';
import type { Part, Parts, TextValue, Value } from '../values/value.js';
import type { CallInEnv } from './evaluator.js';
import { namedArguments } from './given-arguments.js';

/** Parsers of templates that a call fills: `'/bells/%s' % bell`, `'/bells/{}'.format(bell)`. */
const STYLES = tableOf<(template: string) => readonly Piece[]>({ format: bracePieces, '%': percentPieces });

/** Whether a method fills a template. */
export function isFilled(method: string): boolean {
  return STYLES.has(method);
}

/** A template with its values; undefined where the method fills none. */
export function filledText({ parts }: TextValue, method: string, call: CallInEnv): Value | undefined {
  const read = STYLES.get(method);
  if (read === undefined) return undefined;
  const values = method === '%' ? listed(call.args()) : call.args();
  const places = placesOf(values, call);
  const pieces = parts.flatMap((part): readonly (readonly Parts[])[] =>
    part.kind === 'hole'
      ? [[[part]]]
      : read(part.text).map((piece) =>
          piece.kind === 'text' ? [[{ ...part, text: piece.text } satisfies Part]] : places(piece, part.at.file),
        ),
  );
  return fromTexts(concatTexts(pieces), call.at);
}

/** One value that is a list gives its elements. */
function listed(args: readonly Value[]): readonly Value[] {
  const [only, ...others] = args;
  return only?.kind === 'array' && !only.open && others.length === 0 ? only.elements : args;
}

type Place = Extract<Piece, { readonly kind: 'place' }>;

/** Returns the value for a placeholder: the next one, or the one of its position or name. */
function placesOf(args: readonly Value[], { env, at }: CallInEnv): (place: Place, file: string) => readonly Parts[] {
  const named = namedArguments(args) ?? args.find(({ kind }) => kind === 'object' || kind === 'layered');
  const values = args.filter((arg) => arg !== named);
  let next = 0;
  return ({ path: [first, ...rest], isPlain }) => {
    const found =
      first === undefined
        ? values[next++]
        : /^\d+$/.test(first)
          ? values[Number(first)]
          : named && env.evaluator.member(named, first, at);
    if (found === undefined || !isPlain) return [[unknownText(at)]];
    return textsOf(
      rest.reduce((value, property) => env.evaluator.member(value, property, at), found),
      at,
    );
  };
}
