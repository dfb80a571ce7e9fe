import { didYouMean } from '../../lib/did-you-mean.js';
import { ConfigError } from '../../model/errors.js';
import { LANGUAGE_IDS } from '../../model/language.js';
import type { LanguageId } from '../../model/language.js';

/** What people call languages. */
const MEANT: Readonly<Record<string, LanguageId>> = {
  typescript: 'javascript',
  ts: 'javascript',
  js: 'javascript',
  node: 'javascript',
  vue: 'javascript',
  bash: 'shell',
  sh: 'shell',
  hcl: 'terraform',
  opentofu: 'terraform',
  tf: 'terraform',
  py: 'python',
};

/** Reads `shell,python`. @throws ConfigError for what is not a language, with the one that was probably meant. */
export function parseLanguages(value: string): readonly LanguageId[] {
  const names = value.split(',').map((name) => name.trim());
  return names.map((name) => {
    const known = LANGUAGE_IDS.find((id) => id === name);
    if (known !== undefined) return known;
    const meant = MEANT[name.toLowerCase()];
    const hint = meant === undefined ? didYouMean(name, LANGUAGE_IDS) : `; did you mean '${meant}'?`;
    throw new ConfigError(
      `'${name}' is not a supported language${hint === '' ? '.' : hint} Languages: ${LANGUAGE_IDS.join(', ')}.`,
    );
  });
}
