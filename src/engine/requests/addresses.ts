import { baseUrlsOf, splitBaseUrl } from '../../api/base-url.js';
import { visitExprs } from '../../facts/visit-exprs.js';
import type { ExprFact } from '../../model/facts.js';
import type { Place } from '../../model/span.js';
import type { FileContext } from '../evaluate/program.js';
import { couldBecomeMatch, leadsToMatch } from '../match/match-url.js';
import { holePart, optionsOf } from '../values/value.js';
import type { Parts } from '../values/value.js';
import { REASON } from '../values/reasons.js';
import { textsOf } from '../values/text.js';
import { embeddedUrls, namesHost } from './embedded-url.js';
import type { SiteFinder } from './site-finder.js';
import { roleInTest } from './test-doubles.js';
import { isTold } from './told-texts.js';

/** A text of a file that is an address of the API, or holds one. */
export interface Address {
  readonly at: Place;
  readonly url: Parts;
  /** Something deprecated can be requested with it: its path is a deprecated one, or the beginning of one. */
  readonly mayMatter: boolean;
  /** It is the host alone. */
  readonly isHost: boolean;
  /** Places of the pieces that it is made of. */
  readonly pieces: readonly Place[];
}

/** The addresses of the API in a file, but for those that people read, or that a test is told to answer. */
export function addressesIn(finder: SiteFinder, context: FileContext): readonly Address[] {
  const { evaluator, catalogue } = finder;
  const found: Address[] = [];
  for (const text of [...context.facts.texts, ...hostsIn(finder, context)]) {
    const at: Place = { file: context.file, span: text.at };
    const value = evaluator.value(context, text, undefined);
    if (!optionsOf(value).some(({ kind }) => kind === 'text')) continue;
    for (const parts of textsOf(value, at)) {
      const url = addressOf(finder, parts);
      if (url === undefined) continue;
      if (isTold(evaluator, context, text) || roleInTest(context, text.at[0]) !== undefined) break;
      const pieces = parts.filter((part) => part.kind === 'text').map((part) => part.at);
      found.push({
        at,
        url,
        isHost: isBareHost(finder, url),
        mayMatter: mayMatter(finder, url, url === parts),
        pieces,
      });
    }
  }
  return found;

  function addressOf({ urlOf }: SiteFinder, parts: Parts): Parts | undefined {
    if (!isPath(parts) && urlOf(parts).host.kind === 'exact') return parts;
    if (!parts.some((part) => part.kind === 'text' && namesHost(catalogue, part.text))) return undefined;
    const inside = embeddedUrls(catalogue, parts).find((url) => urlOf(url).host.kind === 'exact');
    return inside ?? (isBareHost(finder, parts) ? parts : undefined);
  }
}

/** It begins as a path does: the host is not said in it. */
function isPath([first]: Parts): boolean {
  return first?.kind === 'text' && /^\/(?!\/)/.test(first.text);
}

/** A path that could become a deprecated one. Inside another text it has to be more than the base URL: prose names that. */
function mayMatter({ urlOf }: SiteFinder, written: Parts, isWhole: boolean): boolean {
  const url = withoutPlaceholders(written);
  const read = urlOf(url);
  if (read.host.kind !== 'exact') return true;
  if (leadsToMatch(read) || couldBecomeMatch(read)) return true;
  const [first] = url;
  if (!isWhole || first === undefined) return false;
  const next = holePart(REASON.atRunTime, first.at);
  return couldBecomeMatch(read, [{ parts: [next], text: undefined }]);
}

/** `/towers/{tower}/{what}`, `/towers/:tower/:what`, `/towers/%s/%s`: something replaces what stands for a value before it is sent. */
const PLACEHOLDER = /(\{\{[^{}]*\}\}|\$?\{[^{}]*\}|(?<=\/):[A-Za-z_]\w*|<\w[\w -]*>|\[\w+\]|%[sd@]|%\(\w+\)s|\$\d)/;

/** The URL with holes where something stands for a value. */
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

/** `api.example.com`, with or without a scheme: a path is still to come. */
function isBareHost({ catalogue }: SiteFinder, parts: Parts): boolean {
  const [only] = parts;
  if (only?.kind !== 'text' || parts.length > 1) return false;
  const bare = only.text
    .trim()
    .replace(/^(?:https?:)?\/\//i, '')
    .replace(/\/+$/, '')
    .toLowerCase();
  return baseUrlsOf(catalogue).some(({ url }) => splitBaseUrl(url).host === bare);
}

/** Literals that are a host of the API and nothing else: without a slash they are in no table of the facts. */
function hostsIn(finder: SiteFinder, { file, facts }: FileContext): readonly ExprFact[] {
  const found: ExprFact[] = [];
  if (finder.evaluator.program.modules.mentionsApi(file)?.length === 0) return found;
  visitExprs(facts, (expr) => {
    if (expr.kind !== 'literal' || typeof expr.value !== 'string' || expr.value.includes('/')) return;
    if (isBareHost(finder, [{ kind: 'text', text: expr.value, at: { file, span: expr.at } }])) found.push(expr);
  });
  return found;
}
