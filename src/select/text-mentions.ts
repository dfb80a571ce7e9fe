import type { Catalogue } from '../model/deprecation.js';
import { remembered } from '../lib/collections.js';
import { mentionedApis } from './api-mention.js';
import { apisOf, packageSource } from '../api/known-apis.js';
import { NOWHERE } from '../lib/escape.js';
import { JAVASCRIPT_IMPORTS } from './import-text.js';
import { mentionsOf } from './mentions.js';
import { JAVASCRIPT_FORMS } from './lexical-forms.js';
import type { LexicalForms } from './lexical-forms.js';
import type { Mention } from './mentions.js';

/** Mentions in the text of a module, found without a parser. */
export interface TextMentions {
  readonly mention: Mention | undefined;
  /** The API or its SDK is named, even inside a word. */
  readonly namesApi: boolean;
  /** Ids of the APIs whose base URL is in the text. */
  readonly mentionsApi: readonly string[];
  /** It has access to the API: a base URL or an import of the SDK. */
  readonly reachesApi: boolean;
  /** Words of deprecated paths: a rare word as a segment, some word in a text, or none. */
  readonly words: 'path' | 'word' | 'none';
  /** Module specifiers, and perhaps other texts in that form. */
  readonly specifiers: readonly string[];
}

/** Reads the mentions of a text, cheapest test first: most texts have none. */
export function mentionsIn(text: string, catalogue: Catalogue): TextMentions {
  const mentions = mentionsOf(catalogue);
  const mention = mentions.of(text);
  const specifiers = specifiersIn(text);
  if (mention === undefined)
    return { mention, namesApi: false, mentionsApi: [], reachesApi: false, words: 'none', specifiers };
  const mentionsApi = mention === 'api' ? mentionedApis(text, catalogue) : [];
  return {
    mention,
    namesApi: mention === 'api',
    mentionsApi,
    reachesApi: mentionsApi.length > 0 || (mention === 'api' && sdkTest(catalogue, JAVASCRIPT_FORMS).test(text)),
    words: mentions.words(text),
    specifiers,
  };
}

/** Whether a text has a base URL of the API, imports its SDK, or runs a program that sends to it. */
export function reachesApi(text: string, catalogue: Catalogue, forms: LexicalForms = JAVASCRIPT_FORMS): boolean {
  if (!mentionsOf(catalogue, forms).namesApi(text)) return false;
  if (mentionedApis(text, catalogue).length > 0 || sdkTest(catalogue, forms).test(text)) return true;
  return forms.commands?.(catalogue).some((command) => text.includes(command)) === true;
}

/** Quoted texts in the form of a relative module specifier, and imports by other names. */
function specifiersIn(text: string): readonly string[] {
  const found = new Set(JAVASCRIPT_IMPORTS.specifiersIn(text));
  for (const match of text.matchAll(/(['"])(\.\.?(?:\/[^'"\n]{0,300})?)\1/g)) found.add(match[2] ?? '');
  return [...found];
}

/** The SDK as a module: `from 'name'`, `require('name/part')`. */
function sdkTest(catalogue: Catalogue, forms: LexicalForms): RegExp {
  return sdkTests(catalogue)(forms);
}

const sdkTests = remembered((catalogue: Catalogue) =>
  remembered(({ sdk, isImportable = () => true }: LexicalForms): RegExp => {
    const packages = apisOf(catalogue).packages.filter(isImportable).map(packageSource).join('|');
    return new RegExp(packages === '' || sdk === undefined ? NOWHERE : sdk(`(?:${packages})`));
  }),
);
