import { remembered } from '../core/lib/collections.js';
import type { Api, Catalogue } from '../core/model/deprecation.js';
import { wordsWithin } from './catalogue-words.js';
import type { LexicalForms } from '../languages/language-texts.js';
import { buildMentions } from './mentions.js';
import type { Mentions } from './mentions.js';

/** A catalogue restricted to one of its APIs. */
export interface OneApi {
  readonly id: Api['id'];
  readonly catalogue: Catalogue;
  /** Tests for texts of a language: the tests of the whole catalogue find all their matches. */
  readonly mentions: (forms: LexicalForms) => Mentions;
}

/** A catalogue split by its APIs with deprecations. */
export const oneByOne = remembered((whole: Catalogue): readonly OneApi[] =>
  whole.apis.flatMap((api) => {
    const deprecations = whole.deprecations.filter((one) => one.api === api.id);
    if (deprecations.length === 0) return [];
    const catalogue: Catalogue = { ...whole, apis: [api], deprecations };
    const mentions = remembered((forms: LexicalForms) =>
      buildMentions(catalogue, forms, wordsWithin(catalogue, whole)),
    );
    return { id: api.id, catalogue, mentions };
  }),
);
