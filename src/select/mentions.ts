import { pointerKeys } from '../lib/json-pointer.js';
import type { Catalogue, Deprecation, FieldDeprecation } from '../model/deprecation.js';
import type { LanguageId } from '../model/language.js';
import type { Endpoint } from '../model/endpoint.js';
import { remembered } from '../lib/remembered.js';
import { baseUrlsOf, splitBaseUrl } from '../api/base-url.js';
import { apisOf, packageSource } from '../api/known-apis.js';
import { escapeRegExp } from '../lib/escape-reg-exp.js';
import { JAVASCRIPT_SPELLING } from './spelling.js';
import type { Spelling } from './spelling.js';

/** `api`: the API or its SDK is named; `strong`: a word that hardly stands for anything else; `common`: a common word. */
export type Mention = 'api' | 'rare' | 'common';

/** A file whose text mentions something the catalogue is about. */
export interface MentioningFile {
  readonly file: string;
  readonly language: LanguageId;
  readonly mention: Mention;
}

/** Cheap tests of a file's text: does it mention anything that the catalogue is about? */
export interface Mentions {
  /** The strongest mention in a text. */
  readonly of: (text: string) => Mention | undefined;
  /** Whether the API or its SDK is named. */
  readonly namesApi: (text: string) => boolean;
  /** Whether a common word stands beside another word of its path, or of the API's name: `towers` for `bells`. */
  readonly hasContext: (text: string) => boolean;
  /** What a text with a mention has of paths: a rare word as a segment, some word in a text, or nothing. */
  readonly words: (text: string) => 'path' | 'word' | 'none';
  /** The whole test as one RegExp, for tools that search themselves. */
  readonly source: string;
  /** Sources of expressions of which one matches wherever something is mentioned. */
  readonly sources: readonly string[];
}

/**
 * Builds the test from the catalogue: a few RegExps, which V8 runs at a few hundred MB per second.
 *
 * For each endpoint the literal segment that is shared by the fewest deprecations (the longest of
 * those) must be in the text: bare where it has a mark such as `_`, else after a quote, `/` or `}`,
 * because plain words such as `filters` are in every program. Added are the camel-case spellings of
 * the words and of the endpoint areas (names in an SDK), the API's host, version segments and the
 * name of its SDK.
 *
 * What it cannot see: a segment that is cut in two (`'page' + 'rules'`), escaped (`\u0070agerules`,
 * `%70agerules`), computed (upper case and then lowered), or a plain word that follows a character
 * other than those (`'x bells'`, or a property of an SDK client in a file that never names the
 * SDK). Files without a mention are still analysed where names reach them that lead to one; those with a common
 * word only, where they reach a file that names the API or hold more of the path (`hasContext`).
 */
export function buildMentions(catalogue: Catalogue, spelling: Spelling = JAVASCRIPT_SPELLING): Mentions {
  const { opening } = spelling;
  const words = collectWords(catalogue, spelling);
  const api = apiSources(catalogue, spelling);
  const isOpening = new RegExp(`^${opening}`);
  const quoted = (plain: Iterable<string>): RegExp => beginning(plain, opening);
  const marked = [...words.marked].sort().map(escapeRegExp);
  const common = words.plain.size === 0 ? [] : [quoted(words.plain.keys()).source];
  // V8 skips ahead by what all alternatives have in common. So few of one kind together are faster than all at once.
  const isApi = anyOf(api.map(({ source }) => source));
  const hints = withoutWider([...new Set(api.map(({ text }) => text))]);
  const isRare = [...words.sources].sort().map((source) => new RegExp(source));
  const wordOrCommon = new RegExp([...marked, ...common].join('|') || '(?!)', 'g');
  const name = new RegExp(apisOf(catalogue).names.map(escapeRegExp).join('|') || '(?!)', 'i');
  const segments = [...words.segments].sort().map(escapeRegExp).join('|');
  const path = new RegExp(segments === '' ? '(?!)' : `/(?:${segments})\\b`);
  const query = [...words.queries].map((name) => `\\b${escapeRegExp(name)}\\b`);
  const word = anyOf(segments === '' ? common : [...common, `${opening}(?:${segments})\\b`, ...query]);
  const sources = [...api.map(({ source }) => source), ...words.sources, ...marked, ...common];
  const namesApi = (text: string): boolean => hints.some((hint) => text.includes(hint)) && isApi.test(text);
  return {
    namesApi,
    source: sources.join('|'),
    sources,
    of(text) {
      if (namesApi(text)) return 'api';
      if (isRare.some((expression) => expression.test(text))) return 'rare';
      wordOrCommon.lastIndex = 0;
      let isCommon = false;
      for (let found = wordOrCommon.exec(text); found !== null; found = wordOrCommon.exec(text)) {
        if (!isOpening.test(found[0])) return 'rare';
        isCommon ||= !spelling.isModuleSpecifier(text, found.index);
      }
      return isCommon ? 'common' : undefined;
    },
    hasContext: (text) =>
      name.test(text) ||
      [...words.plain].some(
        ([plain, company]) => company.size > 0 && quoted([plain]).test(text) && quoted(company).test(text),
      ),
    words: (text) => (path.test(text) ? 'path' : word.test(text) ? 'word' : 'none'),
  };
}

/** The texts without those that hold another one of them, and so need not be looked for. */
function withoutWider(texts: readonly string[]): readonly string[] {
  return texts.filter((text) => !texts.some((other) => other !== text && text.includes(other)));
}

/** The test of a catalogue for the texts of a language, which is built once. */
export function mentionsOf(catalogue: Catalogue, spelling: Spelling = JAVASCRIPT_SPELLING): Mentions {
  return bySpelling(catalogue)(spelling);
}

const bySpelling = remembered((catalogue: Catalogue) =>
  remembered((spelling: Spelling) => buildMentions(catalogue, spelling)),
);

/** One of these words where it begins a segment. */
function beginning(words: Iterable<string>, opening: string): RegExp {
  return new RegExp(`${opening}(?:${[...words].sort().map(escapeRegExp).join('|')})\\b`);
}

function anyOf(sources: readonly string[]): RegExp {
  return new RegExp(sources.length === 0 ? '(?!)' : sources.join('|'));
}

/** Host and version segments of the base URLs, and the packages of the SDK. */
function apiSources(
  catalogue: Catalogue,
  { sdk, also }: Spelling,
): readonly { readonly text: string; readonly source: string }[] {
  const bases = baseUrlsOf(catalogue).flatMap(({ url }) => {
    const { host, path } = splitBaseUrl(url);
    // One version segment alone (`/v1`) is no sign of anything.
    const literal = host.includes('{') ? host.slice(host.lastIndexOf('}') + 1) : host;
    return path.includes('/') && !path.includes('{') ? [literal, path] : [literal];
  });
  const { packages } = apisOf(catalogue);
  return [
    ...[...new Set(bases)].sort().map((text) => ({ text, source: escapeRegExp(text) })),
    ...(sdk === undefined
      ? []
      : packages.map((pattern) => ({
          text: pattern.slice(pattern.lastIndexOf('*') + 1),
          source: sdk(packageSource(pattern)),
        }))),
    ...also(catalogue).map((text) => ({ text, source: `\\b${escapeRegExp(text)}\\b` })),
  ];
}

/** A word without a mark, as it is in every program. */
function isPlain(word: string): boolean {
  return /^[a-z]+$/i.test(word) && !/[a-z][A-Z]/.test(word);
}

interface Words {
  /** Words with a mark (`ring_tones`, `clockFaces`): rare enough to be searched bare. */
  readonly marked: Set<string>;
  /** Common words, each with the other words of the paths it was chosen for. */
  readonly plain: Map<string, Set<string>>;
  /** Marked words that are segments or fields, in the API's own spelling. */
  readonly segments: Set<string>;
  /** Marked words that are parameters of a query, and so can stand alone: `{ ring_tone: 'low' }`. */
  readonly queries: Set<string>;
  /** Ready-made RegExp sources. */
  readonly sources: Set<string>;
}

function collectWords(catalogue: Catalogue, { nameOf }: Spelling): Words {
  const words: Words = {
    marked: new Set(),
    plain: new Map(),
    segments: new Set(),
    queries: new Set(),
    sources: new Set(),
  };
  for (const source of methodSources(catalogue)) words.sources.add(source);
  const sharing = countSharing(catalogue.deprecations);
  const add = (word: string, company: readonly string[] = []): void => {
    if (isPlain(word)) {
      const known = words.plain.get(word) ?? new Set();
      words.plain.set(word, known);
      for (const other of company) if (other !== word) known.add(other);
    } else {
      words.marked.add(word);
      words.segments.add(word);
    }
    const named = nameOf(word);
    if (named !== word && !isPlain(named)) words.marked.add(named);
  };
  for (const deprecation of catalogue.deprecations) {
    for (const word of deprecation.words ?? []) {
      add(word);
      words.queries.add(word);
    }
    switch (deprecation.kind) {
      case 'endpoint':
        for (const endpoint of deprecation.endpoints) {
          addRarest(endpoint, sharing, add);
          const area = nameOf(endpoint.area.replace(/\s*\(.*\)\s*$/, ''));
          if (!isPlain(area)) words.marked.add(area);
        }
        break;
      case 'segment':
        add(deprecation.segment);
        break;
      case 'field': {
        // Fields with a mark are enough by themselves: the record may be built far from the request.
        for (const endpoint of deprecation.endpoints) addRarest(endpoint, sharing, add);
        for (const field of deprecation.pointers.map((pointer) => pointer.slice(pointer.lastIndexOf('/') + 1))) {
          if (/[_-]|[a-z][A-Z]/.test(field)) add(field);
        }
        for (const source of partReads(deprecation)) words.sources.add(source);
        if (deprecation.when !== undefined) words.sources.add(`['"\`]${escapeRegExp(deprecation.when.equals)}['"\`]`);
        break;
      }
      case 'headers': {
        const rarest = [...deprecation.headers].sort((a, b) => b.length - a.length)[0];
        if (rarest !== undefined) words.sources.add(anyCase(rarest));
        break;
      }
      case 'header':
        words.sources.add(anyCase(deprecation.name));
        break;
      case 'query':
        for (const endpoint of deprecation.endpoints) addRarest(endpoint, sharing, add);
        break;
      case 'value':
        for (const endpoint of deprecation.endpoints) addRarest(endpoint, sharing, add);
        break;
      case 'cipher-suites':
        words.sources.add(deprecation.names.map(escapeRegExp).join('|') || '(?!)');
        words.sources.add(
          `(?:${deprecation.codePoints.flatMap((point) => [`0${anyCase(`x${point.toString(16)}`)}`, `\\b${String(point)}`]).join('|') || '(?!)'})\\b`,
        );
        break;
      case 'undetectable':
        break;
      default:
        // Without its words a kind would never be looked for.
        deprecation satisfies never;
    }
  }
  return words;
}

/**
 * Methods of the SDKs that the catalogue describes, with what they stand on (`bells.ring`): a file that is handed the
 * client may name neither the SDK nor a path.
 */
function methodSources({ apis }: Catalogue): readonly string[] {
  const methods = new Map<string, Set<string>>();
  const rows = apis.flatMap(({ clients = [] }) => clients.flatMap(({ requests }) => requests));
  for (const { member, template } of rows) {
    const [method, owner] = member.split('.').reverse();
    if (template === undefined || method === undefined || owner === undefined) continue;
    methods.set(owner, (methods.get(owner) ?? new Set()).add(method));
  }
  return [...methods].map(
    ([owner, names]) =>
      `\\b${escapeRegExp(owner)}\\s*[?!]?\\.\\s*(?:${[...names].sort().map(escapeRegExp).join('|')})\\b`,
  );
}

/** Reads of a field in a part of a record, which can stand far from any request: `bell.maker.town`, `{ maker: { town } }`. */
function partReads({ pointers, shared = [] }: FieldDeprecation): readonly string[] {
  return pointers.flatMap((pointer) => {
    const [field, part] = pointerKeys(pointer).toReversed();
    if (field === undefined || part === undefined || shared.includes(pointer)) return [];
    return [`\\b${escapeRegExp(part)}(?:\\??\\.|: ?\\{[^{}]{0,80}\\b)${escapeRegExp(field)}\\b`];
  });
}

/** How many deprecations use a segment. */
function countSharing(deprecations: readonly Deprecation[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const deprecation of deprecations) {
    if (deprecation.kind !== 'endpoint' && deprecation.kind !== 'field') continue;
    for (const segment of new Set(deprecation.endpoints.flatMap(literals)))
      counts.set(segment, (counts.get(segment) ?? 0) + 1);
  }
  return counts;
}

function addRarest(
  endpoint: Endpoint,
  sharing: ReadonlyMap<string, number>,
  add: (word: string, company: readonly string[]) => void,
): void {
  const rank = (word: string): number => (sharing.get(word) ?? 0) - (/[_-]/.test(word) ? 0.5 : 0);
  const rarest = literals(endpoint).sort((a, b) => rank(a) - rank(b) || b.length - a.length)[0];
  if (rarest !== undefined) add(rarest, literals(endpoint));
}

function literals(endpoint: Endpoint): string[] {
  return endpoint.path.segments.flatMap((segment) => (segment.kind === 'literal' ? [segment.text] : []));
}

function anyCase(text: string): string {
  return escapeRegExp(text).replace(/[a-z]/gi, (char) => `[${char.toLowerCase()}${char.toUpperCase()}]`);
}
