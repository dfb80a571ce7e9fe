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
import { parseCommandWords, withoutStart, commandLines, onlyText, splitWords } from './command-words.js';
import type { ParsedWord, CommandWord } from './command-words.js';
import { onThisMachine, routeOf } from './rerouted.js';
import { bodyOfFields, parseRequestItems } from './request-items.js';
import { methodFacts, knownMethod } from '../calling/request.js';
import type { CommandHeader, CommandRequest, MethodFacts } from '../calling/site.js';
import { belowBase, globbed, withScheme } from '../calling/url-forms.js';
import { HTTP_METHODS } from '../../../core/model/endpoint.js';

/** Request of one alternative of a command. */
interface Draft {
  urls: Parts[];
  method: Value | undefined;
  /** The method if no option sets it. */
  implied: HttpMethod | undefined;
  headers: CommandHeader[];
  body: Value[];
  query: Value[];
  /** Words `name=value`, for the body or the query, depending on the method. */
  fields: CommandWord[];
  /** The host that replaces that of the base URL. */
  host: CommandWord | undefined;
  /** Servers to connect to instead of those in URLs. */
  routes: CommandWord[];
  inQuery: boolean;
  globs: boolean;
  /** Words that can be anything. */
  open: CommandWord[];
}

/** Returns the requests of a command; its words can describe several. */
export function commandRequests(
  env: Env,
  call: CallFact,
  { baseUrl }: Pick<ClientModel, 'baseUrl'>,
  grammar: CommandGrammar,
): readonly CommandRequest[] {
  const at = placeIn(env.context, call.at);
  const named = call.named === undefined ? UNDEFINED : env.value(call.named);
  const stdin = named.kind === 'object' ? env.evaluator.member(named, 'stdin', at) : atRunTime(at);
  const host = named.kind === 'object' ? env.evaluator.member(named, 'host', at) : UNDEFINED;
  if (grammar.raw === true) return rawRequests(stdin, at);
  const ways = commandLines(env, call).flatMap((words) => {
    const parsedWords = behindSubcommand(parseCommandWords(words, grammar), grammar);
    return parsedWords === undefined ? [] : [drafts(parsedWords, grammar, { stdin, host }, at)];
  });
  const count = Math.max(0, ...ways.map(({ length }) => length));
  return Array.from({ length: count }, (_, index) =>
    mergedRequest(
      ways.flatMap((way) => way[index] ?? []),
      baseUrl,
      at,
    ),
  ).flatMap((request) => request ?? []);
}

/**
 * Returns the words after the subcommand that sends requests; undefined if the subcommand is another one or unknown.
 */
function behindSubcommand(
  parsed: readonly ParsedWord[],
  { subcommand }: CommandGrammar,
): readonly ParsedWord[] | undefined {
  if (subcommand === undefined) return parsed;
  const first = parsed.find((word) => word.kind === 'word');
  return first !== undefined && onlyPlain(first.word) === subcommand
    ? parsed.filter((word) => word !== first)
    : undefined;
}

/** Inputs of a command other than its words. */
interface DraftInputs {
  readonly stdin: Value;
  readonly host: Value;
}

function drafts(
  parsed: readonly ParsedWord[],
  grammar: CommandGrammar,
  { stdin, host }: DraftInputs,
  at: Place,
): readonly Draft[] {
  const start = (): Draft => ({
    urls: [],
    method: undefined,
    implied: undefined,
    headers: [],
    body: [],
    query: [],
    fields: [],
    host: host === UNDEFINED ? undefined : { value: host, at },
    routes: [],
    inQuery: false,
    globs: grammar.globs === true,
    open: [],
  });
  const found = [start()];
  const words: CommandWord[] = [];
  for (const word of parsed) {
    const draft = found.at(-1);
    if (draft === undefined) break;
    if (word.kind === 'open') draft.open.push(word.word);
    else if (word.kind === 'flag') {
      if (word.says === 'next') found.push(start());
      else if (word.says === 'head') draft.implied = 'HEAD';
      else if (word.says === 'data-in-query') draft.inQuery = true;
      else if (word.says === 'no-globs') draft.globs = false;
      else draft.implied = 'POST';
    } else if (word.kind === 'value') readValue(draft, word, stdin);
    else if (grammar.items === true) words.push(word.word);
    else draft.urls.push(...urlsOf(word.word));
  }
  const [first] = found;
  if (grammar.items === true && first !== undefined) readItems(first, words, stdin, at);
  return found;
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
      draft.implied ??= 'POST';
      draft.body.push(dataOf(word, stdin));
      return;
    case 'data':
      draft.implied ??= 'POST';
      draft.body.push(dataOf(word, stdin));
      return;
    case 'form':
    case 'file':
      draft.implied ??= 'POST';
      draft.body.push(atRunTime(at));
      return;
    case 'field':
      draft.implied ??= 'POST';
      draft.fields.push(word);
      return;
    case 'host':
      draft.host = word;
      return;
    case 'route':
      draft.routes.push(word);
      return;
    case 'upload':
      draft.implied ??= 'PUT';
      draft.body.push(onlyPlain(word) === '-' ? stdin : atRunTime(at));
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
      draft.open.push(word);
      return;
    case 'else':
  }
}

function onlyPlain(word: CommandWord): string | undefined {
  const [first, ...others] = onlyText(word) ?? [];
  return first?.kind === 'text' && others.length === 0 ? first.text : undefined;
}

/** Value of a data word: `@file` is the content of a file, `@-` the input of the command. */
function dataOf(word: CommandWord, stdin: Value): Value {
  const [first] = onlyText(word) ?? [];
  if (first?.kind !== 'text' || !first.text.startsWith('@')) return word.value;
  const plain = onlyPlain(word);
  return plain === '@-' || plain === '@/dev/stdin' ? stdin : atRunTime(word.at);
}

/** Headers of a word `Name: value` with a known name. */
function headersOf({ value, at }: CommandWord): readonly CommandHeader[] {
  const named = textsOf(value, at).flatMap((parts): readonly CommandHeader[] => {
    const [first] = parts;
    const [written, name] = (first?.kind === 'text' ? /^\s*([^\s:;]+)\s*[:;]\s*/.exec(first.text) : null) ?? [];
    if (first === undefined || written === undefined || name === undefined) return [];
    return [{ name, value: { kind: 'text', parts: withoutStart(parts, written.length) }, at: first.at }];
  });
  const [header] = named;
  const isSame = header !== undefined && named.every(({ name }) => name.toLowerCase() === header.name.toLowerCase());
  return isSame
    ? [
        {
          ...header,
          value: choiceOf(
            named.map((header) => header.value),
            at,
          ),
        },
      ]
    : named;
}

function readItems(draft: Draft, words: readonly CommandWord[], stdin: Value, at: Place): void {
  const items = parseRequestItems(words, at);
  if (items.method !== undefined) draft.method ??= items.method;
  if (items.url !== undefined) draft.urls.push(...urlsOf(items.url));
  draft.headers.push(...items.headers);
  draft.query.push(...items.query);
  if (items.body !== undefined) draft.body.push(items.body);
  else if (stdin.kind === 'text') draft.body.push(stdin);
  if (draft.body.length > 0) draft.implied ??= 'POST';
}

function mergedRequest(drafted: readonly Draft[], baseUrl: string | undefined, at: Place): CommandRequest | undefined {
  const ways = drafted.map((draft) => withFields(draft, at));
  const urls = ways.flatMap((draft) => {
    const written = draft.urls.length > 0 ? draft.urls : draft.open.flatMap(urlsOf);
    const whole =
      baseUrl === undefined
        ? written.map(withScheme)
        : written.flatMap((url) => belowBase(url, hostOf(draft, baseUrl)));
    const all = draft.globs ? whole.flatMap(globbed) : whole;
    return all.map((url) => (routeOf(url, draft.routes) === 'here' ? onThisMachine(url) : url));
  });
  if (urls.length === 0) return undefined;
  const bodies = ways.map(({ body, inQuery }) => (inQuery ? UNDEFINED : bodyOf(body, at)));
  const query = ways.flatMap((draft) => [...draft.query, ...(draft.inQuery ? draft.body : [])]);
  return {
    urls: urls.slice(0, MAX_TEXTS),
    method: allMethods(ways.map((draft) => methodOf(draft, at))),
    headers: ways.map(({ headers }) => headerObject(headers, at)),
    body: readJsonTexts(choiceOf(bodies, at), at),
    query: query.length === 0 ? UNDEFINED : fromTexts(joinTexts(query, '&', at), at),
    ways: ways.map(({ headers, open }) => ({ headers, isOpen: open.length > 0 })),
    ...(ways.some(({ routes }) => urls.some((url) => routeOf(url, routes) === 'elsewhere')) ? { rerouted: true } : {}),
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
  const asked = host === undefined ? undefined : onlyPlain(host);
  if (host === undefined || asked === new URL(baseUrl).hostname.replace(/^api\./, '')) return baseUrl;
  const [only] = textsOf(host.value, host.at);
  return [{ kind: 'text', text: 'https://', at: host.at }, ...(only ?? [])];
}

function bodyOf(data: readonly Value[], at: Place): Value {
  const [only, ...others] = data;
  if (only === undefined) return UNDEFINED;
  return others.length === 0 ? only : fromTexts(joinTexts(data, '&', at), at);
}

function methodOf({ method, implied, inQuery, open }: Draft, at: Place): MethodFacts {
  if (method !== undefined) return methodFacts(method, 'GET', at);
  const known = inQuery && implied !== 'HEAD' ? 'GET' : (implied ?? 'GET');
  const isOpen = open.length > 0 && implied === undefined && !inQuery;
  const hasParameter = open.some(({ value }) => optionsOf(value).some(({ kind }) => kind === 'parameter'));
  return { known: isOpen ? [] : [known], unknown: isOpen, open: isOpen && hasParameter, at: undefined };
}

function allMethods(methods: readonly MethodFacts[]): MethodFacts {
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
  const isWhole = start.kind === 'text' && /^https?:/i.test(start.text);
  if (!isWhole && host === undefined) return undefined;
  const base: Parts = isWhole ? [] : [{ kind: 'text', text: 'https://', at: start.at }, ...(host ?? [])];
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
  const [written] = (start?.kind === 'text' ? /^host:[ \t]*/i.exec(start.text) : null) ?? [];
  return written === undefined ? undefined : splitWords(withoutStart(line, written.length))[0];
}

/** Lines of a text; `\\r\\n` may be escaped for the program that prints it. */
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
