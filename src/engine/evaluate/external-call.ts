import { fieldDefault } from './declared-defaults.js';
import type { CallInEnv } from './evaluator.js';
import { assigned, knownFunction } from './known-functions.js';
import type { ExternalValue, Value } from '../values/value.js';

/** Result of calling a function outside the program: that of a known function of the language, or a further step. */
export function externalCall(callee: ExternalValue, call: CallInEnv): Value {
  const { form, args, at } = call;
  const key = functionKey(callee);
  const known = knownFunction(key)?.(args(), call) ?? fieldDefault(key, call);
  return known ?? { ...callee, steps: [...callee.steps, { kind: 'call', form, args, at }] };
}

/** Whether a function merges objects into its first argument, as `Object.assign` does. */
export function isAssign(callee: Value): boolean {
  return callee.kind === 'external' && knownFunction(functionKey(callee)) === assigned;
}

/** Names of the global object. */
export const GLOBAL_OBJECTS: ReadonlySet<string> = new Set(['globalThis', 'window', 'global', 'self']);

/** Name such as `Object.assign` or `path:posix.join`; empty if the path contains a call. */
function functionKey(callee: ExternalValue): string {
  const { root } = callee;
  if (callee.steps.some((step) => step.kind === 'call')) return '';
  const names = callee.steps.map((step) => (step.kind === 'member' ? step.name : ''));
  if (root.kind === 'global') return [...(GLOBAL_OBJECTS.has(root.name) ? [] : [root.name]), ...names].join('.');
  if (root.kind === 'type') return `${root.module ?? ''}:${[root.name, ...names].join('.')}`;
  const module = root.module.replace(/^node:/, '');
  const path = root.export === '*' || root.export === 'default' ? names : [root.export, ...names];
  return `${module}:${path.filter((name) => name !== 'default').join('.')}`;
}
