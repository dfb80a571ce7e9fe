import { DIRECTIVE_SOURCES } from './directives/directive.js';
import type { Language } from '../languages/language.js';
import { LANGUAGES } from '../languages/table.js';
import { fileOfForm, formIn } from '../core/lib/kept-forms.js';
import { readBuilt } from '../core/package-files.js';
import { identityFrom, isKept, cachedResult } from '../core/lib/identity.js';
import type { Catalogue } from '../core/model/deprecation.js';
import { compileSearch, TextSearch } from '../core/search/text-search.js';
import type { CompiledSearch } from '../core/search/text-search.js';
import { MENTIONS, mentionsOf } from '../select/mentions.js';
import type { Mention } from '../select/mentions.js';
import type { ApiSigns } from '../select/seen-apis.js';
import { SEARCHED_SIZE } from '../files/read-text.js';
import { sdkSources, SENT_SOURCES } from './sent-texts.js';

/** Number of files below which the expressions alone take less time than preparing the search. */
const WORTHWHILE = 500;

/** Bit of the group of directives. */
export const DIRECTIVES = 1;

/** Bit of the group of signs of another API. */
export const SIGNS = 1 << (1 + MENTIONS.length * LANGUAGES.length);

/** Bit of the group of calls of clients, to any host. */
export const SENT = SIGNS << 1;

/** Bit of the group of imports of SDKs without a catalogue. */
export const SDKS = SIGNS << 2;

/**
 * Kinds of mentions of a language that a text may have, by the groups that the search found in it; undefined for a text
 * without a mention.
 */
export function mentionsPossible(
  groups: number,
  { id }: Pick<Language, 'id'>,
): ((kind: Mention) => boolean) | undefined {
  const first = 1 + MENTIONS.length * LANGUAGES.findIndex((language) => language.id === id);
  const bits = (groups >>> first) & ((1 << MENTIONS.length) - 1);
  return bits === 0 ? undefined : (kind) => ((bits >> MENTIONS.indexOf(kind)) & 1) === 1;
}

/**
 * Search for the texts that mentions of all languages and directives need; undefined where there are too few files for
 * it to pay off. A search that the build has compiled, or an earlier run cached, is always used: texts without a
 * mention then never load the words. `files`: number of files to search.
 */
export function mentionSearch(catalogue: Catalogue, files: () => number, signs?: ApiSigns): TextSearch | undefined {
  const kind = signs === undefined ? 'search' : 'search-with-signs';
  const make = (): CompiledSearch => compileSearch(searchSources(catalogue, signs));
  const options = { make, format: formOfSearch, parse };
  if (isKept(catalogue)) return TextSearch.create(() => cachedResult(catalogue, kind, options), SEARCHED_SIZE);
  // The build has only a search with signs.
  const sources = signs && searchSources(catalogue, signs);
  const built = sources && builtSearch(sources);
  if (built === undefined && files() < WORTHWHILE) return undefined;
  return TextSearch.create(() => built ?? compileSearch(sources ?? searchSources(catalogue)), SEARCHED_SIZE);
}

/**
 * Sources of the expressions to search for, by groups: directives, mentions by language, signs of other APIs, requests.
 */
export function searchSources(catalogue: Catalogue, signs?: ApiSigns): readonly (readonly string[])[] {
  return [
    DIRECTIVE_SOURCES,
    ...LANGUAGES.flatMap(({ forms }) => {
      const { sources } = mentionsOf(catalogue, forms);
      return MENTIONS.map((kind) => sources[kind]);
    }),
    signs === undefined ? [] : [...new Set(LANGUAGES.flatMap((language) => signSources(language, signs)))],
    SENT_SOURCES,
    sdkSources(),
  ];
}

/**
 * Sources of patterns that show, in a text of the language, the use of one of the APIs or a client that is passed in.
 */
function signSources({ forms, holders }: Language, signs: ApiSigns): readonly string[] {
  return [...signs.sources(forms), ...holders.flatMap(({ hands = [] }) => hands)];
}

/** The search for these sources, where the build of the project has compiled it, and its file is intact. */
function builtSearch(sources: readonly (readonly string[])[]): CompiledSearch | undefined {
  const name = builtName(sources);
  const file = readBuilt(name);
  const form = file && formIn(name, file);
  return form && parse(form);
}

/** The search for these sources as a file of the build. */
export function builtFile(sources: readonly (readonly string[])[]): {
  readonly name: string;
  readonly content: Buffer;
} {
  const name = builtName(sources);
  return { name, content: fileOfForm(name, formOfSearch(compileSearch(sources))) };
}

function builtName(sources: readonly (readonly string[])[]): string {
  return `search-${identityFrom(sources).slice(0, 16)}.bin`;
}

/** Bytes for the open groups, at the start of a form. */
const OPEN = 4;

function formOfSearch({ tables, open }: CompiledSearch): Buffer {
  const form = Buffer.alloc(OPEN + tables.length);
  form.writeUInt32LE(open);
  form.set(tables, OPEN);
  return form;
}

function parse(form: Buffer): CompiledSearch {
  return { open: form.readUInt32LE(), tables: form.subarray(OPEN) };
}
