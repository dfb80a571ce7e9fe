import type { Catalogue } from '../model/deprecation.js';
import { remembered } from '../lib/remembered.js';
import { apiMention } from './api-mention.js';
import { apisOf, packageSource } from '../api/known-apis.js';
import { prefilterOf } from './mentions.js';

/** What the text of a module tells without a parser. */
export interface TextFacts {
  /** `certain`: something the catalogue is about may be in it; `reaching`: only if what it imports names the API. */
  readonly hit: 'certain' | 'reaching' | 'none';
  /** The API or its SDK is named, be it in a word. */
  readonly namesApi: boolean;
  /** A base URL of the API is in it. */
  readonly mentionsApi: boolean;
  /** It knows where the API is: it has a base URL or imports the SDK. */
  readonly reachesApi: boolean;
  /** What it has of deprecated paths: a rare word as a segment, some word in a text, or nothing. */
  readonly words: 'path' | 'word' | 'none';
  /** Relative module specifiers, and perhaps other texts that look like one. */
  readonly specifiers: readonly string[];
}

/** Reads what a text tells, cheapest test first: most texts have no hit. */
export function readTextFacts(text: string, catalogue: Catalogue): TextFacts {
  const gate = prefilterOf(catalogue);
  const level = gate.test(text);
  const specifiers = relativeSpecifiers(text);
  if (level === undefined)
    return { hit: 'none', namesApi: false, mentionsApi: false, reachesApi: false, words: 'none', specifiers };
  const api = apiTests(catalogue);
  const mentionsApi = level === 'api' && api.baseUrl.test(text);
  const hit = level !== 'weak' || gate.hasContext(text) ? 'certain' : 'reaching';
  return {
    hit,
    namesApi: level === 'api',
    mentionsApi,
    reachesApi: mentionsApi || (level === 'api' && api.sdk.test(text)),
    words: gate.words(text),
    specifiers,
  };
}

/** Texts in quotes that begin as a relative module specifier does. */
function relativeSpecifiers(text: string): readonly string[] {
  const found = new Set<string>();
  for (const match of text.matchAll(/(['"])(\.\.?(?:\/[^'"\n]{0,300})?)\1/g)) found.add(match[2] ?? '');
  return [...found];
}

const apiTests = remembered((catalogue: Catalogue) => ({ baseUrl: apiMention(catalogue), sdk: sdkTest(catalogue) }));

/** The SDK as a module: `from 'name'`, `require('name/part')`. */
function sdkTest(catalogue: Catalogue): RegExp {
  const packages = apisOf(catalogue).packages.map(packageSource).join('|');
  return new RegExp(packages === '' ? '(?!)' : `(?:\\bfrom|\\bimport|\\brequire)\\s*\\(?\\s*['"](?:${packages})['"/]`);
}
