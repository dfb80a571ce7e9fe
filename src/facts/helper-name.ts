import type { ExprFact } from '../model/facts.js';

/**
 * Returns the name of a compiler's helper: `awaiter` for `__awaiter`, `tslib_1.__awaiter` and `_awaiter2.default`,
 * `objectSpread` for `_objectSpread2` and `_object_spread`. Undefined for other names. Names that a program may well
 * use itself are helpers only with two underscores: `__read`.
 */
export function helperName(callee: ExprFact): string | undefined {
  const name = writtenName(callee);
  if (name?.startsWith('_') !== true) return undefined;
  const words = name.replace(/^_+|(?<!\d)\d+$/g, '').replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return name.startsWith('__') || !EVERYDAY.has(words) ? words : undefined;
}

const EVERYDAY = new Set(['async', 'export', 'read', 'rest', 'spread', 'values', 'generator']);

function writtenName(callee: ExprFact): string | undefined {
  if (callee.kind === 'name') return callee.name;
  if (callee.kind !== 'member') return undefined;
  const isWhole = callee.property === 'default' || callee.property === '_';
  if (!isWhole) return callee.property;
  return callee.object.kind === 'name' ? callee.object.name : undefined;
}
