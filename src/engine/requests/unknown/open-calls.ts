import { createMemory } from '../../evaluate/program.js';
import type { FileContext, Memory } from '../../evaluate/program.js';
import { REASON } from '../../values/reasons.js';
import { callTargets } from './call-targets.js';
import { deciderKey, isOpenSite, isSentElsewhere } from './open-url.js';
import type { OpenCall, OpenCalls, SiteFinder } from '../calling/site.js';
import { markOf, Tracked } from '../../../core/model/query-log.js';
import type { SettledFunction } from '../../../core/model/query-log.js';

export function createOpenCalls(): OpenCalls {
  return {
    callsByFunction: new Map(),
    queriesByFunction: new Map(),
    settledFunctions: [],
    functionsUnderSearch: new Set(),
    usesWithoutQueries: 0,
    functionsToOtherHosts: new Set(),
    cutFunctions: new Set(),
    cutUses: 0,
    depth: 0,
  };
}

interface FunctionNode {
  readonly key: string;
  readonly context: FileContext;
  readonly index: number;
}

/** A function whose callees were found. */
interface EnteredNode extends FunctionNode {
  readonly callees: readonly FunctionNode[];
  /** Queries on which the callees depend; undefined if an answer came from a search that is still running. */
  readonly queries: Tracked<undefined> | undefined;
}

/** Functions that are settled together. */
interface Group {
  /** Functions in the order of their keys. */
  readonly nodes: readonly EnteredNode[];
  /** Whether the functions call each other, or a single one calls itself. */
  readonly isRecursive: boolean;
  /** Memo of the search for the callees of a single function; a new one for several functions. */
  readonly memory: Memory;
}

/** Maximum number of nested searches, each started by a function passed to one under search. */
const MAX_DEPTH = 40;

/**
 * Returns the calls inside a function whose requests callers complete. A function with a known result is settled: callees
 * are settled before their callers, and functions that call each other together, so that the result does not depend on
 * the start of the search.
 */
export function openCallsOf(finder: SiteFinder, context: FileContext, index: number): readonly OpenCall[] {
  const { openCalls } = finder;
  const start = nodeOf(context, index);
  if (isSettled(finder, start.key)) logQueries(finder, start.key);
  else if (openCalls.depth > 0) search(finder, start);
  else {
    const from = markOf(finder.evaluator.program.modules.log);
    search(finder, start);
    // Results of searches nested in this one may depend on its queries.
    cacheResults(finder, openCalls.settledFunctions.splice(0), from);
  }
  if (openCalls.cutFunctions.has(start.key)) {
    openCalls.cutUses++;
    finder.evaluator.program.cut(REASON.limit);
  }
  return openCalls.callsByFunction.get(start.key) ?? [];
}

function search(finder: SiteFinder, start: FunctionNode): void {
  const { openCalls } = finder;
  const { program } = finder.evaluator;
  if (openCalls.depth >= MAX_DEPTH) {
    program.cut(REASON.limit);
    return;
  }
  openCalls.depth++;
  const { functionsUnderSearch, settledFunctions } = openCalls;
  const settledCount = settledFunctions.length;
  // Limits are reported for the file of the function, and for files that follow its requests.
  const limits = [...program.limits];
  let isDone = false;
  try {
    for (const group of groupsBelow(finder, start)) settleGroup(finder, group);
    isDone = true;
  } finally {
    // If a file is aborted, its unfinished functions stay unknown.
    if (!isDone) for (const key of settledFunctions.splice(settledCount)) openCalls.callsByFunction.delete(key);
    openCalls.functionsUnderSearch = functionsUnderSearch;
    openCalls.depth--;
    program.limits.clear();
    for (const limit of limits) program.limits.add(limit);
  }
}

/**
 * Whether a function requests another host, itself or through its callees, whatever its arguments. Known after the
 * search for its calls.
 */
export function requestsOtherHost({ openCalls }: SiteFinder, file: string, index: number): boolean {
  return openCalls.functionsToOtherHosts.has(functionKey(file, index));
}

function functionKey(file: string, index: number): string {
  return `${file} ${String(index)}`;
}

function nodeOf(context: FileContext, index: number): FunctionNode {
  return { key: functionKey(context.file, index), context, index };
}

/**
 * Steps for the results of one function, which all files share: of 30,000 in 80 repositories, the longest search that
 * found an open call took 51,000.
 */
const FUNCTION_STEPS = 60_000;

/** Steps for a function that calls one with a cut result: it would reach the same limit again. */
const STEPS_ABOVE_CUT = 10_000;

/** Rounds in which mutually recursive functions are searched again. */
const MAX_ROUNDS = 10;

/** Settles a group, and records the queries that the result depends on unless another search is still running. */
function settleGroup(finder: SiteFinder, group: Group): void {
  const { openCalls } = finder;
  const { log } = finder.evaluator.program.modules;
  const { nodes } = group;
  const keys = new Set(nodes.map(({ key }) => key));
  const outerFunctions = openCalls.functionsUnderSearch;
  openCalls.functionsUnderSearch = keys;
  const [settledCount, unexplained, mark] = [
    openCalls.settledFunctions.length,
    openCalls.usesWithoutQueries,
    markOf(log),
  ];
  findGroupCalls(finder, group);
  const groupQueries = new Tracked(undefined, log, mark);
  const calleesMark = markOf(log);
  const outerCallees = nodes.flatMap(({ callees }) => callees.filter(({ key }) => !keys.has(key)));
  for (const { key } of outerCallees) logQueries(finder, key);
  openCalls.functionsUnderSearch = outerFunctions;
  const isExplained =
    openCalls.usesWithoutQueries === unexplained && openCalls.settledFunctions.length === settledCount + nodes.length;
  if (openCalls.depth > 1 || !isExplained || nodes.some(({ queries }) => queries === undefined)) return;
  openCalls.settledFunctions.splice(settledCount);
  for (const { queries } of nodes) queries?.use(log);
  groupQueries.use(log);
  cacheResults(finder, [...keys], calleesMark);
}

function findGroupCalls(finder: SiteFinder, { nodes, isRecursive, memory }: Group): void {
  const { program } = finder.evaluator;
  const { openCalls } = finder;
  const { callsByFunction, settledFunctions, functionsToOtherHosts, cutFunctions, cutUses } = openCalls;
  for (const { key } of nodes) {
    callsByFunction.set(key, []);
    settledFunctions.push(key);
  }
  const isAboveCut = nodes.some(({ callees }) => callees.some((callee) => cutFunctions.has(callee.key)));
  let hasChanged = false;
  const { isSufficient } = program.onOwnBudget(isAboveCut ? STEPS_ABOVE_CUT : FUNCTION_STEPS, () => {
    for (let round = 0; round === 0 || (hasChanged && round < MAX_ROUNDS); round++) {
      hasChanged = false;
      for (const node of nodes) {
        const foundCalls = program.withMemory(memory, () => findOpenCalls(finder, node));
        hasChanged ||= isRecursive && !areSameCalls(foundCalls, callsByFunction.get(node.key) ?? []);
        callsByFunction.set(node.key, foundCalls);
      }
    }
  });
  if (program.isOver(0)) {
    // The host aborts the analysis: a result that was cut short is computed again for the next file.
    for (const { key } of nodes) callsByFunction.delete(key);
    return;
  }
  const isCut =
    !isSufficient || hasChanged || openCalls.cutUses > cutUses || nodes.some(({ key }) => cutFunctions.has(key));
  if (isCut) for (const { key } of nodes) cutFunctions.add(key);
  if (nodes.some(({ callees }) => callees.some((callee) => functionsToOtherHosts.has(callee.key))))
    for (const { key } of nodes) functionsToOtherHosts.add(key);
}

function findOpenCalls(finder: SiteFinder, { key, context, index }: FunctionNode): readonly OpenCall[] {
  return context.callsIn(index).flatMap((call): OpenCall[] => {
    const sites = finder.sitesOf(context, call, undefined);
    if (sites.some((site) => isSentElsewhere(finder, site))) finder.openCalls.functionsToOtherHosts.add(key);
    if (!sites.some((site) => isOpenSite(finder, site) || finder.mayComplete(site))) return [];
    const keys = sites.flatMap((site) => site.urls.map((url) => deciderKey(finder, url)));
    return [{ index: call, completeDeciders: new Set(keys.filter((settled) => settled !== undefined)) }];
  });
}

function areSameCalls(left: readonly OpenCall[], right: readonly OpenCall[]): boolean {
  return (
    left.length === right.length &&
    left.every(
      ({ index, completeDeciders }, at) =>
        index === right[at]?.index && completeDeciders.size === right[at].completeDeciders.size,
    )
  );
}

/** Functions of the program that the calls in a function may call, with any arguments. */
function calleesOf(finder: SiteFinder, { context, index }: FunctionNode): readonly FunctionNode[] {
  const callees = new Map<string, FunctionNode>();
  for (const call of context.callsIn(index)) {
    for (const { callee } of callTargets(finder, context, call, undefined)) {
      const calleeFile = callee.kind === 'function' ? finder.evaluator.program.context(callee.file) : undefined;
      if (callee.kind !== 'function' || calleeFile === undefined) continue;
      const node = nodeOf(calleeFile, callee.function);
      callees.set(node.key, node);
    }
  }
  return [...callees.values()];
}

interface Visit {
  readonly node: EnteredNode;
  readonly memory: Memory;
  readonly number: number;
  nextCallee: number;
  /** Smallest number of a reachable function on the stack. */
  lowestNumber: number;
}

/**
 * Reachable functions without an answer, callees first, mutually recursive ones in one group (strongly connected
 * components, by Tarjan's algorithm). Each group is to be settled before the next is requested.
 */
function* groupsBelow(finder: SiteFinder, start: FunctionNode): Generator<Group> {
  const numbers = new Map<string, number>();
  const stack: Visit[] = [];
  const onStack = new Set<string>();
  const enter = (node: FunctionNode): Visit => {
    const memory = createMemory();
    const { program } = finder.evaluator;
    const { log } = program.modules;
    const { settledFunctions, usesWithoutQueries } = finder.openCalls;
    const [settledCount, mark] = [settledFunctions.length, markOf(log)];
    // The function is in a file whose facts this search did not request.
    program.context(node.context.file);
    const search = program.onOwnBudget(FUNCTION_STEPS, () => program.withMemory(memory, () => calleesOf(finder, node)));
    const isExplained =
      settledFunctions.length === settledCount && finder.openCalls.usesWithoutQueries === usesWithoutQueries;
    const queries = isExplained ? new Tracked(undefined, log, mark) : undefined;
    if (!search.isSufficient && !program.isOver(0)) finder.openCalls.cutFunctions.add(node.key);
    const visit: Visit = {
      node: { ...node, callees: search.result, queries },
      memory,
      number: numbers.size,
      nextCallee: 0,
      lowestNumber: numbers.size,
    };
    numbers.set(node.key, visit.number);
    onStack.add(node.key);
    stack.push(visit);
    return visit;
  };
  const path = [enter(start)];
  for (let visit = path.at(-1); visit !== undefined; visit = path.at(-1)) {
    const callee = visit.node.callees[visit.nextCallee];
    if (callee !== undefined) {
      visit.nextCallee++;
      const number = numbers.get(callee.key);
      if (number !== undefined) {
        if (onStack.has(callee.key)) visit.lowestNumber = Math.min(visit.lowestNumber, number);
      } else if (!isSettled(finder, callee.key)) path.push(enter(callee));
      continue;
    }
    path.pop();
    const caller = path.at(-1);
    if (caller !== undefined) caller.lowestNumber = Math.min(caller.lowestNumber, visit.lowestNumber);
    if (visit.lowestNumber < visit.number) continue;
    const nodes = stack.splice(stack.indexOf(visit)).map(({ node }) => node);
    for (const { key } of nodes) onStack.delete(key);
    const isRecursive = nodes.length > 1 || visit.node.callees.some(({ key }) => key === visit.node.key);
    yield {
      nodes: nodes.sort((a, b) => (a.key < b.key ? -1 : 1)),
      isRecursive,
      memory: nodes.length > 1 ? createMemory() : visit.memory,
    };
  }
}

/** Adds to the log the queries on which the result of a settled function depends. */
function logQueries({ openCalls, evaluator }: SiteFinder, key: string): void {
  const queries = openCalls.queriesByFunction.get(key);
  if (queries !== undefined) queries.use(evaluator.program.modules.log);
  else if (!openCalls.functionsUnderSearch.has(key)) openCalls.usesWithoutQueries++;
}

/** Caches the results of settled functions, which depend on the queries since `from`. */
function cacheResults({ openCalls, evaluator }: SiteFinder, keys: readonly string[], from: number): void {
  const { callsByFunction, queriesByFunction, cutFunctions } = openCalls;
  const { log } = evaluator.program.modules;
  const tracked = new Tracked(undefined, log, from);
  for (const key of keys) queriesByFunction.set(key, tracked);
  if (keys.every((key) => callsByFunction.has(key) && !cutFunctions.has(key)))
    log?.learn(
      keys.map((key) => [key, cachedResultOf(openCalls, key)] as const),
      from,
    );
}

function cachedResultOf({ callsByFunction, functionsToOtherHosts }: OpenCalls, key: string): SettledFunction {
  const calls = (callsByFunction.get(key) ?? []).map(
    ({ index, completeDeciders }) => [index, [...completeDeciders]] as const,
  );
  return { ...(calls.length > 0 ? { calls } : {}), ...(functionsToOtherHosts.has(key) ? { elsewhere: true } : {}) };
}

/** Whether a function is settled, in this run or an earlier one. Restores all results that the earlier run stored. */
function isSettled({ openCalls, evaluator }: SiteFinder, key: string): boolean {
  const { callsByFunction, queriesByFunction, functionsToOtherHosts } = openCalls;
  if (callsByFunction.has(key)) return true;
  const { log } = evaluator.program.modules;
  const mark = markOf(log);
  const cachedResults = log?.recall(key) ?? [];
  const tracked = new Tracked(undefined, log, mark);
  for (const [name, { calls = [], elsewhere: isElsewhere }] of cachedResults) {
    if (callsByFunction.has(name)) continue;
    callsByFunction.set(
      name,
      calls.map(([index, deciders]) => ({ index, completeDeciders: new Set(deciders) })),
    );
    queriesByFunction.set(name, tracked);
    if (isElsewhere === true) functionsToOtherHosts.add(name);
  }
  return callsByFunction.has(key);
}
