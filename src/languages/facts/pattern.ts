import type { ExprFact } from '../../core/model/facts.js';
import type { Span } from '../../core/model/span.js';
import { elementExpression, literalExpression, memberExpression, withFallback } from './expressions.js';

/**
 * A binding or assignment pattern, independent of its syntax tree. All lowerings read a pattern before its value, in
 * source order.
 */
export type Pattern =
  /** A declared name, or any target of an assignment. */
  | { readonly kind: 'leaf'; readonly target: ExprFact; readonly at: Span }
  | {
      readonly kind: 'object';
      readonly at: Span;
      readonly properties: readonly PatternProperty[];
      readonly rest?: Pattern;
    }
  | { readonly kind: 'array'; readonly at: Span; readonly elements: readonly (PatternElement | undefined)[] }
  /** An unknown pattern, which declares no names. */
  | { readonly kind: 'none'; readonly at: Span };

export interface PatternKey {
  /** Absent for a computed key that is not a literal; `computed` then has its expression. */
  readonly key?: string;
  readonly computed?: ExprFact;
  readonly keyAt: Span;
}

export interface PatternElement {
  readonly target: Pattern;
  readonly fallback?: ExprFact;
  readonly rest?: true;
}

export interface PatternProperty extends PatternKey {
  readonly target: Pattern;
  readonly fallback?: ExprFact;
}

/** Called for each leaf of a pattern, in source order. */
export type PatternSink = (target: ExprFact, value: ExprFact | undefined) => void;

/** Destructures `value` with a pattern; without a value, its leaves have none. */
export function bindPattern(pattern: Pattern, value: ExprFact | undefined, sink: PatternSink): void {
  switch (pattern.kind) {
    case 'leaf':
      sink(pattern.target, value);
      return;
    case 'object':
      bindObject(pattern, value, sink);
      return;
    case 'array':
      pattern.elements.forEach((element, index) => {
        if (element !== undefined) bindElement(element, index, value, sink);
      });
      return;
    case 'none':
  }
}

function bindObject(pattern: Pattern & { kind: 'object' }, value: ExprFact | undefined, sink: PatternSink): void {
  for (const property of pattern.properties) {
    const { at } = property.target;
    const part = value === undefined ? undefined : propertyOf(value, property, at);
    bindPattern(property.target, part && withFallback(part, property.fallback, at), sink);
  }
  if (pattern.rest === undefined) return;
  const omit = pattern.properties.flatMap(({ key }) => (key === undefined ? [] : [key]));
  bindPattern(pattern.rest, value && { kind: 'rest', value, omit, at: pattern.rest.at }, sink);
}

function propertyOf(value: ExprFact, { key, computed, keyAt }: PatternKey, at: Span): ExprFact | undefined {
  if (key !== undefined) return memberExpression(value, key, keyAt, at);
  return computed && elementExpression(value, computed, at);
}

function bindElement(element: PatternElement, index: number, value: ExprFact | undefined, sink: PatternSink): void {
  const { at } = element.target;
  if (value === undefined) {
    bindPattern(element.target, undefined, sink);
  } else if (element.rest) {
    bindPattern(element.target, { kind: 'rest', value, from: index, at }, sink);
  } else {
    const part = elementExpression(value, literalExpression(index, at), at);
    bindPattern(element.target, withFallback(part, element.fallback, at), sink);
  }
}
