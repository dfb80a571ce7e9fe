import { baseUrlsOf, literalsOf } from '../core/api/base-url.js';
import { apisOf, packageSource } from '../core/api/known-apis.js';
import { addTo, memoByObject } from '../core/lib/collections.js';
import { NOWHERE, escapeRegExp } from '../core/lib/escape.js';
import type { Catalogue, Api } from '../core/model/deprecation.js';
import type { LanguageId } from '../core/model/language.js';
import { wordsOf, wordsWithin } from './catalogue-words.js';
import type { CatalogueWords } from './catalogue-words.js';
import { JAVASCRIPT_FORMS } from '../languages/language-texts.js';
import type { LexicalForms } from '../languages/language-texts.js';
import { wordTest, isPlain, openedWords } from './word-tests.js';
import type { OpenedWord } from './word-tests.js';

/**
 * Tests whether a common word of a text can be part of a deprecated path, even of one that is assembled elsewhere:
 * `/bells/` and `towers/{id}/bells` can be part of `/towers/{id}/bells/{bell}`; in `packages/bells/index.ts`,
 * `bells-and-whistles` and the sentence `bells that ring` the word is unrelated.
 */
export class PathPieces {
  readonly #pathTexts: CatalogueWords['paths'];
  /** Paths by each word in them, computed on demand. */
  #pathsByWord: ReadonlyMap<string, readonly Path[]> | undefined;
  readonly #counts = new Map<string, number>();

  constructor({ paths }: Pick<CatalogueWords, 'paths'>) {
    this.#pathTexts = paths;
  }

  /** Number of segments of one path around the word at an offset of a text: 0 if the word is not part of a path. */
  countAt(text: string, at: number, word: string): number {
    const end = at + word.length;
    const before = /(?<![\w.~%:@*/-])[\w.~%:@*/-]*$/.exec(text.slice(Math.max(0, at - MAX_LENGTH), at))?.[0] ?? '';
    const after = /^[\w.~%:@*/-]*/.exec(text.slice(end, end + MAX_LENGTH))?.[0] ?? '';
    if (before.length === MAX_LENGTH || after.length === MAX_LENGTH) return Infinity;
    const piece = before + word + after;
    if (!piece.includes('/') && /\s/.test(text.charAt(end)) && /['"`]/.test(text.charAt(at - 1))) return 0;
    const hasTextBefore = before !== '' && /[^\s'"`]/.test(text.charAt(at - before.length - 1));
    const key = hasTextBefore ? `\u0000${piece}` : piece;
    let count = this.#counts.get(key);
    if (count === undefined) this.#counts.set(key, (count = this.#countInPiece(piece, word, hasTextBefore)));
    return count;
  }

  /** Lists the other words of each path that has a word. */
  companionsOf(word: string): readonly (readonly string[])[] {
    this.#pathsByWord ??= pathsByWord(this.#pathTexts);
    const others = (this.#pathsByWord.get(word) ?? []).map(({ segments }) =>
      segments.flatMap((segment) => (segment === undefined || segment === word ? [] : [segment])),
    );
    return others.filter((words) => words.length > 0);
  }

  #countInPiece(piece: string, word: string, hasTextBefore: boolean): number {
    const segments = piece.replace(/^[\w+.-]+:\/\/[^/]*/, '').split('/');
    // The text before the piece may belong to the first segment.
    if (hasTextBefore && segments[0] !== '') segments[0] = '*';
    const nonEmptySegments = segments.filter((segment) => segment !== '');
    this.#pathsByWord ??= pathsByWord(this.#pathTexts);
    return Math.max(
      0,
      ...(this.#pathsByWord.get(word) ?? []).map((path) => countMatching(nonEmptySegments, word, path)),
    );
  }
}

/** Maximum length of a text that is compared with paths; a longer text may be part of any path. */
const MAX_LENGTH = 300;

interface Path {
  /** Undefined for a parameter. */
  readonly segments: readonly (string | undefined)[];
  /** Whether further segments may follow the path; segments may precede any path. */
  readonly isOpen: boolean;
}

function pathsByWord(paths: CatalogueWords['paths']): ReadonlyMap<string, readonly Path[]> {
  const byWord = new Map<string, Path[]>();
  for (const [text, isOpen] of paths) {
    const texts = text.split('/').filter((segment) => segment !== '' && segment !== '**');
    const segments = texts.map((segment) => (segment.includes('{') ? undefined : segment));
    const path: Path = { segments, isOpen: isOpen || text.endsWith('/**') };
    for (const word of new Set(segments)) if (word !== undefined) addTo(byWord, word, path);
  }
  return byWord;
}

/** Number of segments that match the path, aligned at the word; any segments may precede the whole path. */
function countMatching(segments: readonly string[], word: string, { segments: path, isOpen }: Path): number {
  let maximum = 0;
  for (let shift = 1 - segments.length; shift < path.length; shift++) {
    if (!isOpen && shift + segments.length > path.length) break;
    const isMatch = segments.every((segment, index) => {
      const expected = path[shift + index];
      return expected === undefined || segment === expected || isPlaceholder(segment);
    });
    if (!isMatch || !segments.some((segment, index) => segment === word && path[shift + index] === word)) continue;
    maximum = Math.max(maximum, segments.filter((segment, index) => path[shift + index] === segment).length);
  }
  return maximum;
}

/** Whether a segment is a placeholder: `:id`, `%s`, `*`, `..`. */
function isPlaceholder(segment: string): boolean {
  return /[:*%]|^\.+$/.test(segment);
}

/**
 * Kinds of mentions, the strongest first. `api`: the API or its SDK is named; `rare`: a word without another likely
 * meaning; `part`: a nested field of a record is read (`bell.maker.town`); records of other APIs may have the same field;
 * `common`: a common word.
 */
export const MENTIONS = ['api', 'rare', 'part', 'common'] as const;

export type Mention = (typeof MENTIONS)[number];

/** A file whose text mentions the subject of a catalogue entry. */
export interface MentioningFile {
  readonly file: string;
  readonly language: LanguageId;
  readonly mention: Mention;
}

/** Fast tests for mentions of the catalogue in a file's text. */
export interface Mentions {
  /** The strongest mention in a text. `possible`: kinds that a search has not ruled out; default all. */
  readonly of: (text: string, possible?: (kind: Mention) => boolean) => Mention | undefined;
  /** Whether the API or its SDK is named. */
  readonly namesApi: (text: string) => boolean;
  /** Common words of a text that begin a segment, even of another path. */
  readonly commonWordsIn: (text: string) => ReadonlySet<string>;
  /** Whether a word is a common word of the catalogue. */
  readonly isCommonWord: (word: string) => boolean;
  /**
   * Whether a text has a common word, written as a segment, with the other words of its path (`towers` for `bells`) or
   * with the name of the API. For a text without common words, the name of the API is enough.
   */
  readonly hasContext: (text: string) => boolean;
  /** Whether two segments of one deprecated path are written as one path: `towers/bells`. */
  readonly hasPiece: (text: string) => boolean;
  /**
   * Whether a text mentions a deprecation that counts even if nothing connects the file to the API: a package, a header,
   * a cipher suite.
   */
  readonly isSufficientAlone: (text: string) => boolean;
  /** Whether a word of a path is read as a member, like an SDK method: `client.towers`. */
  readonly hasMember: (text: string) => boolean;
  /**
   * Whether a method of such a member is called, or the member itself: `client.towers.list()`, `client.towers()`,
   * `client['towers'].list()`, or through an alias of the member.
   */
  readonly callsMember: (text: string) => boolean;
  /**
   * The strongest kind of word in a text: `path`, a rare word as a segment; `word`, any word of a path or the name of a
   * query parameter; or `none`.
   */
  readonly wordKindIn: (text: string) => 'path' | 'word' | 'none';
  /** Sources of regular expressions for each kind; every mention of a kind matches one of them. */
  readonly sources: Readonly<Record<Mention, readonly string[]>>;
  /** Signs of requests to any host, set if the scan lists all requests. */
  readonly anyRequest?: ExtraMentions | undefined;
}

/** Signs of requests of any kind, to any host. */
export interface ExtraMentions {
  /** Whether a text has an address of a server. */
  readonly hasAddress: (text: string) => boolean;
  /** Whether a module is an HTTP client, or a part of one. */
  readonly isClient: (specifier: string) => boolean;
  /** HTTP clients that are globals, by their names. */
  readonly globals: ReadonlySet<string>;
}

/**
 * Builds the tests from the catalogue: some RegExps, which V8 runs at a few hundred MB per second, and look-ups of
 * words, whose time depends on the text alone and not on the number of operations.
 *
 * For each endpoint the literal segment that is shared by the fewest deprecations (the longest of several) must be in
 * the text. A segment with punctuation or an inner capital, such as `bell_towers`, may be anywhere; a plain word such as
 * `filters`, which many programs have, must follow a quote, `/` or `}`, and be part of a deprecated path (`PathPieces`).
 * Other mentions are the camel-case forms of the words and of the endpoints' areas (groups of endpoints, whose names
 * SDKs use), the API's host, version path and SDK.
 *
 * The tests cannot find a segment that is cut in two (`'page' + 'rules'`), escaped (`\u0070agerules`), computed
 * (upper case and then lowered), or a plain word that follows a character other than those (`'x bells'`, or a property
 * of an SDK client in a file that never names the SDK). Files without a mention are still analysed if names connect
 * them to one; those with a common word only, if they reach a file that names the API or contain more of the path
 * (`hasContext`); those that only read a part of a record, if imports connect them to a file with an API or a rare
 * word.
 */
export function buildMentions(
  catalogue: Catalogue,
  forms: LexicalForms = JAVASCRIPT_FORMS,
  words = wordsOf(catalogue),
): Mentions {
  const { opening } = forms;
  const apiSigns = apiSignsOf(catalogue, forms);
  const wordsWithMark = markedWords(words, forms);
  // V8 skips ahead by the common parts of all alternatives: an expression for each kind is faster than one for all.
  const apiPattern = patternOf(apiSigns.flatMap(({ source, name }) => (name === undefined ? source : [])));
  // V8 does not optimise an expression of more than 20,000 characters: the import syntax is written once for all
  // packages.
  const sdkPattern = new RegExp(
    forms.sdkImport?.(`(?:${apiSigns.flatMap(({ name }) => name ?? []).join('|') || '(?!)'})`) ?? NOWHERE,
  );
  const requiredTexts = withoutSuperstrings([...new Set(apiSigns.map(({ text }) => text))]);
  const loneSources = [...words.lone, ...packageSources(catalogue, forms)];
  const rareSources = [...words.sources, ...loneSources];
  const rarePatterns = rareSources.toSorted().map((source) => new RegExp(source));
  const lonePattern = patternOf(loneSources);
  const partPatterns = [...words.partReads].sort().map((source) => new RegExp(source));
  const hasMarkedWord = wordTest(wordsWithMark);
  const plainWords = openedWords(new Set(words.plain.keys()), opening);
  const pathWords = openedWords(words.segments, '/');
  const wordsOfPaths = new Set([...words.plain.keys(), ...words.segments]);
  const anyWords = openedWords(wordsOfPaths, opening);
  const memberWords = openedWords(wordsOfPaths, '\\.');
  const queryPattern = patternOf([...words.queries].map((name) => `\\b${escapeRegExp(name)}\\b`));
  // A host of another server may contain the name of an API.
  const apiNames = apisOf(catalogue).names.map(escapeRegExp).join('|') || '(?!)';
  const apiName = new RegExp(`(?<!://[\\w.-]{0,260})(?:${apiNames})`, 'gi');
  const pathSegments = openedWords(new Set([...words.paths.keys()].flatMap(literalsIn)), opening);
  const pieces = new PathPieces(words);
  const namesApi = (text: string): boolean =>
    requiredTexts.some((required) => text.includes(required)) && (apiPattern.test(text) || sdkPattern.test(text));
  const commonWordsIn = (text: string): ReadonlySet<string> =>
    new Set(Array.from(plainWords.placesIn(text), ({ word }) => word));
  return {
    namesApi,
    commonWordsIn,
    isCommonWord: (word) => words.plain.has(word),
    get sources() {
      return {
        api: apiSigns.map(({ source }) => source),
        rare: [...rareSources, ...[...wordsWithMark].sort().map(escapeRegExp)],
        part: [...words.partReads],
        common: [...words.plain.keys()].sort().map((plain) => `${opening}${escapeRegExp(plain)}\\b`),
      };
    },
    of(text, possible = () => true) {
      if (possible('api') && namesApi(text)) return 'api';
      if (possible('rare') && (rarePatterns.some((expression) => expression.test(text)) || hasMarkedWord(text)))
        return 'rare';
      if (possible('part') && partPatterns.some((expression) => expression.test(text))) return 'part';
      if (!possible('common')) return undefined;
      for (const { at, word } of plainWords.placesIn(text))
        if (pieces.countAt(text, at + 1, word) > 0 && !forms.isAside(text, at)) return 'common';
      return undefined;
    },
    hasPiece(text) {
      for (const { at, word } of plainWords.placesIn(text))
        if (pieces.countAt(text, at + 1, word) > 1 && !forms.isAside(text, at)) return true;
      return false;
    },
    isSufficientAlone: (text) => lonePattern.test(text),
    hasContext(text) {
      const segments = new Set<string>();
      for (const place of pathSegments.placesIn(text)) if (isSegment(text, place)) segments.add(place.word);
      const common = [...commonWordsIn(text)];
      const commonSegments = common.filter((word) => segments.has(word));
      if (commonSegments.length > 0 || common.length === 0)
        for (const { index } of text.matchAll(apiName)) if (!forms.isAside(text, index)) return true;
      return commonSegments.some((word) =>
        pieces.companionsOf(word).some((others) => others.every((other) => segments.has(other))),
      );
    },
    hasMember: (text) => memberWords.isIn(text),
    callsMember(text) {
      for (const { at, word } of memberWords.placesIn(text)) {
        const isSpread = text.charAt(at - 1) === '.';
        if (!isSpread && isCalledAt(text, at + 1 + word.length)) return true;
      }
      for (const { 1: word = '', 0: member, index } of text.matchAll(BRACKET_MEMBER))
        if (wordsOfPaths.has(word) && isCalledAt(text, index + member.length)) return true;
      return callsAlias(text, aliasesIn(text, wordsOfPaths));
    },
    wordKindIn: (text) =>
      pathWords.isIn(text) ? 'path' : anyWords.isIn(text) || queryPattern.test(text) ? 'word' : 'none',
  };
}

/** A call after a member: of one of its methods, or of the member itself, possibly with type arguments. */
const CALL_AFTER_MEMBER = /^\s*(?:[?!]?\.\s*\w+\s*){0,3}(?:\?\.\s*)?[(<]/;

/** Number of characters after a member that are searched for its call. */
const CALL_WINDOW = 120;

/** Whether a call follows a member that ends at an offset. */
function isCalledAt(text: string, end: number): boolean {
  return CALL_AFTER_MEMBER.test(text.slice(end, end + CALL_WINDOW));
}

/** `client['bells']` */
const BRACKET_MEMBER = /\[\s*['"]([\w$-]+)['"]\s*\]/g;

/** `const tones = client.bells` */
const ALIAS = /(?<![\w$])([\w$]+)\s*=\s*[\w$.?!]{1,80}\.([\w$]+)\s*[;\n]/g;

/** `const { bells, tones: own } = ` */
const DESTRUCTURING = /\{([^{}=;]{1,300})\}\s*=[^=>]/g;

/** Local aliases of members with some names. */
function aliasesIn(text: string, names: ReadonlySet<string>): ReadonlySet<string> {
  const aliases = new Set<string>();
  for (const [, alias = '', member = ''] of text.matchAll(ALIAS)) if (names.has(member)) aliases.add(alias);
  for (const [, members = ''] of text.matchAll(DESTRUCTURING))
    for (const part of members.split(',')) {
      const [member = '', alias = member] = part.split(':').map((name) => name.trim());
      if (names.has(member)) aliases.add(alias);
    }
  return aliases;
}

/** A method of a plain name: `tones.list(`. */
const METHOD_CALL = /(?<![\w$.])([\w$]+)\s*[?!]?\.\s*([\w$]+)\s*[(<]/g;

/** Whether a text calls, on one of some aliases, a method that neither arrays nor strings have. */
function callsAlias(text: string, aliases: ReadonlySet<string>): boolean {
  if (aliases.size === 0) return false;
  for (const [, alias = '', method = ''] of text.matchAll(METHOD_CALL))
    if (aliases.has(alias) && !(method in Array.prototype) && !(method in String.prototype)) return true;
  return false;
}

/** Whether a word is written as a segment; a word after a blank is a segment only if more of a path follows. */
function isSegment(text: string, { word, at }: OpenedWord): boolean {
  return !/\s/.test(text.charAt(at)) || text.charAt(at + 1 + word.length) === '/';
}

/** The literal segments of a path. */
function literalsIn(path: string): readonly string[] {
  return path.split('/').filter((segment) => /^\w[\w-]*$/.test(segment));
}

/** Words that are rare enough to be searched bare: those with punctuation, and names of an SDK (`clockFaces`). */
function markedWords({ segments, areas }: CatalogueWords, { nameOf }: LexicalForms): ReadonlySet<string> {
  const names = [...segments, ...areas].map(nameOf).filter((name) => !isPlain(name));
  return new Set([...segments, ...names]);
}

/** Omits the texts that contain another one, and so need no search. */
function withoutSuperstrings(texts: readonly string[]): readonly string[] {
  return texts.filter((text) => !texts.some((other) => other !== text && text.includes(other)));
}

/** The tests of a catalogue for the texts of a language, built once. */
export function mentionsOf(catalogue: Catalogue, forms: LexicalForms = JAVASCRIPT_FORMS): Mentions {
  return mentionsByForms(catalogue)(forms);
}

const mentionsByForms = memoByObject((catalogue: Catalogue) =>
  memoByObject((forms: LexicalForms) => buildMentions(catalogue, forms)),
);

function patternOf(sources: readonly string[]): RegExp {
  return new RegExp(sources.length === 0 ? NOWHERE : sources.join('|'));
}

/** Sources for imports of deprecated packages, with any separator between words: Python writes names differently. */
function packageSources({ deprecations }: Catalogue, { sdkImport }: LexicalForms): readonly string[] {
  const names = deprecations.flatMap((deprecation) => (deprecation.kind === 'package' ? deprecation.packages : []));
  if (sdkImport === undefined) return [];
  return [...new Set(names)].map((name) => sdkImport(name.split(/[-_.]/).map(escapeRegExp).join(BETWEEN_WORDS)));
}

const BETWEEN_WORDS = '(?:[-_.]|[ \\t]+import[ \\t]+)';

/** A sign by which an API is named. */
interface ApiSign {
  /** Text that every match contains. */
  readonly text: string;
  readonly source: string;
  /** Source of the name of a package, for an import of one. */
  readonly name?: string;
}

/** Host and version segments of the base URLs, and the packages of the SDK. */
function apiSignsOf(
  catalogue: Catalogue,
  { sdkImport, isImportable = () => true, otherTexts, commands = () => [] }: LexicalForms,
): readonly ApiSign[] {
  const bases = [
    ...baseUrlsOf(catalogue).flatMap(literalsOf),
    ...catalogue.apis.flatMap(({ services = [] }) => services),
  ];
  const { packages } = apisOf(catalogue);
  return [
    ...[...new Set(bases)].sort().map((text) => ({ text, source: escapeRegExp(text) })),
    ...(sdkImport === undefined
      ? []
      : packages.filter(isImportable).map((pattern) => ({
          text: pattern.slice(pattern.lastIndexOf('*') + 1),
          source: sdkImport(packageSource(pattern)),
          name: packageSource(pattern),
        }))),
    ...[...otherTexts(catalogue), ...commands(catalogue)].map((text) => ({
      text,
      source: `\\b${escapeRegExp(text)}\\b`,
    })),
  ];
}

/** A catalogue restricted to one of its APIs. */
interface SingleApiCatalogue {
  readonly id: Api['id'];
  readonly catalogue: Catalogue;
  /** Tests for texts of a language. Whatever they find, the tests of the full catalogue find too. */
  readonly mentions: (forms: LexicalForms) => Mentions;
}

/** A catalogue split by its APIs with deprecations. */
export const cataloguesByApi = memoByObject((fullCatalogue: Catalogue): readonly SingleApiCatalogue[] =>
  fullCatalogue.apis.flatMap((api) => {
    const deprecations = fullCatalogue.deprecations.filter((deprecation) => deprecation.api === api.id);
    if (deprecations.length === 0) return [];
    const catalogue: Catalogue = { ...fullCatalogue, apis: [api], deprecations };
    const mentions = memoByObject((forms: LexicalForms) =>
      buildMentions(catalogue, forms, wordsWithin(catalogue, fullCatalogue)),
    );
    return { id: api.id, catalogue, mentions };
  }),
);
