import { addTo, memoByObject } from '../../core/lib/collections.js';
import { work } from '../../core/lib/work.js';
import type { BindingFact, ExprFact, FileFacts } from '../../core/model/facts.js';
import type { ModuleReader } from '../../core/model/module-reader.js';
import { memoised } from '../../core/model/query-log.js';
import type { Tracked } from '../../core/model/query-log.js';
import { lastStartingBy } from '../../core/model/span.js';
import type { Place, Span } from '../../core/model/span.js';
import { createScope, endOfModule } from '../../languages/facts/scope.js';
import type { Scope } from '../../languages/facts/scope.js';
import { REASON } from '../values/reasons.js';
import type { UnknownReason } from '../values/reasons.js';
import type { Frame, InstanceValue, Value } from '../values/value.js';

/** One file of the program with the look-ups that the evaluator needs. */
export interface FileContext {
  readonly file: string;
  readonly facts: FileFacts;
  readonly scope: Scope;
  /** End of its outermost scope, in UTF-16 code units. */
  readonly length: number;
  /** Whether the binding belongs to the module and not to a function or block in it. */
  isModuleLevel(binding: BindingFact): boolean;
  /** Innermost function around the offset. */
  functionAt(offset: number): number | undefined;
  /** Calls whose innermost or outer function is `functionIndex`. */
  callsIn(functionIndex: number): readonly number[];
}

/** The place of a span in a file. */
export function placeIn({ file }: FileContext, span: Span): Place {
  return { file, span };
}

/**
 * A value that does not depend on where its evaluation began, because that met neither a cycle nor a limit. It is valid
 * for the whole run, and is used where a new computation would not meet a limit either.
 */
export interface SettledValue {
  readonly value: Tracked<Value>;
  /** Number of nested evaluations needed to compute it. */
  readonly nesting: number;
  /** Number of nested member reads needed to compute it; -1 without any. */
  readonly reading: number;
  /** Token of the memory that used it last: in that memory it is valid at any depth. */
  usedIn: object;
}

/** Values of the expressions of a file outside of any frame, or inside one. */
export type Memo = Map<ExprFact, SettledValue>;

/** A value that depends on where its evaluation began. */
export interface DoubtfulValue {
  readonly value: Value;
  /** Whether a limit cut it short; the limit is recorded again at each use. */
  readonly isCut: boolean;
}

/** Results that are valid for the rest of an analysis. */
export interface Memory {
  /** Identity of the memory. */
  readonly token: object;
  readonly doubtful: Map<Memo, Map<ExprFact, DoubtfulValue>>;
  /** The `this` of a class without a known construction. */
  readonly selves: Map<string, InstanceValue>;
  /** Whether a subclass overrides a member of a class, by class and member; doubtful until it is known. */
  readonly overrides: Map<string, { readonly answer: boolean; readonly isDoubtful: boolean }>;
  /** Classes with a subclass in the same file that sets a member, by file and member. */
  readonly overridden: Map<string, ReadonlySet<number>>;
  /** Values that the program passes for parameters, by parameter key. */
  readonly passed: Map<string, Value | undefined>;
  /** Values read from tables at unknown keys: each read at the same key has the same value. */
  readonly elements: Map<Value, Map<string, Value>>;
}

export function createMemory(): Memory {
  return {
    token: {},
    doubtful: new Map(),
    selves: new Map(),
    overrides: new Map(),
    overridden: new Map(),
    passed: new Map(),
    elements: new Map(),
  };
}

/** Clients known by name, even if their source is part of the program. */
export interface ClientNames {
  /** Packages that are clients. */
  readonly packages: ReadonlySet<string>;
  /** Exports of modules that are clients; keys of `exportKey`. */
  readonly exports: ReadonlySet<string>;
}

const NO_CLIENTS: ClientNames = { packages: new Set(), exports: new Set() };

/** Key of one export of a module, or of all its exports (`*`). */
export function exportKey(module: string, name: string): string {
  return `${module}\0${name}`;
}

/**
 * State shared by the analyses of one run (facts, look-ups and settled values), and the memory of the file being
 * analysed. Other values are not shared: in circular definitions, and at a limit, a value depends on where its
 * evaluation began, so the findings of a file would depend on the files before it.
 */
export interface Program {
  readonly modules: ModuleReader;
  readonly named: ClientNames;
  context(file: string): FileContext | undefined;
  /** Memory of the current analysis. */
  memory: Memory;
  /** Frames of constructors and setters, by instance. */
  readonly instanceFrames: WeakMap<InstanceValue, Map<string, Frame>>;
  /** Steps that the evaluator may still take for the analysed call or file. */
  budget: number;
  /** Limits that were reached in the analysed file. */
  readonly limits: Set<UnknownReason>;
  /** Number of times that a limit was reached in values. */
  cuts: number;
  /** Number of doubtful values so far, which depend on where their evaluation began. */
  doubts: number;
  /** Subtracts steps from the budget. */
  spend(steps: number): void;
  /**
   * Follows a value one step and one level deeper. Every read of values uses this, so that a recursive value does not
   * loop forever. If the steps are used up, or the nesting is too deep, the result is that of `otherwise`.
   */
  follow<T>(read: () => T, otherwise: () => T): T;
  /** Depth of nested following. */
  readonly followed: number;
  /** Counts steps outside evaluation, and returns whether the analysis of the file has to end. */
  isOver(steps: number): boolean;
  /** The steps of the file; undefined unless they are used up. */
  readonly usedUp: number | undefined;
  /**
   * Runs the examination of one call within its share of the steps, so that an expensive call leaves enough for later
   * ones; returns whether the share sufficed. `callsLeft`: number of calls after it.
   */
  withCallBudget(callsLeft: number, examine: () => void): boolean;
  /** Records that a limit was reached, in the report of the file and in the values that it cut short. */
  cut(limit: UnknownReason): void;
  /** Runs a function on a separate budget, without changing that of the file; returns whether it sufficed. */
  onOwnBudget<T>(steps: number, run: () => T): { readonly result: T; readonly isSufficient: boolean };
  /** Runs a function with another memory. */
  withMemory<T>(memory: Memory, run: () => T): T;
  /** Starts the analysis of a file of a length, with a full budget and without the doubtful values of earlier files. */
  begin(length?: number): void;
}

/** Look-ups of a file, memoised while its facts are in memory. */
const contextOf = memoByObject((facts: FileFacts) => createContext(facts));

/**
 * Maximum number of steps of the analysis of one file: evaluation, calls and texts examined, findings written. Each
 * takes some microseconds.
 */
const MAX_STEPS = 600_000;

/** Maximum number of steps of a longer file, which has one step for every two of its characters. */
const MAX_STEPS_IN_LONG = 1_500_000;
const CHARACTERS_PER_STEP = 2;

/**
 * Maximum number of steps of one call: in four large repositories, the most expensive requests took 60,000. A call of
 * 300,000 costs that once, because its result is memoised. After a call that used more, later calls may take half.
 */
const MAX_STEPS_OF_CALL = 400_000;

/** Last part of the steps of a file, which the remaining calls share evenly, with a minimum for each. */
const RESERVED_SHARE = 1 / 3;
const MIN_STEPS_OF_CALL = 100;

/** Part of a call's budget that evaluation may use; the rest is for examining its requests. */
const EVALUATION_SHARE = 0.5;

/** Maximum number of steps of the analysis of a file with the given number of characters. */
function stepsFor(length: number): number {
  return Math.min(MAX_STEPS_IN_LONG, Math.max(MAX_STEPS, Math.floor(length / CHARACTERS_PER_STEP)));
}

/** Maximum number of nested definitions, calls and values that are followed to a written text. */
const MAX_FOLLOWED = 24;

/** Steps between two checks of whether the host stops the analysis: some tenths of a millisecond. */
const STEPS_BETWEEN_STOP_CHECKS = 250;

/** Whether the host wants an analysis to end. */
export type IsStopped = () => boolean;

/** Creates a program. `isStopped` is called repeatedly; once it returns true, the budget is used up. */
export function createProgram(modules: ModuleReader, named: ClientNames = NO_CLIENTS, isStopped?: IsStopped): Program {
  const contexts = new Map<string, Tracked<FileContext | undefined>>();
  const contextIn = (file: string): FileContext | undefined => {
    const facts = modules.facts(file);
    return facts && contextOf(facts);
  };
  let stepsSinceStopCheck = 0;
  let isEnded = false;
  // Steps of all kinds, for the analysed file.
  let [totalSteps, stepsLeft] = [MAX_STEPS, MAX_STEPS];
  // Set while a result for the whole run is computed, whose steps do not count for the file.
  let isOnOwnBudget = false;
  let followed = 0;
  let cutCalls = 0;
  const takeSteps = (program: Program, steps: number): void => {
    if (!isOnOwnBudget) stepsLeft -= steps;
    stepsSinceStopCheck += steps;
    let isOver = stepsLeft <= 0;
    if (!isOver && isStopped !== undefined && stepsSinceStopCheck >= STEPS_BETWEEN_STOP_CHECKS) {
      stepsSinceStopCheck = 0;
      isOver = isStopped();
    }
    if (!isOver) return;
    isEnded = true;
    program.budget = 0;
  };
  return {
    modules,
    named,
    context(file) {
      return memoised(modules.log, contexts, file, contextIn);
    },
    memory: createMemory(),
    instanceFrames: new WeakMap(),
    budget: MAX_STEPS,
    limits: new Set(),
    cuts: 0,
    doubts: 0,
    spend(steps) {
      this.budget -= steps;
      work.steps += steps;
      takeSteps(this, steps);
    },
    get followed() {
      return followed;
    },
    follow(read, otherwise) {
      if (this.budget <= 0) this.cut(REASON.limit);
      if (this.budget <= 0 || followed > MAX_FOLLOWED) return otherwise();
      this.spend(1);
      followed++;
      try {
        return read();
      } finally {
        followed--;
      }
    },
    isOver(steps) {
      takeSteps(this, steps);
      if (!isEnded) return false;
      this.cut(REASON.limit);
      return true;
    },
    cut(limit) {
      this.cuts++;
      this.doubts++;
      this.limits.add(limit);
    },
    onOwnBudget(steps, run) {
      const [budget, wasOnOwnBudget] = [this.budget, isOnOwnBudget];
      if (!isEnded) this.budget = steps;
      isOnOwnBudget = true;
      try {
        const result = run();
        return { result, isSufficient: this.budget > 0 };
      } finally {
        this.budget = isEnded ? 0 : budget;
        isOnOwnBudget = wasOnOwnBudget;
      }
    },
    withMemory(memory, run) {
      const previous = this.memory;
      this.memory = memory;
      try {
        return run();
      } finally {
        this.memory = previous;
      }
    },
    get usedUp() {
      return stepsLeft <= 0 ? totalSteps : undefined;
    },
    withCallBudget(callsLeft, examine) {
      const evenShare = (stepsLeft * EVALUATION_SHARE) / (callsLeft + 1);
      const maximum = stepsLeft > totalSteps * RESERVED_SHARE ? MAX_STEPS_OF_CALL / 2 ** cutCalls : MIN_STEPS_OF_CALL;
      const share = Math.max(evenShare, maximum, MIN_STEPS_OF_CALL);
      this.budget = isEnded ? 0 : Math.min(stepsLeft, share);
      try {
        examine();
        if (this.budget > 0) return true;
        // Later calls may have enough steps for values that this call could not compute.
        this.memory = createMemory();
        cutCalls++;
        return false;
      } finally {
        this.budget = isEnded ? 0 : stepsLeft;
      }
    },
    begin(length = 0) {
      stepsSinceStopCheck = cutCalls = 0;
      this.budget = totalSteps = stepsLeft = stepsFor(length);
      isEnded = false;
      this.limits.clear();
      this.memory = createMemory();
      contexts.clear();
    },
  };
}

function createContext(facts: FileFacts): FileContext {
  const scope = createScope(facts);
  const length = endOfModule(facts);
  let calls: Map<number, number[]> | undefined;
  return {
    file: facts.file,
    facts,
    scope,
    length,
    isModuleLevel: (binding) => binding.kind !== 'parameter' && binding.scope[0] === 0 && binding.scope[1] === length,
    functionAt: (offset) => functionAt(facts, offset),
    callsIn(functionIndex) {
      calls ??= indexCalls(facts);
      return calls.get(functionIndex) ?? [];
    },
  };
}

function functionAt(facts: FileFacts, offset: number): number | undefined {
  let index: number | undefined = lastStartingBy(facts.functions, ({ at }) => at, offset);
  while (index !== undefined && index >= 0) {
    const fact: FileFacts['functions'][number] | undefined = facts.functions[index];
    if (fact === undefined) return undefined;
    if (offset < fact.at[1]) return index;
    index = fact.within;
  }
  return undefined;
}

function indexCalls(facts: FileFacts): Map<number, number[]> {
  const calls = new Map<number, number[]>();
  for (const [call, fact] of facts.calls.entries()) {
    let owner = fact.within;
    while (owner !== undefined) {
      addTo(calls, owner, call);
      owner = facts.functions[owner]?.within;
    }
  }
  return calls;
}
