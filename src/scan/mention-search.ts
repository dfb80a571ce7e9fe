import { DIRECTIVE_SOURCES } from '../directives/directive.js';
import type { Language } from '../languages/language.js';
import { LANGUAGES } from '../languages/table.js';
import type { Catalogue } from '../model/deprecation.js';
import { TextSearch } from '../search/text-search.js';
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

/** A search for what the mentions of all languages and directives need; undefined where so many files do without. */
export function mentionSearch(catalogue: Catalogue, files: number): TextSearch | undefined {
  if (files < WORTHWHILE) return undefined;
  return TextSearch.create(
    [DIRECTIVE_SOURCES, ...LANGUAGES.map(({ spelling }) => mentionsOf(catalogue, spelling).sources)],
    SEARCHED_SIZE,
  );
}
