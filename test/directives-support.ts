import { applyDirectives } from '../src/scan/directives/apply-directives.js';
import type { DirectiveInput, DirectiveOutcome } from '../src/scan/directives/apply-directives.js';
import { findComments } from '../src/languages/javascript/parse.js';

/** Applies the directives of a TypeScript or JavaScript file. */
export function directivesIn(input: Omit<DirectiveInput, 'comments'>): DirectiveOutcome {
  return applyDirectives({ ...input, comments: findComments(input.file, input.text) });
}
