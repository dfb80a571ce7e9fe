import type { CallFact } from '../../../model/facts.js';
import type { FileContext } from '../../evaluate/program.js';
import { optionsOf } from '../../values/value.js';
import type { SiteFinder } from './site-finder.js';
import type { Site } from './site.js';

/** Objects of the file that a call's requests are made with: they describe those requests and no others. */
export function objectsPassed(
  finder: SiteFinder,
  context: FileContext,
  call: CallFact,
  sites: readonly Site[],
): readonly number[] {
  const values = [...finder.evaluator.args(context, call, undefined), ...sites.flatMap(({ made }) => made ?? [])];
  return values.flatMap((arg) =>
    optionsOf(arg).flatMap((option) => {
      const object = option.kind === 'layered' ? option.base : option;
      return object.kind === 'object' && object.file === context.file ? [object.object] : [];
    }),
  );
}
