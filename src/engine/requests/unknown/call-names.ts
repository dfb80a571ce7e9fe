import { VERBS } from '../../../clients/verbs.js';
import { describeExpr } from '../../../facts/describe-expr.js';
import { remembered } from '../../../lib/remembered.js';
import type { KnownApis } from '../../../api/known-apis.js';
import type { ExprFact } from '../../../model/facts.js';
import type { HttpMethod } from '../../../model/endpoint.js';
import { optionsOf } from '../../values/value.js';
import type { Value } from '../../values/value.js';

const METHODS = new Map(VERBS.filter(([, method]) => method !== 'OPTIONS'));

/**
 * The method that a member name says: `get`, `_get`, `$post`, `doPut`, `httpDelete`, `getJson`, `api_post`, or `acmePut`
 * after the API.
 */
export function verbOf({ isNamed }: KnownApis, member: string): HttpMethod | undefined {
  const bare = member.replace(/^[_$#]+/, '');
  const known = METHODS.get(bare);
  if (known !== undefined) return known;
  const match =
    /^([a-z]+)(Get|Head|Post|Put|Patch|Delete)$|^(get|post|put|patch|delete)(?:Json|JSON|Request|Raw|Async)$/.exec(
      bare,
    ) ??
    /^([a-z]+)_(get|head|post|put|patch|delete)$|^(get|post|put|patch|delete)_(?:json|request|raw|async)$/i.exec(bare);
  const [, sender, after, before] = match ?? [];
  if (sender !== undefined && !/^(?:do|http|api|send|make|request)$/i.test(sender) && !isNamed(sender))
    return undefined;
  return METHODS.get((after ?? before ?? '').toLowerCase());
}

/** Names under which programs send requests: `acmeRequest`, `apiGet`, `fetchAll`, `getAPIList`. */
export const SENDS =
  /request|fetch|api|http|call|send|query|axios|ajax|invoke|paginate|^[_$#]*(?:get|post|put|patch|delete|del|head|list)(?:$|[A-Z_])|(?:Get|Post|Put|Patch|Delete)$/i;

/** Globals and helpers that take paths but send nothing. */
export const TAKES_PATHS =
  /^(?:console|expect|assert|Math|JSON|Object|Array|Promise|Symbol|Reflect|describe|it|test|vi|jest|cy|z|t|i18n|router|app|server|history|location|logger|log|path|fs|document|sessionStorage|localStorage|nock|http(?:\.(?:get|post|put|patch|delete|all))?|rest|msw|mock|fetchMock|chai|sinon|URL|URLSearchParams|RegExp|Error|Response|NextResponse|redirect|navigate|useRouter|useNavigate)(?:\.|\(|$)/;

/** Packages whose verbs declare routes of one's own server, or answers of a test double. */
const ROUTERS =
  /^(?:express|fastify|hono|koa|koa-router|@koa\/router|itty-router|find-my-way|polka|restify|next-connect|h3|elysia|router|@hono\/.*|worktop|sunder|nock|msw|fetch-mock|axios-mock-adapter|supertest|@nestjs\/common|vitest|jest)(?:\/|$)/;

export function isRouter(value: Value): boolean {
  return optionsOf(value).some(
    (option) => option.kind === 'external' && option.root.kind !== 'global' && ROUTERS.test(option.root.module ?? ''),
  );
}

/** The name that says whether a call sends something: that of the function behind `.call` and `.apply`. */
function sendingName(callee: ExprFact, written: string): string {
  if (callee.kind !== 'member') return written;
  const isIndirect = callee.property === 'call' || callee.property === 'apply';
  return isIndirect && callee.object.kind === 'member' ? callee.object.property : callee.property;
}

/** Packages that print, check, keep or change what they are given: none of them sends a request. */
const BYSTANDERS =
  /^(?:node:)?(?:assert|fs|fs-extra|graceful-fs|path|os|util|url|querystring|qs|crypto|readline|events|chalk|picocolors|colors|kleur|ansi-colors|winston|pino|bunyan|debug|loglevel|consola|signale|tslog|log4js|zod|yup|joi|valibot|ajv|lodash|ramda|chai|sinon|ava|tape|uvu|test|vitest|jest|@jest\/globals|@sinonjs\/.*|commander|yargs|meow|cac|react|react-dom|preact|vue|dotenv|dayjs|immer)(?:\/|$)/;

/** Whether a value is of a package that only handles what it is given. */
export function isBystander(value: Value): boolean {
  return optionsOf(value).some(
    (option) => option.kind === 'external' && option.root.kind === 'package' && BYSTANDERS.test(option.root.module),
  );
}

/** Where what is written begins: loggers, assertions and the frames of tests. */
const TELLER =
  /^(?:console|expect|assert|chai|should|sinon|(?:\w*\.)*\$?(?:log|logger)|debug|describe|it|test|suite|context|specify|bench|vi|jest|nock|msw|alert|confirm|prompt|process\.(?:stdout|stderr|emitWarning))(?:\.|$)/i;

/** What is called: it logs, fails, or says what a test expects and answers. */
const TELLS =
  /^(?:log\w*|info|warn(?:ing)?|debug|trace|verbose|notice|fatal|critical|print\w*|echo|fail|reject|invariant|throw\w*|assert\w*|deprecate\w*|\w*(?:Error|Exception|Warning)|error|to(?:Be|Equal|StrictEqual|Have|Match|Contain|Throw|Include|Return)\w*|(?:not)?(?:deep|strict|loose)?equals?|(?:deep|strict|not)equal|is|same|eql|eq|(?:mock|stub|fake|intercept|respond)(?:[A-Z_]\w*)?|reply\w*|on(?:Get|Head|Post|Put|Patch|Delete|Any)|returns|resolves|\w*[cC]alledWith\w*)$/i;

/** What compares or cuts texts: what it is given stays in it. */
const COMPARES =
  /^(?:(?:starts|ends)With|includes|(?:last)?[iI]ndexOf|localeCompare|has|replace(?:All)?|split|slice|substring|substr|trim\w*|pad(?:Start|End)|contains?)$/;

/** The same of patterns and texts; other things have methods of these names that send: `shell.exec`, `caches.default.match`. */
const MATCHES = /\.(?:search|match(?:All)?|test|exec)$/;

/** What keeps a text, or makes another of it: what becomes of that is seen elsewhere, or by nobody. */
const KEEPS =
  /^(?:URL|Request|URLSearchParams|Headers|Response|NextResponse|RegExp|String|Symbol|Map|Set|WeakMap|Array|Object|Promise|Blob|Buffer|Proxy|require|import|(?:en|de)codeURI(?:Component)?|escape|btoa|atob|concat|join|normalize|resolve|parse|stringify|format|freeze|seal|assign|define\w*|set(?:Item|Attribute|Header|[A-Z]\w*)?|append(?:Child)?|prepend|unshift|add|default|catch|prefault|literal|enum|register|createElement|h|jsxs?|use(?:State|Ref|Memo)|ref|shallowRef|signal|observable|getenv|env|option|alias|describe|meta|label|title)$/;

/** Globals of the language, which make values of values. */
const LANGUAGE =
  /^(?:Object|Array|JSON|Math|Number|String|Boolean|BigInt|Symbol|Reflect|Promise|Date|Intl|RegExp|Atomics|structuredClone|parse(?:Int|Float)|is(?:NaN|Finite))(?:\.|$)/;

/** Whether people read what a call is given, or a test or a condition compares it, as far as its names tell. */
function tells(written: string, tail: string): boolean {
  return TELLER.test(written) || TELLS.test(tail) || COMPARES.test(tail);
}

function handles(written: string, tail: string): boolean {
  return tells(written, tail) || KEEPS.test(tail) || LANGUAGE.test(written);
}

/** What the names of a call say, whoever calls the function that it stands in. */
interface CallNames {
  readonly written: string;
  /** The name that says whether it sends something. */
  readonly tail: string;
  /** People read what it is given, or a test or a condition compares it. */
  readonly tells: boolean;
  /** It compares or cuts texts. */
  readonly compares: boolean;
  /** Its names speak against its sending what it is given. */
  readonly onlyHandles: boolean;
  /** It may look for a pattern in a text, which what it is a method of decides. */
  readonly mayMatch: boolean;
}

/** What is known of a call by how its callee is written. */
export const callNames = remembered((callee: ExprFact): CallNames => {
  const written = describeExpr(callee);
  const tail = sendingName(callee, written);
  return {
    written,
    tail,
    tells: tells(written, tail),
    compares: COMPARES.test(tail),
    onlyHandles: handles(written, tail),
    mayMatch: MATCHES.test(written),
  };
});
