import type { KnownApis } from '../../api/known-apis.js';
import type { CallFact, ExprFact } from '../../model/facts.js';
import type { HttpMethod } from '../../model/endpoint.js';
import { HTTP_METHODS } from '../../model/endpoint.js';
import type { Place } from '../../model/span.js';
import { describeExpr } from '../../facts/describe-expr.js';
import { matchFieldPath, matchPath, matchScopedPath } from '../match/match.js';
import type { FileContext } from '../evaluate/program.js';
import { knownMethod, methodFacts } from './request.js';
import type { MethodFacts } from './request.js';
import { isOpenUrl } from './open-url.js';
import { SENT_URL_NAMES } from './option-names.js';
import { UNKNOWN_METHOD } from './site.js';
import type { Site } from './site.js';
import type { SiteFinder } from './site-finder.js';
import { externalName, joinTexts, plainText, textsOf } from '../values/text.js';
import { optionsOf, UNDEFINED } from '../values/value.js';
import type { Frame, Parts, Value } from '../values/value.js';

const METHOD_OPTIONS = ['method', 'type', 'verb', 'httpMethod'];
const BODY_OPTIONS = ['body', 'data', 'json', 'payload'];

/** Member names that say the method. */
const VERBS = new Map<string, HttpMethod>([
  ['get', 'GET'],
  ['head', 'HEAD'],
  ['post', 'POST'],
  ['put', 'PUT'],
  ['patch', 'PATCH'],
  ['delete', 'DELETE'],
  ['del', 'DELETE'],
]);

/** The method that a member name says: `get`, `_get`, `$post`, `doPut`, `httpDelete`, `getJson`, or `acmePut` after the API. */
export function verbOf({ isNamed }: KnownApis, member: string): HttpMethod | undefined {
  const bare = member.replace(/^[_$#]+/, '');
  const known = VERBS.get(bare);
  if (known !== undefined) return known;
  const match =
    /^([a-z]+)(Get|Head|Post|Put|Patch|Delete)$|^(get|post|put|patch|delete)(?:Json|JSON|Request|Raw|Async)$/.exec(
      bare,
    );
  const [, sender, after, before] = match ?? [];
  if (sender !== undefined && !/^(?:do|http|api|send|make|request)$/.test(sender) && !isNamed(sender)) return undefined;
  return VERBS.get((after ?? before ?? '').toLowerCase());
}

/** Names under which programs send requests: `acmeRequest`, `apiGet`, `fetchAll`, `getAPIList`. */
export const SENDS =
  /request|fetch|api|http|call|send|query|axios|ajax|invoke|paginate|^[_$#]*(?:get|post|put|patch|delete|del|head|list)(?:$|[A-Z_])|(?:Get|Post|Put|Patch|Delete)$/i;

/** Globals and helpers that take paths but send nothing. */
const NEVER =
  /^(?:console|expect|assert|Math|JSON|Object|Array|Promise|Symbol|Reflect|describe|it|test|vi|jest|cy|z|t|i18n|router|app|server|history|location|logger|log|path|fs|document|sessionStorage|localStorage|nock|http(?:\.(?:get|post|put|patch|delete|all))?|rest|msw|mock|fetchMock|chai|sinon|URL|URLSearchParams|RegExp|Error|Response|NextResponse|redirect|navigate|useRouter|useNavigate)(?:\.|\(|$)/;

/** Packages whose verbs declare routes of one's own server, or answers of a test double. */
const ROUTERS =
  /^(?:express|fastify|hono|koa|koa-router|@koa\/router|itty-router|find-my-way|polka|restify|next-connect|h3|elysia|router|@hono\/.*|worktop|sunder|nock|msw|fetch-mock|axios-mock-adapter|supertest|@nestjs\/common|vitest|jest)(?:\/|$)/;

/**
 * A call of something that is not known to be a client and yet passes a deprecated path, or a URL of the
 * API that callers complete, the way clients are called. Undefined where no argument is such a path.
 */
export function unmodelledSite(
  finder: SiteFinder,
  context: FileContext,
  call: CallFact,
  frame: Frame | undefined,
):
  Pick<Site, 'client' | 'urls' | 'method' | 'headers' | 'body' | 'query' | 'scoped' | 'names' | 'package'> | undefined {
  if (call.form !== 'call' || call.args.length === 0) return undefined;
  const { evaluator } = finder;
  const written = describeExpr(call.callee);
  const tail = sendingName(call.callee, written);
  if (!SENDS.test(tail) || NEVER.test(written)) return undefined;
  const receiver = evaluator.value(context, call.callee.kind === 'member' ? call.callee.object : call.callee, frame);
  if (isRouter(receiver) || receiver.kind === 'text' || receiver.kind === 'array') return undefined;
  const args = evaluator.args(context, call, frame);
  if (args.some((arg) => optionsOf(arg).some((option) => option.kind === 'function' || option.kind === 'class')))
    return undefined;
  const at: Place = { file: context.file, span: call.at };
  const names = [written, ...namesOf(receiver)];
  for (const [index, arg] of args.entries()) {
    const options = isObject(arg) ? arg : undefined;
    const url = options === undefined ? arg : firstOption(finder, options, SENT_URL_NAMES, at);
    const urls = deprecatedUrls(finder, url, at, names);
    if (urls === undefined) continue;
    const bag = options ?? args.slice(index + 1).find(isObject);
    return {
      client: written,
      urls: urls.urls,
      scoped: urls.scoped,
      method: saidMethod(finder, tail, args, at) ?? givenMethod(finder, bag, at),
      headers: bag === undefined ? [] : [firstOption(finder, bag, ['headers'], at)],
      body: bag === undefined ? UNDEFINED : firstOption(finder, bag, BODY_OPTIONS, at),
      query: UNDEFINED,
      names,
      ...packageOf(receiver),
    };
  }
  return undefined;
}

/** The name that says whether a call sends something: that of the function behind `.call` and `.apply`. */
function sendingName(callee: ExprFact, written: string): string {
  if (callee.kind !== 'member') return written;
  const isIndirect = callee.property === 'call' || callee.property === 'apply';
  return isIndirect && callee.object.kind === 'member' ? callee.object.property : callee.property;
}

function isRouter(value: Value): boolean {
  return optionsOf(value).some(
    (option) => option.kind === 'external' && option.root.kind !== 'global' && ROUTERS.test(option.root.module ?? ''),
  );
}

function isObject(value: Value): boolean {
  return optionsOf(value).some(
    (option) => option.kind === 'object' || (option.kind === 'layered' && option.base.kind !== 'text'),
  );
}

function namesOf(value: Value): readonly string[] {
  return optionsOf(value).flatMap((option) => {
    if (option.kind === 'external')
      return [externalName(option), option.root.kind === 'global' ? '' : (option.root.module ?? '')];
    return option.kind === 'parameter' || option.kind === 'unknown' ? [option.name] : [];
  });
}

function packageOf(value: Value): Pick<Site, 'package'> {
  const [only, ...others] = optionsOf(value);
  if (only?.kind !== 'external' || others.length > 0) return {};
  const { root } = only;
  if (root.kind === 'package') return { package: { module: root.module, exported: root.export } };
  return root.kind === 'type' && root.module !== undefined
    ? { package: { module: root.module, exported: root.name } }
    : {};
}

function firstOption(finder: SiteFinder, options: Value, names: readonly string[], at: Place): Value {
  for (const name of names) {
    const value = finder.evaluator.member(options, name, at);
    if (value.kind !== 'scalar') return value;
  }
  return UNDEFINED;
}

function deprecatedUrls(
  finder: SiteFinder,
  value: Value,
  at: Place,
  names: readonly string[],
): { readonly urls: readonly Parts[]; readonly scoped: boolean } | undefined {
  const urls = optionsOf(value).flatMap((option) => {
    if (option.kind === 'array') return segmentList(option.elements, at);
    return option.kind === 'text' || option.kind === 'layered' ? textsOf(option, at).map(withoutVerb) : [];
  });
  if (urls.length === 0) return undefined;
  const known = urls.filter((url) => {
    const { host, segments } = finder.urlOf(url);
    if (host.kind === 'other') return false;
    if (matchPath(finder.index, segments) !== undefined || matchFieldPath(finder.index, segments) !== undefined)
      return true;
    return host.kind === 'exact' && isOpenUrl(finder, url);
  });
  if (known.length > 0) return { urls: known, scoped: false };
  if (!names.some((name) => finder.apis.isNamed(name))) return undefined;
  const scoped = urls.filter((url) => {
    const { host, segments } = finder.urlOf(url);
    const match = host.kind === 'relative' ? matchScopedPath(finder.index, segments) : undefined;
    return match?.entry.distinctive === true;
  });
  return scoped.length > 0 ? { urls: scoped, scoped: true } : undefined;
}

/** A path given as a list of its segments: `['towers', id, 'bells']`. */
function segmentList(elements: readonly Value[], at: Place): readonly Parts[] {
  const [first] = elements;
  const isPath =
    elements.length > 1 &&
    first?.kind === 'text' &&
    elements.every((element) => element.kind !== 'object' && element.kind !== 'array');
  return isPath ? joinTexts(elements, '/', at) : [];
}

function withoutVerb(url: Parts): Parts {
  const [first, ...rest] = url;
  if (first?.kind !== 'text') return url;
  const match = /^[A-Z]+ (?=\/)/.exec(first.text);
  return match === null ? url : [{ ...first, text: first.text.slice(match[0].length) }, ...rest];
}

/** The method that the name of the call says, or one of its arguments. */
function saidMethod(finder: SiteFinder, tail: string, args: readonly Value[], at: Place): MethodFacts | undefined {
  const fixed = verbOf(finder.apis, tail);
  if (fixed !== undefined) return knownMethod(fixed);
  for (const arg of args) {
    const [only] = arg.kind === 'text' ? [plainText(arg.parts)] : [];
    const verb = only?.trim().toUpperCase().split(' ')[0];
    const method = HTTP_METHODS.find((candidate) => candidate === verb);
    if (method !== undefined) return { known: [method], unknown: false, open: false, at };
  }
  return undefined;
}

function givenMethod(finder: SiteFinder, options: Value | undefined, at: Place): MethodFacts {
  const given = options === undefined ? UNDEFINED : firstOption(finder, options, METHOD_OPTIONS, at);
  if (given.kind !== 'scalar') return methodFacts(given, 'GET', at);
  return UNKNOWN_METHOD;
}
