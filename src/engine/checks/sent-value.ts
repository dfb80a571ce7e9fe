import { dotted } from '../../core/lib/json.js';
import { memoByObject, memoByText } from '../../core/lib/collections.js';
import type { ValueDeprecation } from '../../core/model/deprecation.js';
import type { Cause, Finding, UnresolvedSite } from '../../core/model/finding.js';
import type { Place } from '../../core/model/span.js';
import { causeOfValue } from '../judge/gap.js';
import { finding, shownUrl } from '../judge/finding.js';
import { settingsOf } from '../judge/host-proof.js';
import { ownName } from '../requests/calling/sdk-arguments.js';
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
        const sent = sentBy(site);
        const names = namesBy(site);
        return rules.flatMap((rule) =>
          placesOf(rule).flatMap((place) =>
            valueOf(site, rule, place, rule.within === undefined ? sent(place.pointer) : names(place.pointer)),
          ),
        );
      },
      unresolved: (site) => (site.site.isFoundByName === true ? openField(site, rules) : openValueOf(site)),
    };
  },
  mayComplete(view) {
    const isOpen = openFieldOf(view);
    return rulesOf(view.finder.catalogue).some((rule) =>
      placesOf(rule).some((place) => isOpen(place.pointer) && operationTarget(view, place) !== undefined),
    );
  },
};

const rulesOf = ofKind('value');

/** A field that can have the values of an entry, in the bodies of some operations. */
type ValuePlace = Pick<ValueDeprecation, 'api' | 'pointer' | 'endpoints'>;

/** The fields that can have the values of an entry: its own, and those of operations with another pointer. */
const placesOf = memoByObject((rule: ValueDeprecation): readonly ValuePlace[] => {
  const { api, endpoints } = rule;
  const pointers = new Set(endpoints.map(({ pointer = rule.pointer }) => pointer));
  if (pointers.size < 2) return [rule];
  return [...pointers].map((at) => ({
    ...{ api, pointer: at },
    endpoints: endpoints.filter(({ pointer = rule.pointer }) => pointer === at),
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

interface DeadValue extends Pick<SentValue, 'text' | 'at' | 'setBy'> {
  /** Whether the field never has another value. Like in a path, one value among others counts: the code can send it. */
  readonly isOnly: boolean;
}

/** Returns a finding for each place of a deprecated value: a table can have several values of one entry. */
function valueOf(
  view: CallSite,
  rule: ValueDeprecation,
  place: ValuePlace,
  sent: readonly SentValue[],
): readonly Finding[] {
  const values = deadValues(sent, rule);
  const target = values.length === 0 ? undefined : operationTarget(view, place);
  return target === undefined ? [] : values.flatMap((dead) => findingOf(view, { ...rule, ...place }, target, dead));
}

function findingOf(
  view: CallSite,
  rule: ValuePlace & Pick<ValueDeprecation, 'id' | 'within'>,
  target: NonNullable<ReturnType<typeof operationTarget>>,
  dead: DeadValue,
): readonly Finding[] {
  const { finder, site, context, call } = view;
  const here = dead.at?.file === context.file ? dead.at : undefined;
  const at = here ?? { file: context.file, span: call.callee.at };
  const field = `\`${dotted(rule.pointer)}\``;
  const note = rule.within === undefined ? `${field} is \`${dead.text}\` here` : `${field} has \`${dead.text}\` here`;
  const draft = sentDraft(view, target, [{ kind: 'literal', at: dead.at ?? site.at, note }]);
  const api = finder.catalogue.apis.find(({ id }) => id === rule.api);
  const changes = api === undefined ? [] : alsoChange(finder.evaluator, site, api, draft.operation);
  return finding({
    rule: 'no-deprecated-field',
    about: 'data',
    deprecation: rule.id,
    ...draft,
    at,
    ...(here !== undefined || dead.at === undefined ? {} : { causedAt: dead.at }),
    fields: [rule.pointer],
    value: dead.text,
    ...(changes.length === 0 ? {} : { alsoChange: changes }),
    trust: {
      distinctive: isDistinctive(target),
      wordAsParameter: false,
      ...(dead.setBy === undefined ? {} : { atMost: 'probable' }),
    },
    notes: [
      ...(dead.isOnly ? [] : [dead.setBy ?? 'The field can have other values too.']),
      ...(site.missing === undefined ? [] : [missingNote(site.missing)]),
    ],
  });
}

/** The deprecated values of a field, one for each place, preferably one without alternatives. */
function deadValues(sent: readonly SentValue[], { equals }: ValueDeprecation): readonly DeadValue[] {
  if (sent.length === 0) return [];
  const deprecatedValues = new Set<string | undefined>(equals);
  const dead = new Map<string, DeadValue>();
  for (const { text, at, options, isAlwaysSet, setBy } of sent) {
    if (!deprecatedValues.has(text)) continue;
    const place = at === undefined ? text : `${text} ${at.file} ${String(at.span[0])}`;
    const isOnly = isAlwaysSet && options.every((option) => deprecatedValues.has(option));
    if (isOnly || !dead.has(place)) dead.set(place, { text, at, isOnly, ...(setBy === undefined ? {} : { setBy }) });
  }
  return [...dead.values()];
}

/** Values of the fields of a request's body by pointer, memoised because many entries cover the same field. */
export const sentBy = memoByObject((view: SiteView): ((pointer: string) => readonly SentValue[]) => {
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
function namesBy({ finder, site }: SiteView): (pointer: string) => readonly SentValue[] {
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
function openField(view: CallSite, rules: readonly ValueDeprecation[]): UnresolvedSite | undefined {
  const { finder, site } = view;
  const records = recordsIn(site.body);
  const isOpen = memoByText((pointer) =>
    records.some((record) => {
      if (record.kind !== 'object' && record.kind !== 'layered') return true;
      const values = valuesAt(finder.evaluator, record, pointer, site.at);
      return values.flatMap(optionsOf).some((value) => value.kind !== 'scalar' && textOf(value) === undefined);
    }),
  );
  for (const rule of rules.flatMap(placesOf)) {
    const target = rule.api === site.api && isOpen(rule.pointer) ? operationTarget(view, rule) : undefined;
    if (target === undefined) continue;
    const reason = `the client is not known, nor what \`${dotted(rule.pointer)}\` is`;
    return { at: site.at, client: site.client, url: shownUrl(target.url), methods: site.method.known, reason };
  }
  return undefined;
}

/** The values that settings files give to an environment variable; a deployment can set others. */
function valuesFromSettings(
  { finder, site }: SiteView,
  external: ExternalValue,
  options: SentValue['options'],
): readonly SentValue[] {
  const { name = '', settings = [] } = settingsOf(finder, site.at.file, external) ?? {};
  const prefixes = site.sender?.use.row.prefixes;
  return settings.flatMap(({ file, value }): readonly SentValue[] => {
    const text = prefixes === undefined ? value : ownName(value, prefixes);
    const setBy = `\`${name}\` is set to it in ${file}; a deployment can set it to another.`;
    return text === undefined ? [] : [{ text, at: undefined, options, isAlwaysSet: false, setBy }];
  });
}

/** The reason why the check cannot decide on a request: the value of a field with deprecated values is unknown. */
function openValueOf(view: CallSite): UnresolvedSite | undefined {
  const { finder, site } = view;
  if (site.kind !== 'request') return undefined;
  const isOpen = memoByText((pointer: string) => ({ value: openValueAt(view, pointer) }));
  for (const rule of rulesOf(finder.catalogue).flatMap(placesOf)) {
    const { value } = isOpen(rule.pointer);
    const target = value === undefined ? undefined : operationTarget(view, rule);
    if (value === undefined || target === undefined || !SURE_HOSTS.has(target.host.host)) continue;
    const { at, client, method } = site;
    const unresolvedReason = `\`${dotted(rule.pointer)}\` is ${value.description}`;
    const url = site.sender?.use.model.routes === true ? '{vendor}' : shownUrl(target.url);
    return { at, client, url, methods: method.known, reason: unresolvedReason, cause: value.cause };
  }
  return undefined;
}

/** Proofs that make it certain that a request goes to the API. */
export const SURE_HOSTS: ReadonlySet<string> = new Set(['exact', 'set']);

/** The unknown value of a field as text, with its place; undefined if all possible values are known. */
function openValueAt({ finder, site }: SiteView, pointer: string): Unknown | undefined {
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

interface Unknown {
  readonly description: string;
  readonly cause: Cause;
}

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
 * Comments, texts, and names with the `$` or `@` before them and the colon or a hole after them. Quotes without an end
 * reach to the end of their line.
 */
const TOKEN = /#[^\n]*|"""(?:[^"]|"(?!""))*(?:"""|$)|"(?:[^"\\\n]|\\.)*"?|([$@\0]?)([_A-Za-z]\w*)(\s*:|\0)?/g;

/**
 * The names of fields, types and mutations in the known part of a GraphQL text. Excluded are a name before a colon (an
 * alias or an argument), of a variable or a directive, and next to a hole, which may continue it.
 */
function graphqlNames(parts: Parts): readonly GraphqlName[] {
  const text = parts.map((part) => (part.kind === 'text' ? part.text : HOLE)).join('');
  const places = new PartPlaces(parts);
  return Array.from(text.matchAll(TOKEN)).flatMap(({ 1: sign, 2: name, 3: behind, index }) => {
    const at = name === undefined || sign !== '' || behind !== undefined ? undefined : places.of(index, name.length);
    return name === undefined || at === undefined ? [] : [{ name, at }];
  });
}

/** Finds words of a text in its parts, in order. */
class PartPlaces {
  readonly #parts: Parts;
  #next = 0;
  /** Start of the part. */
  #from = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Place of a word after the earlier ones. */
  of(index: number, length: number): Place | undefined {
    for (; this.#next < this.#parts.length; this.#next += 1) {
      const part = this.#parts[this.#next];
      const size = part?.kind === 'text' ? part.text.length : HOLE.length;
      if (index < this.#from + size)
        return part?.kind === 'text' ? placeIn(part, index - this.#from, length) : undefined;
      this.#from += size;
    }
    return undefined;
  }
}

/** Numbers of characters that quotes add to the place of a text: `'a'`, `"""a"""`. */
const QUOTES: readonly number[] = [0, 2, 6];

/** Place of a word of a text; if the text has escapes, the place of the whole text. */
function placeIn({ text, at }: TextPart, index: number, length: number): Place {
  const [from, to] = at.span;
  const around = to - from - text.length;
  if (!QUOTES.includes(around)) return at;
  const start = from + around / 2 + index;
  return { file: at.file, span: [start, start + length] };
}
