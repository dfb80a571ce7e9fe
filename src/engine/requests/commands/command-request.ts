import type { ClientModel, CommandGrammar } from '../../../core/model/client-model.js';
import type { HttpMethod } from '../../../core/model/endpoint.js';
import type { CallFact } from '../../../core/model/facts.js';
import type { Place } from '../../../core/model/span.js';
import type { Env } from '../../evaluate/evaluator.js';
import { applyPatches } from '../../evaluate/patches.js';
import { placeIn } from '../../evaluate/program.js';
import { readJsonTexts } from '../../values/json-text.js';
import { fromTexts, joinTexts, MAX_TEXTS, textsOf, textValue, plainText } from '../../values/text.js';
import { choiceOf } from '../../values/choice.js';
import { atRunTime, optionsOf, UNDEFINED } from '../../values/value.js';
import type { Parts, Value, Part } from '../../values/value.js';
import { parseCommandWords, withoutStart, commandLines, singleText, splitWords } from './command-words.js';
import type { ParsedWord, CommandWord } from './command-words.js';
import { onThisMachine, routeOf } from './rerouted.js';
import { bodyOfFields, parseRequestItems } from './request-items.js';
import { methodFacts, knownMethod } from '../calling/request.js';
import type { CommandHeader, CommandRequest, MethodFacts } from '../calling/site.js';
import { belowBase, expandGlobs, withScheme } from '../calling/url-forms.js';
import { HTTP_METHODS } from '../../../core/model/endpoint.js';

/** Request of one alternative of a command. */
interface Draft {
  urls: Parts[];
  method: Value | undefined;
  /** The method if no option sets it. */
  impliedMethod: HttpMethod | undefined;
  headers: CommandHeader[];
  body: Value[];
  query: Value[];
  /** Words `name=value`, for the body or the query, depending on the method. */
  fields: CommandWord[];
  /** The host that replaces that of the base URL. */
  host: CommandWord | undefined;
  /** Servers to connect to instead of those in URLs. */
  routes: CommandWord[];
  sendsDataInQuery: boolean;
  expandsGlobs: boolean;
  /** Words that can be anything. */
  unknownWords: CommandWord[];
}

/** Returns the requests that the words of a command describe. */
export function commandRequests(
  env: Env,
  call: CallFact,
  { baseUrl }: Pick<ClientModel, 'baseUrl'>,
  grammar: CommandGrammar,
): readonly CommandRequest[] {
  const at = placeIn(env.context, call.at);
  const namedArgs = call.named === undefined ? UNDEFINED : env.value(call.named);
  const stdin = namedArgs.kind === 'object' ? env.evaluator.member(namedArgs, 'stdin', at) : atRunTime(at);
  const host = namedArgs.kind === 'object' ? env.evaluator.member(namedArgs, 'host', at) : UNDEFINED;
  if (grammar.raw === true) return rawRequests(stdin, at);
  const alternatives = commandLines(env, call).flatMap((words) => {
    const parsedWords = wordsAfterSubcommand(parseCommandWords(words, grammar), grammar);
    return parsedWords === undefined ? [] : [draftsOf(parsedWords, grammar, { stdin, host }, at)];
  });
  const count = Math.max(0, ...alternatives.map(({ length }) => length));
  return Array.from({ length: count }, (_, index) =>
    mergeDrafts(
      alternatives.flatMap((way) => way[index] ?? []),
      baseUrl,
      at,
    ),
  ).flatMap((request) => request ?? []);
}

/**
 * Returns the words after the subcommand that sends requests; undefined if the subcommand is another one or unknown.
 */
function wordsAfterSubcommand(
  parsed: readonly ParsedWord[],
  { subcommand }: CommandGrammar,
): readonly ParsedWord[] | undefined {
  if (subcommand === undefined) return parsed;
  const first = parsed.find((word) => word.kind === 'word');
  return first !== undefined && onlyPlainText(first.word) === subcommand
    ? parsed.filter((word) => word !== first)
    : undefined;
}

/** Inputs of a command other than its words. */
interface DraftInputs {
  readonly stdin: Value;
  readonly host: Value;
}

function draftsOf(
  parsed: readonly ParsedWord[],
  grammar: CommandGrammar,
  { stdin, host }: DraftInputs,
  at: Place,
): readonly Draft[] {
  const newDraft = (): Draft => ({
    urls: [],
    method: undefined,
    impliedMethod: undefined,
    headers: [],
    body: [],
    query: [],
    fields: [],
    host: host === UNDEFINED ? undefined : { value: host, at },
    routes: [],
    sendsDataInQuery: false,
    expandsGlobs: grammar.globs === true,
    unknownWords: [],
  });
  const requestDrafts = [newDraft()];
  const words: CommandWord[] = [];
  for (const word of parsed) {
    const draft = requestDrafts.at(-1);
    if (draft === undefined) break;
    if (word.kind === 'open') draft.unknownWords.push(word.word);
    else if (word.kind === 'flag') {
      if (word.says === 'next') requestDrafts.push(newDraft());
      else if (word.says === 'head') draft.impliedMethod = 'HEAD';
      else if (word.says === 'data-in-query') draft.sendsDataInQuery = true;
      else if (word.says === 'no-globs') draft.expandsGlobs = false;
      else draft.impliedMethod = 'POST';
    } else if (word.kind === 'value') readValue(draft, word, stdin);
    else if (grammar.items === true) words.push(word.word);
    else draft.urls.push(...urlsOf(word.word));
  }
  const [first] = requestDrafts;
  if (grammar.items === true && first !== undefined) readItems(first, words, stdin, at);
  return requestDrafts;
}

function urlsOf({ value, at }: CommandWord): readonly Parts[] {
  return textsOf(value, at);
}

function readValue(draft: Draft, { says, word }: Extract<ParsedWord, { kind: 'value' }>, stdin: Value): void {
  const { value, at } = word;
  switch (says) {
    case 'url':
      draft.urls.push(...urlsOf(word));
      return;
    case 'method':
      draft.method = value;
      return;
    case 'header':
      draft.headers.push(...headersOf(word));
      return;
    case 'json':
      draft.headers.push({ name: 'Content-Type', value: textValue('application/json', at), at });
      draft.impliedMethod ??= 'POST';
      draft.body.push(dataOf(word, stdin));
      return;
    case 'data':
      draft.impliedMethod ??= 'POST';
      draft.body.push(dataOf(word, stdin));
      return;
    case 'form':
    case 'file':
      draft.impliedMethod ??= 'POST';
      draft.body.push(atRunTime(at));
      return;
    case 'field':
      draft.impliedMethod ??= 'POST';
      draft.fields.push(word);
      return;
    case 'host':
      draft.host = word;
      return;
    case 'route':
      draft.routes.push(word);
      return;
    case 'upload':
      draft.impliedMethod ??= 'PUT';
      draft.body.push(onlyPlainText(word) === '-' ? stdin : atRunTime(at));
      return;
    case 'user':
      draft.headers.push({ name: 'Authorization', value: textValue('Basic …', at), at });
      return;
    case 'bearer': {
      const parts = textsOf(value, at).map((text): Parts => [{ kind: 'text', text: 'Bearer ', at }, ...text]);
      draft.headers.push({ name: 'Authorization', value: fromTexts(parts, at), at });
      return;
    }
    case 'query':
      draft.query.push(value);
      return;
    case 'options':
      draft.unknownWords.push(word);
      return;
    case 'else':
  }
}

function onlyPlainText(word: CommandWord): string | undefined {
  const [first, ...extra] = singleText(word) ?? [];
  return first?.kind === 'text' && extra.length === 0 ? first.text : undefined;
}

/** Value of a data word: `@file` is the content of a file, `@-` the input of the command. */
function dataOf(word: CommandWord, stdin: Value): Value {
  const [first] = singleText(word) ?? [];
  if (first?.kind !== 'text' || !first.text.startsWith('@')) return word.value;
  const plainWord = onlyPlainText(word);
  return plainWord === '@-' || plainWord === '@/dev/stdin' ? stdin : atRunTime(word.at);
}

/** Headers of a word `Name: value` with a known name. */
function headersOf({ value, at }: CommandWord): readonly CommandHeader[] {
  const headers = textsOf(value, at).flatMap((parts): readonly CommandHeader[] => {
    const [first] = parts;
    const [prefix, name] = (first?.kind === 'text' ? /^\s*([^\s:;]+)\s*[:;]\s*/.exec(first.text) : null) ?? [];
    if (first === undefined || prefix === undefined || name === undefined) return [];
    return [{ name, value: { kind: 'text', parts: withoutStart(parts, prefix.length) }, at: first.at }];
  });
  const [header] = headers;
  const hasOneName =
    header !== undefined && headers.every(({ name }) => name.toLowerCase() === header.name.toLowerCase());
  return hasOneName
    ? [
        {
          ...header,
          value: choiceOf(
            headers.map((header) => header.value),
            at,
          ),
        },
      ]
    : headers;
}

function readItems(draft: Draft, words: readonly CommandWord[], stdin: Value, at: Place): void {
  const items = parseRequestItems(words, at);
  if (items.method !== undefined) draft.method ??= items.method;
  if (items.url !== undefined) draft.urls.push(...urlsOf(items.url));
  draft.headers.push(...items.headers);
  draft.query.push(...items.query);
  if (items.body !== undefined) draft.body.push(items.body);
  else if (stdin.kind === 'text') draft.body.push(stdin);
  if (draft.body.length > 0) draft.impliedMethod ??= 'POST';
}

function mergeDrafts(drafts: readonly Draft[], baseUrl: string | undefined, at: Place): CommandRequest | undefined {
  const completeDrafts = drafts.map((draft) => withFields(draft, at));
  const urls = completeDrafts.flatMap((draft) => {
    const writtenUrls = draft.urls.length > 0 ? draft.urls : draft.unknownWords.flatMap(urlsOf);
    const urlsWithHost =
      baseUrl === undefined
        ? writtenUrls.map(withScheme)
        : writtenUrls.flatMap((url) => belowBase(url, hostOf(draft, baseUrl)));
    const expandedUrls = draft.expandsGlobs ? urlsWithHost.flatMap(expandGlobs) : urlsWithHost;
    return expandedUrls.map((url) => (routeOf(url, draft.routes) === 'here' ? onThisMachine(url) : url));
  });
  if (urls.length === 0) return undefined;
  const bodies = completeDrafts.map(({ body, sendsDataInQuery }) => (sendsDataInQuery ? UNDEFINED : bodyOf(body, at)));
  const query = completeDrafts.flatMap((draft) => [...draft.query, ...(draft.sendsDataInQuery ? draft.body : [])]);
  return {
    urls: urls.slice(0, MAX_TEXTS),
    method: mergeMethods(completeDrafts.map((draft) => methodOf(draft, at))),
    headers: completeDrafts.map(({ headers }) => headerObject(headers, at)),
    body: readJsonTexts(choiceOf(bodies, at), at),
    query: query.length === 0 ? UNDEFINED : fromTexts(joinTexts(query, '&', at), at),
    ways: completeDrafts.map(({ headers, unknownWords }) => ({ headers, isOpen: unknownWords.length > 0 })),
    ...(completeDrafts.some(({ routes }) => urls.some((url) => routeOf(url, routes) === 'elsewhere'))
      ? { rerouted: true }
      : {}),
  };
}

/** Moves fields to the query for GET, and to the body otherwise. */
function withFields(draft: Draft, at: Place): Draft {
  const { fields } = draft;
  if (fields.length === 0) return draft;
  const { known, unknown } = methodOf(draft, at);
  const isRead = !unknown && known.every((method) => method === 'GET' || method === 'HEAD');
  return isRead
    ? { ...draft, query: [...draft.query, ...fields.map(({ value }) => value)] }
    : { ...draft, body: [...draft.body, bodyOfFields(fields, at)] };
}

/** The host of a draft if it has one, else that of the base URL. */
function hostOf({ host }: Draft, baseUrl: string): Parts | string {
  const hostName = host === undefined ? undefined : onlyPlainText(host);
  if (host === undefined || hostName === new URL(baseUrl).hostname.replace(/^api\./, '')) return baseUrl;
  const [hostParts] = textsOf(host.value, host.at);
  return [{ kind: 'text', text: 'https://', at: host.at }, ...(hostParts ?? [])];
}

function bodyOf(data: readonly Value[], at: Place): Value {
  const [single, ...extra] = data;
  if (single === undefined) return UNDEFINED;
  return extra.length === 0 ? single : fromTexts(joinTexts(data, '&', at), at);
}

function methodOf({ method, impliedMethod, sendsDataInQuery, unknownWords }: Draft, at: Place): MethodFacts {
  if (method !== undefined) return methodFacts(method, 'GET', at);
  const defaultMethod = sendsDataInQuery && impliedMethod !== 'HEAD' ? 'GET' : (impliedMethod ?? 'GET');
  const isOpen = unknownWords.length > 0 && impliedMethod === undefined && !sendsDataInQuery;
  const hasParameter = unknownWords.some(({ value }) => optionsOf(value).some(({ kind }) => kind === 'parameter'));
  return { known: isOpen ? [] : [defaultMethod], unknown: isOpen, open: isOpen && hasParameter, at: undefined };
}

function mergeMethods(methods: readonly MethodFacts[]): MethodFacts {
  return {
    known: [...new Set(methods.flatMap(({ known }) => known))],
    unknown: methods.some(({ unknown }) => unknown),
    open: methods.some(({ open }) => open),
    at: methods.find(({ at }) => at !== undefined)?.at,
    ...(methods.length === 1 && methods[0]?.ways !== undefined ? { ways: methods[0].ways } : {}),
  };
}

function headerObject(headers: readonly CommandHeader[], at: Place): Value {
  const patches = headers.map(({ name, value, at: place }) => ({
    path: [name],
    operator: '=' as const,
    value,
    maybe: false,
    at: place,
  }));
  return applyPatches(UNDEFINED, patches, at);
}

/** Requests in raw HTTP: `GET /path HTTP/1.1`, and the host in a header. */
function rawRequests(text: Value, at: Place): readonly CommandRequest[] {
  return textsOf(text, at).flatMap((parts) => rawRequest(parts) ?? []);
}

function rawRequest(text: Parts): CommandRequest | undefined {
  const [first, ...lines] = linesOf(text);
  const [verb, path] = splitWords(first ?? []);
  const verbText = verb === undefined ? undefined : plainText(verb);
  const method = HTTP_METHODS.find((candidate) => candidate === verbText);
  const host = lines.map(hostIn).find((parts) => parts !== undefined);
  const [start] = path ?? [];
  if (method === undefined || path === undefined || start === undefined) return undefined;
  const isAbsolute = start.kind === 'text' && /^https?:/i.test(start.text);
  if (!isAbsolute && host === undefined) return undefined;
  const base: Parts = isAbsolute ? [] : [{ kind: 'text', text: 'https://', at: start.at }, ...(host ?? [])];
  return {
    urls: [[...base, ...path]],
    method: knownMethod(method),
    headers: [],
    body: UNDEFINED,
    query: UNDEFINED,
    ways: [{ headers: [], isOpen: false }],
  };
}

/** Host of a header line `Host: name`. */
function hostIn(line: Parts): Parts | undefined {
  const [start] = line;
  const [prefix] = (start?.kind === 'text' ? /^host:[ \t]*/i.exec(start.text) : null) ?? [];
  return prefix === undefined ? undefined : splitWords(withoutStart(line, prefix.length))[0];
}

/** Lines of a text. A line break may be escaped, for a program that prints the text. */
function linesOf(text: Parts): readonly Parts[] {
  const lines: Part[][] = [[]];
  for (const part of text) {
    if (part.kind !== 'text') {
      lines.at(-1)?.push(part);
      continue;
    }
    for (const [index, piece] of part.text.split(/\r?\n|\\r\\n|\\n/).entries()) {
      if (index > 0) lines.push([]);
      if (piece !== '') lines.at(-1)?.push({ ...part, text: piece });
    }
  }
  return lines;
}
