import { hostSource, literalPath, literalsOf, splitBaseUrl } from '../core/api/base-url.js';
import { apisOf, packageSource } from '../core/api/known-apis.js';
import { memoByObject } from '../core/lib/collections.js';
import { NOWHERE, escapeRegExp } from '../core/lib/escape.js';
import type { BaseUrl, Catalogue } from '../core/model/deprecation.js';
import { JAVASCRIPT_FORMS, JAVASCRIPT_IMPORTS } from '../languages/language-texts.js';
import type { LexicalForms } from '../languages/language-texts.js';
import { mentionsOf } from './mentions.js';
import type { Mention } from './mentions.js';

/** Mentions in the text of a module, found without a parser. */
export interface TextMentions {
  readonly mention: Mention | undefined;
  /** Whether the API or its SDK is named, even inside a word. */
  readonly namesApi: boolean;
  /** Ids of the APIs whose base URL is in the text. */
  readonly mentionsApi: readonly string[];
  /** Whether the text has access to the API: a base URL or an import of the SDK. */
  readonly reachesApi: boolean;
  /** Words of deprecated paths: a rare word as a segment (`path`), any word (`word`), or none. */
  readonly words: 'path' | 'word' | 'none';
  /** Module specifiers, possibly with other texts of the same form. */
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
    words: mentions.wordKindIn(text),
    specifiers,
  };
}

/** Whether a text has a base URL of the API, imports its SDK, or runs a program that sends to it. */
export function reachesApi(text: string, catalogue: Catalogue, forms: LexicalForms = JAVASCRIPT_FORMS): boolean {
  if (!mentionsOf(catalogue, forms).namesApi(text)) return false;
  if (mentionedApis(text, catalogue).length > 0 || sdkTest(catalogue, forms).test(text)) return true;
  return forms.commands?.(catalogue).some((command) => text.includes(command)) === true;
}

/** Specifiers of imports, and other quoted texts in the form of a relative specifier. */
function specifiersIn(text: string): readonly string[] {
  const found = new Set(JAVASCRIPT_IMPORTS.specifiersIn(text));
  for (const match of text.matchAll(/(['"])(\.\.?(?:\/[^'"\n]{0,300})?)\1/g)) found.add(match[2] ?? '');
  return [...found];
}

/** A test for imports of the SDK: `from 'name'`, `require('name/part')`. */
function sdkTest(catalogue: Catalogue, forms: LexicalForms): RegExp {
  return sdkTests(catalogue)(forms);
}

const sdkTests = memoByObject((catalogue: Catalogue) =>
  memoByObject(({ sdkImport, isImportable = () => true }: LexicalForms): RegExp => {
    const packages = apisOf(catalogue).packages.filter(isImportable).map(packageSource).join('|');
    return new RegExp(packages === '' || sdkImport === undefined ? NOWHERE : sdkImport(`(?:${packages})`));
  }),
);

/** Ids of the APIs of a catalogue whose base URL, or the quoted name by which an SDK selects them, is in a text. */
export function mentionedApis(text: string, catalogue: Catalogue): readonly string[] {
  return baseUrlTests(catalogue).flatMap(({ id, requiredTexts, test }) =>
    requiredTexts.some((required) => text.includes(required)) && test.test(text) ? [id] : [],
  );
}

const baseUrlTests = memoByObject(({ apis }: Catalogue) =>
  apis.map(({ id, baseUrls, services = [] }) => ({
    id,
    // Searched first: most texts contain none of these, and the regular expression is slow.
    requiredTexts: [...new Set([...baseUrls.flatMap(literalsOf), ...services])],
    test: new RegExp([...baseUrls.flatMap(baseUrlSources), ...services.map(quotedSource)].join('|') || NOWHERE),
  })),
);

function quotedSource(word: string): string {
  return `(?<=['"\`])${escapeRegExp(word)}(?=['"\`])`;
}

/**
 * Patterns of a base URL in a text: its path of two words or more, or its host without a path or with one that begins
 * like the base's, such as `host/rest` + `/v2`. The host with another path is usually a link to documentation in a
 * comment. Without the host, the variables of the path must be filled: `admin/api/users` alone can belong to any API.
 */
function baseUrlSources({ url }: BaseUrl): readonly string[] {
  const { host, path } = splitBaseUrl(url);
  const hostPattern = hostSource(host);
  if (path === '') return [`${hostPattern}(?![\\w.-])`];
  const [first = ''] = path.split('/');
  const pathStart = first.startsWith('{') ? '/' : `/${escapeRegExp(first)}(?![\\w-])`;
  const base = `${hostPattern}(?:/?(?=['"\`$])|${pathStart})`;
  return literalPath(path) === undefined
    ? [base, `${hostPattern}/${pathSource(path, ANY_SEGMENT)}`]
    : [base, pathSource(path, FILLED_VARIABLE)];
}

const ANY_SEGMENT = '[^/\\s]{1,100}';

/** A filled variable: `2024-01`, `${version}`, `{version}`, `%s`, but not a word. */
const FILLED_VARIABLE = '[\\d${%][^/\\s]{0,100}';
const BEFORE_VARIABLE = '[^/\\s\'"`\\d${%]{0,100}';

function pathSource(path: string, variable: string): string {
  return path
    .split('/')
    .map((segment, index) => {
      if (!segment.startsWith('{')) return escapeRegExp(segment);
      return variable === FILLED_VARIABLE && index > 0 ? `${BEFORE_VARIABLE}${FILLED_VARIABLE}` : variable;
    })
    .join('/');
}
