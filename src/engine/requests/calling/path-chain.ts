import type { Place } from '../../../model/span.js';
import { leadsToMatch } from '../../match/match-url.js';
import { fromTexts, textsOf } from '../../values/text.js';
import { optionsOf } from '../../values/value.js';
import type { ExternalStep, Parts, TextPart, Value } from '../../values/value.js';
import { givenBases } from './given-base.js';
import type { SiteFinder } from './site-finder.js';

/**
 * Deprecated URLs that members and calls spell on a value made with a base URL (`api.towers(id).bells.get()`), for the
 * callee without its last member, the verb.
 */
export function chainedUrls(finder: SiteFinder, receiver: Value, at: Place): readonly Parts[] {
  return optionsOf(receiver).flatMap((option) => {
    if (option.kind !== 'external') return [];
    const made = option.steps.findIndex(
      (step, index) =>
        step.kind === 'call' &&
        givenBases(finder, { ...option, steps: option.steps.slice(0, index + 1) }, at).length > 0,
    );
    if (made < 0) return [];
    const bases = givenBases(finder, { ...option, steps: option.steps.slice(0, made + 1) }, at);
    const path = spelled(option.steps.slice(made + 1), at);
    return bases
      .map((base) => [...base, ...path])
      .filter((url) => {
        const read = finder.urlOf(url);
        return read.host.kind === 'exact' && leadsToMatch(read);
      });
  });
}

function spelled(steps: readonly ExternalStep[], at: Place): Parts {
  const slash: TextPart = { kind: 'text', text: '/', at };
  return steps.flatMap((step): Parts => {
    if (step.kind === 'member') return [{ kind: 'text', text: `/${step.name}`, at }];
    const [first, ...others] = step.args();
    if (first === undefined || others.length > 0) return [];
    const [text] = textsOf(fromTexts(textsOf(first, at), at), at);
    return [slash, ...(text ?? [])];
  });
}
