import { dottedPath } from '../../core/lib/json.js';
import { memoByObject, memoByText } from '../../core/lib/collections.js';
import type { ValueDeprecation } from '../../core/model/deprecation.js';
import type { Cause, Finding, UnresolvedSite } from '../../core/model/finding.js';
import type { Place } from '../../core/model/span.js';
import { causeOfValue } from '../judge/gap.js';
import { completeFinding, shownUrl } from '../judge/finding.js';
import { settingsOf } from '../judge/host-proof.js';
import { modelOfVendor } from '../requests/calling/sdk-arguments.js';
import { REASON } from '../values/reasons.js';
import type { CallSite, SiteView } from '../judge/site-view.js';
import { externalName, plainText } from '../values/text.js';
import { optionsOf } from '../values/value.js';
import type { ExternalValue, Value, Parts, TextPart } from '../values/value.js';
import type { Check } from './check.js';
import { ofKind } from './check.js';
import { isDistinctive, missingNote, operationTarget, sentDraft, alsoChange } from './operation-target.js';
import { recordsIn, valuesAt } from './records.js';

/** Deprecated values of a field, in the bodies of some operations. */
export const sentValue: Check = {
  rule: 'no-deprecated-field',
  begin({ finder }) {
    const rules = rulesOf(finder.catalogue);
    if (rules.length === 0) return undefined;
    return {
      ofSite(site) {
        const valuesOf = sentValuesByPointer(site);
        const namesOf = graphqlNamesByPointer(site);
        return rules.flatMap((rule) =>
          valuePlaces(rule).flatMap((place) =>
            valueFindings(
              site,
              rule,
              place,
              rule.within === undefined ? valuesOf(place.pointer) : namesOf(place.pointer),
            ),
          ),
        );
      },
      unresolved: (site) => (site.site.isFoundByName === true ? unresolvedField(site, rules) : unresolvedValue(site)),
    };
  },
  mayComplete(view) {
    const isOpen = openFieldOf(view);
    return rulesOf(view.finder.catalogue).some((rule) =>
      valuePlaces(rule).some((place) => isOpen(place.pointer) && operationTarget(view, place) !== undefined),
    );
  },
};

const rulesOf = ofKind('value');

/** A field that can have the values of an entry, in the bodies of some operations. */
type ValuePlace = Pick<ValueDeprecation, 'api' | 'pointer' | 'endpoints'>;

/** The fields that can have the values of an entry: that of its pointer, and those of operations with another one. */
const valuePlaces = memoByObject((rule: ValueDeprecation): readonly ValuePlace[] => {
  const { api, endpoints } = rule;
  const pointers = new Set(endpoints.map(({ pointer = rule.pointer }) => pointer));
  if (pointers.size < 2) return [rule];
  return [...pointers].map((fieldPointer) => ({
    ...{ api, pointer: fieldPointer },
    endpoints: endpoints.filter(({ pointer = rule.pointer }) => pointer === fieldPointer),
  }));
});

/** A value that a body has in a field. */
interface SentValue {
  readonly text: string;
  readonly at: Place | undefined;
  /** All values that the field can have there; undefined for an unknown one. */
  readonly options: readonly (string | undefined)[];
  readonly isAlwaysSet: boolean;
  /** Source of a value that is not in the program. */
  readonly setBy?: string;
}

interface DeprecatedValue extends Pick<SentValue, 'text' | 'at' | 'setBy'> {
  /** Whether all possible values of the field are deprecated. One among others counts too: the code can send it. */
  readonly isOnly: boolean;
}

/** Returns a finding for each place of a deprecated value: a table can have several values of one entry. */
function valueFindings(
  view: CallSite,
  rule: ValueDeprecation,
  place: ValuePlace,
  sent: readonly SentValue[],
): readonly Finding[] {
  const values = deprecatedValuesOf(sent, rule);
  const target = values.length === 0 ? undefined : operationTarget(view, place);
  return target === undefined
    ? []
    : values.flatMap((value) => valueFinding(view, { ...rule, ...place }, target, value));
}

function valueFinding(
  view: CallSite,
  rule: ValuePlace & Pick<ValueDeprecation, 'id' | 'within'>,
  target: NonNullable<ReturnType<typeof operationTarget>>,
  value: DeprecatedValue,
): readonly Finding[] {
  const { finder, site, context, call } = view;
  const placeHere = value.at?.file === context.file ? value.at : undefined;
  const at = placeHere ?? { file: context.file, span: call.callee.at };
  const field = `\`${dottedPath(rule.pointer)}\``;
  const note = rule.within === undefined ? `${field} is \`${value.text}\` here` : `${field} has \`${value.text}\` here`;
  const draft = sentDraft(view, target, [{ kind: 'literal', at: value.at ?? site.at, note }]);
  const api = finder.catalogue.apis.find(({ id }) => id === rule.api);
  const changes = api === undefined ? [] : alsoChange(finder.evaluator, site, api, draft.operation);
  return completeFinding({
    rule: 'no-deprecated-field',
    about: 'data',
    deprecation: rule.id,
    ...draft,
    at,
    ...(placeHere !== undefined || value.at === undefined ? {} : { causedAt: value.at }),
    fields: [rule.pointer],
    value: value.text,
    ...(changes.length === 0 ? {} : { alsoChange: changes }),
    trust: {
      isDistinctive: isDistinctive(target),
      hasWordAsParameter: false,
      ...(value.setBy === undefined ? {} : { atMost: 'probable' }),
    },
    notes: [
      ...(value.isOnly ? [] : [value.setBy ?? 'The field can have other values too.']),
      ...(site.missing === undefined ? [] : [missingNote(site.missing)]),
    ],
  });
}

/** The deprecated values of a field, one for each place, preferably one without alternatives. */
function deprecatedValuesOf(sent: readonly SentValue[], { equals }: ValueDeprecation): readonly DeprecatedValue[] {
  if (sent.length === 0) return [];
  const deprecatedValues = new Set<string | undefined>(equals);
  const valueByPlace = new Map<string, DeprecatedValue>();
  for (const { text, at, options, isAlwaysSet, setBy } of sent) {
    if (!deprecatedValues.has(text)) continue;
    const place = at === undefined ? text : `${text} ${at.file} ${String(at.span[0])}`;
    const isOnly = isAlwaysSet && options.every((option) => deprecatedValues.has(option));
    if (isOnly || !valueByPlace.has(place))
      valueByPlace.set(place, { text, at, isOnly, ...(setBy === undefined ? {} : { setBy }) });
  }
  return [...valueByPlace.values()];
}

/** Values of the fields of a request's body by pointer, memoised because many entries cover the same field. */
export const sentValuesByPointer = memoByObject((view: SiteView): ((pointer: string) => readonly SentValue[]) => {
  const { finder, site } = view;
  const records = recordsIn(site.body);
  return memoByText((pointer) =>
    records.flatMap((record) =>
      valuesAt(finder.evaluator, record, pointer, site.at).flatMap((value) => {
        const options = optionsOf(value);
        const texts = options.map(textOf);
        return options.flatMap((option, index): readonly SentValue[] => {
          if (option.kind === 'external') return valuesFromSettings(view, option, texts);
          const text = texts[index];
          if (text === undefined) return [];
          const at = option.kind === 'text' ? option.parts[0]?.at : undefined;
          return [{ text, at, options: texts, isAlwaysSet: value.unset !== true }];
        });
      }),
    ),
  );
});

/** The names in the GraphQL texts of the fields of a request's body, by the pointers of the fields. */
function graphqlNamesByPointer({ finder, site }: SiteView): (pointer: string) => readonly SentValue[] {
  return memoByText((pointer) =>
    recordsIn(site.body).flatMap((record) =>
      valuesAt(finder.evaluator, record, pointer, site.at).flatMap((value) => {
        const options = optionsOf(value);
        const isAlwaysSet = value.unset !== true && options.length === 1;
        return options.flatMap((option): readonly SentValue[] =>
          option.kind !== 'text'
            ? []
            : graphqlNames(option.parts).map(({ name, at }) => ({ text: name, at, options: [name], isAlwaysSet })),
        );
      }),
    ),
  );
}

/** A request of an SDK, known only by its name, whose unknown field can have a deprecated value of its API. */
function unresolvedField(view: CallSite, rules: readonly ValueDeprecation[]): UnresolvedSite | undefined {
  const { finder, site } = view;
  const records = recordsIn(site.body);
  const isOpen = memoByText((pointer) =>
    records.some((record) => {
      if (record.kind !== 'object' && record.kind !== 'layered') return true;
      const values = valuesAt(finder.evaluator, record, pointer, site.at);
      return values.flatMap(optionsOf).some((value) => value.kind !== 'scalar' && textOf(value) === undefined);
    }),
  );
  for (const rule of rules.flatMap(valuePlaces)) {
    const target = rule.api === site.api && isOpen(rule.pointer) ? operationTarget(view, rule) : undefined;
    if (target === undefined) continue;
    const reason = `the client is not known, nor what \`${dottedPath(rule.pointer)}\` is`;
    return { at: site.at, client: site.client, url: shownUrl(target.url), methods: site.method.known, reason };
  }
  return undefined;
}

/** Values of an environment variable in settings files; a deployment can set others. */
function valuesFromSettings(
  { finder, site }: SiteView,
  external: ExternalValue,
  options: SentValue['options'],
): readonly SentValue[] {
  const { name = '', settings = [] } = settingsOf(finder, site.at.file, external) ?? {};
  const prefixes = site.sender?.use.row.prefixes;
  return settings.flatMap(({ file, value }): readonly SentValue[] => {
    const text = prefixes === undefined ? value : modelOfVendor(value, prefixes);
    const setBy = `\`${name}\` is set to it in ${file}; a deployment can set it to another.`;
    return text === undefined ? [] : [{ text, at: undefined, options, isAlwaysSet: false, setBy }];
  });
}

/** The reason why the check cannot decide on a request: the value of a field with deprecated values is unknown. */
function unresolvedValue(view: CallSite): UnresolvedSite | undefined {
  const { finder, site } = view;
  if (site.kind !== 'request') return undefined;
  const openValue = memoByText((pointer: string) => ({ value: openValueAt(view, pointer) }));
  for (const rule of rulesOf(finder.catalogue).flatMap(valuePlaces)) {
    const { value } = openValue(rule.pointer);
    const target = value === undefined ? undefined : operationTarget(view, rule);
    if (value === undefined || target === undefined || !PROVEN_HOSTS.has(target.host.host)) continue;
    const { at, client, method } = site;
    const unresolvedReason = `\`${dottedPath(rule.pointer)}\` is ${value.description}`;
    const url = site.sender?.use.model.routes === true ? '{vendor}' : shownUrl(target.url);
    return { at, client, url, methods: method.known, reason: unresolvedReason, cause: value.cause };
  }
  return undefined;
}

/** Proofs that make it certain that a request goes to the API. */
export const PROVEN_HOSTS: ReadonlySet<string> = new Set(['exact', 'set']);

/** Description of the unknown value of a field, with its cause; undefined if all possible values are known. */
function openValueAt({ finder, site }: SiteView, pointer: string): UnknownValue | undefined {
  for (const record of recordsIn(site.body))
    for (const value of valuesAt(finder.evaluator, record, pointer, site.at))
      for (const option of optionsOf(value)) {
        const cause = causeOfValue(finder.evaluator, option, site.at);
        if (cause === undefined) continue;
        if (option.kind === 'parameter')
          return { description: `\`${shownName(option.name)}\`, ${REASON.uncalled}`, cause };
        if (option.kind === 'unknown') return { description: `\`${shownName(option.name)}\`, ${option.reason}`, cause };
        if (option.kind !== 'external') continue;
        const [first] = settingsOf(finder, site.at.file, option)?.settings ?? [];
        const why = first === undefined ? REASON.atRunTime : `which ${first.file} sets`;
        return { description: `\`${shownName(externalName(option))}\`, ${why}`, cause };
      }
  return undefined;
}

interface UnknownValue {
  readonly description: string;
  readonly cause: Cause;
}

/** Shortens a name for a message. */
export function shownName(name: string): string {
  return name.slice(0, 100);
}

/** A text, a number or a boolean as the catalogue writes it. */
function textOf(value: Value): string | undefined {
  if (value.kind === 'scalar') return value.value === undefined ? undefined : String(value.value);
  return value.kind === 'text' ? plainText(value.parts) : undefined;
}

/** Whether callers decide the value of a field in the body of a request, by its pointer. */
export function openFieldOf({ finder, site }: SiteView): (pointer: string) => boolean {
  const isOpenParameter = (value: Value): boolean => optionsOf(value).some(({ kind }) => kind === 'parameter');
  if (isOpenParameter(site.body)) return () => true;
  const records = recordsIn(site.body);
  return memoByText((pointer) =>
    records.some((record) => valuesAt(finder.evaluator, record, pointer, site.at).some(isOpenParameter)),
  );
}

/** A name in a text of GraphQL. */
interface GraphqlName {
  readonly name: string;
  readonly at: Place;
}

/** Placeholder for the unknown part of a text: no name of GraphQL contains it. */
const HOLE = '\0';

/**
 * Comments, texts, and names with the `$` or `@` before them and the colon or a hole after them. A quote without an end
 * ends with its line.
 */
const TOKEN = /#[^\n]*|"""(?:[^"]|"(?!""))*(?:"""|$)|"(?:[^"\\\n]|\\.)*"?|([$@\0]?)([_A-Za-z]\w*)(\s*:|\0)?/g;

/**
 * The names of fields, types and mutations in the known part of a GraphQL text. Excluded are a name before a colon (an
 * alias or an argument), of a variable or a directive, and next to a hole, which may continue it.
 */
function graphqlNames(parts: Parts): readonly GraphqlName[] {
  const text = parts.map((part) => (part.kind === 'text' ? part.text : HOLE)).join('');
  const places = new PartPlaces(parts);
  return Array.from(text.matchAll(TOKEN)).flatMap(({ 1: prefix, 2: name, 3: suffix, index }) => {
    const at = name === undefined || prefix !== '' || suffix !== undefined ? undefined : places.of(index, name.length);
    return name === undefined || at === undefined ? [] : [{ name, at }];
  });
}

/** Finds words of a text in its parts, in order. */
class PartPlaces {
  readonly #parts: Parts;
  #partIndex = 0;
  #partStart = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Place of a word; words are looked up in ascending order. */
  of(index: number, length: number): Place | undefined {
    for (; this.#partIndex < this.#parts.length; this.#partIndex += 1) {
      const part = this.#parts[this.#partIndex];
      const size = part?.kind === 'text' ? part.text.length : HOLE.length;
      if (index < this.#partStart + size)
        return part?.kind === 'text' ? placeIn(part, index - this.#partStart, length) : undefined;
      this.#partStart += size;
    }
    return undefined;
  }
}

/** Lengths of both quotes of a text together: none, `'a'`, `"""a"""`. */
const QUOTE_LENGTHS: readonly number[] = [0, 2, 6];

/** Place of a word of a text; if the text has escapes, the place of the whole text. */
function placeIn({ text, at }: TextPart, index: number, length: number): Place {
  const [from, to] = at.span;
  const quoteLength = to - from - text.length;
  if (!QUOTE_LENGTHS.includes(quoteLength)) return at;
  const start = from + quoteLength / 2 + index;
  return { file: at.file, span: [start, start + length] };
}
