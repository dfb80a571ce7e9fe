import type { ExprFact } from '../../../model/facts.js';
import type { Place } from '../../../model/span.js';
import { isRoute } from './descriptors.js';
import { isOverwritten } from '../../evaluate/overwritten.js';
import type { FileContext } from '../../evaluate/program.js';
import { isOnlyCompared, isOnlyFront } from '../unknown/left-behind.js';
import { bareSite } from '../calling/site.js';
import { roleInTest } from '../unknown/test-doubles.js';
import type { Site } from '../calling/site.js';
import type { SiteFinder } from '../calling/site-finder.js';
import { looksAtArguments } from '../unknown/looks-at-arguments.js';
import { isTold } from '../unknown/told-texts.js';
import { matchesOf } from '../../match/match-url.js';
import { textsOf } from '../../values/text.js';
import type { Parts } from '../../values/value.js';

/** Cost of examining a text, in evaluation steps, without its evaluation. */
const STEPS_OF_TEXT = 10;

/** Texts of a file to examine: their indexes, undefined for all; and the starts of texts that are reported already. */
interface LooseIn {
  readonly selected: ReadonlySet<number> | undefined;
  readonly used: ReadonlySet<number>;
}

/**
 * Deprecated URLs and root paths that reach no known request, as sites of their own. Left out: a path that is passed
 * straight to a call, which is judged with the call; a text for people; and a text that is reported already.
 */
export function looseTexts(finder: SiteFinder, context: FileContext, { selected, used }: LooseIn): readonly Site[] {
  const { evaluator } = finder;
  const passed = new Map(context.facts.calls.flatMap((call) => call.args.map((arg) => [arg.at[0], call] as const)));
  const routes = context.facts.objects.filter((object) => isRoute(context, object)).map((object) => object.at);
  const isInRoute = (text: ExprFact): boolean => routes.some((at) => at[0] <= text.at[0] && text.at[1] <= at[1]);
  const found: Site[] = [];
  for (const [index, text] of context.facts.texts.entries()) {
    if (evaluator.program.isOver(STEPS_OF_TEXT)) break;
    if (selected?.has(index) === false || isInRoute(text)) continue;
    const taker = passed.get(text.at[0]);
    const isPassed = taker !== undefined;
    const at: Place = { file: context.file, span: text.at };
    const urls = textsOf(evaluator.value(context, text, undefined), at).filter((parts) => isDead(parts, isPassed));
    if (urls.length === 0 || isTold(evaluator, context, text) || isOnlyFront(context, text)) continue;
    if (isOverwritten(context, text)) continue;
    if (taker !== undefined && looksAtArguments(evaluator, context, taker)) continue;
    // A test double compares addresses with the requested one.
    if (isOnlyCompared(context, text) && roleInTest(context, text.at[0]) === undefined) continue;
    found.push(bareSite({ at, kind: 'call', client: 'text', urls }));
  }
  return found;

  function isDead(parts: Parts, isPassed: boolean): boolean {
    const url = finder.urlOf(parts);
    if (url.host.kind === 'other' || url.host.kind === 'unknown' || (isPassed && url.host.kind !== 'exact'))
      return false;
    return matchesOf(url).some(
      ({ match: { decider } }) => !used.has(decider.at.span[0]) && decider.at.file === context.file,
    );
  }
}
