import type { ExprFact } from '../../model/facts.js';
import type { Place } from '../../model/span.js';
import { isRoute } from './descriptors.js';
import type { FileContext } from '../evaluate/program.js';
import { bareSite } from './site.js';
import type { Site } from './site.js';
import type { SiteFinder } from './site-finder.js';
import { matchPath } from '../match/match.js';
import { textsOf } from '../values/text.js';
import type { Parts } from '../values/value.js';

/**
 * Dead URLs and root paths that reach no known request, as sites of their own. A text that is passed
 * straight to a call was judged with that call; one that decided a finding is not said twice.
 */
export function looseTexts(finder: SiteFinder, context: FileContext, used: ReadonlySet<number>): readonly Site[] {
  const { evaluator, index } = finder;
  const passed = new Set(context.facts.calls.flatMap((call) => call.args.map((arg) => arg.at[0])));
  const routes = context.facts.objects.filter((object) => isRoute(context, object)).map((object) => object.at);
  const isInRoute = (text: ExprFact): boolean => routes.some((at) => at[0] <= text.at[0] && text.at[1] <= at[1]);
  const found: Site[] = [];
  for (const text of context.facts.texts) {
    if (passed.has(text.at[0]) || isInRoute(text)) continue;
    const at: Place = { file: context.file, span: text.at };
    const urls = textsOf(evaluator.value(context, text, undefined), at).filter((parts) => isDead(parts));
    if (urls.length === 0) continue;
    found.push(bareSite({ at, kind: 'call', client: 'text', urls }));
  }
  return found;

  function isDead(parts: Parts): boolean {
    const url = finder.urlOf(parts);
    if (url.host.kind === 'other' || url.host.kind === 'unknown') return false;
    const match = matchPath(index, url.segments);
    return match !== undefined && !used.has(match.decider.at.span[0]) && match.decider.at.file === context.file;
  }
}
