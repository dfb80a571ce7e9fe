import { matchWild } from '../../core/lib/patterns.js';
import type { Comparison } from '../../core/lib/patterns.js';
import { memoByObject } from '../../core/lib/collections.js';
import type { Api, AreaEndpoint, Catalogue, NameList } from '../../core/model/deprecation.js';
import type { UnresolvedSite } from '../../core/model/finding.js';
import type { Place } from '../../core/model/span.js';
import { shownUrl } from '../judge/finding.js';
import type { CallSite } from '../judge/site-view.js';
import { readingFor } from '../match/request-url.js';
import type { Check } from './check.js';
import { isPathOf, operationTarget } from './operation-target.js';
import { openFieldOf, sentValuesByPointer, shownName, PROVEN_HOSTS } from './sent-value.js';

/**
 * Names, such as that of a model, that are in none of the lists of their API: neither in use, nor ended, nor of a form
 * that users make. Reported in addition to findings, never as findings: a list can be older than the name.
 */
export const unknownNames: Check = {
  rule: 'no-deprecated-field',
  begin({ finder }) {
    const lists = listsOf(finder.catalogue);
    return lists.length === 0 ? undefined : { unknownPart: (site) => unknownNameIn(site, lists) };
  },
  mayComplete(view) {
    const isOpen = openFieldOf(view);
    return listsOf(view.finder.catalogue).some(
      (list) => list.pointer !== undefined && isOpen(list.pointer) && operationTarget(view, list) !== undefined,
    );
  },
};

/** A name list of an API, with the names of entries added. */
interface KnownNames extends Omit<NameList, 'operations' | 'also'> {
  readonly api: Api['id'];
  readonly endpoints: readonly AreaEndpoint[];
  readonly known: ReadonlySet<string>;
  /** Names that an entry of the catalogue covers. */
  readonly ended: ReadonlySet<string>;
}

const listsOf = memoByObject((catalogue: Catalogue): readonly KnownNames[] =>
  catalogue.apis.flatMap(({ id, names }) => {
    if (names === undefined) return [];
    const { operations, also = [], ...list } = names;
    const ended = new Set(endedNames(catalogue, id, names));
    const known = new Set([...list.living, ...Object.keys(list.aliases ?? {}), ...ended]);
    return [{ operations, pointer: list.pointer }, ...also].map((location) => ({
      ...{ ...list, api: id, known, ended },
      ...(location.pointer === undefined ? {} : { pointer: location.pointer }),
      endpoints: location.operations.map(({ method, path }) => ({ area: '', methods: [method], path })),
    }));
  }),
);

/** The names that entries of the API cover. */
function endedNames({ deprecations, hidden = [] }: Catalogue, api: Api['id'], names: NameList): readonly string[] {
  const own = [...deprecations, ...hidden.map(({ deprecation }) => deprecation)].filter(
    (deprecation) => deprecation.api === api,
  );
  const { pointer } = names;
  if (pointer !== undefined)
    return own.flatMap((deprecation) =>
      deprecation.kind === 'value' && deprecation.pointer === pointer ? deprecation.equals : [],
    );
  const templates = names.operations.map(({ path }) => path.text.split('/'));
  return own.flatMap((deprecation) =>
    deprecation.kind !== 'endpoint'
      ? []
      : deprecation.endpoints.flatMap(({ path }) => nameIn(path.text, templates, names)),
  );
}

/** The name in the path of an entry, at the segment where a template has its parameter. */
function nameIn(path: string, templates: readonly (readonly string[])[], { of, until }: NameList): readonly string[] {
  const segments = path.split('/');
  const template = templates.find(
    (alternative) =>
      alternative.length === segments.length &&
      alternative.every((expected, index) => expected.startsWith('{') || expected === segments[index]),
  );
  const segment = template === undefined ? undefined : segments[template.indexOf(`{${of}}`)];
  return segment === undefined ? [] : [withoutRest(segment, until)];
}

function withoutRest(segment: string, until: string | undefined): string {
  const end = until === undefined ? -1 : segment.indexOf(until);
  return end < 0 ? segment : segment.slice(0, end);
}

/** A name that a request certainly sends, with its place. */
interface SentName {
  readonly name: string;
  readonly at: Place | undefined;
  readonly url: UnresolvedSite['url'];
}

function unknownNameIn(view: CallSite, lists: readonly KnownNames[]): UnresolvedSite | undefined {
  const { site } = view;
  if (site.kind !== 'request' || site.isFoundByName === true) return undefined;
  for (const list of lists) {
    const sent = list.pointer === undefined ? namesInPath(view, list) : namesInBody(view, list, list.pointer);
    const unlisted = sent.filter(({ name }) => !list.known.has(name) && !isUserForm(name, list.own));
    const [first = sent.find(({ name }) => endedTargetOf(name, list) !== undefined)] = unlisted;
    if (first === undefined) continue;
    const names = [...new Set(unlisted.map(({ name }) => `\`${shownName(name)}\``))];
    const source = `the catalogue '${list.api}' (read on ${list.read})`;
    return {
      ...{ at: site.at, client: site.client, url: first.url, methods: site.method.known },
      reason:
        names.length > 0
          ? `${listPhrase(names)} not among the ${list.of} names that ${source} knows`
          : `\`${first.name}\` is an alias of \`${endedTargetOf(first.name, list) ?? ''}\`, which ${source} lists`,
      ...(first.at === undefined ? {} : { cause: { at: first.at } }),
    };
  }
  return undefined;
}

/** The name for which an alias is used, if that name has ended and the alias has no entry of its own. */
function endedTargetOf(name: string, { aliases = {}, ended }: KnownNames): string | undefined {
  const aliased = ended.has(name) || !Object.hasOwn(aliases, name) ? undefined : aliases[name];
  return aliased !== undefined && ended.has(aliased) ? aliased : undefined;
}

/** Maximum number of names in one sentence. */
const MAX_NAMES = 5;

function listPhrase(names: readonly string[]): string {
  const [only = ''] = names;
  if (names.length === 1) return `${only} is`;
  const more = names.length - MAX_NAMES;
  return `${names.slice(0, MAX_NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''} are`;
}

function namesInBody(view: CallSite, list: KnownNames, pointer: string): readonly SentName[] {
  const sent = sentValuesByPointer(view)(pointer).filter(({ setBy }) => setBy === undefined);
  const target = sent.length === 0 ? undefined : operationTarget(view, list);
  if (target === undefined || !PROVEN_HOSTS.has(target.host.host)) return [];
  const url = shownUrl(target.url);
  return sent.map(({ text, at }) => ({ name: text, at, url }));
}

function namesInPath({ finder, site }: CallSite, { api, endpoints, of, until }: KnownNames): readonly SentName[] {
  return site.urls.flatMap((parts): readonly SentName[] => {
    const reading = readingFor(finder.urlOf(parts), api);
    if (reading?.host.kind !== 'exact') return [];
    const segments = reading.segments.filter(({ text }) => text !== '');
    const { path } = endpoints.find((endpoint) => isPathOf(segments, endpoint)) ?? {};
    const segment =
      segments[path?.segments.findIndex((template) => template.kind === 'parameter' && template.name === of) ?? -1];
    if (segment?.text === undefined) return [];
    const text = segment.parts.find((part) => part.kind === 'text');
    return [{ name: withoutRest(segment.text, until), at: text?.at, url: shownUrl(parts) }];
  });
}

/** Whether a name has one of the forms that users make. */
function isUserForm(name: string, forms: readonly string[] = []): boolean {
  return forms.some((form) => matchWild(form, name, ANY_TEXT));
}

/** Comparison of characters in which `*` matches any text. */
const ANY_TEXT: Comparison<string, string> = { isWild: (sign) => sign === '*', equal: (sign, other) => sign === other };
