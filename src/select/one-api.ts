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
  /** Tests for texts of a language. Those of the whole catalogue find all their matches as well. */
  readonly mentions: (forms: LexicalForms) => Mentions;
}

/** A catalogue split by its APIs with deprecations. */
export const oneByOne = remembered((fullCatalogue: Catalogue): readonly OneApi[] =>
  fullCatalogue.apis.flatMap((api) => {
    const deprecations = fullCatalogue.deprecations.filter((deprecation) => deprecation.api === api.id);
    if (deprecations.length === 0) return [];
    const catalogue: Catalogue = { ...fullCatalogue, apis: [api], deprecations };
    const mentions = remembered((forms: LexicalForms) =>
      buildMentions(catalogue, forms, wordsWithin(catalogue, fullCatalogue)),
    );
    return { id: api.id, catalogue, mentions };
  }),
);
