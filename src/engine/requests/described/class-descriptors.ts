import { wordsOf, wordTest } from '../../../clients/words.js';
import type { ClassFact } from '../../../model/facts.js';
import type { Place } from '../../../model/span.js';
import type { FileContext } from '../../evaluate/program.js';
import { baseOf, describedUrls } from './described-url.js';
import { describedSite } from './described-site.js';
import { isRouteKey } from './descriptors.js';
import type { Site } from '../calling/site.js';
import type { SiteFinder } from '../calling/site-finder.js';
import { UNDEFINED } from '../../values/value.js';
import type { Value } from '../../values/value.js';

const isUrlKey = wordTest('url-key');
const METHOD_KEYS = wordsOf('method-key');

/**
 * Requests that classes describe by their members: `static endpoint = '/towers/{id}/bells'; static method = 'GET'`.
 * Path and method, or path and base, are both required: a path alone can be of any class.
 */
export function classDescriptorSites(finder: SiteFinder, context: FileContext): readonly Site[] {
  return context.facts.classes.flatMap((fact, index) => {
    const path = fact.members.find(({ name, value }) => value !== undefined && isUrlKey(name));
    if (path === undefined || fact.members.some(({ name }) => isRouteKey(name))) return [];
    const owned: Value = { kind: 'class', file: context.file, class: index, frame: undefined };
    const owner: Value = path.static ? owned : { kind: 'instance', of: owned, args: undefined };
    return classSite(finder, context, fact, { name: path.name, owner }) ?? [];
  });
}

function classSite(
  finder: SiteFinder,
  context: FileContext,
  fact: ClassFact,
  { name, owner }: { readonly name: string; readonly owner: Value },
): Site | undefined {
  const { evaluator } = finder;
  const at: Place = { file: context.file, span: fact.at };
  const base = baseOf(finder, owner, at);
  const method =
    METHOD_KEYS.map((key) => evaluator.member(owner, key, at)).find(
      ({ kind }) => kind !== 'scalar' && kind !== 'unknown' && kind !== 'external',
    ) ?? UNDEFINED;
  if (base.kind === 'scalar' && method.kind === 'scalar') return undefined;
  const urls = describedUrls(finder, evaluator.member(owner, name, at), base, at);
  return describedSite(finder, { urls, method, at });
}
