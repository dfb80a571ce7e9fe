import { work } from '../../lib/work.js';
import type { Args, Frame, FrameSource, FunctionValue } from '../values/value.js';

/** Longest chain of calls that is followed. */
export const MAX_CALL_DEPTH = 10;

/** The frame of one followed call; undefined if the call chain is too long or recursive. */
export function enterFunction(
  fn: FunctionValue,
  args: Args,
  caller: Frame | undefined,
  source?: FrameSource,
): Frame | undefined {
  const depth = (caller?.depth ?? 0) + 1;
  if (depth > MAX_CALL_DEPTH) return undefined;
  for (let frame = caller; frame !== undefined; frame = frame.caller) {
    if (frame.function === fn.function && frame.file === fn.file) return undefined;
  }
  work.callsFollowed++;
  return {
    file: fn.file,
    function: fn.function,
    args: fn.bound.length === 0 ? args : () => [...fn.bound, ...args()],
    self: fn.self,
    source: fn.bound.length === 0 ? source : undefined,
    ...(fn.lexical === true ? { lexical: true } : {}),
    parent: fn.frame,
    caller,
    depth,
  };
}
