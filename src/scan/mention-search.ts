import { DIRECTIVE_SOURCES } from './directives/directive.js';
import type { Language } from '../languages/language.js';
import { LANGUAGES } from '../languages/table.js';
import { fileOfForm, formIn } from '../core/lib/form-cache.js';
import { readBuilt } from '../core/package-files.js';
import { identityFrom, hasResultCache, cachedResult } from '../core/lib/identity.js';
import type { Catalogue } from '../core/model/deprecation.js';
import { compileSearch, TextSearch } from '../core/search/text-search.js';
import type { CompiledSearch } from '../core/search/text-search.js';
import { MENTIONS, mentionsOf } from '../select/mentions.js';
import type { Mention } from '../select/mentions.js';
import type { ApiSigns } from '../select/api-signs.js';
import { SEARCHED_SIZE } from '../files/read-text.js';
import { sdkSources, SENT_SOURCES } from './sent-texts.js';

/** Number of files from which the search saves more time than its preparation takes. */
const WORTHWHILE_FILES = 500;

/** Bit of the group of directives. */
export const DIRECTIVE_BIT = 1;

/** Bit of the group of signs of another API. */
export const SIGN_BIT = 1 << (1 + MENTIONS.length * LANGUAGES.length);

/** Bit of the group of calls of clients, to any host. */
export const REQUEST_BIT = SIGN_BIT << 1;

/** Bit of the group of imports of SDKs without a catalogue. */
export const SDK_BIT = SIGN_BIT << 2;

/**
 * Returns a test for the kinds of mentions of a language that a text may have, by the groups that the search found in
 * it; undefined for a text without a mention.
 */
export function mentionKindTest(
  groups: number,
  { id }: Pick<Language, 'id'>,
): ((kind: Mention) => boolean) | undefined {
  const first = 1 + MENTIONS.length * LANGUAGES.findIndex((language) => language.id === id);
  const bits = (groups >>> first) & ((1 << MENTIONS.length) - 1);
  return bits === 0 ? undefined : (kind) => ((bits >> MENTIONS.indexOf(kind)) & 1) === 1;
}

/**
 * Creates the search for the texts that mentions of all languages and directives require; undefined if there are too
 * few `files`. A search that the build has compiled, or an earlier run has cached, is always used, because without a
 * mention in any file the words of the catalogue are then not loaded.
 */
export function mentionSearch(catalogue: Catalogue, files: () => number, signs?: ApiSigns): TextSearch | undefined {
  const cacheName = signs === undefined ? 'search' : 'search-with-signs';
  const make = (): CompiledSearch => compileSearch(searchSources(catalogue, signs));
  const options = { make, format: formatSearch, parse: parseSearch };
  if (hasResultCache(catalogue))
    return TextSearch.create(() => cachedResult(catalogue, cacheName, options), SEARCHED_SIZE);
  // The build compiles only the search with signs.
  const sources = signs && searchSources(catalogue, signs);
  const built = sources && builtSearch(sources);
  if (built === undefined && files() < WORTHWHILE_FILES) return undefined;
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

/** Sources of patterns for the use, in a text of a language, of one of the APIs or of a client that is passed in. */
function signSources({ forms, hostFiles }: Language, signs: ApiSigns): readonly string[] {
  return [...signs.sources(forms), ...hostFiles.flatMap(({ clientMarkers = [] }) => clientMarkers)];
}

/** Reads the search for these sources; undefined if the build has not compiled it, or its file is damaged. */
function builtSearch(sources: readonly (readonly string[])[]): CompiledSearch | undefined {
  const name = builtFileName(sources);
  const file = readBuilt(name);
  const form = file && formIn(name, file);
  return form && parseSearch(form);
}

/** Compiles the search for these sources to a file of the build. */
export function builtFile(sources: readonly (readonly string[])[]): {
  readonly name: string;
  readonly content: Buffer;
} {
  const name = builtFileName(sources);
  return { name, content: fileOfForm(name, formatSearch(compileSearch(sources))) };
}

function builtFileName(sources: readonly (readonly string[])[]): string {
  return `search-${identityFrom(sources).slice(0, 16)}.bin`;
}

/** Bytes for the open groups, at the start of a form. */
const OPEN_GROUPS_BYTES = 4;

function formatSearch({ tables, open }: CompiledSearch): Buffer {
  const form = Buffer.alloc(OPEN_GROUPS_BYTES + tables.length);
  form.writeUInt32LE(open);
  form.set(tables, OPEN_GROUPS_BYTES);
  return form;
}

function parseSearch(form: Buffer): CompiledSearch {
  return { open: form.readUInt32LE(), tables: form.subarray(OPEN_GROUPS_BYTES) };
}
