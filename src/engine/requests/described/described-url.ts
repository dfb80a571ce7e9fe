import { wordsOf } from '../../../clients/words.js';
import type { Place } from '../../../model/span.js';
import type { SiteFinder } from '../calling/site-finder.js';
import { appendPath } from '../calling/request.js';
import { returnedValues } from '../calling/returned.js';
import { REASON } from '../../values/reasons.js';
import { isAbsolute } from '../../values/resolve-url.js';
import { MAX_TEXTS, textsOf } from '../../values/text.js';
import { holePart, optionsOf, UNDEFINED } from '../../values/value.js';
import type { Part, Parts, Value } from '../../values/value.js';

const BASE_KEYS = wordsOf('base-key');

/** The URLs in a property of a description, below its base: a text, or a function of the sent data. */
export function describedUrls(finder: SiteFinder, path: Value, base: Value, at: Place): readonly Parts[] {
  const paths = describedTexts(finder, path, at);
  const bases = base.kind === 'scalar' ? [] : describedTexts(finder, base, at).map((parts) => withScheme(parts, at));
  if (bases.length === 0) return paths;
  return paths
    .flatMap((parts) => (isAbsolute(parts) ? [parts] : bases.map((start) => appendPath(start, parts, at))))
    .slice(0, MAX_TEXTS);
}

/** Returns the possible values of a property, or the possible results of the function in it. */
export function describedValues(finder: SiteFinder, value: Value): readonly Value[] {
  return optionsOf(value).flatMap((option) =>
    option.kind === 'function' ? returnedValues(finder.evaluator, option) : [option],
  );
}

function describedTexts(finder: SiteFinder, value: Value, at: Place): readonly Parts[] {
  return describedValues(finder, value)
    .filter(({ kind }) => kind !== 'scalar')
    .flatMap((option) => textsOf(option, at))
    .map(withoutExpressions);
}

/** The base of an object, a class or an instance of it; `undefined` if it has none. */
export function baseOf({ evaluator }: SiteFinder, owner: Value, at: Place): Value {
  for (const name of BASE_KEYS) {
    const value = evaluator.member(owner, name, at);
    if (value.kind !== 'scalar' && value.kind !== 'unknown') return value;
  }
  return UNDEFINED;
}

/** Adds a scheme to a bare host: `api.example.com`. */
function withScheme(base: Parts, at: Place): Parts {
  const [first] = base;
  const isHost = first?.kind === 'text' && /^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?:[/:]|$)/i.test(first.text);
  return isHost ? [{ kind: 'text', text: 'https://', at }, ...base] : base;
}

/** Declarative nodes write `=/towers/{{$parameter.tower}}/bells`: text in braces is known only at run time. */
function withoutExpressions(parts: Parts): Parts {
  if (!parts.some((part) => part.kind === 'text' && (part.text.includes('{{') || part.text.startsWith('='))))
    return parts;
  return parts.flatMap((part, index): readonly Part[] => {
    if (part.kind === 'hole') return [part];
    const text = index === 0 ? part.text.replace(/^=(?=\/|https?:|\{\{)/, '') : part.text;
    return text
      .split(/(\{\{[^{}]*\}\})/)
      .filter((piece) => piece !== '')
      .map((piece) =>
        piece.startsWith('{{')
          ? holePart(REASON.atRunTime, part.at, piece.slice(2, -2).trim())
          : { ...part, text: piece },
      );
  });
}
