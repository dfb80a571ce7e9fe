import type { Api } from '../../core/model/deprecation.js';
import type { CallPlace, Reached } from '../../core/model/module-reader.js';
import type { FileFlow } from './graph.js';
import { rolesOf } from './node-roles.js';
import type { NodeRoles } from './node-roles.js';
import { NodeTokens } from './token.js';
import type { Token } from './token.js';

/** State of the flow in one file. */
export interface FileState {
  readonly flow: FileFlow;
  readonly tokens: NodeTokens;
  readonly roles: NodeRoles;
  readonly calls: Map<number, ReadonlySet<Api['id']>>;
  readonly called: Set<number>;
  readonly received: Set<number>;
  readonly callers: Map<number, Map<string, Caller>>;
  /** Tokens that functions return for their arguments, by function. */
  readonly returned: Map<number, Map<string, Token>>;
  /** Functions whose callers complete a call, by call. */
  readonly completed: Map<number, readonly number[]>;
}

/** A call that passes a value to a function. */
export interface Caller extends CallPlace {
  /** Functions that received the value before the call passed it on; undefined if none did. */
  readonly outer: Set<string | undefined>;
}

/** Returns the state of a file that no value has reached yet. */
export function newState(flow: FileFlow): FileState {
  return {
    flow,
    tokens: new NodeTokens(),
    roles: rolesOf(flow),
    calls: new Map(),
    called: new Set(),
    received: new Set(),
    callers: new Map(),
    returned: new Map(),
    completed: new Map(),
  };
}

/** Returns the part of a file's state that is needed after the flow: graph and tokens take ten times as much memory. */
export function reachedOf({ calls, called: calleeCalls, received: argumentCalls, callers }: FileState): Reached {
  const places = [...callers].map(
    ([owner, from]) =>
      [owner, new Map([...from].map(([key, { file, call }]) => [key, { file, call }] as const))] as const,
  );
  return { calls, calleeCalls, argumentCalls, callers: new Map(places) };
}

/** Functions whose parameters, or whose instance, are used in the arguments of a call. */
export function completingFunctions(state: FileState, index: number): readonly number[] {
  let found = state.completed.get(index);
  if (found === undefined) state.completed.set(index, (found = findCompletingFunctions(state, index)));
  return found;
}

function findCompletingFunctions({ flow, roles, tokens }: FileState, index: number): readonly number[] {
  const call = flow.calls[index];
  if (call?.within === undefined) return [];
  const enclosing = new Set<number>();
  for (let owner: number | undefined = call.within; owner !== undefined; owner = flow.functions[owner]?.within)
    enclosing.add(owner);
  const isApiValue = (node: number): boolean => {
    for (const { kind, path } of tokens.of(node)) if (kind === 'way' && path.length === 0) return true;
    return false;
  };
  const found = new Set<number>();
  const pending = [...call.args, ...(call.named === undefined ? [] : [call.named])];
  const visited = new Set(pending);
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const parameter = roles.parameters.get(node);
    if (parameter !== undefined && enclosing.has(parameter) && !isApiValue(node)) found.add(parameter);
    const instance = roles.instances.get(node);
    if (instance !== undefined)
      for (const owner of enclosing) if (flow.functions[owner]?.ofClass === instance) found.add(owner);
    const callIndex = roles.resultsOfCalls.get(node);
    const target = node;
    const sourceCall = callIndex === undefined ? undefined : flow.calls[callIndex];
    const sources = [
      ...[...roles.back(node)].flatMap(([kind, from]) =>
        kind === 'load' && roles.instances.has(from) && isApiValue(target) ? [] : [from],
      ),
      ...(sourceCall === undefined
        ? []
        : [...sourceCall.args, ...(sourceCall.receiver === undefined ? [] : [sourceCall.receiver])]),
    ];
    for (const from of sources)
      if (!visited.has(from)) {
        visited.add(from);
        pending.push(from);
      }
  }
  return [...found];
}
