import { TEST_DOUBLES } from '../../../knowledge/clients/test-doubles.js';
import { wordsOf, wordTest } from '../../../knowledge/clients/words.js';
import type { HttpMethod } from '../../../core/model/endpoint.js';
import { HTTP_METHODS } from '../../../core/model/endpoint.js';
import type { CallFact, ExprFact } from '../../../core/model/facts.js';
import { memoByText } from '../../../core/lib/collections.js';
import type { LanguageId } from '../../../core/model/language.js';
import type { Place } from '../../../core/model/span.js';
import { findClient, indexClients, modelsOf } from '../calling/client-match.js';
import { describeExpr } from '../../../languages/facts/expressions.js';
import { perFile } from '../../evaluate/per-file.js';
import type { FileContext } from '../../evaluate/program.js';
import { knownMethod, methodFacts, readRequest } from '../calling/request.js';
import type { MethodFacts, Site, SiteFinder, TestTools } from '../calling/site.js';
import { bareSite, UNKNOWN_METHOD } from '../calling/site.js';
import { plainText, textsOf } from '../../values/text.js';
import { verbOf } from './call-names.js';
import { unmodelledSite } from './unmodelled-call.js';
import { optionsOf } from '../../values/value.js';
import type { Parts, Value } from '../../values/value.js';

/** The test tools of one language that answer requests. */
export const testDoublesOf = memoByText((language: LanguageId): TestTools => {
  const models = modelsOf(TEST_DOUBLES, language);
  return {
    index: indexClients(models),
    members: new Set(models.flatMap(({ requests }) => requests.map(({ member }) => member))),
  };
});

const TEST_DOUBLE_NAMES: ReadonlySet<string> = new Set(TEST_DOUBLES.map(({ name }) => name));

/** Whether a client, by the name of its model, answers requests in a test; one that expects requests does not. */
export function answersRequests(client: string): boolean {
  return TEST_DOUBLE_NAMES.has(client);
}

const URL_KEYS = wordsOf('url-key');
const isExpectation = wordTest('expects');
const isTestHelper = wordTest('test-helper');
const isPage = wordTest('page');
const isPageRequest = wordTest('page-request');
const isDoubleMaker = wordTest('makes-test-double');
const isAnsweringName = wordTest('answers');
const isMatcher = wordTest('matcher');

/**
 * Requests that a test double answers, or that a test expects: `nock(base).get(path)`,
 * `expect(fetch).toHaveBeenCalledWith(url)`. Undefined for other calls.
 */
export function testDoubleSites(finder: SiteFinder, context: FileContext, call: CallFact): readonly Site[] | undefined {
  const { callee } = call;
  const name = callee.kind === 'member' ? callee.property : callee.kind === 'name' ? callee.name : undefined;
  if (name === undefined || call.form !== 'call') return undefined;
  if (isExpectation(name)) return expectedSites(finder, context, call, callee);
  if (finder.testDoubles.members.has(name) && !isOfPage(callee)) return answeredSites(finder, context, call);
  if (!isTestHelper(name) && !isOfPage(callee)) return undefined;
  const site = unmodelledSite(finder, context, call, { frame: undefined });
  return site === undefined ? [] : [bareSite({ ...site, at: { file: context.file, span: call.at }, kind: 'call' })];
}

/** Whether a test answers a request of a page, or waits for it: `page.route(url, …)`, `page.waitForResponse(url)`. */
function isOfPage(callee: ExprFact): boolean {
  if (callee.kind !== 'member' || !isPageRequest(callee.property)) return false;
  const { object } = callee;
  return isPage(object.kind === 'member' ? object.property : object.kind === 'name' ? object.name : '');
}

/**
 * Returns the role of a position in a test: `test-double` in a function that replaces another one, `answer` in the
 * response that a mock is set up to return.
 */
export function roleInTest(context: FileContext, offset: number): 'test-double' | 'answer' | undefined {
  const { facts, scope } = context;
  const isAnswer = answeringCalls(context).some(
    ({ at, callee }) => at[0] <= offset && offset < at[1] && callee.at[1] <= offset,
  );
  if (isAnswer) return 'answer';
  for (let owner = context.functionAt(offset); owner !== undefined; owner = facts.functions[owner]?.within) {
    const use = scope.callbackOf(owner);
    const maker = use === undefined ? undefined : facts.calls[use.call]?.callee;
    if (maker?.kind === 'member' && isDoubleMaker(maker.property)) return 'test-double';
    if (fetchFunctions(context).has(owner)) return 'test-double';
  }
  return undefined;
}

const answeringCalls = perFile(({ facts }): readonly CallFact[] =>
  facts.calls.filter(({ callee }) => callee.kind === 'member' && isAnsweringName(callee.property)),
);

/** Functions that are assigned to a property `fetch`: `window.fetch = …`. */
const fetchFunctions = perFile(
  ({ facts }): ReadonlySet<number> =>
    new Set(
      facts.assignments.flatMap(({ target, value }) =>
        value.kind === 'function' && target.kind === 'member' && target.property === 'fetch' ? [value.function] : [],
      ),
    ),
);

function answeredSites(finder: SiteFinder, context: FileContext, call: CallFact): readonly Site[] | undefined {
  const { evaluator } = finder;
  const at: Place = { file: context.file, span: call.at };
  for (const callee of optionsOf(evaluator.value(context, call.callee, undefined))) {
    const use = callee.kind === 'external' ? findClient(finder.testDoubles.index, callee, call.form) : undefined;
    if (use === undefined) continue;
    const request = readRequest(evaluator, use, evaluator.args(context, call, undefined), {
      at,
      callee: { file: context.file, span: call.callee.at },
    });
    if (request === undefined) return [];
    const { model, row } = use;
    const hasUnknownMethod =
      row.method === undefined && row.methodAt === undefined && model.options?.method === undefined;
    const method = hasUnknownMethod ? UNKNOWN_METHOD : request.method;
    const ownOrigin = model.relative === 'own-origin';
    return [
      bareSite({
        ...request,
        at,
        // As with a client, a relative URL of such a tool is known to go to the page's own origin.
        kind: ownOrigin ? 'request' : 'call',
        ownOrigin,
        client: model.name,
        method,
        urls: request.urls.map(withoutMatcherPrefix),
      }),
    ];
  }
  return undefined;
}

/**
 * A URL without the prefix that says how a matcher compares it (`end:/towers/1/bells`), and without a leading `*`.
 */
function withoutMatcherPrefix(url: Parts): Parts {
  const [first, ...rest] = url;
  if (first?.kind !== 'text') return url;
  const text = first.text.replace(/^(?:begin|end|glob|path|express|include):/, '').replace(/^\*+(?=\/)/, '');
  return text === first.text ? url : [{ ...first, text }, ...rest];
}

function expectedSites(finder: SiteFinder, context: FileContext, call: CallFact, callee: ExprFact): readonly Site[] {
  const at: Place = { file: context.file, span: call.at };
  const spiedMember = spiedName(context, callee);
  // `.not.toHaveBeenCalledWith(…)` expects that the request is not sent.
  if (spiedMember === 'not') return [];
  const args = finder.evaluator.args(context, call, undefined).map(withoutMatcherCall);
  const urls = args.flatMap((arg) => urlsOf(finder, arg, at));
  if (urls.length === 0) return [];
  const method = expectedMethod(finder, args, spiedMember, at);
  return [bareSite({ at, kind: 'call', client: 'expectation', urls, method })];
}

/** The spied name: `get` of `expect(client.get).toHaveBeenCalledWith`; `not` for a negated expectation. */
function spiedName(context: FileContext, callee: ExprFact): string | undefined {
  let current = callee;
  while (current.kind === 'member') {
    if (current.property === 'not') return 'not';
    current = current.object;
  }
  const [spiedExpr] = current.kind === 'call' ? (context.facts.calls[current.call]?.args ?? []) : [];
  if (spiedExpr?.kind === 'member') return spiedExpr.property;
  return spiedExpr === undefined ? undefined : describeExpr(spiedExpr);
}

/** The argument of a matcher: `x` of `expect.stringContaining(x)` and `expect.objectContaining(x)`. */
function withoutMatcherCall(value: Value): Value {
  if (value.kind !== 'external') return value;
  const lastStep = value.steps.at(-1);
  const memberStep = value.steps.at(-2);
  const isMatcherCall = lastStep?.kind === 'call' && memberStep?.kind === 'member' && isMatcher(memberStep.name);
  return isMatcherCall ? (lastStep.args()[0] ?? value) : value;
}

function urlsOf(finder: SiteFinder, value: Value, at: Place): readonly Parts[] {
  return optionsOf(value).flatMap((option): readonly Parts[] => {
    if (option.kind === 'text') return [option.parts];
    if (option.kind !== 'object' && option.kind !== 'layered') return [];
    return URL_KEYS.flatMap((name) => {
      const url = withoutMatcherCall(finder.evaluator.member(option, name, at));
      return url.kind === 'text' || url.kind === 'choice' ? textsOf(url, at) : [];
    });
  });
}

function expectedMethod(
  finder: SiteFinder,
  args: readonly Value[],
  spiedMember: string | undefined,
  at: Place,
): MethodFacts {
  for (const arg of args) {
    const verbInText = arg.kind === 'text' ? methodNamed(plainText(arg.parts)) : undefined;
    if (verbInText !== undefined) return { known: [verbInText], unknown: false, open: false, at };
    if (arg.kind !== 'object' && arg.kind !== 'layered') continue;
    const method = finder.evaluator.member(arg, 'method', at);
    if (method.kind !== 'scalar') return methodFacts(method, 'GET', at);
  }
  const spiedMethod = spiedMember === undefined ? undefined : verbOf(finder.apis, spiedMember);
  return spiedMethod === undefined ? UNKNOWN_METHOD : knownMethod(spiedMethod);
}

function methodNamed(text: string | undefined): HttpMethod | undefined {
  return HTTP_METHODS.find((method) => method === text?.toUpperCase());
}
