import { DIRECTIVE_SOURCES } from '../directives/directive.js';
import type { Language } from '../languages/language.js';
import { LANGUAGES } from '../languages/table.js';
import { isKept, keptOf } from '../lib/identity.js';
import type { Catalogue } from '../model/deprecation.js';
import { compileSearch, TextSearch } from '../search/text-search.js';
import type { CompiledSearch } from '../search/text-search.js';
import { mentionsOf } from '../select/mentions.js';
import { SEARCHED_SIZE } from '../sources/read-text.js';

/** For fewer files the expressions alone take less time than to prepare the search. */
const WORTHWHILE = 500;

/** Bit of the group of directives. */
export const DIRECTIVES = 1;

/** Bit of the group of what may mention something in a language. */
export function groupOf({ id }: Pick<Language, 'id'>): number {
  return 2 << LANGUAGES.findIndex((language) => language.id === id);
}

/**
 * A search for the texts that mentions of all languages and directives need; undefined for so few files that it does not
 * pay. A search kept by an earlier run is always used: texts without a mention then never ask for the words.
 */
export function mentionSearch(catalogue: Catalogue, files: number): TextSearch | undefined {
  if (files < WORTHWHILE && !isKept(catalogue)) return undefined;
  const make = (): CompiledSearch =>
    compileSearch([DIRECTIVE_SOURCES, ...LANGUAGES.map(({ spelling }) => mentionsOf(catalogue, spelling).sources)]);
  return TextSearch.create(() => keptOf(catalogue, 'search', { make, format, parse }), SEARCHED_SIZE);
}

/** Bytes of the groups that are open, which a form begins with. */
const OPEN = 4;

function format({ tables, open }: CompiledSearch): Buffer {
  const form = Buffer.alloc(OPEN + tables.length);
  form.writeUInt32LE(open);
  form.set(tables, OPEN);
  return form;
}

function parse(form: Buffer): CompiledSearch {
  return { open: form.readUInt32LE(), tables: form.subarray(OPEN) };
}
