import type { LanguageId } from '../model/language.js';
import { expectDefined } from '../lib/expect-defined.js';
import { javascript } from './javascript/row.js';
import type { Language } from './language.js';
import { python } from './python/row.js';
import { shell } from './shell/row.js';
import { terraform } from './terraform/row.js';

/** All languages that are read, in the order in which they are told. */
export const LANGUAGES: readonly Language[] = [javascript, shell, terraform, python];

export function languageOf(id: LanguageId): Language {
  return expectDefined(
    LANGUAGES.find((language) => language.id === id),
    `no language ${id}`,
  );
}
