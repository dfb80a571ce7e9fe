import { baseUrlsOf, splitBaseUrl } from '../../../core/api/base-url.js';
import { visitExprs } from '../../../languages/facts/expressions.js';
import type { ExprFact } from '../../../core/model/facts.js';
import type { Place } from '../../../core/model/span.js';
import type { FileContext } from '../../evaluate/program.js';
import { couldBecomeMatch, hasMatch, matchesOf } from '../../match/match-url.js';
import { holePart, optionsOf } from '../../values/value.js';
import type { Parts } from '../../values/value.js';
import { REASON } from '../../values/reasons.js';
import { textsOf } from '../../values/text.js';
import { embeddedUrls, namesHost } from '../calling/url-forms.js';
import type { SiteFinder, Site } from '../calling/site.js';
import { bareSite } from '../calling/site.js';
import { isOnlyCompared, isOnlyPathPrefix } from '../unknown/unsent-texts.js';
import { roleInTest } from '../unknown/test-doubles.js';
import { isTextForPeople } from '../unknown/handled-arguments.js';
import { isRoute } from './descriptors.js';
import { isOverwritten } from '../../evaluate/writes.js';
import { looksAtArguments } from '../unknown/looks-at-arguments.js';

/** Reason why a text that names a host of the API is not a relevant request. */
type NonRequest =
  /** The text is shown to people, or compared in a condition. */
  | 'inspected'
  /** A test expects or answers the address. */
  | 'answered'
  /** No deprecated operation has a path with this beginning. */
  | 'live'
  /** The text names the API in prose. */
  | 'named'
  /** The text has the host of the API with another path. */
  | 'other-path';

/**
 * Outcome for a text that names a host of the API: a request uses it, it is listed as unresolved, or it is irrelevant.
 */
export interface AddressOutcome {
  readonly at: Place;
  readonly outcome: 'used' | 'listed' | NonRequest;
}

/** Whether the pieces of an address count as sent, because the address contains enough of a path. */
export function hasSentPieces({ silent }: Address): boolean {
  return silent === undefined || silent === 'live' || silent === 'named';
}

/** A text of a file that is an address of the API, or contains one. */
export interface Address {
  readonly at: Place;
  readonly url: Parts;
  /** Absent if the path is deprecated, or the beginning of a deprecated one. */
  readonly silent?: NonRequest;
  /** Whether the address is the host alone. */
  readonly isHost: boolean;
  /** Places of the known pieces of the text. */
  readonly pieces: readonly Place[];
}

/** The texts of a file that name a host of the API. */
export function addressesIn(finder: SiteFinder, context: FileContext): readonly Address[] {
  const { evaluator, catalogue } = finder;
  const addresses: Address[] = [];
  for (const text of [...context.facts.texts, ...hostsIn(finder, context)]) {
    const at: Place = { file: context.file, span: text.at };
    const value = evaluator.value(context, text, undefined);
    if (!optionsOf(value).some(({ kind }) => kind === 'text')) continue;
    for (const parts of textsOf(value, at)) {
      const url = addressOf(parts);
      if (url !== undefined) addresses.push(addressAt(text, at, parts, url));
    }
  }
  return addresses;

  function addressAt(text: ExprFact, at: Place, parts: Parts, url: Parts): Address {
    const pieces = parts.filter((part) => part.kind === 'text').map((part) => part.at);
    const reason = nonRequestReason(text, url, url === parts);
    return { at, url, isHost: isBareHost(finder, url), pieces, ...(reason === undefined ? {} : { silent: reason }) };
  }

  function addressOf(parts: Parts): Parts | undefined {
    const { urlOf } = finder;
    if (!isPath(parts) && urlOf(parts).host.kind === 'exact') return parts;
    if (!parts.some((part) => part.kind === 'text' && namesHost(catalogue, part.text))) return undefined;
    return embeddedUrls(catalogue, parts).find((url) => urlOf(url).host.kind === 'exact') ?? parts;
  }

  function nonRequestReason(text: ExprFact, url: Parts, isWholeText: boolean): NonRequest | undefined {
    if (isTextForPeople(evaluator, context, text)) return 'inspected';
    if (roleInTest(context, text.at[0]) !== undefined) return 'answered';
    if (isOnlyCompared(context, text)) return 'inspected';
    if (isBareHost(finder, url)) return undefined;
    if (finder.urlOf(url).host.kind !== 'exact') return 'other-path';
    if (couldBeDeprecated(finder, url, isWholeText)) return undefined;
    return isWholeText ? 'live' : 'named';
  }
}

/** Whether a text begins like a path, without a host. */
function isPath([first]: Parts): boolean {
  return first?.kind === 'text' && /^\/(?!\/)/.test(first.text);
}

/** Whether a URL could become a deprecated one. In prose it needs more than the base URL. */
function couldBeDeprecated({ urlOf }: SiteFinder, urlInCode: Parts, isWholeText: boolean): boolean {
  const url = withoutPlaceholders(urlInCode);
  const requestUrl = urlOf(url);
  if (hasMatch(requestUrl) || couldBecomeMatch(requestUrl)) return true;
  const [first] = url;
  if (!isWholeText || first === undefined) return false;
  const next = holePart(REASON.atRunTime, first.at);
  return couldBecomeMatch(requestUrl, { behind: [{ parts: [next], text: undefined }] });
}

/**
 * Placeholders that are replaced before the URL is sent: `/towers/{tower}/{what}`, `/towers/:tower/:what`,
 * `/towers/%s/%s`.
 */
const PLACEHOLDER = /(\{\{[^{}]*\}\}|\$?\{[^{}]*\}|(?<=\/):[A-Za-z_]\w*|<\w[\w -]*>|\[\w+\]|%[sd@]|%\(\w+\)s|\$\d)/;

/** Returns the URL with holes for its placeholders. */
function withoutPlaceholders(url: Parts): Parts {
  if (!url.some((part) => part.kind === 'text' && PLACEHOLDER.test(part.text))) return url;
  return url.flatMap((part) =>
    part.kind === 'hole'
      ? [part]
      : part.text
          .split(PLACEHOLDER)
          .map((text, index) => (index % 2 === 0 ? { ...part, text } : holePart(REASON.atRunTime, part.at, text)))
          .filter((piece) => piece.kind === 'hole' || piece.text !== ''),
  );
}

/** Whether a text is a host, with or without a scheme, and has no path: `api.example.com`. */
function isBareHost({ catalogue }: SiteFinder, parts: Parts): boolean {
  const [single] = parts;
  if (single?.kind !== 'text' || parts.length > 1) return false;
  const host = single.text
    .trim()
    .replace(/^(?:https?:)?\/\//i, '')
    .replace(/(?<!\/)\/+$/, '')
    .toLowerCase();
  return baseUrlsOf(catalogue).some(({ url }) => splitBaseUrl(url).host === host);
}

/** Literals that name a host of the API and have no slash: the texts of the facts exclude these. */
function hostsIn(finder: SiteFinder, { file, facts }: FileContext): readonly ExprFact[] {
  const hosts: ExprFact[] = [];
  if (finder.evaluator.program.modules.mentionsApi(file)?.length === 0) return hosts;
  visitExprs(facts, (expr) => {
    if (expr.kind !== 'literal' || typeof expr.value !== 'string' || expr.value.includes('/')) return;
    if (namesHost(finder.catalogue, expr.value)) hosts.push(expr);
  });
  return hosts;
}

/** Cost of examining a text, in evaluation steps, without its evaluation. */
const STEPS_OF_TEXT = 10;

/** Texts of a file to examine: their indices, undefined for all, and the starts of texts that are already reported. */
interface LooseSelection {
  readonly selected: ReadonlySet<number> | undefined;
  readonly used: ReadonlySet<number>;
}

/**
 * Deprecated URLs and root paths that no known request uses, as separate sites. Excluded are paths that are arguments of
 * a call, because they are judged with it, texts for people, and texts that are already reported.
 */
export function looseTexts(
  finder: SiteFinder,
  context: FileContext,
  { selected, used }: LooseSelection,
): readonly Site[] {
  const { evaluator } = finder;
  const callByArgument = new Map(
    context.facts.calls.flatMap((call) => call.args.map((arg) => [arg.at[0], call] as const)),
  );
  const routes = context.facts.objects.filter((object) => isRoute(context, object)).map((object) => object.at);
  const isInRoute = (text: ExprFact): boolean => routes.some((at) => at[0] <= text.at[0] && text.at[1] <= at[1]);
  const sites: Site[] = [];
  for (const [index, text] of context.facts.texts.entries()) {
    if (evaluator.program.isOver(STEPS_OF_TEXT)) break;
    if (selected?.has(index) === false || isInRoute(text)) continue;
    const receivingCall = callByArgument.get(text.at[0]);
    const isPassed = receivingCall !== undefined;
    const at: Place = { file: context.file, span: text.at };
    const urls = textsOf(evaluator.value(context, text, undefined), at).filter((parts) =>
      isDeprecated(parts, isPassed),
    );
    if (urls.length === 0 || isTextForPeople(evaluator, context, text) || isOnlyPathPrefix(context, text)) continue;
    if (isOverwritten(context, text)) continue;
    if (receivingCall !== undefined && looksAtArguments(evaluator, context, receivingCall)) continue;
    // A test double compares addresses with the requested one.
    if (isOnlyCompared(context, text) && roleInTest(context, text.at[0]) === undefined) continue;
    sites.push(bareSite({ at, kind: 'call', client: 'text', urls }));
  }
  return sites;

  function isDeprecated(parts: Parts, isPassed: boolean): boolean {
    const url = finder.urlOf(parts);
    if (url.host.kind === 'other' || url.host.kind === 'unknown' || (isPassed && url.host.kind !== 'exact'))
      return false;
    return matchesOf(url).some(
      ({ match: { decider } }) => !used.has(decider.at.span[0]) && decider.at.file === context.file,
    );
  }
}
