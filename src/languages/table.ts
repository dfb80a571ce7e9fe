import type { LanguageId } from '../model/language.js';
import { expectDefined } from '../lib/collections.js';
import { javascript } from './javascript/row.js';
import type { Language } from './language.js';
import { python } from './python/row.js';
import { shell } from './shell/row.js';
import { terraform } from './terraform/row.js';

/** All supported languages, in the order of reports. */
export const LANGUAGES: readonly Language[] = [javascript, shell, terraform, python];

export function languageOf(id: LanguageId): Language {
  return expectDefined(
    LANGUAGES.find((language) => language.id === id),
    `no language ${id}`,
  );
}
