import { createMemory } from '../../evaluate/program.js';
import type { FileContext, Memory } from '../../evaluate/program.js';
import { REASON } from '../../values/reasons.js';
import { callTargets } from './call-targets.js';
import { deciderKey, isOpen, isSentElsewhere } from './open-url.js';
import type { OpenCall, OpenCalls, SiteFinder } from '../calling/site.js';
import { markOf, Tracked } from '../../../core/model/query-log.js';
import type { SettledFunction } from '../../../core/model/query-log.js';

export function createOpenCalls(): OpenCalls {
  return {
    answers: new Map(),
    queries: new Map(),
    settled: [],
    beingSettled: new Set(),
    unexplained: 0,
    elsewhere: new Set(),
    cut: new Set(),
    cutsMet: 0,
    depth: 0,
  };
}

interface FunctionNode {
  readonly key: string;
  readonly context: FileContext;
  readonly index: number;
}

/** A function whose calls were found. */
interface EnteredNode extends FunctionNode {
  readonly callees: readonly FunctionNode[];
  /** Queries on which the callees depend; undefined if an answer came from a search that is still running. */
  readonly queries: Tracked<undefined> | undefined;
}

/** Functions that are settled together. */
interface Group {
  /** Functions in the order of their keys. */
  readonly nodes: readonly EnteredNode[];
  /** Whether they call each other, or a single one calls itself. */
  readonly circular: boolean;
  /** Memo of the search for the callees of a single function; a new one for several functions. */
  readonly memory: Memory;
}

/** Maximum number of nested searches, each started by a function passed to one under search. */
const MAX_DEPTH = 40;

/**
 * Returns the calls inside a function whose requests are completed by its callers. Callees are settled before the
 * function itself, and functions that call each other are settled together, so that the result does not depend on where
 * the search began.
 */
export function openCallsOf(finder: SiteFinder, context: FileContext, index: number): readonly OpenCall[] {
  const { openCalls } = finder;
  const start = nodeOf(context, index);
  if (isKnown(finder, start.key)) logQueries(finder, start.key);
  else if (openCalls.depth > 0) search(finder, start);
  else {
    const from = markOf(finder.evaluator.program.modules.log);
    search(finder, start);
    // Results of searches nested in this one may depend on its queries.
    cacheResults(finder, openCalls.settled.splice(0), from);
  }
  if (openCalls.cut.has(start.key)) {
    openCalls.cutsMet++;
    finder.evaluator.program.cut(REASON.limit);
  }
  return openCalls.answers.get(start.key) ?? [];
}

function search(finder: SiteFinder, start: FunctionNode): void {
  const { openCalls } = finder;
  const { program } = finder.evaluator;
  if (openCalls.depth >= MAX_DEPTH) {
    program.cut(REASON.limit);
    return;
  }
  openCalls.depth++;
  const { beingSettled, settled } = openCalls;
  const known = settled.length;
  // Limits are reported where the function's own file is analysed, and where its requests are followed.
  const limits = [...program.limits];
  let isDone = false;
  try {
    for (const group of groupsBelow(finder, start)) settleAlone(finder, group);
    isDone = true;
  } finally {
    // If a file is aborted, its unfinished functions stay unknown.
    if (!isDone) for (const key of settled.splice(known)) openCalls.answers.delete(key);
    openCalls.beingSettled = beingSettled;
    openCalls.depth--;
    program.limits.clear();
    for (const limit of limits) program.limits.add(limit);
  }
}

/**
 * Whether a function requests another host, itself or through its callees, whatever its arguments. Known after the
 * search for its calls.
 */
export function asksElsewhere({ openCalls }: SiteFinder, file: string, index: number): boolean {
  return openCalls.elsewhere.has(functionKey(file, index));
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
const BUDGET = 60_000;

/** Steps for a function that calls one which was cut short: its callers would repeatedly meet the same limit. */
const BUDGET_ABOVE_CUT = 10_000;

/** Rounds in which mutually recursive functions are searched again. */
const MAX_ROUNDS = 10;

/** Settles a group, and records the queries that the result depends on unless it comes from a running search. */
function settleAlone(finder: SiteFinder, group: Group): void {
  const { openCalls } = finder;
  const { log } = finder.evaluator.program.modules;
  const { nodes } = group;
  const keys = new Set(nodes.map(({ key }) => key));
  const outer = openCalls.beingSettled;
  openCalls.beingSettled = keys;
  const [known, unexplained, from] = [openCalls.settled.length, openCalls.unexplained, markOf(log)];
  settle(finder, group);
  const own = new Tracked(undefined, log, from);
  const start = markOf(log);
  const outerCallees = nodes.flatMap(({ callees }) => callees.filter(({ key }) => !keys.has(key)));
  for (const { key } of outerCallees) logQueries(finder, key);
  openCalls.beingSettled = outer;
  const isExplained = openCalls.unexplained === unexplained && openCalls.settled.length === known + nodes.length;
  if (openCalls.depth > 1 || !isExplained || nodes.some(({ queries }) => queries === undefined)) return;
  openCalls.settled.splice(known);
  for (const { queries } of nodes) queries?.use(log);
  own.use(log);
  cacheResults(finder, [...keys], start);
}

function settle(finder: SiteFinder, { nodes, circular, memory }: Group): void {
  const { program } = finder.evaluator;
  const { openCalls } = finder;
  const { answers, settled, elsewhere, cut, cutsMet } = openCalls;
  for (const { key } of nodes) {
    answers.set(key, []);
    settled.push(key);
  }
  const isAboveCut = nodes.some(({ callees }) => callees.some((callee) => cut.has(callee.key)));
  let changed = false;
  const { isWhole } = program.onOwnBudget(isAboveCut ? BUDGET_ABOVE_CUT : BUDGET, () => {
    for (let round = 0; round === 0 || (changed && round < MAX_ROUNDS); round++) {
      changed = false;
      for (const node of nodes) {
        const open = program.withMemory(memory, () => findOpenCalls(finder, node));
        changed ||= circular && !sameCalls(open, answers.get(node.key) ?? []);
        answers.set(node.key, open);
      }
    }
  });
  if (program.isOver(0)) {
    // The host aborts the analysis: a result that was cut short is computed again for the next file.
    for (const { key } of nodes) answers.delete(key);
    return;
  }
  const isCut = !isWhole || changed || openCalls.cutsMet > cutsMet || nodes.some(({ key }) => cut.has(key));
  if (isCut) for (const { key } of nodes) cut.add(key);
  if (nodes.some(({ callees }) => callees.some((callee) => elsewhere.has(callee.key))))
    for (const { key } of nodes) elsewhere.add(key);
}

function findOpenCalls(finder: SiteFinder, { key, context, index }: FunctionNode): readonly OpenCall[] {
  return context.callsIn(index).flatMap((call): OpenCall[] => {
    const sites = finder.sitesOf(context, call, undefined);
    if (sites.some((site) => isSentElsewhere(finder, site))) finder.openCalls.elsewhere.add(key);
    if (!sites.some((site) => isOpen(finder, site) || finder.mayComplete(site))) return [];
    const keys = sites.flatMap((site) => site.urls.map((url) => deciderKey(finder, url)));
    return [{ index: call, settled: new Set(keys.filter((settled) => settled !== undefined)) }];
  });
}

function sameCalls(some: readonly OpenCall[], others: readonly OpenCall[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ index, settled }, at) => index === others[at]?.index && settled.size === others[at].settled.size)
  );
}

/** Functions of the program to which the calls in a function lead, with any arguments. */
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
  next: number;
  /** Smallest number of a reachable function on the stack. */
  low: number;
}

/**
 * Reachable functions without an answer, callees first, mutually recursive ones in one group (strongly connected
 * components, by Tarjan's algorithm). Each group is to be settled before the next is requested.
 */
function* groupsBelow(finder: SiteFinder, start: FunctionNode): Generator<Group> {
  const numbers = new Map<string, number>();
  const workList: Visit[] = [];
  const open = new Set<string>();
  const enter = (node: FunctionNode): Visit => {
    const memory = createMemory();
    const { program } = finder.evaluator;
    const { log } = program.modules;
    const { settled, unexplained } = finder.openCalls;
    const [known, from] = [settled.length, markOf(log)];
    // The function is in a file whose facts this search did not request.
    program.context(node.context.file);
    const search = program.onOwnBudget(BUDGET, () => program.withMemory(memory, () => calleesOf(finder, node)));
    const isExplained = settled.length === known && finder.openCalls.unexplained === unexplained;
    const queries = isExplained ? new Tracked(undefined, log, from) : undefined;
    if (!search.isWhole && !program.isOver(0)) finder.openCalls.cut.add(node.key);
    const visit: Visit = {
      node: { ...node, callees: search.result, queries },
      memory,
      number: numbers.size,
      next: 0,
      low: numbers.size,
    };
    numbers.set(node.key, visit.number);
    open.add(node.key);
    workList.push(visit);
    return visit;
  };
  const path = [enter(start)];
  for (let visit = path.at(-1); visit !== undefined; visit = path.at(-1)) {
    const callee = visit.node.callees[visit.next];
    if (callee !== undefined) {
      visit.next++;
      const number = numbers.get(callee.key);
      if (number !== undefined) {
        if (open.has(callee.key)) visit.low = Math.min(visit.low, number);
      } else if (!isKnown(finder, callee.key)) path.push(enter(callee));
      continue;
    }
    path.pop();
    const caller = path.at(-1);
    if (caller !== undefined) caller.low = Math.min(caller.low, visit.low);
    if (visit.low < visit.number) continue;
    const nodes = workList.splice(workList.indexOf(visit)).map(({ node }) => node);
    for (const { key } of nodes) open.delete(key);
    const circular = nodes.length > 1 || visit.node.callees.some(({ key }) => key === visit.node.key);
    yield {
      nodes: nodes.sort((a, b) => (a.key < b.key ? -1 : 1)),
      circular,
      memory: nodes.length > 1 ? createMemory() : visit.memory,
    };
  }
}

/** Adds to the log the queries on which the result of a settled function depends. */
function logQueries({ openCalls, evaluator }: SiteFinder, key: string): void {
  const queries = openCalls.queries.get(key);
  if (queries !== undefined) queries.use(evaluator.program.modules.log);
  else if (!openCalls.beingSettled.has(key)) openCalls.unexplained++;
}

/** Caches the results of settled functions, which depend on the queries since `from`. */
function cacheResults({ openCalls, evaluator }: SiteFinder, keys: readonly string[], from: number): void {
  const { answers, queries, cut } = openCalls;
  const { log } = evaluator.program.modules;
  const own = new Tracked(undefined, log, from);
  for (const key of keys) queries.set(key, own);
  if (keys.every((key) => answers.has(key) && !cut.has(key)))
    log?.learn(
      keys.map((key) => [key, settledOf(openCalls, key)] as const),
      from,
    );
}

function settledOf({ answers, elsewhere }: OpenCalls, key: string): SettledFunction {
  const calls = (answers.get(key) ?? []).map(({ index, settled }) => [index, [...settled]] as const);
  return { ...(calls.length > 0 ? { calls } : {}), ...(elsewhere.has(key) ? { elsewhere: true } : {}) };
}

/** Whether a function is settled: in this run, or in an earlier one together with others, which are then known too. */
function isKnown({ openCalls, evaluator }: SiteFinder, key: string): boolean {
  const { answers, queries, elsewhere } = openCalls;
  if (answers.has(key)) return true;
  const { log } = evaluator.program.modules;
  const from = markOf(log);
  const recalled = log?.recall(key) ?? [];
  const own = new Tracked(undefined, log, from);
  for (const [name, { calls = [], elsewhere: isElsewhere }] of recalled) {
    if (answers.has(name)) continue;
    answers.set(
      name,
      calls.map(([index, deciders]) => ({ index, settled: new Set(deciders) })),
    );
    queries.set(name, own);
    if (isElsewhere === true) elsewhere.add(name);
  }
  return answers.has(key);
}
