import { wordsOf } from '../../../clients/words.js';
import type { Place } from '../../../model/span.js';
import type { Evaluator } from '../../evaluate/evaluator.js';
import { findClient } from './client-match.js';
import type { SiteFinder } from './site-finder.js';
import { isAbsolute } from '../../values/resolve-url.js';
import { textsOf } from '../../values/text.js';
import { optionsOf } from '../../values/value.js';
import type { Parts, Value } from '../../values/value.js';

const BASE_KEYS = wordsOf('maker-base-key');

/**
 * Returns the absolute URLs that an external object was created with: `create({ baseUrl })`, `new Client(url)`. The
 * result of a known client's request is a response, which has no base.
 */
export function givenBases({ clients, evaluator }: SiteFinder, made: Value, at: Place): readonly Parts[] {
  return optionsOf(made).flatMap((option) => {
    if (option.kind !== 'external') return [];
    return option.steps.flatMap((step, index) => {
      if (step.kind !== 'call') return [];
      const maker = { ...option, steps: option.steps.slice(0, index) };
      if (findClient(clients, maker, step.form) !== undefined) return [];
      return step.args().flatMap((arg) => basesIn(evaluator, arg, at));
    });
  });
}

function basesIn(evaluator: Evaluator, arg: Value, at: Place): readonly Parts[] {
  return optionsOf(arg).flatMap((option) => {
    if (option.kind === 'text') return [option.parts].filter(isAbsolute);
    if (option.kind !== 'object' && option.kind !== 'layered') return [];
    return BASE_KEYS.flatMap((name) => {
      const value = evaluator.member(option, name, at);
      return value.kind === 'text' || value.kind === 'choice' ? textsOf(value, at).filter(isAbsolute) : [];
    });
  });
}
