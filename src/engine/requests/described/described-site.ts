import type { Place } from '../../../core/model/span.js';
import { hasMatch } from '../../match/match-url.js';
import { splitVerb, methodFacts, appendPath } from '../calling/request.js';
import type { MethodFacts, Site, SiteFinder } from '../calling/site.js';
import { bareSite, UNKNOWN_METHOD } from '../calling/site.js';
import { choiceOf } from '../../values/choice.js';
import type { Parts, Value, Part } from '../../values/value.js';
import { wordsOf } from '../../../knowledge/clients/words.js';
import { REASON } from '../../values/reasons.js';
import { isAbsolute } from '../../values/resolve-url.js';
import { MAX_TEXTS, textsOf } from '../../values/text.js';
import { holePart, optionsOf, UNDEFINED } from '../../values/value.js';
import type { Evaluator } from '../../evaluate/evaluator.js';

/** Description of a request: its possible URLs, and its method as written. */
interface Described {
  readonly urls: readonly Parts[];
  readonly method: Value;
  readonly at: Place;
  readonly methodAt?: Place['span'] | undefined;
}

/**
 * The site of a described request; undefined if none of its URLs can be deprecated. URLs of other servers are included,
 * so that their texts are not examined again.
 */
export function describedSite(finder: SiteFinder, { urls, method, at, methodAt }: Described): Site | undefined {
  const relevant = urls
    .map((url) => splitVerb(url))
    .filter(({ url }) => isElsewhere(finder, url) || leadsToDeprecated(finder, url));
  if (relevant.length === 0) return undefined;
  const verbs = [...new Set(relevant.flatMap(({ verb }) => (verb === undefined ? [] : [verb])))];
  return bareSite({
    at,
    kind: 'call',
    client: 'request descriptor',
    urls: relevant.map(({ url }) => url),
    method:
      verbs.length > 0
        ? { known: verbs, unknown: false, open: false, at: undefined }
        : describedMethod(finder, method, { file: at.file, span: methodAt ?? at.span }),
  });
}

/** The described method; unknown if it is missing, or in a form that is not read. */
function describedMethod(finder: SiteFinder, method: Value, at: Place): MethodFacts {
  const values = describedValues(finder, method);
  if (values.length === 0) return UNKNOWN_METHOD;
  const defined = values.filter(({ kind }) => kind !== 'scalar');
  const facts = defined.length === 0 ? UNKNOWN_METHOD : methodFacts(choiceOf(defined, at), 'GET', at);
  return defined.length < values.length ? { ...facts, unknown: true } : facts;
}

/** Whether a URL can be that of a deprecated operation. */
export function leadsToDeprecated(finder: SiteFinder, url: Parts): boolean {
  return hasMatch(finder.urlOf(url));
}

/** Whether a URL is provably that of another server. */
export function isElsewhere(finder: SiteFinder, url: Parts): boolean {
  return finder.urlOf(url).host.kind === 'other';
}

const BASE_KEYS = wordsOf('base-key');

/**
 * The URLs in a property of a description, appended to its base URL. The property is a text, or a function that
 * computes the URL from the sent data.
 */
export function describedUrls(finder: SiteFinder, path: Value, base: Value, at: Place): readonly Parts[] {
  const paths = describedTexts(finder, path, at);
  const bases = base.kind === 'scalar' ? [] : describedTexts(finder, base, at).map((parts) => withScheme(parts, at));
  if (bases.length === 0) return paths;
  return paths
    .flatMap((parts) => (isAbsolute(parts) ? [parts] : bases.map((start) => appendPath(start, parts, at))))
    .slice(0, MAX_TEXTS);
}

/** Returns the possible values of a property, or the possible results of the function in it. */
function describedValues(finder: SiteFinder, value: Value): readonly Value[] {
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

/** The base URL in an object, a class or an instance of a class; the value `undefined` if there is none. */
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

/** A text without the expressions in braces of declarative nodes, which are known only at run time. */
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

/** Returns the possible results of a function of the program with unknown arguments; none for any other value. */
export function returnedValues(evaluator: Evaluator, fn: Value): readonly Value[] {
  const context = fn.kind === 'function' ? evaluator.program.context(fn.file) : undefined;
  if (fn.kind !== 'function' || context === undefined) return [];
  const returns = context.facts.functions[fn.function]?.returns ?? [];
  return returns.flatMap((expr) => optionsOf(evaluator.value(context, expr, fn.frame)));
}
