import type { Parts, Part, Value } from '../../values/value.js';
import { decisionAt, mergeOver, sentOf, withDoubt, concatBags, EMPTY_BAG, oneOfBags, unknownBag } from './sent.js';
import type { Sent, EntryBag } from './sent.js';
import { readQuery, readTexts, readValue } from './read-value.js';
import { optionBag, readingAt, readingOf, withClientDoubts, withLaterSettings } from './sender.js';
import type { SiteFinder, SentCall } from '../calling/site.js';
import type { ExprFact } from '../../../core/model/facts.js';
import type { Place } from '../../../core/model/span.js';
import { describeExpr } from '../../../languages/facts/expressions.js';
import type { Env } from '../../evaluate/evaluator.js';
import { placeIn } from '../../evaluate/program.js';
import { homeOf, returnedTo } from '../../evaluate/traversal.js';
import type { ExprIn } from '../../evaluate/traversal.js';
import { REASON } from '../../values/reasons.js';
import { textsOf } from '../../values/text.js';
import { optionsOf } from '../../values/value.js';
import { globalName } from '../calling/global-calls.js';
import { callerOf, readBag } from './read-bag.js';
import { readingOfCopy, BEYOND_LIMIT } from './reading.js';
import type { Reading } from './reading.js';

/**
 * The parameters that a request sends. `query` is the query of a URL that is a text; for a URL that contains `URL` and
 * `URLSearchParams` objects, the program's changes to these objects count.
 */
export function queryFacts(finder: SiteFinder, query: Parts, sentCall: SentCall): Sent {
  const { sender, at, method } = sentCall.site;
  if (sender === undefined) return { entries: [], complete: false, unseen: 'what sends it', open: 'here' };
  const reading = readingOf(finder, 'query', sender, sentCall);
  if (sender.command !== undefined) {
    const urlBag = readQuery(reading, query, at);
    const isOpen = sender.command.ways.some((way) => way.isOpen);
    return sentOf(isOpen ? withDoubt(urlBag, 'options that are put together elsewhere') : urlBag);
  }
  const env = finder.evaluator.env(sender.context, sender.frame);
  const call = sender.context.facts.calls[sender.index];
  const url = sender.use.row.url === undefined ? call?.args[0] : call?.args[sender.use.row.url];
  const urlBag = (url && readUrlQuery(reading, env, url)) ?? readQuery(reading, query, at);
  const { options } = sender.use.model;
  const isGet = !method.unknown && method.known.every((known) => known === 'GET');
  const names = [...(options?.query ?? []), ...(isGet ? (options?.queryOfGet ?? []) : [])];
  let bag = mergeOver(urlBag, optionBag(reading, env, sender, names), 'name');
  for (const { member, args } of sender.use.fluent)
    if (member === 'query' && args().length > 0) bag = withDoubt(bag, '`.query()`');
  bag = withLaterSettings(reading, env, sender, bag);
  return sentOf(withClientDoubts(finder, env, sender, bag));
}

/** The parameters in the query of a URL and in a client's query option, of a request whose sender is not known. */
export function queryOfRequest(finder: SiteFinder, query: Parts, option: Value, at: Place): Sent {
  const context = finder.evaluator.program.context(at.file);
  if (context === undefined) return { entries: [], complete: false };
  const reading = readingAt(finder, 'query', { context, offset: at.span[1] });
  return sentOf(mergeOver(readQuery(reading, query, at), readValue(reading, option, [], at), 'name'));
}

const URL_KEYS = new Set(['url', 'uri', 'path', 'pathname', 'search']);

/** Methods and properties that return a URL, or a query, as a text. */
const TEXT_MEMBERS = new Set(['toString', 'href', 'toJSON', 'search']);

/** Functions that return the URL in their first argument. */
const URL_WRAPPERS = new Set(['request/of', 'text/of', 'url/encode', 'url/resolve']);

/**
 * The query of a URL that is built from `URL` and `URLSearchParams` objects; undefined if the URL is a plain text,
 * whose value contains the query.
 */
function readUrlQuery(reading: Reading, env: Env, expr: ExprFact): EntryBag | undefined {
  const { program } = env.evaluator;
  return program.follow(
    () => readKind(reading, env, expr),
    () => {
      program.cut(REASON.limit);
      return withDoubt(readTexts(reading, env.value(expr), placeIn(env.context, expr.at)), BEYOND_LIMIT);
    },
  );
}

function readKind(reading: Reading, env: Env, expr: ExprFact): EntryBag | undefined {
  switch (expr.kind) {
    case 'name':
      return queryOfName(reading, env, expr);
    case 'parameter': {
      const caller = callerOf(reading, env, expr);
      return caller?.expr && readUrlQuery(caller.reading, caller.env, caller.expr);
    }
    case 'concat':
      return queryOfConcat(reading, env, expr.parts);
    case 'member':
      return TEXT_MEMBERS.has(expr.property)
        ? queryOfObject(reading, env, expr.object)
        : queryOfField(reading, env, expr);
    case 'call':
      return queryOfCall(reading, env, expr);
    case 'choice':
    case 'default': {
      const options = expr.kind === 'choice' ? expr.options : [expr.value, expr.fallback];
      const alternatives = options.map((option) => ({ reading, env, expr: option }));
      return queryOfAlternatives(alternatives, decisionAt(placeIn(env.context, expr.at)));
    }
    case 'object': {
      const property = env.context.facts.objects[expr.object]?.properties.findLast(
        (candidate) => candidate.kind === 'property' && URL_KEYS.has(candidate.key ?? ''),
      );
      return property && readUrlQuery(reading, env, property.value);
    }
    default:
      return undefined;
  }
}

/** Reads a value that is known only by its text: a `URL` object may have been changed. */
function queryOfField(reading: Reading, env: Env, expr: ExprFact): EntryBag | undefined {
  const value = env.value(expr);
  return isUrl(value)
    ? withDoubt(readTexts(reading, value, placeIn(env.context, expr.at)), `changes to \`${describeExpr(expr)}\``)
    : undefined;
}

function queryOfName(reading: Reading, env: Env, expr: ExprFact & { readonly kind: 'name' }): EntryBag | undefined {
  const { scope } = env.context;
  const object = queryOfObject(reading, env, expr);
  if (object !== undefined) return object;
  const binding = scope.bindingOf(expr);
  // `url = url + more`: its parts are already being read.
  if (binding?.value === undefined || reading.names?.includes(binding) === true) return undefined;
  const innerReading: Reading = { ...reading, names: [...(reading.names ?? []), binding] };
  const initialBag = readUrlQuery(readingOfCopy(innerReading, env, binding.value), homeOf(env, binding), binding.value);
  const assignments = scope.assignmentsTo(binding);
  if (assignments.length === 0) return initialBag;
  const assignedBags = assignments.map((assignment) =>
    readUrlQuery(readingOfCopy(innerReading, env, assignment), env, assignment.value),
  );
  const bags = [initialBag, ...assignedBags].filter((bag) => bag !== undefined);
  return bags.length === 0 ? undefined : withDoubt(oneOfBags(bags, 'address'), `how \`${expr.name}\` is put together`);
}

/** The query of a `URL` or `URLSearchParams` object. */
function queryOfObject(reading: Reading, env: Env, expr: ExprFact): EntryBag | undefined {
  const values = optionsOf(env.value(expr));
  if (values.length > 0 && values.every(isUrl)) return readBag(reading, env, expr, ['searchParams']);
  if (values.length > 0 && values.every(isParams)) return readBag(reading, env, expr, []);
  return undefined;
}

function isUrl(value: Value): boolean {
  return (value.kind === 'text' && value.url === true) || (value.kind === 'layered' && isUrl(value.base));
}

function isParams(value: Value): boolean {
  return (
    value.kind === 'external' &&
    value.root.kind === 'global' &&
    value.root.name === 'URLSearchParams' &&
    value.steps.length === 1
  );
}

function queryOfCall(reading: Reading, env: Env, expr: ExprFact & { readonly kind: 'call' }): EntryBag | undefined {
  const call = env.context.facts.calls[expr.call];
  if (call === undefined) return undefined;
  const { callee, args } = call;
  const [first] = args;
  const name = globalName(env.context, callee);
  if (first !== undefined && name !== undefined && URL_WRAPPERS.has(name))
    return queryOfObject(reading, env, first) ?? readUrlQuery(reading, env, first);
  if (callee.kind === 'member' && TEXT_MEMBERS.has(callee.property)) return queryOfObject(reading, env, callee.object);
  if (name === 'URLSearchParams') return readBag(reading, env, expr, []);
  const returned = returnedTo(env, expr.call) ?? [];
  return queryOfAlternatives(
    returned.map((result) => result && { reading: readingOfCopy(reading, result.env, result.expr), ...result }),
    decisionAt(placeIn(env.context, expr.at), '()'),
  );
}

/** An expression that may be the URL; undefined for a function that is not followed. */
type UrlAlternative = (ExprIn & { readonly reading: Reading }) | undefined;

/** Reads alternatives; undefined if each is a plain text. */
function queryOfAlternatives(alternatives: readonly UrlAlternative[], decision: string): EntryBag | undefined {
  const bags = alternatives.map((way) => way && readUrlQuery(way.reading, way.env, way.expr));
  if (bags.every((bag) => bag === undefined)) return undefined;
  const alternativeBags = alternatives.map((way, index) =>
    way === undefined
      ? unknownBag('the result of a function')
      : (bags[index] ?? readTexts(way.reading, way.env.value(way.expr), placeIn(way.env.context, way.expr.at))),
  );
  return oneOfBags(alternativeBags, decision);
}

/** Reads the texts and objects of `${url}?${params}` separately. */
function queryOfConcat(reading: Reading, env: Env, parts: readonly ExprFact[]): EntryBag | undefined {
  const bags: EntryBag[] = [];
  let texts: Part[] = [];
  let isSure = true;
  let isQuery = false;
  for (const part of parts) {
    const bag =
      part.kind === 'literal' ? undefined : (queryOfObject(reading, env, part) ?? readUrlQuery(reading, env, part));
    if (bag !== undefined) {
      bags.push(bag);
      isQuery ||= isUrl(env.value(part));
      continue;
    }
    const [first = [], ...otherTexts] = textsOf(env.value(part), placeIn(env.context, part.at));
    if (otherTexts.length > 0) isSure = false;
    for (const piece of first) {
      if (isQuery) {
        texts.push(piece);
        continue;
      }
      const start = piece.kind === 'text' ? piece.text.indexOf('?') : -1;
      if (start === -1 || piece.kind !== 'text') continue;
      isQuery = true;
      texts = [{ ...piece, text: piece.text.slice(start + 1) }];
    }
  }
  if (bags.length === 0) return undefined;
  const textBag = readQuery(reading, texts, placeIn(env.context, parts[0]?.at ?? [0, 0]));
  const queryBag = [textBag, ...bags].reduce(concatBags, EMPTY_BAG);
  return isSure ? queryBag : withDoubt(queryBag, 'a text with several forms');
}
